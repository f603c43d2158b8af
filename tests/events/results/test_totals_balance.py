"""Totals that do not come to nothing: whatever cause is named would make them do so."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from tournaments.events.results.queries.totals import (
    Cause,
    balance_problem,
    likely_causes,
    match_problem,
)

TOTALS = st.lists(st.integers(-999, 999), min_size=2, max_size=7)
NAMES = ["Anna", "Ben", "Cora", "Dirk", "Eva", "Finn", "Greta"]


def mended(points: list[int | None], cause: Cause) -> list[int]:
    """The totals after the change that a cause names; one entry of a hand may be anybody's."""
    if cause.side is None:
        return [(points[0] or 0) + cause.value, *(number or 0 for number in points[1:])]
    return [
        cause.value if side == cause.side else number or 0 for side, number in enumerate(points)
    ]


def even(drawn: list[int]) -> list[int]:
    return [*drawn[:-1], -sum(drawn[:-1])]


@given(TOTALS, st.data())
def test_a_named_cause_always_makes_the_totals_come_out_even(
    drawn: list[int], data: st.DataObject
) -> None:
    points: list[int | None] = list(drawn)
    if data.draw(st.booleans()):
        points[data.draw(st.integers(0, len(points) - 1))] = None
    for cause in likely_causes(points):
        assert sum(mended(points, cause)) == 0
        if cause.side is not None:
            assert points[cause.side] != cause.value


@given(TOTALS)
def test_nothing_is_said_of_totals_that_come_to_nothing(drawn: list[int]) -> None:
    points = even(drawn)
    assert likely_causes(points) == []
    assert balance_problem(points, NAMES[: len(points)]) == ""


@given(TOTALS, st.data())
def test_a_wrong_sign_is_found(drawn: list[int], data: st.DataObject) -> None:
    right = even(drawn)
    side = data.draw(st.integers(0, len(right) - 1))
    assume(right[side])
    wrong = [-number if i == side else number for i, number in enumerate(right)]
    assert Cause("sign", side, right[side]) in likely_causes(wrong)


@given(TOTALS, st.data())
def test_swapped_digits_are_found(drawn: list[int], data: st.DataObject) -> None:
    right = even(drawn)
    side = data.draw(st.integers(0, len(right) - 1))
    digits = list(str(abs(right[side])))
    assume(len(digits) > 1 and digits[0] != digits[-1] and digits[-1] != "0")
    digits[0], digits[-1] = digits[-1], digits[0]
    wrong = list(right)
    wrong[side] = int("".join(digits)) * (-1 if right[side] < 0 else 1)
    assert Cause("swapped", side, right[side]) in likely_causes(wrong)


@given(TOTALS, st.data())
def test_an_empty_box_is_told_what_it_must_be(drawn: list[int], data: st.DataObject) -> None:
    right = even(drawn)
    side = data.draw(st.integers(0, len(right) - 1))
    points = [None if i == side else number for i, number in enumerate(right)]
    assert likely_causes(points) == [Cause("empty", side, right[side])]
    assert NAMES[side] in balance_problem(points, NAMES[: len(points)])


def test_the_sentences_name_people_and_figures() -> None:
    assert balance_problem([14, 8, -10, 16], NAMES[:4]) == (
        "The totals are 28 too many. Anna: 14 may be −14 (wrong sign)."
    )
    assert balance_problem([36, -40, -23, 0], NAMES[:4]) == (
        "The totals are 27 too few. Anna: 36 may be 63 (digits swapped)."
    )
    assert balance_problem([10, -7, -5, 5], NAMES[:4]) == (
        "The totals are 3 too many. Look for a hand in which a 3 is missing or stands twice."
    )
    assert "or a 2 has the wrong sign" in balance_problem([10, -7, -5, 6], NAMES[:4])
    assert balance_problem([901, 0, 0, 0], NAMES[:4]) == (
        "The totals are 901 too many. Compare each total with the paper."
    )
    assert balance_problem([4, None, None, -4], NAMES[:4]) == "Totals missing: Ben, Cora."


def test_a_match_is_won_by_those_with_more_strokes() -> None:
    pairs = ["Anna + Cora", "Ben + Dirk"]
    assert match_problem([12, 7], [1, 0], pairs, due=1) == ""
    assert match_problem([9, 7], [0, 0], pairs, due=1) == ""
    assert "Ben + Dirk: game won, strokes 7 : 12" in match_problem([12, 7], [0, 1], pairs, due=1)
    assert "3 games on the sheet, and 2" in match_problem([30, 20], [2, 1], pairs, due=2)
    assert match_problem([30, 31], [2, 1], pairs, due=3) == ""
