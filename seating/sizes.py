"""How many tables of which size a field makes, and how many sit out."""

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


def layout(entries: int, size: int, odd: str) -> Layout:
    """The tables for so many entries; raises Impossible in words where there are none.

    `up`: the remainder joins other tables, which have one more; `down`: some tables have one
    less; `bye`: the remainder sits out.

    >>> layout(43, 4, "up").sizes, layout(43, 4, "down").sizes[-2:], layout(43, 4, "bye").out
    ((4, 4, 4, 4, 4, 4, 4, 5, 5, 5), (4, 3), 3)
    """
    if odd not in ODD_SIZES:
        raise Impossible("odd", _("The remainder goes up, down or out, not “%(odd)s”."), odd=odd)
    tables, rest = divmod(entries, size)
    if odd == "bye" or rest == 0:
        if tables == 0:
            raise _too_few(entries, size)
        return Layout((size,) * tables, rest)
    if odd == "up":
        if rest > tables:
            raise _too_few(entries, size)
        return Layout((size,) * (tables - rest) + (size + 1,) * rest)
    short = size - rest
    if short > tables + 1 or size - 1 < 2:
        raise _too_few(entries, size)
    return Layout((size,) * (tables + 1 - short) + (size - 1,) * short)


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
