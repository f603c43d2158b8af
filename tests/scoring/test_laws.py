"""What holds for every hand of every ruleset, under whatever house rules."""

import json
import pickle
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from scoring import RULESETS, HandProblem, play, score_record
from scoring.table import Row
from tests.scoring.evenings import evening
from tests.scoring.laws import LENGTHS, SEEDS, assume, dealt, law, sheet_of

every_ruleset = pytest.mark.parametrize("key", RULESETS)
MARKS = (
    *("crack", "recrack", "castrate", "blitzes", "last_hand", "doubled"),
    *("knocks", "kontra", "pushes", "bock_called", "hearts_trick"),
    *("blind_doubler", "blind_pick"),
)


def is_hand(entry: dict[str, Any]) -> bool:
    return "adjustment" not in entry


@law(seed=SEEDS, length=LENGTHS)
def test_whatever_can_be_dealt_is_accepted_and_dealt_by_the_right_player(
    key: str, seed: int, length: int
) -> None:
    played = dealt(key, seed, length)
    assert [row.dealer for row in played.sheet.rows] == played.dealers


@law(seed=SEEDS, length=LENGTHS)
def test_what_one_wins_another_loses(key: str, seed: int, length: int) -> None:
    ruleset = RULESETS[key]
    record, _dealers, sheet = dealt(key, seed, length)
    if not ruleset.sums_to_zero(sheet.options):
        return
    for entry, row in zip(record["hands"], sheet.rows, strict=True):
        assert not is_hand(entry) or sum(row.points) == 0


@law(seed=SEEDS, length=LENGTHS)
def test_what_is_in_the_pot_is_what_the_hands_left_there(key: str, seed: int, length: int) -> None:
    ruleset = RULESETS[key]
    record, _dealers, sheet = dealt(key, seed, length)
    if not ruleset.keeps_pot(sheet.options):
        is_even = ruleset.sums_to_zero(sheet.options)
        assert not is_even or not any(row.carries.pot for row in sheet.rows)
        return
    pot = 0
    for entry, row in zip(record["hands"], sheet.rows, strict=True):
        assert not is_hand(entry) or sum(row.points) == pot - row.carries.pot
        pot = row.carries.pot
    assert sheet.next.carried.pot == pot


@law(seed=SEEDS, length=LENGTHS)
def test_totals_are_the_sums_of_the_hands(key: str, seed: int, length: int) -> None:
    sheet = dealt(key, seed, length).sheet
    assert sheet.totals == column_sums([row.points for row in sheet.rows], len(sheet.totals))
    first = 0
    for game in sheet.games:
        assert game.first == first
        rows = sheet.rows[game.first : game.last + 1]
        assert game.totals == column_sums([row.points for row in rows], len(game.totals))
        assert game.winners
        first = game.last + 1


def column_sums(rows: list[list[int]], sides: int) -> list[int]:
    return [sum(row[side] for row in rows) for side in range(sides)]


@law(seed=SEEDS, length=LENGTHS, later=LENGTHS)
def test_what_was_written_is_not_changed_by_what_comes_later(
    key: str, seed: int, length: int, later: int
) -> None:
    record, _dealers, whole = dealt(key, seed, length + later)
    start = sheet_of(record | {"hands": record["hands"][:length]})
    assert start.rows == whole.rows[:length]
    assert start.games == whole.games[: len(start.games)]


@law(seed=SEEDS, length=LENGTHS, later=LENGTHS)
def test_a_record_that_is_played_on_is_what_it_is_played_at_once(
    key: str, seed: int, length: int, later: int
) -> None:
    record, _dealers, whole = dealt(key, seed, length + later, moves=True)
    hands = record["hands"]
    assume(not any("seated" in entry for entry in hands[length:]))
    start = play(RULESETS[key], record["options"], record["players"], hands[:length])
    before = pickle.dumps(start.replay)
    end = start
    for entry in hands[length:]:
        end = end.on(entry)
    assert end.replay == whole
    assert pickle.dumps(start.replay) == before


@law(seed=SEEDS, length=range(1, 13))
def test_a_hand_that_cannot_be_is_refused_where_a_record_is_played_on(
    key: str, seed: int, length: int
) -> None:
    record, _dealers, sheet = dealt(key, seed, length)
    start = play(RULESETS[key], record["options"], record["players"], record["hands"])
    with pytest.raises(HandProblem) as refused:
        start.on(record["hands"][0] | {"dealer": 99})
    assert (refused.value.hand, refused.value.field) == (len(record["hands"]), "dealer")
    assert start.replay == sheet


@law(seed=SEEDS, length=LENGTHS)
def test_a_record_comes_through_json_as_it_went_in(key: str, seed: int, length: int) -> None:
    record = dealt(key, seed, length).record
    before = deepcopy(record)
    answer = score_record(record)
    assert record == before
    assert score_record(json.loads(json.dumps(record))) == answer
    assert json.loads(json.dumps(answer)) == answer


