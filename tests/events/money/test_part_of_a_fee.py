"""Part of a fee is paid: cash book, door, desk, prizes and lists say the same of it."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.answers import Answer
from tests.events.check_in.door_stories import Desk
from tests.events.conftest import signs_in
from tests.events.money.prize_giving import evening_of, read
from tests.tables.conftest import FormReader, words_of
from tournaments.archive.lists import start_list
from tournaments.common.actions import Refused
from tournaments.events.check_in.services import set_paid
from tournaments.events.desk.queries.concerns import missing
from tournaments.events.desk.queries.desk import desk_of
from tournaments.events.money import services
from tournaments.events.money.queries.cash import entry_page, money_of, takings_of
from tournaments.events.money.queries.prizes import prize_list
from tournaments.models import Author, CashLine, Club, Entry, Event


@pytest.fixture
def event(new_event: Callable[..., Event], by: Author) -> Event:
    """Eight at 10 each; the sixth has paid 4 of it, the seventh and the eighth nothing."""
    event = evening_of(new_event, by, payout=(50,))
    event.entries.filter(number__gte=6).update(is_paid=False)
    pays(event, by, 6, 400)
    return read(event)


def entry(event: Event, number: int) -> Entry:
    return event.entries.get(number=number)


def pays(event: Event, by: Author, number: int, cents: int, **more: bool) -> None:
    services.pay_part(entry=entry(event, number), cents=cents, by=by, submission=uuid4(), **more)


def test_what_is_paid_and_what_is_open_is_the_same_everywhere(
    director: Client, event: Event
) -> None:
    paid = money_of(entry(event, 6), 1000)
    assert (paid.paid, paid.open, paid.entry.is_paid) == (400, 600, False)
    takings = takings_of(event)
    assert (takings.paid, takings.open, takings.lines["part"].cents) == (5, 3, 400)
    assert takings.expected == takings.fees == 5400
    assert prize_list(event).awarded.income == 5400
    assert [row.open for row in entry_page(event)[0]] == [0, 0, 0, 0, 0, 600, 1000, 1000]
    assert "4 of 10 paid" in Desk(director, event).sees("Anna 6")
    [line] = [each for each in missing(desk_of(event)) if "have not paid" in each.sentence]
    assert [way.label for way in line.each] == ["6 Anna 6: 6 open", "7 Anna 7", "8 Anna 8"]
    book = words_of(director.get(reverse("cash", args=[event.pk])))
    assert "Parts of open fees 4" in book
    assert "Part of the fee" in book
    assert [row.owes for row in prize_list(event).prizes if row.number == 6] in ([True], [])
    titles = [head.text for head in start_list(event).heads()]
    rows = [dict(zip(titles, row, strict=True)) for row in start_list(event).cells()]
    listed = [(row["Paid"], row["Paid so far"], row["Still open"]) for row in rows[4:7]]
    assert listed == [("yes", 1000, 0), ("in part", 400, 600), ("no", 0, 1000)]


def test_the_rest_is_one_tap_at_the_door(director: Client, event: Event) -> None:
    desk = Desk(director, event)
    assert "Rest paid" in desk.sees("Anna 6")
    desk.taps("paid", "Anna 6", typed="Anna 6")
    assert entry(event, 6).is_paid
    takings = takings_of(event)
    assert (takings.lines["part"].cents, takings.expected) == (0, 6000)
    assert money_of(entry(event, 6), 1000).paid == 1000


def test_the_last_part_makes_it_paid(event: Event, by: Author) -> None:
    pays(event, by, 6, 100)
    assert not entry(event, 6).is_paid
    pays(event, by, 6, 500)
    assert entry(event, 6).is_paid
    assert takings_of(event).expected == 6000
    set_paid(entry=entry(event, 6), is_paid=False, by=by, submission=uuid4())
    assert money_of(entry(event, 6), 1000).paid == 500


def test_too_much_is_asked_about(director: Client, event: Event) -> None:
    address = reverse("entry_money", args=[event.pk, entry(event, 6).pk])
    form = FormReader(director.get(address).content.decode()).sent_to(address)
    asked = director.post(address, form | {"deed": "part", "part": "10"})
    assert asked.status_code == 422
    assert "Only 6 is open: give 4 back and note 6" in words_of(asked)
    assert 'name="keeps_rest"' in asked.content.decode()
    assert 'value="10"' in asked.content.decode()
    assert not entry(event, 6).is_paid
    sent = form | {"deed": "part", "part": "10", "keeps_rest": "on"}
    assert director.post(address, sent).status_code == 302
    assert entry(event, 6).is_paid
    takings = takings_of(event)
    assert (takings.fees, takings.lines["in"].cents, takings.expected) == (6000, 400, 6400)


def test_a_part_is_given_back_by_reversing_its_line(event: Event, by: Author) -> None:
    part = event.cash.get(kind=CashLine.PART)
    with pytest.raises(Refused, match="reversing its line"):
        services.refund(entry=entry(event, 6), cents=1, reason="x", by=by, submission=uuid4())
    with pytest.raises(Refused, match="has paid a part"):
        services.free_entry(entry=entry(event, 6), reason="x", by=by, submission=uuid4())
    services.reverse_line(event=event, line=part.pk, reason="Ill", by=by, submission=uuid4())
    assert takings_of(event).expected == 5000
    assert money_of(entry(event, 6), 1000).open == 1000


def test_a_part_of_a_fee_that_is_paid_is_not_reversed(event: Event, by: Author) -> None:
    part = event.cash.get(kind=CashLine.PART)
    set_paid(entry=entry(event, 6), is_paid=True, by=by, submission=uuid4())
    with pytest.raises(Refused, match="The whole fee is paid"):
        services.reverse_line(event=event, line=part.pk, reason="x", by=by, submission=uuid4())


def test_nothing_is_a_part_where_nothing_is_open(event: Event, by: Author) -> None:
    with pytest.raises(Refused, match="No fee is open: Anna 1"):
        pays(event, by, 1, 100)
    with pytest.raises(Refused, match="How much is it"):
        pays(event, by, 7, 0)


def test_the_same_part_twice_is_paid_once(event: Event, by: Author) -> None:
    submission = uuid4()
    for _again in range(2):
        services.pay_part(entry=entry(event, 7), cents=300, by=by, submission=submission)
    assert money_of(entry(event, 7), 1000).paid == 300


def test_the_history_tells_it(director: Client, event: Event) -> None:
    words = words_of(director.get(reverse("history", args=[event.pk])))
    assert "Anna 6 paid a part of the fee: 4 (still open: 6)" in words


def form_with(typed: dict[str, str], page: Answer) -> dict[str, str]:
    """The form of a page that asks for these, filled in."""
    found = [form for _at, form in FormReader(page.content.decode()).forms]
    return (
        next(form for form in found if "seen_version" in form and set(typed) <= set(form)) | typed
    )


@pytest.mark.parametrize(
    ("number", "deed", "typed", "kind", "said"),
    [
        (7, "part", {"part": "5"}, CashLine.PART, "Anna 7 paid a part of the fee: 5"),
        (1, "refund", {"amount": "4", "refund_reason": "Ill"}, CashLine.REFUND, "given back"),
        (1, "again", {}, CashLine.REENTRY, "Anna 1 paid for another entry: 10"),
    ],
)
def test_two_desks_note_the_same_money_once(
    number: int,
    deed: str,
    typed: dict[str, str],
    kind: str,
    said: str,
    director: Client,
    club: Club,
    event: Event,
) -> None:
    address = reverse("entry_money", args=[event.pk, entry(event, number).pk])
    desks = [signs_in("Doris", club), director]
    sent = [form_with(typed, one.get(address)) | {"deed": deed} for one in desks]
    lines = event.cash.filter(kind=kind)
    before = lines.count()
    assert desks[0].post(address, sent[0]).status_code == 302
    told = desks[1].post(address, sent[1])
    assert lines.count() == before + 1
    assert told.status_code == 422
    assert "Noted just now (✓ Doris, signed in): " in words_of(told)
    assert said in words_of(told)
    again = form_with(typed, told) | {"deed": deed}
    assert desks[1].post(address, again).status_code == 302
    assert lines.count() == before + (1 if deed == "part" else 2)
