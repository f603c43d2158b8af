"""Charts of the record book, made on the server: a line over time, and bars with how sure they are.

The figures of a chart are of one `Kind`. Both charts carry the same figures as a table, for those
who hear the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Literal, NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from formats.figures import decimal, per_cent
from scoring.intervals import Estimate
from sheets.drawings import Frame

# Figures of the record book in words: points, shares, counts, and how sure they are.
#
# A figure is of one kind: `points` (signed, two decimals), `total` (signed, whole), `share` (of 1,
# as percent), `count` (whole) or `number` (two decimals, no sign).

Kind = Literal["points", "total", "share", "count", "number"]


def figure_text(value: float | None, kind: Kind = "points") -> str:
    r"""A figure of a chart in words; a dash for none.

    >>> [figure_text(1.5), figure_text(-2), figure_text(0.425, "share"), figure_text(None)]
    ['+1.50', '−2.00', '43\xa0%', '–']
    >>> figure_text(1234, "count"), figure_text(1512.25, "number"), figure_text(7, "total")
    ('1234', '1512.25', '+7')
    >>> figure_text(-0.002), figure_text(-0.0, "total")
    ('0.00', '0')
    """
    if value is None:
        return "–"
    if kind == "share":
        return per_cent(_hundredths(value))
    places = 0 if kind in ("count", "total") else 2
    is_positive = kind in ("points", "total") and round(value, places) > 0
    return ("+" if is_positive else "") + decimal(value, places)


def _hundredths(share: float) -> int:
    return floor(share * 100 + 0.5)


def interval_text(low: float | None, high: float | None, kind: Kind = "points") -> str:
    r"""From where to where the truth likely lies; empty where nothing can be said.

    >>> interval_text(-0.5, 1.25)
    '−0.50 to +1.25'
    >>> interval_text(0.36, 0.5, "share")
    '36 to 50\xa0%'
    >>> interval_text(None, None)
    ''
    """
    if low is None or high is None:
        return ""
    first = str(_hundredths(low)) if kind == "share" else figure_text(low, kind)
    return _("%(low)s to %(high)s") % {"low": first, "high": figure_text(high, kind)}


MOST_TICKS = 5


def nice_ticks(
    values: Iterable[float], *, from_zero: bool = True, is_whole: bool = False
) -> list[float]:
    """Round figures around the values, nought among them where it belongs there.

    `is_whole`: there is nothing between two whole figures.

    >>> nice_ticks([0.3, 1.9])
    [0.0, 0.5, 1.0, 1.5, 2.0]
    >>> nice_ticks([1480, 1530], from_zero=False)
    [1480.0, 1490.0, 1500.0, 1510.0, 1520.0, 1530.0]
    >>> nice_ticks([1, 2], is_whole=True)
    [0.0, 1.0, 2.0]
    """
    found = list(values)
    low, high = min(found), max(found)
    if from_zero:
        low, high = min(low, 0.0), max(high, 0.0)
    if low == high:
        low, high = low - 1, high + 1
    scale = floor(log10((high - low) / MOST_TICKS))
    if is_whole:
        scale = max(scale, 0)
    step = next(
        size
        for factor in (1, 2, 5, 10, 20)
        if (high - low) / (size := factor * 10.0**scale) <= MOST_TICKS
    )
    return [
        round(step * place, max(0, 1 - scale))
        for place in range(floor(low / step), ceil(high / step) + 1)
    ]


def tick_text(figure: float, ticks: Sequence[float], kind: Kind) -> str:
    """A figure of an axis with no more decimals than the axis needs."""
    if kind == "share":
        return figure_text(figure, kind)
    decimals = next(
        places for places in range(5) if all(abs(t - round(t, places)) < 1e-9 for t in ticks)
    )
    text = decimal(figure, decimals)
    return ("+" if kind in ("points", "total") and figure > 0 else "") + text


SIZE = 1000
"""How wide and how high a line is drawn, whatever becomes of it on a screen."""
SIDE = 16
"""From the frame to the first and the last point."""
LETTER = 26
"""How wide a letter on an axis is on a phone, where there is least room."""
BETWEEN = 40
MOST_DOTS = 60
BAR_WIDTH = 1000


class ChartPoint(NamedTuple):
    """A point of a line, or a bar: what it is called, and its figure; None where nothing was.

    `low`, `high`: the interval, drawn as a band or a whisker; `cases`: from how many hands.
    """

    label: str
    value: float | None
    low: float | None = None
    high: float | None = None
    cases: int | None = None


def chart_point(label: str, found: Estimate | None) -> ChartPoint:
    """A point for a figure that is not sure, or for none."""
    if found is None:
        return ChartPoint(label, None)
    return ChartPoint(label, found.value, found.low, found.high, found.cases)


class Tick(NamedTuple):
    """A figure or a word on an axis, and how far along it stands; `is_key`: also on a phone.

    At the ends words do not stick out: `anchor` says by which part of it a word hangs there.
    """

    text: str
    at: int
    is_zero: bool = False
    is_key: bool = True
    anchor: str = "middle"

    @property
    def along(self) -> str:
        """Where it stands, as a part of the width."""
        return percent(self.at)


class Dot(NamedTuple):
    """A point as it is drawn, in parts of the width and the height, with what it says."""

    x: str
    y: str
    text: str


def percent(at: int) -> str:
    """A place on a drawing as a part of it.

    >>> percent(425)
    '42.5%'
    """
    return f"{at / SIZE * 100:g}%"


class ChartRow(NamedTuple):
    """One line of a chart's table."""

    label: str
    value: str
    interval: str
    cases: int | None


