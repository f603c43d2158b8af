"""The hands of a paper sheet as a grid: one row for each, its boxes made from the ruleset's fields.

Everything is a box for the keyboard. Where a field has a number for each player, one box takes
them all, separated by blanks, in the order of the seats.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from scoring import HandProblem
from scoring.circle import around, dealer_after_change
from scoring.possible import Possible
from scoring.ruleset import Field
from tournaments.events.draw.queries.seatings import SmallerCircle
from tournaments.events.results.queries.good_rows import Dealt, row_problem
from tournaments.models import Hand, HandVersion
from tournaments.tables.forms.answers import (
    MANY_NUMBERS,
    NOBODY,
    NUMBERS,
    place_name,
    places,
    record_from_answers,
    whole_number,
)
from tournaments.tables.queries.replays import ImpossibleHand, replay_table
from tournaments.tables.queries.sheets import Sheet

# The points of a paper sheet as a grid: a row for each hand, a box for each column.

MOST_SIGNS_OF_POINTS = 6
NOTHING = ("", "-", "–", "−")
"""What people write where somebody has won nothing."""

MOST_SHOWN = 14


@dataclass
class Box:
    """The box of somebody in one hand; `is_out`: who sits out in it; `is_first`: of its row."""

    name: str
    who: str
    value: str
    is_out: bool
    is_first: bool
    problem: str = ""


@dataclass
class GoodRow:
    """A hand: its number on the sheet, who deals it, its boxes."""

    number: int
    place: int
    dealer_name: str
    deal: Dealt
    boxes: list[Box]
    problems: list[str] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Whether nothing was written."""
        return not any(box.value for box in self.boxes)

    @property
    def points(self) -> list[int]:
        """What each column writes; only of a row without problems."""
        return [0 if box.value in NOTHING else int(box.value) for box in self.boxes]

    @property
    def all_problems(self) -> list[str]:
        """What is wrong here, in the order of the boxes."""
        return [*(box.problem for box in self.boxes if box.problem), *self.problems]


class GoodGrid:
    """The rows of a table's whole sheet.

    `lines`: what was keyed before, to begin with; `step`: of what the points are multiples.
    """

    def __init__(
        self,
        names: Sequence[str],
        deals: Sequence[Dealt],
        found: Possible | None,
        step: int,
        posted: Mapping[str, str] | None = None,
        lines: Sequence[Sequence[int]] = (),
    ) -> None:
        self.names, self.found, self.step = names, found, step
        self.general_problems: list[str] = []
        self.asks = False  # whether one tap says that they are so
        self.has_wrong_reason = False
        self.rows = [self._row(place, deal, posted, lines) for place, deal in enumerate(deals)]
        if posted is not None:
            self._check()

    @property
    def filled(self) -> list[GoodRow]:
        """The rows up to the last one with something in it."""
        last = max((row.place for row in self.rows if not row.is_empty), default=-1)
        return self.rows[: last + 1]

    @property
    def has_problems(self) -> bool:
        """Whether something is wrong anywhere."""
        return bool(self.general_problems) or any(row.all_problems for row in self.rows)

    @property
    def totals(self) -> list[int]:
        """What the rows without problems come to, by column."""
        right = [row.points for row in self.filled if not row.all_problems]
        return [sum(column) for column in zip(*right, strict=True)] or [0] * len(self.names)

    @property
    def values(self) -> str:
        """What a winner can write in a hand, as far as that is few words; else nothing."""
        if self.found is None:
            return ""
        shown = [str(value) for value in self.found.values[:MOST_SHOWN]]
        return ", ".join(shown) + (" …" if len(self.found.values) > MOST_SHOWN else "")

    def record(self, *, has_hands: bool, has_solos: bool) -> dict[str, Any]:
        """The totals with their hands, as they are kept; who wins alone has won a solo."""
        lines = [row.points for row in self.filled]
        record: dict[str, Any] = {"points": self.totals, "lines": lines}
        if has_hands:
            record["hands"] = len(lines)
        if has_solos:
            alone = [line for line in lines if sum(own > 0 for own in line) == 1]
            record["solos"] = [
                sum(line[column] > 0 for line in alone) for column in range(len(self.names))
            ]
        return record

    def all_problems(self) -> list[tuple[str, str, str]]:
        """Every problem as (field, label, text), the first ones first."""
        found = [("", "", text) for text in self.general_problems]
        for row in self.rows:
            label = _("Hand %(number)s") % {"number": row.number}
            found += [(f"hand-{row.number}", label, text) for text in row.all_problems]
        return found

    def _row(
        self,
        place: int,
        deal: Dealt,
        posted: Mapping[str, str] | None,
        lines: Sequence[Sequence[int]],
    ) -> GoodRow:
        kept = lines[place] if place < len(lines) else ()
        boxes: list[Box] = []
        for column, who in enumerate(self.names):
            name = f"r{place}-{column}"
            if posted is not None:
                value = posted.get(name, "").strip()[:MOST_SIGNS_OF_POINTS]
            else:
                value = str(kept[column]) if column < len(kept) and kept[column] else ""
            is_out = column in deal.out
            is_first = not is_out and all(box.is_out for box in boxes)
            boxes.append(Box(name, who, value, is_out, is_first))
        return GoodRow(place + 1, place, self.names[deal.dealer], deal, boxes)

    def _check(self) -> None:
        if not self.filled:
            self.general_problems.append(_("Nothing is written here yet."))
        for row in self.filled:
            if row.is_empty:
                text = _("Nothing is written in this hand, and in later ones there is.")
                if self.found is None or row_problem(self.found, row.points, (), self.step):
                    row.problems.append(text)
                continue
            for box in row.boxes:
                if box.value not in NOTHING and not re.fullmatch(r"\d{1,5}", box.value, re.ASCII):
                    box.problem = _("Enter a whole number, without a sign.")
            if row.all_problems:
                continue
            wrong = row_problem(self.found, row.points, row.deal.out, self.step)
            if wrong is not None and wrong.column is None:
                row.problems.append(wrong.sentence)
            elif wrong is not None and wrong.column is not None:
                row.boxes[wrong.column].problem = wrong.sentence


