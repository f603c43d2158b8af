"""Standings: results in, places out, each with its total, its tie-breaks and what decided.

`rank` is for entries, `rank_teams` adds them up to teams. Both depend on nothing but what they
are given, so the same results always have the same standing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from scoring.placing import Column, placed
from scoring.results import Result, Rules, Value, as_int_if_whole
from scoring.tallies import Tallies, tally_up
from scoring.tiebreaks import DECIDED, OF_EACH, TIE_BREAKS
from scoring.yields import YIELDS

__all__ = ["Key", "Result", "Rules", "Standing", "TeamStanding", "Value", "rank", "rank_teams"]

NOTHING: Mapping[int, int] = MappingProxyType({})

LAST = ("lot", "shared")
"""The keys that ask no result."""


class Key(NamedTuple):
    """One tie-break of a standing: its name, and its value if it has one.

    None where the key cannot say anything, and where it was not asked, because it costs much and
    the tie was over before.
    """

    name: str
    value: Value | None


class Standing(NamedTuple):
    """One row of a ranking.

    `total`: None where an average has no hands; `rounds`: what each round yielded, without
    penalties; `keys`: the tie-breaks in their order; `decided_by`: the tie-break that put it
    below the next better place, "" if the total did or it is first; who shares a place has it in
    common. `dropped`: rounds that do not count; `added`: start points and penalties, which with
    the rounds that count make the total (in an average, before dividing).
    """

    entry: int
    place: int
    is_shared: bool
    total: Value | None
    rounds: Mapping[int, Value]
    keys: tuple[Key, ...]
    decided_by: str
    dropped: tuple[int, ...]
    added: Value


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """One row of a ranking of teams.

    `members`: those that count, best first; `keys`: "best_member" and "best_round" with their
    values; `rounds`, `sums`: where places in a series count, what each series gave and what the
    members had in it; the rest as with `Standing`.
    """

    team: str
    place: int
    is_shared: bool
    total: Value
    members: tuple[int, ...]
    keys: tuple[Key, ...]
    decided_by: str
    rounds: Mapping[int, Value]
    sums: Mapping[int, Value]


def _columns(tallies: Tallies, entries: Sequence[int]) -> list[Column[int]]:
    """The tie-breaks of the rules up to the one that stops, each with its values.

    What was decided outside the sheets comes before the first one that asks no result any more.
    """
    columns: list[Column[int]] = []
    has_decided = not tallies.rules.decided
    decided = Column[int](DECIDED.name, among=partial(DECIDED.values, tallies))
    for name in tallies.rules.tie_breaks:
        if name in LAST and not has_decided:
            columns.append(decided)
            has_decided = True
        key = TIE_BREAKS[name]
        if key.is_for_all or (name in OF_EACH and tallies.rules.yields == "match"):
            columns.append(Column(name, key.values(tallies, entries)))
        else:
            columns.append(Column(name, among=partial(key.values, tallies)))
        if name == "shared":
            break
    return columns if has_decided else [*columns, decided]


def _check(entries: Sequence[int], rules: Rules) -> None:
    if rules.yields not in YIELDS:
        raise ValueError(f"No way of counting is called “{rules.yields}”.")
    for name in rules.tie_breaks:
        if name not in TIE_BREAKS:
            raise ValueError(f"No tie-break is called “{name}”.")
    if rules.best_of is not None and rules.best_of < 1:
        raise ValueError(f"At least one round must count, not {rules.best_of}.")
    if len(set(entries)) < len(entries):
        raise ValueError("An entry is named twice.")


def rank(
    entries: Iterable[int],
    results: Sequence[Result],
    rules: Rules,
    *,
    start_points: Mapping[int, Value] = NOTHING,
) -> list[Standing]:
    """The standing of the event, best first; who shares a place stands by start number.

    `entries`: start numbers of all who are ranked, with or without results; results of others
    (house players) count at their tables only. `results`: in any order, at most one of an entry
    and round. `start_points`: what an entry brings with it or is given. Raises ValueError for
    rules or results that cannot be (an unknown key, two results from a round, a match with one
    side).

    >>> sheets = [Result(1, 1, 1, 4, solos=1), Result(2, 1, 1, 4), Result(3, 1, 1, -8)]
    >>> for row in rank([1, 2, 3], sheets, Rules(tie_breaks=("solos", "shared"))):
    ...     print(row.place, row.entry, row.total, row.decided_by or "-")
    1 1 4 -
    2 2 4 solos
    3 3 -8 -
    """
    listed = sorted(entries)
    _check(listed, rules)
    tallies = tally_up(listed, results, rules, start_points)
    columns = _columns(tallies, listed)
    total = Column("", {entry: tallies[entry].total for entry in listed})
    order = placed(listed, [total, *columns])
    # Most are asked nothing by the later keys: one says so for all of them.
    named = [(column.name, column.values, Key(column.name, None)) for column in columns]
    standings = []
    for entry, place, is_shared, decided_by in order:
        tally = tallies[entry]
        keys = tuple(
            [
                unasked if (value := values.get(entry)) is None else Key(name, value)
                for name, values, unasked in named
            ]
        )
        standings.append(
            Standing(
                entry,
                place,
                is_shared,
                tally.total,
                tally.rounds,
                keys,
                decided_by,
                tally.dropped,
                tally.start + tally.penalty,
            )
        )
    return standings


def rank_teams(
    standings: Sequence[Standing],
    teams: Mapping[str, Sequence[int]],
    *,
    best_of: int | None = None,
    size: int = 0,
) -> list[TeamStanding]:
    """Teams by the sum of their members' totals, or of the best `best_of` of them.

    `teams`: name → start numbers; a member without a total adds nothing, unless `size` says how
    many a team has: then each that is missing adds the average of the others that count. Ties: the
    best member that counts, then the best round of one that does; then the place is shared and the
    teams stand in the order of their names. Raises ValueError for a member who is not in
    `standings`.

    >>> sheets = [Result(1, 1, 1, 4), Result(2, 1, 1, 1), Result(3, 1, 1, -5)]
    >>> rows = rank_teams(rank([1, 2, 3], sheets, Rules()), {"Aces": [1, 3], "Tens": [2]})
    >>> [(row.team, row.place, row.total) for row in rows]
    [('Tens', 1, 1), ('Aces', 2, -1)]
    >>> rank_teams(rank([1, 2, 3], sheets, Rules()), {"Tens": [1, 2]}, size=4)[0].total
    10
    """
    by_entry = {row.entry: row for row in standings}
    counted: dict[str, list[Standing]] = {}
    for team in sorted(teams):
        unknown = [entry for entry in teams[team] if entry not in by_entry]
        if unknown:
            raise ValueError(f"Team “{team}” has members without a standing: {unknown}.")
        counted[team] = best_first(by_entry, teams[team])[:best_of]
    return place_teams(
        counted,
        [
            Column("", {team: _sum_of(rows, best_of or size) for team, rows in counted.items()}),
            best_member(counted),
            Column(
                "best_round",
                {
                    team: max(
                        (worth for row in rows for worth in row.rounds.values()), default=None
                    )
                    for team, rows in counted.items()
                },
            ),
        ],
    )


def best_first(rows: Mapping[int, Standing], team: Sequence[int]) -> list[Standing]:
    """The members of a team that have a total."""
    found = [rows[entry] for entry in team if rows[entry].total is not None]
    return sorted(found, key=lambda row: (-(row.total or 0), row.entry))


def best_member(members: Mapping[str, Sequence[Standing]]) -> Column[str]:
    """The total of each team's best member, the first one of them."""
    return Column(
        "best_member", {team: rows[0].total if rows else None for team, rows in members.items()}
    )


def place_teams(
    members: Mapping[str, Sequence[Standing]],
    columns: Sequence[Column[str]],
    rounds: Mapping[str, Mapping[int, Value]] = MappingProxyType({}),
    sums: Mapping[str, Mapping[int, Value]] = MappingProxyType({}),
) -> list[TeamStanding]:
    """The ranking of teams by columns, of which the first is the total."""
    return [
        TeamStanding(
            team,
            place,
            is_shared,
            columns[0].values[team] or 0,
            tuple(row.entry for row in members[team]),
            tuple(Key(column.name, column.values[team]) for column in columns[1:]),
            decided_by,
            rounds.get(team, {}),
            sums.get(team, {}),
        )
        for team, place, is_shared, decided_by in placed(members, columns)
    ]


def _sum_of(rows: Sequence[Standing], due: int) -> Value:
    """The totals added up, and the average of them for each that is due and missing."""
    total = Fraction(sum(row.total or 0 for row in rows))
    missing = max(due - len(rows), 0) if rows else 0
    return as_int_if_whole(total + (total / len(rows) * missing if missing else 0))
