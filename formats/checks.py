"""Which settings fit together, and fit a game; what does not is said in a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from formats.awards import paid_out
from formats.event import FOR_TWO, GUESTS, EventSettings, draw_label, game_at, key_words
from formats.figures import goods_of
from formats.games import RoundGame, remainders_of, sizes_of, unit_of
from formats.presets import EVENINGS
from formats.prizes import MOST_TEAMS, gives_money, group_prizes
from scoring import RULESETS, find_ruleset
from scoring.ruleset import Ruleset
from seating.draws.berger import LARGEST

MOST_FACTOR = 100
LAST_WORDS = ("lot", "shared")
"""Tie-breaks after which nothing is left to decide."""


class Unfit(NamedTuple):
    """What does not fit: the setting and a sentence."""

    field: str
    sentence: str


def unfit(settings: EventSettings, ruleset: Ruleset, options: Mapping[str, Any]) -> list[Unfit]:
    """Everything that does not fit, at most one sentence for each setting."""
    found: dict[str, Unfit] = {}
    for problem in (
        *_tables(settings, ruleset),
        *_hands(settings, ruleset, options),
        *_draws(settings),
        *_counting(settings),
        *_tie_breaks(settings),
        *_money(settings),
        *_teams(settings),
        *_round_games(settings, ruleset),
        *_rolling(settings),
        *_plus_only(settings, ruleset),
        *_declared(settings, ruleset),
    ):
        found.setdefault(problem.field, problem)
    return list(found.values())


def _declared(settings: EventSettings, ruleset: Ruleset) -> Iterator[Unfit]:
    """What each setting checks itself, and values that it cannot have at all."""
    for name, option in settings.options().items():
        sentence = option.check(settings, ruleset) if option.check else ""
        if not sentence and not option.holds(getattr(settings, name)):
            sentence = _("This is none of what can be chosen.")
        if sentence:
            yield Unfit(name, sentence)


def fitted(settings: EventSettings, ruleset: Ruleset) -> EventSettings:
    """The same settings with tables of which this game allows; the rest is left to people."""
    unit, size = unit_of(ruleset), settings.size
    if size not in sizes_of(ruleset) or unit != settings.unit:
        size = sizes_of(ruleset)[0]
    remainders = remainders_of(ruleset, size)
    odd = settings.odd if settings.odd in remainders else remainders[0]
    is_for_two = size == 2 and odd == "bye"
    draws = tuple(draw for draw in settings.draws if is_for_two or draw not in FOR_TWO)
    yields = settings.yields if is_for_two or settings.yields != "match" else "points"
    ends_by_games = ruleset.target(ruleset.defaults()) is not None
    may_be_open = ends_by_games or settings.rolling
    hands = settings.hands or (0 if may_be_open else EventSettings.hands)
    is_stepped = settings.only_good and ruleset.step > 1 and ruleset.step % settings.good_step
    return replace(
        settings,
        unit=unit,
        size=size,
        odd=odd,
        hands=hands,
        yields=yields,
        draws=draws or EventSettings.draws,
        good_step=ruleset.step if is_stepped else settings.good_step,
    )


def _tables(settings: EventSettings, ruleset: Ruleset) -> Iterator[Unfit]:
    if settings.unit != unit_of(ruleset):
        text = (
            _("Fixed pairs play this game.")
            if unit_of(ruleset) == "pair"
            else _("Everybody plays this game alone.")
        )
        yield Unfit("ruleset", text)
        return
    sizes = sizes_of(ruleset)
    if settings.size not in sizes:
        values = {"sizes": ", ".join(map(str, sizes))}
        yield Unfit("size", _("At a table of this game may sit: %(sizes)s.") % values)
    elif settings.odd not in remainders_of(ruleset, settings.size):
        other = settings.size + (1 if settings.odd == "up" else -1)
        text = _("This game has no table of %(size)s: let the remainder sit out.")
        yield Unfit("odd", text % {"size": other})


def _hands(
    settings: EventSettings, ruleset: Ruleset, options: Mapping[str, Any]
) -> Iterator[Unfit]:
    has_target = ruleset.target({**ruleset.defaults(), **options}) is not None
    if settings.hands == 0 and not has_target and not settings.rolling:
        yield Unfit("hands", _("This game does not end by itself: say how many hands a round has."))
    if not settings.equal_hands and settings.hands and settings.yields == "points":
        text = _("Where not all play equally many hands, let the average per hand or places count.")
        yield Unfit("yields", text)


def _draws(settings: EventSettings) -> Iterator[Unfit]:
    for draw in settings.draws:
        if draw in FOR_TWO and (settings.size != 2 or settings.odd != "bye"):
            text = _("Only for two at a table, where an odd number sits out: %(draw)s.")
            yield Unfit("draws", text % {"draw": draw_label(draw)})


def _counting(settings: EventSettings) -> Iterator[Unfit]:
    if settings.yields == "match" and (settings.size != 2 or settings.odd != "bye"):
        yield Unfit("yields", _("Matches need two sides at a table, and an odd number to sit out."))
    if settings.yields == "places" and not _falls(settings.place_points):
        yield Unfit("place_points", _("Write the best place first and the last one last."))
    if len(settings.match_points) != 3 or not _falls(settings.match_points):
        yield Unfit("match_points", _("Write three numbers: win, draw, loss; a win is worth most."))
    if settings.best_of > settings.rounds and not settings.rolling:
        text = _("That is more than there are rounds (%(rounds)s).")
        yield Unfit("best_of", text % {"rounds": settings.rounds})


def _falls(worth: Sequence[int]) -> bool:
    return len(worth) > 1 and sorted(worth, reverse=True) == [*worth]


def _tie_breaks(settings: EventSettings) -> Iterator[Unfit]:
    keys = settings.tie_breaks
    for place, key in enumerate(keys):
        if key in keys[:place]:
            text = _("This stands there twice: %(key)s.")
            yield Unfit("tie_breaks", text % {"key": key_words(key).label})
        elif key in LAST_WORDS and place < len(keys) - 1:
            text = _("Put it last, for nothing is left to decide after it: %(key)s.")
            yield Unfit("tie_breaks", text % {"key": key_words(key).label})
    if "solos" in keys and not settings.counted:
        yield Unfit("counted", _("“Solos” decides ties here, so say what is counted."))
    if "fewer_lost" in keys and settings.counted != "won_lost":
        text = _("Lost games decide ties here: have games won and lost counted.")
        yield Unfit("counted", text)


def _money(settings: EventSettings) -> Iterator[Unfit]:
    yield from unfit_prizes(settings)
    if 0 < settings.capacity < settings.size:
        yield Unfit("capacity", _("Not even one table would be full."))
    if settings.draws[-1:] == ("berger",) and settings.capacity > LARGEST:
        text = _(
            "All play all is for %(most)s at most: more would need more rounds than there are."
        )
        yield Unfit("capacity", text % {"most": LARGEST})


def _teams(settings: EventSettings) -> Iterator[Unfit]:
    if settings.team_size == 1:
        yield Unfit("team_size", _("A team has at least two members; 0 means no teams."))
    if settings.team_best > settings.team_size:
        yield Unfit("team_best", _("More count than a team has."))
    if settings.team_yields == "places":
        if not settings.team_size:
            yield Unfit("team_size", _("The teams get points for places: say how many are in one."))
        if not _falls(settings.team_points):
            yield Unfit("team_points", _("Write the best team first and the last one last."))
    if len({group.casefold() for group in settings.groups}) < len(settings.groups):
        yield Unfit("groups", _("A group stands there twice."))


def _round_games(settings: EventSettings, ruleset: Ruleset) -> Iterator[Unfit]:
    for number, own in enumerate(settings.round_games, 1):
        if own != RoundGame():
            for part, sentence in _own_game(settings, ruleset, own, number):
                yield Unfit(f"round_games-{number}-{part}", sentence)


def _own_game(
    settings: EventSettings, ruleset: Ruleset, own: RoundGame, number: int
) -> Iterator[tuple[str, str]]:
    """What does not fit of a round's own game: which part of it, and a sentence."""
    try:
        is_worth = 0 < own.worth <= MOST_FACTOR
    except (ValueError, ZeroDivisionError):
        is_worth = False
    if not is_worth:
        yield "factor", _("A number such as 2 or 1.5.")
    if own.ruleset not in ("", *RULESETS):
        yield "ruleset", _("There is no such game.")
        return
    game = find_ruleset(own.ruleset or ruleset.key)
    if unit_of(game) != settings.unit:
        yield "ruleset", _("Fixed pairs and single players are not mixed at one event.")
        return
    if game.key != ruleset.key and game.undecided({}):
        text = _("No source says all of its rules: choose it as the game of the whole event.")
        yield "ruleset", text
        return
    played = game_at(settings, ruleset.key, {}, number).settings
    sizes = sizes_of(game)
    if played.size not in sizes:
        values = {"sizes": ", ".join(map(str, sizes))}
        yield "size", _("At a table of this game may sit: %(sizes)s.") % values
    elif played.odd not in remainders_of(game, played.size):
        yield "odd", _("This game has no tables of that size.")
    if settings.yields == "match" and played.size != 2:
        yield "size", _("Matches need two sides at a table.")
    if not played.hands and game.target(game.defaults()) is None:
        yield "hands", _("This game does not end by itself: say how many hands.")


