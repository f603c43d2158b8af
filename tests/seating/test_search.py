"""The search: costs, what it may not do, and that it can be done again."""

from __future__ import annotations

from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seating.chance import Chance
from seating.model import Request, Round
from seating.search import Budget, State, fair_start, improve, pose
from seating.search import find as find_module
from seating.search.finish import in_good_order
from seating.search.known import parts
from seating.search.puzzle import Puzzle
from seating.search.rows import Rows
from seating.search.samples import Samples
from seating.search.start import Tables
from seating.sizes import layout
from tests.seating.requests import laid_out, requests


def posed(request: Request, seed: int = 1) -> tuple[Puzzle, list[Tables]]:
    puzzle = pose(request, laid_out(request))
    return puzzle, fair_start(puzzle, Chance(seed))


@settings(deadline=None, max_examples=60)
@given(requests(), st.integers(0, 99))
def test_changes_are_what_a_recount_says(request: Request, seed: int) -> None:
    puzzle, start = posed(request)
    rows, chance = Rows(puzzle, start), Chance(seed)
    for _move in range(12):
        r, one, other = chance.below(request.rounds), *two_places(puzzle, chance)
        if rows.table[r][one] == rows.table[r][other]:
            continue
        row = rows.row(r, one)
        change = rows.change(r, one, other)
        if rows.free[other]:
            assert row[other] == change
        rows.exchange(r, one, other, change)
        assert rows.cost == rows.recount()
    fresh = Rows(puzzle, rows.copy())
    assert (fresh.gain, fresh.own, fresh.cost) == (rows.gain, rows.own, rows.cost)


def two_places(puzzle: Puzzle, chance: Chance) -> tuple[int, int]:
    return chance.below(len(puzzle.entries)), chance.below(len(puzzle.entries))


@settings(deadline=None, max_examples=40)
@given(requests(), st.integers(0, 99))
def test_the_search_for_large_fields_knows_its_cost(request: Request, seed: int) -> None:
    puzzle, start = posed(request)
    samples = Samples(puzzle, start)
    before = samples.cost
    rounds, cost = samples.search(Chance(seed), Budget(30_000), 0)
    assert cost == samples.recount() == State(puzzle, rounds).cost <= before


@settings(deadline=None, max_examples=40)
@given(requests(), st.integers(0, 99))
def test_it_gets_no_worse_and_keeps_the_fixed_ones(request: Request, seed: int) -> None:
    puzzle, start = posed(request)
    rounds, cost = improve(puzzle, start, Chance(seed), Budget(request.steps or 0))
    assert cost == State(puzzle, rounds).cost <= State(puzzle, start).cost
    for before, after in zip(start, rounds, strict=True):
        assert [len(table) for table in after] == list(puzzle.sizes)
        for place in puzzle.frozen:
            assert [place in table for table in before] == [place in table for table in after]


@given(requests(wishes=False))
@settings(deadline=None, max_examples=60)
def test_a_start_is_fair(request: Request) -> None:
    puzzle, start = posed(request)
    state = State(puzzle, start)
    unfair = [sum(costs[:n]) for n, costs in zip(state.times, puzzle.fair, strict=True)]
    assert sum(unfair) == -puzzle.earned


@pytest.mark.parametrize("odd", ["up", "down", "bye"])
def test_the_clock_only_stops_what_can_be_done_again(odd: str) -> None:
    request = Request(entries=tuple(range(23)), size=4, rounds=6, odd=odd)
    ticks = count()
    braked = Budget(10**9, seconds=30, clock=lambda: next(ticks))
    puzzle, start = posed(request)
    stopped = improve(puzzle, start, Chance(5), braked)
    again = improve(puzzle, start, Chance(5), Budget(braked.spent))
    longer = improve(puzzle, start, Chance(5), Budget(braked.spent * 2))
    assert stopped == again
    assert longer[1] <= stopped[1]


def test_large_fields_are_searched_without_gains(monkeypatch: pytest.MonkeyPatch) -> None:
    request = Request(entries=tuple(range(203)), size=4, rounds=6)
    puzzle, start = posed(request)
    monkeypatch.setattr(find_module, "MANY_GAINS", 0)
    _rounds, cost = improve(puzzle, start, Chance(1), Budget(10**6))
    assert cost == 0


def test_the_search_reaches_what_is_known() -> None:
    for entries, size, rounds, least in ((16, 4, 4, 0), (25, 5, 4, 0), (20, 3, 6, 0)):
        request = Request(entries=tuple(range(entries)), size=size, rounds=rounds)
        puzzle = pose(request, layout(entries, size, "up"))
        start = fair_start(puzzle, Chance(1))
        assert improve(puzzle, start, Chance(1), Budget(20_000_000))[1] == least


def test_rounds_with_the_same_meetings_are_kept_apart() -> None:
    one, other = Round(((1, 2), (3, 4))), Round(((1, 3), (2, 4)))
    ordered = in_good_order([one, one, other], [one], [(), (), ()])
    assert ordered == [other, one, one] or ordered == [one, other, one]
    assert in_good_order([one, other], [one], [(), ()]) == [other, one]


def test_nobody_is_out_twice_before_everybody_once_if_an_order_does_it() -> None:
    rounds = [Round(((1, 2),), (3,)), Round(((2, 1),), (3,)), Round(((2, 3),), (1,))]
    rounds += [Round(((1, 3),), (2,))]
    ordered = in_good_order(rounds, (), [each.out for each in rounds])
    assert {each.out for each in ordered[:3]} == {(1,), (2,), (3,)}


def test_parts_are_given_so_that_wishes_are_kept() -> None:
    schedule = (((0, 1), (2, 3)), ((0, 2), (1, 3)))
    player, left = parts(schedule, (), {(0, 1): 5, (2, 3): 5}, (), Chance(1), Budget(10**6))
    part = {place: at for at, place in enumerate(player)}
    assert left == 0
    assert {part[0] + part[1], part[2] + part[3]} == {3}
