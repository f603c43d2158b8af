"""What the files of this repository may hold."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from project_tools.management.commands.test import TYPED

ROOT = Path(__file__).resolve().parents[2]
LOCKS = ("requirements.lock", "requirements-test.lock")

# Put together from halves, so that this file does not find itself.
FOREIGN = re.compile(
    "|".join(
        (
            "pythonhosted" + r"\.org",
            "pypi" + r"\.org/simple",
            "registry" + r"\.npmjs",
            "--(extra-)?index" + "-url",
            "file" + "://",
            r"(?<![\w.\-])/(root|home|work|Users)" + "/",
        )
    )
)


def repository_files() -> list[Path]:
    """Every file that is committed or would be."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    names = listing.stdout.decode().split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


def python_files() -> list[Path]:
    return [
        path
        for path in repository_files()
        if path.suffix == ".py" and "migrations" not in path.parts
    ]


def texts() -> list[tuple[Path, str]]:
    return [(path, path.read_text(errors="replace")) for path in repository_files()]


def test_no_file_names_a_registry_or_a_folder_of_one_machine() -> None:
    found = {
        f"{path.relative_to(ROOT)}: {match.group()}"
        for path, text in texts()
        for match in FOREIGN.finditer(text)
    }
    assert not found


def test_no_story_lets_a_page_ask_itself_again_and_again() -> None:
    """That is an eval to the browser, which our policy refuses by chance: `Device.waits_until`."""
    asking = "wait_for" + "_function"
    stories = (path for path in python_files() if "tests" in path.parts)
    assert [path.name for path in stories if asking in path.read_text()] == []


@pytest.mark.parametrize("lock", LOCKS)
def test_locks_hold_hashes_and_no_address(lock: str) -> None:
    text = (ROOT / lock).read_text()
    assert "://" not in text
    pins = re.findall(r"^[a-z0-9][\w.\-]*==", text, re.MULTILINE)
    entries = re.split(r"^(?=[a-z0-9][\w.\-]*==)", text, flags=re.MULTILINE)[1:]
    assert pins
    assert all("--hash=sha256:" in entry for entry in entries)


def test_locks_agree_and_hold_every_declared_dependency() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    declared = project["dependencies"] + project["optional-dependencies"]["test"]
    runtime, test = (
        dict(re.findall(r"^([a-z0-9][\w.\-]*)==([^\s;\\]+)", (ROOT / lock).read_text(), re.M))
        for lock in LOCKS
    )
    assert runtime.items() <= test.items()
    assert {re.split(r"[\[<>=]", name)[0] for name in declared} <= test.keys()


def test_types_are_checked_in_every_folder() -> None:
    assert {path.relative_to(ROOT).parts[0] for path in python_files()} == set(TYPED)


def test_no_file_is_left_out_of_the_types() -> None:
    mypy = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["mypy"]
    assert not [one["module"] for one in mypy["overrides"] if one.get("ignore_errors")]
