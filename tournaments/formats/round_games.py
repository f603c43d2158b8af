"""Rounds with a game of their own: another game, table size, number of hands, or weight."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple


class RoundGame(NamedTuple):
    """What differs in one round; "" and 0 are as everywhere else at the event.

    `factor`: by which what the round yields is multiplied, as it was typed, such as “1.5”.
    """

    ruleset: str = ""
    size: int = 0
    odd: str = ""
    hands: int = 0
    factor: str = ""

    @property
    def worth(self) -> Fraction:
        """The factor as a number; raises ValueError where it is none.

        >>> RoundGame(factor="1.5").worth, RoundGame().worth
        (Fraction(3, 2), Fraction(1, 1))
        """
        return Fraction((self.factor or "1").replace(",", "."))
