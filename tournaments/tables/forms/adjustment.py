"""The form of an adjustment: points that are added as they are, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from scoring import HandProblem
from tournaments.common.texts import Line

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

    reason = Line(max_length=120)

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
        self.general_problems.append(problem.text.render(_, sides))

    def all_problems(self) -> list[tuple[str, str, str]]:
        """Every problem as (field, label, text); the field is empty for what concerns the whole."""
        found = [("", "", text) for text in self.general_problems]
        for bound in self:
            found += [(bound.name, str(bound.label), str(text)) for text in bound.errors]
        return found
