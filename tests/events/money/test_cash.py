"""The cash book: free entries, refunds, second fees, lost-game money, counting, reversing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.answers import there
from tests.events.played import plays
from tests.tables.conftest import FormReader, words_of
from tournaments.common.actions import Refused
from tournaments.events.check_in.services import set_paid
from tournaments.events.money import services
from tournaments.events.money.queries.cash import (
    cash_book,
    entry_page,
    last_count,
    money_of,
    takings_of,
)
from tournaments.events.money.queries.prizes import prize_list
from tournaments.events.standings.services import lock_final
from tournaments.models import Author, CashLine, Entry, Event, EventChange


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    """Eight people at 10 each, of whom 1 to 6 have paid."""
    event = new_event(entries=8, fee=1000, rounds=1, hands=4, payout=(50,))
    event.entries.filter(number__lte=6).update(is_paid=True)
    return event


def entry(event: Event, number: int) -> Entry:
    return event.entries.get(number=number)


def writes(event: Event, by: Author, kind: str, cents: int, note: str = "", **at: int) -> CashLine:
    line = CashLine(kind=kind, amount=cents, note=note, **at)
    services.write_line(event=event, line=line, by=by, submission=uuid4())
    return event.cash.latest("pk")


def reverses(event: Event, by: Author, line: CashLine, reason: str = "Typed twice") -> None:
    services.reverse_line(event=event, line=line.pk, reason=reason, by=by, submission=uuid4())


def test_what_the_door_ticked_off_is_in_the_box(event: Event) -> None:
    takings = takings_of(event)
    assert (takings.paid, takings.open, takings.free) == (6, 2, 0)
    assert takings.expected == takings.fees == 6000


def test_house_players_owe_nothing(event: Event) -> None:
    event.entries.filter(number__gte=7).update(is_house=True)
    assert takings_of(event).open == 0
    assert len(entry_page(event)[0]) == 6


def test_nothing_is_open_where_nothing_is_paid(new_event: Callable[..., Event]) -> None:
    assert takings_of(new_event(entries=4)).open == 0


def test_somebody_plays_for_nothing(event: Event, by: Author) -> None:
    free: dict[str, Any] = {"entry": entry(event, 7), "by": by}
    with pytest.raises(Refused, match="Say why"):
        services.free_entry(reason=" ", submission=uuid4(), **free)
    services.free_entry(reason="Keeps the bar", submission=uuid4(), **free)
    assert (takings_of(event).free, takings_of(event).open) == (1, 1)
    assert money_of(entry(event, 7), 1000).due == 0
    with pytest.raises(Refused, match="plays for nothing"):
        set_paid(is_paid=True, submission=uuid4(), **free)
    services.charge_entry(submission=uuid4(), **free)
    assert takings_of(event).open == 2


def test_who_has_paid_is_not_free(event: Event, by: Author) -> None:
    with pytest.raises(Refused, match="Give the fee back"):
        services.free_entry(entry=entry(event, 1), reason="x", by=by, submission=uuid4())


def test_no_more_is_given_back_than_was_paid(event: Event, by: Author) -> None:
    back: dict[str, Any] = {"entry": entry(event, 1), "reason": "Ill", "by": by}
    with pytest.raises(Refused, match="At most 10"):
        services.refund(cents=1001, submission=uuid4(), **back)
    services.refund(cents=400, submission=uuid4(), **back)
    with pytest.raises(Refused, match="At most 6"):
        services.refund(cents=700, submission=uuid4(), **back)
    services.refund(cents=600, submission=uuid4(), **back)
    with pytest.raises(Refused, match="Nothing is there"):
        services.refund(cents=1, submission=uuid4(), **back)
    assert takings_of(event).expected == 5000
    with pytest.raises(Refused, match="Nothing is there"):
        services.refund(entry=entry(event, 8), cents=1, reason="x", by=by, submission=uuid4())


def test_what_has_lines_stays_paid(event: Event, by: Author) -> None:
    services.refund(entry=entry(event, 1), cents=1000, reason="Ill", by=by, submission=uuid4())
    with pytest.raises(Refused, match="reverse them first"):
        set_paid(entry=entry(event, 1), is_paid=False, by=by, submission=uuid4())
    reverses(event, by, event.cash.get())
    set_paid(entry=entry(event, 1), is_paid=False, by=by, submission=uuid4())
    assert takings_of(event).expected == 5000


def test_a_second_fee_is_in_the_prizes(event: Event, by: Author) -> None:
    with pytest.raises(Refused, match="has paid"):
        services.reenter(entry=entry(event, 8), by=by, submission=uuid4())
    submission = uuid4()
    services.reenter(entry=entry(event, 1), by=by, submission=submission)
    services.reenter(entry=entry(event, 1), by=by, submission=submission)
    assert takings_of(event).fees == 7000
    assert money_of(entry(event, 1), 1000).again == 1000


def test_lost_game_money_is_kept_by_table_and_goes_where_the_event_says(
    event: Event, by: Author
) -> None:
    plays(event, by)
    line = writes(event, by, CashLine.LOST, 350, round_number=1, table_number=2)
    assert (line.round_number, line.table_number, line.who) == (1, 2, "Dora")
    assert takings_of(event).expected == 6350
    assert prize_list(Event.objects.get(pk=event.pk)).awarded.income == 6000
    event = Event.objects.get(pk=event.pk)
    event.settings |= {"lost_to_prizes": True}
    event.version += 1
    event.save()
    assert prize_list(event).awarded.income == 6350


def test_change_and_rent(event: Event, by: Author) -> None:
    writes(event, by, CashLine.PUT_IN, 10000, "Change")
    writes(event, by, CashLine.TAKEN_OUT, 4000, "The room")
    assert takings_of(event).expected == 12000
    assert takings_of(event).fees == 6000
    with pytest.raises(Refused, match="what for"):
        writes(event, by, CashLine.TAKEN_OUT, 100, " ")
    with pytest.raises(Refused, match="How much"):
        writes(event, by, CashLine.PUT_IN, 0, "Change")


def test_a_count_keeps_what_was_expected_then(event: Event, by: Author) -> None:
    services.count_cash(event=event, cents=5950, note="", by=by, submission=uuid4())
    writes(event, by, CashLine.TAKEN_OUT, 50, "A stamp")
    counted = last_count(event)
    assert (there(counted).amount, there(counted).expected, there(counted).difference) == (
        5950,
        6000,
        -50,
    )
    assert takings_of(event).expected == 5950


def test_a_line_is_reversed_once_and_stays(event: Event, by: Author) -> None:
    line = writes(event, by, CashLine.PUT_IN, 500, "Found")
    with pytest.raises(Refused, match="Say why"):
        reverses(event, by, line, " ")
    reverses(event, by, line)
    reverses(event, by, line)
    assert event.cash.count() == 2
    assert takings_of(event).expected == 6000
    reverses(event, by, event.cash.get(kind=CashLine.REVERSAL))
    assert event.cash.count() == 2


def test_a_line_is_never_changed(event: Event, by: Author) -> None:
    line = writes(event, by, CashLine.PUT_IN, 500, "Found")
    line.amount = 1
    with pytest.raises(TypeError):
        line.save()


def test_while_the_list_is_locked_nothing_moves_that_prizes_were_made_of(
    event: Event, by: Author
) -> None:
    plays(event, by)
    paid_again = services.reenter(entry=entry(event, 1), by=by, submission=uuid4())
    assert paid_again.change
    lock_final(event=event, by=by, submission=uuid4())
    for deed in (
        lambda: services.refund(
            entry=entry(event, 1), cents=1, reason="x", by=by, submission=uuid4()
        ),
        lambda: services.reenter(entry=entry(event, 1), by=by, submission=uuid4()),
        lambda: writes(event, by, CashLine.LOST, 10, round_number=1, table_number=1),
        lambda: reverses(event, by, event.cash.get(kind=CashLine.REENTRY)),
    ):
        with pytest.raises(Refused, match="locked"):
            deed()
    writes(event, by, CashLine.TAKEN_OUT, 4000, "The room")
    services.count_cash(event=event, cents=3000, note="", by=by, submission=uuid4())
    assert takings_of(event).expected == 3000


def test_the_history_tells_it(event: Event, by: Author, director: Client) -> None:
    services.refund(entry=entry(event, 1), cents=250, reason="Came late", by=by, submission=uuid4())
    writes(event, by, CashLine.LOST, 150, "Solo", round_number=1, table_number=7)
    words = words_of(director.get(reverse("history", args=[event.pk])))
    assert "Given back: 2.50 (" in words
    assert "1.50 · Table 7, round 1 · Solo" in words


def test_the_cash_book_on_its_page(event: Event, director: Client) -> None:
    address = reverse("cash", args=[event.pk])
    page = director.get(address).content.decode()
    count_at = reverse("cash_count", args=[event.pk])
    form = FormReader(page).sent_to(count_at)
    refused = director.post(count_at, form | {"count-amount": "ten"})
    assert refused.status_code == 422
    assert 'value="ten"' in refused.content.decode()
    director.post(count_at, form | {"count-amount": "59,50"})
    assert "too little 0.50" in words_of(director.get(address))
    lost_at = reverse("cash_lost", args=[event.pk])
    form = FormReader(page).sent_to(lost_at)
    refused = director.post(lost_at, form | {"lost-round": "1", "lost-amount": "2"})
    assert "Which table?" in words_of(refused)
    director.post(lost_at, form | {"lost-round": "1", "lost-amount": "2", "lost-table": "3"})
    line_at = reverse("cash_line", args=[event.pk])
    form = FormReader(page).sent_to(line_at)
    refused = director.post(line_at, form | {"line-kind": "out", "line-amount": "40"})
    assert "Say what for" in words_of(refused)
    director.post(
        line_at, form | {"line-kind": "out", "line-amount": "40", "line-note": "The room"}
    )
    answer = director.get(address)
    assert "Must be in the box 22" in words_of(answer)
    back_at = reverse("cash_reverse", args=[event.pk])
    form = FormReader(answer.content.decode()).sent_to(back_at)
    assert director.post(back_at, form | {"reason": " "}).status_code == 422
    director.post(back_at, form | {"reason": "Was paid by card"})
    answer = director.get(address)
    words = words_of(answer)
    assert "Must be in the box 62" in words
    assert "Was paid by card" in words
    assert b"<s>Taken out</s>" in answer.content  # by a pencil line, and stays
    assert "<s>−40</s>" in answer.content.decode()


def test_the_money_of_an_entry_on_its_page(event: Event, director: Client) -> None:
    paid, open_ = (reverse("entry_money", args=[event.pk, entry(event, n).pk]) for n in (1, 8))
    page = director.get(open_).content.decode()
    form = FormReader(page).sent_to(open_)
    assert director.post(open_, form | {"deed": "free", "reason": ""}).status_code == 422
    director.post(open_, form | {"deed": "free", "reason": "Keeps the bar"})
    assert "Plays for nothing: Keeps the bar" in words_of(director.get(open_))
    door = words_of(director.get(reverse("door", args=[event.pk])))
    assert "plays for nothing" in door
    page = director.get(paid).content.decode()
    form = FormReader(page).sent_to(paid)
    refused = director.post(paid, form | {"deed": "refund", "amount": "99", "refund_reason": "Ill"})
    assert refused.status_code == 422
    assert 'value="99"' in refused.content.decode()
    assert "At most 10" in words_of(refused)
    director.post(paid, form | {"deed": "refund", "amount": "10", "refund_reason": "Ill"})
    assert "The club has 0" in words_of(director.get(paid))
    entries = words_of(director.get(reverse("cash_entries", args=[event.pk])))
    assert "for nothing: Keeps the bar" in entries
    own = words_of(director.get(reverse("entry_form", args=[event.pk, entry(event, 1).pk])))
    assert "The fee of 10 is paid." in own


def test_the_desk_does_not_ask_who_plays_for_nothing(
    event: Event, by: Author, director: Client
) -> None:
    for number in (7, 8):
        services.free_entry(entry=entry(event, number), reason="Bar", by=by, submission=uuid4())
    assert "has not paid" not in words_of(director.get(reverse("desk", args=[event.pk])))
    assert EventChange.objects.filter(event=event, kind="freed").count() == 2


def test_the_number_of_queries_does_not_grow(
    event: Event, by: Author, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(1, 7):
        services.reenter(entry=entry(event, number), by=by, submission=uuid4())
        with django_assert_max_num_queries(1):
            assert len(cash_book(event)) == number
        with django_assert_max_num_queries(3):
            assert len(entry_page(event)[0]) == 8
