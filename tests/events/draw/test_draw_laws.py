"""Whatever happens to drawn rounds, in any order: everybody has one result, and none is lost."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from formats.event import EventSettings
from seating.model import Impossible
from tests.events.conftest import arrive
from tests.events.draw.drawn_rounds import agrees, drawn, key, late_entry, play, repaired, the_round
from tests.events.making import create_event
from tests.events.states import closed
from tournaments.common.actions import Refused
from tournaments.events.draw.queries.drawing import ground_for
from tournaments.events.draw.queries.repairing import Ask, newcomers
from tournaments.events.draw.queries.seatings import begun_numbers, seated_round
from tournaments.events.draw.services import rounds
from tournaments.events.standings.queries.snapshots import snapshot_of
from tournaments.models import Author, Club, Entry, Event, Result, Round

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

DEEDS = ("no_show", "late", "swap", "replace", "redraw", "cancel", "begin", "next", "arrive")


class Evening:
    """An event to which anything may happen."""

    def __init__(self, club: Club, entries: int, odd: str) -> None:
        self.by = Author(None, "Dora", "")
        self.event = create_event(
            club=club,
            title="Any evening",
            ruleset="sheepshead4-coins",
            settings=EventSettings(odd=odd, rounds=4),
            by=self.by,
            submission=uuid4(),
        )
        arrive(self.event, entries)
        self.number = 1
        self.kept: dict[int, tuple[int, int]] = {}

    def numbers(self) -> list[int]:
        seated = seated_round(the_round(self.event, self.number))
        return sorted(entry.number or 0 for entry in seated.entries)

    def does(self, deed: str, pick: int) -> None:
        """Do it, if it can be done."""
        if not self.event.rounds.filter(number=self.number, state=Round.DRAWN).exists():
            drawn(self.event, self.by, self.number)
        with suppress(Refused, Impossible):
            getattr(self, deed)(pick)
        self.event.refresh_from_db()

    def ask(self, kind: str, *who: int, by: int = 0) -> None:
        repaired(self.event, self.by, self.number, Ask(kind, who, by))

    def no_show(self, pick: int) -> None:
        who = self.numbers()
        if len(who) > 8:
            self.ask("no_show", who[pick % len(who)])

    def arrive(self, pick: int) -> None:
        late_entry(self.event, first_round=self.number + pick % 2)

    def late(self, pick: int) -> None:
        seating = seated_round(the_round(self.event, self.number)).seating
        self.ask("late", *newcomers(ground_for(self.event, self.number), seating)[: pick % 3 + 1])

    def replace(self, pick: int) -> None:
        self.arrive(pick)
        who = self.numbers()
        seating = seated_round(the_round(self.event, self.number)).seating
        by = newcomers(ground_for(self.event, self.number), seating)[0]
        self.ask("replaced", who[pick % len(who)], by=by)

    def swap(self, pick: int) -> None:
        who = self.numbers()
        self.ask("sat_swapped", who[pick % len(who)], who[pick * 7 % len(who)])

    def redraw(self, pick: int) -> None:
        seating = seated_round(the_round(self.event, self.number)).seating
        late = newcomers(ground_for(self.event, self.number), seating)
        self.ask("redrawn_rest", *late[: pick % 3])

    def cancel(self, pick: int) -> None:
        rounds.cancel_round(
            event=self.event,
            number=self.number,
            reason="Again",
            anyway=bool(pick % 2),
            by=self.by,
            submission=uuid4(),
        )

    def begin(self, pick: int) -> None:
        played = the_round(self.event, self.number)
        places = list(played.tables.select_related("table", "round__event"))
        place = places[pick % len(places)]
        if place.number not in begun_numbers(played):
            count = place.results.count()
            key(place, *range(pick + 1, pick + count), -sum(range(pick + 1, pick + count)))

    def next(self, _pick: int) -> None:
        if self.number == 4:
            return
        played = the_round(self.event, self.number)
        for pick in range(played.tables.count()):
            self.begin(pick)
        Round.objects.filter(pk=played.pk).update(**closed())
        results = Result.objects.filter(round=played).values_list("pk", "entry", "points")
        self.kept |= {pk: (entry, points) for pk, entry, points in results}
        self.number += 1


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    entries=st.integers(12, 19),
    odd=st.sampled_from(("up", "bye")),
    deeds=st.lists(st.tuples(st.sampled_from(DEEDS), st.integers(0, 40)), max_size=12),
)
def test_any_sequence_leaves_one_result_each_and_loses_none(
    db: None, entries: int, odd: str, deeds: list[tuple[str, int]]
) -> None:
    club = Club.objects.create(name=f"Club {uuid4()}")
    evening = Evening(club, entries, odd)
    for deed, pick in deeds:
        points = sum(Result.objects.filter(event=evening.event).values_list("points", flat=True))
        evening.does(deed, pick)
        agrees(evening.event)
        assert points_kept(evening, points)
        stored = Result.objects.filter(pk__in=evening.kept).values_list("pk", "entry", "points")
        assert {pk: (entry, points) for pk, entry, points in stored} == evening.kept
        everybody_plays_once(evening.event)
        what_is_kept_is_true(evening.event)


def what_is_kept_is_true(event: Event) -> None:
    """The pages' memory of the rounds holds the results as they are, after every single deed."""
    for played in snapshot_of(event).rounds:
        seen = {(line.entry, line.table_pk, line.side, line.points) for line in played.lines}
        stored = played.round.results.values_list("entry", "event_table__table", "side", "points")
        assert seen == set(stored)


def points_kept(evening: Evening, before: int) -> bool:
    """Tables sum to zero, so does the event, whatever was moved."""
    points = Result.objects.filter(event=evening.event).values_list("points", flat=True)
    return sum(points) == before == 0


def everybody_plays_once(event: Event) -> None:
    """Who was drawn for a round and is still there has exactly one result from it."""
    for played in event.rounds.filter(state=Round.DRAWN):
        drawn_for = {n for seats in (*played.plan["tables"], played.plan["out"]) for n in seats}
        here = set(
            Entry.objects.filter(event=event, number__in=drawn_for, status=Entry.HERE).values_list(
                "number", flat=True
            )
        )
        has = list(played.results.values_list("entry__number", flat=True))
        assert len(has) == len(set(has))
        assert here <= set(has)


def test_a_proposal_touches_no_result(
    db: None, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=12)
    play(drawn(event, by))
    before = sorted(Result.objects.values_list())
    for _each in range(3):
        choice = ground_for(event, 2).choice
        rounds.draw_round(event=event, number=2, choice=choice, by=by, submission=uuid4())
        rounds.swap_seats(event=event, number=2, one=1, other=8, by=by, submission=uuid4())
    assert sorted(Result.objects.values_list()) == before
