"""Qualifiers: top places, moving up, wild cards, the most frequent, and the lot."""

from __future__ import annotations

from random import Random

from scoring.qualifying import QualifyingRules, Ticket, qualify
from scoring.series import Person, Stage, StageResult
from tests.scoring.laws import drawn


def stage(key: int, *order: int) -> Stage:
    """A stage with these people in their places, 100 points for the first, 99 for the next …"""
    results: dict[Person, StageResult] = {
        (one,): StageResult(nth, 101 - nth) for nth, one in enumerate(order, 1)
    }
    return Stage(key, results, len(results))


def who(tickets: list[Ticket]) -> list[int]:
    return [ticket.person[0] for ticket in tickets]


def test_the_first_of_each_stage_qualify() -> None:
    tickets = qualify([stage(1, 1, 2, 3), stage(2, 4, 5, 6)], QualifyingRules(top=2))
    assert who(tickets) == [1, 2, 4, 5]
    assert {ticket.by for ticket in tickets} == {"stage"}


def test_who_is_qualified_already_makes_room() -> None:
    stages = [stage(1, 1, 2, 3), stage(2, 1, 5, 6)]
    tickets = qualify(stages, QualifyingRules(top=1))
    assert who(tickets) == [1, 5]
    assert tickets[1].has_moved_up
    assert who(qualify(stages, QualifyingRules(top=1, moves_up=False))) == [1]


def test_who_shares_the_last_place_goes_too() -> None:
    results: dict[Person, StageResult] = {
        (one,): StageResult(place, 10) for one, place in ((1, 1), (2, 2), (3, 2), (4, 4))
    }
    assert who(qualify([Stage(1, results, 4)], QualifyingRules(top=2))) == [1, 2, 3]


def test_the_disqualified_never_qualify() -> None:
    results: dict[Person, StageResult] = {(1,): StageResult(None, 200), (2,): StageResult(1, 10)}
    rules = QualifyingRules(top=1, wild_cards=3)
    assert who(qualify([Stage(1, results, 1)], rules)) == [2]


def test_wild_cards_go_to_the_best_totals_of_the_others() -> None:
    stages = [stage(1, 1, 2, 3), stage(2, 4, 3, 2)]
    tickets = qualify(stages, QualifyingRules(top=1, wild_cards=1, lot_seed="x"))
    assert tickets[-1].by == "wild"
    assert tickets[-1].total == 99
    assert tickets[-1].by_lot, "two have 99"
    again = qualify(stages, QualifyingRules(top=1, wild_cards=1, lot_seed="x"))
    assert again == tickets


def test_those_who_came_most_often_qualify() -> None:
    stages = [stage(1, 1, 7), stage(2, 2, 7), stage(3, 3, 7, 8)]
    (last,) = qualify(stages, QualifyingRules(top=1, frequent=1))[3:]
    assert (last.person, last.by, last.attended, last.by_lot) == ((7,), "frequent", 3, False)


def test_a_place_given_by_hand_comes_last_and_only_once() -> None:
    tickets = qualify([stage(1, 1, 2)], QualifyingRules(top=1), [(1,), (9,), (9,)])
    assert [(ticket.person[0], ticket.by) for ticket in tickets] == [(1, "stage"), (9, "hand")]


def stages_of(chance: Random) -> list[Stage]:
    """Up to five stages, to each of which some came."""
    return [
        stage(key, *chance.sample(range(1, 8), chance.randint(0, 7)))
        for key in range(1, chance.randint(0, 5) + 1)
    ]


def rules_of(chance: Random) -> QualifyingRules:
    return QualifyingRules(
        top=chance.randint(0, 3),
        moves_up=chance.random() < 0.5,
        wild_cards=chance.randint(0, 3),
        frequent=chance.randint(0, 3),
    )


@drawn(stages_of, rules_of)
def test_nobody_has_two_tickets_and_no_more_are_given_than_there_are(
    stages: list[Stage], rules: QualifyingRules
) -> None:
    top, wild, frequent = rules.top, rules.wild_cards, rules.frequent
    tickets = qualify(stages, rules)
    assert len(set(who(tickets))) == len(tickets)
    assert len(tickets) <= top * len(stages) + wild + frequent
    everybody = {person for each in stages for person in each.results}
    if rules.moves_up:
        by_stage = [t for t in tickets if t.by == "stage"]
        left = everybody - {t.person for t in by_stage}
        for each in stages:
            won = sum(t.stage == each.key for t in by_stage)
            assert won == top or not (left & set(each.results))
