"""The form of a hand, made from the fields that its ruleset asks for, and the card counter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import takewhile
from typing import Any, NamedTuple

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _

from scoring import HandProblem
from scoring.circle import around
from scoring.counting import MOST, RANKS, USUAL, Count, count_cards
from scoring.options import Choice, Options
from scoring.ruleset import NOTHING_CARRIED, Deal, Field, Ruleset
from sheets.answers import (
    MANY_NUMBERS,
    NOBODY,
    NUMBERS,
    Answers,
    answers_from_record,
    deciding_field,
    gaps,
    is_stepped,
    is_whole_pack,
    other_name,
    place_name,
    places,
    put_count,
    record_from_answers,
    steps,
    takes_count,
    the_rest,
    whole_number,
)
from sheets.coming import ComingHand
from sheets.names import short_names
from sheets.sheet import Sheet
from sheets.words import role_mark, spoken

# The card counter.

PREFIX = "count_"
HOW_MANY = [(str(number), str(number)) for number in range(MOST + 1)]


class CounterForm(forms.Form):
    """Asks how many of each rank; a rank that nobody tapped is two, as in the call.

    Its names start with `count_`, so it can stand within the form of a hand.
    """

    def __init__(self, data: Mapping[str, str] | None = None) -> None:
        super().__init__(data, auto_id="%s")
        for rank in RANKS:
            self.fields[f"{PREFIX}{rank.name}"] = forms.ChoiceField(
                choices=HOW_MANY,
                required=False,
                label=spoken(rank.label),
                widget=forms.RadioSelect,
                error_messages={"invalid_choice": _("Only 0 to 4 is possible.")},
            )

    @property
    def as_always(self) -> bool | None:
        """Whether nothing is tapped yet, else None: it looks alike to everybody then."""
        return None if self.is_bound else True

    @property
    def rows(self) -> Iterator[tuple[forms.BoundField, int]]:
        """The ranks, each with what one card of it is worth."""
        for rank in RANKS:
            yield self[f"{PREFIX}{rank.name}"], rank.points

    @cached_property
    def count(self) -> Count | None:
        """What was tapped, added up; None where nothing was tapped or something cannot be."""
        if not self.is_valid():
            return None
        tapped = {
            name.removeprefix(PREFIX): int(number)
            for name, number in self.cleaned_data.items()
            if number
        }
        if not tapped:
            return None
        return count_cards(**({rank.name: USUAL for rank in RANKS} | tapped))

    @property
    def call(self) -> list[str]:
        """How the table calls what was counted: “over-ace”, “under-king”."""
        return [] if self.count is None else [spoken(part) for part in self.count.call]


# The form of a hand.


class Unless(NamedTuple):
    """The question whose answers leave nothing to ask or to choose here, as its chips say them."""

    name: str
    answers: str


@dataclass(frozen=True)
class Chip:
    """One of its chips: beside which answers it cannot be tapped, and what it says once it is.

    `is_left`: the hand before leaves it to be chosen. `brief`: what stands on it, without what
    explains it or is said by its place; `span`: the card points that it stands for.
    """

    radio: forms.boundfield.BoundWidget
    unless: Unless | None
    note: str
    is_left: bool
    brief: str
    span: str

    @property
    def value(self) -> str:
        """What is sent where it is chosen."""
        return str(self.radio.data["value"])

    @property
    def heard(self) -> str:
        """What it is called where it is heard, if that is not what stands on it."""
        label = str(self.radio.choice_label)
        return label if self.span or self.brief != label else ""


ABOUT_PEOPLE = ("seat", "seats", "pair", *MANY_NUMBERS)


@dataclass
class Question:
    """One thing the form asks: its words, the inputs for it, and what is wrong with the answer.

    `kept`: what its chips say that the hand before leaves as the only one, None for any of them;
    `is_never_empty`: no chip says that nobody is meant.
    """

    asked: Field
    label: str
    meaning: str
    inputs: list[forms.BoundField]
    game: str
    is_deciding: bool
    is_never_empty: bool = False
    kept: str | None = None
    problems: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The name of the field in the record."""
        return self.asked.name

    @property
    def label_parts(self) -> tuple[str, str]:
        """Its label, and apart what explains it, for which a narrow column has no room."""
        word, bracket, gloss = self.label.partition(" (")
        return word, bracket + gloss

    @cached_property
    def kind(self) -> str:
        """How it is shown: chips, steps (chips for a small number), flag, number or numbers; `over`
        (chips for some numbers, and a box).
        """
        if self.asked.often:
            return "over"
        if is_stepped(self.asked):
            return "steps"
        if self.asked.kind in MANY_NUMBERS:
            return "numbers"
        if self.asked.kind in NUMBERS:
            return "number"
        return "flag" if self.asked.kind == "flag" else "chips"

    @property
    def unless(self) -> Unless | None:
        """Beside which answers it is not asked."""
        return _unless(self.asked.unless)

    @property
    def as_always(self) -> tuple[object, ...] | None:
        """All that makes a difference to how it is drawn, while nothing is said of the hand.

        None where something is, or it asks about the people at a table: then it is never as always.
        """
        form = self.inputs[0].form
        if form.is_bound or self.asked.kind in ABOUT_PEOPLE:
            return None
        shown = tuple(bound.value() for bound in self.inputs)
        return self.game, self.asked, self.kept, self.is_deciding, self.is_never_empty, shown

    @property
    def is_figure(self) -> bool:
        """Whether it is typed where no result is tapped."""
        if self.asked.place == "course":
            return False
        return self.asked.place == "figures" or self.asked.kind in (*MANY_NUMBERS, "points")

    @property
    def is_whole_pack(self) -> bool:
        """Whether its numbers are all card points, so that the last one follows from the others."""
        return is_whole_pack(self.asked)

    @property
    def is_side_points(self) -> bool:
        """Whether it is what the side took that took the game on."""
        return self.asked.kind == "points" and self.asked.when != "passed"

    @property
    def is_about_seats(self) -> bool:
        """Whether it is answered by tapping people."""
        return self.asked.kind in ("seat", "seats")

    @property
    def is_result(self) -> bool:
        """Whether its chips say in one tap how a side came out."""
        return self.asked.name == "result"

    @property
    def has_standing(self) -> bool:
        """Whether its chips are the pairs as they stand: their points, and what they get."""
        return self.asked.kind == "pair" and self.asked.when == "always"

    @property
    def is_said(self) -> bool:
        """Whether it is answered otherwise than by leaving it alone, or answered wrongly."""
        usual = [None, "", False, [], self.asked.preset, _as_tapped(self.asked.preset)]
        return bool(self.problems) or any(bound.value() not in usual for bound in self.inputs)

    @property
    def columns(self) -> str:
        """The class of its chips: results in two rows of three, long words in few columns."""
        if self.kind == "over":
            return "cols-4"
        if self.kind != "chips" or self.asked.kind == "pair":
            return ""
        number = len(self.asked.choices)
        if self.is_result or number in (3, 6):
            return "cols-3"
        return f"cols-{number}" if number in (2, 4, 5) else "cols-4" if number in (7, 8) else ""

    @cached_property
    def chips(self) -> list[Chip]:
        """What can be tapped."""
        known = {choice.value: choice for choice in self.asked.choices}
        found = []
        for radio in self.inputs[0].subwidgets:
            value = str(radio.data["value"])
            if self.is_never_empty and value == NOBODY:
                continue
            choice = known.get(value, Choice(value, ""))
            note = spoken(choice.note) if choice.note else ""
            unless = _unless(choice.unless or self._beside_others(value))
            is_left = self.kept in (None, value)
            label = str(radio.choice_label)
            brief = spoken(choice.brief) if choice.brief else label.split(" (")[0]
            ends = dict.fromkeys(str(points) for points in choice.span or ())
            found.append(Chip(radio, unless, note, is_left, brief, "–".join(ends)))
        return found

    def _beside_others(self, value: str) -> tuple[str, tuple[Any, ...]] | None:
        """Beside which answers nobody, or the person of this chip, cannot be chosen."""
        if value == NOBODY:
            return self.asked.empty_unless
        return (self.asked.apart_from, (value,)) if self.asked.apart_from and value else None

    @property
    def empty(self) -> str:
        """What it means to leave it open, where that means something."""
        return spoken(self.asked.empty) if self.asked.empty and not self.is_never_empty else ""


