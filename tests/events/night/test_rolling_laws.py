"""Whatever happens on a rolling day, in whatever order: nobody is lost, nobody sits twice."""

from __future__ import annotations

from contextlib import suppress
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.events.night.rolling_day import FESTIVAL, NewEvent, again, come, keys_in, opens
from tournaments.common.actions import Refused
from tournaments.events.check_in.services import come_back, leave
from tournaments.events.draw.services.rounds import cancel_round
from tournaments.events.night.queries import board_of
from tournaments.events.night.services import close_complete
from tournaments.models import Author, Entry, Event, EventTable, Member, Result, Round

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

DEEDS = st.tuples(
    st.sampled_from(("come", "come", "open", "open", "key", "close", "again", "leave", "back")),
    st.integers(0, 9),
)


class Day:
    """An event at which anything may happen, and what is always true of it."""

    def __init__(self, event: Event, by: Author) -> None:
        self.event, self.by = event, by

    def does(self, deed: str, which: int) -> None:
        with suppress(Refused):
            getattr(self, deed)(which)
        self.event.refresh_from_db()
        self.holds()

    def come(self, which: int) -> None:
        come(self.event, self.by, *(f"Anna {uuid4().hex[:8]}" for _turn in range(1 + which % 4)))

    def open(self, which: int) -> None:
        waiting = [each.number for each in board_of(self.event).queue.waiting]
        proposed = board_of(self.event).proposed
        opens(self.event, self.by, *(proposed if which % 2 else waiting[which // 2 :][:5]))

    def key(self, which: int) -> None:
        for played in self.event.rounds.filter(state=Round.DRAWN)[: 1 + which % 2]:
            played.event = self.event
            keys_in(played, self.by)

    def close(self, which: int) -> None:
        if which == 0:
            on = self.event.rounds.filter(state=Round.DRAWN).first()
            known: dict[str, Any] = {"event": self.event, "by": self.by, "submission": uuid4()}
            if on is not None:
                cancel_round(number=on.number, reason="Wrong table", anyway=True, **known)
        else:
            close_complete(event=self.event, by=self.by, submission=uuid4())

    def again(self, which: int) -> None:
        for each in board_of(self.event).queue.finished[: 1 + which % 5]:
            again(Entry.objects.get(pk=each.pk), self.by)

    def leave(self, which: int) -> None:
        entries = list(self.event.entries.order_by("pk"))
        if entries:
            entry = entries[which % len(entries)]
            leave(entry=entry, by=self.by, submission=uuid4())

    def back(self, which: int) -> None:
        for entry in self.event.entries.filter(status=Entry.LEFT)[: 1 + which % 3]:
            come_back(entry=entry, by=self.by, submission=uuid4())

    def holds(self) -> None:
        board = board_of(self.event)
        on = Result.objects.filter(round__event=self.event, round__state=Round.DRAWN)
        sitting = list(on.values_list("entry", flat=True))
        assert len(set(sitting)) == len(sitting), "nobody sits at two tables"
        persons = Member.objects.filter(entry__in=sitting).values_list("player", flat=True)
        assert len(set(persons)) == len(persons), "nor does a person with two entries"
        waiting = [each.pk for each in board.queue.waiting]
        assert not set(waiting) & set(sitting)
        here = {entry.pk for entry in self.event.entries.filter(status=Entry.HERE)}
        played = Result.objects.filter(round__event=self.event, round__state=Round.CLOSED)
        through = set(played.values_list("entry", flat=True))
        assert here - set(sitting) == set(waiting) | (here & through - set(sitting))
        counts = [played.filter(entry=entry).count() for entry in through]
        assert set(counts) <= {1}, "an entry has one start"
        numbers = EventTable.objects.filter(
            round__event=self.event, round__state=Round.DRAWN
        ).values_list("number", flat=True)
        assert len(set(numbers)) == len(numbers), "no two open tables have one number"
        assert set(board.proposed) <= {each.number for each in board.queue.waiting}
        assert board.layout is None or sum(board.layout.sizes) == len(board.proposed)


@settings(
    max_examples=12,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.lists(DEEDS, min_size=6, max_size=16))
def test_nobody_is_lost_whatever_is_done(
    new_event: NewEvent, by: Author, deeds: list[tuple[str, int]]
) -> None:
    day = Day(new_event(**FESTIVAL), by)
    day.does("come", 3)
    day.does("come", 3)
    for deed, which in deeds:
        day.does(deed, which)
