"""The forms of a protest: what is written down, the decision, opening it again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.common.texts import Line, Prose
from tournaments.events.deed import DeedForm
from tournaments.events.rulings.forms.ruling import LONGEST, MOST_HANDS
from tournaments.events.setup.forms.fields import Money
from tournaments.models import Protest

LONGEST_MATTER = 400
LARGEST_NUMBER = 9_999


def _number(label: str, most: int = LARGEST_NUMBER) -> forms.IntegerField:
    text = _("A whole number, from 1.")
    return forms.IntegerField(
        required=False,
        min_value=1,
        max_value=most,
        label=label,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), text),
    )


class ProtestForm(DeedForm):
    """Asks who protests, about what, and what is wanted; of a round or of the whole event."""

    protester = Line(required=False, max_length=80, label=gettext_lazy("Who protests"))
    matter = Prose(
        max_length=LONGEST_MATTER,
        label=gettext_lazy("What happened"),
        widget=forms.Textarea(attrs={"rows": 4, "maxlength": LONGEST_MATTER}),
        error_messages={"required": gettext_lazy("Say what happened.")},
    )
    wanted = Line(
        max_length=LONGEST,
        label=gettext_lazy("What is wanted"),
        error_messages={
            "required": gettext_lazy("Say what is wanted, such as: hand 7 counts as lost."),
        },
    )
    round = forms.TypedChoiceField(
        required=False, coerce=int, empty_value=None, label=gettext_lazy("Round")
    )

    def __init__(
        self,
        rounds: Sequence[int],
        data: Mapping[str, str] | None = None,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=dict(initial or {}))
        self.fields["start"] = _number(_("Start number"))
        self.fields["table"] = _number(_("Table"))
        self.fields["hand"] = _number(_("Hand"), MOST_HANDS)
        self.fields["fee"] = Money()
        self.fields["fee"].label = _("Fee for the protest")
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


class OutcomeForm(DeedForm):
    """Asks for the decision and for its reason."""

    decision = forms.ChoiceField(
        choices=[
            (Protest.UPHELD, gettext_lazy("Upheld")),
            (Protest.DISMISSED, gettext_lazy("Dismissed")),
            (Protest.WITHDRAWN, gettext_lazy("Withdrawn")),
        ],
        label=gettext_lazy("Decision"),
        error_messages={"required": gettext_lazy("Say what is decided.")},
    )
    reason = Line(
        max_length=LONGEST,
        label=gettext_lazy("Reason"),
        error_messages={"required": gettext_lazy("Say why: it stands on the form.")},
    )
    decided_by = Line(required=False, max_length=80, label=gettext_lazy("Decided by"))
    is_fee_back = forms.BooleanField(required=False, label=gettext_lazy("The fee is given back"))


class AgainForm(DeedForm):
    """Asks why a decision is taken back."""

    reason = Line(
        max_length=LONGEST,
        label=gettext_lazy("Why it is opened again"),
        error_messages={"required": gettext_lazy("Say why it is opened again.")},
    )