def _rolling(settings: EventSettings) -> Iterator[Unfit]:
    if not settings.rolling:
        if settings.persons or settings.ticket_rounds:
            name = "persons" if settings.persons else "ticket_rounds"
            yield Unfit(name, _("Somebody has several entries only where tables open one by one."))
        return
    if "lot" in settings.tie_breaks:
        text = _("Tables open one by one, so there is no last round for a lot: share the places.")
        yield Unfit("tie_breaks", text)
    if settings.shows == "before_last":
        yield Unfit("shows", _("Tables open one by one, so there is no last round to be hidden."))
    if settings.round_prize:
        yield Unfit("round_prize", _("Tables open one by one: nobody is the best of a round."))


def _plus_only(settings: EventSettings, ruleset: Ruleset) -> Iterator[Unfit]:
    if settings.only_good and ruleset.step > 1 and ruleset.step % max(1, settings.good_step):
        text = _("This game counts in steps of %(step)s: say %(step)s, or a part of it.")
        yield Unfit("good_step", text % {"step": ruleset.step})
    if settings.only_good and (ruleset.scores == "pairs" or settings.yields == "match"):
        yield Unfit("only_good", _("This is for single players whose points are added up."))


def unfit_prizes(settings: EventSettings) -> Iterator[Unfit]:
    """What of the prizes does not fit."""
    share = paid_out(settings)
    if share > 100:
        text = _("That is %(share)s per cent in all; more than 100 cannot be paid out.")
        yield Unfit("payout", text % {"share": share})
    elif gives_money(settings) and not settings.fee and not settings.sponsored:
        yield Unfit("fee", _("There is a payout, so say what an entry costs."))
    if settings.payout and settings.prize_amounts:
        yield Unfit("prize_amounts", _("Either per cents or amounts for the places, not both."))
    known = GUESTS | {group.casefold() for group in settings.groups}
    for group in group_prizes(settings):
        if group.casefold() not in known:
            text = _("There is no group “%(group)s”: write it among the groups first.")
            yield Unfit("group_prizes", text % {"group": group})
    if settings.solos_prize and settings.counted != "solos":
        yield Unfit("solos_prize", _("Say first that solos are counted beside the points."))
    if settings.plus_prize and settings.yields not in ("points", "average"):
        yield Unfit("plus_prize", _("Nobody has minus points here, so everybody would get it."))
    lines = [line for line in map(goods_of, settings.team_prizes) if line is not None]
    if lines and not settings.team_size:
        yield Unfit("team_prizes", _("There are no teams: say first how many are in one."))
    elif any(line.last > MOST_TEAMS for line in lines):
        text = _("Teams have prizes down to place %(most)s at most.")
        yield Unfit("team_prizes", text % {"most": MOST_TEAMS})


# What the law may ask for.

BAVARIAN = frozenset(
    {*(evening.key for evening in EVENINGS), "championship", "series_evening", "team_event"}
)
"""The formats that are played in Bavaria."""

LARGEST_FEE = 1500


def law_note(settings: EventSettings, preset: str) -> str:
    """What a director of a Bavarian evening should ask about before publishing; mostly nothing.

    Organisers' notices under LStVG Art. 19 speak of fees up to 15 and of prizes in goods.
    """
    if preset not in BAVARIAN or settings.fee <= LARGEST_FEE or not gives_money(settings):
        return ""
    return _(
        "A fee of more than 15 with prizes in money: in Bavaria a public event is notified to the "
        "municipality (LStVG Art. 19), and small fees with prizes in goods are what is usual. Ask "
        "there beforehand; this is no legal advice."
    )
