"""What the tests of a season's finals share: two nights of eight people, cut into two finals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from tests.series.series_stories import evening, known, series_of
from tournaments.events.check_in.services import arrive
from tournaments.models import Author, Club, Entry, Event, Series
from tournaments.series import services
from tournaments.series.queries.finals import season_finals_of

SEASON: dict[str, Any] = {
    "has_final": True,
    "final_by": "season",
    "rest_plays": False,
    "final_sizes": (2, 2),
}


def two_nights(new_event: Callable[..., Event], by: Author) -> list[Event]:
    """Anna 12, Emil 9, Ben 4, Fritz 3, Gerd −4, Cora −6, Hans −8, Dora −10."""
    one = evening(new_event, by, "Night 1", ("Anna", "Ben", "Cora", "Dora"), 12, 4, -6, -10)
    two = evening(new_event, by, "Night 2", ("Emil", "Fritz", "Gerd", "Hans"), 9, 3, -4, -8)
    return [one, two]


def season(new_event: Callable[..., Event], club: Club, by: Author) -> Series:
    """A series of them with two finals of two."""
    return series_of(club, by, *two_nights(new_event, by), **SEASON)


def rules(series: Series, **changed: object) -> Series:
    """The same series after its rules were changed."""
    series.settings |= changed
    series.version += 1
    series.save()
    return fresh(series)


def fresh(series: Series) -> Series:
    """The series, read anew."""
    return Series.objects.select_related("final", "club").get(pk=series.pk)


def groups(series: Series) -> list[list[str]]:
    """Who is in the finals by the season, and who is next in line."""
    found = season_finals_of(fresh(series))
    named = [[found.names[one.person] for one in group.members] for group in found.groups]
    return [*named, [found.names[one.person] for one in found.reserves]]


def person(series: Series, name: str) -> tuple[int, ...]:
    """Somebody as the series knows him."""
    return (known(series.club, name)[0].pk,)


def makes(series: Series, by: Author) -> Event:
    """The finals are made; the event of the A final."""
    return services.make_season_finals(series=series, title="Finals", by=by, submission=uuid4())


def entered(event: Event) -> dict[str, int | None]:
    """Who is entered, and in which group."""
    rows = event.entries.exclude(status=Entry.LEFT).order_by("pk")
    return dict(rows.values_list("name", "final"))


def cannot(series: Series, by: Author, name: str) -> None:
    """Somebody cannot come."""
    services.decline(
        series=series, person=person(series, name), reason="Ill", by=by, submission=uuid4()
    )


def after_all(series: Series, by: Author, name: str) -> None:
    """Somebody comes after all."""
    services.take_back(
        decided="declined", series=series, person=person(series, name), by=by, submission=uuid4()
    )


def moves(series: Series, by: Author, name: str, group: int, reason: str = "Asked for it") -> None:
    """Somebody is put into another final by hand."""
    services.move_by_hand(
        series=series, who=person(series, name), to=group, reason=reason, by=by, submission=uuid4()
    )


def comes_all(event: Event, by: Author) -> None:
    """Everybody who is entered arrives."""
    for entry in event.entries.filter(status=Entry.REGISTERED).order_by("pk"):
        arrive(entry=entry, by=by, submission=uuid4())
