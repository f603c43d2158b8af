"""Nobody is favoured: not by the chair, not by the pair, not by the way the hand is entered."""

from collections.abc import Iterator, Sequence
from typing import Any

from scoring import RULESETS, HandProblem, play
from scoring.options import Options
from scoring.outcome import RESULTS
from scoring.ruleset import Field, Ruleset
from scoring.table import Row
from tests.scoring.laws import SEEDS, assume, dealt, law, sheet_of

Record = dict[str, Any]
Hand = dict[str, Any]

WITHOUT_CARD_POINTS = ("null", "bettel")
"""Contracts in which only tricks count: nobody enters card points."""
CROSSWISE = ("strokes", "sweep_strokes", "tie_strokes", "ninety")
"""House rules with which a better result may be typed in to bring less."""


def turned(values: list[Any], steps: int) -> list[Any]:
    """What seat 0 has goes to seat `steps`, and so on around."""
    return [values[(seat - steps) % len(values)] for seat in range(len(values))]


def turned_record(
    record: Record, ruleset: Ruleset, dealers: Sequence[int | None], steps: int
) -> Record:
    """The same evening, everybody `steps` chairs further to the left."""
    hands = [
        turned_hand(hand, ruleset, dealer, record["players"], steps)
        for hand, dealer in zip(record["hands"], dealers, strict=True)
    ]
    return record | {"hands": hands}


def turned_hand(hand: Hand, ruleset: Ruleset, dealer: int | None, players: int, steps: int) -> Hand:
    if "adjustment" in hand:
        return hand | {"adjustment": turned(hand["adjustment"], steps)}
    assert dealer is not None
    kinds = {field.name: field.kind for field in ruleset.fields}
    out = ruleset.sitting_out(dealer, players)
    active = [seat for seat in range(players) if seat not in out]
    new: Hand = {}
    for name, value in hand.items():
        kind = kinds.get(name)
        if value is not None and kind == "seat":
            value = (value + steps) % players
        elif kind == "seats":
            value = sorted((seat + steps) % players for seat in value)
        elif value is not None and kind == "pair":
            value = (value + steps) % 2
        elif value is not None and kind in ("pair_points", "pair_counts"):
            value = turned(value, steps)
        elif value is not None and kind in ("seat_points", "seat_counts"):
            at = {(seat + steps) % players: own for seat, own in zip(active, value, strict=True)}
            value = [at[seat] for seat in sorted(at)]
        new[name] = value
    return new | {"dealer": (dealer + steps) % players}


def names_its_players(ruleset: Ruleset) -> bool:
    """Whether a hand says whose its numbers are; else they belong to fixed chairs."""
    kinds = {field.kind for field in ruleset.fields}
    return "points" not in kinds or not kinds.isdisjoint({"seat", "pair"})


def has_a_remainder(row: Row) -> bool:
    """A split leaster that does not come out even favours the first of those who tie."""
    players = [seat for seat in range(len(row.points)) if seat not in row.sitting_out]
    shares = {row.points[seat] for seat in players if row.points[seat] >= 0}
    return "split" in {why.code for why in row.reasons} and len(shares) > 1


@law(seed=SEEDS, length=range(1, 9), steps=range(1, 8))
def test_points_follow_the_players_from_chair_to_chair(
    key: str, seed: int, length: int, steps: int
) -> None:
    ruleset = RULESETS[key]
    if not names_its_players(ruleset):
        return
    record, dealers, before = dealt(key, seed, length)
    assume(not any(has_a_remainder(row) for row in before.rows))
    after = sheet_of(turned_record(record, ruleset, dealers, steps))
    assert [row.points for row in after.rows] == [turned(row.points, steps) for row in before.rows]
    assert [row.roles for row in after.rows] == [turned(row.roles, steps) for row in before.rows]
    assert after.totals == turned(before.totals, steps)
    sides = len(before.totals)
    assert [sorted((side + steps) % sides for side in game.winners) for game in before.games] == [
        game.winners for game in after.games
    ]


def declared(ruleset: Ruleset) -> tuple[Field, Field] | None:
    """The field for the declaring side's card points and the one that says who it is."""
    points = [field for field in ruleset.fields if field.kind in ("points", "pair_points")]
    who = [
        field
        for field in ruleset.fields
        if field.kind in ("seat", "pair") and field.name != "winner"
    ]
    return (points[0], who[0]) if points and who else None


