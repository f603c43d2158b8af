"""Which games have partners, and under which name `scoring.figures` counts their hands."""

from __future__ import annotations

from scoring.ruleset import Ruleset


def together_of(ruleset: Ruleset) -> str:
    """Under which name the hands of two partners are counted; empty in a game without partners.

    >>> from scoring.rulesets import RULESETS
    >>> [together_of(RULESETS[key]) for key in ("sheepshead5-coins", "saskop", "sheepshead3-coins")]
    ['called', 'with', '']
    """
    if any(each.name == "partner" and each.asked for each in ruleset.fields):
        return "called"
    return "with" if ruleset.scores == "pairs" else ""
