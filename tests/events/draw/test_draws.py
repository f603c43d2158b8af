"""Drawing a round: proposed, looked at, changed by hand, accepted; by services and by the pages."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import permutations
from time import process_time
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from seating.model import Round as Seating
from tests.answers import there
from tests.events.conftest import arrive, words_of
from tests.events.draw.drawn_rounds import (
    agrees,
    close,
    drawn,
    hidden_of,
    key,
    play,
    press,
    propose,
    the_round,
)
from tournaments.common.actions import Refused
from tournaments.events.draw.queries.drawing import Choice, draw_seed, ground_for, wishes_of
from tournaments.events.draw.services.rounds import accept_draw, swap_seats
from tournaments.models import Author, Entry, Event, EventChange, Result, Round, TableLink

pytestmark = pytest.mark.django_db

CHANCE: dict[str, Any] = {"draw": "random_wishes", "odd": "up", "dial": "50"}


def test_a_director_draws_looks_and_accepts(
    director: Client, new_event: Callable[..., Event]
) -> None:
    event = new_event(entries=13)
    open_page = words_of(director.get(reverse("round", args=[event.pk, 1])))
    assert "tables of 4: 2 · tables of 5: 1" in open_page
    assert press(director, event, "round", "draw_round", **CHANCE).status_code == 302
    page = words_of(director.get(reverse("round", args=[event.pk, 1])))
    assert "Nobody meets anybody again." in page
    assert "5 sit at tables of another size than 4. For each of them it is the first time." in page
    assert "Anna 13" in page
    assert not Result.objects.exists()

    assert press(director, event, "round", "accept_draw").status_code == 302
    event.refresh_from_db()
    assert (event.state, event.frozen_at is not None) == (Event.RUNNING, True)
    played = the_round(event, 1)
    assert played.state == Round.DRAWN
    assert played.published_at is None
    assert sorted(played.tables.values_list("hands_due", flat=True)) == [32, 32, 40]
    agrees(event)
    kinds = list(EventChange.objects.filter(event=event).values_list("kind", flat=True))
    assert kinds == ["made", "round_proposed", "draw_accepted"]


def test_the_same_round_drawn_again_is_another_draw_with_its_own_seed(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=24)
    first = propose(event, by)
    one, plan = first.seed, first.plan
    second = propose(event, by)
    assert (second.pk, second.attempt) == (first.pk, 2)
    assert second.seed == draw_seed(event, 1, 2) != one
    assert second.plan != plan
    assert EventChange.objects.filter(kind="round_proposed").count() == 2


def test_the_same_people_and_seed_lead_to_the_same_draw(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=24)
    plan = propose(event, by).plan
    Round.objects.all().delete()
    assert propose(event, by).plan == plan


def test_a_form_that_arrives_twice_draws_once(
    director: Client, new_event: Callable[..., Event]
) -> None:
    event = new_event(entries=8)
    page = reverse("round", args=[event.pk, 1])
    sent = {**hidden_of(director.get(page).content.decode()), **CHANCE}
    for _time in range(2):
        director.post(reverse("draw_round", args=[event.pk, 1]), sent)
    assert the_round(event, 1).attempt == 1


def test_couples_and_teams_are_apart_and_fixed_tables_kept(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=16)
    Entry.objects.filter(number__in=(1, 2, 3)).update(party="car")
    Entry.objects.filter(number__in=(4, 5)).update(team="Reds")
    Entry.objects.filter(number=6).update(pinned_table=3, pinned_seat=0)
    wishes = wishes_of(ground_for(event, 1))
    assert wishes.apart == {(1, 2), (1, 3), (2, 3)}
    assert wishes.groups == (frozenset({4, 5}),)
    tables = propose(event, by).plan["tables"]
    assert tables[2][0] == 6
    for table in tables:
        assert len({1, 2, 3}.intersection(table)) < 2
        assert not {4, 5} <= set(table)


def test_the_report_says_of_each_wish_whether_it_is_kept(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=16)
    Entry.objects.filter(number__in=(1, 2, 3)).update(party="car")
    Entry.objects.filter(number__in=(4, 5)).update(team="Reds")
    Entry.objects.filter(number=6).update(pinned_table=3, pinned_seat=0)
    played = propose(event, by)
    address = reverse("round", args=[event.pk, 1])
    page = words_of(director.get(address))
    assert "All 4 wishes are kept." in page
    for text in (
        "Came together, at different tables: Anna 1 (1), Anna 2 (2), Anna 3 (3).",
        "Of one team, at different tables: Anna 4 (4), Anna 5 (5).",
        "At the table that was wished: Anna 6 (6).",
        "In the seat that was wished: Anna 6 (6).",
    ):
        assert text in page
    other = next(n for n in played.plan["tables"][0] if n > 6)
    swap_seats(event=event, number=1, one=6, other=other, by=by, submission=uuid4())
    page = words_of(director.get(address))
    assert "Wishes kept: 2 of 4." in page or "Wishes kept: 3 of 4." in page
    assert "Should sit at another table: Anna 6 (6)." in page


def test_who_has_a_seat_again_is_said_as_directors_say_it(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=8, rounds=2, draws=("random", "manual"))
    first = propose(event, by)
    first.plan = {"tables": [[1, 2, 3, 4], [5, 6, 7, 8]], "out": []}
    first.save()
    accept_draw(event=event, number=1, anyway=True, by=by, submission=uuid4())
    play(the_round(event, 1))
    second = propose(event, by, 2)
    assert second.plan["tables"] == [[1, 2, 3, 4], [5, 6, 7, 8]]
    page = words_of(director.get(reverse("round", args=[event.pk, 2])))
    assert "First dealer (twice by now): 2 people. Anna 1 (1), Anna 5 (5)" in page
    assert "At the first dealer’s left (twice by now): 2 people. Anna 2 (2), Anna 6 (6)" in page
    assert "Seat 4 (twice by now): 2 people." in page
    assert "times more than another" not in page


def test_what_cannot_be_is_said_by_name_and_nothing_is_drawn(
    director: Client, new_event: Callable[..., Event]
) -> None:
    event = new_event(entries=8)
    Entry.objects.filter(number__in=(1, 2, 3)).update(party="car")
    response = press(director, event, "round", "draw_round", **CHANCE)
    assert response.status_code == 422
    text = "Anna 1 (1), Anna 2 (2), Anna 3 (3) must all sit apart, but there are only 2 tables."
    assert text in words_of(response)
    assert not event.rounds.exists()


def test_too_few_for_the_remainder_are_told_so(
    director: Client, new_event: Callable[..., Event]
) -> None:
    event = new_event(entries=7)
    response = press(director, event, "round", "draw_round", **CHANCE)
    assert response.status_code == 422
    assert "7 cannot be spread over tables of 4 in this way" in words_of(response)
    bye: dict[str, Any] = CHANCE | {"odd": "bye"}
    assert press(director, event, "round", "draw_round", **bye).status_code == 302
    assert len(the_round(event, 1).plan["out"]) == 3


def test_house_players_fill_a_table_or_stay_at_home(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=9)
    Entry.objects.filter(number__in=(8, 9)).update(is_house=True)
    tables = propose(event, by).plan["tables"]
    assert sorted(number for table in tables for number in table) == list(range(1, 9))


def test_the_next_round_waits_for_the_one_before(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=8)
    drawn(event, by)
    page = words_of(director.get(reverse("round", args=[event.pk, 2])))
    assert "Round 1 is not closed yet. Close it first, then draw round 2." in page
    with pytest.raises(Refused, match="Round 1 is not closed yet"):
        propose(event, by, 2)
    play(the_round(event, 1))
    assert propose(event, by, 2).state == Round.PROPOSED
    assert director.get(reverse("round", args=[event.pk, 3])).status_code == 404


def test_the_second_round_knows_the_first(new_event: Callable[..., Event], by: Author) -> None:
    event = new_event(entries=16)
    play(drawn(event, by))
    second = propose(event, by, 2)
    assert second.report["repeats"] == 0
    ground = ground_for(event, 2)
    assert [sorted(map(sorted, each.tables)) for each in ground.history] == [
        sorted(map(sorted, the_round(event, 1).plan["tables"]))
    ]


def test_by_standing_neighbours_meet_and_the_order_is_kept(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=16, draws=("random_wishes", "blocks"))
    play(drawn(event, by))
    second = propose(event, by, 2)
    order = [number for number, _total in second.standing]
    assert len(order) == 16
    totals = [total for _number, total in second.standing]
    assert totals == sorted(totals, reverse=True)
    assert sorted(second.plan["tables"][0]) == sorted(order[:4])
    page = words_of(director.get(reverse("round", args=[event.pk, 2])))
    assert "last at a table, on average: " in page
    # Offered where it is better: whoever has no repeats anyway needs no other way.
    assert ("By standing, without repeats" in page) == (second.report["repeats"] > 0)


def test_a_draw_with_repeats_names_them_and_offers_a_better_way(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=16, draws=("random_wishes", "random"))
    play(drawn(event, by))
    second = propose(event, by, 2)
    while not second.report["repeats"]:
        second = propose(event, by, 2)
    one, other, rounds = second.report["again"][0]
    assert rounds == [1]
    page = words_of(director.get(reverse("round", args=[event.pk, 2])))
    assert f"Anna {one} and Anna {other} met in round 1." in page
    assert "So that few meet again repeats: 0" in page
    sent = {"draw": "history", "odd": "up", "dial": "50"}
    press(director, event, "round", "draw_round", 2, **sent)
    assert the_round(event, 2).report["repeats"] == 0


def test_a_schedule_is_drawn_once_and_followed_while_the_same_people_are_there(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=16, rounds=4, draws=("schedule",))
    play(drawn(event, by))
    first = the_round(event, 1).report
    assert (len(first["schedule"]), first["schedule_repeats"]) == (4, 0)
    second = propose(event, by, 2)
    assert second.report["is_planned"]
    assert second.plan == first["schedule"][1]
    assert not propose(event, by, 2).report["is_planned"]
    play(drawn(event, by, 2))
    arrive(event, 4)
    third = propose(event, by, 3)
    assert not third.report["is_planned"]
    assert third.report["repeats"] == 0
    assert len(third.report["schedule"]) == 2


def test_pairs_by_the_swiss_system_never_meet_twice(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(
        entries=9,
        unit="pair",
        size=2,
        odd="bye",
        ruleset="saskop",
        hands=0,
        rounds=3,
        draws=("swiss",),
        yields="match",
        tie_breaks=("buchholz",),
    )
    met: list[tuple[int, int]] = []
    out: list[int] = []
    for number in (1, 2, 3):
        played = drawn(event, by, number)
        met += list(Seating(tuple(map(tuple, played.plan["tables"]))).pairs())
        out += played.plan["out"]
        play(played)
    assert len(set(met)) == len(met) == 12
    assert len(set(out)) == 3


PAIRS: dict[str, object] = {
    "unit": "pair",
    "size": 2,
    "odd": "bye",
    "ruleset": "saskop",
    "hands": 0,
    "yields": "match",
}


def test_the_first_round_of_a_swiss_system_is_by_lot_and_the_page_says_so(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=16, draws=("swiss",), tie_breaks=("buchholz",), **PAIRS)
    drawn_so = [frozenset(map(frozenset, propose(event, by).plan["tables"])) for _time in range(4)]
    assert len(set(drawn_so)) == 4
    page = words_of(director.get(reverse("round", args=[event.pk, 1])))
    assert "The first round is drawn by lot." in page


def test_pairs_who_have_a_place_in_the_season_meet_by_halves(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=8, draws=("swiss",), tie_breaks=("buchholz",), **PAIRS)
    for entry in event.entries.all():
        entry.season_place = 9 - there(entry.number)
        entry.save()
    tables = [sorted(table) for table in propose(event, by).plan["tables"]]
    assert sorted(tables) == [[1, 5], [2, 6], [3, 7], [4, 8]]
    page = words_of(director.get(reverse("round", args=[event.pk, 1])))
    assert "the better half of the ranking meets the other half" in page


@pytest.mark.parametrize("draw", ["blocks", "interval", "soft", "ladder"])
def test_before_anything_is_played_no_start_number_is_a_standing(
    new_event: Callable[..., Event], by: Author, draw: str
) -> None:
    event = new_event(entries=16, draws=(draw,))
    plans = [propose(event, by) for _time in range(3)]
    tables = [{frozenset(table) for table in played.plan["tables"]} for played in plans]
    assert {frozenset({1, 2, 3, 4})} != tables[0] & tables[1] & tables[2]
    assert len({frozenset(each) for each in tables}) == 3
    assert plans[0].report["rank_spread"] is None


def test_on_a_ladder_the_better_half_goes_up(new_event: Callable[..., Event], by: Author) -> None:
    event = new_event(entries=12, draws=("random", "ladder"))
    first = drawn(event, by)
    for place in first.tables.select_related("table", "round__event"):
        key(place, 9, 3, -3, -9)
    close(first)
    winners = first.plan["tables"][1][:2]
    second = propose(event, by, 2)
    assert set(winners) <= set(second.plan["tables"][0])


def points_at_tables(played: Round) -> list[dict[int, int]]:
    """What each start number has, table by table."""
    places = played.tables.order_by("number")
    rows = [place.results.values_list("entry__number", "points") for place in places]
    return [{there(number): points for number, points in row} for row in rows]


def tables_of(played: Round) -> dict[int, int]:
    """At which table of a draw each start number sits."""
    return {entry: place for place, table in enumerate(played.plan["tables"]) for entry in table}


def test_on_a_ladder_with_long_tables_the_better_one_moves_over(
    new_event: Callable[..., Event], by: Author
) -> None:
    """18 make tables of four and five: where one has room for one more, or too little for all who
    go down, points decide who it is, and not the start number.
    """
    event = new_event(entries=18, rounds=4, draws=("ladder",))
    for number in (1, 2, 3):
        play(drawn(event, by, number))
        at = tables_of(propose(event, by, number + 1))
        for points in points_at_tables(the_round(event, number)):
            for better, worse in permutations(points, 2):
                assert points[better] <= points[worse] or at[better] <= at[worse]


def test_equals_at_a_table_of_the_ladder_go_by_the_standing(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=8, rounds=3, draws=("ladder",))
    opening = drawn(event, by)
    places = opening.tables.select_related("table", "round__event").order_by("number")
    for place, points in zip(places, [(-11, 3, -1, 9), (-5, 2, -4, 7)], strict=True):
        key(place, *points)
    close(opening)
    first, other = points_at_tables(opening)
    has = first | other
    second = drawn(event, by, 2)
    for place in second.tables.select_related("table", "round__event"):
        key(place, 0, 0, 0, 0)
    close(second)
    third = tables_of(propose(event, by, 3))
    for table in second.plan["tables"]:
        best = sorted(table, key=lambda entry: has[entry], reverse=True)
        assert [third[entry] for entry in best] == [0, 0, 1, 1]


def test_a_ladder_is_reported_as_one_and_no_two_figures_stand_side_by_side(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=13, rounds=5, draws=("ladder",))
    said = []
    for number in range(1, 6):
        propose(event, by, number)
        said.append(words_of(director.get(reverse("round", args=[event.pk, number]))))
        accept_draw(event=event, number=number, anyway=True, by=by, submission=uuid4())
        event.refresh_from_db()
        play(the_round(event, number))
    assert "meet again." in said[2]
    assert "On a ladder who wins goes up and who loses goes down." in said[2]
    assert "three times by now" in said[4]
    assert re.search(r"Again \((twice|three times) by now\): ", said[4])
    for page in said:
        assert not re.search(r"seat \d \d|[2-6] times by now|times more|more than another", page)
        assert "Nobody could do with fewer" not in page


def test_a_thousand_people_are_opened_in_well_under_two_seconds(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=1000)
    propose(event, by)
    began = process_time()  # whatever else the machine does
    accept_draw(event=event, number=1, anyway=False, by=by, submission=uuid4())
    assert process_time() - began < 2
    assert TableLink.objects.count() == 250


def test_a_choice_that_is_none_of_ours_is_refused(
    director: Client, new_event: Callable[..., Event]
) -> None:
    event = new_event(entries=8)
    for sent in ({"draw": "swiss"}, {"draw": "import"}, {"odd": "sideways"}, {"dial": "7"}):
        assert press(director, event, "round", "draw_round", **(CHANCE | sent)).status_code == 422
    assert Choice("soft", "up").dial == 50
