"""The forms of a season's finals: who cannot come, and who comes after all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.series import Person
from tournaments.common.texts import Line
from tournaments.events.deed import DeedForm

LONGEST_REASON = 200


class DeclineForm(DeedForm):
    """Asks who cannot come to the finals, and why."""

    person = forms.ChoiceField(
        label=gettext_lazy("Player"),
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), gettext_lazy("Choose somebody of the series.")
        ),
    )
    reason = Line(
        max_length=LONGEST_REASON,
        label=gettext_lazy("Reason"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": gettext_lazy("Say why, for the others will ask.")},
    )

    def __init__(
        self,
        people: Sequence[tuple[Person, str]],
        data: Mapping[str, str] | None = None,
        *,
        auto_id: str = "q-decline-%s",
    ) -> None:
        """`people`: those who can be said not to come, with their names."""
        super().__init__(data, auto_id=auto_id)
        named = [(key_of(person), name) for person, name in people]
        self.people = {key_of(person): person for person, _name in people}
        self.fields["person"].choices = [("", _("choose somebody")), *named]  # type: ignore[attr-defined]

    @property
    def chosen(self) -> Person:
        """Who was chosen."""
        return self.people[self.cleaned_data["person"]]


def key_of(person: Person) -> str:
    """A person of a series as one word of a form.

    >>> key_of((7, 9))
    '7-9'
    """
    return "-".join(map(str, person))


class MoveForm(DeclineForm):
    """Asks who is put into another final by hand, into which, and why."""

    group = forms.ChoiceField(
        label=gettext_lazy("Where to"),
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), gettext_lazy("Choose the final to move to.")
        ),
    )
    field_order = ("person", "group", "reason")

    def __init__(
        self,
        people: Sequence[tuple[Person, str]],
        groups: Sequence[str],
        data: Mapping[str, str] | None = None,
    ) -> None:
        """`people`: those who can be moved, with names; `groups`: the names of the finals."""
        super().__init__(people, data, auto_id="q-move-%s")
        named = [(str(group), name) for group, name in enumerate(groups)]
        self.fields["group"].choices = [("", _("choose one")), *named]  # type: ignore[attr-defined]


class PersonForm(DeedForm):
    """Says who comes to the finals after all, or is not moved by hand any more."""

    person = forms.RegexField(r"\A[0-9]{1,18}(-[0-9]{1,18})?\Z")

    @property
    def chosen(self) -> Person:
        """Who was chosen."""
        return tuple(int(key) for key in self.cleaned_data["person"].split("-"))
