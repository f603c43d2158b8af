"""What directors did to a series, each kind of deed with its sentence."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.common.doers import Doer, doer_of
from tournaments.models import Series, SeriesChange

SERIES_KINDS: Mapping[str, str | Promise] = {
    "made": _("The series was made: %(after)s"),
    "rules": _("The rules were changed: %(after)s"),
    "stage_added": _("“%(after)s” was made a stage"),
    "stage_removed": _("“%(before)s” is no stage any more"),
    "published": _("The series was published"),
    "unpublished": _("The series was taken back from the public"),
    "final_made": _("The final was made: %(after)s"),
    "declined": _("%(after)s cannot come to the final"),
    "comes_after_all": _("%(before)s comes to the final after all"),
    "moved_in_finals": _("%(after)s, moved by hand"),
    "move_taken_back": _("Not moved by hand any more: %(before)s"),
    "place_given": _("%(after)s was given a place in the final"),
    "place_taken": _("The place in the final given to %(before)s was taken back"),
}
"""Every kind of deed that a service writes down at a series."""

MOST = 50


class SeriesDeed(NamedTuple):
    """A deed as the history shows it; `before` where that says more than the sentence."""

    sentence: str
    before: str
    reason: str
    doer: Doer
    at: datetime


def series_history(series: Series) -> list[SeriesDeed]:
    """The latest deeds, the newest first; one SQL query."""
    return [_deed(change) for change in series.changes.order_by("-pk")[:MOST]]


def series_sentence(change: SeriesChange) -> str:
    """What was done, in a sentence."""
    return str(SERIES_KINDS[change.kind]) % {"before": change.before, "after": change.after}


def _deed(change: SeriesChange) -> SeriesDeed:
    before = change.before if change.kind == "rules" else ""
    sentence = series_sentence(change)
    return SeriesDeed(sentence, before, change.reason, doer_of(change), change.made_at)
