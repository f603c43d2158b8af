"""Cuts for finals: who stands where, and what is carried into them."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from scoring.finals import CARRIED, Cut, finals_path, rank_finals
from scoring.ranking import Result, Rules, rank
from scoring.tiebreaks import lot_order
from tests.scoring.laws import drawn

PLAYERS = range(1, 9)
Made = tuple[list[Result], Rules, list[Cut]]
"""Results, rules and cuts of an event."""
KEYS = ("best_round", "solos", "last_round", "lot")


def sheets(points: dict[int, list[int]], **more: Any) -> list[Result]:
    """By start number, the points of each round, all at one table with ten hands each."""
    return [
        Result(entry, number, 1, value, hands=10, **more)
        for entry, values in points.items()
        for number, value in enumerate(values, 1)
    ]


def event_of(chance: Random) -> Made:
    """Some rounds of eight players, and up to two cuts, the second within the first."""
    rounds = chance.randint(2, 4)
    results = sheets(
        {entry: [chance.randint(-9, 9) for _round in range(rounds)] for entry in PLAYERS}
    )
    rules = Rules(
        yields=chance.choice(["points", "average", "places"]),
        tie_breaks=KEYS,
        lot_seed="a seed",
        best_of=chance.choice([None, 1, 2]),
    )
    order = chance.sample(PLAYERS, len(PLAYERS))
    finals = (tuple(order[:4]), tuple(order[4:6]))
    cuts = [Cut(1, finals, chance.random() < 0.5, chance.choice(CARRIED))]
    if chance.random() < 0.5 and rounds > 2:
        within = (tuple(order[:2]),)
        cuts.append(Cut(2, within, chance.random() < 0.5, chance.choice(CARRIED)))
    return results, rules, cuts


@drawn(event_of)
def test_finalists_stand_above_all_others_and_higher_finals_above_lower_ones(event: Made) -> None:
    results, rules, cuts = event
    found = rank_finals(PLAYERS, results, rules, cuts)
    levels = [finals_path(row.entry, cuts).level for row in found.rows]
    assert levels == sorted(levels)
    assert sorted(row.entry for row in found.rows) == list(PLAYERS)
    finals = [found.places[row.entry].final for row in found.rows]
    playing = [final for final in finals if final is not None]
    assert finals[: len(playing)] == playing == sorted(playing)


def in_two_orders(chance: Random) -> tuple[Made, list[int], list[Result]]:
    """An event, and its entries and results in another order."""
    made = event_of(chance)
    return made, chance.sample(PLAYERS, len(PLAYERS)), chance.sample(made[0], len(made[0]))


@drawn(in_two_orders)
def test_the_order_of_entries_and_results_means_nothing(
    both: tuple[Made, list[int], list[Result]],
) -> None:
    (results, rules, cuts), entries, mixed = both
    before = rank_finals(PLAYERS, results, rules, cuts)
    assert rank_finals(entries, mixed, rules, cuts) == before


@drawn(event_of)
def test_points_carried_in_full_leave_the_total_of_whoever_plays_on(event: Made) -> None:
    results, rules, cuts = event
    full = [Cut(cut.after, cut.finals, cut.rest_plays, "full") for cut in cuts]
    plain = {row.entry: row.total for row in rank(PLAYERS, results, rules)}
    found = rank_finals(PLAYERS, results, rules, full)
    for row in found.rows:
        if found.places[row.entry].final is not None:
            assert row.total == plain[row.entry]


@drawn(event_of)
def test_without_cuts_it_is_the_plain_standing(event: Made) -> None:
    results, rules, _cuts = event
    found = rank_finals(PLAYERS, results, rules, [])
    assert list(found.rows) == rank(PLAYERS, results, rules)


@drawn(event_of)
def test_what_was_carried_and_won_since_makes_the_total(event: Made) -> None:
    results, rules, cuts = event
    if rules.yields == "average":
        return
    found = rank_finals(PLAYERS, results, rules, cuts)
    for row in found.rows:
        place = found.places[row.entry]
        if place.final is not None:
            after = finals_path(row.entry, cuts).carried_after
            since = [row.rounds[n] for n in row.rounds if n > after and n not in row.dropped]
            assert row.total == (place.carried or 0) + sum(since)


@drawn(event_of)
def test_later_rounds_change_nothing_for_those_who_have_finished(event: Made) -> None:
    results, rules, cuts = event
    first = [Cut(cuts[0].after, cuts[0].finals, rest_plays=False, carried=cuts[0].carried)]
    early = [result for result in results if result.round <= 1]
    then = {row.entry: row for row in rank_finals(PLAYERS, early, rules, first).rows}
    found = rank_finals(PLAYERS, results, rules, first)
    for row in found.rows:
        if found.places[row.entry].final is None:
            assert (row.place, row.total) == (then[row.entry].place, then[row.entry].total)


@pytest.mark.parametrize(
    ("carried", "brought", "total"),
    [("full", 7, 10), ("half", Fraction(7, 2), Fraction(13, 2)), ("none", None, 3)],
)
def test_points_are_carried_in_full_by_half_or_not_at_all(
    carried: str, brought: Fraction | int | None, total: Fraction | int
) -> None:
    results = sheets({1: [7, 3], 2: [-7, -3]})
    found = rank_finals([1, 2], results, Rules(), [Cut(1, ((1, 2),), carried=carried)])
    best = found.rows[0]
    assert best.total == total
    assert best.rounds == {1: 7, 2: 3}
    assert found.places[1].carried == (brought if brought is not None else 0)
    assert best.dropped == ((1,) if carried == "none" else ())


def test_two_cuts_by_half_leave_a_quarter_of_the_first_round() -> None:
    results = sheets({1: [8, 8, 8], 2: [0, 0, 0]})
    cuts = [Cut(1, ((1, 2),), carried="half"), Cut(2, ((1, 2),), carried="half")]
    assert rank_finals([1, 2], results, Rules(), cuts).rows[0].total == 2 + 4 + 8


def test_in_an_average_earlier_hands_weigh_half() -> None:
    results = sheets({1: [10, 40], 2: [0, 0]})
    rules = Rules(yields="average")
    found = rank_finals([1, 2], results, rules, [Cut(1, ((1, 2),), carried="half")])
    assert found.rows[0].total == Fraction(5 + 40, 5 + 10)
    assert found.places[1].carried == 1


def test_start_points_and_penalties_are_carried_like_points() -> None:
    results = [Result(1, 1, 1, 6, penalty=-2), Result(1, 2, 1, 1, penalty=-1)]
    for carried, total in (("full", 14), ("half", 7), ("none", 0)):
        cut = Cut(1, ((1,),), carried=carried)
        (row,) = rank_finals([1], results, Rules(), [cut], start_points={1: 10}).rows
        assert row.total == total, carried


def test_ties_in_a_final_without_carried_points_are_decided_by_the_final_alone() -> None:
    results = sheets({1: [9, 2], 2: [1, 2]})
    rules = Rules(tie_breaks=("best_round",))
    alone = rank_finals([1, 2], results, rules, [Cut(1, ((1, 2),), carried="none")]).rows
    assert [row.place for row in alone] == [1, 1]
    results = sheets({1: [1, 10], 2: [9, 2]})
    both = rank_finals([1, 2], results, rules, [Cut(1, ((1, 2),))]).rows
    assert [row.entry for row in both] == [1, 2]
    assert both[1].decided_by == "best_round"


def test_only_the_best_rounds_count_as_they_are_worth_after_the_cut() -> None:
    results = sheets({1: [10, 6, 1], 2: [0, 0, 0]})
    cut = Cut(1, ((1, 2),), carried="half")
    best = rank_finals([1, 2], results, Rules(best_of=2), [cut]).rows[0]
    assert (best.total, best.dropped) == (11, (3,))


def test_who_shares_a_place_in_a_final_stands_by_seed() -> None:
    results = sheets({1: [0], 2: [5], 3: [9]})
    found = rank_finals([1, 2, 3], results, Rules(), [Cut(1, ((3, 1, 2),), carried="none")])
    assert [row.entry for row in found.rows] == [3, 1, 2]


def test_a_table_winner_of_a_lower_final_stands_above_those_who_were_put_out() -> None:
    cuts = [Cut(1, ((1, 2), (3, 4))), Cut(2, ((2, 3),))]
    results = sheets({1: [9, 9, 0], 2: [8, 8, 1], 3: [7, 7, 0], 4: [6, 6, 0], 5: [5, 5, 0]})
    found = rank_finals([1, 2, 3, 4, 5], results, Rules(), cuts)
    assert [row.entry for row in found.rows] == [2, 3, 1, 4, 5]


def test_ties_decided_after_the_round_still_hold_for_those_who_finished_then() -> None:
    results = sheets({1: [9, 1], 2: [3], 3: [3]})
    cut = Cut(1, ((1,),))
    found = rank_finals([1, 2, 3], results, Rules(), [cut], decided={1: ((3, 2),)})
    assert [(row.entry, row.place) for row in found.rows] == [(1, 1), (3, 2), (2, 3)]


def test_the_lot_at_the_line_is_the_lot_of_the_standing() -> None:
    rows = rank(PLAYERS, [], Rules(tie_breaks=("lot",), lot_seed="x"))
    assert lot_order("x", PLAYERS) == [row.entry for row in rows]