LONG_NAME = 24
"""Letters of a name that needs the smaller type where its row is narrow."""


class Seat(NamedTuple):
    """A row of the people: its place from the dealer's left, the column, who it is, who is out.

    `is_long`: the name may need more than two lines.
    """

    row: int
    column: int
    name: str
    is_dealer: bool
    is_out: bool
    is_long: bool


class Mark(NamedTuple):
    """A chip in the row of a seat."""

    row: int
    name: str
    chip: Chip


@dataclass(frozen=True)
class SeatColumn:
    """A question about the people, tapped in their rows: its place and its mark.

    `ends`: the chips below the rows, for nobody or everybody; `reach`: over which columns.
    """

    question: Question
    number: int
    marks: list[Mark]
    ends: list[Chip]
    reach: str

    @property
    def letter(self) -> str:
        """The sign on its marks."""
        if self.question.asked.mark:
            return self.question.asked.mark
        if self.question.asked.when == "passed":
            return "✓"
        return role_mark("picker" if self.number == 1 else "partner")


@dataclass(frozen=True)
class Who:
    """The people as rows, and up to two questions as columns; of a passed hand two others in the
    same places.
    """

    seats: list[Seat]
    columns: list[SeatColumn]

    @property
    def is_told_when_passed(self) -> bool:
        """Whether the rows ask something else where everybody has passed."""
        return any(column.question.asked.when == "passed" for column in self.columns)


