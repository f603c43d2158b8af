"""Who pays whom when the evening is over: the fewest payments that bring everybody to zero."""

from collections.abc import Sequence
from typing import NamedTuple

MOST_BALANCES = 13
"""So many people (and a pot) who are not at zero: as many as a sheet has room for. The search
doubles with each."""


class Payment(NamedTuple):
    """One payment between two places of the totals."""

    payer: int
    payee: int
    points: int


def fewest_payments(totals: Sequence[int]) -> list[Payment]:
    """The fewest payments that bring totals which sum to zero to nothing, largest first.

    People whose totals sum to zero among themselves settle it with one payment less than they
    are; so everybody is divided into as many such groups as there can be.

    >>> fewest_payments([12, -12, 5, -3, -2])
    [Payment(payer=1, payee=0, points=12), Payment(payer=3, payee=2, points=3), \
Payment(payer=4, payee=2, points=2)]
    >>> fewest_payments([1, 1])
    Traceback (most recent call last):
    ValueError: The totals must sum to zero; they sum to 2.
    """
    if sum(totals):
        raise ValueError(f"The totals must sum to zero; they sum to {sum(totals)}.")
    open_places = [place for place, total in enumerate(totals) if total]
    if len(open_places) > MOST_BALANCES:
        raise ValueError(
            f"At most {MOST_BALANCES} people can be settled at once; these are {len(open_places)}."
        )
    payments = []
    for group in _groups([totals[place] for place in open_places]):
        # Whoever owes most pays whoever is owed most, until all is even.
        balances = {open_places[member]: totals[open_places[member]] for member in group}
        while any(balances.values()):
            payer = min(balances, key=lambda place: (balances[place], place))
            payee = min(balances, key=lambda place: (-balances[place], place))
            points = min(-balances[payer], balances[payee])
            payments.append(Payment(payer, payee, points))
            balances[payer] += points
            balances[payee] -= points
    return sorted(payments, key=lambda payment: (-payment.points, payment.payer, payment.payee))


def _groups(balances: Sequence[int]) -> list[list[int]]:
    """The members divided into as many groups as possible that each sum to zero.

    `best` says for each set of members (as bits) how often, when they are added one after the
    other in the best order, the sum comes to zero; the order is then read backwards.
    """
    everybody = (1 << len(balances)) - 1
    each = [1 << member for member in range(len(balances))]
    sums, best = [0] * (everybody + 1), [0] * (everybody + 1)
    for members in range(1, everybody + 1):
        lowest = members & -members
        sums[members] = sums[members ^ lowest] + balances[lowest.bit_length() - 1]
        before = max([best[members ^ bit] for bit in each if members & bit])
        best[members] = before + (sums[members] == 0)
    groups: list[list[int]] = []
    left = everybody
    while left:
        if sums[left] == 0:
            groups.append([])
        last = max((bit for bit in each if left & bit), key=lambda bit: best[left ^ bit])
        groups[-1].append(each.index(last))
        left ^= last
    return groups
