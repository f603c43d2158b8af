"""Evenings as the phone's engine is told of them: of a dozen games, forty hands each."""

from __future__ import annotations

from typing import Any

from scoring import RULESETS, resolve_options
from tests.scoring.evenings import evening

GAMES = (
    "saskop",
    "sheepshead2-officers",
    "sheepshead3-coins",
    "sheepshead4-cutthroat",
    "sheepshead4-partners",
    "sheepshead5-bump",
    "sheepshead5-coins",
    "sheepshead6",
    "schafkopf",
    "sheepshead4-auction",
    "skat",
    "doppelkopf",
)
HANDS = 40
NAMES = ("Anneliese Õunapuu", "Ben", "Cora", "Dirk", "Eva", "Fritz", "Gerd", "Hanna")
ADDRESS = "/t/secret/"


def played(game: str, hands: int = HANDS) -> dict[str, Any]:
    """The record of an evening of that game, always the same one."""
    return evening(RULESETS[game], seed=19, length=hands, options={}).record


def state(record: dict[str, Any], language: str = "en", address: str = ADDRESS) -> dict[str, Any]:
    """What the server tells of a sheet with these hands."""
    ruleset = RULESETS[record["ruleset"]]
    return {
        "language": language,
        "address": address,
        "ruleset": ruleset.key,
        "options": resolve_options(ruleset, record["options"]),
        "players": record["players"],
        "first_dealer": 0,
        "names": list(NAMES[: record["players"]]),
        "entries": [
            {"number": number, "record": hand} for number, hand in enumerate(record["hands"], 1)
        ],
        "hands_due": None,
    }
