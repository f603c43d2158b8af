"""Rounds after a cut: each final is drawn by itself, whatever happens."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.events.conftest import arrive, words_of
from tests.events.draw.cut_stories import after_a_round, cuts, numbers_at, plays_round
from tests.events.draw.drawn_rounds import drawn, propose, repaired, the_round
from tournaments.common.actions import Refused
from tournaments.events.desk.queries.desk import desk_of
from tournaments.events.draw.queries.drawing import ground_for
from tournaments.events.draw.queries.finals import CutChoice
from tournaments.events.draw.queries.repairing import REDRAW, SWAP, Ask
from tournaments.events.draw.services import rounds
from tournaments.events.draw.services.cutting import take_cut_back
from tournaments.events.draw.services.rounds import publish_round
from tournaments.events.standings.queries.standings import event_standing
from tournaments.models import Author, Entry, Event


@pytest.fixture
def event(new_event: Callable[..., Event], by: Author) -> Event:
    return after_a_round(new_event, by)


def test_finals_are_never_mixed_and_the_others_play_on_in_the_lowest(
    event: Event, by: Author
) -> None:
    kept = cuts(event, by, CutChoice((4, 4), rest_plays=True))
    first, second = map(set, kept.cut.finals)
    for number, way in ((2, "random_wishes"), (3, "soft"), (4, "schedule")):
        plays_round(event, by, number, way)
        tables = numbers_at(event, number)
        assert tables[0] == first
        assert tables[1] == second
        assert not (tables[2] | tables[3]) & (first | second)
        assert len(tables) == 4
    rows = [row.entry for row in event_standing(event).ranked]
    assert set(rows[:4]) == first
    assert set(rows[4:8]) == second


def test_a_fixed_place_at_the_long_table_of_a_final_is_said_with_its_number(
    event: Event, by: Author, director: Client
) -> None:
    kept = cuts(event, by, CutChoice((4, 9)))
    one, other = kept.cut.finals[1][:2]
    event.entries.filter(number=one).update(pinned_table=2)
    event.entries.filter(number=other).update(pinned_table=3)
    propose(event, by, 2, "random_wishes")
    page = words_of(director.get(reverse("round", args=[event.pk, 2])))
    said = (
        "has a fixed place at table 3, which has 5 seats this time: no other could be the odd one"
    )
    assert f"({other}) {said}" in page


def test_the_final_of_each_table_is_told(
    event: Event, by: Author, director: Client, stranger: Client
) -> None:
    cuts(event, by, CutChoice((4, 4)))
    before = words_of(director.get(reverse("round", args=[event.pk, 2])))
    assert "A final tables of 4: 1" in before
    propose(event, by, 2)
    proposed = words_of(director.get(reverse("round", args=[event.pk, 2])))
    assert "B final, places 5–8 Table 2" in proposed
    rounds.accept_draw(event=event, number=2, anyway=False, by=by, submission=uuid4())
    publish_round(event=event, number=2, by=by, submission=uuid4())
    seats = words_of(stranger.get(reverse("event_seats", args=[event.pk]), {"by": "table"}))
    assert "A final, places 1–4 Table 1" in seats
    drawn = words_of(director.get(reverse("round", args=[event.pk, 2])))
    assert "B final, places 5–8 Table 2" in drawn
    screen = reverse("event_screen", args=[event.pk])
    walls = [words_of(stranger.get(screen, {"mode": mode, "rows": 9})) for mode in ("seats", "")]
    assert walls[0] == walls[1]  # what is due
    ranked = words_of(stranger.get(screen, {"mode": "standings", "rows": "9"}))
    heads = ["A final, places 1–4", "B final, places 5–8"]
    for wall, wanted in ((walls[0], heads), (ranked, [*heads, "Not in the final"])):
        found = [wall.index(head) for head in wanted]
        assert found == sorted(found)
    assert "Page 1 of 2" in ranked  # 16 people and a head for each final: 9 and 8, then the rest


def test_seats_in_the_order_of_the_seeds(event: Event, by: Author) -> None:
    kept = cuts(event, by, CutChoice((8,), by_seed=True))
    propose(event, by, 2, "blocks")
    seeds = kept.cut.finals[0]
    tables = the_round(event, 2).plan["tables"]
    assert tables == [list(seeds[:4]), list(seeds[4:])]


def test_who_has_left_is_not_in_the_lowest_final_either(event: Event, by: Author) -> None:
    Entry.objects.filter(event=event, number=1).update(status=Entry.LEFT)
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)
    cuts(event, by, CutChoice((4,), rest_plays=True))
    standing = event_standing(event)
    assert [row.entry for row in standing.ranked][-1] == 1
    assert standing.finals[1].final is None
    propose(event, by, 2, "random_wishes")
    plan = the_round(event, 2).plan
    assert [len(table) for table in plan["tables"]] == [4, 4, 4]
    assert len(plan["out"]) == 3


def test_house_players_fill_the_final(event: Event, by: Author) -> None:
    house = arrive(event, 4)
    for entry in house:
        entry.is_house = True
        entry.save()
    cuts(event, by, CutChoice((6, 6)))
    propose(event, by, 2, "random_wishes")
    plan = the_round(event, 2).plan
    numbers = {entry.number for entry in house}
    assert [len(table) for table in plan["tables"]] == [4, 4, 4, 4]
    assert len(numbers & set().union(*map(set, plan["tables"][:2]))) == 2
    assert len(numbers & set().union(*map(set, plan["tables"][2:]))) == 2


def test_it_stands_once_the_next_round_is_drawn(event: Event, by: Author) -> None:
    cuts(event, by)
    propose(event, by, 2)
    with pytest.raises(Refused, match="Throw that draw away first"):
        take_cut_back(event=event, number=1, by=by, submission=uuid4())
    rounds.drop_draw(event=event, number=2, by=by, submission=uuid4())
    take_cut_back(event=event, number=1, by=by, submission=uuid4())
    cuts(event, by)
    drawn(event, by, 2)
    with pytest.raises(Refused, match="who is in the final stands"):
        take_cut_back(event=event, number=1, by=by, submission=uuid4())


def test_who_has_finished_is_not_missed_at_the_desk(event: Event, by: Author) -> None:
    cuts(event, by)
    assert len(desk_of(event).people.here) == 8
    drawn(event, by, 2, "manual")
    event.refresh_from_db()
    assert desk_of(event).people.unseated == []


def test_nobody_changes_seats_between_finals(event: Event, by: Author) -> None:
    kept = cuts(event, by, CutChoice((4, 4)))
    one, other = kept.cut.finals[0][0], kept.cut.finals[1][0]
    propose(event, by, 2)
    with pytest.raises(Refused, match="Different finals"):
        rounds.swap_seats(event=event, number=2, one=one, other=other, by=by, submission=uuid4())
    rounds.accept_draw(event=event, number=2, anyway=False, by=by, submission=uuid4())
    with pytest.raises(Exception, match="Different finals"):
        repaired(event, by, 2, Ask(SWAP, (one, other)))


def test_what_is_drawn_again_stays_within_the_finals(event: Event, by: Author) -> None:
    kept = cuts(event, by, CutChoice((8,), rest_plays=True))
    propose(event, by, 2, "random_wishes")
    rounds.lock_table(event=event, number=2, table=1, is_locked=True, by=by, submission=uuid4())
    locked = the_round(event, 2).plan["tables"][0]
    played = propose(event, by, 2, "random_wishes")
    assert played.plan["tables"][0] == locked
    top = set(kept.cut.finals[0])
    assert [set(table) <= top for table in played.plan["tables"]] == [True, True, False, False]
    rounds.accept_draw(event=event, number=2, anyway=False, by=by, submission=uuid4())
    repaired(event, by, 2, Ask(REDRAW))
    met = [
        couple
        for place in the_round(event, 2).tables.all()
        for couple in combinations(
            [result.entry.number in top for result in place.results.select_related("entry")], 2
        )
    ]
    assert all(one == other for one, other in met)


def test_a_finalist_who_is_gone_leaves_a_place(event: Event, by: Author) -> None:
    kept = cuts(event, by)
    gone = kept.cut.finals[0][0]
    Entry.objects.filter(event=event, number=gone).update(status=Entry.LEFT)
    assert gone not in ground_for(event, 2).here_numbers
    played = propose(event, by, 2, "random_wishes", odd="bye")
    assert gone not in {n for table in played.plan["tables"] for n in table}
