"""Every ruleset, one game a file; the order is the one in which they are shown."""

from dataclasses import replace
from importlib import import_module

from scoring.house_rules import NOTE
from scoring.ruleset import Ruleset

GAMES = (
    "saskop",
    "sheepshead3",
    "sheepshead4",
    "partners",
    "auction",
    "indiana",
    "sheepshead5",
    "sheepshead_many",
    "officers",
    "schafkopf",
    "schafkopf_tariff",
    "schafkopf_tournaments",
    "muck",
    "skat",
    "doppelkopf",
)
"""The files beside this one; a new game is a new word here."""

RULESETS: dict[str, Ruleset] = {
    ruleset.key: replace(ruleset, options=(*ruleset.options, NOTE))
    for game in GAMES
    for ruleset in import_module(f"scoring.rulesets.{game}").RULESETS
}
"""All rulesets by key; each of them takes a note, which no scorer reads."""