def with_points(hand: Hand, field: Field, side: int, points: int) -> Hand:
    if field.kind == "points":
        return hand | {field.name: points}
    return hand | {field.name: [points, 120 - points] if side == 0 else [120 - points, points]}


def gains(record: Record, hand: Hand, field: Field, side: int) -> Iterator[int]:
    """What the side wins, less what the opponents win, for more and more card points."""
    before = play(RULESETS[record["ruleset"]], record["options"], record["players"], [])
    for points in range(field.high + 1):
        changed = with_points(hand, field, side, points)
        try:
            row = before.on(changed).replay.rows[0]
        except HandProblem:
            continue
        yield 2 * row.points[side] - sum(row.points)


@law(examples=8, seed=SEEDS)
def test_more_card_points_never_pay_the_declarer_less(key: str, seed: int) -> None:
    ruleset = RULESETS[key]
    fields = declared(ruleset)
    record = dealt(key, seed, 1).record
    if fields is None or not record["hands"]:
        return
    points, who = fields
    hand = record["hands"][0]
    side = hand.get(who.name)
    assume(side is not None and hand.get("contract") not in WITHOUT_CARD_POINTS)
    assume(record["options"].keys().isdisjoint(CROSSWISE))
    assume("lost_60" not in record["options"].get("bock", ()))  # that hand may count twice
    found = list(gains(record, hand, points, side))
    assert found
    assert found == sorted(found)


def entered(hand: Hand, ruleset: Ruleset) -> bool:
    """Whether the hand has the card points of a side that took the game on."""
    fields = declared(ruleset)
    return fields is not None and hand.get(fields[1].name) is not None and fields[0].name in hand


def said_of_tricks(hand: Hand, ruleset: Ruleset) -> Hand:
    """The hand with its tricks entered; None where they were left out: some, but not all."""
    tricks = next(field.name for field in ruleset.fields if field.name.endswith("tricks"))
    return {tricks: None} | hand


def results_that_agree(record: Record, hand: Hand) -> Iterator[str]:
    """The one-tap results that may stand beside what was counted in the hand."""
    counted = sheet_of(record | {"hands": [hand]}).rows[0]
    for result in RESULTS:
        try:
            both = sheet_of(record | {"hands": [hand | {"result": result}]}).rows[0]
        except HandProblem:
            continue
        assert both == counted
        yield result


def in_one_tap(hand: Hand, result: str) -> Hand:
    """The same hand, the outcome tapped instead of counted."""
    counted = {name for name in hand if name.endswith(("_points", "tricks"))}
    return {name: value for name, value in hand.items() if name not in counted} | {"result": result}


@law(seed=SEEDS)
def test_one_tap_is_worth_what_the_card_points_are(key: str, seed: int) -> None:
    ruleset = RULESETS[key]
    record, _dealers, sheet = dealt(key, seed, 1)
    assume(record["hands"])
    hand = record["hands"][0]
    if not any(field.name == "result" for field in ruleset.fields) or not entered(hand, ruleset):
        return
    counted = sheet.rows[0]
    agreeing = list(results_that_agree(record, said_of_tricks(hand, ruleset)))
    if hand.get("card_points") == [60, 60]:
        assert agreeing == []
        return
    if hand.get("announced", "normal") == "normal":
        assert len(agreeing) == 1
    else:
        assert {RESULTS[result][0] for result in agreeing} == {
            counted.verdict and counted.verdict.won
        }
    if is_told_by_points_alone(hand, ruleset, ruleset.defaults() | record["options"]):
        return
    tapped = sheet_of(record | {"hands": [in_one_tap(hand, agreeing[0])]}).rows[0]
    assert tapped.points == counted.points


def is_told_by_points_alone(hand: Hand, ruleset: Ruleset, options: Options) -> bool:
    """Exactly 90 with a bonus of its own, exactly 60 that starts a Bock, every trick called where
    only card points count, and a price that grows with them.
    """
    ninety = options.get("ninety") and 90 in hand.get("card_points", ())
    sixty = "lost_60" in options.get("bock", ()) and hand.get("declarer_points") == 60
    called = getattr(ruleset, "tier_by_points", False) and hand.get("called_all")
    return bool(ninety or sixty or called or options.get("pay") == "spread")