@dataclass(frozen=True)
class Parts:
    """The questions in the places where they stand: those of a played hand and those of a passed
    one share theirs, so that nothing moves when somebody says which it is.

    `above`: on what it depends who else is asked for. `figures` are typed where no result is
    tapped, for a played hand and for a passed one; `rare` stands behind one word. `points`: the
    figure that has a slot beside the results; `has_rare_slot`: so has the word for what is rare;
    `slot`: what else has one.
    """

    above: list[Question]
    who: Who | None
    first: list[Question]
    played: list[Question]
    passed: list[Question]
    last: list[Question]
    figures: list[Question]
    rare: list[Question]
    points: Question | None
    has_rare_slot: bool
    slot: Question | None

    @property
    def has_figures_said(self) -> bool:
        """Whether a figure is there already, or something is wrong with one."""
        return any(question.is_said for question in self.figures)

    @property
    def figures_of_passed(self) -> list[Question]:
        """The figures that tell a hand that everybody passed."""
        return [question for question in self.figures if question.asked.when == "passed"]

    @property
    def figures_of_played(self) -> list[Question]:
        """Those of any other hand, that have no slot."""
        return [question for question in self.figures if question.asked.when != "passed"]

    @property
    def slots_as_always(self) -> tuple[object, ...] | None:
        """What makes a difference to what stands beside the results; None: it is not as always."""
        return _as_always([one for one in (self.points, self.slot) if one is not None])

    @property
    def rare_as_always(self) -> tuple[object, ...] | None:
        """The same of what is rare."""
        return _as_always(self.rare)

    @property
    def has_rare_said(self) -> bool:
        """Whether something rare is said, or something is wrong with it."""
        return any(question.is_said for question in self.rare)


def _as_always(questions: Sequence[Question]) -> tuple[object, ...] | None:
    found = tuple(question.as_always for question in questions)
    return None if None in found else found


def _unless(condition: tuple[str, tuple[Any, ...]] | None) -> Unless | None:
    if condition is None:
        return None
    name, answers = condition
    return Unless(name, " ".join(_as_tapped(said) for said in answers))


