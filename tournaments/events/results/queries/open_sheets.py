"""Sheets of closed rounds on which something is open: opened again, or without a result."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from tournaments.models import Event, EventTable, Result, Round


class OpenSheets(NamedTuple):
    """Sheets of closed rounds that were opened again, and those whose result was taken back."""

    again: list[EventTable]
    empty: list[EventTable]

    @property
    def sentence(self) -> str:
        """What stops the final list; empty where nothing does."""
        for place in [*self.again, *self.empty][:1]:
            text = _("Table %(table)s in round %(number)s has no result any more.")
            if place in self.again:
                text = _("The sheet of table %(table)s in round %(number)s is open again.")
            last = _("Close it first.") if place in self.again else _("Enter it first.")
            return f"{text} {last}" % {"table": place.number, "number": place.round.number}
        return ""


NOTHING_OPEN = OpenSheets([], [])


def open_sheets(event: Event) -> OpenSheets:
    """What is open in the closed rounds of an event; one SQL query."""
    lacking = Result.objects.filter(event_table=OuterRef("pk"), is_in=False)
    places = EventTable.objects.filter(round__event=event, round__state=Round.CLOSED)
    places = places.annotate(is_empty=Exists(lacking)).select_related("round", "table")
    wanted = Q(table__ended_at=None) | Q(is_empty=True)
    found = list(places.filter(wanted).order_by("round__number", "number"))
    return OpenSheets(
        [place for place in found if place.table.ended_at is None],
        [place for place in found if place.table.ended_at is not None],
    )
