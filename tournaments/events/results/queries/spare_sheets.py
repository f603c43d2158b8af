"""Spare sheets: printed with a number of their own, for a table that nobody knows yet.

Nothing is kept of them but what the history says: which numbers were printed, and of which table
somebody said that a sheet was.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db.models import Prefetch
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.common.doers import Doer, doer_of
from tournaments.models import Event, EventChange, EventTable, Result, Round

PRINTED, NAMED = "spares_printed", "spare_named"
NEVER_PRINTED = gettext_lazy("No spare sheet with this number was printed.")
MOST = 99_999
"""The largest number that a spare sheet may have."""


class Batch(NamedTuple):
    """Spare sheets that were printed together; `round`: for which one, 0 where it is left open."""

    first: int
    last: int
    round: int

    @property
    def sheets(self) -> int:
        """How many they are."""
        return self.last - self.first + 1


class Spare(NamedTuple):
    """A spare sheet that was printed.

    `code`: of the table that it was said to be of, as it may be typed; nothing while nobody has
    said it. `table`: the number of that table, `doer` said so, and when.
    """

    number: int
    round: int
    code: str = ""
    table: int = 0
    doer: Doer = Doer()
    at: datetime | None = None


def spare_batches(event: Event) -> list[Batch]:
    """The spare sheets that were printed, the latest first; one SQL query."""
    printed = event.changes.filter(kind=PRINTED).order_by("-pk")
    return [batch_of(change) for change in printed]


def last_spare(event: Event) -> int:
    """The highest number that was printed, 0 where there is none."""
    latest = event.changes.filter(kind=PRINTED).order_by("-pk").first()
    return batch_of(latest).last if latest else 0


def spare_sheet(event: Event, number: int) -> Spare | None:
    """A spare sheet, None where none with that number was printed; two SQL queries."""
    batches = spare_batches(event)
    batch = next((one for one in batches if one.first <= number <= one.last), None)
    if batch is None:
        return None
    named = event.changes.filter(kind=NAMED, before=short_name(number)).first()
    if named is None:
        return Spare(number, batch.round)
    return Spare(
        number,
        named.round_number or 0,
        code=named.after,
        table=named.table_number or 0,
        doer=doer_of(named),
        at=named.made_at,
    )


def tables_by_name(event: Event) -> list[tuple[int, int, str]]:
    """Every table that was opened, the latest first: round, number, and who sat there.

    For events whose tables open one by one: there nobody knows of a round's number. Two queries.
    """
    states = (Round.DRAWN, Round.CLOSED)
    places = EventTable.objects.filter(round__event=event, round__state__in=states)
    results = Result.objects.select_related("entry").order_by("side")
    found = places.select_related("round").prefetch_related(Prefetch("results", results))
    return [
        (place.round.number, place.number, _named(place))
        for place in found.order_by("-round__number", "number")
    ]


def _named(place: EventTable) -> str:
    names = ", ".join(result.entry.name for result in place.results.all())
    begun = time_format(timezone.localtime(place.round.drawn_at), "H:i")
    values = {"table": place.number, "time": begun, "names": names}
    return _("Table %(table)s, %(time)s: %(names)s") % values


def short_name(number: int) -> str:
    """What a spare sheet is called in the history.

    >>> short_name(5)
    'S5'
    """
    return f"S{number}"


def batch_of(change: EventChange) -> Batch:
    """The spare sheets that were printed by this deed."""
    first, last = (int(name.removeprefix("S")) for name in (change.before, change.after))
    return Batch(first, last, change.round_number or 0)
