"""The demo club's events and its series: in every state, believable, and the same every time."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from io import StringIO
from pathlib import Path

from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection
from django.test import Client
from django.utils import timezone

from simulation.demo import CLUB, build_demo
from simulation.demo.events import LEAGUE, REGULARS, Demo
from simulation.play.browser import Browser
from tests.answers import there
from tests.demo.conftest import called
from tests.prepared import taken_back
from tests.tables.conftest import words_of
from tournaments.events.desk.queries.concerns import next_step
from tournaments.events.desk.queries.desk import clock_of, desk_of
from tournaments.events.money.queries.prizes import prize_list
from tournaments.events.results.services.results import result_differences
from tournaments.events.standings.queries.final import final_page
from tournaments.events.standings.queries.standings import event_standing
from tournaments.models import (
    Club,
    Entry,
    Event,
    EventTable,
    HandVersion,
    Player,
    Result,
    Round,
    Ruling,
    Seat,
    Series,
    Table,
    TotalsVersion,
)
from tournaments.series.queries.finals import season_finals_of
from tournaments.series.queries.ranking import series_ranking
from tournaments.site.services import DEMO_DIRECTOR, demo_account, demo_director


def states(event: Event) -> list[str]:
    return list(event.rounds.exclude(state=Round.CANCELLED).values_list("state", flat=True))


def test_what_is_stored_is_what_is_counted() -> None:
    said = StringIO()
    call_command("recompute", check=True, stdout=said)
    assert "equal to the replay" in said.getvalue()
    for table in Table.objects.exclude(event_table=None):
        assert result_differences(table) == []


def test_forty_three_at_a_rennen_with_what_went_wrong_put_right() -> None:
    event = called("Schafkopfrennen")
    assert (event.state, event.revision, states(event)) == (Event.FINAL, 2, [Round.CLOSED] * 2)
    assert event.entries.exclude(number=None).count() == 43
    assert event.entries.filter(status=Entry.NO_SHOW).count() == 2
    kinds = set(event.changes.values_list("kind", flat=True))
    assert {"all_absent", "left_midway", "corrected_late", "hands_keyed"} <= kinds
    assert Ruling.objects.filter(event=event, withdrawn_at=None).count() == 1
    assert HandVersion.objects.filter(hand__table__event_table__round__event=event).exists()
    page, listed = final_page(event), prize_list(event)
    assert page.differs == []
    assert listed.prizes
    assert listed.handed_over == len(listed.prizes)


def test_pairs_by_the_swiss_system() -> None:
    event = called("Saskop")
    assert (event.state, event.ruleset, states(event)) == (Event.FINAL, "saskop", ["closed"] * 3)
    assert event.entries.count() == 7
    met = [
        frozenset(table.results.values_list("entry", flat=True))
        for table in EventTable.objects.filter(round__event=event)
    ]
    assert len(set(met)) == len(met) == 9
    out = Result.objects.filter(event=event, event_table=None).values_list("entry", flat=True)
    assert len(set(out)) == 3


def test_sessions_under_way_have_something_for_desk_and_projector(played_until: datetime) -> None:
    event = called("Oktoberfest")
    assert (event.state, states(event)) == (Event.RUNNING, [Round.CLOSED, Round.DRAWN])
    played = event.rounds.get(number=2)
    tables = list(played.tables.all())
    writing = [table for table in tables if table.table.hands.exists()]
    keyed = [table for table in tables if table.totals.exists()]
    assert writing
    assert keyed
    assert len(writing) + len(keyed) < len(tables)
    clock = clock_of(played, played_until)
    assert clock.is_running
    assert (clock.seconds_left or 0) > 10 * 60
    assert next_step(desk_of(event)).links[0].page == "keying"
    last = HandVersion.objects.filter(hand__table__in=[each.table_id for each in writing])
    assert played_until - last.latest("made_at").made_at < timedelta(minutes=10)
    assert event_standing(event).has_results


def test_a_night_to_come() -> None:
    event = called("Three-handed night")
    assert event.state == Event.SETUP
    assert there(event.starts_at) > timezone.now()
    assert set(event.entries.values_list("status", flat=True)) == {Entry.REGISTERED}
    assert event.entries.count() == 11
    assert next_step(desk_of(event)).links[0].page == "door"


def test_four_thursdays_of_which_the_best_three_count() -> None:
    series = Series.objects.get()
    nights = [stage.event for stage in series.stages.select_related("event")]
    assert {event.state for event in nights} == {Event.FINAL}
    began = [timezone.localtime(event.starts_at) for event in nights]
    assert {f"{moment:%A}" for moment in began} == {"Thursday"}
    assert len({moment.date() for moment in began}) == 4
    ranking = series_ranking(series, is_public=True)
    assert (ranking.settings.best_of, len(ranking.stages)) == (3, 4)
    came = [set(stage.results) for stage in ranking.stages]
    assert all(len(people) == 12 for people in came)
    assert 12 < len(set.union(*came)) < 16
    assert len(set.intersection(*came)) >= 6
    changes = list(series.changes.order_by("pk").values_list("made_at", flat=True))
    assert changes == sorted(changes)
    assert changes[0] < began[0] < series.stages.get(number=4).event.made_at


def test_a_fifth_thursday_with_the_finals_of_the_season() -> None:
    series = Series.objects.get()
    event, found = there(series.final), season_finals_of(series)
    assert (event.title, event.state) == ("Thursday league, finals", Event.FINAL)
    assert f"{timezone.localtime(event.starts_at):%A}" == "Thursday"
    assert there(event.starts_at) > there(series.stages.get(number=4).event.starts_at)
    assert (found.is_drawn, found.due) == (True, [])
    assert [len(group.members) for group in found.groups] == [8, 4]
    rows = event_standing(event).rows()
    assert [there(row.final).final for row in rows] == [0] * 8 + [1] * 4
    assert series.changes.get(kind="final_made").made_at > event.made_at


def test_people_are_known_once() -> None:
    names = list(Player.objects.values_list("name", flat=True))
    assert len(names) == len(set(names)) > 55
    assert all(" " in name for name in names)
    evenings = Seat.objects.filter(table__event_table=None)
    assert not evenings.filter(player=None).exists()
    anna = Player.objects.get(name="Anna Bauer")
    assert evenings.filter(name="Anna", player=anna).exists()
    assert anna.memberships.exists()
    assert not Player.objects.filter(added_at__gt=timezone.now() - timedelta(hours=3)).exists()


def test_times_go_on_and_are_over() -> None:
    now = timezone.now()
    for event in Event.objects.all():
        changes = list(event.changes.order_by("pk").values_list("made_at", flat=True))
        assert changes == sorted(changes)
        assert changes[-1] < now
        hands = HandVersion.objects.filter(hand__table__event_table__round__event=event)
        totals = TotalsVersion.objects.filter(event_table__round__event=event)
        for played in event.rounds.exclude(started_at=None).exclude(state=Round.CANCELLED):
            moments: list[HandVersion | TotalsVersion] = [
                *hands.filter(hand__table__event_table__round=played, number=1),
                *totals.filter(event_table__round=played, number=1),
            ]
            end = played.closed_at or now
            assert moments
            began = there(played.started_at)
            assert all(began < line.made_at < end for line in moments)
            took = end - began
            least = timedelta(minutes=25 if played.closed_at else 10)
            assert least < took < timedelta(hours=3)
        if event.state == Event.FINAL:
            assert now - changes[-1] > timedelta(hours=1)
            assert now - there(event.starts_at) > timedelta(hours=2)


def test_who_did_it() -> None:
    assert {who for event in Event.objects.all() for who in who_at(event)} == {DEMO_DIRECTOR}
    assert not demo_account(Club.objects.get()).has_usable_password()
    assert not Session.objects.exists()


def test_whoever_did_it_signs_in_with_what_the_start_says(tmp_path: Path) -> None:
    password = demo_director(CLUB, tmp_path)
    assert password == demo_director(CLUB, tmp_path)
    assert demo_account(Club.objects.get()).username != DEMO_DIRECTOR
    client = Client()
    assert client.login(username=DEMO_DIRECTOR, password=password)
    assert "Thursday league" in words_of(client.get(f"/clubs/{Club.objects.get().pk}/"))


def who_at(event: Event) -> set[str]:
    return set(event.changes.exclude(kind="sheet_confirmed").values_list("who", flat=True))


def test_everybody_may_look() -> None:
    client = Client()
    for event in Event.objects.all():
        response = client.get(f"/e/{event.pk}/")
        assert response.status_code == 200
        assert event.title in words_of(response)
    series = Series.objects.get()
    assert f'href="/s/{series.pk}/"' in client.get("/events/").content.decode()
    assert "best 3" in words_of(client.get(f"/s/{series.pk}/"))


def test_the_start_says_what_it_plays_and_plays_it_once(played: list[str]) -> None:
    assert len(played) == len(set(played)) > 5
    assert {event.title for event in Event.objects.all()} <= set(played)
    before = Event.objects.count()
    build_demo()
    assert Event.objects.count() == before


def test_an_event_is_played_alike_every_time() -> None:
    """The seed of a draw is made from the event's key: the second one has to have the same."""
    club = Club.objects.get()
    director = Browser.of(demo_account(club), looks_back=False)
    night = replace(LEAGUE, people=REGULARS, answers=LEAGUE.answers | {"title": "Once more"})
    sequences = connection.ops.sequence_reset_sql(no_style(), [Event])
    found = []
    for _time in range(2):
        with taken_back():
            for sentence in sequences:
                connection.cursor().execute(sentence)
            event = Demo(club, director, lambda _words: None).plays(night)
            found.append(all_of(event))
    assert found[0] == found[1]
    assert found[0]


def all_of(event: Event) -> list[object]:
    hands = HandVersion.objects.filter(hand__table__event_table__round__event=event)
    return [
        *event.entries.order_by("pk").values_list("number", "name"),
        *event.rounds.values_list("number", "plan"),
        *event.results.order_by("pk").values_list("entry__number", "side", "points", "hands"),
        *hands.order_by("pk").values_list("hand__number", "record"),
        *event.changes.order_by("pk").values_list("kind", "before", "after", "who"),
    ]
