"""What the fees come to, and who gets how much of them."""

from __future__ import annotations

from typing import NamedTuple

from tournaments.formats.settings import EventSettings

FIELDS = (20, 40, 60, 80, 100)
"""For so many paid entries a payout is shown before anybody has paid."""


class Payout(NamedTuple):
    """The money of an event with so many paid entries, in cents.

    `places`: first place first; `a_round`: for the best of each round; `kept`: what is left.
    """

    paid: int
    fees: int
    places: tuple[int, ...]
    a_round: int
    kept: int


def payout(settings: EventSettings, paid: int) -> Payout:
    """The payout for so many paid entries; parts of a cent stay with the club.

    >>> wisconsin = EventSettings(
    ...     fee=2500, rounds=3, payout=(30, 15, 10, 10, 10), round_prize=5
    ... )
    >>> payout(wisconsin, 40)[1:]
    (100000, (30000, 15000, 10000, 10000, 10000), 5000, 10000)
    """
    fees = settings.fee * paid
    places = tuple(fees * share // 100 for share in settings.payout)
    a_round = fees * settings.round_prize // 100
    kept = fees - sum(places) - a_round * settings.rounds
    return Payout(paid, fees, places, a_round, kept)


def paid_out(settings: EventSettings) -> int:
    """How much of the fees is paid out, in per cent.

    >>> paid_out(EventSettings(rounds=3, payout=(30, 15, 10, 10, 10), round_prize=5))
    90
    """
    return sum(settings.payout) + settings.round_prize * settings.rounds


def previews(settings: EventSettings) -> list[Payout]:
    """The payout for fields of several sizes; none where there is no fee or nothing is paid out."""
    if not settings.fee or not paid_out(settings):
        return []
    sizes = [size for size in FIELDS if not settings.capacity or size <= settings.capacity]
    if settings.capacity and settings.capacity not in sizes:
        sizes = sorted({*sizes, settings.capacity})
    return [payout(settings, size) for size in sizes]
