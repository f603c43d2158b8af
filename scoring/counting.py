"""Counting a pile of cards by ranks, and the over/under call that players shout.

Source: Rob's three-handed page (robreid.com, Schafskopf), “Talleying the Score”: two cards of
each rank are 60 points, half the pack; a rank of which a side has more or fewer than two is
called, and the points are 60 and what the called cards add or take.
"""

from collections.abc import Mapping
from typing import NamedTuple

from scoring.cards import ALL_POINTS
from scoring.errors import HandProblem
from scoring.words import Word, _

USUAL = 2
"""So many of each rank are half the points; only what differs is called."""
MOST = 4


class Rank(NamedTuple):
    """A rank that has card points: the name it is asked by, its words, and what a card is worth.

    `calls`: by how many were taken how the table calls it.
    """

    name: str
    label: str
    points: int
    calls: Mapping[int, str]


RANKS = (
    Rank(
        "aces",
        _("Aces"),
        11,
        {0: _("double-under-ace"), 1: _("under-ace"), 3: _("over-ace"), 4: _("double-over-ace")},
    ),
    Rank(
        "tens",
        _("Tens"),
        10,
        {0: _("double-under-ten"), 1: _("under-ten"), 3: _("over-ten"), 4: _("double-over-ten")},
    ),
    Rank(
        "kings",
        _("Kings"),
        4,
        {
            0: _("double-under-king"),
            1: _("under-king"),
            3: _("over-king"),
            4: _("double-over-king"),
        },
    ),
    Rank(
        "queens",
        _("Queens"),
        3,
        {
            0: _("double-under-queen"),
            1: _("under-queen"),
            3: _("over-queen"),
            4: _("double-over-queen"),
        },
    ),
    Rank(
        "jacks",
        _("Jacks"),
        2,
        {
            0: _("double-under-jack"),
            1: _("under-jack"),
            3: _("over-jack"),
            4: _("double-over-jack"),
        },
    ),
)


class Count(NamedTuple):
    """What a side took: its card points, those of the other side, and how the table calls it."""

    points: int
    others: int
    call: tuple[str, ...]


def count_cards(*, aces: int, tens: int, kings: int, queens: int, jacks: int) -> Count:
    """The card points of so many cards of each rank; raises HandProblem outside 0 to 4.

    >>> count = count_cards(aces=3, tens=2, kings=1, queens=2, jacks=0)
    >>> count.points, count.others
    (63, 57)
    >>> list(count.call)
    ['over-ace', 'under-king', 'double-under-jack']
    >>> count_cards(aces=2, tens=2, kings=2, queens=2, jacks=2).call
    ('even',)
    """
    taken = list(zip(RANKS, (aces, tens, kings, queens, jacks), strict=True))
    for rank, number in taken:
        if not 0 <= number <= MOST:
            raise HandProblem(
                "out_of_range",
                rank.name,
                _("%(label)s: only %(low)s to %(high)s is possible."),
                label=Word(rank.label),
                low=0,
                high=MOST,
            )
    points = sum(number * rank.points for rank, number in taken)
    called = tuple(rank.calls[number] for rank, number in taken if number != USUAL)
    # Translators: a pile with two cards of each rank, neither over nor under
    return Count(points, ALL_POINTS - points, called or (_("even"),))
