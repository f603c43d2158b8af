"""The same written down at two desks within a minute: whoever comes second is asked first."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import ngettext

from tournaments.common.deeds import Refused
from tournaments.common.doers import Doer

MOMENT = timedelta(minutes=1)


def is_of_now(made_at: datetime) -> bool:
    """Whether something was written down so lately that the same again may be a mistake."""
    return timezone.now() - made_at < MOMENT


def ask_again(doer: Doer, made_at: datetime) -> Refused:
    """The question for whoever writes down what was written down a moment ago."""
    seconds = max(1, int((timezone.now() - made_at).total_seconds()))
    text = ngettext(
        "The same was written down %(seconds)s second ago (%(who)s). Write it again?",
        "The same was written down %(seconds)s seconds ago (%(who)s). Write it again?",
        seconds,
    )
    return Refused(text % {"seconds": seconds, "who": doer.plain}, field="is_sure")