def _as_tapped(said: object) -> str:
    """An answer as its chip says it: nothing where a box is not ticked."""
    if said is None:
        return NOBODY
    return "" if said is False else str(said)


@dataclass(frozen=True)
class HandSetting:
    """Which hand a form is for: the game, its options, the names, who deals and who plays.

    `circle`: the columns of who sits at the table, clockwise. `is_dealer_given`: the dealer was
    chosen by somebody and does not follow from the hand before. `kept`: what the hand before leaves
    to this one, by field, where it is played again.
    """

    ruleset: Ruleset
    options: Options
    names: Sequence[str]
    sides: Sequence[str]
    circle: tuple[int, ...]
    dealer: int
    is_dealer_given: bool = False
    kept: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def active(self) -> tuple[int, ...]:
        """The seats that play."""
        return around(self.ruleset, self.circle, self.dealer).active

    @property
    def seats(self) -> list[Seat]:
        """Who sits there, from the dealer's left."""
        left = self.circle.index(self.dealer) + 1
        return [
            Seat(
                row,
                seat,
                self.names[seat],
                seat == self.dealer,
                seat not in self.active,
                len(self.names[seat]) > LONG_NAME,
            )
            for row, seat in enumerate(self.circle[left:] + self.circle[:left], 1)
        ]

    @cached_property
    def called(self) -> list[str]:
        """By column what people are called in little room."""
        return short_names(self.names)

    @property
    def dealer_name(self) -> str:
        """Who deals."""
        return self.called[self.dealer]

    @property
    def out_names(self) -> list[str]:
        """Who sits out."""
        return self._out_with(self.dealer)

    @property
    def all_deals(self) -> list[tuple[str, list[str]]]:
        """Who might deal, each with who sits out then, for the room that such words need."""
        return [(self.called[seat], self._out_with(seat)) for seat in self.circle]

    def _out_with(self, dealer: int) -> list[str]:
        active = around(self.ruleset, self.circle, dealer).active
        return [self.called[seat] for seat in self.circle if seat not in active]

    @property
    def dealers(self) -> list[tuple[int, str]]:
        """Who might deal, as (column, name)."""
        return [(seat, self.names[seat]) for seat in self.circle]

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """What a table with these options is asked in this deal."""
        columns = len(self.names)
        deal = Deal(
            self.dealer, self.active, columns, self.options, NOTHING_CARRIED, tuple(self.circle)
        )
        return self.ruleset.fields_at(deal)


def setting_for(
    sheet: Sheet, due: ComingHand, dealer: int, *, is_dealer_given: bool = False
) -> HandSetting:
    """What a form for a hand of that dealer is made from, among those who were there."""
    return HandSetting(
        ruleset=sheet.ruleset,
        options=sheet.table.options,
        names=sheet.names,
        sides=sheet.sides,
        circle=due.circle,
        dealer=dealer,
        is_dealer_given=is_dealer_given,
        kept=due.carried.replay or {},
    )


def setting_typed(sheet: Sheet, due: ComingHand, typed: Mapping[str, str]) -> HandSetting | None:
    """What a form that came back was made from: its dealer, whoever is due meanwhile.

    Only where this dealer has left the table since, it is whoever is due. None: it names nobody.
    """
    dealers = (seat for seat in range(due.columns) if str(seat) == typed.get("dealer"))
    dealer = next(dealers, None)
    if dealer is None:
        return None
    if dealer not in due.circle:
        return setting_for(sheet, due, due.dealer)
    is_given = typed.get("dealer_given") == "yes"
    return setting_for(sheet, due, dealer, is_dealer_given=is_given)


