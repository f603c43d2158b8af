"""Who sits at the tables of a round, and for which side of the sheet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring import find_ruleset
from scoring.ruleset import Ruleset
from tournaments.models import Entry, Event, EventTable, Result
from tournaments.tables.queries.replays import side_of


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


def _seated(ruleset: Ruleset, row: Result) -> Seated:
    entry, side = row.entry, side_of(ruleset, row.side or 0)
    return Seated(entry.pk, entry.number, entry.name, side, row.points, row.is_in)


def sides_of(people: Sequence[Seated]) -> list[Side]:
    """The sides of the sheet at which these people sit."""
    count = max((person.side for person in people), default=-1) + 1
    return [
        Side(index, [person for person in people if person.side == index]) for index in range(count)
    ]


def side_names(event: Event, results: Iterable[Result]) -> list[str]:
    """The names of the sides of one table's sheet, from its results in the order of the sheet."""
    ruleset = find_ruleset(event.ruleset)
    return [side.name for side in sides_of([_seated(ruleset, row) for row in results])]
