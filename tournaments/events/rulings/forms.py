"""The forms for a ruling, for a tie that was decided outside, and for a protest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.common.actions import ActionForm
from tournaments.common.fields import Money
from tournaments.common.texts import LineField, Prose
from tournaments.events.rulings.queries import Ground, chosen
from tournaments.models import Protest, Ruling, TieDecision
from tournaments.tables.forms import SignedField

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

LONGEST = 200
MOST_POINTS = 9999
MOST_STROKES = 99
MOST_HANDS = 999
TABLE = "table"


KINDS = {
    Ruling.WARNING: gettext_lazy("Warning"),
    Ruling.POINTS: gettext_lazy("Points"),
    Ruling.STROKES: gettext_lazy("Strokes to the other side"),
    Ruling.OUT: gettext_lazy("Excluded"),
    Ruling.NOTE: gettext_lazy("Only a note"),
}


def _needed(label: StrPromise, sentence: StrPromise) -> LineField:
    """A line that must be there; the sentence says what is missing."""
    return LineField(max_length=LONGEST, label=label, error_messages={"required": sentence})


def _points(label: StrPromise) -> SignedField:
    most = MOST_POINTS
    return SignedField(required=False, min_value=-most, max_value=most, label=label)


class RulingForm(ActionForm):
    """Asks whom it is about, for the offence, and for the decision.

    A button with a ready decision (`ready`) answers the last two.
    """

    who = forms.ChoiceField(
        label=gettext_lazy("Whom it is about"),
        error_messages={
            "required": gettext_lazy("Say whom it is about."),
            "invalid_choice": gettext_lazy("Say whom it is about."),
        },
    )
    ready = LineField(required=False, max_length=8)
    offence = LineField(required=False, max_length=LONGEST, label=gettext_lazy("What happened"))
    kind = forms.ChoiceField(
        choices=list(KINDS.items()), required=False, label=gettext_lazy("Decision")
    )
    points = _points(gettext_lazy("Points, with a minus for a penalty"))
    others = _points(gettext_lazy("Each of the others"))
    strokes = forms.IntegerField(
        required=False, min_value=1, max_value=MOST_STROKES, label=gettext_lazy("Strokes")
    )
    hand = forms.IntegerField(
        required=False, min_value=1, max_value=MOST_HANDS, label=pgettext_lazy("one deal", "Hand")
    )
    decided_by = LineField(required=False, max_length=80, label=gettext_lazy("Decided by"))
    reason = LineField(required=False, max_length=LONGEST, label=gettext_lazy("Why only now"))
    is_sure = forms.BooleanField(required=False, label=gettext_lazy("Yes, it is another one"))

    def __init__(
        self,
        ground: Ground,
        data: Mapping[str, str] | None = None,
        initial: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=initial)
        self.offences = ground.offences
        who = [(str(person.entry_id), "") for person in ground.people]
        who += [(TABLE, "")] if ground.place else []
        self.fields["who"].choices = who  # type: ignore[attr-defined]
        if not ground.has_strokes:
            kinds = [(kind, label) for kind, label in KINDS.items() if kind != Ruling.STROKES]
            self.fields["kind"].choices = kinds  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Put the decision together; what was tapped goes before what was typed."""
        answers: dict[str, Any] = super().clean() or {}
        picked = chosen(self.offences, answers.get("ready") or "")
        if picked is not None:
            offence, ready = picked
            for name in ("offence", "kind", "points", "others", "strokes"):
                self.errors.pop(name, None)
            if ready.is_whole:
                self.errors.pop("who", None)
                answers["who"] = TABLE
            kind, points, others, _is_whole = ready
            taken = {"kind": kind, "points": points, "others": others}
            return {**answers, "offence": offence.words, **taken}
        if not answers.get("offence") and "offence" not in self.errors:
            self.add_error("offence", _("Say in a few words what happened."))
        if not answers.get("kind") and "kind" not in self.errors:
            self.add_error("kind", _("Say what is decided."))
        return answers | self._figures(answers)

    def _figures(self, answers: Mapping[str, Any]) -> dict[str, int]:
        """What the decision is in figures; figures of other kinds of decisions are left aside."""
        if answers.get("kind") == Ruling.STROKES:
            if answers.get("strokes") is None and "strokes" not in self.errors:
                self.add_error("strokes", _("Say how many strokes the other side gets."))
            return {"points": answers.get("strokes") or 0, "others": 0}
        if answers.get("kind") != Ruling.POINTS:
            return {"points": 0, "others": 0}
        points, others = answers.get("points") or 0, answers.get("others") or 0
        if not points and not others and not {"points", "others"} & set(self.errors):
            self.add_error("points", _("Say how many points, such as −4."))
        return {"points": points, "others": others}

    @property
    def entry(self) -> int | None:
        """The key of the entry that it is about, None for the whole table."""
        who = self.cleaned_data["who"]
        return None if who == TABLE else int(who)


class WithdrawForm(ActionForm):
    """Asks why something is withdrawn."""

    reason = _needed(gettext_lazy("Why it is withdrawn"), gettext_lazy("Say why it is withdrawn."))


