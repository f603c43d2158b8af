"""Two tables that want the same person at the same moment: nobody sits at both."""

from __future__ import annotations

from functools import partial
from uuid import uuid4

import pytest

from tests.events.night.free_night import entry_called, fresh, table_of
from tests.events.night.rolling_day import CLUB_NIGHT, NewEvent, come, waiting
from tests.meeting import at_once
from tournaments.events.night.services import sit_down
from tournaments.models import Author, Result

pytestmark = [pytest.mark.alone, pytest.mark.django_db(transaction=True)]


def test_whoever_is_wanted_at_two_tables_sits_at_one(new_event: NewEvent, by: Author) -> None:
    event = new_event(**CLUB_NIGHT)
    come(event, by, *(f"Anna {number}" for number in range(1, 7)), "Gus")
    tables = [table_of(event, by, 1, 2, 3), table_of(event, by, 4, 5, 6)]
    gus = entry_called(tables[0], "Gus")
    event.refresh_from_db()
    outcome = at_once(
        [
            partial(
                sit_down,
                event=event,
                place=place,
                entry=gus,
                after=0,
                seen_version=0,
                by=by,
                submission=uuid4(),
            )
            for place in tables * 2
        ]
    )
    assert sorted(outcome) == ["", "Refused", "Refused", "Refused"]
    assert Result.objects.filter(entry=gus).count() == 1
    assert sorted(fresh(place).table.seats.count() for place in tables) == [3, 4]
    event.refresh_from_db()
    assert waiting(event) == []
