"""The demo club's events: in every state, believable, and equal to a recomputation."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from scoring import find_ruleset
from tests.tournaments.conftest import words_of
from tournaments.demo.events import build_events
from tournaments.formats.settings import EventSettings
from tournaments.models import (
    Club,
    Entry,
    Event,
    EventChange,
    EventTable,
    HandVersion,
    Player,
    Result,
    Round,
    Table,
)
from tournaments.queries.events.clock import clock_of
from tournaments.queries.events.desk import desk_of
from tournaments.queries.events.final import final_page
from tournaments.queries.events.history import Wanted, history
from tournaments.queries.events.steps import next_step
from tournaments.services.accounts import DEMO_DIRECTOR
from tournaments.services.events.results import result_differences


@pytest.fixture(scope="module")
def built(django_db_setup, django_db_blocker) -> Iterator[None]:
    """Built once for all tests here, which only look."""
    with django_db_blocker.unblock():
        club = Club.objects.create(name="Demo club", is_public=True)
        build_events(club)
        yield
        for event in Event.objects.filter(club=club):
            Table.objects.filter(event_table__round__event=event).delete()
            Result.objects.filter(event=event).delete()
            event.delete()
        club.delete()


pytestmark = pytest.mark.usefixtures("built", "db")


def called(title: str) -> Event:
    return Event.objects.get(title__contains=title)


def states(event: Event) -> list[str]:
    return list(event.rounds.values_list("state", flat=True))


def test_forty_three_with_round_two_under_way():
    event = called("Schafkopfrennen")
    assert event.entries.filter(status=Entry.HERE).count() == 43
    assert states(event) == [Round.CLOSED, Round.DRAWN]
    first, second = event.rounds.all()
    sizes = sorted(table.results.count() for table in first.tables.all())
    assert sizes == [4] * 7 + [5] * 3
    assert all(table.totals.exists() for table in first.tables.all())
    writing = [table.number for table in second.tables.all() if table.table.hands.exists()]
    assert writing == [1, 2, 3, 4]
    assert clock_of(second).is_running
    assert next_step(desk_of(event)).way.page == "keying"
    assert second.ends_at - second.started_at < timedelta(minutes=101)


def test_the_clocks_of_rounds_that_are_on_have_time_left():
    for played in Round.objects.filter(state=Round.DRAWN):
        clock = clock_of(played)
        assert clock.seconds_left
        assert clock.seconds_left > 10 * 60


def test_a_finished_day_with_six_at_some_tables():
    event = called("Oktoberfest")
    assert event.state == Event.FINAL
    assert states(event) == [Round.CLOSED] * 3
    assert event.entries.count() == 22
    for played in event.rounds.all():
        tables = played.tables.all()
        assert sorted((each.results.count(), each.hands_due) for each in tables) == [
            (5, 20),
            (5, 20),
            (6, 24),
            (6, 24),
        ]
    hands = Result.objects.filter(event=event).values_list("hands", flat=True)
    assert set(hands) == {20}


def test_its_final_list_is_the_standing():
    page = final_page(called("Oktoberfest"))
    assert page.differs == []
    assert len(page.lines) == 22
    assert sum(row.amount for row, _name in page.lines) == 0


def test_pairs_in_round_three():
    event = called("Sasku")
    assert states(event) == [Round.CLOSED, Round.CLOSED, Round.DRAWN]
    assert event.entries.count() == 9
    out = Result.objects.filter(event=event, event_table=None).values_list("entry", flat=True)
    assert len(set(out)) == 3
    met = set()
    for table in EventTable.objects.filter(round__event=event):
        met.add(frozenset(table.results.values_list("entry", flat=True)))
    assert len(met) == 12


def test_a_night_to_come():
    event = called("Three-handed")
    assert event.state == Event.SETUP
    assert event.starts_at > timezone.now()
    assert set(event.entries.values_list("status", flat=True)) == {Entry.REGISTERED}
    assert event.entries.count() == 11
    assert next_step(desk_of(event)).way.page == "door"


def test_what_is_stored_is_what_is_counted():
    said = StringIO()
    call_command("recompute", check=True, stdout=said)
    assert "equal to the replay" in said.getvalue()
    for table in Table.objects.exclude(event_table=None):
        assert result_differences(table) == []


def test_totals_are_sums_of_sheets():
    for event in Event.objects.all():
        is_even = find_ruleset(event.ruleset).sums_to_zero(event.options)
        for table in EventTable.objects.filter(round__event=event):
            points = list(table.results.values_list("points", flat=True))
            assert sum(points) == 0 or not is_even


def test_people_are_known_once():
    names = list(Player.objects.values_list("name", flat=True))
    assert len(names) == len(set(names)) > 55


def test_times_go_on_and_are_over():
    now = timezone.now()
    for event in Event.objects.all():
        changes = list(event.changes.order_by("pk").values_list("made_at", flat=True))
        assert changes == sorted(changes)
        assert changes[-1] < now
        hands = HandVersion.objects.filter(hand__table__event_table__round__event=event)
        for played in event.rounds.exclude(started_at=None):
            written = hands.filter(hand__table__event_table__round=played)
            moments = list(written.values_list("made_at", flat=True))
            end = played.closed_at or now
            assert all(played.started_at < moment < end for moment in moments)
    finished = called("Oktoberfest")
    assert timezone.localtime(finished.starts_at).strftime("%A") == "Saturday"
    assert now - finished.changes.latest("pk").made_at > timedelta(hours=1)


def test_a_round_takes_as_long_as_rounds_do():
    for played in Round.objects.filter(state=Round.CLOSED, event__title__contains="Oktoberfest"):
        assert timedelta(hours=1) < played.closed_at - played.started_at < timedelta(hours=3)


def test_who_did_it():
    assert set(EventChange.objects.values_list("who", flat=True)) == {DEMO_DIRECTOR}
    deeds = history(called("Schafkopfrennen"), Wanted(group="hands")).deeds
    assert all(deed.who and deed.device for deed in deeds)


def test_everybody_may_look():
    client = Client()
    for event in Event.objects.all():
        response = client.get(f"/e/{event.pk}/")
        assert response.status_code == 200
        assert event.title in words_of(response)


def test_built_once():
    before = Event.objects.count()
    build_events(Club.objects.get(name="Demo club"))
    assert Event.objects.count() == before == 4


def test_confirmed_where_phones_wrote():
    for event in (called("Oktoberfest"), called("Sasku")):
        assert EventSettings.from_json(event.settings).needs_confirmation
        written = EventTable.objects.filter(round__event=event, table__hands__isnull=False)
        done = written.filter(round__state=Round.CLOSED).distinct()
        assert done.exists()
        assert not done.filter(confirmed_at=None).exists()
