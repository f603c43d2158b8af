"""What a director sees of a series: its stages, whether they are alike, and a club's series."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from scoring.series import Person
from tournaments.common.alike import name_order
from tournaments.events.setup.queries.details import details_of, differences
from tournaments.formats.series import SERIES_PRESETS
from tournaments.models import Club, Event, Series
from tournaments.series.queries.series import SeriesRanking, StageLine, names_of

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
