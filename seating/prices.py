"""What it costs to seat whom where: wishes, fairness, repeats and distance as whole numbers."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from seating.fairness import Burdens
from seating.model import Pair, Request, Round, Seats, among
from seating.sizes import Layout
from seating.weights import AWAY, FIXED, GROUP, HARD, RATHER_NOT, UNFAIR, meeting
from seating.wishes import must_part


class Prices:
    """The prices for one round; tables by their index, and after the last table: sitting out.

    `met`: how often each two met tonight, None where a draw asks neither that nor who met on
    earlier evenings. `home`: the tables by standing alone, for draws that stay as near to them as
    can be. `shares_odd`: whether it costs to be at an odd table again.
    """

    def __init__(
        self,
        request: Request,
        layout: Layout,
        burdens: Burdens,
        *,
        met: Mapping[Pair, int] | None = None,
        home: Sequence[Seats] = (),
        order: Sequence[int] = (),
        shares_odd: bool = True,
    ) -> None:
        self.wishes = request.wishes
        self._sizes = layout.sizes
        self._burdens = burdens
        self._spared = request.season.spared
        self._odd = [size != request.size for size in layout.sizes]
        self._uneven = shares_odd and any(self._odd) and not all(self._odd)
        self._rank = {entry: place for place, entry in enumerate(order)}
        self._home = [[self._rank[entry] for entry in table] for table in home]
        self._rows: dict[tuple[int | None, int, int, int, int | None, int], list[int]] = {}
        self.pairs = _pair_prices(request, met)
        self.partners: dict[int, tuple[int, ...]] = {}
        for one, other in among(sorted(self.wishes.together), frozenset(request.entries)):
            self.partners[one] = (*self.partners.get(one, ()), other)
            self.partners[other] = (*self.partners.get(other, ()), one)

    def row(self, entry: int) -> list[int]:
        """What it costs to have this entry at each table, and out."""
        house = entry in self.wishes.house
        odd = self._burdens.odd[entry] if self._uneven and not house else -1
        out = self._burdens.out[entry] if not house else -1
        spared = self._spared.get(entry, 0) if not house else 0
        pinned, seat = self.wishes.tables.get(entry), self.wishes.seats.get(entry, 0)
        rank = self._rank[entry] if self._home else None
        key = (pinned, seat, odd, out, rank, spared)
        if key not in self._rows:
            row = []
            for table, (size, is_odd) in enumerate(zip(self._sizes, self._odd, strict=True)):
                price = FIXED * (pinned not in (None, table)) + FIXED * (seat >= size)
                if is_odd:
                    price += UNFAIR * (odd + 1) ** 2 + (spared if self._uneven else 0)
                if rank is not None:
                    price += AWAY * min(abs(rank - place) for place in self._home[table])
                row.append(price)
            self._rows[key] = [*row, UNFAIR * (out + 1) ** 2 + spared]
        return self._rows[key]

    def of(self, played: Round) -> int:
        """What a round costs altogether.

        >>> from seating.fairness import Burdens
        >>> request = Request(entries=(1, 2, 3, 4), size=2, history=(Round(((1, 2), (3, 4))),))
        >>> prices = Prices(request, Layout((2, 2)), Burdens(2), met=meetings(request.history))
        >>> prices.of(Round(((1, 2), (4, 3)))), prices.of(Round(((1, 3), (2, 4))))
        (2000, 0)
        """
        places = [*enumerate(played.tables), (len(self._odd), played.out)]
        alone = sum(self.row(entry)[at] for at, seats in places for entry in seats)
        together = (self.pairs[one].get(other, 0) for one, other in played.pairs())
        return alone + sum(together)


def meetings(history: Iterable[Round]) -> Counter[Pair]:
    """How often each two met.

    >>> meetings([Round(((1, 2),)), Round(((2, 1),))])
    Counter({(1, 2): 2})
    """
    met: Counter[Pair] = Counter()
    for played in history:
        met.update(played.pairs())
    return met


def _pair_prices(request: Request, met: Mapping[Pair, int] | None) -> dict[int, dict[int, int]]:
    here = frozenset(request.entries)
    prices: defaultdict[Pair, int] = defaultdict(int)
    if met is not None:
        prices.update(request.season.met)
        for couple, times in met.items():
            prices[couple] += meeting(times)
    for couple in sorted(request.wishes.rather_not):
        prices[couple] += RATHER_NOT
    for group in request.wishes.groups:
        for couple in combinations(sorted(group & here), 2):
            prices[couple] += GROUP
    for couple in must_part(request.wishes, request.entries):
        prices[couple] += HARD
    near: dict[int, dict[int, int]] = {entry: {} for entry in request.entries}
    for one, other in among(prices, here):
        near[one][other] = near[other][one] = prices[one, other]
    return near
