"""Requests for property tests: small fields with wishes and rounds before."""

from itertools import combinations

from hypothesis import strategies as st

from seating.chance import Chance
from seating.model import Impossible, Request, Round, Wishes
from seating.sizes import Layout, layout


def laid_out(request: Request) -> Layout | None:
    """The layout of the request's rounds, None where there is none."""
    try:
        return layout(len(request.entries), request.size, request.odd)
    except Impossible:
        return None


@st.composite
def requests(draw, most_rounds=4, wishes=True, history=True):
    """Any request that has a layout; wishes of all kinds, each kept by itself."""
    size = draw(st.integers(2, 5))
    count = draw(st.integers(2 * size, 24))
    odd = draw(st.sampled_from(("up", "down", "bye")))
    entries = tuple(sorted(draw(st.sets(st.integers(1, 60), min_size=count, max_size=count))))
    request = Request(
        entries=entries,
        size=size,
        odd=odd,
        rounds=draw(st.integers(1, most_rounds)),
        steps=draw(st.sampled_from((0, 500, 20_000))),
        seed=draw(st.integers(0, 9)),
    )
    tables = laid_out(request)
    if tables is None:
        request = Request(**{**vars(request), "odd": "bye"})
        tables = laid_out(request)
    if history:
        before = tuple(
            before_round(entries, tables, Chance(seed))
            for seed in draw(st.lists(st.integers(0, 99), max_size=2))
        )
        request = Request(**{**vars(request), "history": before})
    if wishes and draw(st.booleans()):
        request = Request(
            **{**vars(request), "wishes": draw(some_wishes(entries, len(tables.sizes)))}
        )
    return request


def before_round(entries, tables, chance) -> Round:
    """A round by chance, with somebody who is gone today."""
    order = iter(chance.shuffled([*entries[1:], 99]))
    seated = tuple(tuple(next(order) for _seat in range(size)) for size in tables.sizes)
    return Round(seated, tuple(sorted(order)))


@st.composite
def some_wishes(draw, entries, tables):
    """One wish of each kind about different entries, or about none."""
    order = draw(st.permutations(entries))
    pairs = [tuple(sorted(order[at : at + 2])) for at in range(0, 4, 2)]
    pinned = [entry for entry in entries if entry not in {e for two in pairs for e in two}][:2]
    team = frozenset(draw(st.sets(st.sampled_from(entries), max_size=3)))
    near = combinations(entries[:3], 2)
    return Wishes(
        apart=frozenset(pairs[:1]),
        groups=(team,) if not team.intersection(*pairs[1:]) else (),
        rather_not=frozenset(near),
        together=frozenset(pairs[1:]) if draw(st.booleans()) else frozenset(),
        tables={entry: draw(st.integers(0, tables - 1)) for entry in pinned[:1]},
        seats={entry: draw(st.integers(0, 1)) for entry in pinned},
        house=frozenset(entries[-1:]) if draw(st.booleans()) else frozenset(),
    )


def excess(rounds, history=()) -> int:
    """How many meetings of the rounds are of two who have met before."""
    met = {two for done in history for two in done.pairs()}
    again = 0
    for done in rounds:
        for two in done.pairs():
            again += two in met
            met.add(two)
    return again
