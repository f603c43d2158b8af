"""The contracts of Bavarian Schafkopf and the packs: who has a partner, how many trumps there are.

Trumps in a Rufspiel and in a solo are the four obers, the four unters and what is left of a suit:
14 in the long pack (32 cards), 12 in the short one (24, without sevens and eights). In a Wenz only
the unters are trumps, in a Geier only the obers: 4. A Farbwenz has the unters and the rest of a
suit, its ober included: 4 + 7 = 11, or 4 + 5 = 9 in the short pack; so has a Farbgeier. Nobody can
have more Laufende (runners) than there are trumps.
"""

from typing import NamedTuple

from scoring.outcome import Pile

RUFSPIEL, SOLO, WENZ = "rufspiel", "solo", "wenz"
GEIER, FARBWENZ, FARBGEIER = "geier", "farbwenz", "farbgeier"
BETTEL, BETTEL_OUVERT = "bettel", "bettel_ouvert"
HEART_SOLO = "heart_solo"
HOCHZEIT, RENONCE = "hochzeit", "renonce"
"""With whoever took the card that was offered, and with the holder of an ace of which the declarer
has no card."""

MUSS, KREUZ = "muss", "kreuz"
"""Played because everybody passed: a forced Rufspiel, and the one with whoever sits opposite."""

TWO_AGAINST_TWO = (RUFSPIEL, HOCHZEIT, RENONCE, MUSS, KREUZ)
"""The declarer has a partner; in every other contract he plays alone against three."""

ALONE = (SOLO, HEART_SOLO, WENZ, GEIER, FARBWENZ, FARBGEIER, BETTEL, BETTEL_OUVERT)
"""One against three, whichever of them a table plays."""

WITHOUT_TRUMPS = (BETTEL, BETTEL_OUVERT)
"""Won without a trick, so there is nothing to count."""

FEW_TRUMPS = (WENZ, GEIER)
"""Only four trumps, so Laufende count from fewer (option `runners_from_wenz`)."""

CAN_BE_TOUT = (SOLO, HEART_SOLO, WENZ, GEIER, FARBWENZ, FARBGEIER)
CAN_BE_SIE = (SOLO, HEART_SOLO, FARBWENZ, FARBGEIER)
"""A hand full of the highest trumps needs more than four of them."""


class Pack(NamedTuple):
    """A pack: tricks of a hand (as many as a hand has cards), and the trumps by contract.

    `pile`: how its cards fall into tricks of four.
    """

    tricks: int
    pile: Pile
    trumps: int
    suit_wenz_trumps: int

    def most_runners(self, contract: str) -> int:
        """The most Laufende that a contract can have: as many as it has trumps.

        >>> PACKS["long"].most_runners("solo"), PACKS["short"].most_runners("farbwenz")
        (14, 9)
        """
        if contract in WITHOUT_TRUMPS:
            return 0
        if contract in FEW_TRUMPS:
            return 4
        is_suited = contract in (FARBWENZ, FARBGEIER)
        return self.suit_wenz_trumps if is_suited else self.trumps


PACKS = {"long": Pack(8, Pile(8, 4, pack=32), 14, 11), "short": Pack(6, Pile(6, 4, pack=24), 12, 9)}
"""By value of the option `pack`."""
