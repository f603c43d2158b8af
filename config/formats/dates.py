"""Dates and times as people read them: in a few ways, each of which every language writes its own.

Every date of a page, of paper and of a sentence is written here; in templates `dated` is a filter.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal

from django.utils import timezone
from django.utils.dateformat import DateFormat
from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

Way = Literal[
    "day",
    "day, time",
    "weekday",
    "weekday, time",
    "short day",
    "short day, time",
    "short weekday",
    "short weekday, time",
    "month",
    "time",
]
"""`weekday` is a day with its name in front, `short` is one of this year, without the year."""

# The letters are those of Django's filter `date`: j day, D its name (below), n month as a number,
# M or F its name, Y year, H:i time. Letters that stand for themselves have a \ before them.
WAYS: dict[Way, Promise] = {
    # Translators: 22 Nov 2026. Letters as of Django's filter "date"; so are the next ones.
    "day": pgettext_lazy("date format", "j M Y"),
    # Translators: 22 Nov 2026, 19:30
    "day, time": pgettext_lazy("date format", "j M Y, H:i"),
    # Translators: Sun 22 Nov 2026
    "weekday": pgettext_lazy("date format", "D j M Y"),
    # Translators: Sun 22 Nov 2026, 19:30
    "weekday, time": pgettext_lazy("date format", "D j M Y, H:i"),
    # Translators: 22 Nov
    "short day": pgettext_lazy("date format", "j M"),
    # Translators: 22 Nov, 19:30
    "short day, time": pgettext_lazy("date format", "j M, H:i"),
    # Translators: Sun 22 Nov
    "short weekday": pgettext_lazy("date format", "D j M"),
    # Translators: Sun 22 Nov, 19:30
    "short weekday, time": pgettext_lazy("date format", "D j M, H:i"),
    # Translators: Nov 2026
    "month": pgettext_lazy("date format", "M Y"),
    # Translators: 19:30
    "time": pgettext_lazy("date format", "H:i"),
}

WEEKDAYS = (
    # Translators: what D in a date format stands for: Monday, in as few letters as is usual.
    pgettext_lazy("date format", "Mon"),
    pgettext_lazy("date format", "Tue"),
    pgettext_lazy("date format", "Wed"),
    pgettext_lazy("date format", "Thu"),
    pgettext_lazy("date format", "Fri"),
    pgettext_lazy("date format", "Sat"),
    pgettext_lazy("date format", "Sun"),
)


class _Dated(DateFormat):
    """Names the weekdays as this program does: those of Django are too long in some languages."""

    def D(self) -> str:  # noqa: N802 - the letter of a format
        """The name of the day."""
        assert isinstance(self.data, date)
        return str(WEEKDAYS[self.data.weekday()])


def dated(when: date | None, way: Way) -> str:
    """A day, or a moment where this site is, as people read it; empty for none.

    >>> dated(date(2026, 11, 22), "weekday"), dated(date(2026, 11, 22), "month"), dated(None, "day")
    ('Sun 22 Nov 2026', 'Nov 2026', '')
    """
    if not when:
        return ""
    if isinstance(when, datetime) and timezone.is_aware(when):
        when = timezone.localtime(when)
    return _Dated(when).format(str(WAYS[way]))
