"""What each person did at a table: figures that can be added up over sheets, years and games.

A figure is a whole number under a name; absent means nought, so that sums of sums are sums.
Roles: `picker` (took the game on, with a partner or in a game that has none), `alone` (without the
partner that there could have been), `partner`, `defender`, `everyone` (nobody took it on).

| name | what it counts |
| --- | --- |
| `<role>.hands`, `.won`, `.points`, `.squares` | hands in that role, those won, points, points² |
| `schneider.given`, `.taken`; `trickless.given`, `.taken` | won against, or lost as, such a side |
| `doubled.hands`, `.points` | hands that counted more than once |
| `place.<n>.hands`, `.won`, `.points` | as the n-th from the dealer's left; the dealer is last |
| `contract.<name>.hands`, `.won`, `.points` | of those who took the game on |
| `games.played`, `.won`; `lambapea.` or `shutout.given`, `.suffered` | games that ended, and how |
| `conceded` | points of the other pair in a pair's hands, or on its paper |
| `adjusted` | points that were written down without a hand, or paid into a pot |
| `idle` | points of hands in which one sat out: a share in somebody's lost game |
| `paper.hands`, `.points` | totals from paper, of which no hand is known |
| `totals.evenings`, `.points` | sheets without hands: in all points, in no mean of a hand |
| `rated.…` | what a rating needs of a sheet, see `scoring.ratings.sheets.rated_counts` |
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from scoring.labels import together_of
from scoring.ruleset import Ruleset
from scoring.table import Game, Replay, Row

ROLES = ("picker", "alone", "partner", "defender", "everyone", "paper")
TOOK_IT_ON = ("picker", "alone")
DECLARING = ("picker", "alone", "partner")
SWEPT = 3
COUNTING = 2
"""The version of what is counted of a sheet. Raise it with every change after which some sheet is
counted otherwise than before: the next `start` or `migrate` counts all stored sheets anew."""


class Sitting(NamedTuple):
    """Who sat at a column: a person's key, from hand `since` (0 is the first) until before
    `until`, None to the end. Hands are those that were dealt."""

    column: int
    person: int
    since: int = 0
    until: int | None = None


class Feat(NamedTuple):
    """Something worth a toast: who, at which entry of the sheet, and what.

    `kind`: `lambapea`, `shutout`, `called_sweep`, or `swept_alone` (every trick without a
    partner).
    """

    person: int
    entry: int
    kind: str


@dataclass
class Figures:
    """What one person has from one sheet.

    `others`: by the other person's key what happened in hands that both played: `with.…` on the
    same side, `called.…` those of them in which the two took the game on together, `against.…`
    on different sides; each with `hands`, `won` and the person's own `points`.
    `best`, `worst`: the most and the fewest points of one hand, and at which entry of the sheet;
    None without a hand. `won_run`, `lost_run`: the most hands in a row that were won, or lost;
    hands in which nobody won anything neither count nor break it.
    """

    counts: Counter[str] = field(default_factory=Counter)
    others: dict[int, Counter[str]] = field(default_factory=dict)
    best: tuple[int, int] | None = None
    worst: tuple[int, int] | None = None
    won_run: int = 0
    lost_run: int = 0
    _winning: int = 0
    _losing: int = 0

    def take(self, points: int, entry: int, *, won: bool, lost: bool) -> None:
        """Count the next hand among the best, the worst and the runs."""
        if self.best is None or points > self.best[0]:
            self.best = (points, entry)
        if self.worst is None or points < self.worst[0]:
            self.worst = (points, entry)
        if won:
            self._winning, self._losing = self._winning + 1, 0
        elif lost:
            self._winning, self._losing = 0, self._losing + 1
        self.won_run = max(self.won_run, self._winning)
        self.lost_run = max(self.lost_run, self._losing)


def hands_of(counts: Mapping[str, int]) -> int:
    """How many hands there are in all roles, those known from paper alone included.

    >>> hands_of({"picker.hands": 2, "defender.hands": 3, "paper.hands": 10})
    15
    """
    return sum(counts.get(f"{role}.hands", 0) for role in ROLES)


def points_of(counts: Mapping[str, int]) -> int:
    """The points in all roles, with what came without cards: adjusted, idle, of old evenings.

    >>> points_of({"picker.points": 4, "defender.points": -1, "adjusted": 2, "totals.points": 10})
    15
    """
    others = sum(counts.get(name, 0) for name in ("adjusted", "idle", "totals.points"))
    return sum(counts.get(f"{role}.points", 0) for role in ROLES) + others


def figures_of(
    ruleset: Ruleset, sheet: Replay, sittings: Sequence[Sitting]
) -> tuple[dict[int, Figures], list[Feat]]:
    """By person what a sheet comes to, and what is worth a toast.

    Columns without a sitting belong to nobody who is known, and are counted for nobody.
    """
    counting = _Counting(ruleset, sittings)
    dealt = 0
    ends = {game.last: game for game in sheet.games}
    for entry, row in enumerate(sheet.rows):
        people = {
            sitting.column: sitting.person
            for sitting in sittings
            if sitting.since <= dealt and (sitting.until is None or dealt < sitting.until)
        }
        if row.dealer is None or row.is_void:
            counting.adjust(row, people)
        else:
            counting.hand(row, entry, people)
        dealt += row.dealer is not None
        if entry in ends:
            counting.game(ends[entry], entry, people)
    return counting.found, counting.feats


class _Counting:
    """The figures of a sheet while its entries are gone through; `people`: by column who sits."""

    def __init__(self, ruleset: Ruleset, sittings: Sequence[Sitting]) -> None:
        self.is_pairs = ruleset.scores == "pairs"
        self.may_have_partner = together_of(ruleset) == "called"
        self.found = {sitting.person: Figures() for sitting in sittings}
        self.feats: list[Feat] = []

    def _side(self, column: int) -> int:
        return column % 2 if self.is_pairs else column

    def adjust(self, row: Row, people: Mapping[int, int]) -> None:
        for column, person in people.items():
            points = row.points[self._side(column)]
            if points:
                self.found[person].counts["adjusted"] += points

    def hand(self, row: Row, entry: int, people: Mapping[int, int]) -> None:
        roles = {
            column: role
            for column in people
            if (role := self._role(row.roles, self._side(column))) != "out"
        }
        for column in people.keys() - roles.keys():
            if row.points[self._side(column)]:
                self.found[people[column]].counts["idle"] += row.points[column]
        places = _places(row)
        for column, role in roles.items():
            figures = self.found[people[column]]
            side = self._side(column)
            points = row.points[side]
            won = _has_won(row, role, points)
            figures.take(points, entry, won=won, lost=not won and any(row.points))
            if self.is_pairs:
                figures.counts["conceded"] += row.points[1 - side]
            _count_role(figures.counts, row, role, points, won=won)
            _add(figures.counts, f"place.{places[column]}", points, won=won)
            for other in (other for other in roles if other != column):
                counts = figures.others.setdefault(people[other], Counter())
                for name in self._together(column, other, roles):
                    _add(counts, name, points, won=won)
            if kind := _feat(row, role):
                self.feats.append(Feat(people[column], entry, kind))

    def _role(self, roles: Sequence[str], side: int) -> str:
        role = roles[side]
        if role == "away":
            return "out"
        if role == "player":
            return "everyone"
        if role == "makers":
            return "picker"
        if role == "picker" and self.may_have_partner and "partner" not in roles:
            return "alone"
        return "defender" if role == "defenders" else role

    def _together(self, one: int, other: int, roles: Mapping[int, str]) -> tuple[str, ...]:
        """Under which names a hand of two people is counted."""
        if self.is_pairs:
            are_together = self._side(one) == self._side(other)
        else:
            defends = roles[one] == "defender"
            are_together = roles[one] != "everyone" and defends == (roles[other] == "defender")
        if not are_together:
            return ("against",)
        took_it_on = roles[one] in DECLARING and roles[other] in DECLARING
        return ("with", "called") if took_it_on else ("with",)

    def game(self, game: Game, entry: int, people: Mapping[int, int]) -> None:
        for column, person in people.items():
            counts = self.found[person].counts
            has_won = self._side(column) in game.winners
            counts["games.played"] += 1
            if has_won:
                counts["games.won"] += 1
            if game.special:
                counts[f"{game.special}.{'given' if has_won else 'suffered'}"] += 1
                if has_won:
                    self.feats.append(Feat(person, entry, game.special))


def _places(row: Row) -> dict[int, int]:
    """By column the place from the dealer's left among those who got cards, the dealer last."""
    assert row.dealer is not None
    left = row.seated.index(row.dealer) + 1
    order = row.seated[left:] + row.seated[:left]
    active = [column for column in order if column not in row.sitting_out]
    return {column: place for place, column in enumerate(active, 1)}


