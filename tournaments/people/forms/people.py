"""The forms about the people of a club: whose a name is, other names, as what somebody is shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.common.alike import folded
from tournaments.common.texts import Line
from tournaments.models import Player
from tournaments.people.forms.players import lettered, name_field
from tournaments.people.queries.people_history import SHOWN
from tournaments.people.queries.players import NEW, Known
from tournaments.people.queries.who_is_who import Said

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
    for same in (_as_written, folded):
        wanted = same(typed)
        exact = [known for known in everybody if same(label_of(known)) == wanted]
        found = exact or [known for known in everybody if same(known.name) == wanted]
        if found:
            return found
    return []


def _as_written(text: str) -> str:
    return text.strip().casefold()


@dataclass(frozen=True)
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
        self.rows = [self._row(posted, number) for number in _numbers(posted)]

    @property
    def is_valid(self) -> bool:
        """Whether nothing is wrong with any of them."""
        return not any(row.problem for row in self.rows)

    @property
    def said(self) -> list[Said]:
        """What was said."""
        told = [row for row in self.rows if (row.choice or row.typed) and row.choice != LEFT_OUT]
        return [Said(row.name, self._player(row)) for row in told]

    @property
    def left_out(self) -> list[str]:
        """The names that nobody bears, such as that of a line with sums."""
        return [row.name for row in self.rows if row.choice == LEFT_OUT]

    def refused(self, problems: Mapping[str, str]) -> None:
        """Put down what the service found wrong with names."""
        self.rows = [
            WhoRow(row.number, row.name, row.choice, row.typed, problems.get(row.name, ""))
            for row in self.rows
        ]

    def _player(self, row: WhoRow) -> int | None:
        if row.typed:
            return meant_by(row.typed, self.people)[0].pk
        return None if row.choice == NEW else int(row.choice)

    def _row(self, posted: Mapping[str, str], number: int) -> WhoRow:
        name = posted.get(f"name-{number}", "")[:40]
        choice = posted.get(f"who-{number}", "")
        typed = posted.get(f"else-{number}", "").strip()[:90]
        return WhoRow(number, name, choice, typed, self._problem(choice, typed))

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
            return _("Several people are called so: type one of %(places)s.") % {"places": places}
        return ""


def _numbers(posted: Mapping[str, str]) -> list[int]:
    return [number for number in range(MOST_ROWS) if posted.get(f"name-{number}")]


class AliasForm(forms.Form):
    """Asks for another name of somebody."""

    name = name_field()

    def clean_name(self) -> str:
        """A name has letters."""
        return lettered(str(self.cleaned_data["name"]))


class ShownForm(forms.Form):
    """Asks as what everybody but the directors sees somebody, and why."""

    shown = forms.ChoiceField(choices=[*SHOWN.items()], label=gettext_lazy("Everybody sees"))
    reason = Line(
        max_length=200,
        required=False,
        label=gettext_lazy("Why, if you like"),
    )


class ReasonForm(forms.Form):
    """Asks why, if somebody likes to say."""

    reason = Line(
        max_length=200,
        required=False,
        label=gettext_lazy("Why, if you like"),
    )


class EraseForm(forms.Form):
    """Asks for the name of whoever is erased, and why."""

    typed = Line(
        max_length=40,
        label=gettext_lazy("The name, once more"),
        error_messages={"required": gettext_lazy("Type the name exactly as it stands here.")},
    )
    reason = Line(
        max_length=200,
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
