"""Hands of Schafkopf, dealt and entered as they came out, under whatever a table plays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scoring.bavarian.contracts import BETTEL, CAN_BE_SIE, CAN_BE_TOUT, PACKS, TWO_AGAINST_TWO
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
    if contract in ("rufspiel", "muss"):
        hand["partner"] = partner
    return hand | called_out(table, contract) | came_out(table, contract)


def thrown_in(table: Table) -> Hand:
    table.is_void = True
    return {"declarer": None}


def called_out(table: Table, contract: str) -> Hand:
    """Laufende, knocks and Kontra, as many as there can be."""
    most = PACKS[table.options["pack"]].most_runners(contract)
    counts = {"runners": most, "knocks": 4, "kontra": 4}
    return {
        name: table.chance.randint(0, most)
        for name, most in counts.items()
        if table.chance.random() < 0.4
    }


def came_out(table: Table, contract: str) -> Hand:
    chance = table.chance
    points, tricks = table.side()
    if contract in CAN_BE_TOUT and chance.random() < 0.2:
        if contract in CAN_BE_SIE and chance.random() < 0.5:
            return {
                "announced": "sie",
                "result": "won",
                "runners": PACKS[table.options["pack"]].tricks,
            }
        return {"announced": "tout", "declarer_points": points, "declarer_tricks": tricks}
    hand: Hand = {"declarer_points": points}
    is_swept = tricks in (0, table.trick_count)
    if is_swept or contract == BETTEL or chance.random() < 0.7:
        hand["declarer_tricks"] = tricks
    return hand


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
        hand["knocks"] = chance.randint(0, 4)
    if shares.count(max(shares)) > 1:
        hand["loser"] = table.active[shares.index(max(shares))]
    if chance.random() < 0.3:
        return told_ramsch(hand, table.options, table.active, len(tricks))
    return hand
