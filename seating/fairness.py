"""Who sits out and who sits at an odd table: nobody twice before everybody once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import islice

from seating.chance import Chance
from seating.model import Request, Round, Season, Seats
from seating.sizes import Layout
from seating.weights import SPARED


class Burdens:
    """How often each entry sat out, and how often at a table of another size than usual."""

    def __init__(self, size: int, history: Iterable[Round] = ()) -> None:
        self.size = size
        self.out: Counter[int] = Counter()
        self.odd: Counter[int] = Counter()
        for played in history:
            self.add(played)

    def then(self, counts: Mapping[int, int], season: Season) -> Mapping[int, int]:
        """The counts of tonight, and among equals what each bore on earlier evenings.

        >>> burdens = Burdens(3, [Round(((1, 2, 3), (4, 5)))])
        >>> sorted(burdens.then(burdens.odd, Season(spared={1: 80, 4: 30})).items())
        [(1, 80), (4, 331), (5, 301)]
        """
        if not season.spared:
            return counts
        counted: Counter[int] = Counter(season.spared)
        for entry, times in counts.items():
            counted[entry] += times * (SPARED + 1)
        return counted

    def add(self, played: Round) -> None:
        """Count one more round.

        >>> burdens = Burdens(3, [Round(((1, 2, 3), (4, 5)), (6,))])
        >>> dict(burdens.odd), dict(burdens.out)
        ({4: 1, 5: 1}, {6: 1})
        """
        self.out.update(played.out)
        for table in played.tables:
            if len(table) != self.size:
                self.odd.update(table)


def levels(before: Sequence[int], rounds: int, places: int) -> tuple[int, int]:
    """The most and the least that everybody can have after so many places in each round.

    >>> levels([0] * 10, 3, 5), levels([0] * 10, 2, 5), levels([1, 0, 0], 1, 1)
    ((2, 1), (1, 1), (1, 0))
    """
    total = min(rounds * places, rounds * len(before))
    most = 0
    while sum(min(max(most - had, 0), rounds) for had in before) < total:
        most += 1
    least = 0
    while least < most and sum(max(least + 1 - had, 0) for had in before) <= total:
        least += 1
    return most, least


def choose_fairly(
    entries: Sequence[int],
    how_many: int,
    counts: Mapping[int, int],
    chance: Chance | None,
    *,
    first: Collection[int] = (),
    units: Sequence[Sequence[int]] = (),
) -> tuple[int, ...]:
    """So many of the entries, those with the smallest counts, so that nobody bears twice first.

    `first` (house players) are taken before all others. Without `chance` the earlier in `entries`
    are taken among equals. `units` are entries that are only taken together, as long as that
    fills the number.

    >>> choose_fairly([1, 2, 3, 4], 2, {1: 1, 3: 1}, None)
    (2, 4)
    >>> choose_fairly([1, 2, 3, 4], 1, {2: 1, 3: 1}, None, units=[(1, 4)])
    (2,)
    """
    order = chance.shuffled(entries) if chance else list(entries)
    order.sort(key=lambda entry: (entry not in first, counts.get(entry, 0)))
    if units and how_many:
        whole = _whole_units(order, how_many, counts, first, units)
        if whole is not None:
            return whole
    return tuple(order[:how_many])


def _whole_units(
    order: Sequence[int],
    how_many: int,
    counts: Mapping[int, int],
    first: Collection[int],
    units: Sequence[Sequence[int]],
) -> tuple[int, ...] | None:
    """The cheapest choice of whole units that fills the number: a small knapsack."""
    rank = {entry: place for place, entry in enumerate(order)}
    whole = [tuple(sorted(entry for entry in unit if entry in rank)) for unit in units]
    bound = {entry for unit in whole for entry in unit}
    items = [unit for unit in whole if unit] + [(entry,) for entry in order if entry not in bound]
    items.sort(key=lambda unit: max(rank[entry] for entry in unit))
    cost = {e: (counts.get(e, 0) + 1) ** 2 if e not in first else 0 for e in order}
    best: list[tuple[int, int, tuple[int, ...]] | None] = [(0, 0, ()), *[None] * how_many]
    for unit in items:
        price, places = sum(cost[entry] for entry in unit), sum(rank[entry] for entry in unit)
        for filled in range(how_many, len(unit) - 1, -1):
            before = best[filled - len(unit)]
            if before is None:
                continue
            offer = (before[0] + price, before[1] + places, before[2] + unit)
            now = best[filled]
            if now is None or offer[:2] < now[:2]:
                best[filled] = offer
    found = best[how_many]
    return found[2] if found else None


def cut(order: Iterable[int], sizes: Iterable[int]) -> tuple[Seats, ...]:
    """An order of entries cut into tables.

    >>> cut([5, 3, 1, 2, 4], (3, 2))
    ((5, 3, 1), (2, 4))
    """
    rest = iter(order)
    return tuple(tuple(islice(rest, size)) for size in sizes)


def deal(
    request: Request,
    layout: Layout,
    burdens: Burdens,
    chance: Chance,
    units: Sequence[Sequence[int]] = (),
) -> Round:
    """A round by chance alone, but for who sits out and who sits at the odd tables."""
    house = request.wishes.house
    sat_out = burdens.then(burdens.out, request.season)
    out = choose_fairly(request.entries, layout.out, sat_out, chance, first=house, units=units)
    seated = [entry for entry in request.entries if entry not in out]
    seats = sum(size for size in layout.sizes if size != request.size)
    at_odd = burdens.then(burdens.odd, request.season)
    odd = choose_fairly(seated, seats, at_odd, chance, first=house, units=units)
    taken = frozenset(odd)
    usual = [entry for entry in seated if entry not in taken]
    order = iter(chance.shuffled(usual))
    special = iter(chance.shuffled(odd))
    tables = tuple(
        tuple(islice(order if size == request.size else special, size)) for size in layout.sizes
    )
    return Round(tables, tuple(sorted(out)))
