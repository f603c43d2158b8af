"""A player's own page: where to sit, what each round brought, whom one met, the place now."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from scoring.ranking import Value
from tournaments.events.check_in.queries.contacts import EntryLine
from tournaments.events.desk.queries.desk import Clock, clock_of
from tournaments.events.draw.queries.rounds import SeatOf, seat_of
from tournaments.events.results.queries.progress import sources_of
from tournaments.events.results.queries.sheets import solos_played
from tournaments.events.standings.queries.final import FinalMark, final_marks
from tournaments.events.standings.queries.snapshots import (
    Played,
    Ruled,
    SeatLine,
    Snapshot,
    Substitute,
    sheets_of,
)
from tournaments.events.standings.queries.standings import EventStanding, Row, standing_of
from tournaments.models import Decided, Entry, Event, Result, Round

# What everybody at an event wants to know at a glance: announcements, the clock, what is on.


@dataclass(frozen=True)
class News:
    """The news of an event; `mark` is that of the final list, where there is one."""

    snapshot: Snapshot
    announcements: tuple[str, ...]
    clock: Clock
    mark: FinalMark | None

    @property
    def is_started(self) -> bool:
        """Whether the round that is on or comes next is being played."""
        current = self.snapshot.current
        return current is not None and current.round.started_at is not None

    @property
    def sheets(self) -> str:
        """How many sheets of the current round are there."""
        return sheets_words(self.snapshot)

    @cached_property
    def marker(self) -> str:
        """Changes when a player's own page may have changed, but for the own table's sheet."""
        closed = [one for one in self.snapshot.rounds if one.is_closed]
        parts = (
            self.snapshot.closed,
            sum(sheets_of(one.round) for one in closed),
            "-".join(f"{one.round.pk}-{len(one.rows)}" for one in self.snapshot.on) or "0-0",
            int(self.is_started),
            self.snapshot.event.state,
            self.snapshot.event.revision,
        )
        return "-".join(map(str, parts))

    @cached_property
    def stamp(self) -> str:
        """Says all that is shown of the news, but for the seconds of a clock that runs."""
        left = self.clock.seconds_left if self.clock.is_paused else None
        return repr((self.announcements, self.marker, self.clock.ends_at, left))


def sheets_words(snapshot: Snapshot) -> str:
    """The round that is on, how many of its sheets are there, and how many were confirmed.

    Where nobody has to confirm a sheet it is in as soon as it is complete.
    """
    played = snapshot.current
    if played is None:
        return ""
    words = _("Round %(number)s, sheets in: %(in)s of %(tables)s")
    if snapshot.settings.needs_confirmation:
        words = _(
            "Round %(number)s, sheets entered: %(in)s of %(tables)s, confirmed: %(confirmed)s"
        )
    return words % {
        "number": played.number,
        "in": played.tables_in,
        "tables": len(played.sheets),
        "confirmed": played.tables_confirmed,
    }


def news_of(snapshot: Snapshot) -> News:
    """The news of an event; one SQL query, two where the list is final."""
    event, current = snapshot.event, snapshot.current
    texts = event.announcements.filter(ended_at=None).values_list("text", flat=True)
    marks = final_marks(event) if event.state == Event.FINAL else []
    return News(
        snapshot,
        tuple(texts),
        clock_of(current.round) if current else Clock(),
        marks[-1] if marks else None,
    )


@dataclass(frozen=True)
class RoundOf:
    """A round of an entry: where it sat and with whom, and what it brought.

    `line` and `seat` are None before a late entry came and after it left. `value` is None where
    nothing is known, and where it is hidden (`is_hidden`); `points` are those of the sheet.
    `source`: where an average comes from.
    """

    played: Played
    line: SeatLine | None
    seat: SeatOf | None
    others: tuple[SeatOf, ...]
    value: Value | None
    points: int | None
    is_hidden: bool
    is_late: bool
    is_dropped: bool
    is_corrected: bool
    source: str


@dataclass(frozen=True)
class EntryDay:
    """The day of an entry; `row` is its line of the standing, None while that is hidden.

    `coming` is the round that is on or comes next; `played` are those before, the latest first.
    `awaits_a_seat`: it is here, and more rounds follow or are on.
    `rulings` are those that gave it points or strokes, or took some; `final` is the one that it is
    in, "" if in none; `solos_played` where solos count and all its sheets say how many there were.
    """

    entry: EntryLine
    coming: RoundOf | None
    played: tuple[RoundOf, ...]
    row: Row | None
    substitutes: tuple[Substitute, ...]
    awaits_a_seat: bool
    rulings: tuple[Ruled, ...]
    final: str
    solos_played: int | None


def own_table(event: Event, number: int) -> tuple[int, int] | None:
    """The table of an entry in the round that is on, with the version of its sheet."""
    on = Result.objects.filter(
        event=event,
        entry__number=number,
        event_table__isnull=False,
        round__state=Round.DRAWN,
        round__published_at__isnull=False,
    )
    return on.values_list("event_table__table_id", "event_table__table__version").first()


def entry_day(snapshot: Snapshot, entry: EntryLine, *, shows_all: bool = False) -> EntryDay:
    """The day of an entry; `shows_all`: also what is hidden, for directors."""
    standing = standing_of(snapshot, only_closed=True)
    rounds = [
        one
        for one in reversed(snapshot.rounds)
        if one.counts and (entry.pk in one.rows or not snapshot.settings.rolling)
    ]
    hidden = {one.number for one in rounds if snapshot.hides_round(one.number) and not shows_all}
    averaged = {}
    for one in rounds:
        line = one.line_of(entry.pk)
        is_average = line is not None and line.decided == Decided.AVERAGE
        if line is not None and line.table_pk and is_average and one.number not in hidden:
            averaged[one.number] = line.table_pk
    sources = sources_of(entry.pk, averaged.values())
    coming = snapshot.on_for(entry.pk)
    own = [
        _round(
            standing,
            one,
            entry,
            is_hidden=one.number in hidden,
            source=sources.get(averaged.get(one.number, 0), ""),
        )
        for one in rounds
    ]
    shown = {one.number for one in rounds} - hidden
    row = standing.row_of(entry.number) if shows_all or not snapshot.is_hidden else None
    return EntryDay(
        entry=entry,
        coming=next((one for one in own if one.played is coming), None),
        played=tuple(one for one in own if one.played is not coming),
        row=row,
        substitutes=tuple(one for one in snapshot.substitutes if one.entry == entry.pk),
        awaits_a_seat=entry.status == Entry.HERE
        and snapshot.event.state != Event.FINAL
        and not snapshot.rounds_are_over,
        rulings=tuple(
            one for one in snapshot.rulings if one.round in shown and one.share_of(entry.pk)
        ),
        final=standing.final_of(row) if row else "",
        solos_played=solos_played(standing, entry.pk),
    )


def _round(
    standing: EventStanding, played: Played, entry: EntryLine, *, is_hidden: bool, source: str
) -> RoundOf:
    snapshot, line = standing.snapshot, played.line_of(entry.pk)
    has_begun = line is not None and (line.is_in or line.hands or line.points or line.games)
    ranked = standing.places.get(entry.number) if played.is_closed and not is_hidden else None
    at_table = played.by_table[line.table] if line is not None and line.table is not None else []
    others = (one for one in at_table if one.entry != entry.pk)
    return RoundOf(
        played=played,
        line=line,
        seat=None if line is None else seat_of(snapshot, played, line),
        others=tuple(seat_of(snapshot, played, one) for one in others),
        value=ranked.rounds.get(played.number) if ranked else None,
        points=line.points if line is not None and has_begun and not is_hidden else None,
        is_hidden=is_hidden,
        is_late=line is None and played.number < entry.first_round,
        is_dropped=ranked is not None and played.number in ranked.dropped,
        is_corrected=(entry.pk, played.number) in snapshot.corrected,
        source=source,
    )
