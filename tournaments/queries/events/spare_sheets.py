"""Spare sheets: printed with a number of their own, for a table that nobody knows yet.

Nothing is kept of them but what the history says: which numbers were printed, and of which table
somebody said that a sheet was.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from tournaments.models import Event, EventChange

PRINTED, NAMED = "spares_printed", "spare_named"
NEVER_PRINTED = _("No spare sheet with this number was printed.")
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
    said it. `table`: the number of that table, `who` said so, and when.
    """

    number: int
    round: int
    code: str = ""
    table: int = 0
    who: str = ""
    at: datetime | None = None


def spare_batches(event: Event) -> list[Batch]:
    """The spare sheets that were printed, the latest first; one SQL query."""
    printed = event.changes.filter(kind=PRINTED).order_by("-pk")
    return [_batch(change) for change in printed]


def last_spare(event: Event) -> int:
    """The highest number that was printed, 0 where there is none."""
    latest = event.changes.filter(kind=PRINTED).order_by("-pk").first()
    return _batch(latest).last if latest else 0


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
        who=named.who,
        at=named.made_at,
    )


def short_name(number: int) -> str:
    """What a spare sheet is called in the history.

    >>> short_name(5)
    'S5'
    """
    return f"S{number}"


def _batch(change: EventChange) -> Batch:
    first, last = (int(name.removeprefix("S")) for name in (change.before, change.after))
    return Batch(first, last, change.round_number or 0)
