"""What people decide where no source says it: the first word of each choice, or a few points."""

from __future__ import annotations

from typing import Any

from scoring.ruleset import Ruleset

A_FEW = 2


def decided(ruleset: Ruleset) -> dict[str, Any]:
    """An answer to each option that is to be decided; nothing for most games."""
    return {
        option.name: option.choices[0].value if option.choices else A_FEW
        for option in ruleset.undecided({})
    }
