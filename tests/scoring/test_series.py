"""Series: what a stage is worth, which stages count, who is where; and the laws of all that."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from scoring.ranking import Value
from scoring.series import (
    ADDING,
    TIES,
    VALUES,
    Person,
    SeriesRules,
    SeriesStanding,
    Stage,
    StageResult,
    best_start,
    rank_series,
    stage_value,
)
from tests.scoring.laws import drawn

ANNA, BEN, CORA = (1,), (2,), (3,)


def stage(key: int, **totals: int) -> Stage:
    """A stage at which the most points win: `stage(1, anna=30, ben=10)`."""
    people = {"anna": ANNA, "ben": BEN, "cora": CORA}
    amounts = list(totals.values())
    results: dict[Person, StageResult] = {
        people[name]: StageResult(
            1 + sum(other > total for other in amounts), total, sharing=amounts.count(total)
        )
        for name, total in totals.items()
    }
    return Stage(key, results, len(results))


def totals(stages: list[Stage], **rules: Any) -> dict[Person, Value | None]:
    return {row.person: row.total for row in rank_series(stages, SeriesRules(**rules))}


def places(stages: list[Stage], **rules: Any) -> dict[Person, int | None]:
    return {row.person: row.place for row in rank_series(stages, SeriesRules(**rules))}


def test_no_stage_is_no_ranking() -> None:
    assert rank_series([], SeriesRules()) == []
    assert rank_series([Stage(1, {}, 0)], SeriesRules()) == []


def test_points_are_added_and_who_stays_away_gets_nothing() -> None:
    played = [stage(1, anna=30, ben=-30), stage(2, ben=12, cora=-12)]
    assert totals(played) == {ANNA: 30, CORA: -12, BEN: -18}


def test_the_best_count_and_the_others_are_dropped() -> None:
    played = [stage(1, anna=5), stage(2, anna=9), stage(3, anna=-4)]
    (row,) = rank_series(played, SeriesRules(best_of=2))
    assert row.total == 14
    assert (row.counted, row.dropped) == ((1, 2), (3,))


def test_who_came_to_fewer_than_count_keeps_all_of_them() -> None:
    assert totals([stage(1, anna=5), stage(2, anna=-9)], best_of=5) == {ANNA: -4}


def test_dropping_the_worst_is_counting_the_best_of_the_rest() -> None:
    played = [stage(1, anna=5, ben=1), stage(2, anna=-9), stage(3, anna=4, ben=2)]
    assert totals(played, drop=1) == {ANNA: 9, BEN: 3}
    assert totals(played, drop=1) == totals(played, best_of=2)
    assert totals(played, drop=7) == {ANNA: 5, BEN: 2}


def test_places_get_the_points_of_the_table_and_nothing_below_it() -> None:
    played = [stage(1, anna=30, ben=20, cora=10)]
    assert totals(played, value="places", place_points=(25, 18)) == {ANNA: 25, BEN: 18, CORA: 0}


def test_who_shares_a_place_shares_the_mean() -> None:
    played = [stage(1, anna=30, ben=10, cora=10)]
    found = totals(played, value="places", place_points=(25, 18))
    assert found == {ANNA: 25, BEN: 9, CORA: 9}
    level = [stage(1, anna=10, ben=10)]
    assert totals(level, value="places", place_points=(25, 18))[ANNA] == Fraction(43, 2)


def test_in_a_sum_of_places_few_are_good_and_a_missed_stage_costs_most() -> None:
    played = [stage(1, anna=3, ben=2, cora=1), stage(2, cora=3, anna=1)]
    assert totals(played, value="place") == {ANNA: 3, CORA: 4, BEN: 5}
    assert places(played, value="place") == {ANNA: 1, CORA: 2, BEN: 3}


def test_the_disqualified_have_nothing_from_that_stage() -> None:
    out = Stage(1, {ANNA: StageResult(None, 50), BEN: StageResult(1, 10)}, 1)
    rows = {row.person: row for row in rank_series([out], SeriesRules(bonus=5))}
    assert (rows[ANNA].total, rows[ANNA].attended) == (0, 0)
    assert rows[ANNA].cells[1].kind == "out"
    assert rows[BEN].total == 15
    assert totals([out], value="place") == {BEN: 1, ANNA: 2}


def test_averages_are_exact() -> None:
    played = [stage(1, anna=10, ben=7), stage(2, anna=5), stage(3, anna=5)]
    assert totals(played, adding="average_stage") == {BEN: 7, ANNA: Fraction(20, 3)}


def test_an_average_of_rounds_weighs_every_round() -> None:
    played = [
        Stage(1, {ANNA: StageResult(1, 30, rounds=3)}, 1),
        Stage(2, {ANNA: StageResult(1, 2, rounds=1)}, 1),
    ]
    assert totals(played, adding="average_round") == {ANNA: 8}
    (row,) = rank_series(played, SeriesRules(adding="average_round", fewest=5))
    assert (row.place, row.lacking) == (None, 1)


def test_who_has_too_few_stands_below_without_a_place() -> None:
    played = [stage(1, anna=10, ben=1), stage(2, ben=1)]
    rows = rank_series(played, SeriesRules(adding="average_stage", fewest=2))
    assert [(row.person, row.place, row.lacking) for row in rows] == [(BEN, 1, 0), (ANNA, None, 1)]


def test_taking_part_is_rewarded_in_dropped_stages_too() -> None:
    played = [stage(1, anna=10), stage(2, anna=1)]
    assert totals(played, best_of=1, bonus=3) == {ANNA: 16}


def test_missed_stages_bring_a_falling_share_of_the_own_average() -> None:
    came = [stage(key, anna=10, ben=5) for key in (1, 2, 3)]
    missed = [stage(key, ben=5) for key in (4, 5, 6, 7, 8)]
    (anna,) = [
        row
        for row in rank_series([*came, *missed], SeriesRules(absence=(80, 60, 40, 20)))
        if row.person == ANNA
    ]
    assert [anna.cells[key].value for key in (4, 5, 6, 7, 8)] == [8, 6, 4, 2, None]
    assert anna.total == 50


def test_the_own_average_is_valid_after_three_stages_only() -> None:
    played = [stage(1, anna=10, ben=1), stage(2, anna=10, ben=1), stage(3, ben=1)]
    assert totals(played, absence=(80,))[ANNA] == 20
    assert totals(played, absence=(80,), absence_after=2)[ANNA] == 28


def test_equal_totals_go_by_the_best_stage_then_the_next() -> None:
    played = [stage(1, anna=9, ben=6), stage(2, anna=3, ben=6)]
    rows = rank_series(played, SeriesRules())
    assert [(row.person, row.decided_by) for row in rows] == [(ANNA, ""), (BEN, "best")]


def test_then_by_stages_won_then_by_the_latest() -> None:
    first = Stage(1, {ANNA: StageResult(1, 5), BEN: StageResult(2, 5)}, 2)
    second = Stage(2, {ANNA: StageResult(2, 5), BEN: StageResult(2, 5)}, 2)
    assert [r.decided_by for r in rank_series([first, second], SeriesRules())] == ["", "wins"]
    played = [stage(1, anna=3, ben=6), stage(2, anna=6, ben=3)]
    rows = rank_series(played, SeriesRules(ties=("latest",)))
    assert [(row.person, row.decided_by) for row in rows] == [(ANNA, ""), (BEN, "latest")]


def test_who_is_level_in_everything_shares_the_place() -> None:
    assert places([stage(1, anna=5, ben=5)]) == {ANNA: 1, BEN: 1}
    assert places([stage(1, anna=9, ben=6), stage(2, anna=3, ben=6)], ties=()) == {ANNA: 1, BEN: 1}


def test_of_several_starts_the_better_place_counts() -> None:
    both = best_start(StageResult(None, 90), StageResult(7, 10))
    assert (both.place, both.starts) == (7, 2)


def test_rules_that_cannot_be_are_refused() -> None:
    for wrong in ({"value": "luck"}, {"adding": "max"}, {"ties": ("lot",)}, {"best_of": -1}):
        with pytest.raises(ValueError, match=r"knows no|negative"):
            rank_series([], SeriesRules(**wrong))


PEOPLE = [(number,) for number in range(1, 6)]


def stages_of(chance: Random) -> list[Stage]:
    """Up to six stages with places by points."""
    made = []
    for key in range(1, chance.randint(0, 6) + 1):
        people = chance.sample(PEOPLE, chance.randint(0, len(PEOPLE)))
        found = {person: chance.randint(*chance.choice(SPREADS)) for person in people}
        amounts = list(found.values())
        results: dict[Person, StageResult] = {
            person: StageResult(
                1 + sum(other > total for other in amounts),
                total,
                amounts.count(total),
                chance.randint(1, 3),
            )
            for person, total in found.items()
        }
        made.append(Stage(key, results, len(results)))
    return made


SPREADS = ((-50, 50), (-2, 2))
"""Between what totals lie: the narrow ones are often level."""


def rules_of(chance: Random) -> SeriesRules:
    return SeriesRules(
        value=chance.choice(VALUES),
        adding=chance.choice(ADDING),
        best_of=chance.randint(0, 6),
        drop=chance.randint(0, 3),
        fewest=chance.randint(0, 3),
        bonus=chance.randint(0, 5),
        absence=chance.choice([(), (80, 60, 40, 20)]),
        ties=tuple(chance.sample(TIES, len(TIES))),
    )


def totals_of(chance: Random) -> dict[Person, int]:
    some = chance.sample(PEOPLE, chance.randint(0, len(PEOPLE)))
    return {person: chance.randint(-50, 50) for person in some}


@drawn(stages_of, rules_of)
def test_places_follow_totals_and_nobody_is_lost(stages: list[Stage], rules: SeriesRules) -> None:
    rows = rank_series(stages, rules)
    assert {row.person for row in rows} == {person for each in stages for person in each.results}
    sign = 1 if rules.value == "place" else -1
    placed = [
        (row.place, sign * row.total)
        for row in rows
        if row.place is not None and row.total is not None
    ]
    assert [place for place, _total in placed] == sorted(place for place, _total in placed)
    assert [total for _place, total in placed] == sorted(total for _place, total in placed)


@drawn(stages_of, rules_of)
def test_a_total_is_what_its_counted_stages_say(stages: list[Stage], rules: SeriesRules) -> None:
    for row in rank_series(stages, rules):
        values = [row.cells[key].value or 0 for key in row.counted]
        assert len(values) <= rules.counting(len(stages))
        if rules.adding == "sum":
            assert row.total == sum(values) + row.bonus
        elif rules.adding == "average_stage" and values:
            assert row.total == Fraction(sum(values)) / len(values)


@drawn(stages_of, rules_of, lambda chance: chance)
def test_the_order_of_stages_and_people_changes_no_total(
    stages: list[Stage], rules: SeriesRules, random: Random
) -> None:
    plain = SeriesRules(
        value=rules.value,
        adding=rules.adding,
        best_of=rules.best_of,
        drop=rules.drop,
        bonus=rules.bonus,
        absence=rules.absence,
        ties=("best", "wins"),
    )
    shuffled = random.sample(stages, len(stages))
    turned = [
        Stage(
            each.key, dict(random.sample(list(each.results.items()), len(each.results))), each.field
        )
        for each in shuffled
    ]

    def known(rows: list[SeriesStanding]) -> dict[Person, tuple[int | None, Value | None, bool]]:
        return {row.person: (row.place, row.total, row.is_shared) for row in rows}

    if plain.adding == "average_round" and (plain.best_of or plain.drop):
        return  # of equal stages the earlier counts, and it may have more rounds
    assert known(rank_series(stages, plain)) == known(rank_series(turned, plain))


@drawn(stages_of)
def test_the_best_of_all_is_the_sum(stages: list[Stage]) -> None:
    assert totals(stages, best_of=len(stages)) == totals(stages)
    assert totals(stages, drop=0) == totals(stages)


@drawn(stages_of, totals_of, lambda chance: chance.randint(1, 4))
def test_a_further_stage_never_lowers_the_best_of_who_has_enough(
    stages: list[Stage], more: dict[Person, int], best_of: int
) -> None:
    before = {row.person: row for row in rank_series(stages, SeriesRules(best_of=best_of))}
    further = Stage(99, {p: StageResult(1, total) for p, total in more.items()}, len(more))
    after = totals([*stages, further], best_of=best_of)
    for person, row in before.items():
        if row.attended >= best_of:
            assert (after[person] or 0) >= (row.total or 0)


@drawn(stages_of, lambda chance: chance.randint(0, 5))
def test_an_average_with_a_minimum_places_whoever_reaches_it(
    stages: list[Stage], fewest: int
) -> None:
    rules = SeriesRules(adding="average_stage", fewest=fewest)
    for row in rank_series(stages, rules):
        assert (row.place is None) == (row.attended < fewest)
        assert row.lacking == max(fewest - row.attended, 0)


@drawn(stages_of)
def test_the_points_of_the_table_are_all_given_out(stages: list[Stage]) -> None:
    table = (25, 18, 15, 12, 10)
    for each in stages:
        rules = SeriesRules(value="places", place_points=table)
        given_out = sum(stage_value(result, rules) or 0 for result in each.results.values())
        assert given_out == sum(table[: each.field])
