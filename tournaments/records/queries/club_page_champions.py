"""The champions of a club, year by year: who won its events, and the series that are over.

Events say it in their final lists. A series has no list that is kept: whoever won its final has
won it, and where it has none it is ranked, which is remembered as long as nothing changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Max, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from scoring.rulesets import RULESETS
from tournaments.formats.series import SeriesSettings
from tournaments.models import Club, Event, Member, Series
from tournaments.people.queries.people import People
from tournaments.records.queries.club_page_records import Holder, holders_of
from tournaments.records.queries.filters import Filters
from tournaments.records.queries.player_page_events import final_places
from tournaments.series.queries.series import series_ranking

PAGE = 12
MOST_SERIES = 6
"""How many series are ranked for one page."""


class Champion(NamedTuple):
    """Who won an event or a series: several where they share the first place.

    `field` is among how many, 0 where it is not known. One of `event` and `series` is given.
    """

    title: str
    game: str
    day: date
    holders: Sequence[Holder]
    field: int
    event: int | None = None
    series: int | None = None


class Year(NamedTuple):
    """The champions of one year, the latest first."""

    year: int
    champions: Sequence[Champion]


class Champions(NamedTuple):
    """A page of the champions, year by year, and the page itself, counted in events."""

    years: Sequence[Year]
    page: Page[Any]


def champions_of(
    club: Club, filters: Filters, people: People, asked: str | None, *, most: int = PAGE
) -> Champions:
    """A page of the champions, the latest first.

    Six SQL queries, and two for each series on the page while nothing changes.
    """
    page = Paginator(_final_events(club, filters), most).get_page(asked)
    events = list(page.object_list)
    found = [*_of_events(events, people), *_of_series(club, filters, page, people)]
    found.sort(key=lambda one: (one.day, one.series is not None), reverse=True)
    years: dict[int, list[Champion]] = {}
    for champion in found:
        years.setdefault(champion.day.year, []).append(champion)
    return Champions([Year(year, own) for year, own in years.items()], page)


def _final_events(club: Club, filters: Filters) -> QuerySet[Event]:
    """The events of a club that are over and that everybody may know, the latest first."""
    events = Event.objects.filter(club=club, state=Event.FINAL).exclude(published_at=None)
    if filters.ruleset:
        events = events.filter(ruleset=filters.ruleset)
    dated = events.annotate(day=Coalesce("starts_at", "made_at"))
    if filters.since is not None:
        dated = dated.filter(day__year__gte=filters.since)
    if filters.until is not None:
        dated = dated.filter(day__year__lte=filters.until)
    return dated.order_by("-day", "-pk")


def _of_events(events: Sequence[Event], people: People) -> Iterable[Champion]:
    places = final_places(events)
    winners = {
        (event, number)
        for event, lines in places.items()
        for number, line in lines.items()
        if line.place == 1
    }
    players = _players(winners)
    for event in events:
        first = [players.get(key, ()) for key in winners if key[0] == event.pk]
        holders = holders_of([player for each in first for player in each], people)
        if holders:
            lines = places[event.pk]
            field = next(iter(lines.values())).among
            game = RULESETS[event.ruleset].name if event.ruleset in RULESETS else ""
            yield Champion(event.title, game, _day(event), holders, field, event=event.pk)


def _players(winners: Iterable[tuple[int, int]]) -> Mapping[tuple[int, int], list[int]]:
    """By event and start number the players with whom each of these entries began; one query."""
    wanted = set(winners)
    members = Member.objects.filter(
        entry__event__in={event for event, _number in wanted},
        entry__number__in={number for _event, number in wanted},
    )
    first: dict[tuple[int, int], dict[int, int]] = {}
    rows = members.order_by("from_round", "pk")
    for event, number, place, player in rows.values_list(
        "entry__event_id", "entry__number", "place", "player_id"
    ):
        if number is not None and (event, number) in wanted:
            first.setdefault((event, number), {}).setdefault(place, player)
    return {key: list(places.values()) for key, places in first.items()}


def _of_series(club: Club, filters: Filters, page: Page[Any], people: People) -> Iterable[Champion]:
    """The series that ended in the time of a page of events."""
    if filters.ruleset and not page.object_list:
        return
    series = Series.objects.filter(club=club).exclude(published_at=None).select_related("final")
    if filters.ruleset:
        series = series.filter(stages__event__ruleset=filters.ruleset)
    dated = series.annotate(last=Max("stages__event__starts_at")).exclude(last=None)
    wanted = [one for one in dated.order_by("-last") if _is_on(_last_day(one), page, filters)]
    for one in wanted[:MOST_SERIES]:
        champion = _champion(one, people)
        if champion is not None:
            yield champion


def _is_on(day: date, page: Page[Any], filters: Filters) -> bool:
    """Whether a day is within the time of the page: from its oldest event to that before it."""
    begins = filters.since is None or day.year >= filters.since
    ends = filters.until is None or day.year <= filters.until
    if not (begins and ends):
        return False
    rows = page.paginator.object_list
    newest = _day(rows[page.start_index() - 2]) if page.has_previous() else date.max
    oldest = _day(rows[page.end_index() - 1]) if page.has_next() else date.min
    return oldest <= day < newest


def _champion(series: Series, people: People) -> Champion | None:
    """Who won a series; None while it is not over, or nobody of it may be named."""
    settings = SeriesSettings.from_json(series.settings)
    final = series.final
    if settings.has_final or final is not None:
        if final is None or final.state != Event.FINAL or final.published_at is None:
            return None
        won = [one._replace(title=series.title, event=None) for one in _of_events([final], people)]
        return won[0]._replace(series=series.pk) if won else None
    ranking = series_ranking(series, is_public=True)
    if not ranking.rows or any(line.state != "final" for line in ranking.lines):
        return None
    first = [row for row in ranking.rows if row.place == 1]
    holders = holders_of([player for row in first for player in row.person], people)
    return Champion(
        series.title, "", _last_day(series), holders, len(ranking.rows), series=series.pk
    )


def _last_day(series: Any) -> date:  # noqa: ANN401 - with `last` added by the database
    ends = series.final.starts_at if series.final is not None else None
    return timezone.localtime(ends or series.last).date()


def _day(event: Event) -> date:
    return timezone.localtime(event.starts_at or event.made_at).date()
