"""What a ranking is made from: what each entry has from each round, and the rules of the event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

Value: TypeAlias = int | Fraction
"""A total, a round's yield or a tie-break: exact, a Fraction only where it is not whole."""


def as_int_if_whole(value: Value) -> Value:
    """The same number, as an int where it is one.

    >>> as_int_if_whole(Fraction(8, 2)), as_int_if_whole(Fraction(7, 2))
    (4, Fraction(7, 2))
    """
    return value.numerator if value.denominator == 1 else value


@dataclass(frozen=True, slots=True)
class Result:
    """What one entry has from one round.

    `entry`: start number; `round`: from 1; `table`: its number in the round, None where the entry
    sat out (`kind` "bye") or missed the round before it came ("late"). `points`: the raw sum of
    the sheet (strokes in Saskop), or without a table a compensation of this entry's own, which
    goes before that of the rules unless it is 0. `hands`: those that count for the average;
    `solos`: solos or won games, where the event counts them; `games`: games won at this table,
    `lost`: games that the entry took on and lost, where the event counts those.
    `penalty`: points added (or taken off, if negative) by the director, outside the sheet.
    `credit`: strokes that a ruling gave to this side of the match: they stand beside the sheet and
    count at the table as if they stood on it.
    """

    entry: int
    round: int
    table: int | None
    points: int
    hands: int = 0
    solos: int = 0
    games: int = 0
    kind: str = "sheet"
    penalty: int = 0
    credit: int = 0
    lost: int = 0

    @property
    def score(self) -> int:
        """What the side has at the table: the points of its sheet and what a ruling gave it.

        >>> Result(1, 1, 1, 7, credit=2).score
        9
        """
        return self.points + self.credit


@dataclass(frozen=True, kw_only=True, slots=True)
class Rules:
    """How sheets become standings.

    `yields`: a key of `scoring.yields.YIELDS`; `place_points`: for the best, second … at a table;
    `match_points`: for win, draw, loss; `bye_value`, `late_value`: what a bye and a round before
    a late entry yield, in the unit of `yields`; `tie_breaks`: keys of
    `scoring.tiebreaks.TIE_BREAKS`, the first one first; `lot_seed`: the same seed draws the same
    lots for ever, and until there is one no lot is drawn; `best_of`: only so many rounds of each
    entry count for its total, its best ones (None: all). `decided`: ties that were decided outside
    the sheets (a play-off hand, a lot drawn in public), each as start numbers, best first: they
    are asked after all other keys and before the lot and a shared place. `factors`: by which what
    a round yields is multiplied; `weights`: how much of it counts for the total, where points were
    carried into a final. Both begin with round 1; what they do not name counts once.
    """

    yields: str = "points"
    place_points: tuple[int, ...] = (7, 5, 3, 1)
    match_points: tuple[int, int, int] = (2, 1, 0)
    bye_value: int = 0
    late_value: int = 0
    tie_breaks: tuple[str, ...] = ("points",)
    lot_seed: str = ""
    best_of: int | None = None
    decided: tuple[tuple[int, ...], ...] = ()
    factors: tuple[Value, ...] = ()
    weights: tuple[Value, ...] = ()

    def factor(self, number: int) -> Value:
        """By which what the round of that number yields is multiplied.

        >>> Rules(factors=(1, 2)).factor(2), Rules(factors=(1, 2)).factor(3)
        (2, 1)
        """
        return self.factors[number - 1] if number <= len(self.factors) else 1

    def weight(self, number: int) -> Value:
        """How much of what the round of that number yields counts for the total.

        >>> Rules(weights=(Fraction(1, 2),)).weight(1), Rules().weight(1)
        (Fraction(1, 2), 1)
        """
        return self.weights[number - 1] if number <= len(self.weights) else 1

    def away_value(self, result: Result) -> int:
        """What the rules give for a round without a table.

        >>> Rules(bye_value=2).away_value(Result(1, 1, None, 0, kind="bye"))
        2
        """
        return self.late_value if result.kind == "late" else self.bye_value


class Tables:
    """Who sat together; sorted out only when somebody asks, for sums of points never do."""

    def __init__(self, results: Sequence[Result]) -> None:
        self._results = results

    @cached_property
    def _by_place(self) -> dict[tuple[int, int], list[Result]]:
        tables: dict[tuple[int, int], list[Result]] = {}
        for result in self._results:
            if result.table is not None:
                tables.setdefault((result.round, result.table), []).append(result)
        return tables

    def everybody(self, result: Result) -> list[Result]:
        """All results of this one's table, itself among them."""
        if result.table is None:
            return []
        return self._by_place[result.round, result.table]

    def others(self, result: Result) -> list[Result]:
        """The results of those who sat with this one.

        >>> left, right = Result(1, 1, 1, 5), Result(2, 1, 1, -5)
        >>> Tables([left, right]).others(left) == [right]
        True
        """
        return [other for other in self.everybody(result) if other.entry != result.entry]

    def is_played(self, result: Result) -> bool:
        """Whether anything stands on the sheet of its table: hands, points or games.

        >>> first, second = Result(1, 1, 1, 0), Result(2, 1, 1, 0)
        >>> Tables([first, second]).is_played(first)
        False
        """
        return any(one.hands or one.points or one.games for one in self.everybody(result))


def compare(one: Result, other: Result, rules: Rules) -> int:
    """1, 0 or -1: whether `one` did better at the table than `other`, as well, or worse.

    Points count; in matches the games do, and among as many games the points. Penalties stand
    outside the sheet and change nothing here; strokes that were credited to a side count.

    >>> compare(Result(1, 1, 1, 9, games=1), Result(2, 1, 1, 12), Rules(yields="match"))
    1
    >>> compare(Result(1, 1, 1, 9), Result(2, 1, 1, 8, credit=2), Rules(yields="match"))
    -1
    """
    games = one.games - other.games if rules.yields == "match" else 0
    lead = games or one.score - other.score
    return (lead > 0) - (lead < 0)
