"""What there was on earlier evenings, as prices for tonight: who met whom, who bore a burden.

An earlier evening costs less than anything that happens twice tonight, the last one costs most,
and what costs everybody the same costs nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from itertools import combinations
from typing import NamedTuple

from seating.model import Pair, Season, pair
from seating.weights import MOST_EARLIER, SPARED, earlier


class Before(NamedTuple):
    """A round of an earlier evening, told of those alone who are here tonight.

    `ago`: how many evenings ago, 1 being the last; `tables`: who sat together, by tonight's start
    numbers; `burdened`: who sat at an odd table, or out.
    """

    ago: int
    tables: tuple[frozenset[int], ...]
    burdened: frozenset[int] = frozenset()


def meetings_before(rounds: Iterable[Before]) -> dict[Pair, list[int]]:
    """How many evenings ago each two met, the last time first.

    >>> meetings_before([Before(3, (frozenset({2, 1}),)), Before(1, (frozenset({1, 2}),))])
    {(1, 2): [1, 3]}
    """
    met: dict[Pair, list[int]] = {}
    for before in rounds:
        for table in before.tables:
            for one, other in combinations(sorted(table), 2):
                met.setdefault(pair(one, other), []).append(before.ago)
    return {couple: sorted(evenings) for couple, evenings in met.items()}


def season_of(rounds: Collection[Before], here: Collection[int]) -> Season:
    """The prices for those who are here.

    >>> rounds = [Before(1, (frozenset({1, 2}),), frozenset({3})), Before(2, (frozenset({1, 3}),))]
    >>> season_of(rounds, (1, 2, 3)).met, season_of(rounds, (1, 2, 3)).spared
    ({(1, 2): 100, (1, 3): 80}, {3: 166})
    >>> season_of(rounds, (1, 2)).met
    {}
    """
    return Season(_prices(rounds, frozenset(here)), _spared(rounds, frozenset(here)))


def _prices(rounds: Collection[Before], here: frozenset[int]) -> dict[Pair, int]:
    """By pair, less what the cheapest pair costs, and never as much as a meeting tonight."""
    prices = {
        couple: sum(map(earlier, evenings))
        for couple, evenings in meetings_before(rounds).items()
        if here.issuperset(couple)
    }
    pairs = len(here) * (len(here) - 1) // 2
    least = min(prices.values(), default=0) if len(prices) == pairs else 0
    dearer = {couple: price - least for couple, price in prices.items() if price > least}
    most = max(dearer.values(), default=0)
    if most <= MOST_EARLIER:
        return dearer
    return {couple: price * MOST_EARLIER // most for couple, price in dearer.items()}


def _spared(rounds: Collection[Before], here: frozenset[int]) -> dict[int, int]:
    """By entry, the share of its rounds in which it bore a burden; late ones weigh more."""
    played: Counter[int] = Counter()
    borne: Counter[int] = Counter()
    for before in rounds:
        weight = earlier(before.ago)
        for entry in here.intersection(before.burdened):
            borne[entry] += weight
        for entry in here.intersection(before.burdened.union(*before.tables)):
            played[entry] += weight
    return {entry: SPARED * borne[entry] // played[entry] for entry in sorted(borne)}