def _row(point: ChartPoint, kind: Kind) -> ChartRow:
    interval = interval_text(point.low, point.high, kind)
    return ChartRow(point.label, figure_text(point.value, kind), interval, point.cases)


@dataclass(frozen=True)
class Chart:
    """What both charts have: a title, and their figures as a table."""

    title: str
    rows: list[ChartRow]

    @property
    def has_cases(self) -> bool:
        """Whether the table says from how many hands a figure comes."""
        return any(row.cases is not None for row in self.rows)

    @property
    def has_intervals(self) -> bool:
        """Whether the table says how sure a figure is."""
        return any(row.interval for row in self.rows)


@dataclass(frozen=True)
class LineChart(Chart):
    """A line chart in the coordinates of `box`; `unit` says in words what the figures are.

    `heights` are as far from one another, from the lowest on.
    """

    unit: str
    path: str
    band: str
    heights: list[Tick]
    labels: list[Tick]
    dots: list[Dot]

    box = f"0 0 {SIZE} {SIZE}"


def line_chart(
    points: Sequence[ChartPoint], *, title: str, unit: str, kind: Kind = "points"
) -> LineChart | None:
    """A line through the points, evenly spaced, broken where one is None; None without two."""
    values = [point.value for point in points if point.value is not None]
    if len(values) < 2:
        return None
    limits = [end for point in points for end in (point.low, point.high) if end is not None]
    heights = nice_ticks(
        [*values, *limits], from_zero=kind != "number", is_whole=kind in ("count", "total")
    )
    texts = [tick_text(figure, heights, kind) for figure in heights]
    frame = Frame(SIDE, SIZE - SIDE, len(points) - 1, heights[0], heights[-1], 0, SIZE)
    return LineChart(
        title=title,
        unit=unit,
        path=_way(points, frame),
        band=_band(points, frame),
        heights=height_ticks(texts, heights, frame),
        labels=_labels(points, frame),
        # Of too many points nobody could tell one from the next.
        dots=[
            Dot(
                percent(frame.x(place)),
                percent(frame.y(point.value)),
                f"{point.label}: {figure_text(point.value, kind)}",
            )
            for place, point in enumerate(points if len(points) <= MOST_DOTS else ())
            if point.value is not None
        ],
        rows=[_row(point, kind) for point in points],
    )


def height_ticks(texts: Iterable[str], heights: Iterable[float], frame: Frame) -> list[Tick]:
    """These figures on the upright axis, each with its text."""
    return [
        Tick(text, frame.y(figure), is_zero=not figure)
        for text, figure in zip(texts, heights, strict=True)
    ]