class HandForm(forms.Form):
    """Asks for a hand in the words of its ruleset and gives back its record."""

    def __init__(
        self,
        setting: HandSetting,
        data: Mapping[str, str] | None = None,
        record: Mapping[str, Any] | None = None,
    ) -> None:
        self.setting = setting
        usual = {asked.name: asked.usual for asked in setting.fields if asked.usual}
        answers = usual | answers_from_record(setting.fields, record or {}, setting.active)
        super().__init__(data, initial=answers, auto_id="q-%s")
        self.general_problems: list[str] = []
        self.problems: dict[str, list[str]] = {}
        self.names_of: dict[str, list[str]] = {}
        for asked in setting.fields:
            made = _form_fields(asked, setting)
            self.names_of[asked.name] = list(made)
            self.fields.update(made)

    def clean(self) -> dict[str, Any]:
        """Nothing may be left open between numbers that belong together.

        Of all card points the last one need not be typed.
        """
        rest = the_rest(self.setting.fields, self.cleaned_data, self.setting.active)
        self.cleaned_data |= {name: left for name, left in rest.items() if name not in self.errors}
        for name in gaps(self.setting.fields, self.cleaned_data, self.setting.active):
            if name not in self.errors:
                self.add_error(name, _("Enter a number here too."))
        for asked in self.setting.fields:
            if asked.often:
                self._refuse_two_numbers(asked)
        return self.cleaned_data

    def _refuse_two_numbers(self, asked: Field) -> None:
        """Only without script can one number be tapped and another one typed."""
        tapped, typed = (self.cleaned_data.get(name) for name in (asked.name, other_name(asked)))
        if tapped and typed and int(tapped) != typed:
            text = _("%(one)s is tapped and %(other)s is typed: leave one of them out.")
            self.add_error(asked.name, text % {"one": tapped, "other": typed})

    @property
    def answered(self) -> dict[str, Any]:
        """What has been chosen and typed of the hand, also where some of it could not be read."""
        answers = getattr(self, "cleaned_data", {})
        return record_from_answers(self.setting.fields, answers, self.setting.active)

    @property
    def is_untouched(self) -> bool:
        """Whether nothing is said but what is usual."""
        fields = self.setting.ruleset.fields_by_name
        return all(str(said) == fields[name].usual for name, said in self.answered.items())

    @property
    def record(self) -> dict[str, Any]:
        """The hand as it was declared."""
        dealer = {"dealer": self.setting.dealer} if self.setting.is_dealer_given else {}
        return self.answered | dealer

    @property
    def takes_count(self) -> bool:
        """Whether counted cards could fill in one of the questions."""
        return any(takes_count(asked) for asked in self.setting.fields)

    @property
    def count_unless(self) -> Unless | None:
        """Beside which answers nobody asks for card points that could be counted."""
        return next(_unless(asked.unless) for asked in self.setting.fields if takes_count(asked))

    def refuse(self, problem: HandProblem, sides: Sequence[str]) -> None:
        """Put the engine's refusal beside the field it names, or on top."""
        text = spoken(problem.text, sides)
        asked = next((one for one in self.setting.fields if one.name == problem.field), None)
        if asked is not None:
            said = without_label(text, spoken(asked.label))
            self.problems.setdefault(problem.field, []).append(said)
        else:
            self.general_problems.append(text)

    def questions(self) -> list[Question]:
        """What is asked, in the ruleset's order."""
        deciding, kept = deciding_field(self.setting.fields), self.setting.kept
        return [
            Question(
                asked,
                spoken(asked.label),
                spoken(asked.meaning) if asked.meaning else "",
                [self[name] for name in self.names_of[asked.name]],
                self.setting.ruleset.key,
                asked is deciding,
                _is_never_empty(asked, self.setting.fields),
                _as_tapped(kept[asked.name]) if asked.name in kept else None,
                [*self.problems.get(asked.name, []), *self._unreadable(asked)],
            )
            for asked in self.setting.fields
        ]

    def parts(self) -> Parts:
        """What is asked, by its place: what is always asked stands around the rest."""
        asked = self.questions()
        about_seats = _first_two(asked, "passed") + _first_two(asked, "always", "played")
        has_result = any(question.is_result for question in asked)
        points = next((one for one in asked if has_result and one.is_side_points), None)
        slot = next((one for one in asked if has_result and one.asked.place == "slot"), None)
        slots = [one for one in (points, slot) if one is not None]
        figures = [one for one in asked if one.is_figure and one is not points]
        if len(figures) == len(asked):
            figures = []
        rare = [question for question in asked if question.asked.place == "rare"]
        rare.sort(key=lambda question: question.kind == "number")
        needed = [question.unless.name for question in about_seats if question.unless]
        above = [question for question in asked if question.name in needed]
        elsewhere = [
            question.name
            for group in (about_seats, figures, rare, above, slots)
            for question in group
        ]
        rest = [question for question in asked if question.name not in elsewhere]
        first = list(takewhile(lambda question: question.asked.when == "always", rest))
        later: dict[str, list[Question]] = {"played": [], "passed": [], "always": []}
        for question in rest[len(first) :]:
            later[question.asked.when].append(question)
        who = self._who(about_seats) if about_seats else None
        played = [*first, *later["played"], *later["always"]]
        return Parts(
            above,
            who,
            first,
            later["played"],
            later["passed"],
            later["always"],
            figures,
            rare,
            points,
            has_rare_slot=bool(points and rare and played[-1].is_result),
            slot=slot,
        )

    def _who(self, asked: Sequence[Question]) -> Who:
        rows = {str(seat.column): seat for seat in self.setting.seats}
        has_end = [bool(question.empty) for question in asked]
        numbers: dict[bool, int] = {}
        columns = []
        for question in sorted(asked, key=lambda one: one.asked.when == "passed"):
            is_passed = question.asked.when == "passed"
            number = numbers[is_passed] = numbers.get(is_passed, 0) + 1
            is_alone = sum(has_end) == 1
            reach = "all" if is_alone else "name" if question.is_deciding else "marks"
            columns.append(
                SeatColumn(
                    question,
                    number,
                    sorted(
                        (
                            Mark(rows[chip.value].row, rows[chip.value].name, chip)
                            for chip in question.chips
                            if chip.value in rows
                        ),
                        key=lambda mark: mark.row,
                    ),
                    [chip for chip in question.chips if chip.value == NOBODY],
                    reach,
                )
            )
        return Who(self.setting.seats, columns)

    def slot_of(self, result: str) -> int | None:
        """The place among the slots of what the typed card points come to; 0 where nothing does.

        None in a game without these slots.
        """
        points = self.parts().points
        if points is None:
            return None
        slots = next(one.chips for one in self.questions() if one.is_result)
        values = [chip.value for chip in slots]
        is_typed = points.name in self.answered and "result" not in self.answered
        return values.index(result) + 1 if is_typed and result in values else 0

    def all_problems(self) -> list[tuple[str, str, str]]:
        """Every problem as (field, label, text); the field is empty for what concerns the whole."""
        found = [("", "", text) for text in self.general_problems]
        for question in self.questions():
            found += [(question.name, question.label, text) for text in question.problems]
        return found

    def _unreadable(self, asked: Field) -> Iterator[str]:
        several = asked.kind in MANY_NUMBERS
        for name in self.names_of[asked.name]:
            for text in self.errors.get(name, []):
                yield f"{self.fields[name].label}: {text}" if several else str(text)


