"""Changes of results at a table, and what is noted when its round is closed already.

Totals change then, the draws stand: each entry whose result became another is written down, so
that standings can mark it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple
from uuid import UUID, uuid5

from django.utils.translation import gettext as _

from scoring.labels import LONGEST_NAME
from tournaments.models import Actor, By, Event, EventChange, EventTable, Result, Round
from tournaments.queries.events.balance import signed
from tournaments.queries.readings import SheetReading, reading_at, with_keyed
from tournaments.services.events.deeds import Refused
from tournaments.services.events.results import settle_place
from tournaments.services.locks import lock_table

CORRECTED_LATE = "corrected_late"


class Deed(NamedTuple):
    """Who changes a result, under which submission, and why."""

    by: By
    submission: UUID
    reason: str

    @property
    def actor(self) -> Actor:
        """The same for lines of a sheet."""
        return Actor(None, self.by.device, self.by.who[:LONGEST_NAME])


def lock_place(locked: Event, place: EventTable) -> EventTable:
    """A table of the locked event, read anew and locked; raises Refused where it is gone."""
    return lock_sheet(locked, place)[1]


def lock_sheet(locked: Event, place: EventTable) -> tuple[SheetReading, EventTable]:
    """The same, with the sheet as it is to be read under that lock."""
    table = lock_table(place.table, even_if_ended=True)
    places = with_keyed(EventTable.objects.select_related("round"))
    here = places.get(pk=place.pk, round__event=locked)
    if here.round.state not in (Round.DRAWN, Round.CLOSED):
        raise Refused(_("This round was drawn again, and the table is no more."))
    here.round.event = locked
    return reading_at(here, table), here


def settle_anew(sheet: SheetReading, place: EventTable, deed: Deed) -> None:
    """Bring the results of a locked table up to date; in a closed round that needs a reason."""
    is_late = place.round.closed_at is not None
    if is_late and not deed.reason:
        text = _("This round is closed: say why its result changes. The draws stay as they are.")
        raise Refused(text, field="reason")
    before = results_of(place) if is_late else ""
    settle_place(sheet)
    if is_late:
        note_late(place, before, deed)


def results_of(place: EventTable) -> str:
    """What each start number has from a table, on one line."""
    return ", ".join(f"{result.entry.number}: {_figures(result)}" for result in _results(place))


def note_late(place: EventTable, before: str, deed: Deed) -> None:
    """Write down whose result is no longer what it was."""
    was = dict(re.findall(r"(\w+): ([^,]+)", before))
    event = place.round.event
    user, who, device = deed.by
    EventChange.objects.bulk_create(
        EventChange(
            event=event,
            kind=CORRECTED_LATE,
            round_number=place.round.number,
            table_number=place.number,
            entry=result.entry,
            before=was.get(str(result.entry.number), ""),
            after=_figures(result),
            reason=deed.reason[:200],
            submission=uuid5(deed.submission, f"late {result.entry_id}"),
            event_version=event.version + 1,
            user=user,
            who=who,
            device=device,
        )
        for result in _results(place)
        if was.get(str(result.entry.number)) != _figures(result)
    )


def _results(place: EventTable) -> Iterable[Result]:
    return Result.objects.filter(event_table=place).select_related("entry").order_by("side")


def _figures(result: Result) -> str:
    counts = [result.solos, result.games]
    more = f" ({'/'.join(map(str, counts))})" if any(counts) else ""
    return signed(result.points) + more


def change_at(
    place: EventTable, kind: str, *, before: str = "", after: str = "", reason: str = ""
) -> EventChange:
    """A change to be written down, at the round and the table that it is about."""
    return EventChange(
        kind=kind,
        round_number=place.round.number,
        table_number=place.number,
        before=before[:300],
        after=after[:300],
        reason=reason[:200],
    )
