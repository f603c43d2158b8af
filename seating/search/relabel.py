"""Which entry plays which part of a known schedule, so that wishes are kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from seating.chance import Chance
from seating.model import Pair, pair
from seating.search.budget import Budget

Schedule = Sequence[Sequence[Sequence[int]]]

TRIES = 60
"""How many are tried as partner for somebody whose part does not suit him."""

ROUNDS = 400
"""How often each of them is tried, at most."""


def parts(
    schedule: Schedule,
    never: Sequence[Sequence[int]],
    harm: Mapping[Pair, int],
    teams: Sequence[Sequence[int]],
    chance: Chance,
    budget: Budget,
) -> tuple[list[int], int]:
    """For each part the place in the list of entries, and what harm is left.

    `never`: groups of parts that never meet; `teams`: places that should not; `harm`: what it
    costs if two places meet.
    """
    count = sum(len(table) for table in schedule[0])
    player = _first(count, never, teams, chance)
    if not harm:
        return player, 0
    return _Parts(schedule, player, harm).search(chance, budget)


def _first(
    count: int, never: Sequence[Sequence[int]], teams: Sequence[Sequence[int]], chance: Chance
) -> list[int]:
    """Teams into groups that never meet, where they fit; the rest by chance."""
    part_of: dict[int, int] = {}
    rooms = [chance.shuffled(group) for group in chance.shuffled(never)]
    for team in sorted(teams, key=len, reverse=True):
        members = [place for place in team if place not in part_of]
        room = next((room for room in rooms if len(room) >= len(members)), [])
        if room:
            part_of.update((place, room.pop()) for place in members)
        rooms.sort(key=len, reverse=True)
    taken = frozenset(part_of.values())
    rest = iter(chance.shuffled([part for part in range(count) if part not in taken]))
    player = [0] * count
    for place in range(count):
        part = part_of[place] if place in part_of else next(rest)
        player[part] = place
    return player


class _Parts:
    """Who plays which part, and what harm is done."""

    def __init__(self, schedule: Schedule, player: list[int], harm: Mapping[Pair, int]) -> None:
        self.met = {
            pair(*two) for tables in schedule for table in tables for two in combinations(table, 2)
        }
        self.player = player
        self.part = [0] * len(player)
        for part, place in enumerate(player):
            self.part[place] = part
        self.harm: list[list[Pair]] = [[] for _place in player]
        for (one, other), cost in sorted(harm.items()):
            self.harm[one].append((other, cost))
            self.harm[other].append((one, cost))

    def suffers(self, place: int, part: int) -> int:
        """The harm to a place if it played a part."""
        met, parts = self.met, self.part
        return sum(cost for other, cost in self.harm[place] if pair(part, parts[other]) in met)

    def swap(self, one: int, other: int) -> None:
        """Let two places change parts."""
        mine, his = self.part[one], self.part[other]
        self.part[one], self.part[other] = his, mine
        self.player[mine], self.player[his] = other, one

    def search(self, chance: Chance, budget: Budget) -> tuple[list[int], int]:
        """Swap as long as somebody suffers and it does not get worse."""
        concerned = [place for place, costs in enumerate(self.harm) if costs]
        for _round in range(ROUNDS):
            hurt = [place for place in concerned if self.suffers(place, self.part[place])]
            if not hurt or budget.over():
                break
            for place in hurt:
                self._try(place, chance)
            budget.spent += TRIES * len(hurt)
        left = sum(self.suffers(place, part) for place, part in enumerate(self.part))
        return self.player, left // 2

    def _try(self, one: int, chance: Chance) -> None:
        for _partner in range(TRIES):
            other = chance.below(len(self.part))
            if other == one:
                continue
            before = self._both(one, other)
            self.swap(one, other)
            after = self._both(one, other)
            if after < before:
                return
            if after > before:
                self.swap(one, other)

    def _both(self, one: int, other: int) -> int:
        return self.suffers(one, self.part[one]) + self.suffers(other, self.part[other])
