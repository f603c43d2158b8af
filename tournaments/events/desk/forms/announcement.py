"""The form for an announcement."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.common.texts import Line
from tournaments.events.deed import OnceForm

LONGEST = 200


class AnnouncementForm(OnceForm):
    """Asks for the sentence that everybody is to read."""

    text = Line(
        max_length=LONGEST,
        label=_("Announcement"),
        error_messages={"required": _("Write what everybody is to read.")},
    )
