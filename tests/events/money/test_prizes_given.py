"""Prizes that are fixed with the final list, handed over, read out, amended."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.answers import there
from tests.events.money.prize_giving import evening_of, everybody_pays, gives, locks, read, reopens
from tests.events.played import keys, plays, starts
from tests.tables.conftest import FormReader, words_of
from tournaments.common.actions import Refused
from tournaments.events.money.queries.prizes import prize_list, receipts
from tournaments.events.money.services import hand_over, reverse_line
from tournaments.models import Author, CashLine, Entry, Event, EventChange


@pytest.fixture
def evening(new_event: Callable[..., Event], by: Author) -> Callable[..., Event]:
    """An evening that was played, with these settings."""
    return partial(evening_of, new_event, by)


def test_the_list_is_fixed_with_the_final_list(evening: Callable[..., Event], by: Author) -> None:
    event = locks(evening(payout=(50,), tie_breaks=("lot",)), by)
    assert event.kept_prizes.get().revision == 1
    Entry.objects.filter(event=event).update(is_paid=False)
    assert prize_list(event).prizes[0].cents == 4000


def test_nothing_is_handed_over_before_it_is_fixed(
    evening: Callable[..., Event], by: Author
) -> None:
    event = evening(payout=(50,), round_prize=10)
    with pytest.raises(Refused, match="Lock the final list first"):
        gives(event, by, 1)
    gives(event, by, 1, "round-1")
    assert prize_list(event).handed_over == 1


def test_the_prize_of_a_round_waits_until_the_round_is_closed(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=8, fee=1000, rounds=2, hands=4, round_prize=10)
    everybody_pays(event)
    plays(event, by)
    for place in starts(event, by, 2).tables.all():
        keys(place, by, 9, -3, -3, -3)
    event = read(event)
    fixed = {(one.key, one.may_be_given) for one in prize_list(event).prizes}
    assert fixed == {("round-1", True), ("round-2", False)}
    with pytest.raises(Refused, match="Lock the final list first"):
        gives(event, by, 1, "round-2")


def test_handed_over_once_and_taken_back_with_a_reason(
    evening: Callable[..., Event], by: Author
) -> None:
    event = locks(evening(payout=(50, 20)), by)
    gives(event, by, 1)
    gives(event, by, 1)
    line = CashLine.objects.get(kind="prize")
    assert (line.amount, line.revision, line.who) == (2800, 1, "Dora")
    assert prize_list(event).handed_over == 1
    with pytest.raises(Refused, match="Say why"):
        reverse_line(event=event, line=line.pk, reason=" ", by=by, submission=uuid4())
    reverse_line(event=event, line=line.pk, reason="Wrong Anna", by=by, submission=uuid4())
    assert prize_list(event).handed_over == 0
    kinds = EventChange.objects.filter(event=event, kind__startswith="prize").order_by("pk")
    assert [(each.kind, there(each.entry).number) for each in kinds] == [
        ("prize_given", 1),
        ("prize_taken_back", 1),
    ]
    gives(event, by, 1)
    assert prize_list(event).handed_over == 1


def test_a_page_that_shows_another_amount_hands_nothing_over(
    evening: Callable[..., Event], by: Author
) -> None:
    event = locks(evening(payout=(50, 20)), by)
    entry = event.entries.get(number=1).pk
    with pytest.raises(Refused, match="it is 28 now"):
        hand_over(event=event, key="place", entry=entry, seen_cents=1, by=by, submission=uuid4())


def test_an_amended_list_says_what_changed_and_who_had_it(
    evening: Callable[..., Event], by: Author
) -> None:
    event = locks(evening(payout=(50, 20, 10), tie_breaks=("points", "shared")), by)
    gives(event, by, 1)
    gives(event, by, 5)
    event = reopens(event, by)
    keys(event.rounds.get().tables.get(number=2), by, -9, 12, 0, -3)
    event = locks(event, by)
    listed = prize_list(event)
    changes = {one.number: one for one in listed.changes}
    assert (there(changes[5].before).cents, changes[5].after, there(changes[5].given).amount) == (
        2800,
        None,
        2800,
    )
    assert (there(changes[6].before).cents, there(changes[6].after).cents, changes[6].given) == (
        133,
        4000,
        None,
    )
    assert (there(changes[1].after).title, there(changes[1].after).cents) == ("Place 2", 1600)
    assert [(one.number, one.given.amount) for one in listed.overtaken] == [(5, 2800)]
    (first,) = (one for one in listed.prizes if one.number == 1)
    assert first.differs == 1600 - 2800
    with pytest.raises(Refused, match="Handed over already: 28"):
        gives(event, by, 1)


def test_nobody_gets_anything_before_anything_is_played(new_event: Callable[..., Event]) -> None:
    event = new_event(entries=4, fee=500, payout=(50,), last_prize="a lemon")
    everybody_pays(event)
    listed = prize_list(event)
    assert listed.prizes == ()
    assert listed.awarded.kept == listed.awarded.income == 2000


def test_a_receipt_for_each_winner_of_money(evening: Callable[..., Event], by: Author) -> None:
    event = locks(evening(payout=(50, 20), round_prize=10, goods=("3: a ham",)), by)
    found = receipts(event)
    assert {one.numbers[0]: (one.cents, len(one.lines)) for one in found} == {
        1: (3200, 2),
        5: (3200, 2),
    }
    gives(event, by, 1)
    assert receipts(event, 1)[0].given is None
    gives(event, by, 1, "round-1")
    assert receipts(event, 1)[0].given


def test_the_number_of_queries_does_not_grow(
    new_event: Callable[..., Event],
    by: Author,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for entries in (8, 40):
        event = new_event(entries=entries, fee=100, hands=4, rounds=1, goods=("1-40: a crate",))
        everybody_pays(event)
        plays(event, by)
        event = read(event)
        with django_assert_max_num_queries(12):
            assert len(prize_list(event).prizes) == entries


def test_on_its_pages(
    evening: Callable[..., Event], by: Author, director: Client, stranger: Client
) -> None:
    event = evening(payout=(50, 20), last_prize="a lemon", absent_winners="kept at the bar")
    address = reverse("prizes", args=[event.pk])
    assert "If it ended now" in words_of(director.get(address))
    public = reverse("event_prizes", args=[event.pk])
    assert "stands here when the final list is locked" in words_of(stranger.get(public))
    event = locks(event, by)
    page = director.get(address)
    assert "Final list, revision 1" in words_of(page)
    give_at = reverse("hand_over", args=[event.pk])
    form = FormReader(page.content.decode()).sent_to(give_at)
    assert director.post(give_at, form).status_code == 302
    page = director.get(address)
    assert "handed over: 1 of 8" in words_of(page)
    back_at = reverse("take_back", args=[event.pk])
    form = FormReader(page.content.decode()).sent_to(back_at)
    refused = director.post(back_at, form | {"reason": ""})
    assert refused.status_code == 422
    assert "Say why" in words_of(refused)
    assert director.post(back_at, form | {"reason": "Wrong one"}).status_code == 302
    assert "handed over: 0 of 8" in words_of(director.get(address))
    shown = words_of(stranger.get(public))
    assert "Place 1" in shown
    assert "a lemon" in shown
    assert "kept at the bar" in shown
    assert "Prizes" in words_of(stranger.get(reverse("event", args=[event.pk])))


def test_a_list_that_is_not_public_is_only_read_out(
    evening: Callable[..., Event], by: Author, stranger: Client
) -> None:
    event = locks(evening(payout=(50, 20), prizes_public=False), by)
    shown = words_of(stranger.get(reverse("event_prizes", args=[event.pk])))
    assert "read out at the end" in shown
    assert "Place 1" not in shown


def test_read_out_from_the_last_to_the_first(
    evening: Callable[..., Event], by: Author, director: Client
) -> None:
    event = locks(evening(payout=(50, 20), last_prize="a lemon"), by)
    address = reverse("read_prizes", args=[event.pk])
    seen = []
    at = "1"
    while True:
        page = director.get(address, {"at": at}).content.decode()
        if "That was the first place" in page:
            break
        seen.append(page.split("data-reading")[1].split("<h2>")[1].split("<")[0].strip())
        form = FormReader(page).sent_to(reverse("hand_over", args=[event.pk]))
        answer = director.post(reverse("hand_over", args=[event.pk]), form)
        at = answer["Location"].rpartition("=")[2]
    assert seen == ["Last place"] * 3 + ["Last place"] * (len(seen) - 5) + ["Place 1"] * 2
    assert prize_list(event).handed_over == len(seen)


def test_receipts_are_printed(evening: Callable[..., Event], by: Author, director: Client) -> None:
    event = locks(evening(payout=(50, 20)), by)
    page = words_of(director.get(reverse("receipts", args=[event.pk])))
    assert page.count("Signature") == 2
    one = reverse("receipts", args=[event.pk])
    assert words_of(director.get(one, {"number": "5"})).count("Signature") == 1
    assert director.get(one, {"number": "3"}).status_code == 404


def test_the_desk_leads_to_the_prizes(
    evening: Callable[..., Event], by: Author, director: Client
) -> None:
    event = locks(evening(payout=(50,)), by)
    page = director.get(reverse("desk", args=[event.pk])).content.decode()
    assert f'href="{reverse("prizes", args=[event.pk])}"' in page
    assert "Give the prizes" in page
    final = director.get(reverse("lock_final", args=[event.pk])).content.decode()
    assert "Give the prizes" in final
