"""From the tables of a search to rounds: their order, fixed tables and seats, and who is out."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from seating.chance import Chance
from seating.keeping import refuse_broken
from seating.model import Impossible, Request, Round
from seating.search.budget import Budget
from seating.search.find import improve
from seating.search.order import in_good_order
from seating.search.puzzle import Puzzle
from seating.search.start import Tables, fair_start
from seating.wishes import seat_order

TRIES, STEPS = 8, 20_000
"""How often another start is tried where a wish is not kept, and how far each search goes."""


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
