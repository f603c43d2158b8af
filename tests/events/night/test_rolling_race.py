"""Two desks that open tables at the same moment: nobody sits twice, no number stands twice."""

from __future__ import annotations

from functools import partial
from uuid import uuid4

import pytest

from tests.events.night.rolling_day import FESTIVAL, NINE, NewEvent, again, come, ends, opens
from tests.meeting import Deed, at_once
from tournaments.common.actions import Refused
from tournaments.events.night.services import close_complete, open_for, start_again
from tournaments.models import Author, Entry, EventTable, Result

pytestmark = [pytest.mark.alone, pytest.mark.django_db(transaction=True)]

DESKS = 6


def test_the_same_five_are_seated_once(new_event: NewEvent, by: Author) -> None:
    event = new_event(**FESTIVAL)
    come(event, by, *NINE)
    wanted = [(1, 2, 3, 4, 5), (5, 6, 7, 8, 9)] * (DESKS // 2)
    outcome = at_once(
        [
            partial(open_for, event=event, numbers=numbers, table=0, by=by, submission=uuid4())
            for numbers in wanted
        ]
    )
    assert sorted(outcome) == [""] + ["Refused"] * (DESKS - 1)
    entries = list(Result.objects.filter(event=event).values_list("entry", flat=True))
    assert len(entries) == len(set(entries)) == 5


def test_two_tables_get_two_numbers(new_event: NewEvent, by: Author) -> None:
    event = new_event(**FESTIVAL)
    come(event, by, *NINE, "Jo")
    outcome = at_once(
        [
            partial(open_for, event=event, numbers=numbers, table=0, by=by, submission=uuid4())
            for numbers in ((1, 2, 3, 4, 5), (6, 7, 8, 9, 10))
        ]
    )
    assert outcome == ["", ""]
    assert sorted(EventTable.objects.values_list("number", flat=True)) == [1, 2]
    assert sorted(event.rounds.values_list("number", flat=True)) == [1, 2]


def test_somebody_starts_again_once_however_many_tap(new_event: NewEvent, by: Author) -> None:
    event = new_event(**FESTIVAL)
    ada, *_others = come(event, by, *NINE[:5])
    ends(opens(event, by, 1, 2, 3, 4, 5), by)
    outcome = at_once(
        [lambda: start_again(entry=ada, is_paid=True, by=by, submission=uuid4())] * DESKS
    )
    assert sorted(outcome) == [""] + ["Refused"] * (DESKS - 1)
    assert Entry.objects.filter(event=event).count() == 6
    with pytest.raises(Refused, match="waits already"):
        again(ada, by)
    event.refresh_from_db()
    closing: list[Deed] = [lambda: close_complete(event=event, by=by, submission=uuid4())] * 2
    assert at_once(closing) == ["", ""]
