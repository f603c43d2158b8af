"""Two directors who do the same, or opposite things, at the same moment; with their controls.

What one of them was asked or shown before he pressed is asked again under the lock.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Barrier
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.events.conftest import FormReader, signs_in, words_of
from tests.events.played import draws, keys, starts
from tests.meeting import at_once, done_after, met_after
from tests.records.club_evenings import NOBODY
from tests.series.series_stories import series_of
from tournaments.common.locks import lock_table
from tournaments.events import actions
from tournaments.events.check_in import services as persons
from tournaments.events.draw.queries.drawing import Choice
from tournaments.events.draw.services import rounds as services_of_rounds
from tournaments.events.draw.services.rounds import (
    accept_draw,
    draw_round,
    publish_round,
    start_round,
)
from tournaments.events.results.queries.progress import missing_of, open_sheets
from tournaments.events.results.services import sheets
from tournaments.events.results.services.sheets import close_round
from tournaments.events.results.services.totals import key_totals, withdraw_totals
from tournaments.events.standings.queries.final import final_page
from tournaments.events.standings.services import lock_final, reopen_final
from tournaments.models import Author, Club, Event, EventTable, Player, Round, SeriesStage, Table
from tournaments.tables.services import hands
from tournaments.tables.services.hands import record_hand

pytestmark = [pytest.mark.alone, pytest.mark.django_db(transaction=True)]

ASKS = "Say whether it is one of these people."
DESKS = 6
TIMES = 3
HAND = {"picker": 0, "picker_points": 75}

Form = tuple[str, dict[str, str]]
Deed = Callable[[], object]

on_postgresql = pytest.mark.skipif(
    connection.vendor == "sqlite", reason="SQLite lets one write after the other"
)


def form_on(client: Client, page: str, action: str) -> dict[str, str]:
    """What the form of a page would send as it stands."""
    return FormReader(client.get(page).content.decode()).sent_to(action)


@pytest.fixture
def desks(club: Club) -> list[Client]:
    """The browsers of so many directors of one club."""
    return [signs_in(f"Desk {number}", club) for number in range(DESKS)]


def together(clients: list[Client], forms: list[Form]) -> list[int]:
    """All send their form at the same moment; the answers' status."""
    statuses: dict[int, int] = {}

    def send(nth: int) -> None:
        statuses[nth] = clients[nth].post(*forms[nth]).status_code

    raised = at_once([partial(send, nth) for nth in range(len(forms))])
    assert set(raised) == {""}
    return [statuses[nth] for nth in range(len(forms))]


def new_person(desks: list[Client], event: Event, name: str, where: str) -> list[Form]:
    """Everybody has typed the same name of somebody new into a form."""
    address = reverse("new_entry", args=[event.pk])
    forms = []
    for client in desks:
        if where == "door":
            door = f"{reverse('door', args=[event.pk])}?q={name}"
            [form] = [
                sent
                for _where, sent in FormReader(client.get(door).content.decode()).forms
                if sent.get("person-0-who") == "new"
            ]
            forms.append((address, form | {"deed": "here"}))
        else:
            sent = form_on(client, address, address)
            forms.append((address, sent | {"person-0-name": name, "deed": "register"}))
    return forms


@pytest.mark.parametrize("where", ["door", "form"])
def test_one_new_person_typed_at_several_desks_is_one_person(
    new_event: Callable[..., Event], desks: list[Client], where: str
) -> None:
    event = new_event()
    Player.objects.create(club=event.club, name="Anna Hubert")
    seen = str(Player.objects.get().pk)
    forms = new_person(desks, event, "Anna Huber", where)
    if where == "form":
        said = {"person-0-who": "new", "person-0-seen": seen}
        forms = [(address, form | said) for address, form in forms]
    assert sorted(together(desks, forms)) == [302] + [422] * (DESKS - 1)
    assert Player.objects.filter(name="Anna Huber").count() == event.entries.count() == 1
    answer = desks[0].post(forms[0][0], forms[0][1] | {"submission": str(uuid4())})
    assert ASKS in words_of(answer)
    assert "Anna Hubert" in words_of(answer)


def test_whoever_says_that_it_is_another_one_is_asked_once(
    new_event: Callable[..., Event], desks: list[Client]
) -> None:
    event = new_event()
    forms = new_person(desks[:2], event, "Anna Huber", "door")
    assert together(desks[:2], forms[:1]) == [302]
    asked = desks[1].post(*forms[1])
    assert asked.status_code == 422
    again = FormReader(asked.content.decode()).sent_to(forms[1][0])
    assert "person-0-who" not in again
    said = again | {"person-0-who": "new", "person-0-home": "Regen", "deed": "here"}
    assert desks[1].post(forms[1][0], said).status_code == 302
    assert Player.objects.filter(name="Anna Huber").count() == event.entries.count() == 2


