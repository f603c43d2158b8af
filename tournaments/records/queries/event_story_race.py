"""The race of an event as a drawing: the totals of the first few, round by round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.ranking import Value
from tournaments.records.queries.charts import Tick, nice_ticks, tick_text
from tournaments.tables.queries.curve import (
    BOTTOM,
    HEIGHT,
    LABEL_GAP,
    LEAD,
    SHAPES,
    TOP,
    WIDTH,
    spread,
)

MOST_LINES = 8
LONGEST_NAME, LONGEST_SHORT_NAME = 20, 10
LETTER, LETTER_ON_PHONES = 14, 23
"""How wide a letter of a label is at most; on a phone the words are larger and cut short."""


class Runner(NamedTuple):
    """An entry in the race: the total at the start and after each step, None before it came."""

    number: int
    name: str
    totals: Sequence[Value | None]


class RaceLine(NamedTuple):
    """The line of an entry as it is drawn: its path, its end, and where its label stands."""

    place: int
    name: str
    short_name: str
    path: str
    end_y: int
    label_y: int

    @property
    def shape(self) -> str:
        """The path of the shape at its end, so that colour is not needed to tell them apart."""
        return SHAPES[self.place % len(SHAPES)]

    @property
    def is_hollow(self) -> bool:
        """Whether the shape is drawn hollow, because an earlier line has it filled."""
        return self.place >= len(SHAPES)


@dataclass(frozen=True)
class Race:
    """The whole drawing in the coordinates of `box`; `runners` are its table.

    `rounds` are the numbers of the rounds after which the totals are, without the start.
    """

    rounds: Sequence[int]
    runners: Sequence[Runner]
    lines: Sequence[RaceLine]
    heights: Sequence[Tick]
    steps: Sequence[Tick]
    left: int
    right: int

    box = f"0 0 {WIDTH} {HEIGHT}"
    bottom = BOTTOM

    @property
    def label_x(self) -> int:
        """Where the labels begin."""
        return self.right + LEAD


def race_of(rounds: Sequence[int], runners: Sequence[Runner]) -> Race | None:
    """The drawing; None before there are two lines and two rounds."""
    known = [one for one in runners if one.totals and one.totals[-1] is not None][:MOST_LINES]
    if len(known) < 2 or len(rounds) < 2:
        return None
    figures = [float(total) for one in known for total in one.totals if total is not None]
    heights = nice_ticks(figures)
    texts = [tick_text(figure, heights, "points") for figure in heights]
    frame = _Frame(
        max(map(len, texts)) * LETTER_ON_PHONES + 24,
        _right([one.name for one in known]),
        len(rounds),
        heights[0],
        heights[-1],
    )
    return Race(
        rounds,
        known,
        _lines(known, frame),
        [
            Tick(text, frame.y(figure), is_zero=not figure)
            for text, figure in zip(texts, heights, strict=True)
        ],
        [Tick(str(number), frame.x(step)) for step, number in enumerate(rounds, 1)],
        frame.left,
        frame.right,
    )


class _Frame(NamedTuple):
    """Where steps and totals stand on the drawing."""

    left: int
    right: int
    steps: int
    low: float
    high: float

    def x(self, step: int) -> int:
        return self.left + round((self.right - self.left) * step / self.steps)

    def y(self, total: Value | float) -> int:
        return BOTTOM - round((BOTTOM - TOP) * (float(total) - self.low) / (self.high - self.low))


def _right(names: Sequence[str]) -> int:
    """The end of the lines: as far right as the labels leave room."""
    longest = max(map(len, names))
    room = (min(longest, LONGEST_NAME) + 1) * LETTER
    on_phones = (min(longest, LONGEST_SHORT_NAME) + 1) * LETTER_ON_PHONES
    return WIDTH - LEAD - LETTER - max(room, on_phones)


def _lines(runners: Sequence[Runner], frame: _Frame) -> list[RaceLine]:
    ends = [frame.y(one.totals[-1] or 0) for one in runners]
    labels = spread(ends, gap=LABEL_GAP, low=TOP, high=BOTTOM)
    return [
        RaceLine(
            place,
            _shortened(one.name, LONGEST_NAME),
            _shortened(one.name, LONGEST_SHORT_NAME),
            _path(one.totals, frame),
            ends[place],
            labels[place],
        )
        for place, one in enumerate(runners)
    ]


def _path(totals: Sequence[Value | None], frame: _Frame) -> str:
    points = [
        f"{frame.x(step)} {frame.y(total)}"
        for step, total in enumerate(totals)
        if total is not None
    ]
    return "M" + "L".join(points)


def _shortened(name: str, longest: int) -> str:
    return name if len(name) <= longest else name[: longest - 1].rstrip() + "…"
