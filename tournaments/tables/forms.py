"""The forms with which a table is opened, taken in, and its points adjusted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple
from uuid import UUID

from django import forms
from django.core.exceptions import BadRequest
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import MOST_COLUMNS, HandProblem, Record, read_record, replay
from scoring.command import parse
from scoring.labels import LONGEST_NAME
from scoring.reading import is_number
from scoring.ruleset import Ruleset
from sheets.words import spoken
from tournaments.common.names import looks_taken
from tournaments.common.texts import Document, LineField, NameField, without_halves
from tournaments.rules.forms import HouseRulesForm
from tournaments.tables.services.bringing_in import WaitingHand

# The form that opens a table.


class OpenTableForm(HouseRulesForm):
    """Asks who sits where, clockwise, who deals first, and in what the house differs."""

    title = LineField(max_length=80, required=False, label=gettext_lazy("Name of the sheet"))
    must_decide = True
    first_dealer = forms.TypedChoiceField(coerce=int, label=gettext_lazy("Who deals first"))

    def __init__(
        self,
        ruleset: Ruleset,
        players: int,
        data: Mapping[str, str] | None = None,
        *,
        options: Mapping[str, Any] | None = None,
        names: Sequence[str] = (),
        dealer: int = 0,
    ) -> None:
        """What it begins with: `options` that are not the usual ones, who sits where, who deals."""
        begin = {f"name-{seat}": name for seat, name in enumerate(names)}
        super().__init__(data, auto_id="q-%s", initial=begin | {"first_dealer": dealer})
        self.players = players
        places = [(str(seat), str(seat + 1)) for seat in range(players)]
        self.fields["first_dealer"].choices = places  # type: ignore[attr-defined]
        for seat in range(players):
            self.fields[f"name-{seat}"] = NameField(
                max_length=40, label=_("Player %(place)s") % {"place": seat + 1}
            )
        self.add_house_rules(ruleset, options)

    @property
    def seats(self) -> list[tuple[int, forms.BoundField]]:
        """The places with their inputs."""
        return [(seat, self[f"name-{seat}"]) for seat in range(self.players)]

    @property
    def dealer(self) -> str:
        """The place that is marked as the first dealer's."""
        return str(self["first_dealer"].value())

    @property
    def names(self) -> list[str]:
        """The names in seat order."""
        return [self.cleaned_data[f"name-{seat}"] for seat in range(self.players)]

    def clean(self) -> dict[str, Any]:
        """No two at a table may bear names that nobody could tell apart on the sheet."""
        taken: list[str] = []
        for seat in range(self.players):
            name = str(self.cleaned_data.get(f"name-{seat}", ""))
            if name and name.casefold() in map(str.casefold, taken):
                self.add_error(f"name-{seat}", _("Somebody of that name sits here already."))
            elif name and looks_taken(name, taken):
                self.add_error(f"name-{seat}", LOOKS_TAKEN)
            taken += [name] if name else []
        return self.cleaned_data

    def refuse_club(self) -> None:
        """Whoever opens the table is no director of the club that was chosen, or no longer."""
        self.add_error(None, _("Sign in again: the table can be opened for your own club alone."))

    def all_problems(self) -> list[tuple[str, str, str]]:
        """Every problem as (field, label, text)."""
        return [("", "", str(text)) for text in self.non_field_errors()] + [
            (bound.name, str(bound.label), str(text)) for bound in self for text in bound.errors
        ]


# The form that asks what a point is worth.


class WorthForm(forms.Form):
    """Asks what one point is worth in money, such as 0.25."""

    worth = forms.DecimalField(
        required=False,
        min_value=Decimal("0.01"),
        max_digits=6,
        decimal_places=2,
        label=gettext_lazy("What is a point worth?"),
    )

    def __init__(self, data: dict[str, str]) -> None:
        typed = data.get("worth", "").replace(",", ".")
        super().__init__({"worth": typed}, auto_id="")

    @property
    def cents(self) -> int | None:
        """The worth in cents; None where none was said, or it cannot be read."""
        worth = self.cleaned_data.get("worth") if self.is_valid() else None
        return None if worth is None else int(worth * 100)


# The form for the name of somebody at a table.

LOOKS_TAKEN = gettext_lazy(
    "A name on this sheet looks the same. Is it somebody else? Then add a letter or a number."
)


