"""The forms of a free night: opening a table, starting again, joining a table and leaving it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.common.actions import ActionForm
from tournaments.common.fields import figure
from tournaments.events.night.queries import Waiting

LEAVES, JOINS, COMES_BACK = "leave", "join", "return"


class StayForm(ActionForm):
    """Asks who, and for those who sit down to whose left.

    Each deed has buttons of its own on the page; this reads whichever was pressed.
    """

    deed = forms.ChoiceField(
        choices=[(LEAVES, _("Leaves")), (JOINS, _("Sits down")), (COMES_BACK, _("Comes back"))]
    )
    entry = forms.IntegerField(
        min_value=1,
        error_messages=dict.fromkeys(("required", "invalid", "min_value"), _("Say who it is.")),
    )
    after = forms.IntegerField(required=False, min_value=0, max_value=99)

    def __init__(self, data: Mapping[str, str] | None = None) -> None:
        super().__init__(data, auto_id="q-%s")

    @property
    def sentences(self) -> list[str]:
        """What was wrong, a sentence each."""
        return list(dict.fromkeys(text for _name, _label, text in self.all_problems()))


MOST_TABLES = 999


class OpenForm(ActionForm):
    """Asks who sits down, and at which table; without a number at the lowest that is free."""

    who = forms.TypedMultipleChoiceField(
        coerce=int,
        label=_("Who sits down"),
        error_messages={
            "required": _("Tick who is to sit down."),
            "invalid_choice": _("No. %(value)s does not wait any more. Look at who waits now."),
        },
    )
    table = forms.IntegerField(
        min_value=1,
        max_value=MOST_TABLES,
        required=False,
        label=_("Table"),
        widget=figure(3),
        error_messages=dict.fromkeys(
            ("invalid", "min_value", "max_value"), _("The number that stands on the table.")
        ),
    )

    def __init__(self, waiting: Sequence[Waiting], *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        choices = [(each.number, each.name) for each in waiting]
        self.fields["who"].choices = choices  # type: ignore[attr-defined]

    @property
    def ticked(self) -> set[str]:
        """The start numbers that are ticked, as they stand in the page."""
        return {str(number) for number in self["who"].value() or ()}


class AgainForm(ActionForm):
    """Asks whether the next start is paid at once."""

    is_paid = forms.BooleanField(required=False, label=_("has paid"))
