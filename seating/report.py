"""How good a draw is, and how good it could be: everything counted anew from the rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from seating.bounds import known_repeats, least_repeats
from seating.bounds_when_fair import fair_repeats
from seating.fairness import Burdens
from seating.model import Drawn, Pair, Request, Round, Wishes
from seating.prices import meetings
from seating.sizes import Layout
from seating.wishes import Broken, broken_wishes, kept_wishes, problems
from seating.words import Words


@dataclass(frozen=True)
class LookedAt:
    """A wish that a round keeps or not; `number` of the round, from 1 with those before."""

    number: int
    wish: Broken


@dataclass(frozen=True, kw_only=True)
class Report:
    """The quality of the coming rounds, together with those before.

    `repeats`: meetings beyond the first, of those that the coming rounds add; `bound`: what
    nobody can go below at any price, and `why`; `fair_bound`: the same for draws that are as fair
    as this one, and `fair_why`; `known`: the fewest that are known, None where nothing is.
    `worst`: the pairs that meet most often, with how often. `odd`, `out`: by entry, how often at
    a table of another size, and how often left out. `seats`: by entry, how often it had each seat.
    `rank_spread`: the mean difference of places at a table, where there is a standing. `broken`:
    wishes that a round does not keep; `kept`: those that it does; `cannot`: those that no draw
    could; `notes`: what else the director should know. `steps` did the draw, and do it again.
    """

    repeats: int
    bound: int
    why: Words
    fair_bound: int
    fair_why: Words
    known: int | None
    worst: tuple[tuple[Pair, int], ...]
    odd: dict[int, int]
    out: dict[int, int]
    seats: dict[int, tuple[int, ...]]
    rank_spread: float | None
    broken: tuple[LookedAt, ...]
    kept: tuple[LookedAt, ...]
    cannot: tuple[Words, ...]
    notes: tuple[Words, ...]
    seed: int
    draw: str
    steps: int
    seconds: float


def excess(met: Counter[Pair]) -> int:
    """Meetings beyond the first of each pair.

    >>> excess(Counter({(1, 2): 3, (1, 3): 1}))
    2
    """
    return sum(times - 1 for times in met.values())


def report_on(request: Request, layout: Layout, drawn: Drawn, *, seconds: float = 0.0) -> Report:
    """Count everything about the coming rounds of a request."""
    rounds = drawn.rounds
    everything = [*request.history, *rounds]
    met = meetings(everything)
    sizes = [tuple(len(table) for table in played.tables) for played in rounds]
    least = least_repeats(sizes, request.entries, request.history)
    fair = max(least, fair_repeats(request, layout, rounds), key=lambda bound: bound.repeats)
    burdens = Burdens(request.size, everything)
    often = [(couple, times) for couple, times in met.items() if times > 1]
    return Report(
        repeats=excess(met) - excess(meetings(request.history)),
        bound=least.repeats,
        why=least.words,
        fair_bound=fair.repeats,
        fair_why=fair.words,
        known=None if request.history else known_repeats(sizes, len(request.entries)),
        worst=tuple(sorted(often, key=lambda each: (-each[1], each[0]))[:12]),
        odd={entry: burdens.odd[entry] for entry in request.entries},
        out={entry: burdens.out[entry] for entry in request.entries},
        seats=_seats(request, everything),
        rank_spread=_rank_spread(request.standing, rounds),
        broken=_looked_at(request, rounds, broken_wishes),
        kept=_looked_at(request, rounds, kept_wishes),
        cannot=tuple(problem.words for problem in problems(request, layout)),
        seed=request.seed,
        draw=request.draw,
        notes=drawn.notes,
        steps=drawn.steps,
        seconds=seconds,
    )


def _looked_at(
    request: Request, rounds: Sequence[Round], look: Callable[[Round, Wishes], list[Broken]]
) -> tuple[LookedAt, ...]:
    return tuple(
        LookedAt(number, wish)
        for number, played in enumerate(rounds, len(request.history) + 1)
        for wish in look(played, request.wishes)
    )


def _seats(request: Request, rounds: Iterable[Round]) -> dict[int, tuple[int, ...]]:
    had: dict[int, Counter[int]] = {entry: Counter() for entry in request.entries}
    for played in rounds:
        for table in played.tables:
            for seat, entry in enumerate(table):
                if entry in had:
                    had[entry][seat] += 1
    return {
        entry: tuple(counts[seat] for seat in range(request.size)) for entry, counts in had.items()
    }


def _rank_spread(standing: Sequence[int], rounds: Sequence[Round]) -> float | None:
    """The mean, over all tables, of the distance between best and worst place."""
    place = {entry: number for number, entry in enumerate(standing)}
    spreads = [
        max(place[entry] for entry in table) - min(place[entry] for entry in table)
        for played in rounds
        for table in played.tables
        if all(entry in place for entry in table)
    ]
    return sum(spreads) / len(spreads) if spreads else None
