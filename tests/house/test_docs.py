"""The documents: links lead somewhere, pictures are shown and small, settings are as they say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from math import prod
from pathlib import Path

from accounts import limits as sign_ins
from config import limits as door
from tests.house.test_repository import ROOT

PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")])
LARGEST_PICTURE = 150_000  # bytes
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")


def links_of(page: Path) -> Iterator[tuple[str, str]]:
    """The relative links of a page: the file they lead to, and the heading in it."""
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    for address in LINK.findall(text):
        if not re.match(r"[a-z]+:", address):
            file, _, heading = address.partition("#")
            yield file, heading


def headings(page: Path) -> set[str]:
    """The addresses of a page's headings."""
    lines = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {address_of(line) for line in lines}


def address_of(heading: str) -> str:
    """Where GitHub leads to a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def target(page: Path, file: str) -> Path:
    return (page.parent / file).resolve() if file else page


def test_every_link_leads_to_a_file_and_a_heading_that_is_there() -> None:
    broken = [
        f"{page.relative_to(ROOT)}: {file}#{heading}"
        for page in PAGES
        for file, heading in links_of(page)
        if not (found := target(page, file)).is_file()
        or (heading and heading not in headings(found))
    ]
    assert not broken


def test_every_page_and_picture_is_led_to() -> None:
    linked = {target(page, file) for page in PAGES for file, _heading in links_of(page)}
    kept = {*PAGES, *(ROOT / "docs" / "images").iterdir()} - {ROOT / "README.md"}
    assert not {str(path.relative_to(ROOT)) for path in kept - linked}


def test_pictures_are_small() -> None:
    sizes = {path.name: path.stat().st_size for path in (ROOT / "docs" / "images").iterdir()}
    assert not {name: size for name, size in sizes.items() if size > LARGEST_PICTURE}


def test_the_numbers_of_the_settings_are_those_of_the_program() -> None:
    """Where nothing is set, the server takes what the page for operators says in brackets."""
    written = (ROOT / "config" / "settings.py").read_text()
    usual = dict(re.findall(r'env\.int\("(SHEEPFOLD_\w+)", default=([\d_ *]+)', written))
    for limits in (door.Limits, sign_ins.SignInLimits):
        usual |= {limits.PREFIX + each.name.upper(): str(each.default) for each in fields(limits)}
    numbers = {name: prod(map(int, text.split("*"))) for name, text in usual.items()}
    said = (ROOT / "docs" / "operators.md").read_text()
    rows = re.findall(r"^\| `(SHEEPFOLD_\w+)` \|[^|]*\(([\d,]+)(?: of the (\d+))?", said, re.M)
    assert len(rows) > 20
    for name, number, of in rows:
        assert int(number.replace(",", "")) == numbers[name], name
        assert of in ("", usual["SHEEPFOLD_THREADS"]), name
    assert not usual.keys() - {name for name, _number, _of in rows}


def test_the_map_of_the_house_names_what_is_there() -> None:
    page = (ROOT / "docs" / "house.md").read_text()
    named = set(re.findall(r"`([a-z_]+(?:/[a-z_]+)*(?:/|/[a-z_]+\.[a-z]+))`", page))
    assert len(named) > 20
    assert {name for name in named if not (ROOT / name).exists()} - {"migrations/"} == set()
    rooms = {path.name for path in (ROOT / "tournaments").iterdir() if (path / "urls.py").exists()}
    assert {room for room in rooms if f"`tournaments/{room}/`" not in page} == set()
