"""Several directors who hear of the same misplay at the same moment write it down once."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest

from tests.answers import there
from tests.events.played import starts
from tests.meeting import at_once
from tournaments.events.rulings.services import rule, withdraw_ruling
from tournaments.events.standings.queries.standings import event_standing
from tournaments.models import Author, Event, Ruling

pytestmark = [pytest.mark.alone, pytest.mark.django_db(transaction=True)]

DESKS = 6


def test_once_however_many_write_it_down(new_event: Callable[..., Event], by: Author) -> None:
    event = new_event(entries=4, hands=4, rounds=1)
    place = starts(event, by).tables.get()
    event = Event.objects.get(pk=event.pk)
    asked = Ruling(
        round=place.round,
        event_table=place,
        entry_id=event.entries.get(number=2).pk,
        offence="Talking",
        kind="points",
        points=-4,
    )
    seen = event.version

    def decides() -> None:
        rule(event=event, asked=asked, by=by, submission=uuid4(), seen_version=seen)

    raised = at_once([decides] * DESKS)
    assert sorted(raised) == ["", *["Refused"] * (DESKS - 1)]
    assert Ruling.objects.count() == 1
    ruling = Ruling.objects.get()
    raised = at_once(
        [
            lambda: withdraw_ruling(
                event=event, ruling=ruling, reason="Wrong", by=by, submission=uuid4()
            )
        ]
        * DESKS
    )
    assert set(raised) == {""}
    assert event.changes.filter(kind="ruling_withdrawn").count() == 1
    assert not there(event_standing(Event.objects.get(pk=event.pk)).row_of(2)).added
