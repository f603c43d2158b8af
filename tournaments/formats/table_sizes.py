"""At which tables a game is played, and where a remainder can go."""

from __future__ import annotations

from scoring.ruleset import Ruleset


def unit_of(ruleset: Ruleset) -> str:
    """Whether single players or fixed pairs take part where this game is played."""
    return "pair" if ruleset.scores == "pairs" else "player"


def sizes_of(ruleset: Ruleset) -> tuple[int, ...]:
    """How many entries may sit at a table."""
    return (2,) if unit_of(ruleset) == "pair" else ruleset.tables


def remainders_of(ruleset: Ruleset, size: int) -> tuple[str, ...]:
    """Where the remainder can go at tables of that size."""
    sizes = sizes_of(ruleset)
    up = ("up",) if size + 1 in sizes else ()
    down = ("down",) if size - 1 in sizes else ()
    return (*up, *down, "bye")
