"""The champions of a club page by page, and a series of which nobody is champion yet."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from uuid import uuid4

import pytest
from django.utils import timezone

from tests.series.series_stories import (
    FOUR,
    evening,
    known,
    plays_out,
    series_of,
    sits,
    three_evenings,
)
from tournaments.events.standings.services import lock_final
from tournaments.models import Author, Club, Event
from tournaments.people.queries import people_of
from tournaments.records.queries.club_page import champions_of
from tournaments.records.queries.figures import Filters
from tournaments.records.services.counting import follow_event

pytestmark = pytest.mark.django_db


def was_on(event: Event, day: int) -> None:
    """The event was on that day of May."""
    event.starts_at = timezone.make_aware(datetime(2025, 5, day, 19))
    event.save()
    follow_event(event)


def titles(club: Club, page: str, *, most: int = 1) -> list[str]:
    """What stands on a page of the champions, the latest first."""
    people = people_of(club, is_director=False)
    found = champions_of(club, Filters(), people, page, most=most)
    return [champion.title for champion in found]


def test_a_series_stands_once_beside_the_event_with_which_it_ended(
    club: Club, new_event: Callable[..., Event], by: Author
) -> None:
    events = three_evenings(new_event, by)
    for day, event in enumerate(events, 1):
        was_on(event, day)
    series_of(club, by, *events[:2])
    pages = [titles(club, page) for page in ("1", "2", "3")]
    assert pages == [["Evening 3"], ["Autumn cup", "Evening 2"], ["Evening 1"]]


def test_a_series_has_no_champion_while_one_of_its_evenings_may_still_change(
    club: Club, new_event: Callable[..., Event], by: Author
) -> None:
    first = evening(new_event, by, "Evening 1", FOUR, 12, -4, -4, -4)
    last = new_event(hands=4, rounds=1)
    sits(last, *([player] for player in known(club, *FOUR)))
    last = plays_out(last, by, -9, 9, 3, -3, final=False)
    for day, event in enumerate((first, last), 1):
        was_on(event, day)
    series_of(club, by, first, last)
    assert titles(club, "1", most=9) == ["Evening 1"]
    lock_final(event=last, by=by, submission=uuid4())
    assert titles(club, "1", most=9) == ["Autumn cup", "Thursday cup", "Evening 1"]
