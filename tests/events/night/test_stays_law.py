"""Whatever joins, leavings and hands a free night has: the figures equal those of a plain count."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from fractions import Fraction
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.events.night.free_night import fresh, joins, leaves, table_of, wins
from tests.events.night.rolling_day import CLUB_NIGHT, NewEvent, come, opens
from tournaments.common.actions import Refused
from tournaments.events.night.queries import read_queue
from tournaments.events.results.services.results import result_differences
from tournaments.events.results.services.sheets import close_round
from tournaments.events.standings.queries.standings import event_standing
from tournaments.models import Author, Event, EventTable, Result, Round
from tournaments.tables.queries import coming_hand, latest_versions
from tournaments.tables.services.hands import differences

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

EVERYBODY = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus")
DEEDS = st.tuples(
    st.sampled_from(("hand", "hand", "hand", "join", "join", "leave", "open", "close")),
    st.integers(0, 6),
)


class Night:
    """A free night that keeps its own count: who got cards in each hand, and what it brought."""

    def __init__(self, event: Event, by: Author) -> None:
        self.event, self.by = event, by
        self.points: Counter[str] = Counter()
        self.hands: Counter[str] = Counter()

    def tables(self) -> list[EventTable]:
        places = EventTable.objects.filter(round__event=self.event, round__state=Round.DRAWN)
        return [fresh(place) for place in places.order_by("pk")]

    def circle(self, place: EventTable) -> list[str]:
        """Who sits there, by the sheet."""
        names = dict(Result.objects.filter(event_table=place).values_list("side", "entry__name"))
        table = fresh(place).table
        return [names[column] for column in coming_hand(table, latest_versions(table)).circle]

    def does(self, deed: str, which: int) -> None:
        tables = self.tables()
        with suppress(Refused):
            if deed == "open":
                opens(self.event, self.by, *[one.number for one in self.waiting()][:3])
            elif tables:
                getattr(self, deed)(tables[which % len(tables)], which)
        self.event.refresh_from_db()
        self.holds()

    def waiting(self) -> list[Any]:
        return list(read_queue(self.event).waiting)

    def hand(self, place: EventTable, which: int) -> None:
        """A hand, counted beside: the picker wins two from each of two others."""
        table = fresh(place).table
        columns = dict(Result.objects.filter(event_table=place).values_list("side", "entry__name"))
        active = [columns[one] for one in coming_hand(table, latest_versions(table)).active]
        picker = active[which % len(active)]
        wins(place, picker)
        for name in active:
            self.hands[name] += 1
            self.points[name] += 2 if name == picker else -1

    def join(self, place: EventTable, which: int) -> None:
        others = [name for name in EVERYBODY if name not in self.circle(place)]
        circle = self.circle(place)
        if others:
            joins(place, self.by, others[which % len(others)], after=circle[which % len(circle)])

    def leave(self, place: EventTable, which: int) -> None:
        circle = self.circle(place)
        leaves(place, self.by, circle[which % len(circle)])

    def close(self, place: EventTable, which: int) -> None:
        number = place.round.number
        close_round(event=self.event, number=number, by=self.by, submission=uuid4())

    def holds(self) -> None:
        """Nobody is lost or sits twice, and every figure is that of the plain count."""
        sits = [name for place in self.tables() for name in self.circle(place)]
        assert len(sits) == len(set(sits))
        waits = [one.name for one in self.waiting()]
        assert sorted(sits + waits) == sorted(EVERYBODY)
        standing = event_standing(self.event)
        totals = {standing.by_number[row.entry].name: row.total for row in standing.ranked}
        for name in EVERYBODY:
            hands = self.hands[name]
            expected = Fraction(self.points[name], hands) if hands else None
            assert totals.get(name) == expected
        for place in EventTable.objects.filter(round__event=self.event):
            assert not result_differences(place.table)
            assert not differences(place.table)
            rows = Result.objects.filter(event_table=place)
            assert sum(row.points for row in rows) == 0
            assert sum(row.hands for row in rows) % 3 == 0


@settings(
    max_examples=10,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.lists(DEEDS, min_size=5, max_size=14))
def test_the_figures_are_those_of_a_plain_count(
    new_event: NewEvent, by: Author, deeds: list[tuple[str, int]]
) -> None:
    event = new_event(**CLUB_NIGHT)
    come(event, by, *EVERYBODY)
    night = Night(event, by)
    table_of(event, by, 1, 2, 3, 4)
    for deed, which in deeds:
        night.does(deed, which)
