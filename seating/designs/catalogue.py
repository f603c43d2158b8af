"""All constructions that serve so many players, and how they make larger ones together."""

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import NamedTuple

from seating.designs.algebra import differences, round_robin, spread
from seating.designs.developing import Round
from seating.designs.fields import field, prime_powers
from seating.designs.kirkman import bose_fours, kirkman_three_copies, kirkman_two_copies
from seating.designs.starters import from_starter, starter_rounds


class Construction(NamedTuple):
    """A schedule that can be made.

    In the first `apart` rounds no two players meet of the same group, the groups being as many
    players in a row as `width` says.
    """

    rounds: int
    build: Callable[[], Iterator[Round]]
    width: int = 1
    apart: int = 0


@lru_cache(maxsize=1024)
def constructions(players: int, size: int) -> tuple[Construction, ...]:
    """Return what is known for so many players at tables of a size, the widest groups first.

    >>> [construction.rounds for construction in constructions(28, 4)]
    [7, 9]
    """
    if size < 2 or players < size or players % size:
        return ()
    if players == size:
        return (Construction(1, lambda: iter([(tuple(range(size)),)])),)
    seats = players // size
    widths = [width for width in range(seats, 1, -1) if seats % width == 0]
    known = [_product(players, size, width) for width in widths]
    if starter_rounds(players, size):
        rounds = starter_rounds(players, size)
        known.append(Construction(rounds, partial(from_starter, players, size)))
    return (*known, *_where_all_meet(players, size))


def best(players: int, size: int) -> Construction:
    """Return the construction with the most rounds.

    >>> best(28, 4).rounds
    9
    """
    return max(constructions(players, size), key=lambda construction: construction.rounds)


def _product(players: int, size: int, width: int) -> Construction:
    """Make the players groups, seat the groups, then their members, and last the groups' insides.

    Two of the same group meet only in the end, at tables of their own group; before, each round
    of groups serves for all rounds of a difference matrix.
    """
    groups = best(players // width, size)
    apart = groups.rounds * differences(width, size).rounds
    inside = best(width, size).rounds if width % size == 0 else 0
    build = partial(_product_rounds, players, size, width)
    return Construction(apart + inside, build, width, apart)


def _product_rounds(players: int, size: int, width: int) -> Iterator[Round]:
    for tables in best(players // width, size).build():
        matrix = differences(width, size)
        for column in matrix.columns:
            yield spread(tables, matrix, column)
    if width % size == 0:
        for tables in best(width, size).build():
            yield tuple(
                tuple(first + player for player in table)
                for first in range(0, players, width)
                for table in tables
            )


def _where_all_meet(players: int, size: int) -> Iterator[Construction]:
    """Find the designs in which everybody meets everybody."""
    everybody = (players - 1) // (size - 1)
    if size == 2:
        yield Construction(everybody, partial(round_robin, players))
    if size == 4 and (order := _power_of_prime(players - 1, 3, 4)):
        yield Construction(everybody, partial(bose_fours, field(*order)))
    if size == 3 and (order := _power_of_prime(players, 3, 6)):
        yield Construction(everybody, partial(kirkman_three_copies, field(*order)))
    if size == 3 and (order := _power_of_prime(players - 1, 2, 6)):
        yield Construction(everybody, partial(kirkman_two_copies, field(*order)))


def _power_of_prime(points: int, copies: int, step: int) -> tuple[int, int] | None:
    """Return the prime and exponent of `points` / `copies` where `step` divides one less."""
    order, rest = divmod(points, copies)
    powers = prime_powers(order)
    if rest or len(powers) != 1 or order % step != 1:
        return None
    return powers[0]
