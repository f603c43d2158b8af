"""Requests for property tests: small fields with wishes and rounds before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations

from hypothesis import strategies as st

from seating.chance import Chance
from seating.model import Impossible, Request, Round, Wishes
from seating.sizes import Layout, layout


def laid_out(request: Request) -> Layout:
    """The layout of the request's rounds."""
    return layout(len(request.entries), request.size, request.odd)


@st.composite
def requests(
    draw: st.DrawFn, most_rounds: int = 4, wishes: bool = True, history: bool = True
) -> Request:
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
    try:
        tables = laid_out(request)
    except Impossible:
        request = replace(request, odd="bye")
        tables = laid_out(request)
    if history:
        before = tuple(
            before_round(entries, tables, Chance(seed))
            for seed in draw(st.lists(st.integers(0, 99), max_size=2))
        )
        request = replace(request, history=before)
    if wishes and draw(st.booleans()):
        request = replace(request, wishes=draw(some_wishes(entries, len(tables.sizes))))
    return request


def before_round(entries: Sequence[int], tables: Layout, chance: Chance) -> Round:
    """A round by chance, with somebody who is gone today."""
    order = iter(chance.shuffled([*entries[1:], 99]))
    seated = tuple(tuple(next(order) for _seat in range(size)) for size in tables.sizes)
    return Round(seated, tuple(sorted(order)))


@st.composite
def some_wishes(draw: st.DrawFn, entries: Sequence[int], tables: int) -> Wishes:
    """One wish of each kind about different entries, or about none."""
    order = draw(st.permutations(entries))
    pairs = [(min(two), max(two)) for two in (order[:2], order[2:4])]
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


def excess(rounds: Iterable[Round], history: Iterable[Round] = ()) -> int:
    """How many meetings of the rounds are of two who have met before."""
    met = {two for done in history for two in done.pairs()}
    again = 0
    for done in rounds:
        for two in done.pairs():
            again += two in met
            met.add(two)
    return again
