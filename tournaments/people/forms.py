"""The forms about the people of a club: whose a name is, other names, as what somebody is shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.labels import LONGEST_NAME
from tournaments.common.actions import ActionForm
from tournaments.common.names import folded
from tournaments.common.requests import read_key
from tournaments.common.texts import LineField, NameField
from tournaments.models import Player
from tournaments.people.queries import MOST_PROPOSED, NEW, SHOWN, Known, NamedPlayer, alike

# The forms for people: a player of the club, and “is this the same person?”.

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
    field = NameField(max_length=LONGEST_NAME, required=False, label=gettext_lazy("Where from"))
    field.widget.attrs.update({"autocomplete": "off", "autocapitalize": "words"})
    return field


class AliasForm(forms.Form):
    """Asks for another name of somebody."""

    name = name_field()

    def clean_name(self) -> str:
        """A name has letters."""
        name = str(self.cleaned_data["name"])
        if not any(word.isalpha() for word in folded(name)):
            raise forms.ValidationError(_("There are no letters in the name."))
        return name


class PlayerForm(AliasForm):
    """Asks for a player of the club."""

    home = home_field()
    groups = LineField(required=False, label=gettext_lazy("Groups"))

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
    who = LineField(max_length=12, required=False)
    seen = LineField(max_length=100, required=False)

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


LEFT_OUT = "out"
MOST_ROWS = 50


def label_of(known: Known) -> str:
    """What to call a player where all are to be told apart.

    >>> label_of(Known(1, "Anna", "Regen")), label_of(Known(2, "Ben", ""))
    ('Anna (Regen)', 'Ben')
    """
    return f"{known.name} ({known.home})" if known.home else known.name


def meant_by(typed: str, people: Iterable[Known]) -> list[Known]:
    """Whom a typed name means: who is called so with the place, else who bears the name.

    >>> people = [Known(1, "Anna", "Regen"), Known(2, "Anna", "Zwiesel"), Known(3, "Ben", "")]
    >>> [known.pk for known in meant_by("anna (regen)", people)]
    [1]
    >>> [known.pk for known in meant_by("Anna", people)]
    [1, 2]
    >>> [known.pk for known in meant_by("jorg", [Known(4, "Jörg", ""), Known(5, "Joerg", "")])]
    [4, 5]
    """
    everybody = list(people)
    for same in (lambda text: text.strip().casefold(), folded):
        wanted = same(typed)
        exact = [known for known in everybody if same(label_of(known)) == wanted]
        found = exact or [known for known in everybody if same(known.name) == wanted]
        if found:
            return found
    return []


@dataclass
class WhoRow:
    """What was said about one name on sheets: `choice` is a key, `new`, `out` or nothing.

    `problem` is what is wrong with it.
    """

    number: int
    name: str
    choice: str = ""
    typed: str = ""
    problem: str = ""


class WhoForm:
    """What a director says about several names at once; what was left open says nothing."""

    def __init__(
        self, posted: Mapping[str, str], people: Sequence[Known], *, may_leave_out: bool = False
    ) -> None:
        self.people = people
        self.may_leave_out = may_leave_out
        self.rows: list[WhoRow] = []
        for number in range(MOST_ROWS):
            name = posted.get(f"name-{number}", "")[:40]
            choice = posted.get(f"who-{number}", "")
            typed = posted.get(f"else-{number}", "").strip()[:90]
            if name:
                self.rows.append(WhoRow(number, name, choice, typed, self._problem(choice, typed)))

    @property
    def is_valid(self) -> bool:
        """Whether nothing is wrong with any of them."""
        return not any(row.problem for row in self.rows)

    @property
    def said(self) -> list[NamedPlayer]:
        """What was said."""
        return [
            NamedPlayer(row.name, self._player(row))
            for row in self.rows
            if (row.choice or row.typed) and row.choice != LEFT_OUT
        ]

    @property
    def left_out(self) -> list[str]:
        """The names that nobody bears, such as that of a line with sums."""
        return [row.name for row in self.rows if row.choice == LEFT_OUT]

    def refused(self, problems: Mapping[str, str]) -> None:
        """Put down what the service found wrong with names."""
        for row in self.rows:
            row.problem = problems.get(row.name, "")

    def _player(self, row: WhoRow) -> int | None:
        if row.typed:
            return meant_by(row.typed, self.people)[0].pk
        return None if row.choice == NEW else int(row.choice)

    def _problem(self, choice: str, typed: str) -> str:
        known = {str(one.pk) for one in self.people}
        if choice and typed:
            return _("Choose from the list or type a name, not both.")
        if self.may_leave_out:
            known.add(LEFT_OUT)
        if choice and choice != NEW and choice not in known:
            return _("The club does not know this player any more.")
        if not typed:
            return ""
        meant = meant_by(typed, self.people)
        if not meant:
            return _("Nobody in the list is called “%(typed)s”.") % {"typed": typed}
        if len(meant) > 1:
            places = ", ".join(label_of(one) for one in meant)
            return _("Several people are called so. Type one of these: %(places)s.") % {
                "places": places
            }
        return ""


class ReasonForm(ActionForm):
    """Asks why, if somebody likes to say."""

    reason = LineField(required=False, label=gettext_lazy("Why, if you like"))


class ShownForm(ReasonForm):
    """Asks as what everybody but the directors sees somebody, and why."""

    shown = forms.ChoiceField(choices=[*SHOWN.items()], label=gettext_lazy("Everybody sees"))
    field_order = ("shown", "reason")


class DeclineForm(ActionForm):
    """Asks why an account is not who it claims to be."""

    reason = LineField(
        label=gettext_lazy("Why not"),
        error_messages={"required": gettext_lazy("Say why: whoever asked reads it.")},
    )


class EraseForm(forms.Form):
    """Asks for the name of whoever is erased, and why."""

    typed = LineField(
        max_length=40,
        label=gettext_lazy("The name, once more"),
        error_messages={"required": gettext_lazy("Type the name exactly as it stands here.")},
    )
    reason = LineField(
        label=gettext_lazy("Why"),
        error_messages={"required": gettext_lazy("Say why, such as: asked for it.")},
    )

    def __init__(self, player: Player, data: Mapping[str, str] | None = None) -> None:
        super().__init__(data)
        self.player = player

    def clean_typed(self) -> str:
        """It has to be the name of this person."""
        typed = str(self.cleaned_data["typed"])
        if typed.casefold() != self.player.name.casefold():
            raise forms.ValidationError(_("Type the name exactly as it stands here."))
        return typed
