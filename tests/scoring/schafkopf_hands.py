"""Hands of Schafkopf, dealt and entered as they came out, under whatever a table plays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scoring.bavarian.contracts import (
    CAN_BE_SIE,
    CAN_BE_TOUT,
    HOCHZEIT,
    MUSS,
    PACKS,
    RENONCE,
    RUFSPIEL,
    TWO_AGAINST_TWO,
    WITHOUT_TRUMPS,
)
from tests.scoring.told import told_ramsch

if TYPE_CHECKING:
    from tests.scoring.hands import Table

Hand = dict[str, Any]


def schafkopf_hand(table: Table) -> Hand:
    """A game that somebody took on, or what is played when all pass."""
    chance, mode = table.chance, table.options["all_pass"]
    if chance.random() < 0.25 and mode not in TWO_AGAINST_TWO:
        return ramsch_hand(table) if mode == "ramsch" else thrown_in(table)
    choices = table.fields["contract"].choices
    played = [choice.value for choice in choices if choice.is_played(table.options)]
    contract = chance.choice(played)
    declarer, partner = chance.sample(table.active, 2)
    hand: Hand = {"declarer": declarer, "contract": contract}
    if contract in (RUFSPIEL, HOCHZEIT, MUSS):
        hand["partner"] = partner
    elif contract == RENONCE:
        hand["partner"] = chance.choice((partner, None))
    hand |= called_out(table, contract) | came_out(table, contract)
    table.is_void = contract == "kreuz" and is_replayed(table, hand)
    return hand


def is_replayed(table: Table, hand: Hand) -> bool:
    return bool(table.options.get("kreuz_sixty") == "replay" and hand.get("declarer_points") == 60)


def thrown_in(table: Table) -> Hand:
    table.is_void = True
    return {"declarer": None} | bock(table)


def bock(table: Table) -> Hand:
    """That the table calls a Bock, now and then where that starts one."""
    is_called = "called" in table.options.get("bock", []) and table.chance.random() < 0.1
    return {"bock_called": True} if is_called else {}


def called_out(table: Table, contract: str) -> Hand:
    """Laufende, knocks and Kontra, as many as there can be; and what else the tariff knows."""
    options, chance = table.options, table.chance
    counts = {
        "runners": PACKS[options["pack"]].most_runners(contract),
        "knocks": options.get("knocks_most", 4),
        "kontra": options.get("kontra_most", 4),
        "announcements": 2 if options.get("announcement") else 0,
    }
    called: Hand = {
        name: chance.randint(0, most)
        for name, most in counts.items()
        if name in table.fields and chance.random() < 0.4
    }
    if options.get("without_alone") and contract == RUFSPIEL and called.get("runners"):
        called["without"] = chance.random() < 0.5
    return called | bock(table)


def came_out(table: Table, contract: str) -> Hand:
    chance = table.chance
    points, tricks = table.side()
    is_called = {name for name in ("tout", "sie") if table.options.get(name) != "off"}
    if contract in CAN_BE_TOUT and is_called and chance.random() < 0.2:
        has_sie = contract in CAN_BE_SIE and "sie" in is_called
        if has_sie and ("tout" not in is_called or chance.random() < 0.5):
            return {
                "announced": "sie",
                "result": "won",
                "runners": PACKS[table.options["pack"]].tricks,
            }
        if "tout" in is_called:
            return {"announced": "tout", "declarer_points": points, "declarer_tricks": tricks}
    hand: Hand = {"declarer_points": points}
    is_swept = tricks in (0, table.trick_count)
    if is_swept or contract in WITHOUT_TRUMPS or chance.random() < 0.7:
        hand["declarer_tricks"] = tricks
    return hand


def is_marched(table: Table, hand: Hand, most: int) -> bool:
    """Whether somebody marches through with these card points, so that nobody loses."""
    mode = table.options["durchmarsch"]
    if mode == "all_tricks":
        return bool(max(hand["tricks"]) == sum(hand["tricks"]))
    return bool(mode == "points" and most >= table.options["durchmarsch_from"])


def ramsch_hand(table: Table) -> Hand:
    """Everybody for himself; of those who tie for the most the first one loses."""
    chance = table.chance
    tricks, _buried = table.deal()
    winners = [chance.choice(range(4)) for _trick in tricks]
    if chance.random() < 0.1:
        winners = [0] * len(tricks)
    shares = [0] * 4
    for winner, points in zip(winners, tricks, strict=True):
        shares[winner] += points
    hand: Hand = {
        "declarer": None,
        "card_points": shares,
        "tricks": [winners.count(place) for place in range(4)],
    }
    if chance.random() < 0.2:
        hand["knocks"] = chance.randint(0, table.options.get("knocks_most", 4))
    hand |= bock(table)
    two_lose = table.options.get("ramsch_losers") == "two"
    first, second = sorted(shares, reverse=True)[:2]
    if two_lose and shares.count(first) > 2:
        return ramsch_hand(table)
    named = second if two_lose else first
    if shares.count(named) > 1 and not is_marched(table, hand, first):
        hand["loser"] = table.active[shares.index(named)]
    if chance.random() < 0.3 and not two_lose:
        return told_ramsch(hand, table.options, table.active, len(tricks))
    return hand
