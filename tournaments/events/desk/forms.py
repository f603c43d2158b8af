"""The forms of the desk: the clock of a round, what of the history is wanted, announcements."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.common.actions import ActionForm, OnceForm
from tournaments.common.texts import LineField
from tournaments.events.desk.queries.history import GROUPS
from tournaments.events.results.queries.at_tables import Wanted

# The form that starts the clock of a round.

LONGEST_MINUTES = 600


class StartClockForm(ActionForm):
    """Asks for how many minutes the clock is to run."""

    minutes = forms.IntegerField(
        min_value=1,
        max_value=LONGEST_MINUTES,
        label=_("Minutes"),
        error_messages={
            "required": _("Say for how many minutes."),
            "invalid": _("Minutes are a whole number, such as 75."),
            "min_value": _("At least one minute."),
            "max_value": _("At most 600 minutes."),
        },
    )


# The form that narrows the history.

LARGEST = 100_000


class HistoryForm(forms.Form):
    """Asks for a kind of deed, a person, an entry, a table, a round; each may be left open."""

    group = forms.ChoiceField(
        required=False,
        label=_("What"),
        choices=[("", _("what directors did, and hands changed late")), *GROUPS.items()],
    )
    who = LineField(required=False, label=_("Who did it"), max_length=80)
    entry = forms.IntegerField(required=False, label=_("Start no."), min_value=1, max_value=LARGEST)
    table = forms.IntegerField(required=False, label=_("Table"), min_value=1, max_value=LARGEST)
    round = forms.IntegerField(
        required=False, label=pgettext_lazy("of an event", "Round"), min_value=1, max_value=LARGEST
    )
    page = forms.IntegerField(required=False, min_value=1, max_value=LARGEST)

    @property
    def wanted(self) -> Wanted:
        """What was asked for; an answer that cannot be narrows nothing."""
        self.is_valid()
        asked = {name: value for name, value in self.cleaned_data.items() if value}
        return Wanted(**asked)


LONGEST = 200


class AnnouncementForm(OnceForm):
    """Asks for the sentence that everybody is to read."""

    text = LineField(
        max_length=LONGEST,
        label=_("Announcement"),
        error_messages={"required": _("Write what everybody is to read.")},
    )
