"""Team matches: in each series the teams are ranked, and get points for their places.

As in the team league of the German Skat association: four teams with one member of each at every
table, and 3:0, 2:1, 1:2 and 0:3 for the sums of a series. A team that does not turn up gets
nothing; teams that are level share what their places are worth.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from scoring.placing import Column
from scoring.ranking import Standing, TeamStanding, Value, best_first, best_member, place_teams
from scoring.results import as_int_if_whole

NOTHING, AVERAGE = "nothing", "average"
"""What a member who is missing in a series adds: nothing, or the average of the team's others."""


def team_sum(values: Sequence[Value], due: int, missing: str = NOTHING) -> Value | None:
    """What the members of a team who were there have together, of whom so many are due to count.

    The best count. None for a team of which nobody was there.

    >>> team_sum([6, 3, 1], 4), team_sum([6, 3, 0], 4, "average"), team_sum([6, 3, 1], 2)
    (10, 12, 9)
    """
    if not values:
        return None
    best = sorted(values, reverse=True)[:due]
    added = Fraction(sum(best), len(best)) * (due - len(best)) if missing == AVERAGE else 0
    return as_int_if_whole(sum(best) + added)


def places_worth(sums: Mapping[str, Value | None], points: Sequence[int]) -> dict[str, Value]:
    """What a series gives each team; the first of `points` is for the best.

    >>> worth = places_worth({"Aces": 40, "Tens": -3, "Kings": -3, "Nines": None}, (3, 2, 1, 0))
    >>> [str(worth[team]) for team in ("Aces", "Tens", "Kings", "Nines")]
    ['3', '3/2', '3/2', '0']
    """
    worth: dict[str, Value] = dict.fromkeys(sums, 0)
    there = {team: value for team, value in sums.items() if value is not None}
    for team, value in there.items():
        above = sum(other > value for other in there.values())
        level = sum(other == value for other in there.values())
        shared = sum(points[above : above + level])
        worth[team] = as_int_if_whole(Fraction(shared, level))
    return worth


def rank_by_series(
    standings: Sequence[Standing],
    teams: Mapping[str, Sequence[int]],
    *,
    there: Mapping[int, Collection[int]],
    size: int,
    points: Sequence[int] = (3, 2, 1, 0),
    best_of: int | None = None,
    missing: str = NOTHING,
) -> list[TeamStanding]:
    """Teams by the points that their places in the series gave them.

    `teams`: name → start numbers; `there`: series → who took part in it; `size`: how many a team
    has, of whom the best `best_of` count in each series. Ties: the sum of all series, then as
    with `scoring.ranking.rank_teams`.

    >>> from scoring.ranking import Result, Rules, rank
    >>> sheets = [Result(1, 1, 1, 4), Result(2, 1, 1, -4), Result(1, 2, 1, 1), Result(2, 2, 1, 2)]
    >>> rows = rank_by_series(
    ...     rank([1, 2], sheets, Rules()), {"Aces": [1], "Tens": [2]},
    ...     there={1: {1, 2}, 2: {1, 2}}, size=1, points=(1, 0),
    ... )
    >>> [(row.team, row.place, row.total, dict(row.rounds)) for row in rows]
    [('Aces', 1, 1, {1: 1, 2: 0}), ('Tens', 2, 1, {1: 0, 2: 1})]
    """
    rows = {row.entry: row for row in standings}
    due = best_of or size
    sums: dict[str, dict[int, Value]] = {team: {} for team in sorted(teams)}
    won: dict[str, dict[int, Value]] = {team: {} for team in sums}
    for number in sorted(there):
        series = {}
        for team in sums:
            came = [rows[entry] for entry in teams[team] if entry in there[number]]
            values = [row.rounds[number] for row in came if number in row.rounds]
            series[team] = team_sum(values, due, missing)
        for team, worth in places_worth(series, points).items():
            won[team][number] = worth
            sums[team][number] = series[team] or 0
    members = {team: best_first(rows, teams[team]) for team in sums}
    totals = {team: as_int_if_whole(sum(won[team].values())) for team in sums}
    of_all = {team: as_int_if_whole(sum(sums[team].values())) for team in sums}
    columns = [Column("", totals), Column("series_sum", of_all), best_member(members)]
    return place_teams(members, columns, won, sums)