class NameForm(forms.Form):
    """Asks for a name that nobody else on the sheet has."""

    name = NameField(max_length=LONGEST_NAME, label=gettext_lazy("Name"))

    def __init__(self, taken: Sequence[str], data: Mapping[str, str]) -> None:
        super().__init__(data, auto_id="")
        self.taken = taken

    def clean_name(self) -> str:
        """No two on a sheet may bear the same name, or names that look the same."""
        name = str(self.cleaned_data["name"])
        if name.casefold() in {other.casefold() for other in self.taken}:
            raise forms.ValidationError(_("Somebody of that name is on this sheet already."))
        if looks_taken(name, self.taken):
            raise forms.ValidationError(LOOKS_TAKEN)
        return name


# The form that takes a sheet back in.

MOST_BYTES = 200_000
MOST_HANDS = 1_000


class ImportForm(forms.Form):
    """Asks for the record of a sheet, as a file or as text, and reads it strictly."""

    file = forms.FileField(required=False, label=gettext_lazy("File"))
    text = Document(
        required=False,
        max_length=MOST_BYTES,
        label=gettext_lazy("Or the text itself"),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
    )

    def clean(self) -> dict[str, Any]:
        """Read the record; say in which hand it is wrong."""
        if self.errors:
            return self.cleaned_data
        uploaded = self.cleaned_data.get("file")
        try:
            if uploaded and uploaded.size > MOST_BYTES:
                raise forms.ValidationError(_("This file is larger than a sheet can be."))
            raw = uploaded.read() if uploaded else self.cleaned_data["text"].encode()
            self.cleaned_data["record"] = _read(raw)
        except forms.ValidationError as problem:
            self.refuse(str(problem.message))
        return self.cleaned_data

    def refuse(self, sentence: str) -> None:
        """Say at the field that was used why its record is not taken in."""
        self.add_error("file" if self.cleaned_data.get("file") else "text", sentence)


def _read(raw: bytes) -> Record:
    if not raw.strip():
        raise forms.ValidationError(_("Choose a file, or put its text into the box."))
    try:
        record = read_record(parse(raw))
        everything = range(len(record.hands))
        replay(record.ruleset, record.options, record.players, record.hands, standing=everything)
    except HandProblem as problem:
        sentence = spoken(problem.text)
        if problem.hand is not None:
            sentence = hand_sentence(problem.hand + 1, sentence)
        raise forms.ValidationError(without_halves(sentence)) from problem
    if len(record.hands) > MOST_HANDS:
        too_many = _("A sheet that is taken in has at most %(most)s hands.")
        raise forms.ValidationError(too_many % {"most": MOST_HANDS})
    for number, entry in enumerate(record.hands, 1):
        reason = entry.get("reason", "")
        # No zero, no half of a character: else no database keeps it and no page shows it.
        if "\0" in reason or without_halves(reason) != reason:
            why = _("The reason has a character in it that is no character.")
            raise forms.ValidationError(hand_sentence(number, why))
    return record


def hand_sentence(number: int, why: str) -> str:
    """In which hand a record is wrong, and why."""
    return _("Hand %(number)s: %(why)s") % {"number": number, "why": why}


# The form of an adjustment: points that are added as they are, and why.

MOST = 99_999


class SignedField(forms.IntegerField):
    """A whole number with a sign, whichever dash the keyboard offers for minus."""

    def to_python(self, value: object) -> int | None:
        """Read the number."""
        if isinstance(value, str):
            value = value.replace("\N{MINUS SIGN}", "-").replace("\N{EN DASH}", "-")
        return super().to_python(value)


class AdjustmentForm(forms.Form):
    """Asks for each side's points and for the reason."""

    reason = LineField(max_length=120)

    def __init__(
        self,
        sides: Sequence[str],
        data: Mapping[str, str] | None = None,
        record: Mapping[str, Any] | None = None,
    ) -> None:
        self.sides = sides
        initial: dict[str, Any] = {}
        if record:
            initial = {f"points-{i}": number for i, number in enumerate(record["adjustment"])}
            initial["reason"] = record["reason"]
        super().__init__(data, initial=initial, auto_id="q-%s")
        self.general_problems: list[str] = []
        self.fields["reason"].label = _("Why")
        for side, name in enumerate(sides):
            self.fields[f"points-{side}"] = SignedField(
                required=False,
                label=name,
                min_value=-MOST,
                max_value=MOST,
                widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": 6}),
            )

    @property
    def points(self) -> list[forms.BoundField]:
        """The inputs for the sides' points."""
        return [self[f"points-{side}"] for side in range(len(self.sides))]

    @property
    def record(self) -> dict[str, Any]:
        """The adjustment as the scoring contract has it; an empty box is no change."""
        answers = self.cleaned_data
        points = [answers.get(f"points-{side}") or 0 for side in range(len(self.sides))]
        return {"adjustment": points, "reason": answers.get("reason", "")}

    def clean(self) -> dict[str, Any]:
        """Something must be adjusted."""
        if not self.errors and not any(self.record["adjustment"]):
            self.general_problems.append(_("Enter the points of at least one side."))
            self.add_error(None, self.general_problems[-1])
        return self.cleaned_data

    def refuse(self, problem: HandProblem, sides: Sequence[str]) -> None:
        """Show the engine's refusal on top."""
        self.general_problems.append(spoken(problem.text, sides))

    def all_problems(self) -> list[tuple[str, str, str]]:
        """Every problem as (field, label, text); the field is empty for what concerns the whole."""
        found = [("", "", text) for text in self.general_problems]
        for bound in self:
            found += [(bound.name, str(bound.label), str(text)) for text in bound.errors]
        return found


