"""How many hands a table plays, so that everybody plays equally many."""

from __future__ import annotations


def hands_at(seats: int, *, playing: int, each: int) -> int:
    """The hands of a table of `seats` at which `playing` get cards, for `each` hands a player.

    Where more sit than play, the dealer sits out; the table plays longer, and whole deal cycles,
    so that everybody sits out, and deals, equally often. The next number that allows it.

    >>> hands_at(4, playing=4, each=30), hands_at(5, playing=4, each=30)
    (32, 40)
    >>> hands_at(6, playing=5, each=20), hands_at(3, playing=3, each=48)
    (24, 48)
    """
    played_in_a_cycle = seats if seats < playing else playing
    cycles = -(-each // played_in_a_cycle)
    return cycles * seats
