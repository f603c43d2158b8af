"""What is left of an event at its end: open fees, prizes not handed over, what the box lacks."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.answers import Answer
from tests.events.money.prize_giving import evening_of, gives, locks, read
from tests.events.played import plays
from tests.tables.conftest import FormReader, words_of
from tournaments.events.check_in.services import leave, set_paid
from tournaments.events.desk.queries.checklist import checklist_of
from tournaments.events.desk.queries.concerns import missing, next_step
from tournaments.events.desk.queries.desk import desk_of
from tournaments.events.money.queries.prizes import prize_list
from tournaments.events.money.services import count_cash, free_entry
from tournaments.models import Author, Entry, Event

UNPAID = "3 have not paid"
PRIZES = "2 prizes are not handed over"
BOX = "The box has 10 too little"


@pytest.fixture
def evening(new_event: Callable[..., Event], by: Author) -> Event:
    """Eight have played for two prizes; three of them have not paid, and the box lacks 10."""
    event = evening_of(new_event, by, payout=(50, 30))
    event.entries.filter(number__gt=5).update(is_paid=False)
    counts(event, by, 4000)
    return event


def counts(event: Event, by: Author, cents: int) -> None:
    count_cash(event=event, cents=cents, note="", by=by, submission=uuid4())


def said(event: Event) -> list[str]:
    return [line.sentence for line in missing(desk_of(read(event)))]


def items(event: Event) -> dict[str, tuple[bool, str]]:
    phases = checklist_of(desk_of(read(event)))
    return {item.key: (item.is_done, item.note) for phase in phases for item in phase.items}


def presses_lock(client: Client, event: Event, page: str | None = None) -> Answer:
    address = reverse("lock_final", args=[event.pk])
    html = page or client.get(address).content.decode()
    return client.post(address, FormReader(html).sent_to(address))


def test_locking_asks_once_and_names_what_is_left(director: Client, evening: Event) -> None:
    before = words_of(director.get(reverse("lock_final", args=[evening.pk])))
    assert "Still to be done 3 have not paid" in before
    assert BOX in before
    asked = presses_lock(director, evening)
    assert asked.status_code == 422
    words = words_of(asked)
    assert "Lock it with this still to be done? 3 have not paid" in words
    assert BOX in words
    assert read(evening).state == Event.RUNNING
    assert presses_lock(director, evening, asked.content.decode()).status_code == 302
    assert read(evening).state == Event.FINAL


def test_what_came_up_after_the_question_is_asked_about_too(
    director: Client, evening: Event, by: Author
) -> None:
    asked = presses_lock(director, evening).content.decode()
    counts(evening, by, 3500)
    again = presses_lock(director, evening, asked)
    assert again.status_code == 422
    assert "The box has 15 too little" in words_of(again)
    assert read(evening).state == Event.RUNNING


def test_a_list_with_nothing_left_is_locked_at_once(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = evening_of(new_event, by, payout=(50, 30))
    assert "Still to be done" not in words_of(director.get(reverse("lock_final", args=[event.pk])))
    assert presses_lock(director, event).status_code == 302
    assert read(event).state == Event.FINAL


def test_a_prize_of_a_round_is_left_before_the_lock(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = evening_of(new_event, by, payout=(50,), round_prize=10)
    due = [one for one in prize_list(event).prizes if one.may_be_given]
    assert {one.key for one in due} == {"round-1"}
    asked = words_of(presses_lock(director, event))
    question = asked.split("Lock it with this still to be done?")[1]
    question = question.split("Lock it all the same")[0]
    assert f"{len(due)} prizes are not handed over" in question
    assert "Place 1" not in question


def test_a_locked_event_goes_on_saying_it_until_it_is_done(
    director: Client, evening: Event, by: Author
) -> None:
    event = locks(evening, by)
    assert said(event) == [UNPAID, PRIZES, BOX]
    desk = words_of(director.get(reverse("desk", args=[event.pk])))
    assert "Nothing is missing" not in desk
    for line in (UNPAID, PRIZES, BOX):
        assert line in desk
        assert line in words_of(director.get(reverse("lock_final", args=[event.pk])))
    six, seven, eight = event.entries.filter(number__gt=5).order_by("number")
    for paid in (six, seven):
        set_paid(entry=paid, is_paid=True, by=by, submission=uuid4())
    assert said(event)[0] == "1 has not paid"
    free_entry(entry=eight, reason="Never seen again", by=by, submission=uuid4())
    for number in (1, 5):
        gives(read(event), by, number)
    counts(event, by, prize_list(read(event)).takings.expected)
    assert said(event) == []


def test_what_is_paid_after_the_lock_stays_with_the_club(evening: Event, by: Author) -> None:
    event = locks(evening, by)
    before = prize_list(event)
    set_paid(entry=event.entries.get(number=6), is_paid=True, by=by, submission=uuid4())
    after = prize_list(read(event))
    assert [one.cents for one in after.prizes] == [one.cents for one in before.prizes]
    assert after.awarded.kept == before.awarded.kept + 1000
    assert after.awarded.income == after.takings.fees == 6000


def test_each_line_leads_to_where_it_is_done(director: Client, evening: Event, by: Author) -> None:
    event = locks(evening, by)
    response = director.get(reverse("desk", args=[event.pk]))
    unpaid, prizes, box = response.context["missing"]
    entry = event.entries.get(number=6)
    assert unpaid.each[0].label == "6 Anna 6"
    assert unpaid.each[0].address == reverse("entry_money", args=[event.pk, entry.pk])
    page = director.get(unpaid.each[0].address)
    assert "10 is paid" in words_of(page)
    form = FormReader(page.content.decode()).sent_to(unpaid.each[0].address)
    assert director.post(unpaid.each[0].address, form | {"deed": "paid"}).status_code == 302
    assert Entry.objects.get(pk=entry.pk).is_paid
    assert prizes.links[0].address == reverse("prizes", args=[event.pk])
    assert box.links[0].address == reverse("cash", args=[event.pk])
    assert director.get(box.links[0].address).status_code == 200


def test_whoever_has_gone_home_without_paying_is_still_named(evening: Event, by: Author) -> None:
    leave(entry=evening.entries.get(number=6), by=by, submission=uuid4())
    assert UNPAID in said(evening)


def test_the_checklist_says_the_same(evening: Event, by: Author) -> None:
    event = locks(evening, by)
    listed = items(event)
    assert listed["paid"] == (False, "here: 8, not paid: 3")
    assert listed["handed"] == (False, "0 of 2")
    assert listed["box"] == (False, "too little: 10")
    event.entries.update(is_paid=True)
    for number in (1, 5):
        gives(read(event), by, number)
    counts(event, by, prize_list(read(event)).takings.expected)
    listed = items(event)
    assert (listed["paid"][0], listed["handed"]) == (True, (True, "2 of 2"))
    assert listed["box"] == (True, "")


def test_until_the_end_the_prizes_are_not_missing(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=8, fee=1000, rounds=2, hands=4, payout=(50,), round_prize=10)
    event.entries.update(is_paid=True)
    plays(event, by)
    assert not any("prize" in text for text in said(event))
    plays(read(event), by, 2)
    assert next_step(desk_of(read(event))).links[0].page == "lock_final"
    assert any("not handed over" in text for text in said(event))
