"""What the fees come to, and who gets how much of them."""

from __future__ import annotations

from typing import NamedTuple

from tournaments.formats.prizes import (
    budget_of,
    gives_money,
    money_for_prizes,
    reserve_of,
    special_prizes,
)
from tournaments.formats.settings import EventSettings

FIELDS = (20, 40, 60, 80, 100)
"""For so many paid entries a payout is shown before anybody has paid."""


class Payout(NamedTuple):
    """The money of an event with so many paid entries, in cents.

    `places`: first place first; `a_round`: for the best of each round; `kept`: what is left.
    `special`: what is neither for a place nor for a round, together. `on_top` did not come from
    fees. `is_cut`: more was promised than there is.
    """

    paid: int
    fees: int
    places: tuple[int, ...]
    a_round: int
    kept: int
    special: int = 0
    on_top: int = 0
    is_cut: bool = False


def payout(settings: EventSettings, paid: int) -> Payout:
    """The payout for so many paid entries; parts of a cent stay with the club.

    What everybody with plus points gets is not in it: nobody knows yet how many they are.

    >>> wisconsin = EventSettings(
    ...     fee=2500, rounds=3, payout=(30, 15, 10, 10, 10), round_prize=5
    ... )
    >>> payout(wisconsin, 40)[1:5]
    (100000, (30000, 15000, 10000, 10000, 10000), 5000, 10000)
    """
    fees = settings.fee * paid
    money = money_for_prizes(settings, fees)
    budget = budget_of(settings, money)
    kept = money + reserve_of(settings, fees) - budget.promised(settings.rounds)
    return Payout(
        paid,
        fees,
        budget.places,
        budget.round,
        kept,
        budget.special,
        settings.sponsored,
        budget.is_cut,
    )


def paid_out(settings: EventSettings) -> int:
    """How much of the money is paid out as shares, in per cent.

    >>> paid_out(EventSettings(rounds=3, payout=(30, 15, 10, 10, 10), round_prize=5))
    90
    """
    special = sum(what.share for what in special_prizes(settings))
    return sum(settings.payout) + settings.round_prize * settings.rounds + special


def previews(settings: EventSettings) -> list[Payout]:
    """The payout for fields of several sizes; none where there is no fee or nothing is paid out."""
    if not settings.fee or not gives_money(settings):
        return []
    sizes = [size for size in FIELDS if not settings.capacity or size <= settings.capacity]
    if settings.capacity and settings.capacity not in sizes:
        sizes = sorted({*sizes, settings.capacity})
    return [payout(settings, size) for size in sizes]
