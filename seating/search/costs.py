"""What meetings cost, as numbers in two tables.

For two places `one` and `other`, `values[one][other]` is their class times `stride` plus how
often they meet in the coming rounds; `add[value]` is what one more meeting costs. A class holds
what does not change: how often they met before, and what was wished.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

from seating.model import Pair, Request, among, pair
from seating.prices import meetings
from seating.weights import GROUP, HARD, RATHER_NOT, REPEAT, THIRD, meeting
from seating.wishes import must_part

Places = Mapping[int, int]
"""The place of each start number in the list of entries."""

Costs = tuple[list[int], list[list[int]]]
"""`add` and `values`."""


@dataclass(frozen=True)
class Prices:
    """Own prices of meetings in a single round, in place of those of repeats.

    `row`: what it costs one place to meet each of the others; `more`: what it costs two besides;
    `wish`: how much dearer all wishes are than usual; `unit`: how far a step uphill goes.
    """

    row: Callable[[int], list[int]]
    more: Mapping[Pair, int]
    wish: int
    unit: int


def places(request: Request) -> dict[int, int]:
    """Where each entry is in the list.

    >>> places(Request(entries=(5, 3), size=2))
    {5: 0, 3: 1}
    """
    return {entry: place for place, entry in enumerate(request.entries)}


def wished(request: Request, place: Places) -> dict[Pair, int]:
    """What it costs that two meet who should not, for places."""
    wishes = request.wishes
    cost: dict[Pair, int] = {}
    for pairs, weight in (
        (must_part(wishes, request.entries), HARD),
        ({two for group in wishes.groups for two in combinations(sorted(group), 2)}, GROUP),
        (wishes.rather_not, RATHER_NOT),
    ):
        for two in _present(pairs, place):
            cost[two] = cost.get(two, 0) + weight
    return cost


def wished_with_season(request: Request, place: Places) -> dict[Pair, int]:
    """The same, and what it costs that two meet who met on earlier evenings."""
    cost, met = wished(request, place), request.season.met
    for one, other in among(met, place):
        two = pair(place[one], place[other])
        cost[two] = cost.get(two, 0) + met[one, other]
    return cost


def costs_of_repeats(request: Request) -> Costs:
    """Where a repeat costs what it usually does."""
    place, stride = places(request), request.rounds + 1
    dearest = REPEAT if request.only_repeats else THIRD
    cost = wished_with_season(request, place)
    met = meetings(request.history)
    before = {pair(place[a], place[b]): met[a, b] for a, b in among(met, place)}
    last = {two for done in request.history[-1:] for two in done.pairs()}
    again = set(_present(last, place)) if request.rounds == 1 else set()
    together = set(_present(request.wishes.together, place))
    classes = {(0, 0, False, True): 0}
    values = [[0] * len(place) for _entry in place]
    for two in sorted({*cost, *before, *together}):
        key = (cost.get(two, 0), min(before.get(two, 0), 2), two in again, two not in together)
        one, other = two
        value = classes.setdefault(key, len(classes)) * stride
        values[one][other] = values[other][one] = value
    add = []
    for wish, times_before, last_round, counted in classes:
        twice = REPEAT if last_round else 0
        for times in range(stride):
            repeat = min(meeting(times_before + times), dearest)
            add.append(counted * (wish + twice + repeat))
    return add, values


def costs_by_price(request: Request, prices: Prices) -> Costs:
    """Where meetings have their own prices."""
    place = places(request)
    more: list[dict[int, int]] = [{} for _entry in place]
    wishes = {two: prices.wish * cost for two, cost in wished(request, place).items()}
    for costs in (wishes, prices.more):
        for (one, other), cost in costs.items():
            more[one][other] = more[one].get(other, 0) + cost
            more[other][one] = more[other].get(one, 0) + cost
    partners: list[list[int]] = [[] for _entry in place]
    for one, other in _present(request.wishes.together, place):
        partners[one].append(other)
        partners[other].append(one)
    classes: dict[int, int] = {}
    values = []
    for one in range(len(place)):
        row = prices.row(one)
        for other, cost in more[one].items():
            row[other] += cost
        for other in partners[one]:
            row[other] = 0
        values.append([classes.setdefault(cost, 2 * len(classes)) for cost in row])
    return [cost for cost in classes for _times in range(2)], values


def _present(pairs: Iterable[Pair], place: Places) -> list[Pair]:
    """The places of pairs of whom both take part."""
    return [pair(place[one], place[other]) for one, other in among(pairs, place)]
