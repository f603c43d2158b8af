"""From the tables of a search to rounds: their order, fixed tables and seats, and who is out.

The order of the rounds changes no meeting, but how soon two meet again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import pairwise

from seating.chance import Chance
from seating.keeping import refuse_broken
from seating.model import Impossible, Pair, Request, Round
from seating.search.budget import Budget
from seating.search.find import improve
from seating.search.puzzle import Puzzle
from seating.search.start import Tables, fair_start
from seating.wishes import seat_order

TRIES, STEPS = 8, 20_000
"""How often another start is tried where a wish is not kept, and how far each search goes."""

AGAIN = 1_000
"""Two meet in a round and again in the next."""

EARLY = 3_000
"""Somebody is at an odd table, or out, for another time before everybody was."""

Bits = int
"""A set of entries, one bit for each."""

Cost = Callable[[Sequence[int]], int]


def settled(
    puzzle: Puzzle,
    request: Request,
    start: Sequence[Tables],
    chance: Chance,
    budget: Budget,
    enough: int = 0,
) -> tuple[Round, ...]:
    """The best rounds found from a start, or from others if it leads nowhere.

    Raises Impossible if wishes that must be kept are not.
    """
    for _try in range(TRIES):
        rounds, _cost = improve(puzzle, start, chance, budget, enough)
        with suppress(Impossible):
            return finished(puzzle, request, rounds)
        start = fair_start(puzzle, chance)
        budget.more(STEPS)
    return finished(puzzle, request, improve(puzzle, start, chance, budget, enough)[0])


def finished(puzzle: Puzzle, request: Request, rounds: Sequence[Tables]) -> tuple[Round, ...]:
    """The rounds with start numbers, in a good order; raises Impossible if a wish is not kept."""
    drawn: list[Round] = []
    burdened: list[list[int]] = []
    for tables in rounds:
        named = [tuple(puzzle.entries[place] for place in table) for table in tables]
        seated = tuple(seat_order(table, request.wishes) for table in named[: puzzle.tables])
        out = tuple(sorted(entry for table in named[puzzle.tables :] for entry in table))
        drawn.append(Round(seated, out))
        odd = [table for table, special in zip(named, puzzle.special, strict=True) if special]
        burdened.append([entry for table in odd for entry in table])
    if len(drawn) > 1:
        drawn = in_good_order(drawn, request.history, burdened)
    for done in drawn:
        refuse_broken(done, request.wishes)
    return tuple(drawn)


def in_good_order(
    rounds: Sequence[Round], history: Sequence[Round], burdened: Sequence[Sequence[int]]
) -> list[Round]:
    """The rounds so that as few as possible meet in two that follow each other.

    `burdened`: for each round the entries at odd tables or out; then nobody is so twice before
    everybody once, if an order of the rounds can do it.

    >>> first, again, other = Round(((1, 2), (3, 4))), Round(((2, 1), (4, 3))), Round(((1, 3),))
    >>> [each.tables[0] for each in in_good_order([first, again, other], (), [(), (), ()])]
    [(2, 1), (1, 3), (1, 2)]
    """
    pairs = [frozenset(each.pairs()) for each in rounds]
    last: frozenset[Pair] = frozenset(history[-1].pairs()) if history else frozenset()
    costs = [[AGAIN * len(one & other) for other in pairs] for one in pairs]
    first = [AGAIN * len(last & one) for one in pairs]
    everybody = sorted({e for each in rounds for table in (*each.tables, each.out) for e in table})
    bit = {entry: 1 << number for number, entry in enumerate(everybody)}
    matters = len(set().union(*burdened)) < sum(map(len, burdened))  # is anybody burdened twice?
    burdens = [sum(bit[entry] for entry in entries) for entries in burdened] if matters else []
    full = (1 << len(everybody)) - 1

    def cost(order: Sequence[int]) -> int:
        total = first[order[0]] + sum(costs[one][other] for one, other in pairwise(order))
        return total + EARLY * _early([burdens[r] for r in order], full) if burdens else total

    return [rounds[r] for r in _shortest(list(range(len(rounds))), cost)]


def _early(masks: Sequence[Bits], full: Bits) -> int:
    """How many are burdened for another time before everybody was so often, over all rounds."""
    had: list[Bits] = [full]
    early = 0
    for mask in masks:
        had.append(0)
        for times in range(len(had) - 2, -1, -1):
            had[times + 1] |= had[times] & mask
        while not had[-1]:
            had.pop()
        early += sum(more.bit_count() for less, more in pairwise(had) if less != full)
    return early


def _shortest(order: list[int], cost: Cost) -> list[int]:
    """Better and better orders: one round is moved, as long as that helps."""
    least = cost(order)
    improved = least > 0
    while improved:
        improved = False
        for here in range(len(order)):
            for there in range(len(order)):
                other = order[:here] + order[here + 1 :]
                other.insert(there, order[here])
                price = cost(other)
                if price < least:
                    order, least, improved = other, price, True
    return order
