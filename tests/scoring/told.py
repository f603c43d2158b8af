"""What a table says of a hand that everybody passed, in place of counting the cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.picker import PickerGame

Hand = dict[str, Any]
COUNTED = ("card_points", "tricks", "last_trick_won", "blind_points")


def told(
    hand: Hand, ruleset: PickerGame, options: dict[str, Any], active: Sequence[int], last: int
) -> Hand:
    """The same hand by who won or lost it; of its tricks the numbers are known.

    `active`: who plays, by seat; `last`: who spoke last.
    """
    rest = {name: value for name, value in hand.items() if name not in COUNTED}
    points = dict(zip(active, hand["card_points"], strict=True))
    tricks = dict(zip(active, hand["tricks"], strict=True))
    mode = options["all_pass"]
    sweeper = next((seat for seat in active if tricks[seat] == ruleset.trick_count), None)
    if mode == "moster":
        if sweeper is not None:
            return rest | {"sweeper": sweeper}
        return rest | {"loser": _alone(points, max(points.values()))}
    if mode == "mittler":
        middle = sorted(points.values())[len(points) // 2] if len(points) % 2 else -1
        return rest | {"winner": _alone(points, middle)}
    if mode == "schneidster":
        closest = max((own for own in points.values() if own <= 30), default=-1)
        return rest | {"winner": _alone(points, closest)}
    is_cats = any(field.name == "sweeper" and field.is_asked(options) for field in ruleset.fields)
    if is_cats and sweeper is not None:
        return rest | {"sweeper": sweeper}
    winners = _fewest(points, tricks, options, is_rob=not ruleset.is_zero_sum and not is_cats)
    if is_cats and len(winners) > 1:
        taken = dict(zip(active, hand["last_trick_won"], strict=True))
        winners = [last] if len(winners) == 3 else [min(winners, key=lambda seat: taken[seat])]
    way = options.get("leaster_tie")
    if way in ("earliest", "latest") and len(winners) > 1:
        taken = dict(zip(active, hand["last_trick_won"], strict=True))
        best = (min if way == "earliest" else max)(taken[seat] for seat in winners)
        winners = [seat for seat in winners if taken[seat] == best]
    trickless = [seat for seat in winners if not tricks[seat]]
    if trickless:
        rest["no_trick"] = trickless
    elif not any(points[seat] for seat in winners) and len(winners) == 1:
        names = {field.name for field in ruleset.fields}
        rest |= {"no_card_points": True} if "no_card_points" in names else {}
    return rest | {"winners": winners}


def who_ties(hand: Hand, options: dict[str, Any], active: Sequence[int]) -> list[int]:
    """Who has the fewest card points of a counted leaster, one or several."""
    points = dict(zip(active, hand["card_points"], strict=True))
    tricks = dict(zip(active, hand["tricks"], strict=True))
    return _fewest(points, tricks, options, is_rob=False)


def _fewest(
    points: dict[int, int], tricks: dict[int, int], options: dict[str, Any], *, is_rob: bool
) -> list[int]:
    """Who has the fewest card points, with what a trick, or none, means at this table."""
    needed = options.get("must_take_trick", False)
    seats = [seat for seat in points if tricks[seat] or not needed]
    best = [seat for seat in seats if points[seat] == min(points[each] for each in seats)]
    trickless = [seat for seat in best if not tricks[seat]]
    if options.get("no_trick_breaks_tie") and (len(trickless) == 1 or (trickless and not is_rob)):
        return trickless
    return best


def _alone(points: dict[int, int], wanted: int) -> int | None:
    found = [seat for seat, own in points.items() if own == wanted]
    return found[0] if len(found) == 1 else None


def told_ramsch(hand: Hand, options: dict[str, Any], active: Sequence[int], tricks: int) -> Hand:
    """A Ramsch by who lost it or marched through, and who took none of so many tricks."""
    rest = {name: value for name, value in hand.items() if name not in COUNTED}
    points = dict(zip(active, hand["card_points"], strict=True))
    taken = dict(zip(active, hand["tricks"], strict=True))
    most = max(points, key=lambda seat: points[seat])
    sweeper = next((seat for seat in active if taken[seat] == tricks), None)
    enough = {"from_91": 91, "points": options.get("durchmarsch_from")}.get(options["durchmarsch"])
    if enough:
        sweeper = most if points[most] >= enough else None
    if sweeper is not None and options["durchmarsch"] != "off":
        return rest | {"sweeper": sweeper}
    trickless = [seat for seat in active if not taken[seat]]
    said = {"no_trick": trickless} if trickless and options["jungfrau"] != "off" else {}
    return {"loser": most} | rest | said


def told_of_pairs(hand: Hand, makers: int | None, options: Mapping[str, Any]) -> Hand:
    """A hand of two pairs that everybody passed, by who won it; or a tie by that it was one.

    Any other hand stays counted.
    """
    points, tricks = hand["card_points"], hand.get("tricks")
    rest = {name: value for name, value in hand.items() if name not in COUNTED}
    is_tied = points[0] == points[1]
    if makers is not None:
        return rest | {"tied": True} if is_tied else hand
    if tricks and max(tricks) == sum(tricks) and options["sweep_passed"]:
        rest["all_tricks"] = True
    return rest | {"winner": None if is_tied else points.index(max(points))}


def told_of_fixed_pairs(hand: Hand) -> Hand:
    """A hand in which nobody takes the game on, by who won it and how."""
    points, tricks = hand["card_points"], hand.get("tricks")
    if points[0] == points[1]:
        return {"winner": None}
    is_swept = tricks is not None and 0 in tricks
    result = "won_schwarz" if is_swept else "won_schneider" if max(points) > 90 else "won"
    return {"winner": points.index(max(points)), "result": result}


def told_muck(hand: Hand, options: Mapping[str, Any], trick_count: int) -> Hand:
    """A game of two pairs by how its makers came out, who have to reach what they announced."""
    points, tricks = hand["makers_points"], hand["makers_tricks"]
    free = {"picker31_def30": (31, 30), "both30": (30, 30), "both31": (31, 31)}
    makers, others = free.get(options["schneider"], (30, 31))
    won = points > 60
    is_schneider = 120 - points < others if won else points < makers
    tier = "_schwarz" if tricks in (0, trick_count) else "_schneider" if is_schneider else ""
    reached = ("", "_schneider", "_schwarz").index(tier)
    needed = ("normal", "schneider", "schwarz").index(hand.get("announced", "normal"))
    result = "lost" if won and reached < needed else ("won" if won else "lost") + tier
    rest = {name: value for name, value in hand.items() if not name.startswith("makers_")}
    return rest | {"result": result}


def told_auction(hand: Hand) -> Hand:
    """A bid by how it came out; which suit was trumps changes nothing."""
    points, tricks = hand["bidder_points"], hand["bidder_tricks"]
    won = points >= (hand["bid"] if hand["bid"] > 60 else hand["bid"] + 60)
    tier = "" if (won and points <= 90) or (not won and points > 30) else "_schneider"
    result = ("won" if won else "lost") + ("_schwarz" if tricks in (0, 8) else tier)
    rest = {name: value for name, value in hand.items() if not name.startswith("bidder_")}
    del rest["trump"]
    return rest | {"result": result}
