"""The finite fields of Galois, as far as seating needs them.

An element of the field with p^e elements is a tuple of e remainders modulo p. Elements are added
remainder by remainder, so that the field is for adding a product of cyclic groups, as `shifted`
takes it.
"""

from functools import lru_cache
from itertools import product
from typing import TypeAlias

Element: TypeAlias = tuple[int, ...]


def prime_powers(number: int) -> tuple[tuple[int, int], ...]:
    """Return the primes of a number with their exponents.

    >>> prime_powers(360)
    ((2, 3), (3, 2), (5, 1))
    """
    found = []
    prime = 2
    while prime * prime <= number:
        exponent = 0
        while number % prime == 0:
            number //= prime
            exponent += 1
        if exponent:
            found.append((prime, exponent))
        prime += 1
    if number > 1:
        found.append((number, 1))
    return tuple(found)


def shifted(group: tuple[int, ...], shift: Element) -> list[int]:
    """Return for each element of a product of cyclic groups the number of its sum with `shift`.

    >>> shifted((2, 3), (1, 2))
    [5, 3, 4, 2, 0, 1]
    """
    numbers = [0]
    for order, step in zip(group, shift, strict=True):
        turned = [*range(step, order), *range(step)]
        numbers = [number * order + digit for number in numbers for digit in turned]
    return numbers


class Field:
    """The field with p^e elements.

    >>> nine = Field(3, 2)
    >>> len(nine.powers)
    8
    >>> nine.times(nine.powers[5], nine.powers[4]) == nine.powers[1]
    True
    """

    def __init__(self, prime: int, exponent: int) -> None:
        self.group = (prime,) * exponent
        self.order: int = prime**exponent
        self.zero: Element = (0,) * exponent
        self.powers = _powers(prime, exponent)
        self._logarithms = {element: log for log, element in enumerate(self.powers)}

    def power(self, exponent: int) -> Element:
        """Return a power of the primitive element."""
        return self.powers[exponent % (self.order - 1)]

    def times(self, one: Element, other: Element) -> Element:
        """Return the product of two elements."""
        if self.zero in (one, other):
            return self.zero
        return self.power(self._logarithms[one] + self._logarithms[other])

    def plus(self, one: Element, other: Element) -> Element:
        """Return the sum of two elements.

        >>> Field(3, 2).plus((1, 2), (2, 2))
        (0, 1)
        """
        pairs = zip(one, other, self.group, strict=True)
        return tuple((left + right) % prime for left, right, prime in pairs)

    def logarithm(self, element: Element) -> int:
        """Return the exponent with which the primitive element gives this one."""
        return self._logarithms[element]

    def number(self, element: Element) -> int:
        """Return the place of an element in the order in which they are counted up.

        >>> Field(3, 2).number((1, 2))
        5
        """
        number = 0
        for digit in element:
            number = number * self.group[0] + digit
        return number


@lru_cache(maxsize=64)
def field(prime: int, exponent: int) -> Field:
    """Return the field with p^e elements, the same again when asked again.

    >>> field(2, 3).order
    8
    """
    return Field(prime, exponent)


def _powers(prime: int, exponent: int) -> tuple[Element, ...]:
    """Return all powers of a primitive element, beginning with 1.

    The element is called x, and x^e is a polynomial of lower degree, the tail. Tails that do not
    end in 0 are tried, which x divides not, until the powers of x are all elements but 0.
    """
    tails = product(range(prime), repeat=exponent)
    return next(filter(None, (_powers_by(tail, prime) for tail in tails if tail[-1])))


def _powers_by(tail: Element, prime: int) -> tuple[Element, ...]:
    """Return the powers of x where x^e is `tail`, nothing where 1 comes back too early."""
    one = (*(0,) * (len(tail) - 1), 1)
    powers = [one]
    for _ in range(prime ** len(tail) - 2):
        leading, *rest = powers[-1]
        pairs = zip((*rest, 0), tail, strict=True)
        powers.append(tuple((digit + leading * step) % prime for digit, step in pairs))
        if powers[-1] == one:
            return ()
    return tuple(powers)
