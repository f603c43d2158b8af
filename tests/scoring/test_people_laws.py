"""What holds for every evening on which people come, go and change seats, in every game."""

from random import Random
from typing import Any

import pytest

from scoring import RULESETS, HandProblem, around
from scoring.circle import least_hands
from scoring.ruleset import Ruleset
from tests.scoring.laws import SEEDS, WITHOUT_PAIRS, assume, dealt, drawn, law, sheet_of

Hand = dict[str, Any]

LENGTHS = range(17)


@law(seed=SEEDS, length=LENGTHS)
def test_whoever_comes_and_goes_the_right_one_deals_and_only_players_score(
    key: str, seed: int, length: int
) -> None:
    ruleset = RULESETS[key]
    record, dealers, played = dealt(key, seed, length, moves=True)
    assert [row.dealer for row in played.rows] == dealers
    columns = 1 + max([record["players"] - 1, *(max(row.seated) for row in played.rows)])
    sides = ruleset.sides(columns)
    assert len(played.totals) == sides
    assert played.totals == [sum(row.points[side] for row in played.rows) for side in range(sides)]
    for row in played.rows:
        assert len(row.points) == sides
        if row.dealer is None or ruleset.scores == "pairs":
            continue
        assert (row.sitting_out, len(row.roles)) == (
            around(ruleset, row.seated, row.dealer).out,
            sides,
        )
        assert sorted(row.seated) == [
            column for column, role in enumerate(row.roles) if role != "away"
        ]
        idle = [column for column, role in enumerate(row.roles) if role in ("away", "out")]
        shares = row.sitting_out if ruleset.sitting_out_scores(played.options) else ()
        assert all(row.points[column] == 0 for column in idle if column not in shares)
        assert len(idle) == columns - ruleset.seats
        assert not ruleset.sums_to_zero(played.options) or sum(row.points) == 0


@law(keys=WITHOUT_PAIRS, seed=SEEDS, length=LENGTHS, later=LENGTHS)
def test_who_comes_later_adds_a_column_and_changes_no_other(
    key: str, seed: int, length: int, later: int
) -> None:
    record, _dealers, sheet = dealt(key, seed, length + later, moves=True)
    whole = sheet.rows
    start = sheet_of(record | {"hands": record["hands"][:length]}).rows
    for early, late in zip(start, whole[:length], strict=True):
        columns = len(early.points)
        assert late.points == early.points + [0] * (len(late.points) - columns)
        assert late.roles[:columns] == early.roles
        assert set(late.roles[columns:]) <= {"away"}
        assert (late.seated, late.dealer, late.reasons) == (
            early.seated,
            early.dealer,
            early.reasons,
        )


def moved_hand(hand: Hand, ruleset: Ruleset, active: tuple[int, ...], chairs: list[int]) -> Hand:
    """The same hand, played by who sits on the same chairs now."""
    kinds = {field.name: field.kind for field in ruleset.fields}
    new: Hand = {}
    for name, value in hand.items():
        kind = kinds.get(name)
        if value is not None and (kind == "seat" or name == "dealer"):
            value = chairs[value]
        elif kind == "seats":
            value = sorted(chairs[seat] for seat in value)
        elif value is not None and kind in ("seat_points", "seat_counts"):
            at = {chairs[seat]: own for seat, own in zip(active, value, strict=True)}
            value = [at[column] for column in sorted(at)]
        elif name == "adjustment":
            at = dict(zip(chairs, value, strict=True))
            value = [at.get(column, 0) for column in range(max(len(value), max(chairs) + 1))]
        new[name] = value
    return new


