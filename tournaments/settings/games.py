"""What a game allows: its tables, rounds with a game of their own, what is to be decided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring import RULESETS, find_ruleset
from scoring.ruleset import Ruleset
from tournaments.settings.event import EventSettings, RoundGame


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


# What is played in each round, and what of the rounds' own games does not fit.

MOST_FACTOR = 100


class GameOf(NamedTuple):
    """What is played in a round: the game, its house rules, and the settings as they hold there."""

    ruleset: Ruleset
    options: Mapping[str, Any]
    settings: EventSettings


def game_at(
    settings: EventSettings, ruleset: str, options: Mapping[str, Any], number: int
) -> GameOf:
    """What is played in the round of that number; 0 stands for no round in particular.

    `ruleset` and `options` are those of the event; another game is played by its usual rules.
    """
    games = settings.round_games
    own = games[number - 1] if 0 < number <= len(games) else RoundGame()
    if own == RoundGame():
        return GameOf(find_ruleset(ruleset), options, settings)
    game = find_ruleset(own.ruleset or ruleset)
    sizes = sizes_of(game)
    size = own.size or (settings.size if settings.size in sizes else sizes[0])
    remainders = remainders_of(game, size)
    odd = own.odd or settings.odd
    return GameOf(
        game,
        options if game.key == ruleset else game.defaults(),
        replace(
            settings,
            size=size,
            odd=odd if odd in remainders or own.odd else remainders[0],
            hands=own.hands or settings.hands,
        ),
    )


def game_problems(settings: EventSettings, ruleset: Ruleset) -> Iterator[tuple[int, str, str]]:
    """What does not fit of the rounds' own games: the round, which part of it, and a sentence."""
    for number, own in enumerate(settings.round_games, 1):
        if own == RoundGame():
            continue
        try:
            is_worth = 0 < own.worth <= MOST_FACTOR
        except (ValueError, ZeroDivisionError):
            is_worth = False
        if not is_worth:
            yield number, "factor", _("A number such as 2 or 1.5.")
        if own.ruleset not in ("", *RULESETS):
            yield number, "ruleset", _("There is no such game.")
        else:
            yield from _unplayable(settings, ruleset, own, number)


def _unplayable(
    settings: EventSettings, ruleset: Ruleset, own: RoundGame, number: int
) -> Iterator[tuple[int, str, str]]:
    game = find_ruleset(own.ruleset or ruleset.key)
    if unit_of(game) != settings.unit:
        yield number, "ruleset", _("Fixed pairs and single players are not mixed at one event.")
        return
    if game.key != ruleset.key and game.undecided({}):
        text = _("No source says all of its rules: choose it as the game of the whole event.")
        yield number, "ruleset", text
        return
    played = game_at(settings, ruleset.key, {}, number).settings
    sizes = sizes_of(game)
    if played.size not in sizes:
        values = {"sizes": ", ".join(map(str, sizes))}
        yield number, "size", _("At a table of this game sit %(sizes)s.") % values
    elif played.odd not in remainders_of(game, played.size):
        yield number, "odd", _("This game has no tables of that size.")
    if settings.yields == "match" and played.size != 2:
        yield number, "size", _("Matches need two sides at a table.")
    if not played.hands and game.target(game.defaults()) is None:
        yield number, "hands", _("This game does not end by itself: say how many hands.")


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
    return text % {"what": ", ".join(f"“{label}”" for label in found)}
