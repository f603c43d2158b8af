"""What fairness costs at least: against every pair of rounds of tiny fields, and against draws."""

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations, product

import pytest
from hypothesis import given, settings

from seating.bounds_when_fair import fair_repeats, in_common
from seating.chance import Chance
from seating.draws import by_history, random_draw, schedule
from seating.fairness import Burdens
from seating.model import Impossible, Request, Round
from seating.sizes import Layout, layout
from tests.seating.requests import excess, laid_out, requests

TINY = [(4, 2, "up"), (5, 2, "up"), (7, 3, "up"), (5, 3, "down"), (5, 2, "bye"), (6, 3, "up")]


def all_rounds(count: int, tables: Layout) -> list[Round]:
    """Every way to seat them, whatever the seats."""
    seen = set()
    for order in permutations(range(count)):
        seats = iter(order)
        seated = tuple(tuple(sorted(next(seats) for _s in range(n))) for n in tables.sizes)
        seen.add(Round(tuple(sorted(seated, key=lambda t: (len(t), t))), tuple(sorted(seats))))
    return sorted(seen)


def is_shared(rounds: Sequence[Round], size: int) -> bool:
    """Nobody is at an odd table twice before everybody was once."""
    odd = Burdens(size, rounds).odd
    times = [odd[entry] for entry in range(sum(map(len, rounds[0].tables)) + len(rounds[0].out))]
    return max(times) - min(times) <= 1


def common(rounds: Iterable[Round]) -> int:
    """The meetings that any two of the rounds have in common."""
    both = [(set(one.pairs()), set(other.pairs())) for one, other in combinations(rounds, 2)]
    return sum(len(one & other) for one, other in both)


@pytest.mark.parametrize(("count", "size", "odd"), TINY)
def test_two_rounds_of_tiny_fields_one_by_one(count: int, size: int, odd: str) -> None:
    tables = layout(count, size, odd)
    first, *_others = every = all_rounds(count, tables)
    uneven = not tables.out and any(each != size for each in tables.sizes)
    fair = [each for each in every if not uneven or is_shared([first, each], size)]
    least = min(common([first, each]) for each in fair)
    request = Request(entries=tuple(range(count)), size=size, odd=odd, rounds=2)
    assert in_common(request, tables) <= least
    if uneven:
        assert in_common(request, tables) == least
    after = Request(entries=tuple(range(count)), size=size, odd=odd, history=(first,))
    assert in_common(after, tables) <= least


@pytest.mark.parametrize(("count", "size", "odd"), [(5, 2, "up"), (5, 3, "down"), (6, 3, "up")])
def test_three_rounds_of_tiny_fields_one_by_one(count: int, size: int, odd: str) -> None:
    tables = layout(count, size, odd)
    first, *_others = every = all_rounds(count, tables)
    rounds = [(first, *two) for two in product(every, repeat=2)]
    uneven = any(each != size for each in tables.sizes)
    least = min(common(each) for each in rounds if not uneven or is_shared(each, size))
    assert in_common(Request(entries=tuple(range(count)), size=size, rounds=3), tables) <= least


@settings(deadline=None, max_examples=150)
@given(requests(most_rounds=6))
def test_never_above_a_draw_that_is_as_fair(request: Request) -> None:
    tables = laid_out(request)
    for way in (by_history, schedule, random_draw):
        try:
            drawn = way.draw(request, tables, Chance(request.seed)).rounds
        except Impossible:
            continue
        bound = fair_repeats(request, tables, drawn)
        assert bound.repeats <= excess(drawn, request.history)
        assert str(bound.words)


@pytest.mark.parametrize(
    ("count", "size", "rounds", "repeats"),
    [
        *((17, 4, 2, 4), (17, 4, 3, 12), (18, 4, 2, 8), (19, 4, 3, 12), (21, 4, 4, 12)),
        *((26, 5, 3, 12), (29, 5, 3, 15), (12, 4, 4, 18), (20, 5, 4, 24)),
    ],
)
def test_the_search_stops_at_what_nobody_undercuts(
    count: int, size: int, rounds: int, repeats: int
) -> None:
    request = Request(entries=tuple(range(count)), size=size, rounds=rounds)
    tables = layout(count, size, "up")
    drawn = schedule.draw(request, tables, Chance(1))
    assert excess(drawn.rounds) == repeats
    assert fair_repeats(request, tables, drawn.rounds).repeats == repeats
    assert drawn.steps < 3_000_000


def test_a_draw_that_is_not_fair_has_no_such_bound() -> None:
    request = Request(entries=tuple(range(17)), size=4, rounds=2)
    tables = layout(17, 4, "up")
    same = [Round(((0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11), (12, 13, 14, 15, 16)))] * 2
    assert fair_repeats(request, tables, same).repeats == 0
    assert fair_repeats(request, tables, same[:1]).repeats == 0
    fewest = Request(entries=request.entries, size=4, rounds=2, only_repeats=True)
    drawn = schedule.draw(request, tables, Chance(1)).rounds
    assert fair_repeats(fewest, tables, drawn).repeats == 0
    assert fair_repeats(request, tables, drawn).repeats == 4


def test_the_next_round_after_one_with_a_long_table() -> None:
    first = Round(((0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11), (12, 13, 14, 15, 16)))
    request = Request(entries=tuple(range(17)), size=4, history=(first,))
    assert in_common(request, layout(17, 4, "up")) == 4
    without = Request(entries=tuple(range(16)), size=4, history=(first,))
    assert in_common(without, layout(16, 4, "up")) == 0
