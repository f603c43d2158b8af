"""Settling: everybody comes to zero, and no way with fewer payments exists."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.payments import MOST_BALANCES, fewest_payments


def zero_sums(most: int, size: int) -> st.SearchStrategy[list[int]]:
    """Totals that sum to zero: the last one balances the others."""
    drawn = st.lists(st.integers(-size, size), max_size=most - 1)
    return drawn.map(lambda totals: [*totals, -sum(totals)])


def partitions(members: list[int]) -> Iterator[list[list[int]]]:
    """Every way to divide the members into groups."""
    if not members:
        yield []
        return
    first, rest = members[0], members[1:]
    for smaller in partitions(rest):
        yield [[first], *smaller]
        for place, group in enumerate(smaller):
            yield [*smaller[:place], [first, *group], *smaller[place + 1 :]]


def fewest_by_trying(totals: list[int]) -> int:
    """The fewest payments, from every division into groups that sum to zero.

    The people whom payments connect sum to zero, and to connect n takes n − 1 of them.
    """
    balances = [total for total in totals if total]
    return min(
        sum(len(group) - 1 for group in groups)
        for groups in partitions(balances)
        if all(sum(group) == 0 for group in groups)
    )


@given(zero_sums(most=MOST_BALANCES, size=60))
def test_everybody_comes_to_zero_and_nobody_pays_and_is_paid(totals: list[int]) -> None:
    payments = fewest_payments(totals)
    left = list(totals)
    for payment in payments:
        assert payment.points > 0
        assert totals[payment.payer] < 0 < totals[payment.payee]
        left[payment.payer] += payment.points
        left[payment.payee] -= payment.points
    assert not any(left)
    points = [payment.points for payment in payments]
    assert points == sorted(points, reverse=True)


@given(zero_sums(most=6, size=4))
def test_there_is_no_shorter_way(totals: list[int]) -> None:
    assert len(fewest_payments(totals)) == fewest_by_trying(totals)


def test_paying_the_largest_first_would_take_one_more() -> None:
    assert fewest_payments([5, -3, -2, 4, -4]) == [(4, 3, 4), (1, 0, 3), (2, 0, 2)]


@pytest.mark.parametrize("totals", [[], [0], [0, 0, 0]])
def test_nothing_to_settle(totals: list[int]) -> None:
    assert fewest_payments(totals) == []


def test_totals_that_do_not_sum_to_zero_are_refused() -> None:
    with pytest.raises(ValueError, match="must sum to zero; they sum to -3"):
        fewest_payments([1, -4])


def test_too_many_people_are_refused() -> None:
    with pytest.raises(ValueError, match="At most 13 people"):
        fewest_payments([1, -1] * 7)
    assert len(fewest_payments([1, -1] * 6 + [0] * 40)) == 6
