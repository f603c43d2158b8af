"""The look is one system: sizes, colours, widths and parts stand where they are declared."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from django.core.files.storage import FileSystemStorage, Storage
from django.template import Context, Template
from django.test import override_settings

from config.hashed import joined_name, joined_sheets, sheets_of, short_sheet

ROOT = Path(__file__).parent.parent.parent
CSS = ROOT / "static" / "css"
SYSTEM = sorted(CSS.glob("*.css"))
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
TOKEN = re.compile(r"(--[\w-]+):\s*(?:light-dark\((#\w+), (#\w+)\)|(#\w+));")
CONTRASTS = {
    "ink": ("paper", "table", "sunk", "felt-soft", "lamp", "warn-soft"),
    "pencil": ("paper", "table", "sunk"),
    "felt": ("paper", "table", "felt-soft"),
    "on-felt": ("felt",),
    "on-deep": ("deep",),
    "minus": ("paper", "table", "felt-soft", "warn-soft"),
    **{f"line-{number}": ("paper",) for number in range(1, 6)},
}
"""What is written in which colour on what."""
TEXT, CONTROL = 4.5, 3.0
"""The least ratios of WCAG 2.2 (1.4.3 and 1.4.11)."""


def rules(path: Path) -> str:
    return COMMENT.sub("", path.read_text())


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    channels = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    linear = [
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """By the formula of WCAG, from 1 to 21."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def palettes() -> list[dict[str, str]]:
    """Light and dark, as usual and with more contrast."""
    usual, more = rules(CSS / "base.css").split("(prefers-contrast: more)")
    more = more.split("@layer")[0]
    found: list[dict[str, str]] = []
    for text in (usual, usual + more):
        light: dict[str, str] = {}
        dark: dict[str, str] = {}
        for name, by_day, by_lamp, always in TOKEN.findall(text):
            light[name[2:]], dark[name[2:]] = by_day or always, by_lamp or always
        found += [light, dark]
    return found


@pytest.mark.parametrize("palette", palettes(), ids=["light", "dark", "more light", "more dark"])
def test_everything_written_can_be_read(palette: dict[str, str]) -> None:
    low = [
        f"{ink} on {ground}: {contrast(palette[ink], palette[ground]):.1f}"
        for ink, grounds in CONTRASTS.items()
        for ground in grounds
        if contrast(palette[ink], palette[ground]) < TEXT
    ]
    assert not low
    assert contrast(palette["field"], palette["paper"]) >= CONTROL
    assert contrast(palette["field"], palette["table"]) >= CONTROL


@pytest.mark.parametrize("path", SYSTEM, ids=lambda path: path.name)
def test_sizes_are_the_eight(path: Path) -> None:
    found = re.findall(r"\bfont(?:-size)?:\s*([^;]+);", rules(path))
    other = [each for each in found if not re.search(r"var\(--t[1-8]\)|100%|inherit|1\.25vw", each)]
    on_paper = {"paper.css", "print.css"}
    assert not [each for each in other if path.name not in on_paper or "pt" not in each]


@pytest.mark.parametrize("path", SYSTEM, ids=lambda path: path.name)
def test_colours_have_names(path: Path) -> None:
    text = rules(path)
    if path.name == "base.css":
        text = text.split("@layer reset {")[1].split("@media print")[0]
    raw = re.findall(r"[^\n]*(?:#[0-9a-f]{3,8}\b|\brgb|\bhsl)[^\n]*", text)
    assert not raw


@pytest.mark.parametrize("path", SYSTEM, ids=lambda path: path.name)
def test_every_rule_is_in_a_layer(path: Path) -> None:
    """What is in none would beat them all."""
    depth, outside = 0, ""
    for letter in rules(path):
        depth += (letter == "{") - (letter == "}")
        outside += letter if depth == 0 else ""
    names = [each.strip(" };\n") for each in re.split(r"[;}]", outside) if each.strip(" }\n")]
    assert names
    assert all(each.startswith("@layer ") for each in names), names


def test_widths_are_few() -> None:
    """Parts ask how wide their place is: in four steps, and the frame of a page for its rail."""
    asked = {
        condition.strip()
        for path in SYSTEM
        for condition in re.findall(
            r"@(?:media|container)[^({]*\((?:min-|max-)?width([^)]*)\)", rules(path)
        )
    }
    assert asked <= {"< 22rem", "< 40rem", ">= 60rem", ">= 100rem"}


LIMITS = {"lines": 6_118, "classes": 250}
"""Whoever needs more takes something away first."""
LARGEST = 14_000  # bytes of all that a page loads, compressed
ROOM_SHEETS = re.compile(r'stylesheets "([\w-]+)"')


def test_how_much_there_is() -> None:
    texts = [rules(path) for path in SYSTEM]
    selectors = [selector for text in texts for selector in re.findall(r"([^{}]+)\{", text)]
    found = {
        "lines": sum(path.read_text().count("\n") for path in SYSTEM),
        "classes": len(
            {name for each in selectors for name in re.findall(r"\.([a-z][\w-]*)", each)}
        ),
    }
    print(found)
    assert found["lines"] <= LIMITS["lines"]
    assert found["classes"] <= LIMITS["classes"]


def test_a_page_loads_one_sheet_and_little() -> None:
    """Those of every page and that of its room are joined to one, in which their order is kept."""
    found: dict[str, tuple[Storage, str]] = {
        f"css/{path.name}": (FileSystemStorage(CSS.parent), f"css/{path.name}") for path in SYSTEM
    }
    joined = joined_sheets(found)
    rooms = {path.stem for path in SYSTEM} - {"base", "components", "rail"}
    assert joined.keys() == {joined_name(room) for room in ("", *rooms)}
    for room in ("", *rooms):
        storage, name = joined[joined_name(room)]
        with storage.open(name) as file:
            text = file.read()
        whole = "\n".join((CSS.parent / name).read_text() for name in sheets_of(room))
        assert text.decode() == short_sheet(whole)
        assert len(gzip.compress(text)) <= LARGEST
    for path in (ROOT / "templates").rglob("*.html"):
        linked = ROOM_SHEETS.findall(path.read_text())
        assert len(linked) <= 1, path
        assert {*linked} <= rooms, path
        assert 'rel="stylesheet' not in path.read_text(), path


def test_a_page_names_one_sheet_where_files_are_collected() -> None:
    apart = Template('{% load look %}{% stylesheets "table" %}').render(Context())
    assert re.findall(r"css/[\w-]+\.css", apart) == sheets_of("table")
    with override_settings(SHEEPFOLD_COLLECTED=True):
        joined = Template('{% load look %}{% stylesheets "table" %}').render(Context())
    assert re.findall(r"css/[\w-]+\.css", joined) == [joined_name("table")]


def test_no_template_has_a_style_of_its_own() -> None:
    found = [path for path in (ROOT / "templates").rglob("*.html") if "style=" in path.read_text()]
    assert not found
