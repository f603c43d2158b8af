"""Strokes as they are drawn on paper: two upright, two across, the next four beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.tables.queries.sheets import Sheet

GROUP = 4
GROUPS_IN_A_ROW = 4
MOST_STROKES = 40
"""A game to more than this is not kept in strokes by anybody."""

GROUP_WIDTH = 40
ROW_HEIGHT = 44
# Upright, upright, across, across: where each begins, how it bends and where it ends. A pen does
# not draw the same sign twice, so there are three hands of four strokes, taken in turn.
PEN = (
    ("M13 6q-2 15-3 32", "M25 5q0 16-3 33", "M4 17q15-3 30-3", "M3 29q16-1 31-4"),
    ("M12 5q1 17-1 34", "M24 7q-1 14-3 30", "M3 16q14 0 32-4", "M5 28q15-3 29-2"),
    ("M14 7q-3 14-3 31", "M26 6q-2 15-2 32", "M5 18q14-4 29-3", "M4 30q17-2 30-5"),
)


class Stroke(NamedTuple):
    """One stroke of the pen: its path, and where the group that it belongs to stands."""

    path: str
    x: int
    y: int


@dataclass(frozen=True)
class PairStrokes:
    """What one pair has in one game. `total` may be negative after a penalty: then no strokes."""

    name: str
    total: int
    has_won: bool
    has_lost: bool

    @property
    def groups(self) -> list[int]:
        """The sizes of the groups: fours, and what is left over.

        >>> PairStrokes("Mart + Jaan", 10, False, False).groups
        [4, 4, 2]
        """
        full, rest = divmod(max(self.total, 0), GROUP)
        return [GROUP] * full + ([rest] if rest else [])

    @property
    def strokes(self) -> list[Stroke]:
        """Every stroke in the order in which it is drawn."""
        return [
            Stroke(path, number % GROUPS_IN_A_ROW * GROUP_WIDTH, _row(number) * ROW_HEIGHT)
            for number, size in enumerate(self.groups)
            for path in PEN[number % len(PEN)][:size]
        ]

    @property
    def box(self) -> str:
        """The viewBox of the drawing: as wide as a full row, as high as it needs."""
        rows = _row(max(len(self.groups) - 1, 0)) + 1
        return f"0 0 {GROUPS_IN_A_ROW * GROUP_WIDTH} {rows * ROW_HEIGHT}"


@dataclass(frozen=True)
class StrokeGame:
    """One game: `winner` is empty while it runs and where the game was shared; `special` is
    `lambapea`, `shutout` or None."""

    number: int
    pairs: list[PairStrokes]
    is_over: bool = False
    winner: str = ""
    special: str | None = None

    @property
    def result(self) -> tuple[int, int]:
        """The strokes of the winner and of the others."""
        first, last = sorted(self.pairs, key=lambda pair: (pair.has_won, pair.total), reverse=True)
        return first.total, last.total


def stroke_games(sheet: Sheet) -> list[StrokeGame]:
    """The games of a sheet that pairs keep in strokes, the first one first; else nothing.

    The running game comes last, also before its first stroke.
    """
    if not sheet.is_by_pairs or sheet.target is None or sheet.target > MOST_STROKES:
        return []
    ends = [line.game_end for line in sheet.lines if line.game_end is not None]
    games = [
        StrokeGame(
            number=end.number,
            pairs=_pairs(sheet.sides, end.totals, end.winners),
            is_over=True,
            winner=end.winners[0] if len(end.winners) == 1 else "",
            special=end.special,
        )
        for end in ends
    ]
    return [*games, StrokeGame(len(games) + 1, _pairs(sheet.sides, sheet.game_totals, []))]


def _pairs(
    names: Sequence[str], totals: Sequence[int], winners: Sequence[str]
) -> list[PairStrokes]:
    return [
        PairStrokes(
            name,
            total,
            has_won=winners == [name],
            has_lost=len(winners) == 1 and name not in winners,
        )
        for name, total in zip(names, totals, strict=True)
    ]


def _row(number: int) -> int:
    return number // GROUPS_IN_A_ROW
