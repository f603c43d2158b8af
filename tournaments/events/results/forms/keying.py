"""The forms of a paper sheet: its totals, and its hands as a grid."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext as _

from scoring import HandProblem, find_ruleset
from scoring.circle import around, dealer_after_change
from scoring.possible import Possible
from scoring.ruleset import Field
from sheets.answers import (
    MANY_NUMBERS,
    NOBODY,
    NUMBERS,
    place_name,
    places,
    record_from_answers,
    whole_number,
)
from sheets.coming import ImpossibleHand, replay_sheet
from sheets.entries import SheetEntry
from sheets.sheet import Sheet
from tournaments.common.actions import REASON
from tournaments.common.requests import read_key
from tournaments.common.texts import LineField
from tournaments.events.draw.queries.seatings import Side
from tournaments.events.results.queries.sheets import SmallerCircle, comes_to_nothing, is_open_ended
from tournaments.events.results.queries.totals import Dealt, row_problem
from tournaments.events.results.services.totals import SURE
from tournaments.models import Decided, Event, EventTable
from tournaments.tables.forms import SignedField

# The box for the solos of a paper sheet: those won, and those played if the paper says so.

FEW = re.compile(r"(\d{1,4})(?:\s*[/:]\s*(\d{1,4}))?", re.ASCII)


class Solos(NamedTuple):
    """Solos won, and played: None where the paper does not say how many."""

    won: int = 0
    played: int | None = None


class SolosField(forms.CharField):
    """Reads “2” as two won, and “2/5” as two won of five."""

    def __init__(self, label: str) -> None:
        super().__init__(required=False, label=label)

    def clean(self, value: object) -> Solos:
        """What was typed; an empty box is none won."""
        text = super().clean(value)
        found = FEW.fullmatch(text)
        if text and found is None:
            raise forms.ValidationError(_("Enter the solos won, or won and played such as 2/5."))
        won, played = found.groups() if found else (0, None)
        solos = Solos(int(won), None if played is None else int(played))
        if solos.played is not None and solos.played < solos.won:
            raise forms.ValidationError(_("Nobody wins more solos than he played."))
        return solos


def solos_in_record(solos: Sequence[Solos | None]) -> dict[str, Any]:
    """The solos of every side as totals keep them; played ones only if the paper has any.

    >>> solos_in_record([Solos(2, 5), None])
    {'solos': [2, 0], 'solos_played': [5, None]}
    >>> solos_in_record([Solos(2), Solos()])
    {'solos': [2, 0]}
    """
    each = [one or Solos() for one in solos]
    record: dict[str, Any] = {"solos": [one.won for one in each]}
    if any(one.played is not None for one in each):
        record["solos_played"] = [one.played for one in each]
    return record


def solos_shown(record: Mapping[str, Any]) -> list[str]:
    """The solos of every side as somebody types them.

    >>> solos_shown({"solos": [2, 0], "solos_played": [5, None]}), solos_shown({"points": [1]})
    (['2/5', '0'], [])
    """
    played = dict(enumerate(record.get("solos_played", [])))
    return [
        str(won) if played.get(side) is None else f"{won}/{played[side]}"
        for side, won in enumerate(record.get("solos", []))
    ]


# The form of a paper sheet's totals: a box for each side, and what the event counts besides.


MOST_DIGITS = 6


@dataclass(frozen=True)
class SheetFields:
    """What a sheet of this event is asked for, beside the points of each side.

    `hands_each`: people joined and left, so each has hands of his own.
    """

    solos: bool
    games: bool
    lost: bool
    hands: bool
    is_even: bool
    points_label: str
    hands_each: bool = False


def asked_at(event: Event, place: EventTable) -> SheetFields:
    """What the totals of a table consist of."""
    settings, ruleset = event.format, find_ruleset(place.table.ruleset)
    has_target = ruleset.target(place.table.options) is not None
    is_by_strokes = ruleset.scores == "pairs" and has_target
    return SheetFields(
        solos=settings.counted == "solos",
        games=settings.counted in ("games", "won_lost") or has_target,
        lost=settings.counted == "won_lost",
        hands=place.hands_due > 0 or is_open_ended(event),
        is_even=comes_to_nothing(event, place.table),
        points_label=_("Strokes") if is_by_strokes else _("Points"),
    )


@dataclass(frozen=True)
class Row:
    """The boxes of one side."""

    side: Side
    points: forms.BoundField
    solos: forms.BoundField | None
    games: forms.BoundField | None
    lost: forms.BoundField | None
    hands_each: forms.BoundField | None


class TotalsForm(forms.Form):
    """Asks for the totals in the order of the sheet."""

    reason = LineField(max_length=200, required=False)
    is_sure = forms.BooleanField(required=False)
    is_agreed = forms.BooleanField(required=False)

    def __init__(
        self,
        asked: SheetFields,
        sides: Sequence[Side],
        hands_due: int,
        data: Mapping[str, str] | None = None,
        record: Mapping[str, Any] | None = None,
    ) -> None:
        moved = any(person.has_moved for side in sides for person in side.people)
        self.asked, self.sides = replace(asked, hands_each=asked.hands and moved), sides
        super().__init__(data, initial=_initial(record, hands_due), auto_id="q-%s")
        self.refusals: list[tuple[str, str]] = []
        self.fields["reason"].label = _("Why")
        for side in sides:
            self.fields[f"points-{side.index}"] = _signed(side.name)
            for name in self._counts:
                field = SolosField(side.name) if name == "solos" else _counted(side.name)
                self.fields[f"{name}-{side.index}"] = field
        if asked.hands:
            self.fields["hands"] = _counted(_("Hands on the sheet"))

    @property
    def rows(self) -> list[Row]:
        """The boxes in the order of the sheet, without columns that are nobody's."""
        return [
            Row(
                side,
                self[f"points-{side.index}"],
                self[f"solos-{side.index}"] if self.asked.solos else None,
                self[f"games-{side.index}"] if self.asked.games else None,
                self[f"lost-{side.index}"] if self.asked.lost else None,
                self[f"hands_each-{side.index}"] if self.asked.hands_each else None,
            )
            for side in self.sides
            if side.people
        ]

    @property
    def record(self) -> dict[str, Any]:
        """The totals as they are kept; a point that was left empty is None."""
        answers = self.cleaned_data
        record: dict[str, Any] = {
            "points": [
                answers.get(f"points-{side.index}") if side.people else 0 for side in self.sides
            ]
        }
        for name in self._counts:
            record[name] = [answers.get(f"{name}-{side.index}") or 0 for side in self.sides]
        if self.asked.solos:
            record |= solos_in_record([answers.get(f"solos-{side.index}") for side in self.sides])
        if self.asked.hands and answers.get("hands") is not None:
            record["hands"] = answers["hands"]
        if answers.get("is_agreed"):
            record["decided"] = str(Decided.AGREED)
        return record

    @property
    def _counts(self) -> list[str]:
        """What is asked beside the points, by the names of the record."""
        names = ("solos", "games", "lost", "hands_each")
        return [name for name in names if getattr(self.asked, name)]

    def refuse(self, sentence: str, field: str = "") -> None:
        """Note what the event refused, and at which boxes."""
        self.refusals.append((field, sentence))

    @property
    def refused_fields(self) -> set[str]:
        """The kinds of boxes that are to be looked at."""
        return {field for field, _sentence in self.refusals if field}

    @property
    def asks(self) -> bool:
        """Whether one tap says that the totals are so."""
        return self.refused_fields == {"is_sure"}

    @property
    def may_be_sure(self) -> bool:
        """Whether what was refused may be right all the same, if the director says so."""
        return self.is_bound and ("games" in self.refused_fields or bool(self["is_sure"].value()))

    @property
    def sum(self) -> int:
        """What the points in the boxes come to so far."""
        values = [row.points.value() for row in self.rows]
        return sum(int(value) for value in values if _is_number(value))

    def all_problems(self) -> list[tuple[str, str, str]]:
        """Every problem as (field, label, text); the field is empty for what concerns the whole."""
        found = [("", "", sentence) for _field, sentence in self.refusals]
        for bound in self:
            found += [(bound.name, str(bound.label), str(text)) for text in bound.errors]
        return found