@law(seed=SEEDS, length=LENGTHS)
def test_an_adjustment_moves_nothing_but_totals(key: str, seed: int, length: int) -> None:
    record, _dealers, plain = dealt(key, seed, length)
    assume("hundreds" not in record["options"].get("bock", ()))  # a total that starts a Bock
    chance = Random(seed)
    place = chance.randint(0, len(record["hands"]))
    moved = [chance.randint(-9, 9) for _side in plain.totals]
    hands = list(record["hands"])
    hands.insert(place, {"adjustment": moved, "reason": "misdeal"})
    adjusted = sheet_of(record | {"hands": hands})
    row = adjusted.rows.pop(place)
    assert (row.points, row.dealer, row.sitting_out) == (moved, None, ())
    assert adjusted.next == plain.next
    assert adjusted.totals == column_sums([plain.totals, moved], len(moved))
    for now, then in zip(adjusted.rows, plain.rows, strict=True):
        assert now._replace(reasons=[]) == then._replace(reasons=[])


@law(seed=SEEDS, length=LENGTHS)
def test_who_sits_out_scores_nothing(key: str, seed: int, length: int) -> None:
    ruleset = RULESETS[key]
    record, _dealers, sheet = dealt(key, seed, length)
    shares = ruleset.sitting_out_scores(sheet.options)
    for row in sheet.rows:
        if row.dealer is None:
            continue
        assert len(row.sitting_out) == max(0, record["players"] - ruleset.seats)
        assert not row.sitting_out or row.dealer in row.sitting_out
        assert shares or all(row.points[seat] == 0 for seat in row.sitting_out)
        assert [seat for seat, role in enumerate(row.roles) if role == "out"] == list(
            row.sitting_out
        )


@every_ruleset
def test_once_around_the_table_everybody_sits_out_equally_often(key: str) -> None:
    ruleset = RULESETS[key]
    for players in ruleset.tables:
        out = [seat for dealer in range(players) for seat in ruleset.sitting_out(dealer, players)]
        spare = max(0, players - ruleset.seats)
        assert all(out.count(seat) == spare for seat in range(players))


@law(seed=SEEDS, length=LENGTHS)
def test_the_multiplier_is_what_the_marks_and_doubled_hands_make_of_a_hand(
    key: str, seed: int, length: int
) -> None:
    record, _dealers, sheet = dealt(key, seed, length)
    house = {name: rule for name, rule in record["options"].items() if name != "bock"}
    for entry, row in zip(record["hands"], sheet.rows, strict=True):
        if row.dealer is None or row.multiplier == 1:
            continue
        if has_bonus(row) or is_third(key, record, row):
            continue
        bare = {name: value for name, value in entry.items() if name not in MARKS}
        bare["dealer"] = row.dealer
        alone = sheet_of(record | {"options": house, "hands": [bare]})
        from_pot = has_pot(row)
        for seat, points in enumerate(alone.rows[0].points):
            if not (from_pot and row.roles[seat] in ("picker", "partner")):
                assert row.points[seat] == row.multiplier * points


def has_bonus(row: Row) -> bool:
    """Whether what Seeger and Fabian give is in it, which nothing multiplies."""
    return "seeger" in {why.code for why in row.reasons}


def is_third(key: str, record: dict[str, Any], row: Row) -> bool:
    """Whether a third of a lost solo is written, which is rounded after it was multiplied."""
    house = RULESETS[key].defaults() | record["options"]
    is_lost = row.verdict is not None and row.verdict.won is False
    return is_lost and house.get("lost_solo", house.get("losers")) in ("each_third", "good_third")


def has_pot(row: Row) -> bool:
    """Whether the declarers took the pot or paid into it, which nothing multiplies."""
    return bool({"pot_won", "pot_lost"} & {why.code for why in row.reasons})


@law(seed=SEEDS, length=LENGTHS)
def test_no_doubled_hand_is_lost_or_won_from_nowhere(key: str, seed: int, length: int) -> None:
    ruleset = RULESETS[key]
    if "doublers" not in ruleset.defaults():
        return
    rules = {"all_pass": "doubler", "doublers": "stack_hands"}
    sheet = sheet_of(evening(ruleset, seed, length, rules).record)
    thrown_in = sum(row.is_void for row in sheet.rows)
    doubled = [row for row in sheet.rows if "doubled_hand" in {why.code for why in row.reasons}]
    assert len(doubled) + sheet.next.carried.doubled_hands == thrown_in
    assert all(row.multiplier % 2 == 0 for row in doubled)


@law(seed=SEEDS)
def test_a_refusal_names_the_hand_it_stumbled_over(key: str, seed: int) -> None:
    ruleset = RULESETS[key]
    record = evening(ruleset, seed, 6).record
    place = seed % (len(record["hands"]) or 1)
    record["hands"].insert(place, {"nonsense": 1})
    with pytest.raises(HandProblem) as refused:
        sheet_of(record)
    assert (refused.value.hand, refused.value.field) == (place, "nonsense")
