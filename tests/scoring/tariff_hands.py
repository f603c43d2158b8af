"""Hands of a Schafkopf tournament, of which nothing but the result is entered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.scoring.hands import Table


def tariff_hand(table: Table) -> dict[str, Any]:
    """A hand under a tournament's tariff, where nothing but its result is entered."""
    chance = table.chance
    declarer, partner = chance.sample(table.active, 2)
    contracts = [choice.value for choice in table.fields["contract"].choices]
    unplayed = {"kreuz", "muss"} - {table.options["all_pass"]}
    contract = chance.choice([name for name in contracts if name not in unplayed])
    won = chance.random() < 0.6
    hand: dict[str, Any] = {"contract": contract, "declarer": declarer}
    is_called = contract in ("rufspiel", "muss")
    if is_called:
        hand["partner"] = partner
    if contract in ("rufspiel", "kreuz", "muss") or chance.random() < 0.8:
        tiers = ("",) if contract == "bettel" else ("", "_schneider", "_schwarz")
        hand["result"] = ("won" if won else "lost") + chance.choice(tiers)
    elif contract == "bettel" or table.options.get("tout") == "not_played":
        hand["result"] = "won"
    else:
        hand |= {"announced": "tout", "result": "won_schwarz" if won else "lost"}
    if "runners" in table.fields and contract != "bettel":
        hand["runners"] = chance.randint(0, 4)
    if "without" in table.fields and contract == "rufspiel" and hand["runners"]:
        hand["without"] = chance.random() < 0.5
    if "announcements" in table.fields:
        hand["announcements"] = chance.randint(0, 2)
    return hand
