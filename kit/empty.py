"""A sheet on which nobody has written yet, as a server would tell of it."""

from __future__ import annotations

from typing import Any

from scoring import find_ruleset


def empty_sheet(key: str, language: str) -> dict[str, Any]:
    """One of that game, with as few people as it can be played by, called by their places."""
    ruleset = find_ruleset(key)
    players = ruleset.tables[0]
    return {
        "language": language,
        "address": "/",
        "ruleset": key,
        "options": ruleset.defaults(),
        "players": players,
        "first_dealer": 0,
        "names": [str(seat) for seat in range(players)],
        "entries": [],
    }
