"""Series at the desk: made, their stages, their rules, the next stage in one step."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.events.browser_form import form_on
from tests.series.series_stories import ranked, series_of, three_evenings
from tests.tables.conftest import words_of
from tournaments.common.actions import ActionReused, Refused
from tournaments.models import Author, Club, Event, Series
from tournaments.series import services
from tournaments.series.queries.ranking import series_history


@pytest.fixture
def three(new_event: Callable[..., Event], by: Author) -> list[Event]:
    """Three evenings of the same four."""
    return three_evenings(new_event, by)


def test_the_next_stage_is_set_up_like_the_last_without_its_people(
    club: Club, by: Author, three: list[Event], director: Client
) -> None:
    series = series_of(club, by, *three)
    Event.objects.filter(pk=three[2].pk).update(language="et")
    where = reverse("next_stage", args=[series.pk])
    sent = form_on(director, reverse("series_desk", args=[series.pk]), where)
    for _twice in range(2):
        director.post(where, sent)
    event = Event.objects.get(title="Evening 4")
    assert event.settings == three[2].settings
    assert event.language == "et"
    assert not event.entries.exists()
    assert event.published_at is None
    assert [stage.event.title for stage in series.stages.all()] == [
        f"Evening {number}" for number in (1, 2, 3, 4)
    ]


def test_two_directors_do_not_make_the_next_stage_twice(
    club: Club, by: Author, three: list[Event], director: Client
) -> None:
    series = series_of(club, by, *three)
    where, desk = reverse("next_stage", args=[series.pk]), reverse("series_desk", args=[series.pk])
    mine, theirs = form_on(director, desk, where), form_on(director, desk, where)
    assert director.post(where, mine).status_code == 302
    refused = director.post(where, theirs)
    assert refused.status_code == 422
    assert "Somebody has added a stage meanwhile" in words_of(refused)
    assert series.stages.count() == 4


def test_there_is_no_next_stage_before_the_first(club: Club, by: Author) -> None:
    series = series_of(club, by)
    with pytest.raises(Refused, match="no stage yet"):
        services.next_stage(series=series, seen_version=99, by=by, submission=uuid4())


def test_the_next_day_is_as_far_away_as_the_last_one_was(
    club: Club, by: Author, three: list[Event]
) -> None:
    for nth, event in enumerate(three):
        day = f"2026-10-{2 + 14 * nth:02}T17:00:00Z"
        Event.objects.filter(pk=event.pk).update(starts_at=day)
    series = series_of(club, by, *three[:2])
    event = services.next_stage(series=series, seen_version=99, by=by, submission=uuid4())
    assert event.starts_at
    assert (event.starts_at.month, event.starts_at.day) == (10, 30)


def test_the_next_evening_begins_at_the_same_hour_after_the_change_to_winter_time(
    club: Club, by: Author, three: list[Event]
) -> None:
    for event, day in zip(three, (16, 23), strict=False):
        Event.objects.filter(pk=event.pk).update(starts_at=f"2026-10-{day}T17:00:00Z")
    series = series_of(club, by, *three[:2])
    with timezone.override(ZoneInfo("Europe/Berlin")):
        event = services.next_stage(series=series, seen_version=99, by=by, submission=uuid4())
    assert event.starts_at == datetime(2026, 10, 30, 18, tzinfo=UTC)


def test_a_stage_is_taken_out_with_a_reason_and_stands_in_the_history(
    club: Club, by: Author, three: list[Event], director: Client
) -> None:
    series = series_of(club, by, *three)
    stage = series.stages.get(event=three[0])
    sent = {"submission": uuid4(), "seen_version": 0, "stage": stage.pk, "reason": ""}
    where = reverse("remove_stage", args=[series.pk])
    refused = director.post(where, sent)
    assert refused.status_code == 422
    assert "Say why this stage counts no more." in refused.content.decode()
    director.post(where, sent | {"reason": "Played with a wrong pack"})
    assert ranked(series)[0] == (1, "Ben", 15)
    page = words_of(director.get(reverse("series_desk", args=[series.pk])))
    assert "“Evening 1” is no stage any more" in page
    assert "Played with a wrong pack" in page


def test_an_event_of_another_club_is_no_stage(
    club: Club, other_club: Club, by: Author, three: list[Event]
) -> None:
    series = series_of(other_club, by)
    with pytest.raises(Refused, match="another club"):
        services.add_stage(series=series, event=three[0], by=by, submission=uuid4())


def test_a_series_is_made_from_the_club_s_page(
    club: Club, director: Client, three: list[Event]
) -> None:
    page = director.get(reverse("club", args=[club.pk])).content.decode()
    assert reverse("new_series", args=[club.pk]) in page
    where = reverse("new_series", args=[club.pk])
    sent = {"submission": uuid4(), "seen_version": 0, "title": "", "preset": "league"}
    refused = director.post(where, sent)
    assert refused.status_code == 422
    assert "Say what it is called." in refused.content.decode()
    for _twice in range(2):
        director.post(where, sent | {"title": "Winter league"})
    series = Series.objects.get()
    assert series.settings["absence"] == [80, 60, 40, 20]
    add = reverse("add_stage", args=[series.pk])
    fields = form_on(director, reverse("series_desk", args=[series.pk]), add)
    for _twice in range(2):
        answer = director.post(add, fields | {"event": three[0].pk})
        assert answer.status_code == 302
    assert series.stages.count() == 1
    assert "Winter league" in director.get(reverse("club", args=[club.pk])).content.decode()


def test_everybody_finds_a_published_series_of_a_public_club(
    club: Club, by: Author, three: list[Event], stranger: Client, director: Client
) -> None:
    series = series_of(club, by, *three)
    address = reverse("series", args=[series.pk])
    assert address in stranger.get(reverse("events")).content.decode()
    unpublish = reverse("unpublish_series", args=[series.pk])
    desk = reverse("series_desk", args=[series.pk])
    director.post(unpublish, form_on(director, desk, unpublish))
    assert address not in stranger.get(reverse("events")).content.decode()
    assert stranger.get(address).status_code == 404
    page = words_of(director.get(address))
    assert "Only you see this" in page
    publish = reverse("publish_series", args=[series.pk])
    director.post(publish, form_on(director, desk, publish))
    assert stranger.get(address).status_code == 200


def test_from_the_final_list_it_is_one_step_to_the_series(
    club: Club, by: Author, three: list[Event], director: Client
) -> None:
    series = series_of(club, by, three[0])
    desk = reverse("series_desk", args=[series.pk])
    for event, leads_there in ((three[0], True), (three[1], False)):
        page = director.get(reverse("lock_final", args=[event.pk])).content.decode()
        assert (desk in page) == leads_there


def test_who_takes_part_is_rewarded_and_the_line_says_so(
    club: Club, by: Author, three: list[Event], stranger: Client
) -> None:
    series = series_of(club, by, *three, bonus=5)
    assert ranked(series)[0] == (1, "Ben", 26)
    page = words_of(stranger.get(reverse("series", args=[series.pk])))
    assert "+15 for taking part" in page


def test_rules_are_changed_with_a_preview_and_written_down(
    club: Club, by: Author, three: list[Event], director: Client
) -> None:
    series = series_of(club, by, *three)
    where = reverse("series_rules", args=[series.pk])
    fields = form_on(director, where)
    preview = director.post(where, fields | {"best_of": "1", "preview": "1"})
    assert "The best stage of everybody counts." in words_of(preview)
    assert "+12" in preview.content.decode()
    assert ranked(series)[0] == (1, "Ben", 11)
    wrong = director.post(where, fields | {"best_of": "1", "drop": "1"})
    assert wrong.status_code == 422
    assert "not both" in wrong.content.decode()
    director.post(where, fields | {"best_of": "1"})
    series.refresh_from_db()
    assert ranked(series)[0] == (1, "Anna", 12)
    told = series_history(series)[0]
    assert (told.before, told.sentence) == (
        "Best stages that count: none",
        "The rules were changed: Best stages that count: 1",
    )
    late = director.post(where, fields | {"submission": uuid4(), "best_of": "2"})
    assert late.status_code == 422
    assert "changed the rules meanwhile" in late.content.decode()


def test_a_submission_belongs_to_one_series(club: Club, by: Author) -> None:
    one, other = series_of(club, by), series_of(club, by)
    back = partial(services.publish_series, by=by, submission=uuid4(), is_public=False)
    back(series=one)
    back(series=one)
    assert one.changes.filter(kind="unpublished").count() == 1
    with pytest.raises(ActionReused):
        back(series=other)
