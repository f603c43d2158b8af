"""Several desks that write the same down at the same moment write it down once."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest

from tests.meeting import at_once
from tournaments.events.desk.services import announce
from tournaments.events.money.services import write_line
from tournaments.models import Author, CashLine, Event

pytestmark = [pytest.mark.alone, pytest.mark.django_db(transaction=True)]

DESKS = 6
ONCE = ["", *["Refused"] * (DESKS - 1)]


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    return new_event(entries=4)


def test_an_announcement_is_up_once(event: Event, by: Author) -> None:
    def announces() -> None:
        announce(event=event, text="Soup is ready", by=by, submission=uuid4())

    assert sorted(at_once([announces] * DESKS, meet=True)) == ONCE
    assert event.announcements.count() == 1


def test_a_line_is_in_the_cash_book_once(event: Event, by: Author) -> None:
    def pays() -> None:
        rent = CashLine(kind="out", amount=4000, note="The room")
        write_line(event=event, line=rent, by=by, submission=uuid4())

    assert sorted(at_once([pays] * DESKS, meet=True)) == ONCE
    assert event.cash.count() == 1
