"""What a round yields: the ways in which the sheets of a table become numbers of a standing.

Sources: points, Bavarian Preisschafkopf and the Wisconsin sessions (Donau-Ries-Cup 2019/20;
Sheboygan Falls Oktoberfest 2016, rules of the sheepshead tournament). Average, league play by
points per hand. Places, a Wisconsin league's table points 7-5-3-1 at four and 7-4-1 at three
seats. Match, the Estonian table-game tournaments (koroona.ee: win 2, draw 1, loss 0, bye 1).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from scoring.results import Result, Rules, Tables, Value, as_int_if_whole, compare
from scoring.words import _


class Yield(NamedTuple):
    """A way for sheets to become standings.

    `rounds`: the sheets of one entry, who sat where, the rules → what each round yielded;
    `away`: what a round without a table yields, None if it counts for nothing;
    `total`: the results that count, their yields and what was added to or taken off the sheets
    → the total, None where there is none. `has_points`: whether the total is made of points, so
    that penalties and start points are points too.
    """

    label: str
    meaning: str
    rounds: Callable[[Sequence[Result], Tables, Rules], dict[int, Value]]
    away: Callable[[Result, Rules], Value | None]
    total: Callable[[Sequence[Result], Collection[Value], Value, Rules], Value | None]
    has_points: bool


def points_of(result: Result, rules: Rules) -> int:
    """The points of a sheet; without a table the compensation, where the event counts points.

    >>> points_of(Result(1, 2, None, 0, hands=30, kind="bye"), Rules(yields="average", bye_value=1))
    30
    """
    if result.table is not None or result.points:
        return result.points
    if rules.yields == "average":
        return rules.away_value(result) * result.hands
    return rules.away_value(result) if rules.yields == "points" else 0


@lru_cache(maxsize=64)
def points_for_places(place_points: tuple[int, ...], seats: int) -> tuple[Value, ...]:
    """What the places at a table of so many seats are worth, the best place first.

    A smaller table goes from the same best to the same last in equal steps, which makes the
    sourced 7-4-1 of 7-5-3-1; at a larger one the places beyond the list get nothing.

    >>> points_for_places((7, 5, 3, 1), 3), points_for_places((7, 5, 3, 1), 5)
    ((7, 4, 1), (7, 5, 3, 1, 0))
    """
    last = len(place_points) - 1
    if seats > last:
        return place_points + (0,) * (seats - len(place_points))
    worth: list[Value] = []
    for place in range(seats):
        before, beyond = divmod(place * last, max(seats - 1, 1))
        step = place_points[min(before + 1, last)] - place_points[before]
        worth.append(
            as_int_if_whole(place_points[before] + Fraction(step * beyond, max(seats - 1, 1)))
        )
    return tuple(worth)


def _point_rounds(sheets: Sequence[Result], tables: Tables, rules: Rules) -> dict[int, Value]:
    return {sheet.round: sheet.points for sheet in sheets}


def _average_rounds(sheets: Sequence[Result], tables: Tables, rules: Rules) -> dict[int, Value]:
    return {
        sheet.round: as_int_if_whole(Fraction(sheet.points, sheet.hands))
        for sheet in sheets
        if sheet.hands
    }


def _place_rounds(sheets: Sequence[Result], tables: Tables, rules: Rules) -> dict[int, Value]:
    rounds: dict[int, Value] = {}
    for sheet in sheets:
        points = [one.points for one in tables.everybody(sheet)]
        above = sum(other > sheet.points for other in points)
        level = points.count(sheet.points)
        worth = points_for_places(rules.place_points, len(points))[above : above + level]
        rounds[sheet.round] = as_int_if_whole(Fraction(sum(worth), level))
    return rounds


def _match_rounds(sheets: Sequence[Result], tables: Tables, rules: Rules) -> dict[int, Value]:
    rounds: dict[int, Value] = {}
    for sheet in sheets:
        others = tables.others(sheet)
        if len(others) != 1:
            raise ValueError(
                f"A match has two sides; table {sheet.table} of round {sheet.round} "
                f"has {len(others) + 1}."
            )
        rounds[sheet.round] = rules.match_points[1 - compare(sheet, others[0], rules)]
    return rounds


def _away_average(result: Result, rules: Rules) -> Value | None:
    return (
        as_int_if_whole(Fraction(points_of(result, rules), result.hands)) if result.hands else None
    )


def _away_value(result: Result, rules: Rules) -> Value | None:
    return rules.away_value(result)


def _sum(results: Sequence[Result], rounds: Collection[Value], extra: Value, rules: Rules) -> Value:
    return as_int_if_whole(sum(rounds) + extra)


def _average(
    results: Sequence[Result], rounds: Collection[Value], extra: Value, rules: Rules
) -> Value | None:
    """Where rounds weigh differently, points and hands of a round weigh the same."""
    points, hands = extra, Fraction(0)
    for result in results:
        weight = rules.weight(result.round)
        hands += weight * result.hands
        if result.hands:
            points += weight * rules.factor(result.round) * points_of(result, rules)
    return as_int_if_whole(points / hands) if hands else None


YIELDS: dict[str, Yield] = {
    "points": Yield(
        _("Points"),
        _("The points of all sheets are added up."),
        _point_rounds,
        points_of,
        _sum,
        has_points=True,
    ),
    "average": Yield(
        _("Points per hand"),
        _("All points divided by all hands; who has played no hand comes last."),
        _average_rounds,
        _away_average,
        _average,
        has_points=True,
    ),
    "places": Yield(
        _("Places at the table"),
        _("The best at a table gets most, the last one least; who is level shares."),
        _place_rounds,
        _away_value,
        _sum,
        has_points=False,
    ),
    "match": Yield(
        _("Won matches"),
        _("Two sides at a table: so much for a win, a draw and a loss."),
        _match_rounds,
        _away_value,
        _sum,
        has_points=False,
    ),
}
