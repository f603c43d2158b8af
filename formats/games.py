"""What a game allows: its tables, rounds with a game of their own, what is to be decided."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from formats.options import by_value
from scoring import RULESETS, find_ruleset
from scoring.options import Choice
from scoring.ruleset import Ruleset

ODD = by_value(
    Choice("up", gettext_noop("tables of one more")),
    Choice("down", gettext_noop("tables of one less")),
    Choice("bye", gettext_noop("a bye")),
)
"""Where the remainder can go."""


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


# Rounds with a game of their own.


class RoundGame(NamedTuple):
    """What differs in one round; "" and 0 are as everywhere else at the event.

    `factor`: by which what the round yields is multiplied, as it was typed, such as “1.5”.
    """

    ruleset: str = ""
    size: int = 0
    odd: str = ""
    hands: int = 0
    factor: str = ""

    @property
    def worth(self) -> Fraction:
        """The factor as a number; raises ValueError where it is none.

        >>> RoundGame(factor="1.5").worth, RoundGame().worth
        (Fraction(3, 2), Fraction(1, 1))
        """
        return Fraction((self.factor or "1").replace(",", "."))


def round_games_words(games: Iterable[RoundGame]) -> str:
    """What is played otherwise in which rounds.

    >>> round_games_words([RoundGame(), RoundGame(size=3, hands=18, factor="1.5")])
    'round 2 (at a table: 3 · hands: 18 · × 1.5)'
    """
    said = [
        _("round %(number)s (%(what)s)") % {"number": number, "what": game_words(game)}
        for number, game in enumerate(games, 1)
        if game != RoundGame()
    ]
    return "; ".join(said) or _("all rounds are alike")


def game_words(game: RoundGame) -> str:
    """What is played otherwise in a round."""
    return " · ".join(_parts(game))


def _parts(game: RoundGame) -> Iterator[str]:
    if game.ruleset:
        yield _(RULESETS[game.ruleset].name) if game.ruleset in RULESETS else game.ruleset
    if game.size:
        yield _("at a table: %(size)s") % {"size": game.size}
    if game.odd:
        yield _("the remainder: %(odd)s") % {
            "odd": _(ODD[game.odd].label) if game.odd in ODD else game.odd
        }
    if game.hands:
        yield _("hands: %(hands)s") % {"hands": game.hands}
    if game.factor not in ("", "1"):
        yield f"× {game.factor}"


# What a game leaves to be decided: before it is, no event is published and nothing is drawn.


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
    return text % {"what": " · ".join(found)}
