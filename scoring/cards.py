"""Packs, and which totals so and so many cards can have.

Card points: ace 11, ten 10, king 4, queen 3, jack 2, the rest nothing; 120 in every pack used
here (pagat.com, Saskop; catsatcards.com and robreid.com, Schafskopf).
"""

from functools import lru_cache

COURTS_AND_TENS = (11, 10, 4, 3, 2)
ALL_POINTS = 120
SHEEPSHEAD_PACK = 32
SASKU_PACK = 36


@lru_cache(maxsize=8)
def _reach(pack: int, each: int) -> tuple[int, ...]:
    """For each number of cards, the totals it can have, as bits (bit 7 set: 7 can be had)."""
    cards = [points for points in COURTS_AND_TENS for _card in range(each)]
    cards += [0] * (pack - len(cards))
    reach = [1] + [0] * pack
    for points in cards:
        for count in range(pack, 0, -1):
            reach[count] |= reach[count - 1] << points
    return tuple(reach)


@lru_cache(maxsize=1024)
def totals_of(cards: int, pack: int = SHEEPSHEAD_PACK, each: int = 4) -> frozenset[int]:
    """All totals that exactly so many cards of the pack can have; `each`: aces, tens … in it.

    >>> sorted(totals_of(1))
    [0, 2, 3, 4, 10, 11]
    >>> max(totals_of(8)), 119 in totals_of(31), 1 in totals_of(5)
    (84, False, False)
    """
    bits = _reach(pack, each)[cards]
    return frozenset(total for total in range(bits.bit_length()) if bits >> total & 1)


@lru_cache(maxsize=256)
def side_totals(
    tricks: int | None,
    trick_count: int,
    trick_size: int,
    extra: int = 0,
    pack: int = SHEEPSHEAD_PACK,
    each: int = 4,
) -> frozenset[int]:
    """Totals that a side can have with so many tricks and `extra` buried cards to its credit.

    `tricks` None means some of the `trick_count` tricks, but not all.

    >>> totals = side_totals(0, 10, 3, extra=2)
    >>> min(totals), max(totals)
    (0, 22)
    >>> 86 in side_totals(9, 10, 3, extra=2), 87 in side_totals(9, 10, 3, extra=2)
    (False, True)
    """
    if tricks is not None:
        return totals_of(tricks * trick_size + extra, pack, each)
    some = (totals_of(count * trick_size + extra, pack, each) for count in range(1, trick_count))
    return frozenset().union(*some)
