"""Keeps wishes by swaps: from a round by chance or by standing to the nearest that keeps them."""

from __future__ import annotations

from collections.abc import Callable, Collection

from seating.chance import Chance
from seating.model import Impossible, Round, Wishes
from seating.prices import Prices
from seating.weights import HARD, TOGETHER
from seating.wishes import broken_wishes, listed, seat_order
from seating.words import _

TRIES = 400
"""How many uphill swaps are tried for a wish that must be kept, before giving up."""


class _Board:
    """A round that is changed by swapping two entries, and what everybody costs at it."""

    def __init__(self, start: Round, prices: Prices) -> None:
        self.prices = prices
        self.tables = [list(table) for table in start.tables]
        self.tables.append(list(start.out))
        self.out = len(start.tables)
        self.entries = sorted(entry for table in self.tables for entry in table)
        self.rows = {entry: prices.row(entry) for entry in self.entries}
        self.place = {entry: t for t, table in enumerate(self.tables) for entry in table}
        self.cost = {entry: self.price(entry, self.place[entry]) for entry in self.entries}

    def price(self, entry: int, table: int) -> int:
        """What the entry costs at a table, with those who sit there now."""
        price = self.rows[entry][table]
        for partner in self.prices.partners.get(entry, ()):
            if self.place[partner] != table:
                price += TOGETHER
        near = self.prices.pairs[entry]
        if near and table != self.out:
            for other in self.tables[table]:
                if other in near:
                    price += near[other]
        return price

    def best_swap(self, one: int, start: int, banned: Collection[int]) -> tuple[int, int]:
        """The cheapest swap of this entry: what it adds, and with whom (0, one: none)."""
        here = self.place[one]
        rows, pairs, cost, place = self.rows, self.prices.pairs, self.cost, self.place
        near, partners = pairs[one], self.prices.partners.get(one, ())
        prices = [self.price(one, table) - cost[one] for table in range(len(self.tables))]
        mates = [mate for mate in self.tables[here] if mate != one] if here != self.out else []
        bound = self.prices.partners
        best, with_whom = 0, one
        for other in self.entries[start:] + self.entries[:start]:
            there = place[other]
            if there == here or other in banned or other in partners:
                continue
            change = prices[there] - cost[other] + rows[other][here]
            if other in near and there != self.out:
                change -= near[other]
            known = pairs[other]
            if known:
                for mate in mates:
                    if mate in known:
                        change += known[mate]
            if other in bound:
                change += TOGETHER * sum(place[partner] != here for partner in bound[other])
            if with_whom == one or change < best:
                best, with_whom = change, other
        return best, with_whom

    def swap(self, one: int, other: int) -> None:
        """Let two entries change places."""
        here, there = self.place[one], self.place[other]
        self.tables[here][self.tables[here].index(one)] = other
        self.tables[there][self.tables[there].index(other)] = one
        self.place[one], self.place[other] = there, here
        touched = {*self.tables[here], *self.tables[there]}
        for entry in tuple(touched):
            touched.update(self.prices.partners.get(entry, ()))
        for entry in touched:
            self.cost[entry] = self.price(entry, self.place[entry])

    def hurt(self, least: int) -> list[int]:
        """Who costs so much or more."""
        return [entry for entry in self.entries if self.cost[entry] >= least]

    def round(self) -> Round:
        """The round as it stands, with fixed seats kept."""
        wishes = self.prices.wishes
        tables = tuple(seat_order(table, wishes) for table in self.tables[: self.out])
        return Round(tables, tuple(sorted(self.tables[self.out])))


def keep(start: Round, prices: Prices, chance: Chance) -> Round:
    """The round after the swaps that keep the wishes; some may be left broken.

    Downhill first, with any swap that helps; then, as long as a wish is broken that must be kept,
    on over worse ones without going back at once.

    >>> from seating.fairness import Burdens
    >>> from seating.model import Request
    >>> from seating.sizes import Layout
    >>> request = Request(entries=(1, 2, 3, 4), size=2, wishes=Wishes(apart=frozenset({(1, 2)})))
    >>> prices = Prices(request, Layout((2, 2)), Burdens(2))
    >>> [sorted(table) for table in keep(Round(((1, 2), (3, 4))), prices, Chance(1)).tables]
    [[1, 3], [2, 4]]
    """
    board = _Board(start, prices)
    _descend(board, chance, 1)
    resting: dict[int, int] = {}
    for step in range(TRIES):
        hurt = board.hurt(HARD)
        if not hurt:
            break
        free = [entry for entry in hurt if resting.get(entry, 0) <= step]
        one = chance.choose(free or hurt)
        banned = {entry for entry, until in resting.items() if until > step}
        _, other = board.best_swap(one, chance.below(len(board.entries)), banned)
        if other == one:
            continue
        board.swap(one, other)
        resting[one] = resting[other] = step + 3 + chance.below(6)
    else:
        return board.round()
    _descend(board, chance, 1)
    return board.round()


def keep_all(begin: Callable[[], Round], prices: Prices, chance: Chance, tries: int = 1) -> Round:
    """The same from one start after the other; raises Impossible where no try keeps the wishes."""
    for _try in range(tries):
        drawn = keep(begin(), prices, chance)
        if not any(wish.hard for wish in broken_wishes(drawn, prices.wishes)):
            break
    refuse_broken(drawn, prices.wishes)
    return drawn


def _descend(board: _Board, chance: Chance, least: int) -> None:
    """Swap as long as a swap of somebody who costs something makes it cheaper."""
    waiting = chance.shuffled(board.hurt(least))
    while waiting:
        improved = False
        for one in waiting:
            while board.cost[one] >= least:
                change, other = board.best_swap(one, chance.below(len(board.entries)), ())
                if change >= 0:
                    break
                board.swap(one, other)
                improved = True
        waiting = chance.shuffled(board.hurt(least)) if improved else []


def refuse_broken(drawn: Round, wishes: Wishes) -> None:
    """Raise Impossible, naming them, if wishes are broken that had to be kept.

    >>> refuse_broken(Round(((1, 2), (3, 4))), Wishes(tables={2: 1}))
    Traceback (most recent call last):
    seating.model.Impossible: No draw was found that keeps all these wishes (2). Drop one of them.
    """
    who = {entry for wish in broken_wishes(drawn, wishes) if wish.hard for entry in wish.who}
    if who:
        raise Impossible(
            "not_kept",
            _("No draw was found that keeps all these wishes (%(who)s). Drop one of them."),
            who=listed(who),
        )
