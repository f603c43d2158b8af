"""What somebody types who says which player he is, and as what he is shown."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.common.actions import ActionForm
from tournaments.common.texts import LineField
from tournaments.members.forms import JoinForm
from tournaments.models import Club
from tournaments.people.queries import SHOWN


def note_field() -> LineField:
    """A field for what helps directors to know somebody."""
    return LineField(
        required=False,
        label=_("How do the directors know you?"),
        help_text=_("If you like. Such as: I sat at Dora’s table on Thursday."),
    )


class ClaimForm(ActionForm):
    """Asks an account for a word to the directors."""

    note = note_field()

    def __init__(self, data: Any = None) -> None:  # noqa: ANN401 - as Django has it
        super().__init__(data, auto_id="q-%s")


class ClaimAnewForm(JoinForm):
    """The same where there is no account yet."""

    note = note_field()
    begins_with = ""

    def __init__(self, club: Club, data: Any = None) -> None:  # noqa: ANN401 - as Django has it
        super().__init__(club, data)


class OwnShownForm(ActionForm):
    """Asks as what everybody but the directors sees a player."""

    shown = forms.ChoiceField(choices=[*SHOWN.items()], label=_("Everybody sees you"))
