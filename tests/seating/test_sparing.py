"""A table with a fixed place is no odd one, however the round is drawn."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seating.chance import Chance
from seating.constraints import Constraints
from seating.model import Request, Round, Wishes
from seating.plan import DRAWS, plan
from seating.repair import redraw

WAYS = sorted(set(DRAWS) - {"import", "movement", "swiss", "berger"})
"""All that can have an odd table."""
BLIND = {"random", "manual"}
"""Ways that look at no wish: whoever sits at the fixed place, its table is spared."""


@st.composite
def rounds_with_wheelchairs(draw: st.DrawFn, most: int = 2) -> Request:
    """A field with odd tables, and one or two fixed places for which there are enough others."""
    size, odd = draw(st.integers(3, 5)), draw(st.sampled_from(("up", "down")))
    tables = draw(st.integers(most + 2, 6))
    rest = draw(st.integers(1, min(tables - most - 1, size - 1)))
    count = tables * size + (rest if odd == "up" else -rest)
    entries = tuple(range(1, count + 1))
    numbers = st.lists(st.integers(0, tables - 1), min_size=1, max_size=most, unique=True)
    wheelchairs = {draw(st.sampled_from(entries)): at for at in draw(numbers)}
    chance = Chance(draw(st.integers(0, 99)))
    history: tuple[Round, ...] = ()
    if draw(st.booleans()):
        history = plan(Request(entries=entries, size=size, odd=odd, draw="random")).rounds
    return Request(
        entries=entries,
        size=size,
        odd=odd,
        steps=500,
        seed=draw(st.integers(0, 99)),
        history=history,
        standing=tuple(chance.shuffled(entries)) if history else (),
        winners=frozenset(entries[::2]) if history else frozenset(),
        wishes=Wishes(tables=wheelchairs),
    )


@pytest.mark.parametrize("way", WAYS)
@settings(max_examples=25, deadline=None)
@given(request_=rounds_with_wheelchairs())
def test_no_way_of_drawing_makes_a_table_with_a_fixed_place_an_odd_one(
    way: str, request_: Request
) -> None:
    found = plan(replace(request_, draw=way))
    (drawn,) = found.rounds
    for entry, table in request_.wishes.tables.items():
        assert len(drawn.tables[table]) == request_.size
        assert way in BLIND or entry in drawn.tables[table]
    assert not any("fixed place" in str(words) for words in found.report.notes)


@settings(max_examples=25, deadline=None)
@given(request_=rounds_with_wheelchairs())
def test_what_is_drawn_anew_spares_it_too(request_: Request) -> None:
    constraints = Constraints(size=request_.size, odd=request_.odd, wishes=request_.wishes)
    before = plan(replace(request_, draw="random")).rounds[0]
    after = redraw(before, request_.entries, constraints, Chance(1)).round
    for entry, table in request_.wishes.tables.items():
        assert entry in after.tables[table]
        assert len(after.tables[table]) == request_.size


@pytest.mark.parametrize("way", sorted(set(WAYS) - BLIND))
def test_where_every_table_has_a_fixed_place_the_draw_says_which_is_odd(way: str) -> None:
    wishes = Wishes(tables={1: 0, 2: 1, 3: 2})
    request = Request(
        entries=tuple(range(1, 14)),
        size=4,
        draw=way,
        steps=500,
        wishes=wishes,
        standing=tuple(range(1, 14)),
    )
    found = plan(request)
    (drawn,) = found.rounds
    (long,) = (number for number, table in enumerate(drawn.tables) if len(table) == 5)
    said = f"{long + 1} has a fixed place at table {long + 1}, which has 5 seats this time"
    assert [str(words) for words in found.report.notes if said in str(words)]


def test_five_who_belong_to_one_table_have_the_long_one() -> None:
    wishes = Wishes(tables={**dict.fromkeys((1, 2, 3, 4, 5), 0), 6: 2})
    drawn = plan(Request(entries=tuple(range(1, 14)), size=4, draw="history", wishes=wishes))
    assert [len(table) for table in drawn.rounds[0].tables] == [5, 4, 4]