def form_for_coming_hand(sheet: Sheet, dealer_given: int | None) -> HandForm:
    """An empty form for the next hand; of a hand that must be replayed what is known is chosen."""
    due = sheet.coming
    dealer = due.dealer if dealer_given is None else dealer_given
    setting = setting_for(sheet, due, dealer, is_dealer_given=dealer_given is not None)
    return HandForm(setting, record=due.carried.replay)


def with_count(setting: HandSetting, typed: MultiValueDict[str, str]) -> Answers:
    """What was typed, with the points of the counted cards in the place they belong to."""
    count = CounterForm(typed).count
    several = [asked.name for asked in setting.fields if asked.kind == "seats"]
    answers = typed.dict() | {name: typed.getlist(name) for name in several}
    return answers if count is None else answers | put_count(setting.fields, answers, count)


def without_label(text: str, label: str) -> str:
    """A refusal beside the words of its question, which it need not say again.

    >>> without_label("Bid: only 61 to 120 is possible.", "Bid")
    'Only 61 to 120 is possible.'
    """
    said = text.removeprefix(f"{label}: ")
    return said[:1].upper() + said[1:]


def _form_fields(asked: Field, setting: HandSetting) -> dict[str, forms.Field]:
    """The form fields by which a ruleset's field is asked: one, or one for each place."""
    if asked.kind in MANY_NUMBERS:
        names = setting.sides if asked.kind.startswith("pair_") else setting.names
        return {
            place_name(asked, place): _number_field(names[place])
            for place in places(asked, setting.active)
        }
    if asked.often:
        chips = [(str(number), str(number - asked.over)) for number in asked.often]
        return {
            asked.name: _chips_field(spoken(asked.label), tuple(chips)),
            other_name(asked): _SaidOver(asked),
        }
    if asked.kind in NUMBERS and not is_stepped(asked):
        return {asked.name: _SaidOver(asked) if asked.over else _number_field(spoken(asked.label))}
    if asked.kind == "flag":
        return {asked.name: _flag_field(spoken(asked.label))}
    made = _several_field if asked.kind == "seats" else _chips_field
    return {asked.name: made(spoken(asked.label), tuple(_chips(asked, setting)))}


