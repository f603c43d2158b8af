"""What a director sees of a series: its stages, whether they are alike, and a club's series."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Q
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.series import Person
from tournaments.common.alike import name_order
from tournaments.common.doers import Doer, doer_of
from tournaments.events.setup.queries import details_of, differences
from tournaments.models import Club, Event, Series, SeriesChange
from tournaments.series.queries.series import SeriesRanking, StageLine, names_of
from tournaments.settings.series import SERIES_PRESETS

# What directors did to a series, each kind of deed with its sentence.

SERIES_KINDS: Mapping[str, str | Promise] = {
    "made": gettext_lazy("The series was made: %(after)s"),
    "rules": gettext_lazy("The rules were changed: %(after)s"),
    "stage_added": gettext_lazy("“%(after)s” was made a stage"),
    "stage_removed": gettext_lazy("“%(before)s” is no stage any more"),
    "published": gettext_lazy("The series was published"),
    "unpublished": gettext_lazy("The series was taken back from the public"),
    "final_made": gettext_lazy("The final was made: %(after)s"),
    "declined": gettext_lazy("%(after)s cannot come to the final"),
    "comes_after_all": gettext_lazy("%(before)s comes to the final after all"),
    "moved_in_finals": gettext_lazy("%(after)s, moved by hand"),
    "move_taken_back": gettext_lazy("Not moved by hand any more: %(before)s"),
    "place_given": gettext_lazy("%(after)s was given a place in the final"),
    "place_taken": gettext_lazy("The place in the final given to %(before)s was taken back"),
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


MAY_DIFFER = frozenset(
    {"title", "starts_at", "place", "capacity", "fee", "payout", "round_prize", "minutes", "shows"}
    | {
        "needs_confirmation",
        "confirms_paper",
        "groups",
        "penalties",
        "draws",
        "odd",
        "season_apart",
    }
)
"""What makes no stage worth more or less than another."""


MOST_SHOWN = 24


@dataclass(frozen=True)
class SeriesCard:
    """A series in the list of a club."""

    series: Series
    stages: int

    @property
    def kind(self) -> str:
        """What kind of series it was made as."""
        preset = SERIES_PRESETS.get(self.series.preset)
        return str(preset.name) if preset else ""


def club_series(club: Club) -> list[SeriesCard]:
    """The series of a club, the newest first; one SQL query."""
    found = club.series.annotate(number=Count("stages")).order_by("-pk")
    return [SeriesCard(series, series.number) for series in found]


def published_series() -> list[SeriesCard]:
    """The published series of public clubs, the newest first; one SQL query."""
    shown = Series.objects.filter(published_at__isnull=False, club__is_public=True)
    found = shown.select_related("club").annotate(number=Count("stages")).order_by("-pk")
    return [SeriesCard(series, series.number) for series in found[:MOST_SHOWN]]


def series_with(event: Event) -> list[Series]:
    """The series of which an event is a stage or the final, the newest first; one SQL query."""
    finals = Q(final=event) | Q(lower_finals__event=event)
    found = Series.objects.filter(Q(stages__event=event) | finals)
    return list(found.distinct().order_by("-pk"))


def can_be_stages(series: Series) -> list[Event]:
    """The events of the club that are no stages of it yet, the latest first; one SQL query."""
    others = Event.objects.filter(club=series.club_id).exclude(stages__series=series)
    others = others.exclude(lower_final_of__series=series)
    return list(others.exclude(pk=series.final_id or 0).order_by("-starts_at", "-pk"))


def unlike(lines: Sequence[StageLine]) -> list[str]:
    """In what stages are set up in another way than the first one, a sentence for each."""
    found = []
    for line in lines[1:]:
        pairs = differences(details_of(lines[0].event), details_of(line.event))
        what = [each.label for each in pairs if each.name not in MAY_DIFFER]
        if what:
            text = _("“%(title)s” is set up in another way than “%(first)s”: %(what)s.")
            values = {"title": line.event.title, "first": lines[0].event.title}
            found.append(text % {**values, "what": ", ".join(what)})
    return found


def not_qualified(ranking: SeriesRanking, taken: Collection[Person]) -> list[tuple[int, str]]:
    """Single players of the series without a place in the final, by name; one SQL query."""
    persons: list[Person] = [
        row.person for row in ranking.rows if len(row.person) == 1 and row.person not in taken
    ]
    names = names_of(persons)
    return sorted(((one[0], names[one]) for one in persons), key=lambda each: name_order(each[1]))
