"""The running totals of a sheet as a drawing: lines, ticks and labels that never overlap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor
from typing import NamedTuple

from django.utils.translation import gettext

from tournaments.tables.queries.sheets import Sheet

MOST_SIDES = 12
MOST_POINTS = 400
"""A line drawn through more points is no finer on any screen, only larger to send."""

WIDTH, HEIGHT = 960, 640
TOP, BOTTOM = 30, 572
LEAST_LEFT, TICK_GAP = 92, 20
DIGIT, MINUS = 21, 28
"""How wide the figures beside the drawing are at most."""
LABEL_GAP = 40
LEAD = 40
"""From the end of a line to its label."""
MOST_TICKS = 5
LONGEST_NAME, LONGEST_SHORT_NAME = 20, 12
LETTER, LETTER_ON_PHONES = 17, 24
"""How wide a letter of a label is at most; on a phone the words are larger and cut short."""

# One shape for each line, drawn around its end, so that colour is never needed to tell them apart.
SHAPES = (
    "M-11 0a11 11 0 1 0 22 0a11 11 0 1 0-22 0z",
    "M-10-10h20v20h-20z",
    "M0-13l13 22h-26z",
    "M0-14l12 14-12 14-12-14z",
    "M0 13l13-22h-26z",
    "M-4-13h8v9h9v8h-9v9h-8v-9h-9v-8h9z",
)


class Tick(NamedTuple):
    """A mark on an axis: the figure, and how far along it stands."""

    figure: int
    at: int


@dataclass(frozen=True)
class CurveLine:
    """The line of one side: its path, its end, and where its label stands."""

    number: int
    name: str
    short_name: str
    total: int
    path: str
    end_y: int
    label_y: int

    @property
    def shape(self) -> str:
        """The path of the shape at its end."""
        return SHAPES[self.number % len(SHAPES)]

    @property
    def is_hollow(self) -> bool:
        """Whether the shape is drawn hollow, because an earlier line has it filled."""
        return self.number >= len(SHAPES)


@dataclass(frozen=True)
class Curve:
    """The whole drawing, in the coordinates of `box`."""

    lines: list[CurveLine]
    heights: list[Tick]
    hands: list[Tick]
    summary: str
    left: int
    right: int

    box = f"0 0 {WIDTH} {HEIGHT}"
    bottom = BOTTOM

    @property
    def label_x(self) -> int:
        """Where the labels begin."""
        return self.right + LEAD


def sheet_curve(sheet: Sheet) -> Curve | None:
    """The running totals over the whole sheet; None where there is no line to draw yet.

    Where games are played to a target each begins at nothing, as on the sheet.
    """
    steps = _steps(sheet)
    if len(steps) <= 2 or not 1 <= len(sheet.sides) <= MOST_SIDES:
        return None
    totals = list(zip(*steps, strict=True))
    heights = _nice_ticks(min(map(min, totals)), max(map(max, totals)))
    hands = _nice_ticks(0, len(steps) - 1, may_pass=False)
    left, right = _left(heights), _right(sheet.sides)
    frame = _Frame(left, right, len(steps) - 1, heights[0], heights[-1])
    return Curve(
        lines=_lines(sheet.sides, totals, frame),
        heights=[Tick(figure, frame.y(figure)) for figure in heights],
        hands=[Tick(figure, frame.x(figure)) for figure in hands],
        summary=_summary(sheet, steps[-1]),
        left=left,
        right=right,
    )


def _steps(sheet: Sheet) -> list[list[int]]:
    """What each side has at the beginning and after each line that counts."""
    begun = [0] * len(sheet.sides)
    steps = [begun]
    for line in sheet.lines:
        if line.row is None or line.is_people_change:
            continue
        has = [before + points for before, points in zip(begun, line.row.points, strict=True)]
        steps.append(has if sheet.target is None else [min(one, sheet.target) for one in has])
        begun = has if line.game_end is None else [0] * len(sheet.sides)
    return steps


def _summary(sheet: Sheet, last: list[int]) -> str:
    if sheet.target is None or not any(sheet.games_won):
        return summary_of(sheet.sides, last)
    (first, points, won), *others = sheet.ranking
    if any((other[2], other[1]) == (won, points) for other in others):
        return gettext("All are level.")
    text = gettext("In front: %(first)s. Games won %(games)s; in this game %(points)s.")
    return text % {
        "first": first,
        "games": " : ".join(str(other[2]) for other in sheet.ranking),
        "points": " : ".join(_figure(other[1]) for other in sheet.ranking),
    }


def summary_of(names: Sequence[str], totals: Sequence[int]) -> str:
    """Who leads and who is last, in a sentence that fits one name, a pair, and several level."""
    best, least = max(totals), min(totals)
    figures = {"best": _figure(best), "least": _figure(least)}
    if best == least:
        return gettext("All are level with %(best)s.") % figures
    first = [name for name, total in zip(names, totals, strict=True) if total == best]
    last = [name for name, total in zip(names, totals, strict=True) if total == least]
    return gettext("In front with %(best)s: %(first)s. Last with %(least)s: %(last)s.") % {
        **figures,
        "first": ", ".join(first),
        "last": ", ".join(last),
    }


def spread(wanted: Sequence[int], *, gap: int, low: int, high: int) -> list[int]:
    """Places as near as can be to the wanted ones, in their order, at least `gap` apart.

    >>> spread([10, 12, 100], gap=20, low=0, high=120)
    [1, 21, 100]
    >>> spread([118, 119], gap=20, low=0, high=120)
    [100, 120]
    """
    order = sorted(range(len(wanted)), key=lambda place: (wanted[place], place))
    # Without the gaps the places need only not fall: neighbours that would are averaged.
    blocks: list[tuple[float, int]] = []
    for step, place in enumerate(order):
        mean, size = float(wanted[place] - step * gap), 1
        while blocks and blocks[-1][0] > mean:
            before, many = blocks.pop()
            mean, size = (before * many + mean * size) / (many + size), many + size
        blocks.append((mean, size))
    found = [mean for mean, size in blocks for _ in range(size)]
    highest = high - (len(wanted) - 1) * gap
    places = [0] * len(wanted)
    for step, place in enumerate(order):
        places[place] = round(min(max(found[step], low), highest)) + step * gap
    return places


class _Frame(NamedTuple):
    """Where hands and totals stand on the drawing."""

    left: int
    right: int
    hands: int
    low: int
    high: int

    def x(self, hand: int) -> int:
        return self.left + round((self.right - self.left) * hand / self.hands)

    def y(self, total: int) -> int:
        return BOTTOM - round((BOTTOM - TOP) * (total - self.low) / (self.high - self.low))


def _left(heights: Sequence[int]) -> int:
    """The beginning of the lines: far enough right for the widest figure beside them."""
    widest = max(len(str(abs(height))) * DIGIT + (height < 0) * MINUS for height in heights)
    return max(LEAST_LEFT, widest + TICK_GAP)


def _right(names: Sequence[str]) -> int:
    """The end of the lines: as far right as the labels leave room."""
    longest = max(map(len, names))
    room = (min(longest, LONGEST_NAME) + 1) * LETTER
    on_phones = (min(longest, LONGEST_SHORT_NAME) + 1) * LETTER_ON_PHONES
    return WIDTH - LEAD - LETTER - max(room, on_phones)


def _lines(names: Sequence[str], totals: Sequence[Sequence[int]], frame: _Frame) -> list[CurveLine]:
    ends = [frame.y(column[-1]) for column in totals]
    labels = spread(ends, gap=LABEL_GAP, low=TOP, high=BOTTOM)
    return [
        CurveLine(
            number=number,
            name=_shortened(name, LONGEST_NAME),
            short_name=_shortened(name, LONGEST_SHORT_NAME),
            total=column[-1],
            path=_path(column, frame),
            end_y=ends[number],
            label_y=labels[number],
        )
        for number, (name, column) in enumerate(zip(names, totals, strict=True))
    ]


def _path(column: Sequence[int], frame: _Frame) -> str:
    """A line through the totals, each point given from the one before: that is shortest."""
    last = len(column) - 1
    every = ceil(len(column) / MOST_POINTS)
    kept = sorted({*range(0, last, every), last})
    points = [(frame.x(hand), frame.y(column[hand])) for hand in kept]
    steps = [f"{x - from_x}{y - from_y:+d}" for (from_x, from_y), (x, y) in pairwise(points)]
    return f"M{points[0][0]} {points[0][1]}l{' '.join(steps)}"


def _nice_ticks(low: int, high: int, *, may_pass: bool = True) -> list[int]:
    """Round figures from `low` to `high`, zero among them; the outer ones may pass the ends."""
    low, high = min(low, 0), max(high, 0)
    if low == high:
        low, high = -1, 1
    step, factors = 1, (2, 5, 10)
    while high // step - low // step > MOST_TICKS:
        scale = 10 ** (len(str(step)) - 1)
        step = next(scale * factor for factor in factors if scale * factor > step)
    first = floor(low / step)
    last = ceil(high / step) if may_pass else high // step
    return [step * place for place in range(first, last + 1)]


def _figure(total: int) -> str:
    return str(total).replace("-", "\N{MINUS SIGN}")


def _shortened(name: str, longest: int) -> str:
    return name if len(name) <= longest else name[: longest - 1].rstrip() + "…"
