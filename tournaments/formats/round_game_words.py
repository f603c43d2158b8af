"""Rounds with a game of their own, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import RULESETS
from tournaments.formats.round_games import RoundGame

ODD_WORDS: dict[str, str | Promise] = {
    "up": gettext_lazy("tables of one more"),
    "down": gettext_lazy("tables of one less"),
    "bye": gettext_lazy("a bye"),
}


def round_games_words(games: Iterable[RoundGame]) -> str:
    """What is played otherwise in which rounds.

    >>> round_games_words([RoundGame(), RoundGame(size=3, hands=18, factor="1.5")])
    'round 2: 3 at a table, 18 hands, × 1.5'
    """
    said = [
        _("round %(number)s: %(what)s") % {"number": number, "what": game_words(game)}
        for number, game in enumerate(games, 1)
        if game != RoundGame()
    ]
    return "; ".join(said) or _("all rounds are alike")


def game_words(game: RoundGame) -> str:
    """What is played otherwise in a round."""
    return ", ".join(_parts(game))


def _parts(game: RoundGame) -> Iterator[str]:
    if game.ruleset:
        yield _(RULESETS[game.ruleset].name) if game.ruleset in RULESETS else game.ruleset
    if game.size:
        yield _("%(size)s at a table") % {"size": game.size}
    if game.odd:
        yield _("the remainder: %(odd)s") % {"odd": ODD_WORDS.get(game.odd, game.odd)}
    if game.hands:
        yield _("%(hands)s hands") % {"hands": game.hands}
    if game.factor not in ("", "1"):
        yield f"× {game.factor}"
