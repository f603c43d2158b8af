"""A player's own page: where to sit, what each round brought, whom one met, the place now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from django.utils.translation import gettext as _

from scoring.ranking import Value
from tournaments.events.check_in.queries.contacts import EntryLine
from tournaments.events.desk.queries.desk import Clock, clock_of
from tournaments.events.draw.queries.rounds import SeatOf, seat_of
from tournaments.events.results.queries.progress import sources_of
from tournaments.events.results.queries.sheets import solos_played
from tournaments.events.standings.queries.final import FinalMark, final_mark
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
from tournaments.settings.series import final_label

# What everybody at an event wants to know at a glance: announcements, the clock, what is on.


@dataclass(frozen=True)
class News:
    """The news of an event; `mark` is that of the final list, where there is one."""

    snapshot: Snapshot
    announcements: tuple[str, ...]
    clock: Clock
    mark: FinalMark | None

    @property
    def event(self) -> Event:
        """The event."""
        return self.snapshot.event

    @property
    def current(self) -> Played | None:
        """The round that is on or comes next."""
        return self.snapshot.current

    @property
    def is_started(self) -> bool:
        """Whether the current round is being played."""
        return self.current is not None and self.current.round.started_at is not None

    @property
    def sheets(self) -> str:
        """How many sheets of the current round are there, as the end of a sentence."""
        return sheets_words(self.snapshot) if self.current else ""

    @cached_property
    def marker(self) -> str:
        """Changes when a player's own page may have changed, but for the own table's sheet."""
        closed = [one for one in self.snapshot.rounds if one.is_closed]
        return "-".join(
            str(part)
            for part in (
                self.snapshot.closed,
                sum(sheets_of(one.round) for one in closed),
                "-".join(f"{one.round.pk}-{len(one.rows)}" for one in self.snapshot.on) or "0-0",
                int(self.is_started),
                self.event.state,
                self.event.revision,
            )
        )

    @cached_property
    def stamp(self) -> str:
        """Says all that is shown of the news, but for the seconds of a clock that runs."""
        left = self.clock.seconds_left if self.clock.is_paused else None
        return repr((self.announcements, self.marker, self.clock.ends_at, left))


def sheets_words(snapshot: Snapshot) -> str:
    """How many sheets of the round that is on are there, and how many were confirmed.

    Where nobody has to confirm a sheet it is in as soon as it is complete.
    """
    played = snapshot.current
    if played is None:
        return ""
    values = {
        "in": played.tables_in,
        "tables": len(played.by_table),
        "confirmed": played.tables_confirmed,
    }
    if snapshot.settings.needs_confirmation:
        words = _("%(in)s of %(tables)s sheets are entered, %(confirmed)s of them confirmed")
    else:
        words = _("%(in)s of %(tables)s sheets are in")
    return words % values


def news_of(snapshot: Snapshot) -> News:
    """The news of an event; one SQL query, two where the list is final."""
    event = snapshot.event
    texts = event.announcements.filter(ended_at=None).values_list("text", flat=True)
    current = snapshot.current
    return News(
        snapshot,
        tuple(texts),
        clock_of(current.round) if current else Clock(),
        final_mark(event) if event.state == Event.FINAL else None,
    )


@dataclass(frozen=True)
class RoundOf:
    """A round of an entry: where it sat and with whom, and what it brought.

    `seat` is None before a late entry came and after it left. `value` is None where nothing is
    known, and where it is hidden (`is_hidden`); `points` are those of the sheet. `solos` are those
    won, `solos_played` all of them, None where the sheet does not say it. `decided`: how its sheet
    was decided that is gone, `source`: where an average comes from.
    """

    played: Played
    seat: SeatOf | None
    others: tuple[SeatOf, ...]
    value: Value | None
    points: int | None
    solos: int
    solos_played: int | None
    hands: int
    is_in: bool
    is_hidden: bool
    is_late: bool
    is_dropped: bool
    is_corrected: bool
    decided: str = ""
    source: str = ""


@dataclass(frozen=True)
class EntryDay:
    """The day of an entry; `row` is its line of the standing, None while that is hidden.

    `coming` is the round that is on or comes next; `played` are those before, the latest first.
    `awaits_a_seat`: it is here, and more rounds follow or are on.
    `rulings` are those that gave it points or strokes, or took some; `finals`: how many there are;
    `solos_played` where solos count and all its sheets say how many there were.
    """

    entry: EntryLine
    coming: RoundOf | None
    played: tuple[RoundOf, ...]
    row: Row | None
    substitutes: tuple[Substitute, ...]
    awaits_a_seat: bool = False
    rulings: tuple[Ruled, ...] = ()
    finals: int = 0
    solos_played: int | None = None

    @property
    def final(self) -> str:
        """The final that it is in, "" if in none."""
        if self.row is None or self.row.final is None or self.row.final.final is None:
            return ""
        return final_label(self.row.final.final, self.finals)


def own_state(event: Event, rounds: Sequence[Round], own: tuple[int, int] | None) -> str:
    """The state of an entry's page: the directors' deeds, the closed rounds, the own table."""
    closed = sum(sheets_of(one) for one in rounds if one.state == Round.CLOSED)
    table, version = own or (0, 0)
    return f"{event.version}.{closed}.{table}.{version}"


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


def entry_by_number(snapshot: Snapshot, number: int) -> EntryLine | None:
    """The entry with that start number."""
    return next((each for each in snapshot.entries.values() if each.number == number), None)


def entry_day(snapshot: Snapshot, entry: EntryLine, *, shows_all: bool = False) -> EntryDay:
    """The day of an entry; `shows_all`: also what is hidden, for directors."""
    standing = standing_of(snapshot, only_closed=True)
    row = standing.row_of(entry.number)
    rounds = [
        _round(snapshot, standing, one, entry, shows_all)
        for one in reversed(snapshot.rounds)
        if one.counts and (entry.pk in one.rows or not snapshot.settings.rolling)
    ]
    rounds = _with_sources(rounds, entry)
    own = snapshot.on_for(entry.pk)
    return EntryDay(
        entry=entry,
        coming=next((one for one in rounds if one.played is own), None),
        played=tuple(one for one in rounds if one.played is not own),
        row=row if shows_all or not snapshot.is_hidden else None,
        substitutes=tuple(one for one in snapshot.substitutes if one.entry == entry.pk),
        awaits_a_seat=entry.status == Entry.HERE
        and snapshot.event.state != Event.FINAL
        and not snapshot.rounds_are_over,
        rulings=_rulings(snapshot, entry, {one.played.number for one in rounds}, shows_all),
        finals=standing.cuts[-1].count if standing.cuts else 0,
        solos_played=solos_played(standing, entry.pk),
    )


def _rulings(
    snapshot: Snapshot, entry: EntryLine, rounds: set[int], shows_all: bool
) -> tuple[Ruled, ...]:
    return tuple(
        one
        for one in snapshot.rulings
        if one.round in rounds
        and (shows_all or not snapshot.hides_round(one.round))
        and one.share_of(entry.pk)
    )


def _round(
    snapshot: Snapshot,
    standing: EventStanding,
    played: Played,
    entry: EntryLine,
    shows_all: bool,
) -> RoundOf:
    line = played.line_of(entry.pk)
    ranked = standing.places.get(entry.number)
    is_hidden = snapshot.hides_round(played.number) and not shows_all
    knows = played.is_closed and not is_hidden and ranked is not None
    return RoundOf(
        played=played,
        seat=None if line is None else seat_of(snapshot, played, line),
        others=_others(snapshot, played, line),
        value=ranked.rounds.get(played.number) if knows and ranked else None,
        points=None if line is None or is_hidden or not _has_begun(line) else line.points,
        solos=0 if line is None else line.solos,
        solos_played=0 if line is None else line.solos_played,
        hands=0 if line is None else line.hands,
        is_in=line is not None and line.is_in,
        is_hidden=is_hidden,
        is_late=line is None and played.number < entry.first_round,
        is_dropped=knows and ranked is not None and played.number in ranked.dropped,
        is_corrected=(entry.pk, played.number) in snapshot.corrected,
        decided="" if line is None else line.decided,
    )


def _with_sources(rounds: Sequence[RoundOf], entry: EntryLine) -> list[RoundOf]:
    """The same, with where each average comes from."""
    averaged = {
        one.played.number: one.seat.table_pk
        for one in rounds
        if one.decided == Decided.AVERAGE and not one.is_hidden and one.seat and one.seat.table_pk
    }
    found = sources_of(entry.pk, averaged.values())
    return [
        replace(one, source=found.get(averaged.get(one.played.number, 0), "")) for one in rounds
    ]


def _has_begun(line: SeatLine) -> bool:
    return line.is_in or bool(line.hands or line.points or line.games)


def _others(snapshot: Snapshot, played: Played, line: SeatLine | None) -> tuple[SeatOf, ...]:
    if line is None or line.table is None:
        return ()
    table = played.by_table[line.table]
    return tuple(seat_of(snapshot, played, one) for one in table if one.entry != line.entry)
