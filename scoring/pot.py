"""A pot: who passed pays in, and in most games the next hand is played for it.

The winning side takes it, a losing side pays as much again into it. It lies beside the totals: both
together are always nought.
"""

from collections.abc import Iterable
from typing import NamedTuple

from scoring.errors import HandProblem
from scoring.ruleset import Deal, Reason
from scoring.words import Sides

MOST_POT = 1_000_000
"""A pot doubles with every game that is lost; more than this is somebody's mistake."""


class Payment(NamedTuple):
    """What everybody pays in (negative) or takes out, what lies in the pot then, and why."""

    points: list[int]
    pot: int
    reasons: list[Reason]


class Sentences(NamedTuple):
    """What a game says of its pot: won or lost, and what only a part of it is won or paid.

    `too_large`: that it cannot be doubled once more.
    """

    won: str
    lost: str
    too_large: str
    part_won: str = ""
    part_lost: str = ""


def paid_by(deal: Deal, payers: Iterable[int], each: int, text: str) -> Payment:
    """Every one of the seats `payers` pays `each` into the pot; `text` says so."""
    points = [0] * deal.seats
    for seat in payers:
        points[seat] = -each
    pot = deal.carried.pot - sum(points)
    why = Reason("paid_in", text, each=each, pot=pot, sides=Sides(payers))
    return Payment(points, pot, [why])


def played_for(
    deal: Deal,
    taker: int,
    partner: int | None,
    said: Sentences,
    *,
    parts: int,
    won: bool,
    field: str,
    most: int | None = None,
) -> Payment:
    """A game for the pot, if there is one: of so many `parts` the partner has one, rounded down.

    `most`: no more than so much is taken or paid at once, None for all of it; `field`: where a pot
    that has grown too large is refused.
    """
    pot = deal.carried.pot
    points = [0] * deal.seats
    if not pot:
        return Payment(points, 0, [])
    paid = pot if most is None else min(pot, most)
    share = 0 if partner is None else paid // parts
    sign = 1 if won else -1
    points[taker] = sign * (paid - share)
    if partner is not None:
        points[partner] = sign * share
    if won:
        text = said.part_won if paid < pot else said.won
        reason = Reason("pot_won", text, pot=pot, paid=paid, now=pot - paid)
        return Payment(points, pot - paid, [reason])
    if pot + paid > MOST_POT:
        raise HandProblem("pot_too_large", field, said.too_large, pot=pot)
    text = said.part_lost if paid < pot else said.lost
    reason = Reason("pot_lost", text, pot=pot, paid=paid, now=pot + paid)
    return Payment(points, pot + paid, [reason])
