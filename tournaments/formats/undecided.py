"""What a game leaves to be decided: before it is, no event is published and nothing is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from scoring import find_ruleset


def left_open(ruleset: str, options: Mapping[str, Any]) -> list[str]:
    """The house rules that no source answers and nobody has decided, in words.

    >>> left_open("schafkopf-krs", {})
    ['Lost games']
    >>> left_open("schafkopf-krs", {"losers": "zero_sum"}), left_open("schafkopf-self", {})
    ([], [])
    """
    return [_(option.label) for option in find_ruleset(ruleset).undecided(options)]


def still_to_decide(ruleset: str, options: Mapping[str, Any]) -> str:
    """The same as a sentence for whoever can decide it; empty where nothing is left open."""
    found = left_open(ruleset, options)
    if not found:
        return ""
    text = _("No source says it, so decide it in the settings, under House rules: %(what)s.")
    return text % {"what": ", ".join(f"“{label}”" for label in found)}
