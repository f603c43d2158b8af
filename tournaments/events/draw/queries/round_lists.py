"""Who sits where as it hangs on the wall: everybody by name, and the tables with their people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from tournaments.common.alike import bare, name_order
from tournaments.events.draw.queries.seatings import SeatedRound, SeatedTable


class Person(NamedTuple):
    """Somebody's line: the name, the start number, and where to sit (no table: out)."""

    name: str
    number: int
    table: int | None
    seat: int | None


class Letter(NamedTuple):
    """All whose names begin alike, dots or none."""

    letter: str
    people: list[Person]


@dataclass(frozen=True)
class TableList:
    """A table with its people in the order of the seats."""

    table: SeatedTable
    people: tuple[Person, ...]


def people_of(table: SeatedTable, persons: Mapping[int, Sequence[str]]) -> list[Person]:
    """Everybody at a table, seat by seat; pairs sit across from each other.

    `persons`: the names of an entry's people in this round, by its key.
    """
    width = len(table.sitters)
    found = [
        Person(name, sitter.number, table.number, sitter.side + nth * width + 1)
        for sitter in table.sitters
        for nth, name in enumerate(persons[sitter.pk])
    ]
    return sorted(found, key=lambda person: person.seat or 0)


def by_table(seated: SeatedRound, persons: Mapping[int, Sequence[str]]) -> list[TableList]:
    """The tables in the order of their numbers."""
    return [TableList(table, tuple(people_of(table, persons))) for table in seated.tables]


def by_name(seated: SeatedRound, persons: Mapping[int, Sequence[str]]) -> list[Letter]:
    """Everybody from A to Z, who sits out as well."""
    people = [person for each in by_table(seated, persons) for person in each.people]
    people += [
        Person(name, sitter.number, None, None)
        for sitter in seated.out
        for name in persons[sitter.pk]
    ]
    people.sort(key=lambda person: (name_order(person.name), person.number))
    return [
        Letter(letter, list(group))
        for letter, group in groupby(people, key=lambda person: bare(person.name)[:1].upper())
    ]
