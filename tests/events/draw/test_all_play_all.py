"""All play all: as many rounds as the pairs need, by a table that stands for the day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from formats.checks import unfit
from formats.presets import PRESETS
from scoring import RULESETS
from seating.model import Round as Seating
from tests.events.conftest import arrive, words_of
from tests.events.draw.drawn_rounds import drawn, play, propose, repaired, the_round
from tournaments.common.actions import Refused
from tournaments.events.desk.queries.checklist import checklist_of
from tournaments.events.desk.queries.concerns import missing, next_step
from tournaments.events.desk.queries.desk import desk_of
from tournaments.events.desk.queries.history import values_said
from tournaments.events.draw.queries.drawing import ground_for
from tournaments.events.draw.queries.repairing import NO_SHOW, Ask, change_for
from tournaments.events.draw.queries.rounds import rounds_of
from tournaments.events.draw.queries.seatings import played_seatings, seated_round
from tournaments.models import Author, Entry, Event, EventChange

pytestmark = pytest.mark.django_db


@pytest.fixture
def day(new_event: Callable[..., Event]) -> Callable[[int], Event]:
    """So many pairs of Sasku, as the format has it."""

    def make(pairs: int) -> Event:
        settings = PRESETS["sasku_all"].settings.to_json()
        return new_event(entries=pairs, ruleset="saskop", **settings)

    return make


def rounds_set(event: Event) -> int:
    return Event.objects.get(pk=event.pk).format.rounds


def couples(event: Event) -> list[tuple[int, int]]:
    return [two for each in played_seatings(event, 99).values() for two in each.pairs()]


def lines(event: Event) -> list[str]:
    return [line.sentence for line in missing(desk_of(Event.objects.get(pk=event.pk)))]


def met(event: Event) -> tuple[bool, str]:
    desk = desk_of(Event.objects.get(pk=event.pk))
    items = [item for phase in checklist_of(desk) for item in phase.items]
    [item] = [item for item in items if item.key == "met"]
    return item.is_done, item.note


@pytest.mark.parametrize(("pairs", "rounds"), [(5, 5), (10, 9)])
def test_there_are_as_many_rounds_as_the_pairs_need(
    day: Callable[[int], Event], by: Author, pairs: int, rounds: int
) -> None:
    event = day(pairs)
    assert len(rounds_of(event)) == rounds
    assert f"Rounds until all have met: {rounds} (pairs: {pairs})" in lines(event)
    play(drawn(event, by))
    assert rounds_set(event) == rounds
    change = EventChange.objects.get(event=event, kind="settings")
    before, after = values_said(change)
    assert before == "Rounds: 7"
    assert after == f"Rounds: {rounds}; as many as it takes for all to meet"
    said = f"After round 1, {rounds - 1} rounds are missing until all have met"
    assert said in lines(event)
    assert met(event) == (False, f"{rounds - 1} rounds are missing")
    for number in range(2, rounds + 1):
        play(drawn(event, by, number))
    assert sorted(couples(event)) == list(combinations(range(1, pairs + 1), 2))
    assert not any("until all have met" in line for line in lines(event))
    assert met(event) == (True, "")
    assert next_step(desk_of(event)).links[0].page == "lock_final"
    with pytest.raises(Refused, match=f"Rounds of this event: {rounds}"):
        propose(event, by, rounds + 1)


def test_sixty_pairs_play_all_and_sixty_one_are_refused_at_the_desk_and_at_the_draw(
    day: Callable[[int], Event], by: Author
) -> None:
    event = day(60)
    assert "Rounds until all have met: 59 (pairs: 60)" in lines(event)
    assert len(rounds_of(event)) == 59
    drawn(event, by)
    assert rounds_set(event) == 59
    event = day(61)
    refused = "All play all is for 60 at most, for an event has no more rounds; here are 61."
    assert f"{refused} Take the Swiss system." in lines(event)
    assert len(rounds_of(event)) == PRESETS["sasku_all"].settings.rounds
    with pytest.raises(Refused, match=refused):
        propose(event, by)


def test_room_for_more_than_can_all_play_all_does_not_fit() -> None:
    saskop = RULESETS["saskop"]
    most, more = (
        replace(PRESETS["sasku_all"].settings, capacity=capacity) for capacity in (60, 61)
    )
    assert unfit(most, saskop, {}) == []
    assert [problem.field for problem in unfit(more, saskop, {})] == ["capacity"]
    swiss = replace(more, draws=("swiss",))
    assert unfit(swiss, saskop, {}) == []


def test_when_one_of_nine_pairs_leaves_the_others_meet_all_the_same(
    day: Callable[[int], Event], by: Author
) -> None:
    event = day(9)
    for number in range(1, 10):
        play(drawn(event, by, number))
        if number == 3:
            event.entries.filter(number=4).update(status=Entry.LEFT, last_round=3)
    assert rounds_set(event) == 9
    times = Counter(couples(event))
    assert max(times.values()) == 1
    stayed = [number for number in range(1, 10) if number != 4]
    assert all(times[two] for two in combinations(stayed, 2))
    seatings = played_seatings(event, 99)
    assert [len(seatings[number].out) for number in range(4, 10)].count(2) == 5


def test_a_late_pair_takes_the_place_of_the_bye_and_the_page_says_whom_it_misses(
    director: Client, day: Callable[[int], Event], by: Author
) -> None:
    event = day(7)
    play(drawn(event, by))
    first = played_seatings(event, 2)[1]
    arrive(event, 1)
    second = propose(event, by, 2)
    assert not second.plan["out"]
    page = words_of(director.get(reverse("round", args=[event.pk, 2])))
    name = f"Anna {first.out[0]} / Ben {first.out[0]} ({first.out[0]})"
    assert f"Anna 8 / Ben 8 (8) came late. No round is left to meet: {name}." in page


def test_a_number_that_a_director_sets_stays(day: Callable[[int], Event], by: Author) -> None:
    event = day(6)
    play(drawn(event, by))
    assert rounds_set(event) == 5
    event.refresh_from_db()
    event.settings |= {"rounds": 3}
    event.save()
    play(drawn(event, by, 2))
    assert rounds_set(event) == 3
    assert "Too few rounds are set: 3. Until all have met it takes: 5" in lines(event)


def test_who_does_not_come_is_a_bye_for_the_other(day: Callable[[int], Event], by: Author) -> None:
    event = day(9)
    drawn(event, by)
    seated = seated_round(the_round(event, 1)).seating
    one, other = seated.tables[1]
    ask = Ask(NO_SHOW, (one,))
    change = change_for(
        ground_for(event, 1), the_round(event, 1), seated_round(the_round(event, 1)), ask
    )
    assert other in change.after.out
    repaired(event, by, 1, ask)
    assert sorted(two for two in couples(event)) == sorted(
        two for two in Seating(seated.tables).pairs() if one not in two
    )
    play(the_round(event, 1))
    assert rounds_set(event) == 9


def test_the_desk_asks_as_often_for_many_pairs(
    day: Callable[[int], Event], by: Author, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    event = day(10)
    play(drawn(event, by))
    with django_assert_max_num_queries(26):
        missing(desk_of(event))
