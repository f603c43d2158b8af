"""Odd tables and sitting out as costs: nobody twice before everybody once."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from seating.fairness import Burdens, levels
from seating.model import Request
from seating.sizes import Layout
from seating.weights import UNFAIR


def marginals(
    request: Request, layout: Layout, special: Sequence[bool], house: Collection[int]
) -> tuple[list[int], list[list[int]], int]:
    """How often each was at a special table, and what the first, second … time costs him now.

    House players are there before all others. Who bore it on earlier evenings is spared among
    equals. The number is what the fairest rounds would earn, so that with it they cost nothing.
    """
    rounds, count, spared = request.rounds, len(request.entries), request.season.spared
    is_shared = layout.out > 0 or len(house) > 0 or not request.only_repeats
    if not (any(special) and is_shared):
        return [0] * count, [[0] * (rounds + 1)] * count, 0
    burdens = Burdens(request.size, request.history)
    counts = burdens.out if layout.out else burdens.odd
    before = [counts[entry] for entry in request.entries]
    guests = [had for place, had in enumerate(before) if place not in house]
    sizes = layout.sizes + (1,) * layout.out
    seats = sum(size for size, odd in zip(sizes, special, strict=True) if odd)
    most, least = levels(guests, rounds, max(seats - len(house), 0))
    costs = {had: _costs(had, rounds, most, least) for had in sorted(set(before))}
    first = [-2 * UNFAIR] * (rounds + 1)
    earned = 2 * UNFAIR * rounds * min(len(house), seats)
    earned += UNFAIR * sum(min(max(least - had, 0), rounds) for had in guests)
    fair = [first if place in house else costs[had] for place, had in enumerate(before)]
    for place, entry in enumerate(request.entries):
        if entry in spared and place not in house:
            fair[place] = [cost + spared[entry] for cost in fair[place]]
    return before, fair, earned


def _costs(had: int, rounds: int, most: int, least: int) -> list[int]:
    return [
        UNFAIR * (times + 1 - most) if times >= most else -UNFAIR * (times < least)
        for times in range(had, had + rounds + 1)
    ]
