"""Seatings for any number of players, by adding and multiplying.

For tables of k the players make k groups of equal width, and every table takes one of each group:
seat j of table t takes number t + c(j), and c changes from round to round. Two players who met in
one round meet again in another only where two seats differ by the same in both: no two rounds may
have c(i) − c(j) in common. Such a list of c's is a difference matrix (Bose and Bush, 1952; for
the Latin squares it stands for: Mann, 1942).
"""

from collections.abc import Iterator
from itertools import chain, product
from math import gcd, prod
from typing import NamedTuple, TypeAlias

from seating.designs.developing import Round
from seating.designs.fields import Element, field, prime_powers, shifted

Column: TypeAlias = tuple[Element, ...]

# Four more rows for the group Z6 × Z2 below a row of noughts and a row of all elements; (a, b) is
# written 2a + b. That there are so many was found by Johnson, Dulmage and Mendelsohn (1961).
_TWELVE = (
    (0, 2, 1, 5, 8, 11, 3, 10, 9, 7, 6, 4),
    (0, 3, 9, 11, 7, 2, 10, 5, 1, 8, 4, 6),
    (0, 5, 4, 9, 3, 1, 11, 8, 6, 2, 7, 10),
    (0, 6, 11, 7, 5, 8, 2, 4, 10, 3, 1, 9),
)


class Differences(NamedTuple):
    """A difference matrix: how many rounds, over which group, and each round's c by seats."""

    rounds: int
    group: tuple[int, ...]
    columns: Iterator[Column]


def differences(width: int, size: int) -> Differences:
    """Return the longest difference matrix known here for groups of a width and tables of a size.

    >>> [differences(width, 4).rounds for width in range(1, 13)]
    [1, 1, 1, 4, 5, 2, 7, 8, 9, 5, 11, 12]
    """
    known = [_by_fields(width, size), _by_rotation(width, size)]
    if size == 3 and width % 2 == 0:
        known.append(_by_near_rotation(width))
    if size <= len(_TWELVE) + 2 and width % 12 == 0:
        known.append(_product([_by_twelve(size), _by_fields(width // 12, size)], size))
    return max(known, key=lambda matrix: matrix.rounds)


def spread(groups: Round, matrix: Differences, column: Column) -> Round:
    """Seat, for each table of groups, the members of its groups together.

    >>> matrix = differences(3, 3)
    >>> spread(((0, 2, 1),), matrix, ((0,), (1,), (2,)))
    ((0, 7, 5), (1, 8, 3), (2, 6, 4))
    """
    width = prod(matrix.group)
    turns = [shifted(matrix.group, shift) for shift in column]
    tables: list[Iterator[tuple[int, ...]]] = []
    for table in groups:
        seats = [
            [group * width + number for number in turn]
            for group, turn in zip(table, turns, strict=True)
        ]
        tables.append(zip(*seats, strict=True))
    return tuple(chain.from_iterable(tables))


def round_robin(players: int) -> Iterator[Round]:
    """Let everybody meet everybody at tables of two: one stays, others go round (Kirkman, 1847).

    >>> list(round_robin(4))
    [((0, 3), (1, 2)), ((1, 3), (2, 0)), ((2, 3), (0, 1))]
    """
    others = players - 1
    for turn in range(others):
        pairs = [
            ((turn + step) % others, (turn - step) % others) for step in range(1, players // 2)
        ]
        yield ((turn, others), *pairs)


def _by_rotation(width: int, size: int) -> Differences:
    """In round r, c(j) is r·j: the cyclic Latin squares (Euler, 1782)."""
    rounds = min(width // gcd(width, step) for step in range(1, size))
    columns = (tuple((turn * seat % width,) for seat in range(size)) for turn in range(rounds))
    return Differences(rounds, (width,), columns)


def _by_near_rotation(width: int) -> Differences:
    """For three seats and an even width, c is 0, r, 2r, from the middle on 2r + 1.

    The width itself is out of reach of a cyclic group (Euler), one less is not.
    """
    columns = (
        ((0,), (turn,), ((2 * turn + 2 * turn // width) % width,)) for turn in range(width - 1)
    )
    return Differences(width - 1, (width,), columns)


def _by_fields(width: int, size: int) -> Differences:
    """Multiply the fields whose orders are the powers of primes in the width (MacNeish, 1922)."""
    powers = prime_powers(width)
    return _product([_by_field(prime, exponent, size) for prime, exponent in powers], size)


def _by_field(prime: int, exponent: int, size: int) -> Differences:
    """In round r, c(j) is r times the element j of the field; too small a field gives one round."""
    group = (prime,) * exponent
    order = prime**exponent
    if order < size:
        return Differences(1, group, iter([((0,) * exponent,) * size]))
    times, numbers = field(prime, exponent).times, list(product(*map(range, group)))
    columns = (tuple(times(factor, number) for number in numbers[:size]) for factor in numbers)
    return Differences(order, group, columns)


def _by_twelve(size: int) -> Differences:
    rows = ((0,) * 12, range(12), *_TWELVE)[:size]
    columns = (tuple(divmod(number, 2) for number in column) for column in zip(*rows, strict=True))
    return Differences(12, (6, 2), columns)


def _product(matrices: list[Differences], size: int) -> Differences:
    """Combine every round of one matrix with every round of the others."""
    rounds = prod(matrix.rounds for matrix in matrices)
    group = tuple(chain.from_iterable(matrix.group for matrix in matrices))
    choices = product(*(matrix.columns for matrix in matrices))
    combined = (
        tuple(tuple(chain.from_iterable(part[seat] for part in choice)) for seat in range(size))
        for choice in choices
    )
    return Differences(rounds, group, combined)
