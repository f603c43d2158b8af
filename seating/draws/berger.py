"""All play all, two at a table, by Berger's tables.

The table that the pairs of the first round make stands for the whole day. Who is not there is a bye
for the opponent; who comes late plays those who would sit out, and where there are none a match is
put off to the end. So everybody who is there all day meets everybody else who is, exactly once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations

from seating.chance import Chance
from seating.model import Drawn, Impossible, Pair, Request, Round, Seats, pair
from seating.sizes import Layout
from seating.wishes import listed, number_tables
from seating.words import Words, _

NAME = "berger"

LARGEST = 60
"""Larger fields need more rounds than can be drawn."""

TOO_LARGE = _(
    "All play all is for %(most)s at most, for an event has no more rounds; here are %(count)s. "
    "Take the Swiss system."
)


def draw(request: Request, layout: Layout, chance: Chance) -> Drawn:
    """The next rounds of an all-play-all.

    After n - 1 rounds (n with an odd number, in each of which one sits out) everybody has met
    everybody once; after that it begins anew with the first seats the other way round.

    >>> draw(Request(entries=(1, 2, 3, 4), size=2, rounds=2), Layout((2, 2)), Chance(1)).rounds
    (Round(tables=((1, 4), (2, 3)), out=()), Round(tables=((4, 3), (1, 2)), out=()))
    """
    if request.size != 2 or set(layout.sizes) != {2}:
        raise Impossible(
            "not_two", _("All play all needs two at a table, and an odd number to sit out.")
        )
    day = _Day(request)
    if len(day.field) > LARGEST:
        raise Impossible("too_large", TOO_LARGE, most=LARGEST, count=len(day.field))
    notes = _never_met(request)
    if day.all_day and day.is_over:
        notes.append(Words(_("All have met whom they had to meet: this round is beyond that.")))
    rounds = []
    for _number in range(request.rounds):
        coming, put_off = day.next_round()
        notes += put_off
        rounds.append(Round(number_tables(coming.tables, request.wishes), coming.out))
        day.add(coming)
    return Drawn(tuple(rounds), notes=tuple(notes))


def rounds_missing(request: Request) -> int:
    """So many rounds more until all have met who were there all day, if nobody comes or goes.

    >>> rounds_missing(Request(entries=(1, 2, 3, 4, 5), size=2))
    5
    """
    day = _Day(request)
    if len(day.field) > LARGEST:
        return max(day.natural - day.played, 0)
    missing = 0
    while not day.is_over:
        day.add(day.next_round()[0])
        missing += 1
    return missing


def all_play_all(entries: Sequence[int]) -> tuple[Round, ...]:
    """Berger's tables for these entries in their order.

    >>> [played.out for played in all_play_all((1, 2, 3))]
    [(1,), (3,), (2,)]
    """
    field: list[int | None] = [*entries, *([None] if len(entries) % 2 else [])]
    last = len(field) - 1
    rounds = []
    for number in range(last):
        turn = number // 2 if number % 2 == 0 else (last + 1) // 2 + number // 2
        couples = [(turn, last) if turn < (last + 1) // 2 else (last, turn)]
        for step in range(1, (last + 1) // 2):
            low, high = sorted(((turn + step) % last, (turn - step) % last))
            couples.append((low, high) if (low + high) % 2 else (high, low))
        seated = [(field[one], field[other]) for one, other in couples]
        tables = tuple((a, b) for a, b in seated if a is not None and b is not None)
        out = tuple(e for couple in seated if None in couple for e in couple if e is not None)
        rounds.append(Round(tables, out))
    return tuple(rounds)


def _never_met(request: Request) -> list[Words]:
    """For each who is new in this round: whom of the others the day has no round left to meet."""
    known = {e for played in request.history for e in chain(*played.tables, played.out)}
    new = [entry for entry in request.entries if entry not in known] if known else []
    if not new:
        return []
    day = _Day(request)
    while not day.is_over:
        day.add(day.next_round()[0])
    text = _("%(who)s came late. No round is left to meet: %(other)s.")
    notes = []
    for entry in new:
        never = [e for e in request.entries if e != entry and not day.met[pair(e, entry)]]
        if never:
            notes.append(Words(text, {"who": entry, "other": listed(never)}))
    return notes


class _Day:
    """Who is there, the table that stands for the day, and who has met.

    `lap`: how often everybody has met everybody by now.
    """

    def __init__(self, request: Request) -> None:
        self.here = sorted(request.entries)
        attended = [frozenset(chain(*each.tables, each.out)) for each in request.history]
        first = attended[0] if attended else frozenset(self.here)
        self.field = frozenset(request.day) or first
        self.table = all_play_all(sorted(self.field))
        self.all_day = frozenset(self.here).intersection(*attended)
        self.met: Counter[Pair] = Counter()
        self.out: Counter[int] = Counter()
        self.firsts: Counter[Seats] = Counter()
        self.lead: Counter[int] = Counter()
        self.played = self.lap = 0
        for each in request.history:
            self.add(each)

    def add(self, played: Round) -> None:
        """Count one more round."""
        self.met.update(played.pairs())
        self.out.update(played.out)
        self.firsts.update(played.tables)
        self.lead.update(table[0] for table in played.tables)
        self.lead.subtract(table[-1] for table in played.tables)
        self.played += 1

    @property
    def natural(self) -> int:
        """How many rounds so many pairs play."""
        count = max(len(self.field), len(self.here))
        return count - 1 + count % 2

    @property
    def is_over(self) -> bool:
        """Whether everybody has met whom he had to meet."""
        if next(self._untouched(0), None) or self._owed(0):
            return False
        return self.played >= self.natural or not self._with_late(self.here, 0)

    def next_round(self) -> tuple[Round, list[Words]]:
        """The first round of the table that nobody has played, or what is left over in the end.

        Who would sit out plays those who came late, as far as they have not met.
        """
        notes = list[Words]()
        table = next(self._untouched(self.lap), None)
        while not (table or self._owed(self.lap) or self._with_late(self.here, self.lap)):
            self.lap += 1
            table = next(self._untouched(self.lap), None)
        lap = self.lap
        tables = list(table) if table else self._left_over(lap)
        busy = {entry for couple in tables for entry in couple}
        idle = [entry for entry in self.here if entry not in busy]
        tables += self._with_late(idle, lap)
        if table:
            tables, notes = self._make_room(tables, lap)
        busy = {entry for couple in tables for entry in couple}
        out = tuple(entry for entry in self.here if entry not in busy)
        return Round(tuple(map(self._turned, tables)), out), notes

    def _may_meet(self, one: int, other: int, lap: int) -> bool:
        return self.met[pair(one, other)] <= lap

    def _untouched(self, lap: int) -> Iterator[list[Seats]]:
        """Rounds of the table of which no match has been played, without those who are not here."""
        here = frozenset(self.here)
        for each in self.table:
            live = [table for table in each.tables if here.issuperset(table)]
            if live and all(self._may_meet(one, other, lap) for one, other in live):
                yield live

    def _owed(self, lap: int) -> list[Pair]:
        """Who was here all day and has to meet still, beside the untouched rounds."""
        to_come = {pair(*table) for each in self._untouched(lap) for table in each}
        couples = combinations(sorted(self.all_day), 2)
        return [two for two in couples if self._may_meet(*two, lap) and two not in to_come]

    def _left_over(self, lap: int) -> list[Seats]:
        """As many as possible of the matches that are owed, those first who owe most."""
        owed = self._owed(lap)
        count = Counter(chain.from_iterable(owed))
        most = max(count.values(), default=0)
        return _matched(
            (one, other, 1 + len(owed) * ((count[one] == most) + (count[other] == most)))
            for one, other in owed
        )

    def _with_late(self, idle: Sequence[int], lap: int) -> list[Seats]:
        """Matches between these of whom one has missed a round and who have not met."""
        return _matched(
            (one, other, 1)
            for one, other in combinations(idle, 2)
            if not self.all_day.issuperset((one, other)) and self._may_meet(one, other, lap)
        )

    def _make_room(self, tables: list[Seats], lap: int) -> tuple[list[Seats], list[Words]]:
        """Puts matches off so that those play who came late: one of them, or two at a time."""
        busy = {entry for couple in tables for entry in couple}
        late = [entry for entry in self.here if entry not in busy and entry not in self.field]
        owed, notes = self._owed(lap), list[Words]()
        while late:
            two, alone = late[:2], late[:1]
            room = self._room(tables, two, owed, lap)
            new = two if room else alone
            room = room or self._room(tables, alone, owed, lap)
            late = late[len(new) :]
            if room is None:
                continue
            at, one, other = room
            owed.append(pair(one, other))
            tables[at] = (one, new[0])
            tables += [(other, new[1])] if len(new) > 1 else []
            text = _("Put off for those who came late (%(who)s): %(one)s – %(other)s.")
            notes.append(Words(text, {"one": one, "other": other, "who": listed(new)}))
        return tables, notes

    def _room(
        self, tables: Sequence[Seats], new: Sequence[int], owed: Sequence[Pair], lap: int
    ) -> tuple[int, int, int] | None:
        """The match that is put off: its place, who plays the first of the late, and the other.

        The one that makes the fewest rounds more, then somebody who sat out least often.
        """
        offers = [
            (_rounds_for((*owed, (one, other))), self.out[other], at, one, other)
            for at, table in enumerate(tables)
            for one, other in (table, table[::-1])
            if self.all_day.issuperset(table)
            and all(self._may_meet(a, b, lap) for a, b in zip((one, other), new, strict=False))
        ]
        return min(offers)[2:] if offers else None

    def _turned(self, table: Seats) -> Seats:
        """The other way round, if these two met so more often; those not of the table evenly."""
        one, other = table
        if not self.field.issuperset(table):
            return (other, one) if self.lead[other] < self.lead[one] else (one, other)
        return (other, one) if self.firsts[one, other] > self.firsts[other, one] else (one, other)


def _rounds_for(matches: Sequence[Pair]) -> int:
    """In how many rounds these matches can be played, one after the other where they fit.

    >>> _rounds_for([(1, 2), (3, 4), (2, 3)])
    2
    """
    rounds: list[set[int]] = []
    for two in matches:
        free = next((busy for busy in rounds if busy.isdisjoint(two)), None)
        if free is None:
            rounds.append(set(two))
        else:
            free.update(two)
    return len(rounds)


def _matched(edges: Iterator[tuple[int, int, int]]) -> list[Seats]:
    """As many of these matches as can be played at once, the weightiest of them."""
    import networkx  # type: ignore[import-untyped]  # only here: it takes long to read

    graph = networkx.Graph()
    graph.add_weighted_edges_from(edges)
    return sorted(pair(*two) for two in networkx.max_weight_matching(graph, maxcardinality=True))
