"""The press: parts of a document as data, set by the templates of this package, come out as PDF.

Names of people and events go to the templates as JSON and are never a part of their program, so
whatever stands in a name is printed as it is. Only the fonts that come with the library are used:
the same data are the same pages on every machine.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import segno
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from config.formats.dates import dated
from tournaments.models import Event

Part = dict[str, Any]
"""A part of a document: its `kind` (a template of main.typ), `title`, `words`, and its own data."""

PAPERS = ("a4", "letter")
TEMPLATES = Path(__file__).parent / "templates"
PROGRAM = Path(__file__).parent / "typeset.py"
LONGEST = 300
"""Seconds after which a document is given up."""


class NotPrinted(Exception):
    """The typesetter failed, with what it said."""


def printed(
    event: Event,
    title: str,
    parts: Sequence[Part],
    *,
    paper: str = "a4",
    at: datetime | None = None,
    is_read: bool = True,
) -> bytes:
    """The parts one after the other as one PDF.

    `paper`: one of `PAPERS`. `at`: what the pages say of when they were printed, now unless it is
    given. `is_read`: whether the PDF is for reading on a screen too and gets the marks that a
    screen reader needs; forms for a pencil do without, and are made in half the time. Raises
    NotPrinted, and subprocess.TimeoutExpired after five minutes.
    """
    when = timezone.localtime(at)
    data = {
        "paper": paper,
        "lang": (get_language() or "en").split("-")[0],
        "title": f"{event.title} – {title}",
        "event": event.title,
        "club": event.club.name,
        "where": where(event),
        "printed": _("printed %(when)s") % {"when": dated(when, "day, time")},
        "parts": [{"title": "", **part, "nth": nth} for nth, part in enumerate(parts)],
    }
    order = {"data": data, "at": int(when.timestamp()), "is_read": is_read}
    made = subprocess.run(
        [sys.executable, "-I", str(PROGRAM), str(TEMPLATES)],
        input=json.dumps(order, ensure_ascii=False).encode(),
        capture_output=True,
        timeout=LONGEST,
        check=False,
    )
    if made.returncode:
        raise NotPrinted(made.stderr.decode(errors="replace")[-2000:])
    return made.stdout


def where(event: Event) -> str:
    """Club, place and day of an event in one line."""
    day = dated(event.starts_at, "weekday")
    return " · ".join(filter(None, [event.club.name, event.place, day]))


# Codes for the camera, as drawings.

MASK = 2
"""Every mask can be read; trying all eight for the prettiest takes five times as long."""

XML = '<svg xmlns="http://www.w3.org/2000/svg"'


def drawing(address: str) -> str:
    """The code of an address as SVG, with the white edge of four that scanners want.

    >>> drawing("https://example.org/").startswith("<svg")
    True
    """
    code = segno.make(address, error="m", mask=MASK, micro=False, boost_error=False)
    svg: str = code.svg_inline(omitsize=True, border=4, svgclass=None, lineclass=None)
    return svg if "xmlns" in svg else svg.replace("<svg", XML, 1)