def _has_won(row: Row, role: str, points: int) -> bool:
    if role == "everyone" or row.verdict is None or row.verdict.won is None:
        return points > 0
    return row.verdict.won == (role in DECLARING)


def _count_role(counts: Counter[str], row: Row, role: str, points: int, *, won: bool) -> None:
    _add(counts, role, points, won=won)
    counts[f"{role}.squares"] += points * points
    if row.multiplier > 1:
        _add(counts, "doubled", points)
    verdict = row.verdict
    if verdict is None:
        return
    if verdict.tier > 1:
        kind = "trickless" if verdict.tier == SWEPT else "schneider"
        counts[f"{kind}.{'given' if won else 'taken'}"] += 1
    if verdict.contract and role in TOOK_IT_ON:
        _add(counts, f"contract.{verdict.contract}", points, won=won)


def _feat(row: Row, role: str) -> str:
    verdict = row.verdict
    if verdict is None or role not in DECLARING or not verdict.won:
        return ""
    if verdict.feat:
        return verdict.feat
    return "swept_alone" if role == "alone" and verdict.tier == SWEPT else ""


def _add(counts: Counter[str], name: str, points: int, *, won: bool | None = None) -> None:
    counts[f"{name}.hands"] += 1
    counts[f"{name}.points"] += points
    if won:
        counts[f"{name}.won"] += 1


def added(parts: Iterable[Mapping[str, int]]) -> Counter[str]:
    """The sum of figures, without those that come to nought.

    >>> dict(added([{"picker.hands": 1, "picker.points": 2}, {"picker.points": -2}]))
    {'picker.hands': 1}
    """
    total: Counter[str] = Counter()
    for part in parts:
        for name, figure in part.items():
            total[name] += figure
    return Counter({name: figure for name, figure in total.items() if figure})
