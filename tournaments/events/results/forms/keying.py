"""The forms of a paper sheet: its totals, and its hands as a grid."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, zip_longest
from typing import Any, Generic, NamedTuple, TypeVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

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
from sheets.names import short_names
from sheets.sheet import Sheet
from sheets.words import spoken
from tournaments.common.actions import REASON
from tournaments.common.texts import LineField
from tournaments.events.draw.queries.seatings import Side
from tournaments.events.results.queries.sheets import (
    SmallerCircle,
    comes_to_nothing,
    figure_at,
    is_open_ended,
)
from tournaments.events.results.queries.totals import Dealt, games_won_label, row_problem
from tournaments.events.results.services.totals import SURE
from tournaments.models import Decided, EventTable
from tournaments.tables.forms import SignedField

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
        if played is not None and int(played) < int(won):
            raise forms.ValidationError(_("Nobody wins more solos than he played."))
        return Solos(int(won), None if played is None else int(played))


def solos_shown(record: Mapping[str, Any]) -> list[str]:
    """The solos of every side as somebody types them.

    >>> solos_shown({"solos": [2, 0], "solos_played": [5, None]}), solos_shown({"points": [1]})
    (['2/5', '0'], [])
    """
    pairs = zip_longest(record.get("solos", []), record.get("solos_played", []))
    return [str(won) if played is None else f"{won}/{played}" for won, played in pairs]


NUMBER = re.compile(r"[+-]?\d{1,6}", re.ASCII)
WORDS = {"invalid": gettext_lazy("Enter a whole number.")}


@dataclass(frozen=True)
class SheetFields:
    """What a sheet is asked for beside the points; `hands_each`: people joined and left."""

    solos: bool
    games: bool
    lost: bool
    hands: bool
    is_even: bool
    games_label: str
    points_label: str
    hands_each: bool

    @property
    def counts(self) -> list[str]:
        """What is asked of each side beside the points, by the names of the record."""
        names = ("solos", "games", "lost", "hands_each")
        return [name for name in names if getattr(self, name)]


def asked_at(place: EventTable, sides: Iterable[Side] = ()) -> SheetFields:
    """What the totals of a table consist of."""
    event = place.round.event
    settings, ruleset = event.format, find_ruleset(place.table.ruleset)
    has_hands = place.hands_due > 0 or is_open_ended(event)
    target = ruleset.target(place.table.options)
    has_target = target is not None
    is_by_strokes = ruleset.scores == "pairs" and has_target
    return SheetFields(
        solos=settings.counted == "solos",
        games=settings.counted in ("games", "won_lost") or has_target,
        lost=settings.counted == "won_lost",
        hands=has_hands,
        is_even=comes_to_nothing(event, place.table),
        games_label=games_won_label(target),
        points_label=_("Strokes") if is_by_strokes else _("Points"),
        hands_each=has_hands and any(one.has_moved for side in sides for one in side.people),
    )


class TotalsForm(forms.Form):
    """Asks for the totals in the order of the sheet."""

    reason = LineField(max_length=200, required=False)
    is_sure = forms.BooleanField(required=False)
    is_agreed = forms.BooleanField(required=False)

    def __init__(
        self,
        place: EventTable,
        sides: Sequence[Side],
        data: Mapping[str, str] | None = None,
        record: Mapping[str, Any] | None = None,
    ) -> None:
        self.asked, self.sides = asked_at(place, sides), sides
        super().__init__(data, initial=_initial(record or {}, place.hands_due), auto_id="q-%s")
        self.refusals: list[tuple[str, str]] = []
        self.fields["reason"].label = _("Why")
        for side in sides:
            label = side.name
            signed = SignedField(required=False, label=label, error_messages=WORDS)
            self.fields[f"points-{side.index}"] = signed
            for name in self.asked.counts:
                field = SolosField(label) if name == "solos" else _counted(label)
                self.fields[f"{name}-{side.index}"] = field
        if self.asked.hands:
            self.fields["hands"] = _counted(_("Hands on the sheet"))

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The boxes of each side, in the order of the sheet, without columns that are nobody's."""
        names = ("points", *self.asked.counts)
        return [
            {"side": side} | {name: self[f"{name}-{side.index}"] for name in names}
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
        for name in self.asked.counts:
            record[name] = [answers.get(f"{name}-{side.index}") or 0 for side in self.sides]
        if self.asked.solos:
            solos = [answers.get(f"solos-{side.index}") or Solos() for side in self.sides]
            record["solos"] = [one.won for one in solos]
            if any(one.played is not None for one in solos):  # only if the paper says it
                record["solos_played"] = [one.played for one in solos]
        if self.asked.hands and answers.get("hands") is not None:
            record["hands"] = answers["hands"]
        if answers.get("is_agreed"):
            record["decided"] = str(Decided.AGREED)
        return record

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
        typed = (str(row["points"].value()).strip() for row in self.rows)
        plain = (value.replace("\N{MINUS SIGN}", "-") for value in typed)
        return sum(int(value) for value in plain if NUMBER.fullmatch(value))

    def all_problems(self) -> list[tuple[str, str, str]]:
        """Every problem as (field, label, text); the field is empty for what concerns the whole."""
        found = [("", "", sentence) for _field, sentence in self.refusals]
        for bound in self:
            found += [(bound.name, str(bound.label), str(text)) for text in bound.errors]
        return found


def _initial(record: Mapping[str, Any], hands_due: int) -> dict[str, Any]:
    initial: dict[str, Any] = {"hands": hands_due}
    for name, value in {**record, "solos": solos_shown(record)}.items():
        if isinstance(value, list):
            initial |= {f"{name}-{index}": each for index, each in enumerate(value)}
        else:
            initial[name] = value
    initial["is_agreed"] = initial.get("decided") == Decided.AGREED
    return initial


def _counted(label: str) -> forms.Field:
    return forms.IntegerField(required=False, label=label, min_value=0, error_messages=WORDS)


# The rows of both grids: a hand in each.


@dataclass(kw_only=True)
class Box:
    """A box of a row: what was typed in it, and what is wrong with that."""

    name: str
    value: str
    problems: list[str] = field(default_factory=list)


@dataclass(kw_only=True)
class Row:
    """A hand: the key of its line, its place in the grid, what people call it, who deals it."""

    number: int
    place: int
    called: int
    dealer_name: str = ""
    boxes: Sequence[Box] = ()
    problems: list[str] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Whether nothing was entered."""
        return not any(box.value for box in self.boxes)

    @property
    def all_problems(self) -> list[str]:
        """What is wrong here, in the order of the boxes."""
        return [*(text for box in self.boxes for text in box.problems), *self.problems]


R = TypeVar("R", bound=Row)


class HandsGrid(Generic[R]):
    """The hands of a paper sheet, a row for each."""

    rows: list[R]
    general_problems: list[str]

    @property
    def filled(self) -> list[R]:
        """The rows up to the last one with something in it."""
        last = max((place for place, row in enumerate(self.rows) if not row.is_empty), default=-1)
        return self.rows[: last + 1]

    @property
    def has_problems(self) -> bool:
        """Whether something is wrong anywhere."""
        return bool(self.general_problems) or any(row.all_problems for row in self.rows)

    def all_problems(self) -> list[tuple[str, str, str]]:
        """Every problem as (field, label, text), the first ones first."""
        found = [("", "", text) for text in self.general_problems]
        for row in self.rows:
            label = _("Hand %(number)s") % {"number": row.called}
            found += [(f"hand-{row.number}", label, text) for text in row.all_problems]
        return found

    def refuse(self, sentence: str, field: str = "") -> None:
        """Note what was refused."""
        self.general_problems.append(sentence)


# The points of a paper sheet as a grid: a row for each hand, a box for each column.

MOST_SIGNS_OF_POINTS = 6
NOTHING = ("", "-", "–", "−")
"""What people write where somebody has won nothing."""

MOST_SHOWN = 14


@dataclass(kw_only=True)
class GoodBox(Box):
    """The box of somebody in one hand; `is_out`: who sits out in it; `is_first`: of its row."""

    who: str
    is_out: bool
    is_first: bool


@dataclass(kw_only=True)
class GoodRow(Row):
    """A hand in which the winners write what it is worth."""

    deal: Dealt

    @property
    def points(self) -> list[int]:
        """What each column writes; only of a row without problems."""
        return [0 if box.value in NOTHING else int(box.value) for box in self.boxes]


class GoodGrid(HandsGrid[GoodRow]):
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
        self.general_problems = []
        self.asks = False  # whether one tap says that they are so
        self.has_wrong_reason = False
        self.rows = [
            self._row(place, deal, posted, lines[place] if place < len(lines) else ())
            for place, deal in enumerate(deals)
        ]
        if posted is not None:
            self._check()

    def refuse(self, sentence: str, field: str = "") -> None:
        """Note what was refused; what looks odd is asked, and one tap says that it is so."""
        super().refuse(sentence, field)
        self.asks = field == SURE
        self.has_wrong_reason = field == REASON

    @property
    def heads(self) -> list[tuple[str, str]]:
        """What stands over each column: the name, and a short one unlike the others."""
        return list(zip(self.names, short_names(self.names), strict=True))

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

    def _row(
        self, place: int, deal: Dealt, posted: Mapping[str, str] | None, kept: Sequence[int]
    ) -> GoodRow:
        boxes: list[GoodBox] = []
        for column, who in enumerate(self.names):
            name = f"r{place}-{column}"
            if posted is not None:
                value = posted.get(name, "").strip()[:MOST_SIGNS_OF_POINTS]
            else:
                value = str(figure_at(kept, column) or "")
            is_out = column in deal.out
            is_first = not is_out and all(box.is_out for box in boxes)
            boxes.append(GoodBox(name=name, who=who, value=value, is_out=is_out, is_first=is_first))
        dealer = self.names[deal.dealer]
        return GoodRow(
            number=place + 1,
            place=place,
            called=place + 1,
            dealer_name=dealer,
            deal=deal,
            boxes=boxes,
        )

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
                    box.problems.append(_("Enter a whole number, without a sign."))
            if row.all_problems:
                continue
            wrong = row_problem(self.found, row.points, row.deal.out, self.step)
            if wrong is not None:
                at = row if wrong.column is None else row.boxes[wrong.column]
                at.problems.append(wrong.sentence)


# The hands of a paper sheet as a grid: one row for each, its boxes made from the ruleset's fields.
#
# Everything is a box for the keyboard. Where a field has a number for each player, one box takes
# them all, separated by blanks, in the order of the seats.


MOST_SIGNS = 60
MOST_ROWS = 200
DEALER = "dealer"
AND = "+"
"""Between two who are chosen together."""
ROW = re.compile(r"r(\d{1,3})-", re.ASCII)


@dataclass(kw_only=True)
class Cell(Box):
    """One box of a row: `kind` is choice, flag, number or numbers."""

    asked: Field
    kind: str
    choices: list[tuple[str, str]]


@dataclass(kw_only=True)
class GridRow(Row):
    """A hand of the grid.

    `due` is who deals it, as far as the hands before tell; `points` what it comes to. `circle`
    sits at the table then; `leaves` says who has left since the row above, `notes` in words.
    """

    boxes: Sequence[Cell]
    dealer_value: str
    due: int
    dealers: list[tuple[str, str]]
    circle: tuple[int, ...]
    leaves: list[SmallerCircle]
    notes: list[str]
    points: Sequence[int | None]
    record: dict[str, Any] = field(default_factory=dict)

    def refuse(self, problem: HandProblem, sides: Sequence[str]) -> None:
        """Put the engine's refusal at the box it names, or at the row."""
        at = next((box for box in self.boxes if box.asked.name == problem.field), None)
        (at or self).problems.append(spoken(problem.text, sides))


class Grid(HandsGrid[GridRow]):
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
        self.general_problems = []
        self._read()

    @property
    def records(self) -> list[dict[str, Any]]:
        """The hands as they were declared."""
        return [row.record for row in self.filled]

    def _row(self, place: int, answers: Mapping[str, str]) -> GridRow:
        dealt = self.sheet.hands_dealt + place
        gone = [change for change in self.changes if change.hands <= dealt]
        circle = gone[-1].circle if gone else self.sheet.coming.circle
        leaves = [change for change in gone if change.hands == dealt]
        names = self.sheet.names
        text = _("%(name)s has left: not there from here on.")
        return GridRow(
            number=self.sheet.coming.number + place + len(gone),
            place=place,
            called=self.sheet.coming.place + place,
            boxes=[self._cell(asked, place, circle, answers) for asked in self.fields],
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
        choices: list[tuple[str, str]] = []
        if asked.kind in MANY_NUMBERS:
            kind = "numbers"
        elif asked.kind in NUMBERS:
            kind = "number"
        elif asked.kind == "flag":
            kind = "flag"
        else:
            kind = "choice"
            if asked.kind in ("seat", "seats"):
                choices = [(str(seat), self.sheet.names[seat]) for seat in sorted(circle)]
                if asked.kind == "seats":
                    choices += _pairs_of(choices)
            elif asked.kind == "pair":
                choices = [(str(side), name) for side, name in enumerate(self.sheet.sides)]
            else:
                choices = [(choice.value, spoken(choice.label)) for choice in asked.choices]
            if asked.empty:
                choices.append((NOBODY, spoken(asked.empty)))
        return Cell(asked=asked, name=name, kind=kind, value=value, choices=choices)

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
            is_sure = is_sure and not row.all_problems
            if is_sure:
                entries.append(SheetEntry(row.number, row.record, is_new=True))
                try:
                    replay = replay_sheet(self.sheet.table, entries)
                    row.points, due = replay.rows[-1].points, replay.next.dealer
                except ImpossibleHand as impossible:
                    row.refuse(impossible.problem, self.sheet.sides)
                    is_sure = False

    def _read_row(self, row: GridRow) -> None:
        if row.is_empty:
            row.problems.append(_("This hand is empty, and later ones are not."))
            return
        is_given = row.dealer_value in dict(row.dealers)
        dealer = int(row.dealer_value) if is_given else row.due
        active = around(self.sheet.ruleset, row.circle, dealer).active
        answers: dict[str, Any] = {}
        for cell in row.boxes:
            answers.update(_answers(cell, active))
        row.record = record_from_answers(self.fields, answers, active)
        if is_given:
            row.record[DEALER] = dealer


def _pairs_of(people: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Any two of them as a choice of its own; that more tie is left to the card points."""
    return [
        (f"{one}{AND}{other}", f"{name} + {other_name}")
        for (one, name), (other, other_name) in combinations(people, 2)
    ]


def _answers(cell: Cell, active: Sequence[int]) -> Iterator[tuple[str, Any]]:
    """What one box says, as the form of a hand has it; what cannot be read is noted."""
    asked = cell.asked
    if cell.kind == "flag":
        yield asked.name, bool(cell.value)
    elif not cell.value:
        return
    elif cell.kind == "choice":
        if cell.value in dict(cell.choices):
            is_list = asked.kind == "seats"
            yield asked.name, cell.value.split(AND) if is_list else cell.value
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
