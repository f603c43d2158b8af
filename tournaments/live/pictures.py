"""The live parts of a table's page, drawn once for everybody who watches in the same language."""

from __future__ import annotations

from typing import NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from tournaments.live.frames import frame
from tournaments.models import Table
from tournaments.queries.drawings import shown
from tournaments.queries.sheets import table_sheet


class Picture(NamedTuple):
    """The live parts as an event for the stream, and the version of the sheet they show."""

    version: int
    event: bytes


class AnyVisit:
    """Stands in for whoever watches: its addresses are relative, and each page completes them."""

    can_write = False
    url = ""

    def address(self, name: str, *args: object) -> str:
        """The address of one of the table's pages, seen from the table itself.

        >>> AnyVisit().address("hand", 7)
        'hands/7/'
        """
        table = reverse("table", args=["-"])
        return reverse(name, args=["-", *args]).removeprefix(table)


def live_context(table: Table) -> dict[str, object]:
    """What the template of the live parts is filled with."""
    return {"visit": AnyVisit(), **shown(table_sheet(table))}


def draw(table_id: int, language: str) -> Picture:
    """Draw a table's live parts.

    The version is read before the hands: a hand saved in between may be shown early, and it is
    drawn again with its own version.
    """
    table = Table.objects.get(pk=table_id)
    with translation.override(language):
        html = render_to_string("live/sheet.html", live_context(table))
    return Picture(table.version, frame("sheet", without_indents(html), version=table.version))


def without_indents(html: str) -> str:
    r"""The same page with fewer bytes.

    >>> without_indents("<p>\n    7\n\n</p>\n")
    '<p>\n7\n</p>'
    """
    lines = (line.strip() for line in html.splitlines())
    return "\n".join(line for line in lines if line)