def test_control_without_the_second_question_they_are_several(
    new_event: Callable[..., Event], desks: list[Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(persons, "alike", lambda name, people: [])
    event = new_event()
    together(desks, new_person(desks, event, "Anna Huber", "door"))
    assert Player.objects.filter(name="Anna Huber").count() > 1


def presses_next_evening(
    new_event: Callable[..., Event], by: Author, desks: list[Client], **said: str
) -> list[int]:
    """All press "Next evening" on the page of a series of one evening; the answers' status.

    `said`: what their forms say otherwise than the page.
    """
    first = new_event(hands=4, rounds=1)
    Event.objects.update(title="Evening 1")
    series = series_of(Club.objects.get(), by, first)
    where, desk = (reverse(name, args=[series.pk]) for name in ("next_stage", "series_desk"))
    return sorted(together(desks, [(where, form_on(one, desk, where) | said) for one in desks]))


def test_the_next_evening_is_made_once_however_many_press(
    new_event: Callable[..., Event], by: Author, desks: list[Client]
) -> None:
    assert presses_next_evening(new_event, by, desks) == [302] + [422] * (DESKS - 1)
    assert sorted(Event.objects.values_list("title", flat=True)) == ["Evening 1", "Evening 2"]
    assert SeriesStage.objects.count() == 2


def test_control_without_looking_who_was_first_there_are_several(
    new_event: Callable[..., Event], by: Author, desks: list[Client]
) -> None:
    presses_next_evening(new_event, by, desks, seen_version="99")
    assert SeriesStage.objects.count() > 2


def at_a_round(new_event: Callable[..., Event], by: Author, rounds: int = 1) -> Event:
    """Two tables at which all totals are keyed."""
    event = new_event(entries=8, hands=4, rounds=rounds)
    for place in starts(event, by).tables.order_by("number"):
        keys(place, by, 9, -3, -3, -3)
    return Event.objects.get(pk=event.pk)


def closes(event: Event, by: Author) -> Deed:
    return lambda: close_round(event=event, number=1, by=by, submission=uuid4())


def locks(event: Event, by: Author) -> Deed:
    seen = final_page(event).fingerprint
    return lambda: lock_final(event=event, seen=seen, by=by, submission=uuid4())


def takes_back(event: Event, by: Author) -> Deed:
    return lambda: withdraw_totals(
        event=event,
        place=event.rounds.get().tables.get(number=2),
        seen_number=1,
        reason="Of another table",
        by=by,
        submission=uuid4(),
    )


def accepts(event: Event, by: Author, seen: int) -> Deed:
    return lambda: accept_draw(
        event=event, number=1, anyway=True, seen_version=seen, by=by, submission=uuid4()
    )


def draws_again(event: Event, by: Author, seen: int) -> Deed:
    choice = Choice("random_wishes", "bye")
    return lambda: draw_round(
        event=event, number=1, choice=choice, seen_version=seen, by=by, submission=uuid4()
    )


def accept_and_redraw(new_event: Callable[..., Event], by: Author) -> tuple[list[str], bool]:
    """What either raised, and whether the draw that is accepted is the one that was seen."""
    event = new_event(entries=16, hands=4)
    seen_plan = draws(event, by).plan
    event.refresh_from_db()
    seen = event.version
    raised = at_once([draws_again(event, by, seen), accepts(event, by, seen)])
    accepted = event.rounds.filter(state=Round.DRAWN).first()
    return raised, accepted is None or accepted.plan == seen_plan


def test_the_draw_that_is_accepted_is_the_one_that_was_seen(
    new_event: Callable[..., Event], by: Author
) -> None:
    for _nth in range(TIMES):
        raised, is_seen = accept_and_redraw(new_event, by)
        assert is_seen
        assert sorted(raised) == ["", "Refused"]


def test_control_without_the_version_an_unseen_draw_is_accepted(
    new_event: Callable[..., Event], by: Author, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services_of_rounds, "refuse_unseen", lambda *seen: None)
    event = new_event(entries=16, hands=4)
    seen_plan = draws(event, by).plan
    draws_again(event, by, 0)()
    accepts(event, by, 0)()
    assert event.rounds.get(state=Round.DRAWN).plan != seen_plan


def is_noted_late(event: Event) -> bool:
    """Whether totals that a closed round lacks are written down as taken back after its end."""
    return event.changes.filter(kind="corrected_late").exists()


def test_a_round_is_not_closed_over_totals_that_are_just_taken_back(
    new_event: Callable[..., Event], by: Author
) -> None:
    for _nth in range(TIMES):
        event = at_a_round(new_event, by)
        assert at_once([closes(event, by), takes_back(event, by)], meet=True).count("") >= 1
        lacks = bool(open_sheets(event).empty)
        is_closed = event.rounds.get().state == Round.CLOSED
        assert lacks == (is_closed and event.changes.filter(kind="totals_withdrawn").exists())
        assert lacks == is_noted_late(event)


@on_postgresql
def test_control_without_the_event_and_the_sheets_a_round_is_closed_over_a_hole(
    new_event: Callable[..., Event], by: Author, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = at_a_round(new_event, by)
    monkeypatch.setattr(actions, "lock_row", lambda event: Event.objects.get(pk=event.pk))
    monkeypatch.setattr(
        sheets, "lock_tables", lambda wanted: list(wanted.values_list("pk", flat=True))
    )
    emptied = done_after(missing_of, takes_back(event, by))
    monkeypatch.setattr(sheets, "missing_of", emptied)
    assert at_once([closes(event, by)]) == [""]
    assert event.rounds.get().state == Round.CLOSED
    assert open_sheets(event).empty
    assert not is_noted_late(event)


def lock_and_take_back(new_event: Callable[..., Event], by: Author) -> bool:
    """Whether the list was locked with a hole in it."""
    event = at_a_round(new_event, by)
    closes(event, by)()
    at_once([locks(event, by), takes_back(event, by)], meet=True)
    event.refresh_from_db()
    return event.state == Event.FINAL and bool(open_sheets(event).empty)


def test_the_list_is_not_locked_over_totals_that_are_just_taken_back(
    new_event: Callable[..., Event], by: Author
) -> None:
    assert not any(lock_and_take_back(new_event, by) for _nth in range(TIMES))


@on_postgresql
def test_control_without_the_event_the_list_is_locked_over_a_hole(
    new_event: Callable[..., Event], by: Author, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(actions, "lock_row", lambda event: Event.objects.get(pk=event.pk))
    assert lock_and_take_back(new_event, by)


def saves(table: Table) -> Deed:
    return lambda: record_hand(table=table, record=HAND, by=NOBODY, submission=uuid4())


def first_hands_while_a_round_closes(new_event: Callable[..., Event], by: Author) -> set[str]:
    """Every table saves its first hand while directors try to close the round."""
    event = new_event(entries=48, hands=4)
    tables = [place.table for place in starts(event, by).tables.select_related("table")]
    return set(at_once([*map(saves, tables), *[closes(event, by)] * DESKS]))


def test_a_phone_that_saves_does_not_wait_for_a_director_who_waits_for_it(
    new_event: Callable[..., Event], by: Author
) -> None:
    assert first_hands_while_a_round_closes(new_event, by) == {"", "Refused"}


@on_postgresql
def test_control_where_all_that_refers_to_an_event_waits_there_is_a_circle(
    new_event: Callable[..., Event], by: Author, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = new_event(entries=4, hands=4)
    table = starts(event, by).tables.get().table

    def locks_all(event: Event) -> Event:
        return Event.objects.select_for_update().get(pk=event.pk)

    # The director has the event and the phone its sheet: now either wants the other's.
    both = Barrier(2)
    monkeypatch.setattr(actions, "lock_row", met_after(both, locks_all))
    monkeypatch.setattr(hands, "lock_table", met_after(both, lock_table))
    raised = at_once([saves(table), closes(event, by)])
    assert "OperationalError" in raised


TEN = 10


def test_each_deed_of_the_desk_ten_times_at_once_is_done_once(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=8, hands=4, rounds=1)
    draws(event, by)
    event.refresh_from_db()
    seen = event.version

    def ten_times(kind: str, deed: Deed) -> None:
        before = event.changes.filter(kind=kind).count()
        raised = at_once([deed] * TEN)
        assert set(raised) <= {"", "Refused", "TotalsMoved"}, (kind, raised)
        assert event.changes.filter(kind=kind).count() == before + 1, kind

    def on_round(service: Callable[..., object]) -> Deed:
        return lambda: service(event=event, number=1, by=by, submission=uuid4())

    ten_times("draw_accepted", accepts(event, by, seen))
    ten_times("round_published", on_round(publish_round))
    ten_times("round_started", on_round(start_round))
    for place in event.rounds.get().tables.order_by("number"):
        ten_times("totals_keyed", partial(keys_once, place, by))
    ten_times("round_closed", closes(event, by))
    ten_times("final_locked", locks(event, by))
    ten_times(
        "final_reopened",
        lambda: reopen_final(event=event, reason="Read wrong", by=by, submission=uuid4()),
    )
    ten_times("totals_withdrawn", takes_back(event, by))
    event.refresh_from_db()
    assert event.version == event.changes.exclude(kind__in=("made", "corrected_late")).count()


def keys_once(place: EventTable, by: Author) -> None:
    key_totals(
        event=place.round.event,
        place=place,
        record={"points": [9, -3, -3, -3], "hands": 4},
        seen_number=0,
        by=by,
        submission=uuid4(),
    )
