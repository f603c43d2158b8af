"""The Swiss system for two at a table: neighbours in the standing who have not met yet.

The first round is by lot, or by a ranking that is known beforehand.

The pairing is a matching of the greatest weight, in whole numbers and in a fixed order, so that it
is the same everywhere. Only neighbours within a window are looked at as long as that suffices, and
large fields are paired in slices of the standing, from the top.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations

from seating.chance import Chance
from seating.fairness import Burdens
from seating.keeping import refuse_broken
from seating.model import Drawn, Impossible, Pair, Request, Round, Seats, among, pair
from seating.prices import meetings
from seating.sizes import Layout
from seating.standing import by_standing
from seating.wishes import insist, must_part, number_tables, seat_order
from seating.words import Words, _

NAME = "swiss"
WINDOWS = (5, 15, 45)
"""How many ranks two may be apart: the next is tried when one does not suffice."""
SMALL = 100
"""Up to so many entries, everybody is looked at for everybody."""
SLICE, OPEN = 100, 20
"""So many more ranks are paired at a time; the last of them once more, with the next ones."""
AHEAD = 24
"""Up to so many entries, care is taken that the next round has a pairing as well."""

CLEAN, CLUBMATES, REMATCHES = range(3)
"""What a pairing may contain, if there is none without."""
UNIT = 10**6
"""More than any distance in the standing can cost."""


def draw(request: Request, layout: Layout, chance: Chance) -> Drawn:
    """Draw the coming rounds from the standing; the notes say which rematches had to be.

    Before anything has been played the standing is a ranking that is known beforehand, and the
    better half of it meets the other; where there is none the first round is by lot. With the dial
    at 100 a round that needs a rematch is refused.

    >>> draw(Request(entries=(1, 2, 3, 4), size=2, history=(Round(((1, 2), (3, 4))),)),
    ...      Layout((2, 2)), Chance(1)).rounds[0].tables
    ((3, 1), (4, 2))
    """
    if request.size != 2 or set(layout.sizes) != {2}:
        raise Impossible(
            "not_two", _("The Swiss system needs two at a table, and an odd number to sit out.")
        )
    insist(request, layout)
    field = _Field(request)
    rounds: list[Round] = []
    notes: list[Words] = []
    if not request.history:
        notes.append(field.begin(chance))
    for number in range(request.rounds):
        if number == 1 and not request.history:
            field.put_in_order(by_standing(request))
        couples, out = field.next_round()
        tables = [field.seated(couple, chance) for couple in couples]
        coming = Round(number_tables(tables, request.wishes), out)
        refuse_broken(coming, request.wishes)
        field.count(coming)
        notes += rematches(coming, [*request.history, *rounds])
        rounds.append(coming)
    return Drawn(tuple(rounds), notes=tuple(notes))


def rematches(drawn: Round, history: Sequence[Round]) -> list[Words]:
    """A sentence for each two who meet again, because there was no other pairing.

    >>> [str(words) for words in rematches(Round(((2, 1),)), [Round(((1, 2),))])]
    ['1 and 2 meet again: there was no pairing without a rematch.']
    """
    met = meetings(history)
    text = _("%(one)s and %(other)s meet again: there was no pairing without a rematch.")
    return [Words(text, {"one": a, "other": b}) for a, b in sorted(drawn.pairs()) if met[a, b]]


def perfect(nodes: Sequence[int], edges: Iterable[tuple[int, int, int]]) -> list[Pair]:
    """The pairing of the greatest weight in which all of these have a partner; empty if none has.

    >>> perfect((0, 1, 2, 3), [(0, 1, -1), (1, 2, -1), (2, 3, -1), (0, 3, -9)])
    [(0, 1), (2, 3)]
    >>> perfect((0, 1, 2, 3), [(0, 1, -1), (0, 2, -1), (0, 3, -1)])
    []
    """
    import networkx  # type: ignore[import-untyped]  # only here: it takes long to read

    here = frozenset(nodes)
    graph = networkx.Graph()
    graph.add_nodes_from(nodes)
    graph.add_weighted_edges_from(edge for edge in edges if edge[0] in here and edge[1] in here)
    matched = networkx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(matched) < len(here):
        return []
    return sorted(pair(one, other) for one, other in matched)


class _Field:
    """The entries by rank, and what stands between any two of them."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.put_in_order(by_standing(request))
        self.met: Counter[Pair] = Counter()
        self.burdens = Burdens(2)
        self.lead: Counter[int] = Counter()
        self.latest: dict[int, int] = {}
        for played in request.history:
            self.count(played)
        wishes = request.wishes
        self.parted = frozenset(must_part(wishes, request.entries))
        self.mates = frozenset(p for g in wishes.groups for p in combinations(sorted(g), 2))
        self.bound: dict[int, int] = {}
        for one, other in among(sorted(wishes.together), frozenset(request.entries)):
            self.bound[one], self.bound[other] = other, one

    def put_in_order(self, order: Sequence[int]) -> None:
        """Neighbours in this order are to meet."""
        self.order = list(order)
        self.rank = {entry: rank for rank, entry in enumerate(self.order)}

    def begin(self, chance: Chance) -> Words:
        """Put all in the order of a first round, and say which that is."""
        if not self.request.standing:
            self.put_in_order(chance.shuffled(self.order))
            return Words(_("The first round is drawn by lot."))
        half = len(self.order) // 2
        couples = zip(self.order[:half], self.order[half : 2 * half], strict=True)
        self.put_in_order([*chain.from_iterable(couples), *self.order[2 * half :]])
        text = _(
            "In the first round the better half of the ranking meets the other half, each from the "
            "top."
        )
        return Words(text)

    def count(self, played: Round) -> None:
        """Remember who met and who sat out."""
        self.met.update(played.pairs())
        self.burdens.add(played)
        for table in played.tables:
            self.lead[table[0]] += 1
            self.lead[table[-1]] -= 1
            self.latest.update({table[0]: 1, table[-1]: -1})

    def seated(self, couple: Pair, chance: Chance) -> Seats:
        """Who was first less often is first; among equals who was not last time, or by chance."""
        one, other = couple if chance.below(2) else couple[::-1]
        ahead = [(self.lead[entry], self.latest.get(entry, 0)) for entry in (one, other)]
        if ahead[1] < ahead[0]:
            one, other = other, one
        return seat_order((one, other), self.request.wishes)

    def next_round(self) -> tuple[list[Pair], tuple[int, ...]]:
        """The couples, best first, and who sits out."""
        last = REMATCHES if self.request.dial < 100 else CLUBMATES
        for level in range(last + 1):
            found = self._matching(level, frozenset())
            if found and level == CLEAN and len(self.order) <= AHEAD:
                found = self._leaving_a_way(found)
            if found:
                couples = [(self.order[a], self.order[b]) for a, b in found if b >= 0]
                return couples, tuple(self.order[a] for a, b in found if b < 0)
        if last == CLUBMATES:
            text = _("There is no pairing without a rematch: all who may meet have met.")
            raise Impossible("rematch", text)
        raise Impossible("no_pairing", _("There is no pairing that keeps all that is wished."))

    def _matching(self, level: int, closed: frozenset[Pair]) -> list[Pair]:
        """The best pairing by rank, with -1 for sitting out; empty if there is none."""
        count = len(self.order)
        whole = count + count % 2
        matched = self._in_slices(level, closed) if count > SMALL + SLICE else []
        for window in WINDOWS if count > SMALL else (count,):
            edges = self._edges(window, level, closed)
            matched = matched or perfect(range(whole), edges)
        return sorted((one, other if other < count else -1) for one, other in matched)

    def _in_slices(self, level: int, closed: frozenset[Pair]) -> list[Pair]:
        """A pairing of near neighbours from the top, slice by slice; empty if a slice has none."""
        edges = list(self._edges(WINDOWS[0], level, closed))
        whole = len(self.order) + len(self.order) % 2
        settled: list[Pair] = []
        for end in (*range(SLICE, whole, SLICE), whole):
            done = {rank for couple in settled for rank in couple}
            nodes = [rank for rank in range(end) if rank not in done]
            matched = perfect(nodes[: len(nodes) // 2 * 2], edges)
            if not matched:
                return []
            settled += [couple for couple in matched if couple[1] < end - OPEN or end == whole]
        return settled

    def _edges(
        self, window: int, level: int, closed: frozenset[Pair]
    ) -> Iterator[tuple[int, int, int]]:
        """Who may meet whom at what weight; the last node is sitting out."""
        count = len(self.order)
        for one in range(count):
            near = range(one + 1, min(count, one + window + 1))
            guide = self.bound.get(self.order[one])
            far = self.rank[guide] if guide is not None else 0
            for other in (*near, far) if far >= near.stop else near:
                if (one, other) not in closed:
                    price = self._price(pair(self.order[one], self.order[other]), level)
                    if price is not None:
                        yield one, other, -price - (other - one) ** 2
        if count % 2:
            for place, one in enumerate(self._may_sit_out(level)[:window]):
                if (one, -1) not in closed:
                    yield one, count, -place * UNIT * count

    def _price(self, couple: Pair, level: int) -> int | None:
        """What it costs that these two meet, besides their distance; None if they must not."""
        one, other = couple
        fixed = self.request.wishes.tables
        torn = one in fixed and other in fixed and fixed[one] != fixed[other]
        if torn or couple in self.parted or self.bound.get(one, other) != other:
            return None
        if self.bound.get(other, one) != one:
            return None
        price = UNIT if couple in self.request.wishes.rather_not else 0
        if couple in self.mates:
            price += UNIT * 10**3
        if self.met[couple]:
            price += UNIT * 10**6 * self.met[couple] ** 2
        allowed = (UNIT * 10**3, UNIT * 10**6)
        return price if level == REMATCHES or price < allowed[level] else None

    def _may_sit_out(self, level: int) -> list[int]:
        """Ranks, the lowest first: house players, else those who sat out least often."""
        house = self.request.wishes.house
        ranks = range(len(self.order) - 1, -1, -1)
        guests = [rank for rank in ranks if self.order[rank] in house]
        others = [rank for rank in ranks if self.order[rank] not in house]
        least = min((self.burdens.out[self.order[rank]] for rank in others), default=0)
        return guests + [rank for rank in others if self.burdens.out[self.order[rank]] == least]

    def _leaving_a_way(self, found: list[Pair]) -> list[Pair]:
        """The pairing, or one without one of its couples, if else the next round had none."""
        if self._has_next(found):
            return found
        for couple in reversed(found):
            instead = self._matching(CLEAN, frozenset({couple}))
            if instead and self._has_next(instead):
                return instead
        return found

    def _has_next(self, found: list[Pair]) -> bool:
        return bool(self._matching(CLEAN, frozenset(found)))
