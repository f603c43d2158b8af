"""Bounds: what is known of small fields, and that no draw goes below them."""

from collections.abc import Iterable
from itertools import permutations

import pytest
from hypothesis import given, settings

from seating.bounds import known_repeats, least_repeats
from seating.chance import Chance
from seating.draws import by_history
from seating.model import Request, Round
from tests.seating.requests import excess, laid_out, requests


@pytest.mark.parametrize(
    ("sizes", "rounds", "least"),
    [
        ((4, 4, 4), 2, 3),
        ((4, 4, 4), 6, 42),
        ((4, 4, 4, 4), 5, 0),
        ((4, 4, 4, 4), 8, 72),
        ((4, 4, 4, 5), 4, 3),
        ((4, 4, 5, 5), 4, 6),
        ((5, 5, 5, 5), 4, 12),
        ((4,) * 10, 8, 0),
        ((3, 3, 3, 3), 8, 30),
        ((5, 5, 5, 5, 6), 4, 3),
    ],
)
def test_bounds_of_small_fields(sizes: tuple[int, ...], rounds: int, least: int) -> None:
    assert least_repeats([sizes] * rounds, range(sum(sizes))).repeats == least


def test_who_sits_out_meets_nobody() -> None:
    assert least_repeats([(4, 4, 4)] * 2, range(12)).repeats == 3
    assert least_repeats([(4, 4, 4)] * 2, range(14)).repeats == 1


def test_the_words_name_the_reason() -> None:
    assert "too few tables" in str(least_repeats([(4, 4, 4)] * 2, range(12)).words)
    assert "after round 7" in str(least_repeats([(4,) * 6] * 8, range(24)).words)
    assert "nobody has to" in str(least_repeats([(2, 2)], range(4)).words).lower()
    met = [Round(((1, 2), (3, 4))), Round(((1, 3), (2, 4)))]
    assert least_repeats([(2, 2)] * 2, (1, 2, 3, 4), met).repeats == 2


def test_known() -> None:
    assert known_repeats([(4,) * 5] * 5, 20) == 0
    assert known_repeats([(4,) * 5] * 7, 20) is None
    assert known_repeats([(4, 4, 5)] * 2, 13) is None


@pytest.mark.parametrize(("count", "sizes"), [(4, (2, 2)), (5, (2, 3)), (5, (2, 2)), (6, (3, 3))])
def test_the_best_of_all_second_rounds_is_not_below(count: int, sizes: tuple[int, int]) -> None:
    def played(order: Iterable[int]) -> Round:
        seats = iter(order)
        return Round(tuple(tuple(next(seats) for _seat in range(size)) for size in sizes))

    first = played(range(count))
    best = min(excess([first, played(order)]) for order in permutations(range(count)))
    assert least_repeats([sizes] * 2, range(count)).repeats <= best
    assert least_repeats([sizes], range(count), [first]).repeats <= best


@settings(deadline=None, max_examples=60)
@given(requests(wishes=False, most_rounds=6))
def test_never_above_a_found_result(request: Request) -> None:
    tables = laid_out(request)
    drawn = by_history.draw(request, tables, Chance(request.seed))
    bound = least_repeats([tables.sizes] * request.rounds, request.entries, request.history)
    assert bound.repeats <= excess(drawn.rounds, request.history)
    assert str(bound.words)
