"""Series: the results of several events in, places over all of them out.

`rank_series` depends on nothing but what it is given. What a stage is worth, which stages count,
what a missed one brings and what decides between equal totals are all in `SeriesRules`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from scoring.placing import Column, placed
from scoring.results import Value, as_int_if_whole

Person: TypeAlias = tuple[int, ...]
"""Who is ranked: the key of a player, or of both players of a pair."""

VALUES = ("points", "places", "place")
ADDING = ("sum", "average_stage", "average_round")
TIES = ("best", "wins", "latest")


@dataclass(frozen=True, kw_only=True, slots=True)
class SeriesRules:
    """How stages become one ranking.

    `value` of a stage: `points`, its own total; `places`, what `place_points` gives for the place
    (the best first, nothing below the table; who shares places shares their mean); `place`, the
    place itself, of which few are good, a missed stage costing one more than there were places.
    `adding`: the sum, or the average of the stages or of the rounds played. `best_of`: only so
    many stages count, the best ones (0: all); `drop`: so many of all stages played do not count.
    `fewest`: who has fewer stages (in `average_round`: rounds) gets no place. `bonus`: for each
    stage in which somebody took part. `absence`: per cent of the own average for the first,
    second … missed stage, then nothing; only after `absence_after` stages. `ties`: of `TIES`, the
    first one first; who is level in all shares the place.
    """

    value: str = "points"
    place_points: tuple[int, ...] = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)
    adding: str = "sum"
    best_of: int = 0
    drop: int = 0
    fewest: int = 0
    bonus: int = 0
    absence: tuple[int, ...] = ()
    absence_after: int = 3
    ties: tuple[str, ...] = TIES

    def counting(self, stages: int) -> int:
        """How many of so many stages count for one person.

        >>> SeriesRules(drop=2).counting(6), SeriesRules(best_of=5).counting(3)
        (4, 3)
        """
        counting = max(stages - self.drop, 1) if self.drop else stages
        return min(counting, self.best_of) if self.best_of else counting


class StageResult(NamedTuple):
    """What somebody has from one stage.

    `place` is None without one (disqualified), `sharing` how many share it, `total` the stage's
    own, `rounds` those played, `starts` the number of entries of which this is the best.
    """

    place: int | None
    total: Value | None
    sharing: int = 1
    rounds: int = 1
    starts: int = 1


@dataclass(frozen=True)
class Stage:
    """A stage with its results; `field` is how many had a place there."""

    key: int
    results: Mapping[Person, StageResult]
    field: int


class SeriesCell(NamedTuple):
    """What a stage is worth to somebody, None where nothing, and whether it counts.

    `kind`: `played`, `missed` or `out` (disqualified there).
    """

    value: Value | None
    kind: str
    counts: bool


@dataclass(frozen=True, slots=True)
class SeriesStanding:
    """A line of the ranking.

    `place` is None where somebody has too little for one: `lacking` stages or rounds more are
    needed. `cells` are by the key of the stage, `bonus` is in the total. `decided_by`: what put
    it below the better place before, "" if the total did.
    """

    person: Person
    place: int | None
    is_shared: bool
    total: Value | None
    cells: Mapping[int, SeriesCell]
    bonus: int
    attended: int
    lacking: int
    decided_by: str

    @property
    def counted(self) -> tuple[int, ...]:
        """The stages that make up the total."""
        return tuple(key for key, cell in self.cells.items() if cell.counts)

    @property
    def dropped(self) -> tuple[int, ...]:
        """Stages that brought something that does not count."""
        cells = self.cells.items()
        return tuple(key for key, cell in cells if cell.value is not None and not cell.counts)


def stage_value(result: StageResult, rules: SeriesRules) -> Value | None:
    """What a stage is worth by itself.

    >>> stage_value(StageResult(2, 40, sharing=2), SeriesRules(value="places"))
    Fraction(33, 2)
    >>> stage_value(StageResult(2, 40), SeriesRules(value="place"))
    2
    """
    if result.place is None:
        return None
    if rules.value == "points":
        return result.total
    places = range(result.place, result.place + result.sharing)
    if rules.value == "place":
        worth: Sequence[int] = places
    else:
        table = rules.place_points
        worth = [table[place - 1] if place <= len(table) else 0 for place in places]
    return as_int_if_whole(Fraction(sum(worth), result.sharing))


def best_start(one: StageResult, other: StageResult) -> StageResult:
    """Of two entries of one person at a stage the better one; both are counted as starts.

    >>> best_start(StageResult(4, 10), StageResult(1, 30))
    StageResult(place=1, total=30, sharing=1, rounds=1, starts=2)
    """
    better = min(one, other, key=lambda each: (each.place is None, each.place or 0))
    return better._replace(starts=one.starts + other.starts)


def rank_series(stages: Sequence[Stage], rules: SeriesRules) -> list[SeriesStanding]:
    """The ranking over all stages, best first; those without a place stand below.

    `stages` in the order in which they were played; it matters for the tie-break `latest` and for
    which of several missed stages is called the first, to no total. Raises ValueError for rules
    that cannot be.

    >>> first = Stage(1, {(7,): StageResult(1, 30), (8,): StageResult(2, 10)}, 2)
    >>> second = Stage(2, {(8,): StageResult(1, 15)}, 1)
    >>> [(row.person, row.total) for row in rank_series([first, second], SeriesRules())]
    [((7,), 30), ((8,), 25)]
    """
    known = ((rules.value, VALUES), (rules.adding, ADDING), *((tie, TIES) for tie in rules.ties))
    for word, words in known:
        if word not in words:
            raise ValueError(f"A series knows no “{word}”.")
    if min(rules.best_of, rules.drop, rules.fewest, rules.absence_after) < 0:
        raise ValueError("No number of a series is negative.")
    persons = sorted({person for stage in stages for person in stage.results})
    rows = {person: _row(person, stages, rules) for person in persons}
    sign = -1 if rules.value == "place" else 1
    ranked = [person for person in persons if not rows[person].lacking]
    lacking = [person for person in persons if rows[person].lacking]
    totals = {person: row.total for person, row in rows.items()}
    total = Column("", {one: None if it is None else sign * it for one, it in totals.items()})
    ties = [_tie(name, stages, rows, sign) for name in rules.ties]
    found = [
        replace(rows[one], place=place, is_shared=is_shared, decided_by=decided)
        for one, place, is_shared, decided in placed(ranked, [total, *ties])
    ]
    return found + [rows[each.one] for each in placed(lacking, [total])]


def _row(person: Person, stages: Sequence[Stage], rules: SeriesRules) -> SeriesStanding:
    """Everything of a line but its place."""
    results = {stage.key: stage.results.get(person) for stage in stages}
    played = {
        key: value
        for key, result in results.items()
        if result is not None and (value := stage_value(result, rules)) is not None
    }
    brought: dict[int, Value] = {**played, **_missed(stages, results, played, rules)}
    sign = -1 if rules.value == "place" else 1
    # Equal values: the earlier stage counts, so that the same ones are struck out every time.
    best = sorted(brought, key=lambda key: -sign * brought[key])
    counted = frozenset(best[: rules.counting(len(stages))])
    rounds = {key: results[key].rounds for key in played}  # type: ignore[union-attr]
    amount = sum(rounds.values()) if rules.adding == "average_round" else len(played)
    bonus = rules.bonus * len(played)
    cells = {}
    for key, result in results.items():
        kind = "missed" if result is None else "out" if result.place is None else "played"
        cells[key] = SeriesCell(brought.get(key), kind, key in counted)
    return SeriesStanding(
        person=person,
        place=None,
        is_shared=False,
        total=_total([brought[key] for key in counted], counted, rounds, bonus, rules),
        cells=cells,
        bonus=bonus,
        attended=len(played),
        lacking=max(rules.fewest - amount, 0),
        decided_by="",
    )


def _missed(
    stages: Sequence[Stage],
    results: Mapping[int, StageResult | None],
    played: Mapping[int, Value],
    rules: SeriesRules,
) -> dict[int, Value]:
    """What stages bring in which somebody did not take part."""
    if rules.adding != "sum":
        return {}
    if rules.value == "place":
        return {stage.key: stage.field + 1 for stage in stages if stage.key not in played}
    if not rules.absence or not played or len(played) < rules.absence_after:
        return {}
    average = Fraction(sum(played.values())) / len(played)
    missed = [stage.key for stage in stages if results[stage.key] is None]
    shares = zip(missed, rules.absence, strict=False)
    return {key: as_int_if_whole(average * percent / 100) for key, percent in shares}


def _total(
    values: Sequence[Value],
    counted: frozenset[int],
    rounds: Mapping[int, int],
    bonus: int,
    rules: SeriesRules,
) -> Value | None:
    if rules.adding == "sum":
        return as_int_if_whole(sum(values, Fraction(bonus)))
    parts = len(values)
    if rules.adding == "average_round":
        parts = sum(rounds[key] for key in counted)
    return as_int_if_whole(Fraction(sum(values)) / parts) if parts else None


def _tie(
    name: str, stages: Sequence[Stage], rows: Mapping[Person, SeriesStanding], sign: int
) -> Column[Person]:
    """A tie-break as numbers of which more is better."""

    def best(person: Person) -> tuple[Value, ...]:
        values = (cell.value for cell in rows[person].cells.values() if cell.kind == "played")
        return tuple(sorted((sign * value for value in values if value is not None), reverse=True))

    def wins(person: Person) -> tuple[Value, ...]:
        results = (stage.results.get(person) for stage in stages)
        return (sum(result is not None and result.place == 1 for result in results),)

    def latest(person: Person) -> tuple[tuple[int, Value], ...]:
        cells = (rows[person].cells[stage.key] for stage in reversed(stages))
        return tuple(
            (1, sign * cell.value) if cell.kind == "played" and cell.value is not None else (0, 0)
            for cell in cells
        )

    ties: dict[str, Callable[[Person], tuple[object, ...]]]
    ties = {"best": best, "wins": wins, "latest": latest}
    value = ties[name]

    def among(tied: Sequence[Person]) -> dict[Person, Value | None]:
        found = {person: value(person) for person in tied}
        order = sorted(set(found.values()))
        return {person: order.index(found[person]) for person in tied}

    return Column(name, among=among)
