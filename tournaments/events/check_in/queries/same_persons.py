"""Which entries of an event are of the same people: the same players, or a director's word."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from tournaments.models import Event, Member, SamePerson
from tournaments.people.queries.naming import main_key


def words_of(event: Event) -> list[tuple[int, int, bool]]:
    """What directors said that stands: two entries, and whether they are the same; one SQL query.

    Where something was said twice of two entries the later word holds.
    """
    found = SamePerson.objects.filter(event=event, withdrawn_at=None).order_by("pk")
    said = {
        (first, later): is_same
        for first, later, is_same in found.values_list("first", "later", "is_same")
    }
    return [(first, later, is_same) for (first, later), is_same in said.items()]


def pairs_of(event: Event) -> list[tuple[int, int]]:
    """Those of them that are the same; one SQL query."""
    return [(first, later) for first, later, is_same in words_of(event) if is_same]


def players_of(event: Event) -> dict[int, frozenset[int]]:
    """By entry, the keys of the players that it was made for; one SQL query."""
    found: defaultdict[int, set[int]] = defaultdict(set)
    members = Member.objects.filter(entry__event=event, from_round=1).order_by()
    for entry, player in members.values_list("entry", main_key("player")):
        found[entry].add(player)
    return {entry: frozenset(players) for entry, players in found.items()}


def grouped(
    persons: Mapping[int, frozenset[int]], pairs: Iterable[tuple[int, int]]
) -> dict[int, int]:
    """By entry, the lowest key among all entries of the same people.

    `persons`: by entry the keys of its players. Entries of equal players are together, and those
    that a pair joins.

    >>> grouped({1: frozenset({7}), 2: frozenset({8}), 3: frozenset({8})}, [(1, 3)])
    {1: 1, 2: 1, 3: 1}
    """
    parent = {entry: entry for entry in persons}

    def root(entry: int) -> int:
        while parent[entry] != entry:
            entry = parent[entry]
        return entry

    first: dict[frozenset[int], int] = {}
    same = [(first.setdefault(players, entry), entry) for entry, players in persons.items()]
    for one, other in [*same, *pairs]:
        if one in parent and other in parent:
            low, high = sorted((root(one), root(other)))
            parent[high] = low
    return {entry: root(entry) for entry in persons}
