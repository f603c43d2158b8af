"""Designs in which all meet exactly once: Kirkman's schoolgirls, and Bose's for tables of four.

In all of them q is a power of a prime, x a primitive element of the field with q elements, and the
players are two or three copies of the field and, in two of them, one player more.
"""

from collections.abc import Iterator

from seating.designs.developing import Round, Table, developed, spun
from seating.designs.fields import Field


def bose_fours(base: Field) -> Iterator[Round]:
    """Seat 3q + 1 at tables of four for q rounds, where 4 divides q − 1 (Bose, 1939).

    >>> next(bose_fours(Field(5, 1)))[:2]
    ((1, 4, 7, 8), (6, 9, 12, 13))
    """
    quarter = (base.order - 1) // 4
    tables = [
        (
            _player(base, copy, power),
            _player(base, copy, power + 2 * quarter),
            _player(base, (copy + 1) % 3, power + quarter),
            _player(base, (copy + 1) % 3, power + 3 * quarter),
        )
        for power in range(quarter)
        for copy in range(3)
    ]
    tables.append((0, base.order, 2 * base.order, 3 * base.order))
    return developed(tables, base.group, 3)


def kirkman_three_copies(base: Field) -> Iterator[Round]:
    """Seat 3q at tables of three, where 6 divides q − 1 (Ray-Chaudhuri and Wilson, 1971).

    q rounds come from one round, and (q − 1) / 2 from one table each.

    >>> len(list(kirkman_three_copies(Field(7, 1))))
    10
    """
    sixth = (base.order - 1) // 6
    within = [
        _triple(base, (copy, copy, copy), power, 2 * sixth)
        for power in range(sixth)
        for copy in range(3)
    ]
    across = [_triple(base, (0, 1, 2), power, 2 * sixth) for power in range(6 * sixth)]
    odd = [table for power, table in enumerate(across) if power // sixth % 2]
    even = [table for power, table in enumerate(across) if not power // sixth % 2]
    yield from developed([(0, base.order, 2 * base.order), *within, *odd], base.group, 3)
    for table in even:
        yield spun([table], base.group, 3)


def kirkman_two_copies(base: Field) -> Iterator[Round]:
    """Seat 2q + 1 at tables of three, where 6 divides q − 1 (Ray-Chaudhuri and Wilson, 1971).

    >>> len(list(kirkman_two_copies(Field(7, 1))))
    7
    """
    sixth = (base.order - 1) // 6
    one = base.power(0)
    middle = base.logarithm(base.plus(base.power(sixth), one)) - base.logarithm(base.plus(one, one))
    pairs = [
        (_player(base, 0, power), _player(base, 0, power + sixth), _player(base, 1, power + middle))
        for power in range(6 * sixth)
        if not power // sixth % 2
    ]
    triples = [
        _triple(base, (1, 1, 1), power + middle + sixth, 2 * sixth) for power in range(sixth)
    ]
    return developed([(0, base.order, 2 * base.order), *pairs, *triples], base.group, 2)


def _player(base: Field, copy: int, power: int) -> int:
    return copy * base.order + base.number(base.power(power))


def _triple(base: Field, copies: tuple[int, int, int], power: int, step: int) -> Table:
    return tuple(_player(base, copy, power + step * place) for place, copy in enumerate(copies))
