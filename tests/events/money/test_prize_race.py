"""Several directors hand the same prize over at the same moment: it is paid once."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest

from tests.events.check_in.test_door_race import DESKS
from tests.events.money.prize_giving import evening_of, locks
from tests.meeting import at_once
from tournaments.events.money.queries.cash import takings_of
from tournaments.events.money.queries.prizes import prize_list
from tournaments.events.money.services import hand_over, refund
from tournaments.models import Author, CashLine, Event

pytestmark = [pytest.mark.alone, pytest.mark.django_db(transaction=True)]


def test_a_prize_is_handed_over_once(new_event: Callable[..., Event], by: Author) -> None:
    event = locks(evening_of(new_event, by, payout=(50, 20)), by)
    first = prize_list(event).prizes[0]

    def give() -> object:
        return hand_over(
            event=event,
            key=first.key,
            entry=first.entry,
            seen_cents=first.cents,
            by=by,
            submission=uuid4(),
        )

    assert set(at_once([give] * DESKS)) == {""}
    assert event.cash.filter(kind=CashLine.PRIZE).count() == 1


def test_a_fee_is_given_back_once(new_event: Callable[..., Event], by: Author) -> None:
    event = evening_of(new_event, by, payout=(50,))
    entry = event.entries.get(number=3)

    def back() -> object:
        return refund(entry=entry, cents=1000, reason="Ill", by=by, submission=uuid4())

    assert sorted(at_once([back] * DESKS)) == ["", *["Refused"] * (DESKS - 1)]
    assert takings_of(event).lines["refund"] == (1, 1000)
