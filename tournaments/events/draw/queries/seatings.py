"""Who sits where in a drawn round, which tables have begun, and who plays from which hand on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from scoring import find_ruleset
from scoring.labels import side_of
from seating.model import Round as Seating
from tournaments.models import Entry, Event, EventTable, Hand, Leaving, Result, Round, TotalsVersion


class Seated(NamedTuple):
    """An entry at a table, by its start number, the side of the sheet that is its own, and what
    it has from the table; whether it joined or left between two hands, and sits there no more;
    whether it is excluded from the event."""

    entry_id: int
    number: int | None
    name: str
    side: int
    points: int
    is_in: bool
    has_moved: bool = False
    is_away: bool = False
    is_out: bool = False


@dataclass(frozen=True)
class Side:
    """A side of a sheet with the entries that have its points; nobody where somebody left."""

    index: int
    people: list[Seated]

    @property
    def name(self) -> str:
        """Who that is."""
        return " + ".join(person.name for person in self.people)

    @property
    def numbers(self) -> str:
        """The start numbers."""
        return " + ".join(str(person.number) for person in self.people)


def people_at(places: Iterable[EventTable], event: Event) -> dict[int, list[Seated]]:
    """By the key of the event's table, who sits there in the order of the sheet."""
    ruleset = find_ruleset(event.ruleset)
    results = Result.objects.filter(event_table__in=[place.pk for place in places])
    found: dict[int, list[Seated]] = defaultdict(list)
    names = ("entry__number", "entry__name", "side", "points", "is_in", "moved_at", "is_away")
    rows = results.order_by("side").values_list(
        "event_table_id", "entry__status", "entry_id", *names
    )
    for place, status, entry, number, name, seat, points, is_in, moved_at, is_away in rows:
        side, has_moved = side_of(ruleset, seat or 0), moved_at is not None
        is_out = status == Entry.OUT
        found[place].append(
            Seated(entry, number, name, side, points, is_in, has_moved, is_away, is_out)
        )
    return found


def sides_of(people: Sequence[Seated]) -> list[Side]:
    """The sides of the sheet at which these people sit."""
    count = max((person.side for person in people), default=-1) + 1
    return [
        Side(index, [person for person in people if person.side == index]) for index in range(count)
    ]


def side_names(event: Event, results: Iterable[Result]) -> list[str]:
    """The names of the sides of one table's sheet, from its results in the order of the sheet."""
    ruleset = find_ruleset(event.ruleset)
    names: defaultdict[int, list[str]] = defaultdict(list)
    for row in results:
        names[side_of(ruleset, row.side or 0)].append(row.entry.name)
    return [" + ".join(names[side]) for side in range(max(names, default=-1) + 1)]


class Sitter(NamedTuple):
    """An entry in a drawn round, and its side of the sheet; 0 where it sits out."""

    pk: int
    number: int
    name: str
    is_house: bool
    side: int


@dataclass(frozen=True)
class SeatedTable:
    """A table of a drawn round with those who sit there, in the order of the seats."""

    place: EventTable
    sitters: tuple[Sitter, ...]
    has_begun: bool

    @property
    def number(self) -> int:
        """The number on the table."""
        return self.place.number

    @property
    def numbers(self) -> tuple[int, ...]:
        """The start numbers in seat order."""
        return tuple(sitter.number for sitter in self.sitters)

    @property
    def people(self) -> list[int]:
        """Those of them who are no house players."""
        return [sitter.number for sitter in self.sitters if not sitter.is_house]


@dataclass(frozen=True)
class SeatedRound:
    """A drawn round as people sit: its tables in order, and who sits out."""

    tables: tuple[SeatedTable, ...]
    out: tuple[Sitter, ...]

    @property
    def begun(self) -> tuple[SeatedTable, ...]:
        """The tables at which something has been entered."""
        return tuple(table for table in self.tables if table.has_begun)

    @property
    def entries(self) -> list[Sitter]:
        """Everybody in the round."""
        return [*(sitter for table in self.tables for sitter in table.sitters), *self.out]

    @property
    def seating(self) -> Seating:
        """The same for a draw: start numbers alone."""
        tables = tuple(table.numbers for table in self.tables)
        return Seating(tables, tuple(sorted(sitter.number for sitter in self.out)))


def seat_words(side: int, *, is_pairs: bool) -> str:
    """The seat of a side, from 1; a pair has two, across the table.

    >>> seat_words(1, is_pairs=False), seat_words(1, is_pairs=True)
    ('2', '2 and 4')
    """
    if is_pairs:
        return _("%(one)s and %(other)s") % {"one": side + 1, "other": side + 3}
    return str(side + 1)


def seated_round(played: Round) -> SeatedRound:
    """Everybody's seat in a drawn round; three SQL queries."""
    at: defaultdict[int | None, list[Sitter]] = defaultdict(list)
    names = ("entry_id", "entry__number", "entry__name", "entry__is_house", "side")
    results = played.results.order_by("side", "entry__number")
    for place, entry, number, name, is_house, side in results.values_list("event_table_id", *names):
        at[place].append(Sitter(entry, number or 0, name, is_house, side or 0))
    begun = frozenset(begun_numbers(played))
    places = played.tables.select_related("table").order_by("number")
    tables = tuple(
        SeatedTable(place, tuple(at[place.pk]), place.number in begun) for place in places
    )
    return SeatedRound(tables, tuple(at[None]))


def begun_numbers(played: Round) -> list[int]:
    """The numbers of the tables at which something has ever been entered; one SQL query.

    Where somebody has left in the middle hands were played, even if none is on the sheet.
    """
    hands = Hand.objects.filter(table=OuterRef("table_id"))
    totals = TotalsVersion.objects.filter(event_table=OuterRef("pk"))
    left = Leaving.objects.filter(result__event_table=OuterRef("pk"), withdrawn_at=None)
    places = EventTable.objects.filter(Exists(hands) | Exists(totals) | Exists(left), round=played)
    return list(places.order_by("number").values_list("number", flat=True))


def played_seatings(event: Event, before: int) -> dict[int, Seating]:
    """By number, the rounds before that one as they were seated, drawn or closed; one SQL query."""
    rows = (
        Result.objects.filter(
            event=event, round__number__lt=before, round__state__in=(Round.DRAWN, Round.CLOSED)
        )
        .order_by("round__number", "event_table__number", "side", "entry__number")
        .values_list("round__number", "event_table__number", "entry__number")
    )
    found: defaultdict[int, defaultdict[int | None, list[int]]]
    found = defaultdict(lambda: defaultdict(list))
    for number, table, entry in rows:
        found[number][table].append(entry or 0)
    return {
        number: Seating(
            tuple(tuple(seats) for table, seats in tables.items() if table is not None),
            tuple(sorted(tables.get(None, ()))),
        )
        for number, tables in found.items()
    }
