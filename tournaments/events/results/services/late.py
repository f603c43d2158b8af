"""Changes of results at a table, and what is noted when its round is closed already.

Totals change then, the draws stand: each entry whose result became another is written down, so
that standings can mark it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple
from uuid import UUID, uuid5

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.common.deeds import Refused
from tournaments.common.locks import lock_table
from tournaments.events.results.queries.balance import signed
from tournaments.events.results.services.results import settle_place
from tournaments.models import Actor, By, Event, EventChange, EventTable, Result, Round
from tournaments.tables.queries.readings import SheetReading, reading_at, with_keyed

CORRECTED_LATE = "corrected_late"


class Figures(NamedTuple):
    """What somebody has from a table, as far as a late correction is about it."""

    points: int
    solos: int
    games: int

    @property
    def words(self) -> str:
        """As the history says it.

        >>> Figures(-4, 0, 0).words, Figures(12, 1, 0).words
        ('−4', '12 (1/0)')
        """
        has_counts = self.solos or self.games
        return signed(self.points) + (f" ({self.solos}/{self.games})" if has_counts else "")


class Deed(NamedTuple):
    """Who changes a result, under which submission, and why."""

    by: By
    submission: UUID
    reason: str

    @property
    def actor(self) -> Actor:
        """The same for lines of a sheet."""
        return self.by.actor


def note_confirmed(place: EventTable, version: int, who: str, account: str) -> None:
    """Write down that a sheet was found right as it is now; `account`: who was signed in."""
    place.confirmed_version, place.confirmed_at = version, timezone.now()
    if place.first_confirmed is None:
        place.first_confirmed = version
    place.confirmed_by, place.confirmed_account = who[:80], account
    place.save(
        update_fields=[
            "confirmed_version",
            "first_confirmed",
            "confirmed_by",
            "confirmed_account",
            "confirmed_at",
        ]
    )


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
    before = figures_at(place) if is_late else {}
    settle_place(sheet)
    if is_late:
        note_late(place, before, deed)


def figures_at(place: EventTable) -> dict[int, Figures]:
    """What each start number has from a table, in the order of the sheet."""
    return {
        result.entry.number: _figures(result)
        for result in _results(place)
        if result.entry.number is not None
    }


def on_one_line(figures: Mapping[int, Figures]) -> str:
    """The same in words."""
    return ", ".join(f"{number}: {each.words}" for number, each in figures.items())


def to_keep(figures: Mapping[int, Figures]) -> list[list[int]]:
    """The same as a change keeps it."""
    return [[number, *each] for number, each in figures.items()]


def kept_figures(kept: Iterable[Iterable[int]]) -> dict[int, Figures]:
    """What a change kept."""
    return {number: Figures(*each) for number, *each in kept}


def note_late(place: EventTable, before: Mapping[int, Figures], deed: Deed) -> None:
    """Write down whose result is no longer what it was."""
    changed = [
        (result, before.get(number), _figures(result))
        for result in _results(place)
        if (number := result.entry.number) is not None and before.get(number) != _figures(result)
    ]
    event = place.round.event
    EventChange.objects.bulk_create(
        EventChange(
            event=event,
            kind=CORRECTED_LATE,
            round_number=place.round.number,
            table_number=place.number,
            entry=result.entry,
            before=was.words if was else "",
            after=now.words,
            reason=deed.reason[:200],
            submission=uuid5(deed.submission, f"late {result.entry_id}"),
            event_version=event.version + 1,
            device=deed.by.device,
            **deed.by.noted,
        )
        for result, was, now in changed
    )


def _results(place: EventTable) -> Iterable[Result]:
    return Result.objects.filter(event_table=place).select_related("entry").order_by("side")


def _figures(result: Result) -> Figures:
    return Figures(result.points, result.solos, result.games)


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
