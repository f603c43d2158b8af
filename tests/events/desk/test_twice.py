"""Two desks that write the same down within a minute: the second one is asked, and may say yes."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from tests.events.browser_form import fields_of
from tests.events.sent_forms import form_token
from tests.tables.conftest import words_of
from tournaments.common.actions import Refused
from tournaments.events.desk.services import announce, end_announcement
from tournaments.events.money.services import reverse_line, write_line
from tournaments.models import Author, CashLine, Event

SOUP = {"text": "Soup is ready"}
RENT = {"line-kind": "out", "line-amount": "40", "line-note": "The room"}
LOST = {"lost-round": "1", "lost-table": "2", "lost-amount": "3.50"}
ASKED = re.compile(r"The same was written down \d+ seconds? ago \(✓ Dora, signed in\)\.")


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    return new_event(entries=8, fee=1000, rounds=1, hands=4)


def kept(event: Event) -> int:
    return event.announcements.count() + event.cash.count()


def pays(event: Event, by: Author, line: CashLine) -> None:
    write_line(event=event, line=line, by=by, submission=uuid4())


@pytest.mark.parametrize(
    ("name", "says", "sure"),
    [
        ("announce", SOUP, "is_sure"),
        ("cash_line", RENT, "line-is_sure"),
        ("cash_lost", LOST, "lost-is_sure"),
    ],
)
def test_the_second_one_is_asked_and_one_tap_says_yes(
    name: str, says: dict[str, str], sure: str, event: Event, director: Client
) -> None:
    where = reverse(name, args=[event.pk])
    assert director.post(where, form_token() | says).status_code == 302
    asked = director.post(where, form_token() | says)
    assert asked.status_code == 422
    assert ASKED.search(words_of(asked))
    assert kept(event) == 1
    page = asked.content.decode()
    assert f'type="submit" name="{sure}" value="on" autofocus' in page
    typed = fields_of(page, where)
    assert says.items() <= typed.items()
    assert director.post(where, typed | {sure: "on"}).status_code == 302
    assert kept(event) == 2


def test_the_same_form_again_asks_nothing(event: Event, director: Client) -> None:
    where, form = reverse("announce", args=[event.pk]), form_token() | SOUP
    for _press in range(2):
        assert director.post(where, form).status_code == 302
    assert kept(event) == 1


def test_a_sentence_is_the_same_as_an_eye_reads_it(event: Event, by: Author) -> None:
    announce(event=event, text="Soup is ready", by=by, submission=uuid4())
    with pytest.raises(Refused, match="Write it again"):
        announce(event=event, text="soup is  ready", by=by, submission=uuid4())
    announce(event=event, text="Soup is cold", by=by, submission=uuid4())


def test_a_minute_later_nobody_is_asked(event: Event, by: Author) -> None:
    rent = CashLine(kind=CashLine.TAKEN_OUT, amount=4000, note="The room")
    announce(event=event, text="Soup is ready", by=by, submission=uuid4())
    pays(event, by, rent)
    for rows in (event.announcements, event.cash):
        rows.update(made_at=F("made_at") - timedelta(seconds=61))
    announce(event=event, text="Soup is ready", by=by, submission=uuid4())
    pays(event, by, rent)
    assert kept(event) == 4


def test_what_was_taken_down_or_reversed_may_be_written_anew(event: Event, by: Author) -> None:
    rent = CashLine(kind=CashLine.TAKEN_OUT, amount=4000, note="The room")
    announce(event=event, text="Soup is ready", by=by, submission=uuid4())
    pays(event, by, rent)
    soup = event.announcements.get()
    end_announcement(event=event, announcement=soup.pk, by=by, submission=uuid4())
    mistake: dict[str, Any] = {"line": event.cash.get().pk, "reason": "Typed wrongly"}
    reverse_line(event=event, by=by, submission=uuid4(), **mistake)
    announce(event=event, text="Soup is ready", by=by, submission=uuid4())
    pays(event, by, rent)


def test_only_the_same_is_asked_about(event: Event, by: Author) -> None:
    change = {"kind": CashLine.PUT_IN, "amount": 500, "note": "Change"}
    lost = {"kind": CashLine.LOST, "amount": 500, "round_number": 1, "table_number": 1}
    for line in (
        change,
        change | {"kind": CashLine.TAKEN_OUT},
        change | {"amount": 501},
        change | {"note": "A pen"},
        lost,
        lost | {"table_number": 2},
        lost | {"round_number": 2},
    ):
        pays(event, by, CashLine(**line))
    assert kept(event) == 7


def test_another_event_has_nothing_to_do_with_it(
    event: Event, new_event: Callable[..., Event], by: Author
) -> None:
    for each in (event, new_event(entries=4)):
        announce(event=each, text="Soup is ready", by=by, submission=uuid4())
        pays(each, by, CashLine(kind=CashLine.PUT_IN, amount=500, note="Change"))
