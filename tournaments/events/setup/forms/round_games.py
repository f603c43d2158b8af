"""The inputs for rounds with a game of their own: five for each round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from scoring import RULESETS
from scoring.ruleset import Ruleset
from tournaments.common.texts import Line
from tournaments.events.setup.forms.fields import WholeNumber
from tournaments.formats.round_games import RoundGame
from tournaments.formats.settings import EventSettings
from tournaments.formats.table_sizes import unit_of
from tournaments.formats.wording import ODD

PREFIX = "round_games-"
MOST_ROUNDS = 12
LONGEST = 6


def game_fields(settings: EventSettings, ruleset: Ruleset) -> dict[str, forms.Field]:
    """The inputs of every round; none where pairs play, for whom there is one game only."""
    if settings.is_pairs or unit_of(ruleset) == "pair" or settings.rolling:
        return {}
    games = [(key, _(each.name)) for key, each in RULESETS.items() if unit_of(each) == "player"]
    found: dict[str, forms.Field] = {}
    for number in range(1, min(MOST_ROUNDS, max(settings.rounds, len(settings.round_games))) + 1):
        values = {"number": number}
        usual = ("", _("as everywhere"))
        factor = Line(required=False, max_length=LONGEST, widget=_number())
        of_round: dict[str, tuple[str, forms.Field]] = {
            "ruleset": (
                _("Round %(number)s: game") % values,
                forms.ChoiceField(choices=[usual, *games], required=False),
            ),
            "size": (_("Round %(number)s: at a table") % values, WholeNumber(0, 8)),
            "odd": (
                _("Round %(number)s: the remainder gets") % values,
                forms.ChoiceField(choices=[usual, *ODD.items()], required=False),
            ),
            "hands": (_("Round %(number)s: hands") % values, WholeNumber(0, 500)),
            "factor": (_("Round %(number)s: counts times") % values, factor),
        }
        for part, (label, field) in of_round.items():
            field.label = label
            found[f"{PREFIX}{number}-{part}"] = field
    return found


def game_texts(settings: EventSettings) -> dict[str, Any]:
    """What the inputs begin with; nothing where a round is like all others."""
    return {
        f"{PREFIX}{number}-{part}": value or ""
        for number, game in enumerate(settings.round_games, 1)
        for part, value in game._asdict().items()
    }


def games_from(cleaned: Mapping[str, Any], names: Iterable[str]) -> tuple[RoundGame, ...]:
    """The games that were typed, up to the last round that differs."""
    numbers = {int(name.split("-")[1]) for name in names if name.startswith(PREFIX)}
    games = []
    for number in range(1, max(numbers, default=0) + 1):
        at = f"{PREFIX}{number}-"
        games.append(
            RoundGame(
                cleaned.get(f"{at}ruleset") or "",
                cleaned.get(f"{at}size") or 0,
                cleaned.get(f"{at}odd") or "",
                cleaned.get(f"{at}hands") or 0,
                (cleaned.get(f"{at}factor") or "").strip(),
            )
        )
    while games and games[-1] == RoundGame():
        games.pop()
    return tuple(games)


def _number() -> forms.TextInput:
    return forms.TextInput(
        {"inputmode": "decimal", "autocomplete": "off", "class": "figure", "maxlength": LONGEST}
    )
