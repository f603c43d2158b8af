"""What all draws by standing share: the order, who sits out, and keeping the wishes near to it."""

from __future__ import annotations

from collections.abc import Sequence

from seating.chance import Chance
from seating.fairness import Burdens, choose_fairly, cut
from seating.keeping import keep_all
from seating.model import Impossible, Request, Round
from seating.prices import Prices
from seating.sizes import Layout
from seating.sparing import fixed_tables, has_no_draw
from seating.wishes import insist, units
from seating.words import _

TRIES = 8
"""How often the swaps are tried before the wishes are called impossible."""


def by_standing(request: Request) -> list[int]:
    """The entries, best first; who has no place yet comes last, in the order of the entries.

    >>> by_standing(Request(entries=(1, 2, 3, 4), size=2, standing=(3, 9, 1)))
    [3, 1, 2, 4]
    """
    here = frozenset(request.entries)
    placed = [entry for entry in dict.fromkeys(request.standing) if entry in here]
    known = frozenset(placed)
    return placed + [entry for entry in request.entries if entry not in known]


def only_next(request: Request) -> None:
    """Refuse to draw more than one round where the next needs the results of this one."""
    if request.rounds > 1:
        raise Impossible(
            "one_round", _("By standing only the next round can be drawn: the others need results.")
        )


def sitting_out(request: Request, layout: Layout, order: Sequence[int]) -> tuple[int, ...]:
    """Who sits out: the fewest times so far, among equals the lowest in the standing.

    >>> request = Request(entries=(1, 2, 3), size=2, history=(Round(((1, 2),), (3,)),))
    >>> sitting_out(request, Layout((2,), 1), [3, 1, 2])
    (2,)
    """
    burdens = Burdens(request.size, request.history)
    return choose_fairly(
        order[::-1],
        layout.out,
        burdens.then(burdens.out, request.season),
        None,
        first=request.wishes.house,
        units=units(request.wishes.together, request.entries),
    )


def hold(
    request: Request,
    layout: Layout,
    home: Round,
    order: Sequence[int],
    chance: Chance,
    *,
    is_ranked: bool = False,
) -> Round:
    """The round at `home` by standing, changed by the nearest swaps that keep the wishes.

    Where the number of a table is its rank nobody changes tables to be spared an odd one.
    """
    insist(request, layout)
    burdens = Burdens(request.size, request.history)
    prices = Prices(
        request, layout, burdens, home=home.tables, order=order, shares_odd=not is_ranked
    )
    return keep_all(lambda: home, prices, chance, TRIES)


def by_rank(request: Request, layout: Layout, order: Sequence[int], chance: Chance) -> Round:
    """The next at the next table: its number is its rank; the nearest swaps keep the wishes."""
    out = sitting_out(request, layout, order)
    seated = [entry for entry in order if entry not in out]
    ranked = ranked_layout(request, layout, seated)
    home = Round(cut(seated, ranked.sizes), out)
    return hold(request, ranked, home, order, chance, is_ranked=True)


def cheapest_last(costs: Sequence[Sequence[int]]) -> list[bool]:
    """Which of the tables in a row are odd, so that it costs least; the later among equals.

    `costs[table][before]`: what it costs to make this table odd if so many before it are; there
    is one more column than tables are to be odd.

    >>> cheapest_last([[0, 9], [4, 9], [0, 9]])
    [False, False, True]
    """
    many = len(costs[0]) - 1 if costs else 0
    best: list[list[int | None]] = [[None] * (many + 1) for _ in range(len(costs) + 1)]
    best[len(costs)][many] = 0
    for table in range(len(costs) - 1, -1, -1):
        for before in range(many + 1):
            usual = best[table + 1][before]
            odd = best[table + 1][before + 1] if before < many else None
            offers = [usual] if usual is not None else []
            offers += [odd + costs[table][before]] if odd is not None else []
            best[table][before] = min(offers, default=None)
    chosen, before = [], 0
    for table in range(len(costs)):
        usual = best[table + 1][before]
        chosen.append(usual is None or usual != best[table][before])
        before += chosen[-1]
    return chosen


def ranked_layout(request: Request, layout: Layout, seated: Sequence[int]) -> Layout:
    """The layout with the sizes in the order of rank: those tables are odd that burden least.

    `seated`: who sits at the tables, best first. Nobody is moved for it, so the number of a table
    stays its rank; the odd tables wander to those who sat at one least often, the lowest of them,
    but not to one with a fixed place as long as there are others.

    >>> history = (Round(((1, 2), (3, 4, 5))),)
    >>> request = Request(entries=(1, 2, 3, 4, 5), size=2, history=history)
    >>> ranked_layout(request, Layout((2, 3)), [1, 2, 3, 4, 5]).sizes
    (3, 2)
    """
    odd = [size for size in layout.sizes if size != request.size]
    if not odd or len(odd) == len(layout.sizes):
        return layout
    burdens, house = Burdens(request.size, request.history).odd, request.wishes.house
    cost = [0 if entry in house else (burdens[entry] + 1) ** 2 for entry in seated]
    step, fixed = odd[0] - request.size, fixed_tables(request)
    costs = []
    for table in range(len(layout.sizes)):
        starts = [table * request.size + before * step for before in range(len(odd) + 1)]
        spared = sum(cost) + 1 if table in fixed else 0
        costs.append([spared + sum(cost[max(start, 0) : start + odd[0]]) for start in starts])
    sizes = tuple(odd[0] if is_odd else request.size for is_odd in cheapest_last(costs))
    ranked = layout._replace(sizes=sizes)
    return layout if has_no_draw(request, ranked) else ranked
