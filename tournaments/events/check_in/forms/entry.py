"""The forms of one entry: what is noted about it, with whom it came, who plays for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.labels import LONGEST_NAME
from tournaments.common.alike import folded, likeness
from tournaments.common.numbers import PLACE, read_key
from tournaments.common.texts import Line
from tournaments.formats.settings import EventSettings
from tournaments.models import Entry

MOST_TABLES = 500
MOST_START_POINTS = 99_999


class EntryForm(forms.Form):
    """Asks what is noted about an entry.

    It carries what it was made from, so that `wanted` holds only what was changed in it: what
    another director changed meanwhile stays.
    """

    team = Line(
        max_length=LONGEST_NAME,
        required=False,
        label=gettext_lazy("Team"),
    )
    groups = forms.MultipleChoiceField(required=False, label=gettext_lazy("Groups"))
    is_guest = forms.BooleanField(required=False, label=gettext_lazy("Guest"))
    is_house = forms.BooleanField(required=False, label=gettext_lazy("House player"))
    pinned_table = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=MOST_TABLES,
        label=gettext_lazy("Always at table"),
    )
    pinned_seat = forms.IntegerField(
        required=False, min_value=1, label=gettext_lazy("Always in seat")
    )
    start_points = forms.IntegerField(
        required=False,
        min_value=-MOST_START_POINTS,
        max_value=MOST_START_POINTS,
        label=gettext_lazy("Start points"),
    )

    def __init__(
        self, entry: Entry, settings: EventSettings, data: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(data, initial=_initial(entry))
        groups = list(dict.fromkeys([*settings.groups, *entry.groups]))
        self.fields["groups"].choices = [(group, group) for group in groups]  # type: ignore[attr-defined]
        most = settings.size + (settings.odd == "up")
        self.fields["pinned_seat"].validators.append(_at_most(most))
        for field in self.fields.values():
            field.show_hidden_initial = True
            field.widget.attrs["autocomplete"] = "off"
        for name in ("pinned_table", "pinned_seat", "start_points"):
            self.fields[name].widget = forms.TextInput(
                {"class": "figure", "inputmode": "numeric", "autocomplete": "off"}
            )

    @property
    def made_from(self) -> str:
        """What the form was made from, unseen."""
        return mark_safe("".join(one.as_hidden(only_initial=True) for one in self))

    def all_problems(self) -> list[tuple[str, str, str]]:
        """Every problem as (field, label, text)."""
        return [(one.name, str(one.label), str(text)) for one in self for text in one.errors]

    @property
    def wanted(self) -> dict[str, Any]:
        """What was changed in this form, as it is kept."""
        values = {name: self.cleaned_data[name] for name in self.changed_data}
        if values.get("pinned_seat") is not None:
            values["pinned_seat"] -= 1
        if "start_points" in values:
            values["start_points"] = values["start_points"] or 0
        return values


class CompanionForm(forms.Form):
    """Asks with whom somebody came, by start number or name."""

    other = Line(
        max_length=2 * LONGEST_NAME + 3,
        label=gettext_lazy("Start number or name"),
        error_messages={"required": gettext_lazy("Type a start number or a name.")},
    )

    def __init__(
        self, entry: Entry, others: Sequence[Entry], data: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(data, auto_id="%s")
        self.entry = entry
        self.others = others

    def clean_other(self) -> Entry:
        """The one entry that is meant."""
        typed = str(self.cleaned_data["other"])
        number = read_key(typed, PLACE)
        if number is not None:
            found = [other for other in self.others if other.number == number]
        else:
            found = _called(typed, self.others)
        if not found:
            raise forms.ValidationError(_("Nobody of that name or number is entered."))
        if len(found) > 1:
            names = ", ".join(f"{one.name} ({one.number})" for one in found if one.number)
            words = _("Several may be meant: %(names)s. Type the start number.")
            raise forms.ValidationError(words % {"names": names or found[0].name})
        if found[0].pk == self.entry.pk:
            raise forms.ValidationError(_("Nobody comes together with himself."))
        return found[0]


class SubstituteForm(forms.Form):
    """Asks from which round on somebody else plays, and of a pair for whom."""

    from_round = forms.TypedChoiceField(coerce=int, label=gettext_lazy("From round"))
    place = forms.TypedChoiceField(coerce=int, label=gettext_lazy("Instead of"))

    def __init__(
        self,
        rounds: Sequence[int],
        persons: Sequence[tuple[int, str]],
        data: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(data)
        self.fields["from_round"].choices = [(number, number) for number in rounds]  # type: ignore[attr-defined]
        self.fields["place"].choices = persons  # type: ignore[attr-defined]


def _initial(entry: Entry) -> dict[str, Any]:
    seat = entry.pinned_seat
    return {
        "team": entry.team,
        "groups": entry.groups,
        "is_guest": entry.is_guest,
        "is_house": entry.is_house,
        "pinned_table": entry.pinned_table,
        "pinned_seat": None if seat is None else seat + 1,
        "start_points": entry.start_points,
    }


def _called(typed: str, others: Sequence[Entry]) -> list[Entry]:
    """Those of that name, else those of a name alike."""
    words = folded(typed)
    degrees = [(likeness(words, folded(other.name)), other) for other in others]
    for wanted in (0, 1, 2):
        found = [other for degree, other in degrees if degree == wanted]
        if found:
            return found
    return []


def _at_most(most: int) -> Any:  # noqa: ANN401 - a validator of Django's
    def check(value: int) -> None:
        if value > most:
            raise forms.ValidationError(_("A table has at most %(most)s seats.") % {"most": most})

    return check
