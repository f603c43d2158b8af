"""Finals: after a round the best go on into an A final, the next into a B final, and so on.

Whoever plays in a higher final stands above everybody in a lower one, and all finalists above
those who have finished. What was won before a cut is carried into the final in full, by half or
not at all; halves stay exact, nothing is rounded.

Ties within a final are decided by the keys of the event over all rounds; where nothing was
carried only the rounds of the final count for them. Of the best rounds that count, those are
dropped that are worth least after the carrying. Whoever is not in the final keeps the standing
that he had: what he plays afterwards, as a stand-in at a table, does not count for him.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, pairwise
from math import inf
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from scoring.ranking import NOTHING, Result, Rules, Standing, Value, rank
from scoring.results import as_int_if_whole
from scoring.tallies import Tally, tally_up

FULL, HALF, NONE = "full", "half", "none"
CARRIED = (FULL, HALF, NONE)
"""How much of the points before a cut goes into the final."""

Who = TypeVar("Who", bound=Hashable)


def split(order: Sequence[Who], sizes: Iterable[int]) -> tuple[tuple[Who, ...], ...]:
    """The first into the A final, the next into the B final …; behind them whoever is left.

    `sizes`: how many are in each final, the A final first.

    >>> split([7, 3, 9, 4, 8], (2, 2)), split([7], (2,))
    (((7, 3), (9, 4), (8,)), ((7,), ()))
    """
    ends = [*accumulate(sizes, initial=0), len(order)]
    return tuple(tuple(order[start:end]) for start, end in pairwise(ends))


def parted(ties: Iterable[Sequence[Who]], fields: Sequence[Sequence[Who]]) -> list[Sequence[Who]]:
    """The ties through which a line goes: those in them are in different parts of a `split`.

    >>> parted([[7], [3, 9], [4, 8]], split([7, 3, 9, 4, 8], (2,)))
    [[3, 9]]
    """
    field_of = {one: place for place, field in enumerate(fields) for one in field}
    return [tied for tied in ties if len({field_of[one] for one in tied}) > 1]


@dataclass(frozen=True)
class Cut:
    """A cut after a round.

    `finals`: the start numbers of the A final, the B final …, each in the order of the standing;
    `rest_plays`: whether all others who were still playing make one more final, the lowest, but
    for the `gone`, who were not there any more; `carried`: one of `CARRIED`.
    """

    after: int
    finals: tuple[tuple[int, ...], ...]
    rest_plays: bool = False
    carried: str = FULL
    gone: frozenset[int] = frozenset()

    @cached_property
    def _final_of(self) -> Mapping[int, int]:
        return {entry: place for place, one in enumerate(self.finals) for entry in one}

    def final_of(self, entry: int) -> int | None:
        """The final that an entry is in, 0 for the A final; None if it has finished.

        Only for those who were still playing when the cut was made.

        >>> cut = Cut(2, ((3, 1),), rest_plays=True)
        >>> cut.final_of(1), cut.final_of(7)
        (0, 1)
        """
        lowest = len(self.finals) if self.rest_plays and entry not in self.gone else None
        return self._final_of.get(entry, lowest)


class FinalsPath(NamedTuple):
    """What an entry's standing is made of.

    `level`: the lower, the better; `final`: the one it plays in, None if it has finished or
    there are none; rounds up to `since` and after `until` (None: no limit) do not count;
    `carried_after`: the round after which points were carried last, 0 if never.
    """

    level: tuple[int, ...]
    final: int | None
    since: int = 0
    until: int | None = None
    weights: tuple[Value, ...] = ()
    carried_after: int = 0


@dataclass(frozen=True)
class FinalPlace:
    """What a cut made of an entry: its final (0: A), and the points it brought into it."""

    final: int | None
    carried: Value | None


@dataclass(frozen=True)
class FinalStandings:
    """The standing with finals: its rows, best first, and the final of each who was in a cut."""

    rows: tuple[Standing, ...]
    places: Mapping[int, FinalPlace]


def finals_path(entry: int, cuts: Sequence[Cut]) -> FinalsPath:
    """What becomes of an entry by these cuts, the earliest first.

    >>> finals_path(1, [Cut(2, ((1, 2),), carried="half"), Cut(3, ((2,),))]).weights
    (Fraction(1, 2), Fraction(1, 2))
    >>> finals_path(1, [Cut(2, ((1, 2),)), Cut(3, ((2,),))])[:4]
    ((1, 0), None, 0, 3)
    """
    way, plays = FinalsPath((), None), True
    for cut in cuts:
        lowest = len(cut.finals) + cut.rest_plays
        final = cut.final_of(entry) if plays else None
        if final is None:
            until = cut.after if plays else way.until
            way = way._replace(level=(lowest + (not plays), *way.level), final=None, until=until)
            plays = False
            continue
        # Whoever is in a final is compared with those in it, whatever was before.
        way = way._replace(level=(final,), final=final, carried_after=cut.after)
        if cut.carried == NONE:
            way = way._replace(since=cut.after, weights=())
        elif cut.carried == HALF:
            before = (*way.weights, *((1,) * (cut.after - len(way.weights))))
            way = way._replace(weights=tuple(Fraction(weight) / 2 for weight in before))
    return way


def rank_finals(
    entries: Iterable[int],
    results: Sequence[Result],
    rules: Rules,
    cuts: Sequence[Cut],
    *,
    start_points: Mapping[int, Value] = NOTHING,
    decided: Mapping[int, tuple[tuple[int, ...], ...]] = MappingProxyType({}),
) -> FinalStandings:
    """The standing of an event with finals; everything as with `scoring.ranking.rank`.

    `cuts`: at most one after a round, the earliest first. `decided`: by round, the ties that were
    decided after it, for those who finished then. In the rows `rounds` has all rounds, `dropped`
    those that do not count, for whatever reason. Who shares a place in a final stands by seed.

    >>> sheets = [Result(1, 1, 1, 9), Result(2, 1, 1, 3), Result(3, 1, 1, -12)]
    >>> sheets += [Result(1, 2, 1, -5), Result(2, 2, 1, 5)]
    >>> found = rank_finals([1, 2, 3], sheets, Rules(), [Cut(1, ((1, 2),), carried="half")])
    >>> for row in found.rows:
    ...     print(row.place, row.entry, row.total, found.places[row.entry].carried)
    1 2 13/2 3/2
    2 1 -1/2 9/2
    3 3 -12 None
    """
    listed = sorted(entries)
    if not cuts:
        return FinalStandings(tuple(rank(listed, results, rules, start_points=start_points)), {})
    ways: dict[FinalsPath, list[int]] = {}
    for entry in listed:
        ways.setdefault(finals_path(entry, cuts), []).append(entry)
    everything = tally_up(listed, results, rules, start_points)
    rows: list[Standing] = []
    places: dict[int, FinalPlace] = {}
    for way in sorted(ways, key=lambda way: way.level):
        its_rules = replace(rules, weights=way.weights)
        if way.until is not None:
            its_rules = replace(its_rules, decided=decided.get(way.until, ()))
        brought = NOTHING if way.since else start_points
        until = inf if way.until is None else way.until
        counting = [result for result in results if way.since < result.round <= until]
        group = rank(ways[way], counting, its_rules, start_points=brought)
        # What was there when the cut was made, as it weighs now.
        early = [result for result in counting if result.round <= way.carried_after]
        before = tally_up(ways[way], early, replace(its_rules, best_of=None), brought)
        seeds = _seeds(way, ways[way], cuts)
        above = len(rows)
        for row in sorted(group, key=lambda row: (row.place, seeds[row.entry])):
            carried = None if way.final is None else _carried(before[row.entry], row, its_rules)
            places[row.entry] = FinalPlace(way.final, carried)
            rounds = everything[row.entry].rounds
            unused = (number for number in rounds if number not in row.rounds)
            dropped = tuple(sorted({*row.dropped, *unused}))
            rows.append(row._replace(place=above + row.place, rounds=rounds, dropped=dropped))
    return FinalStandings(tuple(rows), places)


def _seeds(way: FinalsPath, entries: Sequence[int], cuts: Sequence[Cut]) -> dict[int, int]:
    """In which order those stand who share a place: as they came into their final."""
    if way.final is not None and way.final < len(cuts[-1].finals):
        entries = cuts[-1].finals[way.final]
    return {entry: seed for seed, entry in enumerate(entries)}


def _carried(tally: Tally, row: Standing, rules: Rules) -> Value | None:
    """The points that an entry brought into its final."""
    if rules.yields == "average" or tally.total is None:
        return tally.total
    dropped = (rules.weight(number) * tally.rounds.get(number, 0) for number in row.dropped)
    return as_int_if_whole(tally.total - sum(dropped))
