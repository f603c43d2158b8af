"""Tie-breaks from an entry's own rounds: sums, the best, the last, the won ones.

All are in points, or in the unit in which the event counts (rounds, running totals), or counts.
Rounds that do not count for the total count here.

>>> from scoring.results import Result, Rules
>>> from scoring.tallies import tally_up
>>> tallies = tally_up([1], [Result(1, 1, 1, 9, solos=2), Result(1, 2, 1, -4)], Rules(), {})
>>> ann = tallies[1]
>>> points(ann, tallies), solos(ann, tallies), best_round(ann, tallies), last_round(ann, tallies)
(5, 2, 9, -4)
>>> plus_points(ann, tallies), fewer_minus(ann, tallies), rounds_won(ann, tallies)
(9, -4, 1)
>>> progressive(ann, tallies)  # 9 after the first round, 5 after the second
14
"""

from __future__ import annotations

from scoring.results import Value, as_int_if_whole, compare
from scoring.tallies import Tallies, Tally
from scoring.yields import YIELDS, points_of


def points(tally: Tally, tallies: Tallies) -> Value:
    """All points, dropped rounds too; penalties and start points where those are points.

    In an event by points this is the total itself, so that a penalty never wins a tie. Strokes
    that were credited to a side count as if they stood on its sheet.
    """
    rules = tallies.rules
    extra = tally.start + tally.penalty if YIELDS[rules.yields].has_points else 0
    away = sum([points_of(result, rules) for result in tally.away])
    return sum([sheet.score for sheet in tally.sheets]) + away + extra


def solos(tally: Tally, tallies: Tallies) -> Value:
    """Solos, or what the event counts in their place."""
    return sum([sheet.solos for sheet in tally.sheets])


def games(tally: Tally, tallies: Tallies) -> Value:
    """Games won at the tables."""
    return sum([sheet.games for sheet in tally.sheets])


def fewer_lost(tally: Tally, tallies: Tallies) -> Value:
    """The games that were taken on and lost, negative: nearer to 0 is better."""
    return -sum([sheet.lost for sheet in tally.sheets])


def best_round(tally: Tally, tallies: Tallies) -> Value | None:
    """The best yield of a round at a table; a bye is no round that anybody played."""
    rounds = tally.rounds
    if not tally.away:
        return max(rounds.values(), default=None)
    return max([rounds[one.round] for one in tally.sheets if one.round in rounds], default=None)


def last_round(tally: Tally, tallies: Tallies) -> Value | None:
    """What the last round yielded that the event has played; None without a result there."""
    return tally.rounds.get(tallies.last_round)


def plus_points(tally: Tally, tallies: Tallies) -> Value:
    """The points of the sheets that ended with a plus."""
    return sum([sheet.points for sheet in tally.sheets if sheet.points > 0])


def fewer_minus(tally: Tally, tallies: Tallies) -> Value:
    """The points of the sheets that ended with a minus, negative: nearer to 0 is better."""
    return sum([sheet.points for sheet in tally.sheets if sheet.points < 0])


def rounds_won(tally: Tally, tallies: Tallies) -> Value:
    """Matches won at the table, or else rounds that ended with a plus; byes do not count."""
    if tallies.rules.yields != "match":
        return sum([sheet.points > 0 for sheet in tally.sheets])
    return table_wins(tally, tallies, level=False)


def table_wins(tally: Tally, tallies: Tallies, *, level: bool = True) -> Value:
    """Rounds in which nobody at the table did better, or (`level` False) as well."""
    least = 0 if level else 1
    return sum(
        all(compare(sheet, other, tallies.rules) >= least for other in others)
        for sheet, others in tallies.met(tally)
    )


def progressive(tally: Tally, tallies: Tallies) -> Value:
    """The sum of the running totals after every round: early points count again and again."""
    last = tallies.last_round
    return as_int_if_whole(
        sum([value * (last + 1 - number) for number, value in tally.rounds.items()])
    )
