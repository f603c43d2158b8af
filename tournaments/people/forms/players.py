"""The forms for people: a player of the club, and “is this the same person?”."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.labels import LONGEST_NAME
from tournaments.common.alike import folded
from tournaments.common.numbers import read_key
from tournaments.common.texts import Line, NameField
from tournaments.people.queries.players import MOST_PROPOSED, NEW, Known, alike

MOST_GROUPS = 8
NAME_ATTRIBUTES = {"autocomplete": "off", "autocapitalize": "words", "spellcheck": "false"}


def name_field(**more: object) -> forms.CharField:
    """A field for somebody's name."""
    field = NameField(
        max_length=LONGEST_NAME,
        label=gettext_lazy("Name"),
        error_messages={"required": gettext_lazy("Type the name.")},
    )
    field.widget.attrs.update(NAME_ATTRIBUTES | more)
    return field


def home_field() -> forms.CharField:
    """A field for where somebody is from."""
    field = NameField(
        max_length=LONGEST_NAME,
        required=False,
        label=gettext_lazy("From"),
    )
    field.widget.attrs.update({"autocomplete": "off", "autocapitalize": "words"})
    return field


class PlayerForm(forms.Form):
    """Asks for a player of the club."""

    name = name_field()
    home = home_field()
    groups = Line(max_length=200, required=False, label=gettext_lazy("Groups"))

    def clean_name(self) -> str:
        """A name has letters."""
        return lettered(str(self.cleaned_data["name"]))

    def clean_groups(self) -> list[str]:
        """The groups, one after the other."""
        words = str(self.cleaned_data["groups"]).split(",")
        groups = list(dict.fromkeys(word.strip() for word in words if word.strip()))
        if len(groups) > MOST_GROUPS or any(len(group) > LONGEST_NAME for group in groups):
            raise forms.ValidationError(
                _("At most %(most)s groups of %(letters)s letters each.")
                % {"most": MOST_GROUPS, "letters": LONGEST_NAME}
            )
        return groups


class PersonForm(forms.Form):
    """Asks who somebody is: a name, and where the club knows people alike, which of them.

    `place` counts the persons of an entry. After a refusal `proposed` are those alike.
    """

    name = name_field()
    home = home_field()
    who = Line(max_length=12, required=False)
    seen = Line(max_length=100, required=False)

    def __init__(
        self, people: Sequence[Known], place: int, data: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(data, prefix=f"person-{place}")
        self.people = people
        self.place = place
        self.proposed: list[Known] = []
        self.answer = ""
        if place:
            self.fields["name"].label = _("And the partner’s name")

    @property
    def was_shown(self) -> frozenset[int]:
        """Who was shown when it was said that this is somebody else."""
        keys = map(read_key, str(self.cleaned_data.get("seen", "")).split(","))
        return frozenset(key for key in keys if key is not None)

    @property
    def player_id(self) -> int | None:
        """The player who is meant, or None for somebody new."""
        chosen: int | None = self.cleaned_data["player"]
        return chosen

    def clean(self) -> dict[str, object]:
        """Ask where somebody alike is known and nobody has said who is meant."""
        cleaned = super().clean() or {}
        self.answer = str(cleaned.get("who", ""))
        if "name" not in cleaned:
            return cleaned
        name = str(cleaned["name"])
        if not any(letter.isalpha() for letter in name):
            self.add_error("name", _("There are no letters in the name."))
            return cleaned
        people = alike(name, self.people)
        self.proposed = people[:MOST_PROPOSED]
        known = next((one for one in people if str(one.pk) == self.answer), None)
        cleaned["player"] = known.pk if known else None
        if known is None and not self._is_told():
            self.answer = ""
            self.add_error("name", _("Say whether it is one of these people."))
        return cleaned

    def _is_told(self) -> bool:
        """Whether it was said of everybody proposed that this is somebody else."""
        if self.answer == NEW:
            return {known.pk for known in self.proposed} <= self.was_shown
        return not self.proposed


def lettered(name: str) -> str:
    """The name; ValidationError where it has no letters."""
    if not any(word.isalpha() for word in folded(name)):
        raise forms.ValidationError(_("There are no letters in the name."))
    return name
