"""The form for opening a final list again."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.common.texts import Line
from tournaments.events.deed import DeedForm

LONGEST = 200


class ReopenForm(DeedForm):
    """Asks why; the reason stands under every later list."""

    reason = Line(
        max_length=LONGEST,
        label=_("Reason"),
        error_messages={"required": _("Say why: the reason stands under the amended list.")},
    )
