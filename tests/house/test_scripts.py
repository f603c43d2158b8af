"""Scripts come joined with those that they import; what comes by itself is no part of another."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
SCRIPTS = ROOT / "static" / "js"
STATIC = re.compile(r'^(?:import|\}) .*?"\./(\w+)\.js";$', re.MULTILINE)
LATER = re.compile(r'\bimport\("\./(\w+)\.js"\)')
NAMED = re.compile(r"""\{% static ["']js/(\w+)\.js["'] %\}""")
BASE = ROOT / "templates" / "base.html"
FRAME = NAMED.findall(BASE.read_text())


def source(name: str) -> str:
    return (SCRIPTS / f"{name}.js").read_text()


def files_of(name: str) -> dict[str, set[str]]:
    """The files that come where a page loads that script, now or later, and what each imports."""
    joined: set[str] = set()
    while more := {each for of in joined | {name} for each in STATIC.findall(source(of))} - joined:
        joined |= more
    files = {name: joined}
    for each in {each for of in joined | {name} for each in LATER.findall(source(of))}:
        files |= files_of(each)
    return files


def twice(names: list[str]) -> set[str]:
    """The scripts that would run twice on a page that loads these."""
    files = {name: parts for each in names for name, parts in files_of(each).items()}
    return {name for name in files if any(name in parts for parts in files.values())}


def test_a_script_that_comes_by_itself_and_with_another_would_run_twice() -> None:
    assert twice(["table", "offline"]) == {"offline"}
    assert "kit" in files_of("table")
    assert "store" in files_of("table")["table"]


def test_no_page_runs_a_script_twice() -> None:
    templates = sorted((ROOT / "templates").rglob("*.html"))
    named = {path: [*FRAME, *NAMED.findall(path.read_text())] for path in templates if path != BASE}
    assert {path.name: found for path, names in named.items() if (found := twice(names))} == {}
