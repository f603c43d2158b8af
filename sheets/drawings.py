"""The running totals of a sheet as a drawing: lines, ticks and labels that never overlap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor
from typing import Any, NamedTuple

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from sheets.declared import names_said, pending
from sheets.great import great_of
from sheets.pays import settlement
from sheets.sheet import Sheet
from sheets.words import SUITS
from sheets.words import number as written

# Strokes as they are drawn on paper: two upright, two across, the next four beside them.

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
    """One stroke of the pen: its path, where the group that it belongs to stands, and whether the
    latest hand brought it."""

    path: str
    x: int
    y: int
    is_fresh: bool


@dataclass(frozen=True)
class PairStrokes:
    """What one pair has in one game. `total` may be negative after a penalty: then no strokes.

    `target`: how many it needs, in the game that is being played; of one that is over nothing is
    missing. `fresh`: how many of them the latest hand brought.
    """

    name: str
    total: int
    has_won: bool
    has_lost: bool
    target: int = 0
    fresh: int = 0

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
        return _drawn(0, max(self.total, 0), self.total - self.fresh)

    @property
    def missing(self) -> list[Stroke]:
        """The strokes that it still needs."""
        return _drawn(max(self.total, 0), self.target, self.target)

    @property
    def paths(self) -> SafeString:
        """All of these as they are drawn: the latest hand’s marked, the missing ones faint."""
        return _paths(self.total, self.fresh, self.target)

    @property
    def plain_paths(self) -> SafeString:
        """The strokes that it has, none of them marked."""
        return _paths(self.total, 0, 0)

    @property
    def is_close(self) -> bool:
        """Whether one stroke is enough."""
        return not (self.has_won or self.has_lost) and self.total == self.target - 1

    @property
    def box(self) -> str:
        """The viewBox of the drawing: as wide as a full row, as high as it needs."""
        strokes = max(self.total, self.target, 1)
        rows = _row((strokes - 1) // GROUP) + 1
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

    @property
    def as_always(self) -> tuple[object, ...] | None:
        """All that makes a difference to how it is drawn; None while it runs or has just ended."""
        if not self.is_over or any(pair.fresh for pair in self.pairs):
            return None
        return self.number, self.winner, self.special, *self.pairs


def _drawn(first: int, last: int, old: int) -> list[Stroke]:
    """The strokes from one number to before another; those after the `old` ones are fresh."""
    return [
        Stroke(
            PEN[group % len(PEN)][number % GROUP],
            group % GROUPS_IN_A_ROW * GROUP_WIDTH,
            _row(group) * ROW_HEIGHT,
            number >= old,
        )
        for number in range(first, last)
        for group in (number // GROUP,)
    ]


@lru_cache(maxsize=1024)
def _paths(total: int, fresh: int, target: int) -> SafeString:
    """Drawn once for all pairs who have so many."""
    here = max(total, 0)
    has, lacks = _drawn(0, here, total - fresh), _drawn(here, target, target)
    signs = [('class="fresh" pathLength="1" ' if one.is_fresh else "", one) for one in has]
    signs += [('class="missing" ', one) for one in lacks]
    drawn = '<path {}d="{}" transform="translate({} {})"/>'
    return mark_safe("".join(drawn.format(sign, it.path, it.x, it.y) for sign, it in signs))


def stroke_games(sheet: Sheet) -> list[StrokeGame]:
    """The games of a sheet that pairs keep in strokes, the first one first; else nothing.

    The running game comes last, also before its first stroke.
    """
    if not sheet.is_by_pairs or sheet.target is None or sheet.target > MOST_STROKES:
        return []
    ends = [line.game_end for line in sheet.lines if line.game_end is not None]
    last = sheet.newest if sheet.newest and sheet.newest.is_hand else None
    fresh = [cell.points or 0 for cell in last.cells] if last else []
    games = [
        StrokeGame(
            number=end.number,
            pairs=_pairs(
                sheet.sides, end.totals, end.winners, fresh if last and last.game_end is end else []
            ),
            is_over=True,
            winner=end.winners[0] if len(end.winners) == 1 else "",
            special=end.special,
        )
        for end in ends
    ]
    begun = fresh if last and last.game_end is None else []
    running = _pairs(sheet.sides, sheet.game_totals, [], begun, target=sheet.target)
    return [*games, StrokeGame(len(games) + 1, running)]


def _pairs(
    names: Sequence[str],
    totals: Sequence[int],
    winners: Sequence[str],
    fresh: Sequence[int],
    *,
    target: int = 0,
) -> list[PairStrokes]:
    return [
        PairStrokes(
            name,
            total,
            has_won=winners == [name],
            has_lost=len(winners) == 1 and name not in winners,
            target=target,
            fresh=gained,
        )
        for name, total, gained in zip(names, totals, fresh or [0] * len(totals), strict=True)
    ]


def _row(number: int) -> int:
    return number // GROUPS_IN_A_ROW


@dataclass(frozen=True)
class Half:
    """One pair across the hall: who they are, their strokes, what the last hand brought, and with
    which trumps, and the games that they have won."""

    people: list[str]
    pair: PairStrokes
    gained: int
    suit: str
    won: int

    @property
    def games(self) -> Tally | None:
        """The games that they have won, as strokes."""
        return tally(self.won)


def halves(sheet: Sheet, games: Sequence[StrokeGame]) -> list[Half]:
    """Both pairs of a game that is kept in strokes; one that is over stands until the next hand."""
    if not games:
        return []
    is_just_over = sheet.newest is not None and sheet.newest.game_end is not None
    pairs = [
        replace(pair, target=sheet.target or 0) for pair in games[-2 if is_just_over else -1].pairs
    ]
    last = sheet.newest if sheet.newest and sheet.newest.row and sheet.newest.is_hand else None
    verdict = last.row.verdict if last and last.row else None
    suits = {name: sign for sign, name in SUITS.items()}
    return [
        Half(
            people=[sheet.names[side], sheet.names[side + len(pairs)]],
            pair=pair,
            gained=(last.cells[side].points or 0) if last else 0,
            suit=suits.get(verdict.contract, "") if verdict else "",
            won=sheet.games_won[side],
        )
        for side, pair in enumerate(pairs)
    ]


# Hands as they are counted on paper: four upright, the fifth across.

GATE = 5
MOST_GATED = 60
"""More are only said in figures."""

STROKE_GAP, GATE_GAP, GATE_HEIGHT = 5, 9, 20


class Tally(NamedTuple):
    """So many strokes in gates of five: their path, that of the last one, and the box they fill."""

    path: str
    last: str
    box: str


def tally(count: int) -> Tally | None:
    """The strokes for so many hands; None for none, and for more than anybody draws.

    >>> tally(6)
    Tally(path='M3 3v14M8 3v14M13 3v14M18 3v14M0 14L21 6', last='M32 3v14', box='0 0 35 20')
    """
    if not 0 < count <= MOST_GATED:
        return None
    steps = []
    x = 3
    for number in range(1, count + 1):
        if number % GATE:
            steps.append(f"M{x} 3v14")
            x += STROKE_GAP
        else:
            steps.append(f"M{x - 4 * STROKE_GAP - 3} 14L{x - 2} 6")
            x += GATE_GAP
    last = x - GATE_GAP if count % GATE == 0 else x - STROKE_GAP
    return Tally("".join(steps[:-1]), steps[-1], f"0 0 {last + 3} {GATE_HEIGHT}")


MOST_SIDES = 12
MOST_POINTS = 400
"""A line drawn through more points is no finer on any screen, only larger to send."""

WIDTH, HEIGHT = 960, 640
TOP, BOTTOM = 30, 572
LEAST_LEFT, TICK_GAP = 92, 20
DIGIT, MINUS = 26, 34
"""How wide the figures beside the drawing are at most."""
LABEL_GAP = 40
LEAD = 40
"""From the end of a line to its label."""
MOST_TICKS = 5
INKS = 5
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


class Lettering(NamedTuple):
    """How long labels are at most, and how wide a letter is; on a phone the words are larger."""

    longest: int
    letter: int
    longest_on_phones: int
    letter_on_phones: int

    def right(self, names: Sequence[str]) -> int:
        """The end of the lines: as far right as the labels leave room."""
        longest = max(map(len, names))
        room = (min(longest, self.longest) + 1) * self.letter
        on_phones = (min(longest, self.longest_on_phones) + 1) * self.letter_on_phones
        return WIDTH - LEAD - self.letter - max(room, on_phones)


LETTERING = Lettering(14, 24, 14, 24)


@dataclass(frozen=True)
class DrawnLine:
    """A line as it is drawn: its path, its end, and where its label stands."""

    number: int
    name: str
    short_name: str
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

    @property
    def ink(self) -> int:
        """Which of the five inks, each with dashes of its own, it is drawn with."""
        return self.number % INKS + 1


@dataclass(frozen=True)
class CurveLine(DrawnLine):
    """The line of one side, with its total."""

    total: int

    @property
    def label(self) -> list[str]:
        """The lines of its label."""
        return label_lines(self.short_name)


def label_lines(short: str) -> list[str]:
    """A label on one line, and that of a pair on two.

    >>> label_lines("Mart + Barth."), label_lines("Anna B.")
    (['Mart +', 'Barth.'], ['Anna B.'])
    """
    first, plus, second = short.partition(" + ")
    return [f"{first} +", second] if plus else [short]


@dataclass(frozen=True)
class Drawing:
    """A drawing of lines between `left` and `right`, in the coordinates of `box`."""

    left: int
    right: int

    box = f"0 0 {WIDTH} {HEIGHT}"
    bottom = BOTTOM

    @property
    def label_x(self) -> int:
        """Where the labels begin."""
        return self.right + LEAD


@dataclass(frozen=True)
class Curve(Drawing):
    """The running totals of a sheet."""

    lines: list[CurveLine]
    heights: list[Tick]
    hands: list[Tick]
    summary: str


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
    widest = max(len(str(abs(height))) * DIGIT + (height < 0) * MINUS for height in heights)
    labels = [word for _, short in sheet.heads for word in label_lines(short)]
    left, right = max(LEAST_LEFT, widest + TICK_GAP), LETTERING.right(labels)
    frame = Frame(left, right, len(steps) - 1, heights[0], heights[-1])
    return Curve(
        lines=_lines(sheet.heads, totals, frame),
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
    text = gettext("In front: %(first)s. Games won: %(games)s. In this game: %(points)s.")
    return text % {
        "first": first,
        "games": " : ".join(str(other[2]) for other in sheet.ranking),
        "points": " : ".join(written(other[1]) for other in sheet.ranking),
    }


def summary_of(names: Sequence[str], totals: Sequence[int]) -> str:
    """Who leads and who is last, in a sentence that fits one name, a pair, and several level."""
    best, least = max(totals), min(totals)
    figures = {"best": written(best), "least": written(least)}
    if best == least:
        return gettext("All are level: %(best)s.") % figures
    first = [name for name, total in zip(names, totals, strict=True) if total == best]
    last = [name for name, total in zip(names, totals, strict=True) if total == least]
    return gettext("In front: %(first)s (%(best)s). Last: %(last)s (%(least)s).") % {
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


class Frame(NamedTuple):
    """Where steps, such as hands, and totals stand on the drawing, from `top` to `bottom`."""

    left: int
    right: int
    steps: int
    low: float
    high: float
    top: int = TOP
    bottom: int = BOTTOM

    def x(self, step: int) -> int:
        """How far along a step stands."""
        return self.left + round((self.right - self.left) * step / self.steps)

    def y(self, total: float) -> int:
        """How far down a total stands."""
        height = (self.bottom - self.top) * (total - self.low) / (self.high - self.low)
        return self.bottom - round(height)


def _lines(
    heads: Sequence[tuple[str, str]], totals: Sequence[Sequence[int]], frame: Frame
) -> list[CurveLine]:
    ends = [frame.y(column[-1]) for column in totals]
    most = max(len(label_lines(short)) for _, short in heads)
    top = TOP + (most - 1) * LABEL_GAP // 2
    labels = spread(ends, gap=LABEL_GAP * most, low=top, high=BOTTOM)
    return [
        CurveLine(
            number=number,
            name=name,
            short_name=short,
            total=column[-1],
            path=_path(column, frame),
            end_y=ends[number],
            label_y=labels[number],
        )
        for number, ((name, short), column) in enumerate(zip(heads, totals, strict=True))
    ]


def _path(column: Sequence[int], frame: Frame) -> str:
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


def shortened(name: str, longest: int) -> str:
    """A label of no more letters than that."""
    return name if len(name) <= longest else name[: longest - 1].rstrip() + "…"


# Everything that a table's pages show of its sheet: the sheet itself and what is drawn of it.


TOGETHER = 4
"""So many games of two pairs are one part of the page, and sent again only if one has changed."""


def sheet_context(sheet: Sheet, hands_left: int | None = None) -> dict[str, Any]:
    """The names under which templates know the sheet, what waits, and all that is drawn of it.

    `hands_left`: how many hands are still to be played, None where nobody has said.
    """
    coming, games = sheet.coming, stroke_games(sheet)
    owed = sheet.ruleset.solos_owed(sheet.table.options, coming.carried, coming.circle)
    return {
        "table": sheet.table,
        "sheet": sheet,
        "pending": pending(
            sheet.ruleset,
            sheet.table.options,
            coming.carried,
            sheet.names,
            coming.circle,
            coming.dealer,
            hands_left,
        ),
        "owing": names_said(sheet.names, owed),
        "games": games,
        "strokes": [games[at : at + TOGETHER] for at in range(0, len(games), TOGETHER)],
        "halves": halves(sheet, games),
        "curve": sheet_curve(sheet),
        "played": tally(sheet.hands_dealt),
        "great": great_of(sheet, sheet.newest),
        "final": settlement(sheet) if sheet.table.ended_at else None,
    }
