"""What a hand of Doppelkopf is worth: who won, and one step of the checklist after the other.

Sources: baum24.net, Ermittlung des Spielwerts, after the tournament rules of the Deutscher
Doppelkopf-Verband (DDV): first who won, then the list; github.com/lbleckwenn/SmartDoko,
templates/regeln.tpl, for a hand that nobody won.
"""

from collections.abc import Iterator
from typing import NamedTuple

from scoring.neighbours.doppelkopf_fields import ALL_POINTS, DENIED, NOTHING, TRICKS
from scoring.ruleset import Reason
from scoring.words import Sentence, _

HALF = ALL_POINTS // 2
LIMITS = (90, 60, 30)
"""A side is under so many card points, and after that without a trick."""
RESISTED = (120, 90, 60, 30)
"""What must be reached against “no 90”, “no 60”, “no 30”, Schwarz for one more."""


class Party(NamedTuple):
    """One of the two sides: its card points and tricks (None: some), and what it announced.

    `said`: 0 nothing, 1 Re or Kontra, 2 to 5 that and “no 90” to Schwarz.
    """

    is_re: bool
    points: int
    tricks: int | None
    said: int
    extras: int = 0

    @property
    def denied(self) -> int:
        """How many levels it said the others would not reach."""
        return max(0, self.said - 1)

    @property
    def unders(self) -> int:
        """Under how many of the levels it stayed: 90, 60, 30, and no trick.

        >>> Party(True, 59, None, 0).unders, Party(True, 0, 0, 0).unders
        (2, 4)
        """
        return sum(self.points < limit for limit in LIMITS) + (self.tricks == 0)

    def keeps_to(self, other: "Party") -> bool:
        """Whether the others stayed under all that this side had denied them."""
        return other.unders >= self.denied


def said_as_number(said: str) -> int:
    """An announcement as the number that `Party` has.

    >>> said_as_number("nothing"), said_as_number("re"), said_as_number("no_60")
    (0, 1, 3)
    """
    if said == NOTHING:
        return 0
    return DENIED.index(said) + 2 if said in DENIED else 1


def winner(re: Party, kontra: Party) -> Party | None:
    """Who won: enough card points, or what the others denied; and one's own word kept.

    Kontra needs 120, and 121 where it alone has announced. None where both missed what they had
    announced.

    >>> re, kontra = Party(True, 120, None, 0), Party(False, 120, None, 0)
    >>> winner(re, kontra).is_re, winner(re, kontra._replace(said=1)).is_re
    (False, True)
    >>> winner(re._replace(said=2), kontra._replace(said=2)) is None
    True
    """
    only_kontra = bool(kontra.said) and not re.said
    needed = (HALF, HALF + 1) if only_kontra else (HALF + 1, HALF)
    for own, other, enough in ((re, kontra, needed[0]), (kontra, re, needed[1])):
        has_enough = own.points >= enough or not other.keeps_to(own)
        if has_enough and own.keeps_to(other):
            return own
    return None


UNDER = {
    True: (
        _("Kontra is under 90: 1 for Re."),
        _("Kontra is under 60: 1 for Re."),
        _("Kontra is under 30: 1 for Re."),
        _("Kontra has no trick: 1 for Re."),
    ),
    False: (
        _("Re is under 90: 1 for Kontra."),
        _("Re is under 60: 1 for Kontra."),
        _("Re is under 30: 1 for Kontra."),
        _("Re has no trick: 1 for Kontra."),
    ),
}
"""By whether Re gets it."""
SAID = (
    _("“No 90” was announced: 1."),
    _("“No 60” was announced: 1."),
    _("“No 30” was announced: 1."),
    _("Schwarz was announced: 1."),
)
RESISTANCE = {
    True: (
        _("Re reached 120 against “no 90”: 1 for Re."),
        _("Re reached 90 against “no 60”: 1 for Re."),
        _("Re reached 60 against “no 30”: 1 for Re."),
        _("Re reached 30 against Schwarz: 1 for Re."),
    ),
    False: (
        _("Kontra reached 120 against “no 90”: 1 for Kontra."),
        _("Kontra reached 90 against “no 60”: 1 for Kontra."),
        _("Kontra reached 60 against “no 30”: 1 for Kontra."),
        _("Kontra reached 30 against Schwarz: 1 for Kontra."),
    ),
}


class Step(NamedTuple):
    """One line of the checklist that holds: what it adds, and why."""

    points: int
    reason: Reason


def reached(own: Party, other: Party) -> Iterator[Step]:
    """What a side gets for the card points alone: how little the others have, and resistance."""
    for text in UNDER[own.is_re][: other.unders]:
        yield _step(1, "under", text)
    lines = zip(RESISTANCE[own.is_re], RESISTED, strict=True)
    for text, enough in list(lines)[: other.denied]:
        if own.points >= enough:
            yield _step(1, "resistance", text)


def extras(own: Party, other: Party) -> Iterator[Step]:
    """The extra points of both sides, those of `other` taken off."""
    for party, sign in ((own, 1), (other, -1)):
        if party.extras:
            text = _("Extra points of Kontra: %(extras)s.")
            if party.is_re:
                text = _("Extra points of Re: %(extras)s.")
            yield _step(sign * party.extras, "extras", text, extras=party.extras)


def announced(re: Party, kontra: Party) -> Iterator[Step]:
    """What was said counts for whoever won, whoever said it."""
    for party in (re, kontra):
        if party.said:
            text = _("Re was announced: 2.") if party.is_re else _("Kontra was announced: 2.")
            yield _step(2, "said", text)
        for text in SAID[: party.denied]:
            yield _step(1, "denied", text)


def steps(won: Party, lost: Party, *, is_solo: bool) -> Iterator[Step]:
    """The checklist after the won game itself, in its order.

    >>> kontra, re = Party(False, 110, None, 0), Party(True, 130, None, 3)
    >>> sum(step.points for step in steps(kontra, re, is_solo=False))
    6
    """
    yield from announced(*((won, lost) if won.is_re else (lost, won)))
    yield from reached(won, lost)
    if is_solo:
        return
    if not won.is_re:
        yield _step(1, "old_ones", _("Against the old ones, the queens of clubs: 1."))
    yield from extras(won, lost)


def steps_of_nobody(re: Party, kontra: Party) -> Iterator[Step]:
    """What is left where nobody won, seen by Re: what Kontra gets is taken off.

    >>> re, kontra = Party(True, 130, None, 2), Party(False, 110, None, 2)
    >>> sum(step.points for step in steps_of_nobody(re, kontra))
    1
    """
    yield from reached(re, kontra)
    for step in reached(kontra, re):
        yield Step(-step.points, step.reason)
    yield from extras(re, kontra)


def _step(points: int, code: str, text: str, **values: object) -> Step:
    return Step(points, Reason(code, Sentence(text, **values)))


def opposite(tricks: int | None) -> int | None:
    """The tricks of the other side.

    >>> opposite(0), opposite(None)
    (12, None)
    """
    return None if tricks is None else TRICKS - tricks
