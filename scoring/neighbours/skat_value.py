"""What a game of Skat is worth: base times levels, or the fixed value of a Null.

Sources: the bases, the Null games and that each level is one more: preisskat.org; the levels in
their order: isar-interaktiv.com, Skat reizen.
"""

from collections.abc import Iterator
from typing import NamedTuple

from scoring.words import _

NULL, GRAND = "null", "grand"

BASES = {"clubs": 12, "spades": 11, "hearts": 10, "diamonds": 9, GRAND: 24}

NULL_VALUES = {(False, False): 23, (True, False): 35, (False, True): 46, (True, True): 59}
"""By whether it is played from the hand, and whether with open cards."""

MOST_TOPS = {GRAND: 4}
"""A grand has four trumps; a suit has eleven."""
SUIT_TRUMPS = 11

NOTHING = "nothing"
ANNOUNCED = {NOTHING: 0, "schneider": 1, "schwarz": 2, "ouvert": 3}
"""What is announced; the later one includes the earlier ones."""

LOWEST_BID, HIGHEST_BID = 18, 264


class Level(NamedTuple):
    """One step of the counting: its code, and the words in which `number` is what is reached."""

    code: str
    text: str


HAND = Level("hand", _("Played from the hand: %(number)s."))
SCHNEIDER = Level("schneider", _("Schneider: %(number)s."))
SCHNEIDER_SAID = Level("schneider_announced", _("Schneider announced: %(number)s."))
SCHWARZ = Level("schwarz", _("Schwarz, every trick: %(number)s."))
SCHWARZ_SAID = Level("schwarz_announced", _("Schwarz announced: %(number)s."))
OPEN = Level("ouvert", _("Ouvert, with open cards: %(number)s."))


def most_tops(contract: str) -> int:
    """How many tops a game can have, with or without: as many as it has trumps.

    >>> most_tops("grand"), most_tops("clubs")
    (4, 11)
    """
    return MOST_TOPS.get(contract, SUIT_TRUMPS)


def levels(tier: int, announced: str, *, is_hand: bool) -> Iterator[Level]:
    """The levels above tops and game, in the order in which they are counted.

    `tier`: 2 where a side is schneider, 3 where one has no trick. What was announced counts with
    all levels below it, whether it was reached or not.

    >>> [level.code for level in levels(1, "schneider", is_hand=True)]
    ['hand', 'schneider', 'schneider_announced']
    >>> len(list(levels(3, "ouvert", is_hand=True))), len(list(levels(3, "nothing", is_hand=False)))
    (6, 2)
    """
    said = ANNOUNCED[announced]
    if is_hand:
        yield HAND
    if tier >= 2 or said >= 1:
        yield SCHNEIDER
    if said >= 1:
        yield SCHNEIDER_SAID
    if tier == 3 or said >= 2:
        yield SCHWARZ
    if said >= 2:
        yield SCHWARZ_SAID
    if said == 3:
        yield OPEN


def next_multiple(base: int, bid: int) -> int:
    """What an overbid game costs before it is doubled: the least multiple of its base for the bid.

    >>> next_multiple(12, 30), next_multiple(9, 36)
    (36, 36)
    """
    return -(-bid // base) * base


def is_bid(number: int) -> bool:
    """Whether some game is worth exactly so much, so that it can be bid.

    >>> [number for number in range(18, 31) if is_bid(number)]
    [18, 20, 22, 23, 24, 27, 30]
    """
    return number in NULL_VALUES.values() or any(
        number % base == 0 and number >= 2 * base for base in BASES.values()
    )


def bids_around(number: int) -> tuple[int, int]:
    """The bids next to a number between the lowest and the highest that is none.

    >>> bids_around(19), bids_around(25)
    ((18, 20), (24, 27))
    """
    below = next(bid for bid in range(number - 1, 0, -1) if is_bid(bid))
    return below, next(bid for bid in range(number + 1, HIGHEST_BID + 1) if is_bid(bid))