def _initial(record: Mapping[str, Any] | None, hands_due: int) -> dict[str, Any]:
    initial: dict[str, Any] = {"hands": hands_due}
    for name, value in (record or {}).items():
        if isinstance(value, list):
            initial |= {f"{name}-{index}": number for index, number in enumerate(value)}
        else:
            initial[name] = value
    initial["is_agreed"] = initial.get("decided") == Decided.AGREED
    solos = enumerate(solos_shown(record or {}))
    return initial | {f"solos-{index}": text for index, text in solos}


def _is_number(value: object) -> bool:
    text = str(value).strip().replace("\N{MINUS SIGN}", "-").lstrip("+-")
    return read_key(text, MOST_DIGITS) is not None


def _signed(label: str) -> forms.Field:
    return SignedField(required=False, label=label, error_messages=_words())


def _counted(label: str) -> forms.Field:
    return forms.IntegerField(required=False, label=label, min_value=0, error_messages=_words())


def _words() -> dict[str, str]:
    return {"invalid": _("Enter a whole number.")}


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

    def refuse(self, sentence: str, field: str = "") -> None:
        """Note what was refused; what looks odd is asked, and one tap says that it is so."""
        self.general_problems.append(sentence)
        self.asks = field == SURE
        self.has_wrong_reason = field == REASON

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


# The hands of a paper sheet as a grid: one row for each, its boxes made from the ruleset's fields.
#
# Everything is a box for the keyboard. Where a field has a number for each player, one box takes
# them all, separated by blanks, in the order of the seats.


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

    def refuse(self, sentence: str, field: str = "") -> None:
        """Note what was refused."""
        self.general_problems.append(sentence)

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
        entries = list(self.sheet.entries)
        due, filled, is_sure = self.sheet.coming.dealer, len(self.filled), True
        circle = self.sheet.coming.circle
        for place, row in enumerate(self.rows):
            for change in row.leaves:
                due = dealer_after_change(circle, change.circle, due)
                circle = change.circle
                entries.append(SheetEntry(row.number - 1, change.record, is_new=True))
            row.due, row.dealer_name = due, self.sheet.names[due]
            due = around(self.sheet.ruleset, circle, due).left
            if place >= filled:
                continue
            self._read_row(row)
            is_sure = is_sure and not row.has_problem
            if is_sure:
                due = self._replay(row, entries, due)
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

    def _replay(self, row: GridRow, entries: list[SheetEntry], due: int) -> int:
        """Add a hand to those before it, and give back who deals the next."""
        entries.append(SheetEntry(row.number, row.record, is_new=True))
        try:
            replay = replay_sheet(self.sheet.table, entries)
        except ImpossibleHand as impossible:
            row.refuse(impossible.problem, self.sheet.sides)
            return due
        row.points = replay.rows[-1].points
        return replay.next.dealer

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
