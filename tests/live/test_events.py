"""Events that are watched: one question for all, drawn once, told at most twice a second."""

from __future__ import annotations

import time
from typing import Any

import pytest
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.core import signing
from django.db import transaction
from django.db.models import F
from pytest_django import DjangoAssertNumQueries

from accounts.sign_ins import NOTED
from tests.answers import there
from tests.events.big import big_event
from tests.events.conftest import signs_in
from tests.events.states import cancelled
from tests.live.conftest import Opens
from tournaments.common.access import Reach, clubs_with, reach_of
from tournaments.common.locks import announce, announce_event
from tournaments.common.rights import Right
from tournaments.events.standings.queries.snapshots import event_rounds, state_of
from tournaments.live import broker as brokers
from tournaments.live.broker import Rights
from tournaments.live.rendered import Picture, draw_event
from tournaments.live.state import event_states, table_states
from tournaments.live.tickets import EVENT, SALT, TABLE, Ticket
from tournaments.models import (
    Announcement,
    Club,
    Event,
    EventTable,
    Membership,
    Result,
    Round,
    Table,
)

pytestmark = [pytest.mark.alone, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def club() -> Club:
    return Club.objects.create(name="Skat room")


@pytest.fixture
def event(club: Club) -> Event:
    return big_event(club, entries=12, closed=1, running=True, rounds=3)


@pytest.fixture
def directs(club: Club) -> dict[str, object]:
    """What the ticket of a director of the club has beside that of everybody."""
    dora = signs_in("Dora", club)
    return {"is_director": True, "sign_in": dora.session[NOTED]["pk"]}


def ticket(event: Event, view: str, **more: Any) -> Ticket:
    return Ticket(EVENT, event.pk, "en", view=view, **more)


def state(event: Event) -> int:
    return event_states([event.pk])[event.pk].version


def saves_a_hand(event: Event, points: int = 99) -> Table:
    """What a phone does: new points at a table, which counts its change."""
    place = EventTable.objects.filter(round__event=event, round__state=Round.DRAWN).first()
    with transaction.atomic():
        Table.objects.filter(pk=there(place).table_id).update(version=F("version") + 1)
        Result.objects.filter(event_table=place, side=0).update(points=points)
        announce(there(place).table_id)
    return there(place).table


def announces(event: Event, text: str) -> None:
    """What a director does."""
    with transaction.atomic():
        Announcement.objects.create(event=event, text=text)
        Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
        announce_event(event.pk)


@pytest.mark.parametrize("events", [1, 5])
def test_one_question_for_all_events(
    club: Club, django_assert_num_queries: DjangoAssertNumQueries, events: int
) -> None:
    made = [big_event(club, entries=8, closed=2, seed=seed) for seed in range(events)]
    with django_assert_num_queries(1):
        states = event_states([event.pk for event in made])
    assert {pk: state.version for pk, state in states.items()} == {
        event.pk: state_of(event, event_rounds(event)) for event in made
    }


def test_the_state_grows_with_every_change_also_when_a_round_is_cancelled(event: Event) -> None:
    states = [state(event)]
    saves_a_hand(event)
    states.append(state(event))
    event.rounds.filter(number=2).update(**cancelled())
    Event.objects.update(version=F("version") + 1)
    states.append(state(event))
    assert states == sorted(set(states))


def test_the_tables_of_a_published_event_may_be_watched_by_all(event: Event) -> None:
    place = EventTable.objects.filter(round__event=event, round__number=2).first()
    public = Ticket(TABLE, there(place).table_id, "en")

    def admits() -> bool:
        return table_states([there(place).table_id])[there(place).table_id].admits(public)

    assert admits()
    Round.objects.filter(pk=there(place).round_id).update(published_at=None)
    assert not admits()
    Round.objects.filter(pk=there(place).round_id).update(published_at=event.published_at)
    Event.objects.update(published_at=None)
    assert not admits()


def test_the_standing_is_pushed_after_a_hand(opens: Opens, event: Event) -> None:
    view = opens(f"{ticket(event, 'standing').address}?seen={state(event)}")
    assert view.next().name == "hello"
    saves_a_hand(event, points=9876)
    pushed = view.next()
    assert (pushed.name, pushed.version) == ("event", state(event))
    assert 'id="event-standing"' in pushed.data
    assert "+9876" in pushed.data


def test_phones_are_told_news_and_not_of_every_hand(opens: Opens, event: Event) -> None:
    table = saves_a_hand(event)
    elsewhere = ticket(event, "news")
    mine = ticket(event, "news", own=(table.pk, Table.objects.get(pk=table.pk).version))
    far, near = (opens(f"{one.address}?seen={state(event)}") for one in (elsewhere, mine))
    assert far.next().name == near.next().name == "hello"
    saves_a_hand(event)
    assert near.next().name == "own"
    announces(event, "Soup is served")
    for view in (far, near):
        pushed = view.next()
        assert pushed.name == "event"
        assert "Soup is served" in pushed.data
        assert "event-standing" not in pushed.data


def test_a_page_that_missed_its_own_table_is_told_at_once(opens: Opens, event: Event) -> None:
    table = saves_a_hand(event)
    late = ticket(event, "news", own=(table.pk, 0))
    events = iter(opens(f"{late.address}?seen={state(event)}"))
    assert "own" in {next(events).name, next(events).name}


def test_a_screen_is_told_that_something_changed(opens: Opens, event: Event) -> None:
    view = opens(f"{ticket(event, 'changes').address}?seen={state(event)}")
    assert view.next().name == "hello"
    saves_a_hand(event)
    assert view.next()[::2] == ("changed", state(event))


def test_an_event_is_drawn_twice_a_second_and_the_newest_wins(
    opens: Opens, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[float] = []

    def noted(ticket: Ticket) -> Picture:
        drawn.append(time.monotonic())
        return draw_event(ticket)

    monkeypatch.setattr(brokers, "draw_event", noted)
    view = opens(f"{ticket(event, 'standing').address}?seen={state(event)}")
    assert view.next().name == "hello"
    for points in range(1001, 1013):
        saves_a_hand(event, points=points)
        time.sleep(0.08)
    assert any("+1012" in view.next().data for _ in range(12))
    assert len(drawn) <= 2 + (drawn[-1] - drawn[0]) / brokers.EVENT_PACE


def test_a_hidden_standing_is_not_pushed_but_to_directors(
    opens: Opens, club: Club, directs: dict[str, object]
) -> None:
    event = big_event(club, entries=8, closed=1, running=True, rounds=2, shows="before_last")
    seen = f"?seen={state(event)}"
    public = opens(ticket(event, "standing").address + seen)
    director = opens(ticket(event, "standing", **directs).address + seen)
    assert public.next().name == director.next().name == "hello"
    saves_a_hand(event, points=4321)
    assert "+4321" in director.next().data
    pushed = public.next().data
    assert "hidden" in pushed
    assert "4321" not in pushed


def test_an_event_that_is_no_longer_published_ends_its_streams(
    opens: Opens, event: Event, directs: dict[str, object]
) -> None:
    seen = f"?seen={state(event)}"
    public = opens(ticket(event, "news").address + seen)
    director = opens(ticket(event, "news", **directs).address + seen)
    assert public.next().name == director.next().name == "hello"
    Event.objects.update(published_at=None, version=F("version") + 1)
    with transaction.atomic():
        announce_event(event.pk)
    assert [each.name for each in public] == ["gone"]
    announces(event, "Still here")
    assert any("Still here" in director.next().data for _ in range(2))


def test_whoever_directs_no_more_is_told_nothing_more(
    opens: Opens, club: Club, directs: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    event = big_event(club, entries=8, closed=1, running=True, rounds=2, shows="before_last")
    address = ticket(event, "standing", **directs).address
    stream = opens(f"{address}?seen={state(event)}")
    assert stream.next().name == "hello"
    Membership.objects.all().delete()
    assert [each.name for each in stream] == ["stale"]  # the page is asked for anew
    saves_a_hand(event, points=4321)
    assert opens(address).response.status == 404
    before = {"e": event.pk, "v": "news", "g": "en", "p": 1, "d": True, "o": None, "u": 1}
    old = signing.dumps(before, salt=SALT)
    assert [each.name for each in opens(f"/live/{old}/")] == ["stale"]
    User.objects.update(is_superuser=True)
    assert "+4321" in opens(f"{address}?seen=1").next().data


def test_nothing_is_shown_to_whoever_has_lost_the_right_on_the_way_in(
    opens: Opens, club: Club, directs: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is anything where nobody could say it at the door, because the database was away."""

    async def admit(_rights: Rights, _ticket: Ticket) -> bool:
        return True

    monkeypatch.setattr(Rights, "admit", admit)
    monkeypatch.setattr(brokers, "ASKED_EVERY", 3600.0)
    event = big_event(club, entries=8, closed=1, running=True, rounds=2, shows="before_last")
    address = ticket(event, "standing", **directs).address
    assert opens(f"{address}?seen={state(event)}").next().name == "hello"
    Membership.objects.all().delete()
    assert [each.name for each in opens(f"{address}?seen=1")] == ["stale"]


@pytest.mark.parametrize("directors", [1, 4])
def test_rights_are_asked_for_all_at_once(
    club: Club, django_assert_num_queries: DjangoAssertNumQueries, directors: int
) -> None:
    doras = [signs_in(f"Dora {number}", club) for number in range(directors)]
    sign_ins = [dora.session[NOTED]["pk"] for dora in doras]
    with django_assert_num_queries(2):
        assert reach_of([*sign_ins, 10**6]) == {
            10**6: Reach(),
            **{key: Reach(clubs={club.pk: Membership.DIRECTOR}) for key in sign_ins},
        }


def test_the_rule_for_many_is_that_for_one(club: Club) -> None:
    harbour = Club.objects.create(name="Harbour")
    clients = [
        signs_in("Dora", club),
        signs_in("Emil", club, harbour),
        signs_in("Nora"),
        signs_in("Alma", is_admin=True),
        signs_in("Otto", club),
    ]
    User.objects.filter(username="Otto").update(is_active=False)
    for client in clients:
        sign_in = client.session[NOTED]["pk"]
        user = User.objects.get(pk=client.session[SESSION_KEY])
        reach = reach_of([sign_in])[sign_in]
        for right in Right:
            found = {each.pk for each in Club.objects.all() if right in reach.rights(each.pk)}
            assert found == {each.pk for each in clubs_with(user, right)}


def test_an_unknown_event_is_gone(opens: Opens) -> None:
    assert [each.name for each in opens(Ticket(EVENT, 10**6, "en", view="news").address)] == [
        "gone"
    ]


def test_a_ticket_for_a_table_opens_no_event(opens: Opens, event: Event) -> None:
    as_table = Ticket(TABLE, event.pk, "en")
    assert not event_states([event.pk])[event.pk].admits(as_table)
    assert (
        not table_states([there(Table.objects.first()).pk])
        .popitem()[1]
        .admits(ticket(event, "news"))
    )
