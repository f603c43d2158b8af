"""Whatever is done at the door, in whatever order: numbers stay, nobody is ever deleted."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.answers import there
from tests.events.check_in.door_stories import registers
from tests.events.draw.drawn_rounds import drawn, play
from tournaments.common.actions import Refused
from tournaments.events.check_in import services
from tournaments.events.check_in.services import Person, enter, move_up
from tournaments.events.results.services.leaving import substitute
from tournaments.models import Author, Entry, Event, Member, Player, Result

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

AT_AN_ENTRY = (
    "arrive",
    "not_here",
    "leave",
    "mark_no_show",
    "come_back",
    "throw_out",
    "move_up",
    "substitute",
    "pay",
)
DEEDS = st.tuples(
    st.sampled_from(("register", "walk_in", "play", *AT_AN_ENTRY, *AT_AN_ENTRY)), st.integers(0, 11)
)


class Door:
    """An event at which anything may happen, and what was ever true of it."""

    def __init__(self, event: Event, by: Author) -> None:
        self.event = event
        self.by = by
        self.numbers: dict[int, int] = {}
        self.entries: set[int] = set()
        self.results: dict[int, int] = {}

    def does(self, deed: str, which: int) -> None:
        with suppress(Refused):
            self._do(deed, which)
        self.holds()

    def _do(self, deed: str, which: int) -> None:
        if deed in ("register", "walk_in"):
            registers(self.event, self.by, f"Anna {uuid4().hex}", arrives=deed == "walk_in")
        elif deed == "play":
            number = self.event.rounds.count() + 1
            here = self.event.entries.filter(status=Entry.HERE).count()
            if here in (4, 5, 8, 9, 10, 12) and number <= 3:
                play(drawn(self.event, self.by, number, draw="manual"))
        else:
            entries = list(self.event.entries.order_by("pk"))
            if entries:
                self._at(entries[which % len(entries)], deed)

    def _at(self, entry: Entry, deed: str) -> None:
        known: dict[str, Any] = {"entry": entry, "by": self.by, "submission": uuid4()}
        if deed == "substitute":
            person = Person(name=f"Ben {uuid4().hex}")
            rounds = self.event.rounds.count()
            substitute(**known, place=0, person=person, from_round=rounds + 1)
        elif deed == "move_up":
            move_up(**known)
        elif deed == "pay":
            services.set_paid(**known, is_paid=not entry.is_paid)
        elif deed in ("come_back", "throw_out"):
            getattr(services, deed)(**known, reason="So it was decided")
        else:
            getattr(services, deed)(**known)

    def holds(self) -> None:
        """Nobody has gone, no number has moved, no number is there twice, no point is lost."""
        self.event.refresh_from_db()
        entries = {entry.pk: entry for entry in self.event.entries.all()}
        assert self.entries <= set(entries)
        self.entries = set(entries)
        numbers = {pk: entry.number for pk, entry in entries.items() if entry.number}
        assert self.numbers.items() <= numbers.items()
        self.numbers = numbers
        assert sorted(numbers.values()) == list(range(1, self.event.next_number))
        for entry in entries.values():
            assert entry.number or entry.status != Entry.HERE
        capacity = self.event.settings["capacity"]
        taken = [it for it in entries.values() if it.status in (Entry.HERE, Entry.REGISTERED)]
        assert len(taken) <= capacity
        playing = Member.objects.filter(entry__in=entries, until_round=None)
        assert sorted(playing.values_list("entry_id", flat=True)) == sorted(entries)
        results = dict(Result.objects.filter(entry__in=entries).values_list("pk", "points"))
        assert self.results.items() <= results.items()
        self.results = results


@given(st.lists(DEEDS, min_size=8, max_size=40))
@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_any_order_of_deeds_keeps_what_was_true(
    new_event: Callable[..., Event], by: Author, deeds: list[tuple[str, int]]
) -> None:
    door = Door(new_event(entries=5, rounds=3, capacity=9), by)
    players = Player.objects.count()
    for deed, which in deeds:
        door.does(deed, which)
    assert Player.objects.count() >= players


def test_the_same_deed_again_is_nothing_new(new_event: Callable[..., Event], by: Author) -> None:
    event = new_event()
    submission = uuid4()
    first = enter(event=event, people=[Person(name="Anna")], by=by, submission=submission)
    entry = there(first.change).entry
    for deed in (services.arrive, services.leave, services.come_back, services.mark_no_show):
        submission = uuid4()
        assert not deed(entry=there(entry), by=by, submission=submission).is_repeat
        before = Entry.objects.values().get()
        assert deed(entry=there(entry), by=by, submission=submission).is_repeat
        assert Entry.objects.values().get() == before
        assert deed(entry=there(entry), by=by, submission=uuid4()).change is None
