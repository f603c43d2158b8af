"""The standing of an event: who has which place, from which rounds, and what decided.

It is reckoned from the results of the rounds, which are kept with the tables, and never looks at
hands. House players count at their tables and are not ranked; who was disqualified stands below,
without a place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from itertools import pairwise
from typing import NamedTuple

from scoring.ranking import Result, Rules, Standing, TeamStanding, Value, rank, rank_teams
from tournaments.models import Entry, Event
from tournaments.queries.events.kept import kept
from tournaments.queries.events.snapshots import EntryLine, Played, Snapshot, snapshot_of

PAGE = 100  # entries
RANKED = (Entry.HERE, Entry.LEFT)
GUESTS = "guests"


class Cell(NamedTuple):
    """What a round brought to an entry, None where nothing; and what is to be said about it.

    `kind`: `sheet`, `bye`, `late` (a round before it came) or `none`.
    """

    number: int
    value: Value | None
    kind: str
    is_dropped: bool = False
    is_running: bool = False
    is_corrected: bool = False


class TieBreakValue(NamedTuple):
    """A tie-break of a row by its name, its value if it has one, and whether it decided."""

    name: str
    value: Value | None
    decided: bool


class Decision(NamedTuple):
    """Why a row stands below the one before with the same total: a tie-break, and both values."""

    name: str
    own: Value | None
    better: Value | None


@dataclass(frozen=True)
class Row:
    """A line of the standing; no place before anything was played, and for the disqualified."""

    entry: EntryLine
    place: int | None
    is_shared: bool
    total: Value | None
    cells: tuple[Cell, ...]
    keys: tuple[TieBreakValue, ...]
    decision: Decision | None
    added: int
    substitute: str = ""

    @property
    def is_corrected(self) -> bool:
        """Whether a result was corrected after the next draw."""
        return any(cell.is_corrected for cell in self.cells)


@dataclass(frozen=True)
class EventStanding:
    """The standing of a moment; `counted` are the rounds that are in it.

    `ranked` has the entries with places, best first; `out` the disqualified.
    """

    snapshot: Snapshot
    counted: tuple[Played, ...]
    ranked: tuple[Standing, ...]
    out: tuple[Standing, ...]

    @property
    def is_provisional(self) -> bool:
        """Whether tables are in it that still play: what it would be if it ended now."""
        return any(not one.is_closed for one in self.counted)

    @cached_property
    def has_results(self) -> bool:
        """Whether anything is known yet."""
        return any(row.rounds for row in (*self.ranked, *self.out))

    @cached_property
    def by_number(self) -> Mapping[int, EntryLine]:
        """The entries by their start numbers."""
        return {entry.number: entry for entry in self.snapshot.entries.values()}

    @cached_property
    def places(self) -> Mapping[int, Standing]:
        """The standing of each ranked entry by its start number."""
        return {row.entry: row for row in self.ranked}

    def rows(self, wanted: Iterable[Standing] | None = None) -> list[Row]:
        """The lines of some or of all, in the order of the standing."""
        everybody = (*self.ranked, *self.out) if wanted is None else wanted
        return [self._row(row) for row in everybody]

    def row_of(self, number: int) -> Row | None:
        """The line of the entry with that start number, None where it is not listed."""
        found = next((row for row in (*self.ranked, *self.out) if row.entry == number), None)
        return None if found is None else self._row(found)

    def found(self, words: str) -> list[Standing]:
        """Those whose start number it is, or in whose name it stands."""
        if words.isdecimal():
            return [row for row in (*self.ranked, *self.out) if str(row.entry) == words]
        wanted = words.casefold().split()
        return [
            row
            for row in (*self.ranked, *self.out)
            if all(word in self.by_number[row.entry].name.casefold() for word in wanted)
        ]

    def of_group(self, group: str) -> list[Standing]:
        """The side ranking of a group: the same order, with places among themselves."""
        members = [row for row in self.ranked if self._is_in(self.by_number[row.entry], group)]
        places: dict[int, int] = {}
        for nth, row in enumerate(members, 1):
            places.setdefault(row.place, nth)
        among = [row.place for row in members]
        return [
            # What decided was said against whoever stands above, who may be in no group.
            replace(
                row,
                place=places[row.place],
                is_shared=among.count(row.place) > 1,
                decided_by="",
            )
            for row in members
        ]

    @cached_property
    def groups(self) -> list[str]:
        """The groups of the event that anybody is in."""
        entries = [self.by_number[row.entry] for row in self.ranked]
        wanted = self.snapshot.settings.groups
        return [name for name in wanted if any(self._is_in(each, name) for each in entries)]

    @cached_property
    def teams(self) -> list[TeamStanding]:
        """The ranking of the teams, empty where the event has none."""
        settings = self.snapshot.settings
        members: dict[str, list[int]] = {}
        for row in self.ranked:
            if settings.team_size and (team := self.by_number[row.entry].team):
                members.setdefault(team, []).append(row.entry)
        return rank_teams(self.ranked, members, best_of=settings.team_best or None)

    @staticmethod
    def _is_in(entry: EntryLine, group: str) -> bool:
        words = [word.casefold() for word in entry.groups]
        return group.casefold() in words or (group.casefold() == GUESTS and entry.is_guest)

    @cached_property
    def _before(self) -> Mapping[int, Standing]:
        """The one that stands directly above on a better place, but for the first ones."""
        above: dict[int, Standing] = {}
        for better, row in pairwise(self.ranked):
            if row.place != better.place:
                above[row.entry] = better
            elif better.entry in above:
                above[row.entry] = above[better.entry]
        return above

    def _row(self, row: Standing) -> Row:
        entry = self.by_number[row.entry]
        has_place = self.has_results and row.entry in self.places
        return Row(
            entry=entry,
            place=row.place if has_place else None,
            is_shared=row.is_shared and has_place,
            total=row.total if self.has_results else None,
            cells=tuple(self._cell(one, row, entry) for one in self.counted),
            keys=tuple(TieBreakValue(*key, key.name == row.decided_by) for key in row.keys),
            decision=self._decision(row) if has_place else None,
            added=row.added,
            substitute=self._substitute(entry),
        )

    def _cell(self, played: Played, row: Standing, entry: EntryLine) -> Cell:
        number = played.number
        line = played.line_of(entry.pk)
        if line is None:
            kind = "late" if number < entry.first_round else "none"
        else:
            kind = "bye" if line.table is None else "sheet"
        return Cell(
            number,
            row.rounds.get(number),
            kind,
            number in row.dropped,
            not played.is_closed and not (line is not None and line.is_in),
            (entry.pk, number) in self.snapshot.corrected,
        )

    def _decision(self, row: Standing) -> Decision | None:
        better = self._before.get(row.entry)
        if not row.decided_by or better is None:
            return None
        own, other = dict(row.keys), dict(better.keys)
        return Decision(row.decided_by, own.get(row.decided_by), other.get(row.decided_by))

    def _substitute(self, entry: EntryLine) -> str:
        here = [one for one in self.snapshot.substitutes if one.entry == entry.pk]
        return here[-1].name if here and here[-1].until_round is None else ""


def event_standing(event: Event, *, only_closed: bool = False) -> EventStanding:
    """The standing as it is now; `only_closed`: after the last closed round.

    At most five SQL queries, whatever the number of entries, tables and hands.
    """
    return standing_of(snapshot_of(event), only_closed=only_closed)


def standing_of(snapshot: Snapshot, *, only_closed: bool = False) -> EventStanding:
    """The standing of a snapshot, reckoned once."""
    key = (snapshot.event.submission, snapshot.state, "closed" if only_closed else "now")
    return kept(key, lambda: _reckon(snapshot, only_closed))


def _reckon(snapshot: Snapshot, only_closed: bool) -> EventStanding:
    counted = tuple(
        one for one in snapshot.rounds if (one.is_closed if only_closed else one.counts)
    )
    results = [result for one in counted for result in one.results]
    results += _late(snapshot, counted)
    played = {result.entry for result in results if result.kind == "sheet"}
    listed = [entry for entry in snapshot.entries.values() if not entry.is_house]
    rules = _rules(snapshot)
    points = {entry.number: entry.start_points for entry in listed if entry.start_points}

    def ranked(entries: Sequence[EntryLine]) -> tuple[Standing, ...]:
        numbers = [entry.number for entry in entries]
        return tuple(rank(numbers, results, rules, start_points=points)) if numbers else ()

    return EventStanding(
        snapshot,
        counted,
        ranked([each for each in listed if _has_place(each, played)]),
        ranked([each for each in listed if each.status == Entry.OUT]),
    )


def _has_place(entry: EntryLine, played: set[int]) -> bool:
    if entry.status == Entry.NO_SHOW:
        return entry.number in played
    return entry.status in RANKED


def _late(snapshot: Snapshot, counted: Sequence[Played]) -> list[Result]:
    """What latecomers get for the rounds before their first one."""
    each = snapshot.settings.late_value
    return [
        Result(entry.number, one.number, None, 0, hands=one.round.hands if each else 0, kind="late")
        for entry in snapshot.entries.values()
        if entry.first_round > 1 and entry.status in RANKED
        for one in counted
        if one.number < entry.first_round and entry.pk not in one.rows
    ]


def _rules(snapshot: Snapshot) -> Rules:
    """The rules of the event; lots are drawn when the last round is closed, and not before."""
    has_ended = 0 < snapshot.settings.rounds <= snapshot.closed
    return snapshot.settings.rules(lot_seed(snapshot.event) if has_ended else "")


def lot_seed(event: Event) -> str:
    """The seed of the event's lots: fixed since the event was made, before anybody had entered."""
    return sha256(f"lots of {event.submission}".encode()).hexdigest()[:16]