@law(keys=WITHOUT_PAIRS, seed=SEEDS, length=range(1, 9), guests=range(4))
def test_other_people_on_the_same_chairs_get_the_same_points(
    key: str, seed: int, length: int, guests: int
) -> None:
    ruleset = RULESETS[key]
    record, dealers, before = dealt(key, seed, length)
    players = record["players"]
    chairs = Random(seed).sample(range(players), players)
    turns = [[(seat + turn) % players for seat in range(players)] for turn in range(players)]
    for place in range(min(max(guests, chairs in turns), players)):
        chairs[place] = players + place
    assume("split" not in {why.code for row in before.rows for why in row.reasons})
    hands = [{"seated": chairs}]
    for entry, dealer in zip(record["hands"], dealers, strict=True):
        active = () if dealer is None else around(ruleset, range(players), dealer).active
        due = {} if dealer is None else {"dealer": chairs[dealer]}
        hands.append(moved_hand(entry, ruleset, active, chairs) | due)
    after = sheet_of(record | {"hands": hands})
    for then, now in zip(before.rows, after.rows[1:], strict=True):
        assert [now.points[column] for column in chairs] == then.points
        assert not then.roles or [now.roles[column] for column in chairs] == then.roles
        assert sum(map(abs, now.points)) == sum(map(abs, then.points))
    assert [after.totals[column] for column in chairs] == before.totals
    if any(dealer is not None for dealer in dealers):
        assert after.next.dealer == chairs[before.next.dealer]


@law(keys=WITHOUT_PAIRS, seed=SEEDS, length=LENGTHS)
def test_the_same_people_told_from_another_one_is_no_change(
    key: str, seed: int, length: int
) -> None:
    record, chance = dealt(key, seed, length, moves=True).record, Random(seed)
    hands = record["hands"]
    place = chance.randint(0, len(hands))
    circle = list(sheet_of(record | {"hands": hands[:place]}).next.seated)
    start = chance.randrange(len(circle))
    again = {"seated": circle[start:] + circle[:start]}
    with pytest.raises(HandProblem) as refused:
        sheet_of(record | {"hands": [*hands[:place], again, *hands[place:]]})
    assert (refused.value.code, refused.value.hand) == ("nobody_moved", place)


@law(keys=WITHOUT_PAIRS, seed=SEEDS, length=LENGTHS)
def test_a_change_that_is_taken_back_at_once_moves_no_deal_and_no_doubled_hand(
    key: str, seed: int, length: int
) -> None:
    record, _dealers, plain = dealt(key, seed, length)
    chance = Random(seed)
    place = chance.randint(0, length)
    due = sheet_of(record | {"hands": record["hands"][:place]}).next.dealer
    players = record["players"]
    guest_of = chance.choice([seat for seat in range(players) if seat != due])
    circle = list(range(players))
    guest = {"seated": [players if seat == guest_of else seat for seat in circle]}
    later = [padded(entry) for entry in record["hands"][place:]]
    hands = [*record["hands"][:place], guest, {"seated": circle}, *later]
    changed = sheet_of(record | {"hands": hands})
    assert changed.next.carried == plain.next.carried
    assert changed.next.dealer == plain.next.dealer
    assert changed.totals == [*plain.totals, 0]


def padded(entry: Hand) -> Hand:
    """The same entry at a table that has seen one more."""
    return entry | {"adjustment": [*entry["adjustment"], 0]} if "adjustment" in entry else entry


def tables_of(chance: Random) -> tuple[Ruleset, int, int]:
    """A game, how many sit at a table of it, and how many hands they play."""
    ruleset = chance.choice(list(RULESETS.values()))
    return ruleset, chance.choice(ruleset.tables), chance.randint(0, 40)


@drawn(tables_of, examples=25)
def test_nobody_gets_fewer_hands_than_the_least_and_somebody_gets_as_few(
    table: tuple[Ruleset, int, int],
) -> None:
    ruleset, players, hands = table
    circle = tuple(range(players))
    least = []
    for first in circle:
        dealer, got = first, dict.fromkeys(circle, 0)
        for _hand in range(hands):
            played = around(ruleset, circle, dealer)
            dealer = played.left
            for column in played.active:
                got[column] += 1
        least.append(min(got.values()))
    assert set(least) == {least_hands(ruleset, hands, len(circle))}
