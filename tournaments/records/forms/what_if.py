"""Under which other rules an evening or an event is to be counted; it stands in the address."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring import RULESETS, resolve_options
from scoring.ruleset import Ruleset
from tournaments.formats.wording import option_in_words
from tournaments.records.queries.what_if import Asked, alike, options_for
from tournaments.tables.forms.house_rules import HouseRulesForm

ASKED = "asked"


class OtherRule(NamedTuple):
    """A house rule that is asked for, and as it was played; the latter is empty in another game."""

    label: str
    asked: str
    played: str


class WhatIfForm(HouseRulesForm):
    """Asks for the house rules of a game of the same shape, beginning with those played by."""

    def __init__(
        self, ruleset: Ruleset, options: Mapping[str, Any], players: int, data: Mapping[str, str]
    ) -> None:
        self.played, self.played_by = ruleset, options
        self.games = alike(ruleset, players)
        wanted = RULESETS.get(data.get("ruleset", ""), ruleset)
        chosen = wanted if wanted in self.games else ruleset
        # With the first choice of another game its own rules are not asked for yet.
        is_asked = data.get(ASKED) == chosen.key
        super().__init__(data if is_asked else None, auto_id="q-%s")
        self.usual = options_for(chosen, ruleset, options)
        self.add_house_rules(chosen, self.usual)

    @property
    def rules(self) -> Asked:
        """Under which rules to count: those asked for, or those with which the form begins."""
        if self.is_bound and self.is_valid():
            return Asked(self.ruleset, resolve_options(self.ruleset, self.options))
        return Asked(self.ruleset, self.usual)

    @property
    def others(self) -> list[OtherRule]:
        """In which rules this is not what was played; of another game those that are not usual."""
        ruleset, options = self.rules
        is_same = ruleset is self.played
        before = self.played_by if is_same else ruleset.defaults()
        return [
            OtherRule(
                _(option.label),
                option_in_words(option, options[option.name]),
                option_in_words(option, before[option.name]) if is_same else "",
            )
            for option in ruleset.options
            if options[option.name] != before[option.name]
        ]

    def is_as_played(self, options: Mapping[str, Any]) -> bool:
        """Whether these are the rules under which it was played."""
        return self.ruleset is self.played and self.rules.options == options