# Hands that waited on a phone: no form, but a list that its script has kept.

MOST_WAITING = 200
MOST_NAMES = 200
MOST_VALUES = 60
LONGEST_NAME_OF_FIELD = 60
LARGEST_NUMBER = 10**9
NO_HAND = {"adjustment", "seated"}


class BroughtList(NamedTuple):
    """A list, and the version of the sheet below which it was entered, or is wanted now."""

    hands: list[WaitingHand]
    seen_version: int


def read_brought(body: bytes) -> BroughtList:
    """The list that a phone has sent, in the order in which its hands were entered.

    Raises BadRequest, with what is wrong, for what no phone of ours sends.
    """
    try:
        sent = parse(body)
    except HandProblem as problem:
        raise BadRequest("json") from problem
    if not isinstance(sent, dict):
        raise BadRequest("list")
    items, after = sent.get("items"), sent.get("after")
    if not isinstance(items, list) or not 0 < len(items) <= MOST_WAITING:
        raise BadRequest("items")
    hands = sorted(map(_waiting_hand, items), key=lambda hand: hand.seq)
    if len({hand.seq for hand in hands}) + len({hand.submission for hand in hands}) < 2 * len(
        hands
    ):
        raise BadRequest("items")
    return BroughtList(hands, _number(sent.get("base_version") if after is None else after))


def _waiting_hand(item: object) -> WaitingHand:
    if not isinstance(item, dict):
        raise BadRequest("item")
    record, answers = item.get("record"), item.get("answers")
    if (record is None) == (answers is None):
        raise BadRequest("record")
    try:
        submission = UUID(hex=str(item.get("submission")))
    except ValueError as wrong:
        raise BadRequest("submission") from wrong
    return WaitingHand(
        submission=submission,
        seq=_number(item.get("seq")),
        record=None if record is None else _record(record),
        answers=None if answers is None else _answers(answers),
        dealer=None if item.get("dealer") is None else _number(item["dealer"]),
        shown=_points(item.get("shown") or []),
        age=_age(item.get("age_s")),
    )


def _number(value: object) -> int:
    if not is_number(value) or not 0 <= value <= LARGEST_NUMBER:
        raise BadRequest("number")
    return value


def _age(seconds: object) -> int | None:
    """How long ago, by the phone's own clock; nobody knows where that has stood years behind."""
    if seconds is None or (is_number(seconds) and seconds > LARGEST_NUMBER):
        return None
    return _number(seconds)


def _points(values: object) -> list[int | None]:
    if not isinstance(values, list) or len(values) > MOST_COLUMNS:
        raise BadRequest("shown")
    if not all(value is None or _is_small(value) for value in values):
        raise BadRequest("shown")
    return values


def _record(record: object) -> dict[str, Any]:
    """A hand of the scoring contract, of which the engine will say whether it can be."""
    if not isinstance(record, dict) or len(record) > MOST_NAMES or NO_HAND & record.keys():
        raise BadRequest("record")
    for name, value in record.items():
        values = value if isinstance(value, list) else [value]
        if not _is_word(name) or len(values) > MOST_VALUES or not all(map(_is_said, values)):
            raise BadRequest("record")
    return record


def _is_said(value: object) -> bool:
    return value is None or isinstance(value, bool) or _is_small(value) or _is_word(value)


def _is_small(value: object) -> bool:
    return is_number(value) and abs(value) <= LARGEST_NUMBER


def _is_word(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_NAME_OF_FIELD and value.isprintable()


def _answers(answers: object) -> MultiValueDict[str, str]:
    """What was typed, as a form would have brought it."""
    if not isinstance(answers, dict) or len(answers) > MOST_NAMES:
        raise BadRequest("answers")
    for values in answers.values():
        if not isinstance(values, list) or not 0 < len(values) <= MOST_VALUES:
            raise BadRequest("answers")
        if not all(isinstance(value, str) for value in values):
            raise BadRequest("answers")
    return MultiValueDict(
        {name: [without_halves(value) for value in values] for name, values in answers.items()}
    )