def _way(points: Sequence[ChartPoint], frame: Frame) -> str:
    """The line; one that stands alone between gaps has its dot only."""
    parts = []
    for place, point in enumerate(points):
        if point.value is not None:
            begins = not place or points[place - 1].value is None
            parts.append(f"{'M' if begins else 'L'}{frame.x(place)} {frame.y(point.value)}")
    return "".join(parts)


def _band(points: Sequence[ChartPoint], frame: Frame) -> str:
    """The intervals as one shape for each stretch without a gap."""
    shapes: list[list[tuple[int, int, int]]] = [[]]
    for place, point in enumerate(points):
        if point.low is None or point.high is None:
            shapes.append([])
        else:
            shapes[-1].append((frame.x(place), frame.y(point.low), frame.y(point.high)))
    drawn = []
    for shape in shapes:
        if len(shape) > 1:
            upper = [f"{x} {high}" for x, _low, high in shape]
            lower = [f"{x} {low}" for x, low, _high in reversed(shape)]
            drawn.append(f"M{'L'.join(upper + lower)}z")
    return "".join(drawn)


def _labels(points: Sequence[ChartPoint], frame: Frame) -> list[Tick]:
    """Words below the line: as many as have room, on a phone fewer."""
    longest = max(len(point.label) for point in points)
    last = len(points) - 1
    gap = (frame.x(last) - frame.x(0)) / last
    on_phones = ceil((longest * LETTER + BETWEEN) / gap)
    where_wide = ceil((longest * LETTER * 0.5 + BETWEEN) / gap)
    step = where_wide if on_phones % where_wide == 0 else on_phones
    anchors = {0: "start", last: "end"}
    return [
        Tick(
            points[place].label,
            frame.x(place),
            is_key=(last - place) % on_phones == 0,
            anchor=anchors.get(place, "middle"),
        )
        for place in range(last % step, len(points), step)
    ]


class BarRow(NamedTuple):
    """A bar as it is drawn, in thousandths of the width."""

    row: ChartRow
    start: int
    length: int
    is_negative: bool
    low: int | None
    high: int | None


@dataclass(frozen=True)
class BarChart(Chart):
    """Bars that lie, one below the other; `zero` is where nought stands."""

    bars: list[BarRow]
    zero: int

    box = f"0 0 {BAR_WIDTH} 24"


def bar_chart(
    points: Iterable[ChartPoint], *, title: str, kind: Kind = "points"
) -> BarChart | None:
    """Bars from nought to their figures, with a whisker for the interval; None without a bar."""
    bars = [(point, point.value) for point in points if point.value is not None]
    if not bars:
        return None
    figures = [figure for point, _value in bars for figure in point[1:4] if figure is not None]
    least, most = min(0.0, *figures), max(0.0, *figures)

    def along(value: float) -> int:
        return round(BAR_WIDTH * (value - least) / ((most - least) or 1.0))

    zero = along(0.0)
    drawn = []
    for point, value in bars:
        row, end = _row(point, kind), along(value)
        low, high = (
            along(limit or 0.0) if row.interval else None for limit in (point.low, point.high)
        )
        drawn.append(BarRow(row, min(zero, end), abs(end - zero), value < 0, low, high))
    return BarChart(title, [bar.row for bar in drawn], drawn, zero)


def whisker(bar: BarRow, zero: int) -> SafeString:
    """Where the truth likely lies: a line with a dot at the figure, which is said beside it."""
    end = bar.start if bar.is_negative else bar.start + bar.length
    line = "" if bar.low is None else f"M{bar.low} 12H{bar.high}"
    return format_html(
        '<svg class="chart-whisker" viewBox="-12 0 {} 24" preserveAspectRatio="none" '
        'aria-hidden="true"><path class="zero" d="M{} 0V24"/><path class="likely" d="{}"/>'
        '<path class="dot {}" d="M{} 12h0"/></svg>',
        BAR_WIDTH + 24,
        zero,
        line,
        "minus" if bar.is_negative else "plus" if bar.length else "",
        end,
    )
