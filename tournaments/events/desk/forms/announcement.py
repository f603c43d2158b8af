"""The form for an announcement."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.events.deed import OnceForm
from tournaments.forms.texts import Line

LONGEST = 200


class AnnouncementForm(OnceForm):
    """Asks for the sentence that everybody is to read."""

    text = Line(
        max_length=LONGEST,
        label=_("Announcement"),
        error_messages={"required": _("Write what everybody is to read.")},
    )
