"""Whatever is ruled and withdrawn, in whatever order: the standings are those of before and the sum
of what stands, and the sheets are as they were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.events.played import plays, starts
from tournaments.common.actions import Refused
from tournaments.events.rulings.services import rule, withdraw_ruling
from tournaments.events.standings.queries.final import final_rows
from tournaments.events.standings.queries.standings import event_standing
from tournaments.models import Author, Entry, Event, EventTable, Result, Ruling

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

KINDS = ("note", "warning", "points", "points", "points", "strokes", "out")
RULES = st.tuples(
    st.sampled_from(KINDS),
    st.integers(1, 3),
    st.none() | st.integers(1, 8),
    st.integers(-9, 9),
    st.integers(-2, 2),
)
DEEDS = st.lists(RULES | st.integers(0, 9), max_size=8)


class Desk:
    """An event at which anything may be ruled, and what must be true of it."""

    def __init__(self, event: Event, by: Author) -> None:
        self.event, self.by = event, by
        self.before = self.rows()
        self.totals = self.now()
        self.sheets = self.results()

    def fresh(self) -> Event:
        return Event.objects.get(pk=self.event.pk)

    def rows(self) -> list[object]:
        return list(final_rows(event_standing(self.fresh())))

    def now(self) -> dict[int, int]:
        standing = event_standing(self.fresh())
        return {row.entry: int(row.total or 0) for row in (*standing.ranked, *standing.out)}

    def results(self) -> list[tuple[object, ...]]:
        kept = Result.objects.filter(event=self.event).order_by("pk")
        return list(kept.values_list("pk", "points", "hands", "is_in"))

    def does(self, deed: object) -> None:
        with suppress(Refused):
            if isinstance(deed, tuple):
                self.rules(*deed)
            else:
                self.withdraws(int(str(deed)))
        self.holds()

    def rules(self, kind: str, table: int, number: int | None, points: int, others: int) -> None:
        place = EventTable.objects.filter(round__event=self.event).order_by("pk")[table % 4]
        asked = Ruling(
            round=place.round,
            event_table=place,
            entry_id=self.event.entries.get(number=number).pk if number else None,
            offence="Talking",
            kind=kind,
            points=points if kind == "points" else 0,
            others=others if kind == "points" else 0,
            reason="Heard only now",
        )
        rule(event=self.fresh(), asked=asked, by=self.by, submission=uuid4(), is_sure=True)

    def withdraws(self, which: int) -> None:
        rulings = list(Ruling.objects.filter(event=self.event).order_by("pk"))
        if which < len(rulings):
            one = rulings[which]
            withdraw_ruling(
                event=self.fresh(), ruling=one, reason="Wrong", by=self.by, submission=uuid4()
            )

    def holds(self) -> None:
        standing = Ruling.objects.filter(event=self.event, withdrawn_at=None)
        number = dict(self.event.entries.values_list("pk", "number"))
        added: Counter[int | None] = Counter()
        for one in standing:
            for key, points, _strokes in one.shares:
                added[number[key]] += points
        assert self.now() == {n: total + added[n] for n, total in self.totals.items()}
        assert self.results() == self.sheets
        out = {int(key) for one in standing.filter(kind="out") for key in one.was}
        assert set(self.event.entries.filter(status=Entry.OUT).values_list("pk", flat=True)) == out


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(deeds=DEEDS)
def test_standings_are_those_without_rulings_and_what_stands(
    new_event: Callable[..., Event], by: Author, deeds: list[Any]
) -> None:
    event = new_event(entries=8, hands=4, rounds=2)
    plays(event, by, 1)
    starts(event, by, 2)
    desk = Desk(event, by)
    for deed in deeds:
        desk.does(deed)
    for which in reversed(range(event.rulings.count())):
        desk.does(which)
    assert desk.rows() == desk.before
    assert set(event.entries.values_list("status", "last_round")) == {(Entry.HERE, None)}
