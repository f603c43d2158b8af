"""Dates and times are written one way on the whole site: 22 Nov 2026, 19:30."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

from django.template import Context, Template
from django.utils import timezone
from django.utils.formats import date_format

ROOT = Path(__file__).parents[2]
WRITTEN = {
    *("j M Y", "j M Y, H:i", "D j M Y", "D j M Y, H:i"),
    *("j M", "j M, H:i", "D j M", "D j M, H:i", "M Y", "H:i", "Y"),
}
FOR_MACHINES = {"c", "Y-m-d", "Ymd"}
IN_TEMPLATES = re.compile(r"""\|(?:date|time)(?::["']([^"']*)["'])?""")
IN_PYTHON = re.compile(r"""date_format\([^"]*"([^"]*)"|date_format\(([^",]*)\)""")


def test_every_template_and_every_sentence_writes_dates_one_way() -> None:
    others = []
    for folder, ending, pattern in (
        ("templates", "*.html", IN_TEMPLATES),
        ("tournaments", "*.py", IN_PYTHON),
    ):
        for path in sorted((ROOT / folder).rglob(ending)):
            for found in pattern.finditer(path.read_text()):
                if found[1] not in WRITTEN | FOR_MACHINES:
                    others.append(f"{path.relative_to(ROOT)}: {found[0]}")
    assert others == []


def test_a_date_without_a_format_too() -> None:
    moment = timezone.localtime(datetime(2026, 11, 22, 19, 5, tzinfo=UTC))
    time = f"{moment:%H:%M}"
    assert date_format(moment, "DATETIME_FORMAT") == f"22 Nov 2026, {time}"
    assert Template("{{ when }}").render(Context({"when": moment})) == f"22 Nov 2026, {time}"
    assert Template("{{ day }}").render(Context({"day": moment.date()})) == "22 Nov 2026"
