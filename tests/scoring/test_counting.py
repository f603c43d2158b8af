"""Counting by ranks: the founding example, and every pile that a side can have."""

from __future__ import annotations

from itertools import product

import pytest

from scoring import HandProblem
from scoring.counting import RANKS, count_cards

NAMES = [rank.name for rank in RANKS]


def called(**counts: int) -> str:
    return ", ".join(count_cards(**counts).call)


def turned(call: str) -> str:
    """Over for under, and under for over."""
    return call.replace("over", "x").replace("under", "over").replace("x", "under")


def test_the_example_of_the_source() -> None:
    count = count_cards(aces=3, tens=2, kings=1, queens=2, jacks=0)
    assert count.points == 60 + 11 - 4 - 4
    assert count.others == 57
    assert count.call == ("over-ace", "under-king", "double-under-jack")


@pytest.mark.parametrize(
    ("counts", "points", "call"),
    [
        ((2, 2, 2, 2, 2), 60, "even"),
        ((4, 4, 4, 4, 4), 120, ", ".join(rank.calls[4] for rank in RANKS)),
        ((0, 0, 0, 0, 0), 0, ", ".join(rank.calls[0] for rank in RANKS)),
        ((2, 2, 2, 3, 2), 63, "over-queen"),
        ((2, 4, 2, 2, 2), 80, "double-over-ten"),
        ((2, 2, 0, 2, 2), 52, "double-under-king"),
    ],
)
def test_calls(counts: tuple[int, ...], points: int, call: str) -> None:
    taken = dict(zip(NAMES, counts, strict=True))
    assert count_cards(**taken).points == points
    assert called(**taken) == call


def test_every_pile_and_its_rest() -> None:
    for counts in product(range(5), repeat=5):
        ours = count_cards(**dict(zip(NAMES, counts, strict=True)))
        theirs = count_cards(**{name: 4 - n for name, n in zip(NAMES, counts, strict=True)})
        assert ours.points == 60 + sum(
            (number - 2) * rank.points for rank, number in zip(RANKS, counts, strict=True)
        )
        assert (ours.points, ours.others) == (theirs.others, theirs.points)
        assert ours.points + ours.others == 120
        assert len(ours.call) == max(1, sum(number != 2 for number in counts))
        assert [turned(str(part)) for part in ours.call] == [str(part) for part in theirs.call]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("number", [-1, 5])
def test_a_pack_has_four_of_each(name: str, number: int) -> None:
    with pytest.raises(HandProblem) as refused:
        count_cards(**(dict.fromkeys(NAMES, 2) | {name: number}))
    assert (refused.value.code, refused.value.field) == ("out_of_range", name)
    assert "only 0 to 4 is possible" in str(refused.value)
