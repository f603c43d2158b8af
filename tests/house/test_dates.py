"""Dates and times are written one way on the whole site, and each language has its own."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

from django.template import Context, Template
from django.utils import timezone, translation
from django.utils.formats import date_format

from config.formats.dates import WAYS, dated
from tests.language import said

ROOT = Path(__file__).parents[2]
FOR_MACHINES = {"c", "Y-m-d", "Ymd"}
IN_TEMPLATES = re.compile(r"""\|(?:date|time)\b(?::["']([^"']*)["'])?""")
NAMED = re.compile(r"""\|dated:"([^"]*)\"""")
IN_PYTHON = re.compile(r"\b(?:date_format|time_format|strftime)\b")
NOON = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)


def test_every_template_and_every_sentence_asks_for_a_date_by_a_name() -> None:
    others = []
    for path in sorted((ROOT / "templates").rglob("*.html")):
        text = path.read_text()
        asked = [each[0] for each in IN_TEMPLATES.finditer(text) if each[1] not in FOR_MACHINES]
        unknown = [each for each in NAMED.findall(text) if each not in WAYS]
        others += [f"{path.relative_to(ROOT)}: {each}" for each in asked + unknown]
    for folder in ("accounts", "formats", "sheets", "tournaments"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            found = IN_PYTHON.findall(path.read_text())
            others += [f"{path.relative_to(ROOT)}: {each}" for each in found]
    assert others == []


def test_a_date_without_a_name_is_written_so_too() -> None:
    moment = timezone.localtime(datetime(2026, 11, 22, 19, 5, tzinfo=UTC))
    time = f"{moment:%H:%M}"
    assert date_format(moment, "DATETIME_FORMAT") == f"22 Nov 2026, {time}"
    assert Template("{{ when }}").render(Context({"when": moment})) == f"22 Nov 2026, {time}"
    assert Template("{{ day }}").render(Context({"day": moment.date()})) == "22 Nov 2026"


def test_the_names_of_dates_and_what_they_come_to() -> None:
    at = f"{timezone.localtime(NOON):%H:%M}"
    assert {way: dated(NOON, way) for way in WAYS} == {
        "day": "22 Nov 2026",
        "day, time": f"22 Nov 2026, {at}",
        "weekday": "Sun 22 Nov 2026",
        "weekday, time": f"Sun 22 Nov 2026, {at}",
        "short day": "22 Nov",
        "short day, time": f"22 Nov, {at}",
        "short weekday": "Sun 22 Nov",
        "short weekday, time": f"Sun 22 Nov, {at}",
        "month": "Nov 2026",
        "time": at,
    }


ESTONIAN = {
    "date format\x04D j M Y": "D, j.n.Y",
    "date format\x04M Y": "F Y",
    "date format\x04Sun": "P",
}


def test_a_language_writes_the_day_its_own_way(tmp_path: Path) -> None:
    with said(tmp_path, et=ESTONIAN), translation.override("et"):
        page = Template('{{ when|dated:"weekday" }}').render(Context({"when": NOON}))
        assert (page, dated(NOON, "month")) == ("P, 22.11.2026", "november 2026")
