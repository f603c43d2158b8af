"""The games that can be played, grouped for choosing."""

from __future__ import annotations

from collections.abc import Iterable

from scoring import RULESETS
from scoring.ruleset import Ruleset


def table_sizes() -> list[int]:
    """How many can sit at a table of any game."""
    return sorted({size for ruleset in RULESETS.values() for size in ruleset.tables})


def games_by_family(players: int | None = None) -> dict[str, list[Ruleset]]:
    """The games, by family; with `players` only those for which so many can sit at a table."""
    return _by_family(
        ruleset for ruleset in RULESETS.values() if players is None or players in ruleset.tables
    )


def _by_family(rulesets: Iterable[Ruleset]) -> dict[str, list[Ruleset]]:
    families: dict[str, list[Ruleset]] = {}
    for ruleset in rulesets:
        families.setdefault(ruleset.family, []).append(ruleset)
    return families
