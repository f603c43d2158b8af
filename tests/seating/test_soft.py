"""By standing, softly: the dial, and the laws of any draw."""

from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seating.chance import Chance
from seating.draws import blocks, soft
from seating.model import Impossible, Request, Round, Wishes
from seating.sizes import layout
from seating.wishes import broken_wishes
from tests.seating.requests import excess, laid_out, requests


@settings(deadline=None, max_examples=60)
@given(requests(most_rounds=1), st.integers(0, 100))
def test_laws(request: Request, dial: int) -> None:
    request = replace(request, dial=dial, standing=request.entries[::-1][3:])
    tables = laid_out(request)
    try:
        drawn = soft.draw(request, tables, Chance(1))
    except Impossible:
        assert request.wishes != Wishes()
        return
    (played,) = drawn.rounds
    seated = [entry for table in played.tables for entry in table]
    assert sorted([*seated, *played.out]) == sorted(request.entries)
    assert sorted(len(table) for table in played.tables) == sorted(tables.sizes)
    assert not any(wish.hard for wish in broken_wishes(played, request.wishes))
    assert drawn == soft.draw(request, tables, Chance(1))


def spread(rounds: Iterable[Round]) -> int:
    return sum(max(table) - min(table) for played in rounds for table in played.tables)


def event(dial: int, rounds: int = 6) -> tuple[Round, ...]:
    entries = tuple(range(40))
    history: tuple[Round, ...] = ()
    for _round in range(rounds):
        request = Request(
            entries=entries, size=4, standing=entries, dial=dial, history=history, steps=300_000
        )
        history += soft.draw(request, layout(40, 4, "up"), Chance(1)).rounds
    return history


def test_the_dial_goes_from_strict_blocks_to_no_repeats() -> None:
    strict, middle, free = event(0), event(50), event(100)
    assert [table for table in strict[5].tables if max(table) - min(table) == 3] == [
        *strict[5].tables
    ]
    assert excess(strict) > 4 * excess(middle) > 4 * excess(free)
    assert excess(event(100, rounds=3)) == 0
    assert spread(strict) < spread(middle)


def test_dial_0_is_blocks() -> None:
    request = Request(entries=tuple(range(9)), size=4, standing=tuple(range(9)), dial=0)
    tables = layout(9, 4, "up")
    assert soft.draw(request, tables, Chance(1)) == blocks.draw(request, tables, Chance(1))


def test_only_one_round() -> None:
    request = Request(entries=tuple(range(8)), size=4, rounds=2)
    with pytest.raises(Impossible, match="only the next round"):
        soft.draw(request, layout(8, 4, "up"), Chance(1))