# Fields that say the same are one field: nothing changes it, and each form has two dozen.

Chips = tuple[tuple[str, str], ...]
shared = lru_cache(maxsize=1024)


@shared
def _chips_field(label: str, chips: Chips) -> forms.ChoiceField:
    return forms.ChoiceField(choices=chips, required=False, label=label, widget=forms.RadioSelect)


@shared
def _several_field(label: str, chips: Chips) -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(
        choices=chips, required=False, label=label, widget=forms.CheckboxSelectMultiple
    )


@shared
def _flag_field(label: str) -> forms.BooleanField:
    return forms.BooleanField(required=False, label=label)


@shared
def _number_field(label: str) -> forms.IntegerField:
    box = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": 6})
    return forms.IntegerField(required=False, label=label, widget=box)


class _SaidOver(forms.IntegerField):
    """A number that is said by how much it is over another one: “10 over”, 10 or 70."""

    def __init__(self, asked: Field) -> None:
        self.asked = asked
        box = forms.TextInput(attrs={"autocomplete": "off", "maxlength": 12})
        super().__init__(required=False, label=spoken(asked.label), widget=box)

    def prepare_value(self, value: object) -> object:
        """What stands in the box: as it was typed, and of a known number by how much it is over."""
        return value - self.asked.over if isinstance(value, int) else value

    def to_python(self, value: object) -> int | None:
        """The whole number."""
        return super().to_python(whole_number(str(value or ""), self.asked))


def _first_two(asked: Sequence[Question], *when: str) -> list[Question]:
    """The first two questions about the people that are asked then."""
    return [one for one in asked if one.is_about_seats and one.asked.when in when][:2]


def _chips(asked: Field, setting: HandSetting) -> list[tuple[str, str]]:
    """What can be chosen; what is tapped again is taken back."""
    if asked.kind in ("seat", "seats"):
        chips = [(str(seat), setting.names[seat]) for seat in setting.active]
    elif asked.kind == "pair":
        chips = [(str(side), name) for side, name in enumerate(setting.sides)]
    elif is_stepped(asked):
        chips = [(number, spoken(words)) for number, words in steps(asked)]
    else:
        chips = [(choice.value, spoken(choice.label)) for choice in asked.choices]
    if asked.empty:
        chips.append((NOBODY, spoken(asked.empty)))
    return chips


def _is_never_empty(asked: Field, fields: Sequence[Field]) -> bool:
    """Whether each answer to another question forbids to leave it empty, or to ask it at all."""
    name, forbidding = asked.empty_unless or ("", ())
    if asked.unless is None or asked.unless[0] != name:
        return False
    other = next((field for field in fields if field.name == name), None)
    return other is not None and {choice.value for choice in other.choices} <= {
        *forbidding,
        *asked.unless[1],
    }
