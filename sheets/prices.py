"""What is played for what at a table, as a page shows it: the engine's chart in words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from string import ascii_uppercase
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.chart import Cell, Chart, Example, Line, chart
from scoring.options import Choice, Options
from scoring.ruleset import Ruleset
from scoring.words import signed
from sheets.words import spoken


class PriceCell(NamedTuple):
    """What a hand is worth: for whoever took it on, and below that for the rest, in words."""

    main: str
    others: str = ""


class PriceRow(NamedTuple):
    """A line of the chart: for each head what it comes to, None where there is no such hand."""

    label: str
    cells: list[tuple[str, PriceCell | None]]


class Worked(NamedTuple):
    """A worked hand: what it is worth for everybody, and why."""

    points: str
    reasons: list[str]


class Prices(NamedTuple):
    """All that a page says about what is played for what.

    `notes`: sentences below the chart; `passed`: a hand that everybody passed; `rules`: the house
    rules that matter here, in words, and whether each is not the usual one; `why_none`: what stands
    in the place of a chart that has no line.
    """

    heads: list[str]
    rows: list[PriceRow]
    notes: list[str]
    passed: list[tuple[str, PriceCell]]
    worked: list[Worked]
    rules: list[tuple[str, str, bool]]
    why_none: str

    @property
    def unusual(self) -> str:
        """Which house rules are not the usual ones; empty where all are."""
        return ", ".join(label for label, _value, differs in self.rules if differs)

    def lines(self) -> list[tuple[str, str]]:
        """The chart for paper: a way to play, and what it comes to, one after the other."""
        found = []
        for row in self.rows:
            said = [
                f"{head} {cell.main} ({cell.others})" if cell.others else f"{head} {cell.main}"
                for head, cell in row.cells
                if cell is not None
            ]
            found.append((row.label or _("Every hand"), " · ".join(said).strip()))
        return found


def prices(ruleset: Ruleset, options: Options) -> Prices:
    """The chart of a table that plays `ruleset` with all these options."""
    found = chart(ruleset, options)
    says = Speaker(ruleset)
    ends = [" / ".join(map(_end, column)) for column in found.ends]
    ways = [_way(line) for line in found.lines]
    grid = [[cell and says.cell(cell) for cell in line.cells] for line in found.lines]
    if not found.lines:
        heads, labels = [], []
    elif len(ends) > len(ways):
        heads, labels, grid = ways, ends, [list(column) for column in zip(*grid, strict=True)]
    else:
        heads, labels = ends, ways
    rows = [
        PriceRow(label, list(zip(heads, cells, strict=True)))
        for label, cells in zip(labels, grid, strict=True)
    ]
    if heads is ends:
        plain = [" / ".join(spoken(choice.label) for choice in column) for column in found.ends]
        rows = [_as_won(row, plain) for row in rows]
    notes = _falling(ruleset, options) + _notes(found)
    is_for_others = any(cell.other for line in found.lines for cell in line.cells if cell)
    if ruleset.scores != "pairs" and is_for_others:
        notes = [_("What stands small for the others is for each of them."), *notes]
    return Prices(
        heads,
        rows,
        notes,
        [
            (" · ".join(map(spoken, row.labels)), says.pair(row.named, row.other))
            for row in found.passed
        ],
        [says.worked(example) for example in found.examples],
        [
            (
                spoken(option.label),
                option.said(options[option.name], spoken),
                options[option.name] != option.default,
            )
            for option in ruleset.options
            if option.matters(options)
        ],
        _("Decide what is still open, and here stands what is played for what."),
    )


def _as_won(row: PriceRow, plain: Sequence[str]) -> PriceRow:
    """A line as its game is won: a Bettel or a Tout not by card points, so none stand beside it."""
    if all(cell for _head, cell in row.cells):
        return row
    cells, before = [], None
    for (_head, cell), words in zip(row.cells, plain, strict=True):
        cells.append((words, None if cell == before else cell))
        before = cell or before
    return PriceRow(row.label, cells)


def _way(line: Line) -> str:
    """What was played, as in “Solo · Wenz, Tout”."""
    played = " · ".join(map(spoken, line.labels))
    return f"{played}, {spoken(line.announced)}" if line.announced else played


def _end(choice: Choice) -> str:
    """How a hand ended, with the card points that it takes where these decide."""
    if choice.span is None:
        return spoken(choice.label)
    low, high = choice.span
    return f"{spoken(choice.label)} {low}–{high}" if low < high else f"{spoken(choice.label)} {low}"


def _falling(ruleset: Ruleset, options: Options) -> list[str]:
    """What costs less than the price before it, as may happen by a slip of the finger."""
    found = []
    for option in ruleset.options:
        if option.kind != "table" or not option.matters(options):
            continue
        for row in option.rows:
            costs = (options[option.name] or {}).get(row.key) or []
            for place, (before, after) in enumerate(pairwise(costs)):
                if after < before:
                    text = _("%(game)s: the price falls (%(before)s → %(column)s). Is that meant?")
                    columns = [spoken(column) for column in option.columns[place : place + 2]]
                    words = {"game": spoken(row.label), "before": columns[0], "column": columns[1]}
                    found.append(text % words)
    return found


def _notes(found: Chart) -> list[str]:
    notes = [_("A lost hand costs as much.")] if found.lost_is_minus else []
    if found.has_gaps:
        notes.append(_("Only some card points stand here: between two lines it goes on in steps."))
    return notes + [spoken(reason) for reason in found.thrown_in]


class Speaker:
    """Says in the words of a game for whom points are."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset

    def cell(self, cell: Cell) -> PriceCell:
        """What a hand is worth, for whoever took it on first."""
        others = []
        if cell.partner is not None:
            others.append(_("partner %(points)s") % {"points": signed(cell.partner)})
        if cell.other:
            others.append(self._others(cell.other))
        if not cell.taker and len(others) == 1:
            return PriceCell(others[0])
        return PriceCell(signed(cell.taker), " · ".join(others))

    def pair(self, named: int, other: int) -> PriceCell:
        """What is for whoever is named, and for each of the others."""
        return PriceCell(signed(named), self._others(other) if other else "")

    def worked(self, example: Example) -> Worked:
        """A worked hand of people called by letters."""
        names = list(ascii_uppercase[: len(example.points)])
        if self.ruleset.scores == "pairs":
            names = ["A + C", "B + D"]
        points = " · ".join(
            f"{name} {signed(points)}" for name, points in zip(names, example.points, strict=True)
        )
        return Worked(points, [spoken(reason, names) for reason in example.reasons])

    def _others(self, points: int) -> str:
        return _("others %(points)s") % {"points": signed(points)}
