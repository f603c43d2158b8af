"""Counting a pile of cards by ranks, and the over/under call that players shout.

Source: Rob's three-handed page (robreid.com, Schafskopf), “Talleying the Score”: two cards of
each rank are 60 points, half the pack; a rank of which a side has more or fewer than two is
called, and the points are 60 and what the called cards add or take.
"""

from typing import NamedTuple

from scoring.cards import ALL_POINTS
from scoring.errors import HandProblem
from scoring.words import Sentence, Word, _

USUAL = 2
"""So many of each rank are half the points; only what differs is called."""
MOST = 4


class Rank(NamedTuple):
    """A rank that has card points: the name it is asked by, its words, and what a card is worth."""

    name: str
    label: str
    called: str
    points: int


RANKS = (
    Rank("aces", _("Aces"), _("ace"), 11),
    Rank("tens", _("Tens"), _("ten"), 10),
    Rank("kings", _("Kings"), _("king"), 4),
    Rank("queens", _("Queens"), _("queen"), 3),
    Rank("jacks", _("Jacks"), _("jack"), 2),
)

CALLS = {
    0: _("double-under-%(rank)s"),
    1: _("under-%(rank)s"),
    3: _("over-%(rank)s"),
    4: _("double-over-%(rank)s"),
}


class Count(NamedTuple):
    """What a side took: its card points, those of the other side, and how the table calls it."""

    points: int
    others: int
    call: tuple[Sentence, ...]


def count_cards(*, aces: int, tens: int, kings: int, queens: int, jacks: int) -> Count:
    """The card points of so many cards of each rank; raises HandProblem outside 0 to 4.

    >>> count = count_cards(aces=3, tens=2, kings=1, queens=2, jacks=0)
    >>> count.points, count.others
    (63, 57)
    >>> [str(part) for part in count.call]
    ['over-ace', 'under-king', 'double-under-jack']
    >>> [str(part) for part in count_cards(aces=2, tens=2, kings=2, queens=2, jacks=2).call]
    ['even']
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
    called = tuple(
        Sentence(CALLS[number], rank=Word(rank.called)) for rank, number in taken if number != USUAL
    )
    return Count(points, ALL_POINTS - points, called or (Sentence(_("even")),))
