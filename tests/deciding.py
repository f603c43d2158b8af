"""What people decide where no source says it: the first word of each choice, or a few points.

Of a price table every game is played, and costs as much.
"""

from __future__ import annotations

from typing import Any

from scoring.options import Option
from scoring.ruleset import Ruleset

A_FEW = 2


def decided(ruleset: Ruleset) -> dict[str, Any]:
    """An answer to each option that is to be decided; nothing for most games."""
    return {option.name: _answer(option) for option in ruleset.undecided({})}


def _answer(option: Option) -> object:
    if option.kind == "table":
        return {row.key: [A_FEW for _column in option.columns] for row in option.rows}
    return option.choices[0].value if option.choices else A_FEW
