"""How many tables of which size a field makes, how many sit out, and how many hands each plays."""

from __future__ import annotations

from typing import NamedTuple

from seating.model import ODD_SIZES, Impossible
from seating.words import _


class Layout(NamedTuple):
    """The tables of a round: their sizes, the odd ones last, and how many sit out."""

    sizes: tuple[int, ...]
    out: int = 0

    @property
    def seats(self) -> int:
        """How many sit at tables."""
        return sum(self.sizes)


def layout(entries: int, size: int, odd: str, tables: int = 0) -> Layout:
    """The tables for so many entries; raises Impossible in words where there are none.

    `up`: the remainder joins other tables, which have one more; `down`: some tables have one
    less; `bye`: the remainder sits out. `tables`: where some may have one less, there are so many
    of them at least, as far as the entries go; a team whose members never meet needs that.

    >>> layout(43, 4, "up").sizes, layout(43, 4, "down").sizes[-2:], layout(43, 4, "bye").out
    ((4, 4, 4, 4, 4, 4, 4, 5, 5, 5), (4, 3), 3)
    >>> layout(12, 4, "down", 4).sizes, layout(11, 4, "down", 4).sizes, layout(12, 4, "up", 4).sizes
    ((3, 3, 3, 3), (4, 4, 3), (4, 4, 4))
    """
    if odd not in ODD_SIZES:
        raise Impossible("odd", _("The remainder goes up, down or out, not “%(odd)s”."), odd=odd)
    full, rest = divmod(entries, size)
    if odd == "down" and size > 2:
        least = -(-entries // size)
        count = max(least, min(tables, entries // (size - 1)))
        short = count * size - entries
        if not 0 <= short <= count or not count:
            raise _too_few(entries, size)
        return Layout((size,) * (count - short) + (size - 1,) * short)
    if full == 0 or (odd == "down" and rest):
        raise _too_few(entries, size)
    if odd != "up" or rest == 0:
        return Layout((size,) * full, rest)
    if rest > full:
        raise _too_few(entries, size)
    return Layout((size,) * (full - rest) + (size + 1,) * rest)


def _too_few(entries: int, size: int) -> Impossible:
    return Impossible(
        "too_few",
        _(
            "%(entries)s cannot be spread over tables of %(size)s in this way: let some sit out, "
            "or take another size."
        ),
        entries=entries,
        size=size,
    )


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
