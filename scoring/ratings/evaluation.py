"""How well methods foretell, one step ahead: what each says of a sheet before it has seen it.

Every two sides of a table are a case: the method says how likely the one makes more points per
hand than the other. Equal points decide nothing and are no case. Nothing is ever judged by sheets
from which it was learned.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import log, sqrt
from typing import NamedTuple, Protocol

from scoring.intervals import Estimate, share
from scoring.ratings.sheets import Sheet, Side

SUREST = 0.999
"""No method is taken to be surer than that, lest one surprise outweigh everything."""
EDGES = (0.5, 0.525, 0.55, 0.575, 0.6, 0.65, 0.7, 0.8, 1.0)


class Method(Protocol):
    """What can be judged."""

    name: str

    def chance(self, one: Side, other: Side, sheet: Sheet, /) -> float:
        """How likely `one` makes more points per hand than `other` at this sheet, 0 to 1."""
        ...

    def learn(self, sheet: Sheet, /) -> None:
        """Take a sheet in; one side of it may be all that is known."""
        ...


class Coin:
    """Knows nothing: what every method has to beat."""

    name = "coin"

    def chance(self, _one: Side, _other: Side, _sheet: Sheet) -> float:
        """One in two, always."""
        return 0.5

    def learn(self, _sheet: Sheet) -> None:
        """There is nothing to learn."""


class Bucket(NamedTuple):
    """The cases in which the favourite's chance lay between two edges: what was said on average,
    and how often the favourite was ahead indeed."""

    low: float
    high: float
    said: float
    came: Estimate


@dataclass
class Judged:
    """What came of one method.

    `log_loss`: the mean of -ln(what was said of what came); ln 2 = 0.693 is the coin. `accuracy`:
    how often the favourite was ahead; a case without a favourite counts half. `worse`: by how much
    the log-loss is above that of the first method judged, and `error`, the standard error of that,
    sheets taken as independent.
    """

    name: str
    cases: int = 0
    log_loss: float = 0.0
    accuracy: float = 0.0
    worse: float = 0.0
    error: float = 0.0
    buckets: list[Bucket] = field(default_factory=list)

    @property
    def miscalibration(self) -> float:
        """How far, on average over the cases, what was said is from what came."""
        apart = (abs(found.said - found.came.value) * found.came.cases for found in self.buckets)
        return sum(apart) / self.cases if self.cases else 0.0


class _Record:
    """What a method has said so far; losses are kept by sheet."""

    def __init__(self) -> None:
        self.losses: list[float] = []
        self.cases: list[int] = []
        self.right = 0.0
        self.said = [0.0] * (len(EDGES) - 1)
        self.seen = [0] * (len(EDGES) - 1)
        self.came = [0] * (len(EDGES) - 1)

    def sheet(self) -> None:
        self.losses.append(0.0)
        self.cases.append(0)

    def case(self, chance: float, *, ahead: bool) -> None:
        chance = min(max(chance, 1 - SUREST), SUREST)
        self.losses[-1] -= log(chance if ahead else 1 - chance)
        self.cases[-1] += 1
        if chance == 0.5:
            self.right += 0.5
            return
        favourite = max(chance, 1 - chance)
        came = ahead == (chance > 0.5)
        self.right += came
        bucket = next(n for n, edge in enumerate(EDGES[1:]) if favourite < edge)
        self.said[bucket] += favourite
        self.seen[bucket] += 1
        self.came[bucket] += came


def evaluate(
    sheets: Iterable[Sheet], methods: Sequence[Method], *, known_from: int = 0
) -> list[Judged]:
    """Judge methods by sheets in the order of time; the first is what the others are compared to.

    `known_from`: only cases in which everybody has met as many sheets before; newcomers are still
    learned from, as is a sheet with one side alone.
    """
    records = [_Record() for _method in methods]
    met: dict[int, int] = {}
    for sheet in sheets:
        cases = [
            (one, other, one.per_hand > other.per_hand)
            for one, other in combinations(sheet.sides, 2)
            if one.per_hand != other.per_hand
            and all(met.get(who, 0) >= known_from for who in one.people + other.people)
        ]
        for method, record in zip(methods, records, strict=True):
            if cases:
                record.sheet()
            for one, other, ahead in cases:
                record.case(method.chance(one, other, sheet), ahead=ahead)
            method.learn(sheet)
        for side in sheet.sides:
            for who in side.people:
                met[who] = met.get(who, 0) + 1
    return [
        _judged(method.name, record, records[0])
        for method, record in zip(methods, records, strict=True)
    ]


def _judged(name: str, record: _Record, first: _Record) -> Judged:
    cases = sum(record.cases)
    if not cases:
        return Judged(name)
    apart = [own - its for own, its in zip(record.losses, first.losses, strict=True)]
    worse = sum(apart) / cases
    spread = sum((d - worse * n) ** 2 for d, n in zip(apart, record.cases, strict=True))
    return Judged(
        name,
        cases,
        sum(record.losses) / cases,
        record.right / cases,
        worse,
        sqrt(spread) / cases,
        [
            Bucket(EDGES[n], EDGES[n + 1], said / seen, came)
            for n, (said, seen) in enumerate(zip(record.said, record.seen, strict=True))
            if (came := share(record.came[n], seen))
        ],
    )
