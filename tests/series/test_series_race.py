"""Ten directors who press the same at a series in the same moment: it is done once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from uuid import uuid4

import pytest

from tests.events.draw.season_stories import (
    after_all,
    cannot,
    entered,
    fresh,
    makes,
    moves,
    person,
    season,
)
from tests.meeting import Deed, at_once
from tests.series.series_stories import evening, known, series_of
from tournaments.models import Author, Club, Entry, Event, Series
from tournaments.series import services

pytestmark = [pytest.mark.alone, pytest.mark.django_db(transaction=True)]

TEN = 10
B = 1


def ten_times(series: Series, kind: str, deed: Deed) -> None:
    """Ten do it at once, each with a form of his own: it stands in the history once."""
    before = series.changes.filter(kind=kind).count()
    raised = at_once([deed] * TEN)
    assert "" in raised, kind
    assert set(raised) <= {"", "Refused"}, (kind, raised)
    assert series.changes.filter(kind=kind).count() == before + 1, kind


def versions_right(series: Series) -> None:
    """Every open page has learned of every deed."""
    series.refresh_from_db()
    assert series.version == series.changes.exclude(kind="made").count()


def two_stages(new_event: Callable[..., Event], club: Club, by: Author) -> Series:
    """Anna wins both evenings; Ben and Cora are second."""
    one = evening(new_event, by, "Inn 1", ("Anna", "Ben", "Emil", "Fritz"), 12, 0, -6, -6)
    two = evening(new_event, by, "Inn 2", ("Anna", "Cora", "Dora", "Emil"), 9, 3, -4, -8)
    return series_of(club, by, one, two, published=False, has_final=True, top=1)


def test_each_deed_at_a_series_is_done_once(
    new_event: Callable[..., Event], club: Club, by: Author
) -> None:
    series = two_stages(new_event, club, by)
    dora = known(club, "Dora")[0].pk

    def at(service: Callable[..., object], **said: object) -> Deed:
        return lambda: service(series=series, by=by, submission=uuid4(), **said)

    ten_times(series, "published", at(services.publish_series))
    ten_times(series, "place_given", at(services.give_place, player=dora, reason="Won the draw"))
    series = fresh(series)
    ten_times(series, "stage_added", at(services.next_stage, seen_version=series.version))
    assert sorted(Event.objects.values_list("title", flat=True)) == ["Inn 1", "Inn 2", "Inn 3"]
    ten_times(series, "final_made", at(services.make_final, title="Final"))
    final = Event.objects.get(title="Final")
    assert list(final.entries.order_by("pk").values_list("name", "status")) == [
        (name, Entry.REGISTERED) for name in ("Anna", "Cora", "Dora")
    ]
    ten_times(series, "place_taken", at(services.take_back, decided="given", person=(dora,)))
    ten_times(series, "unpublished", at(services.publish_series, is_public=False))
    versions_right(series)


@pytest.mark.parametrize("final_events", ["one", "each"])
def test_each_deed_at_the_finals_of_a_season_is_done_once(
    new_event: Callable[..., Event], club: Club, by: Author, final_events: str
) -> None:
    series = season(new_event, club, by)
    series.settings |= {"final_events": final_events}
    series.save()
    ten_times(series, "final_made", partial(makes, series, by))
    finals = Event.objects.filter(title__startswith="Finals")
    assert finals.count() == (1 if final_events == "one" else 2)
    assert names_in(finals) == ["Anna", "Ben", "Emil", "Fritz"]
    ten_times(series, "declined", partial(cannot, series, by, "Anna"))
    assert names_in(finals) == ["Ben", "Emil", "Fritz", "Gerd"]
    ten_times(series, "comes_after_all", partial(after_all, series, by, "Anna"))
    ten_times(series, "moved_in_finals", partial(moves, series, by, "Emil", B))
    ten_times(series, "move_taken_back", goes_back(series, by, "Emil"))
    assert names_in(finals) == ["Anna", "Ben", "Emil", "Fritz"]
    versions_right(series)


def names_in(finals: Iterable[Event]) -> list[str]:
    return sorted(name for event in finals for name in entered(event))


def goes_back(series: Series, by: Author, name: str) -> Deed:
    return lambda: services.take_back(
        decided="moved", series=series, person=person(series, name), by=by, submission=uuid4()
    )
