"""All rounds at once, so that nobody meets anybody twice, or as few as can be."""

from __future__ import annotations

from seating.chance import Chance
from seating.model import Drawn, Request
from seating.search import Budget, Puzzle, fair_start, pose
from seating.search.enough import enough
from seating.search.finish import finished, settled
from seating.search.known import glued, known_schedule, lengthened, with_gaps
from seating.search.start import Tables
from seating.sizes import Layout
from seating.wishes import insist

NAME = "schedule"


def draw(request: Request, layout: Layout, chance: Chance) -> Drawn:
    """Draw all the coming rounds: a known schedule where there is one, else the best found.

    >>> request = Request(entries=tuple(range(1, 17)), size=4, rounds=5)
    >>> drawn = draw(request, Layout((4, 4, 4, 4)), Chance(1))
    >>> len({pair for played in drawn.rounds for pair in played.pairs()}) == 5 * 4 * 6
    True
    """
    insist(request, layout)
    budget = Budget.of(request)
    known = known_schedule(request, layout, chance, budget)
    puzzle = pose(request, layout)
    if known is not None and not known[1]:
        return Drawn(finished(puzzle, request, known[0]), budget.spent)
    start = known[0] if known else begun(puzzle, request, chance)
    rounds = settled(puzzle, request, start, chance, budget, enough(request, layout))
    return Drawn(rounds, budget.told)


def begun(puzzle: Puzzle, request: Request, chance: Chance) -> list[Tables]:
    """Where a search starts: by chance, or from what is known of similar fields."""
    start = fair_start(puzzle, chance)
    if request.history or puzzle.frozen:
        return start
    longer = lengthened(puzzle, start, chance)
    if longer is not None:
        return longer
    known = glued(puzzle, request.size, chance) if request.only_repeats else None
    known = known or with_gaps(puzzle, request.size, chance)
    # In part of the rounds it would undo how the odd tables are shared in the others.
    is_of_use = request.only_repeats or len(known) == puzzle.rounds
    return known + start[len(known) :] if is_of_use else start