class TieForm(ActionForm):
    """Asks how a tie was decided, and for the place of each of those who were level.

    `numbers`: their start numbers. With a lot from the event's seed no place is asked.
    """

    kind = forms.ChoiceField(
        choices=[
            (TieDecision.PLAYOFF, gettext_lazy("A play-off hand")),
            (TieDecision.LOT, gettext_lazy("A lot drawn in public")),
            (TieDecision.SEED, gettext_lazy("Let the lot be drawn")),
        ],
        label=gettext_lazy("How it was decided"),
        error_messages={"required": gettext_lazy("Say how it was decided.")},
    )
    decided_by = LineField(required=False, max_length=80, label=gettext_lazy("Decided by"))

    def __init__(self, numbers: Sequence[int], data: Mapping[str, str] | None = None) -> None:
        super().__init__(data)
        self.numbers = list(numbers)
        for number in self.numbers:
            self.fields[place_name(number)] = forms.IntegerField(
                required=False, min_value=1, max_value=len(self.numbers), label=str(number)
            )

    def clean(self) -> dict[str, Any]:
        """Check that every one has a place and none has the same."""
        answers: dict[str, Any] = super().clean() or {}
        if answers.get("kind") == TieDecision.SEED:
            for number in self.numbers:
                self.errors.pop(place_name(number), None)
            return answers
        places = [answers.get(place_name(number)) for number in self.numbers]
        if sorted(place or 0 for place in places) != list(range(1, len(places) + 1)):
            text = _("Number them from 1 to %(count)s, each number once.")
            self.add_error(None, text % {"count": len(places)})
        return answers

    @property
    def order(self) -> list[int]:
        """The start numbers, best first."""
        answers = self.cleaned_data
        return sorted(self.numbers, key=lambda number: answers.get(place_name(number)) or 0)


def place_name(number: int) -> str:
    """The field for the place of a start number."""
    return f"place-{number}"


# The forms of a protest: what is written down, the decision, opening it again.

LONGEST_MATTER = 400
LARGEST_NUMBER = 9_999


def _number(label: StrPromise, most: int = LARGEST_NUMBER) -> forms.IntegerField:
    text = gettext_lazy("A whole number, from 1.")
    return forms.IntegerField(
        required=False,
        min_value=1,
        max_value=most,
        label=label,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), text),
    )


class ProtestForm(ActionForm):
    """Asks who protests, about what, and what is wanted; of a round or of the whole event."""

    protester = LineField(required=False, max_length=80, label=gettext_lazy("Who protests"))
    matter = Prose(
        max_length=LONGEST_MATTER,
        label=gettext_lazy("What happened"),
        widget=forms.Textarea(attrs={"rows": 4, "maxlength": LONGEST_MATTER}),
        error_messages={"required": gettext_lazy("Say what happened.")},
    )
    wanted = _needed(
        gettext_lazy("What is wanted"),
        gettext_lazy("Say what is wanted, such as: hand 7 counts as lost."),
    )
    round = forms.TypedChoiceField(
        required=False, coerce=int, empty_value=None, label=pgettext_lazy("of an event", "Round")
    )
    start = _number(gettext_lazy("Start number"))
    table = _number(gettext_lazy("Table"))
    hand = _number(pgettext_lazy("one deal", "Hand"), MOST_HANDS)
    fee = Money(gettext_lazy("Fee for the protest"))

    def __init__(
        self,
        rounds: Sequence[int],
        data: Mapping[str, str] | None = None,
        initial: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=initial)
        whole = [("", _("the whole event"))]
        self.fields["round"].choices = whole + [(n, str(n)) for n in rounds]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Somebody must protest, and a hand is one of a table of a round."""
        answers: dict[str, Any] = super().clean() or {}
        if not (answers.get("protester") or answers.get("start")) and not self.errors:
            self.add_error("protester", _("Say who protests, by name or start number."))
        if answers.get("table") and not answers.get("round") and "round" not in self.errors:
            self.add_error("round", _("Say of which round the table is."))
        if answers.get("hand") and not answers.get("table") and "table" not in self.errors:
            self.add_error("table", _("Say at which table that hand was."))
        return answers


class OutcomeForm(ActionForm):
    """Asks for the decision and for its reason."""

    decision = forms.ChoiceField(
        choices=[
            (Protest.UPHELD, pgettext_lazy("protest", "Upheld")),
            (Protest.DISMISSED, pgettext_lazy("protest", "Dismissed")),
            (Protest.WITHDRAWN, pgettext_lazy("protest", "Withdrawn")),
        ],
        label=gettext_lazy("Decision"),
        error_messages={"required": gettext_lazy("Say what is decided.")},
    )
    reason = _needed(gettext_lazy("Reason"), gettext_lazy("Say why: it stands on the form."))
    decided_by = LineField(required=False, max_length=80, label=gettext_lazy("Decided by"))
    is_fee_back = forms.BooleanField(required=False, label=gettext_lazy("The fee is given back"))


class AgainForm(ActionForm):
    """Asks why a decision is taken back."""

    reason = _needed(
        gettext_lazy("Why it is opened again"), gettext_lazy("Say why it is opened again.")
    )