MOST_SIGNS = 60
MOST_ROWS = 200
DEALER = "dealer"
ROW = re.compile(r"r(\d{1,3})-", re.ASCII)


@dataclass
class Cell:
    """One box of a row: `kind` is choice, flag, number or numbers."""

    asked: Field
    name: str
    kind: str
    value: str
    choices: list[tuple[str, str]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


@dataclass
class GridRow:
    """A hand of the grid: the key of its line, its place in the grid, what people call it.

    `due` is who deals it, as far as the hands before tell; `points` what it comes to. `circle`
    sits at the table then; `leaves` says who has left since the row above, `notes` in words.
    """

    number: int
    place: int
    called: int
    cells: list[Cell]
    dealer_name: str
    dealer_value: str
    due: int
    dealers: list[tuple[str, str]]
    circle: tuple[int, ...]
    leaves: list[SmallerCircle]
    notes: list[str]
    problems: list[str] = field(default_factory=list)
    record: dict[str, Any] = field(default_factory=dict)
    points: Sequence[int | None] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing was entered."""
        return not any(cell.value for cell in self.cells)

    @property
    def has_problem(self) -> bool:
        """Whether something is wrong here."""
        return bool(self.problems) or any(cell.problems for cell in self.cells)

    @property
    def all_problems(self) -> list[str]:
        """What is wrong here, in the order of the boxes."""
        return [*(text for cell in self.cells for text in cell.problems), *self.problems]

    def refuse(self, problem: HandProblem, sides: Sequence[str]) -> None:
        """Put the engine's refusal at the box it names, or at the row."""
        text = problem.text.render(_, sides)
        for cell in self.cells:
            if cell.asked.name == problem.field:
                cell.problems.append(text)
                return
        self.problems.append(text)


class Grid:
    """The rows of all hands that a sheet still lacks.

    `changes` say from which hand on fewer sit at the table: their lines come between the hands.
    """

    def __init__(
        self,
        sheet: Sheet,
        count: int,
        posted: Mapping[str, str] | None = None,
        changes: Sequence[SmallerCircle] = (),
    ) -> None:
        self.sheet = sheet
        self.changes = changes
        self.fields = sheet.ruleset.asked_fields(sheet.table.options)
        answers = posted or {}
        typed = [int(found[1]) + 1 for name in answers if (found := ROW.match(name)) is not None]
        count = max([count, *(place for place in typed if place <= MOST_ROWS)])
        self.rows = [self._row(place, answers) for place in range(count)]
        self.general_problems: list[str] = []
        self._read()

    @property
    def filled(self) -> list[GridRow]:
        """The rows up to the last one with something in it."""
        last = max((i for i, row in enumerate(self.rows) if not row.is_empty), default=-1)
        return self.rows[: last + 1]

    @property
    def records(self) -> list[dict[str, Any]]:
        """The hands as they were declared."""
        return [row.record for row in self.filled]

    @property
    def has_problems(self) -> bool:
        """Whether something is wrong anywhere."""
        return bool(self.general_problems) or any(row.has_problem for row in self.rows)

    def all_problems(self) -> list[tuple[str, str, str]]:
        """Every problem as (field, label, text), the first ones first."""
        found = [("", "", text) for text in self.general_problems]
        for row in self.rows:
            label = _("Hand %(number)s") % {"number": row.called}
            found += [(f"hand-{row.number}", label, text) for text in row.all_problems]
        return found

    def _row(self, place: int, answers: Mapping[str, str]) -> GridRow:
        dealt = self.sheet.hands_dealt + place
        gone = [change for change in self.changes if change.hands <= dealt]
        circle = gone[-1].circle if gone else self.sheet.coming.circle
        leaves = [change for change in gone if change.hands == dealt]
        names = self.sheet.names
        text = _("From here on without %(name)s.")
        cells = [self._cell(asked, place, circle, answers) for asked in self.fields]
        return GridRow(
            self.sheet.coming.number + place + len(gone),
            place,
            self.sheet.coming.place + place,
            cells,
            dealer_name="",
            dealer_value=answers.get(f"r{place}-{DEALER}", "").strip()[:MOST_SIGNS],
            due=self.sheet.coming.dealer,
            dealers=[(str(seat), names[seat]) for seat in circle],
            circle=circle,
            leaves=leaves,
            notes=[text % {"name": names[change.gone]} for change in leaves],
            points=[None] * len(self.sheet.sides),
        )

    def _cell(
        self, asked: Field, place: int, circle: Sequence[int], answers: Mapping[str, str]
    ) -> Cell:
        name = f"r{place}-{asked.name}"
        value = answers.get(name, "").strip()[:MOST_SIGNS]
        if asked.kind in MANY_NUMBERS:
            return Cell(asked, name, "numbers", value)
        if asked.kind in NUMBERS:
            return Cell(asked, name, "number", value)
        if asked.kind == "flag":
            return Cell(asked, name, "flag", value)
        return Cell(asked, name, "choice", value, self._choices(asked, circle))

    def _choices(self, asked: Field, circle: Sequence[int]) -> list[tuple[str, str]]:
        if asked.kind == "seat":
            chosen = [(str(seat), self.sheet.names[seat]) for seat in sorted(circle)]
        elif asked.kind == "pair":
            chosen = [(str(side), name) for side, name in enumerate(self.sheet.sides)]
        else:
            chosen = [(choice.value, _(choice.label)) for choice in asked.choices]
        return [*chosen, (NOBODY, _(asked.empty))] if asked.empty else chosen

    def _read(self) -> None:
        """From what was typed to the hands that it declares; each says who deals the next."""
        versions = [line.version for line in self.sheet.lines]
        due, filled, is_sure = self.sheet.coming.dealer, len(self.filled), True
        circle = self.sheet.coming.circle
        for place, row in enumerate(self.rows):
            for change in row.leaves:
                due = dealer_after_change(circle, change.circle, due)
                circle = change.circle
                versions.append(self._line(row.number - 1, change.record))
            row.due, row.dealer_name = due, self.sheet.names[due]
            due = around(self.sheet.ruleset, circle, due).left
            if place >= filled:
                continue
            self._read_row(row)
            is_sure = is_sure and not row.has_problem
            if is_sure:
                due = self._replay(row, versions, due)
                is_sure = not row.has_problem

    def _read_row(self, row: GridRow) -> None:
        if row.is_empty:
            row.problems.append(_("This hand is empty, and later ones are not."))
            return
        given = next((seat for seat, _name in row.dealers if seat == row.dealer_value), None)
        dealer = row.due if given is None else int(given)
        row.record = self._record(row, dealer)
        if given is not None:
            row.record[DEALER] = dealer

    def _replay(self, row: GridRow, versions: list[HandVersion], due: int) -> int:
        """Add a hand to those before it, and give back who deals the next."""
        versions.append(self._line(row.number, row.record))
        try:
            replay = replay_table(self.sheet.table, versions)
        except ImpossibleHand as impossible:
            row.refuse(impossible.problem, self.sheet.sides)
            return due
        row.points = replay.rows[-1].points
        return replay.next.dealer

    def _line(self, number: int, record: dict[str, Any]) -> HandVersion:
        hand = Hand(table=self.sheet.table, number=number)
        return HandVersion(hand=hand, number=1, record=record)

    def _record(self, row: GridRow, dealer: int) -> dict[str, Any]:
        active = around(self.sheet.ruleset, row.circle, dealer).active
        answers: dict[str, Any] = {}
        for cell in row.cells:
            answers.update(_answers(cell, active))
        return record_from_answers(self.fields, answers, active)


def _answers(cell: Cell, active: Sequence[int]) -> Iterator[tuple[str, Any]]:
    """What one box says, as the form of a hand has it; what cannot be read is noted."""
    asked = cell.asked
    if cell.kind == "flag":
        yield asked.name, bool(cell.value)
    elif not cell.value:
        return
    elif cell.kind == "choice":
        if cell.value in dict(cell.choices):
            yield asked.name, cell.value
        else:
            cell.problems.append(_("Choose one of the words."))
    elif cell.kind == "number":
        cell.value = whole_number(cell.value, asked)
        for number in _numbers(cell, 1):
            yield asked.name, number
    else:
        where = places(asked, active)
        for place, number in zip(where, _numbers(cell, len(where)), strict=False):
            yield place_name(asked, place), number


def _numbers(cell: Cell, count: int) -> list[int]:
    """So many whole numbers of at most six signs; none, and a problem, where it is otherwise."""
    parts = [part for part in re.split(r"[\s,;/]+", cell.value) if part]
    if len(parts) == count and all(re.fullmatch(r"\d{1,6}", part, re.ASCII) for part in parts):
        return [int(part) for part in parts]
    if count == 1:
        cell.problems.append(_("Enter a whole number."))
    else:
        text = _("Enter %(count)s whole numbers, with blanks between them.")
        cell.problems.append(text % {"count": count})
    return []
