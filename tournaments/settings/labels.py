"""The settings in words: what each is called, what can be chosen, and how a value is said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import RULESETS
from scoring.tiebreaks import TIE_BREAKS
from scoring.yields import YIELDS
from tournaments.settings.event import EventSettings, RoundGame


def amount(value: int | Fraction | None) -> str:
    """A total as people write it: with a sign where it is a whole number, else two decimals.

    >>> amount(12), amount(-3), amount(0), amount(Fraction(7, 2)), amount(None)
    ('+12', '−3', '0', '3.50', '–')
    """
    if value is None:
        return "–"
    if isinstance(value, Fraction) and value.denominator != 1:
        return number_format(round(float(value), 2), 2).replace("-", "−")
    whole = int(value)
    return f"{whole:+d}".replace("-", "−") if whole else "0"


# Rounds with a game of their own, in words.

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


# What the settings about prizes are called, and the choices among them.

PRIZE_LABELS: dict[str, str | Promise] = {
    "prize_amounts": gettext_lazy("Amounts for the places"),
    "group_prizes": gettext_lazy("For the best of groups"),
    "solos_prize": gettext_lazy("For most solos"),
    "high_prize": gettext_lazy("For the highest game"),
    "last_prize": gettext_lazy("For the last place"),
    "plus_prize": gettext_lazy("For everybody with plus points"),
    "goods": gettext_lazy("Goods by places"),
    "team_prizes": gettext_lazy("For the teams, by places"),
    "prizes_apart": gettext_lazy(
        "Nobody wins twice, but for the best of a round and the highest game"
    ),
    "reserve": gettext_lazy("Kept back first"),
    "sponsored": gettext_lazy("Put on top of the fees"),
    "lost_games": gettext_lazy("What the lost games of a list cost"),
    "lost_to_prizes": gettext_lazy("Lost-game money goes into the prizes"),
    "prize_step": gettext_lazy("Prizes are rounded down"),
    "prize_rest": gettext_lazy("What rounding leaves"),
    "absent_winners": gettext_lazy("If a winner has gone home"),
    "prizes_public": gettext_lazy("Everybody sees the prize list once it is final"),
}

STEP_WORDS: dict[int, str | Promise] = {
    1: gettext_lazy("to whole cents"),
    50: gettext_lazy("to 50 cents"),
    100: gettext_lazy("to 1.00"),
    500: gettext_lazy("to 5.00"),
}

REST_WORDS: dict[str, str | Promise] = {
    "kept": gettext_lazy("stays with the club"),
    "first": gettext_lazy("goes to the first place"),
}

NONE_WORDS: dict[str, str | Promise] = {
    "solos_prize": gettext_lazy("nothing"),
    "high_prize": gettext_lazy("nothing"),
    "last_prize": gettext_lazy("nothing"),
    "plus_prize": gettext_lazy("nothing"),
    "reserve": gettext_lazy("nothing"),
    "sponsored": gettext_lazy("nothing"),
    "absent_winners": gettext_lazy("nothing said"),
}
"""How a nought is said."""

PRIZE_HINTS: dict[str, str | Promise] = {
    "prize_amounts": gettext_lazy("In place of per cents, first place first, such as 300 200 100."),
    "group_prizes": gettext_lazy("One a line, such as “Ladies: 20” or “Seniors: a ham”."),
    "solos_prize": gettext_lazy("An amount, a share such as 5 %, or goods; or empty."),
    "high_prize": gettext_lazy(
        "For the most points in one hand (Sie, Tout, a grand solo). An amount, a share or goods."
    ),
    "last_prize": gettext_lazy("An amount, a share or goods, such as “a lemon”; or empty."),
    "plus_prize": gettext_lazy("An amount for each, or goods, such as “a sausage”; or empty."),
    "goods": gettext_lazy("One a line, such as “4: a ham” or “41–60: a crate of beer”."),
    "team_prizes": gettext_lazy(
        "One a line: an amount, a share or goods, such as “1: 100”, “2–3: 5 %” or “1: a cup”."
    ),
    "prizes_apart": gettext_lazy(
        "Who has a prize for the place leaves those for groups, solos, the last place and plus "
        "points to the next in line."
    ),
    "reserve": gettext_lazy("Before any share is reckoned, such as 50 for the room."),
    "sponsored": gettext_lazy("What the club or somebody else adds to the prizes."),
    "lost_games": gettext_lazy(
        "The first, the second and so on; the last price holds for all others, such as 0.50 0.50 "
        "0.50 1. The cash book reckons with it."
    ),
    "absent_winners": gettext_lazy(
        "Such as “kept at the bar for two weeks”; it stands where prizes are read out."
    ),
    "prize_rest": gettext_lazy("Where places are shared, what cannot be divided always stays."),
}
"""What the inputs of the form say beside their labels."""

PRIZE_SETTINGS = (
    "prize_amounts",
    "group_prizes",
    "solos_prize",
    "high_prize",
    "last_prize",
    "plus_prize",
    "goods",
    "team_prizes",
    "prizes_apart",
    "reserve",
    "sponsored",
    "lost_games",
    "lost_to_prizes",
    "prize_step",
    "prize_rest",
    "absent_winners",
    "prizes_public",
)
"""The settings in the order of the form, after the shares for places and rounds."""


# The settings of an event in words: their labels, what can be chosen, and how a value is said.

# Finals and teams in words: what can be chosen, and what each setting is called.

CARRIED: dict[str, str | Promise] = {
    "full": gettext_lazy("count in full"),
    "half": gettext_lazy("count by half"),
    "none": gettext_lazy("do not count: all begin at nothing"),
}
"""What becomes in a final of the points that were won before it."""

TEAM_YIELDS: dict[str, str | Promise] = {
    "sum": gettext_lazy("the totals of their members, added up"),
    "places": gettext_lazy("points for their places in each round"),
}

TEAM_MISSING: dict[str, str | Promise] = {
    "nothing": gettext_lazy("nothing"),
    "average": gettext_lazy("the average of the team’s others"),
}

TEAM_LABELS: dict[str, str | Promise] = {
    "team_yields": gettext_lazy("Teams are ranked by"),
    "team_points": gettext_lazy("Points for the places of the teams"),
    "team_missing": gettext_lazy("A missing member adds"),
    "round_games": gettext_lazy("Rounds with a game of their own"),
}

TEAM_HINTS: dict[str, str | Promise] = {
    "team_points": gettext_lazy("Where places count: best team first, such as 3 2 1 0."),
    "team_missing": gettext_lazy("A team that does not turn up gets nothing."),
}


class Said(NamedTuple):
    """A choice as directors read it."""

    label: str | Promise
    meaning: str | Promise


DRAWS: dict[str, Said] = {
    "random_wishes": Said(
        gettext_lazy("By chance, wishes kept"),
        gettext_lazy("Drawn by chance; couples and neighbours apart, few meet again."),
    ),
    "random": Said(
        gettext_lazy("By chance alone"),
        gettext_lazy("Nothing is kept apart; only the odd tables are shared fairly."),
    ),
    "schedule": Said(
        gettext_lazy("Schedule for all rounds"),
        gettext_lazy("All coming rounds at once, so that nobody meets anybody twice, or rarely."),
    ),
    "history": Said(
        gettext_lazy("So that few meet again"),
        gettext_lazy("For evenings at which people come and go: few meet whom they have met."),
    ),
    "soft": Said(
        gettext_lazy("By standing, softly"),
        gettext_lazy("Neighbours in the standing meet, but few who have met before."),
    ),
    "blocks": Said(
        gettext_lazy("By standing, in blocks"),
        gettext_lazy("The first at table 1, the next at table 2, and so on."),
    ),
    "interval": Said(
        gettext_lazy("By standing, mixed"),
        gettext_lazy("Every table gets one of the best, one of the next, and so on."),
    ),
    "swiss": Said(
        gettext_lazy("Swiss system"),
        gettext_lazy(
            "Two at a table: the first round by lot, then neighbours in the standing who have not "
            "met."
        ),
    ),
    "berger": Said(
        gettext_lazy("All play all"),
        gettext_lazy("Two at a table: everybody against everybody, by Berger’s tables."),
    ),
    "ladder": Said(
        gettext_lazy("Ladder"),
        gettext_lazy("Winners go up a table, the others down."),
    ),
    "movement": Said(
        gettext_lazy("Fixed movement"),
        gettext_lazy("Each seat has its way from table to table; all tables must be equal."),
    ),
    "manual": Said(
        gettext_lazy("By hand"),
        gettext_lazy("In the order of the start numbers, to be moved about."),
    ),
}
"""The ways of drawing, the usual ones first."""

ODD: dict[str, str | Promise] = {
    "up": gettext_lazy("tables of one more"),
    "down": gettext_lazy("tables of one less"),
    "bye": gettext_lazy("a bye"),
}

COUNTED: dict[str, str | Promise] = {
    "": gettext_lazy("nothing"),
    "solos": gettext_lazy("solos"),
    "games": gettext_lazy("games won"),
    "won_lost": gettext_lazy("games won and lost"),
}

SHOWS: dict[str, str | Promise] = {
    "always": gettext_lazy("all the time"),
    "before_last": gettext_lazy("until the last round is drawn, then at the end"),
    "at_the_end": gettext_lazy("only at the end"),
}

PERSONS: dict[str, str | Promise] = {
    "": gettext_lazy("stands there once for each of them"),
    "best": gettext_lazy("is also ranked once, by the best of them"),
    "sum": gettext_lazy("is also ranked once, by all of them added up"),
}
"""How a person with several entries is ranked."""

CHOSEN: dict[str, Mapping[Any, str | Promise]] = {
    "odd": ODD,
    "counted": COUNTED,
    "shows": SHOWS,
    "persons": PERSONS,
    "team_yields": TEAM_YIELDS,
    "team_missing": TEAM_MISSING,
    "prize_step": STEP_WORDS,
    "prize_rest": REST_WORDS,
}
"""The settings that are one of a few words."""

LABELS: dict[str, str | Promise] = {
    "title": gettext_lazy("Title"),
    "starts_at": gettext_lazy("Date and time"),
    "place": gettext_lazy("Place"),
    "ruleset": gettext_lazy("Game"),
    "unit": gettext_lazy("Who takes part"),
    "size": gettext_lazy("At a table"),
    "odd": gettext_lazy("The remainder gets"),
    "rounds": gettext_lazy("Rounds"),
    "hands": gettext_lazy("Hands a round"),
    "equal_hands": gettext_lazy("Everybody plays equally many hands"),
    "games_due": gettext_lazy("Games in a match"),
    "draws": gettext_lazy("How the rounds are drawn"),
    "season_apart": gettext_lazy("Avoid who met earlier this season"),
    "yields": gettext_lazy("What counts"),
    "place_points": gettext_lazy("Points for table places"),
    "match_points": gettext_lazy("Win, draw, loss"),
    "bye_value": gettext_lazy("A bye is worth"),
    "late_value": gettext_lazy("A missed round is worth"),
    "tie_breaks": gettext_lazy("If totals are equal"),
    "counted": gettext_lazy("Counted beside the points"),
    "best_of": gettext_lazy("Best rounds that count"),
    "fee": gettext_lazy("Entry fee"),
    "payout": gettext_lazy("Per cent for the places"),
    "round_prize": gettext_lazy("Per cent for a round’s best"),
    "capacity": gettext_lazy("Places in all"),
    "minutes": gettext_lazy("Minutes a round"),
    "shows": gettext_lazy("The standings are shown"),
    "needs_confirmation": gettext_lazy("A second person at the table confirms each sheet"),
    "confirms_paper": gettext_lazy("A second director confirms what one has keyed from paper"),
    "groups": gettext_lazy("Groups with a ranking of their own"),
    "penalties": gettext_lazy("Misplays and penalties"),
    "team_size": gettext_lazy("Members of a team"),
    "team_best": gettext_lazy("Best members that count"),
    **TEAM_LABELS,
    **PRIZE_LABELS,
    "rolling": gettext_lazy("A table opens as soon as enough wait"),
    "ticket_rounds": gettext_lazy("Starts that one entry pays for"),
    "persons": gettext_lazy("Who has several entries"),
    "persons_best": gettext_lazy("Best entries of a person that count"),
    "only_good": gettext_lazy("Only plus points are written"),
    "good_step": gettext_lazy("Totals are multiples of"),
}
"""What an event's form, its history and its rule card call each setting."""


def label_of(name: str) -> str:
    """What a setting is called.

    >>> label_of("fee")
    'Entry fee'
    """
    return str(LABELS[name])


def money(cents: int) -> str:
    """An amount as people write it, without its currency.

    >>> money(1000), money(1250)
    ('10', '12.50')
    """
    return str(cents // 100) if cents % 100 == 0 else number_format(cents / 100, 2)


def tie_break_label(name: str) -> str:
    """What a tie-break is called.

    >>> tie_break_label("lot")
    'Lot'
    """
    return _(TIE_BREAKS[name].label) if name in TIE_BREAKS else name


def draw_label(name: str) -> str:
    """What a way of drawing is called.

    >>> draw_label("swiss")
    'Swiss system'
    """
    return str(DRAWS[name].label) if name in DRAWS else name


def said(name: str, settings: EventSettings) -> str:
    """One setting as people say it.

    >>> said("fee", EventSettings(fee=1250)), said("odd", EventSettings())
    ('12.50', 'tables of one more')
    >>> said("draws", EventSettings(draws=("random", "random", "soft")))
    'By chance alone; from round 3 on By standing, softly'
    """
    value = getattr(settings, name)
    chosen = CHOSEN.get(name)
    if chosen is not None:
        return str(chosen.get(value, value))
    if name == "rounds" and settings.rolling:
        return _("one table after the other, as people come")
    if name == "unit":
        return _("fixed pairs") if value == "pair" else _("single players")
    if name == "draws":
        return _draws(value)
    if name == "round_games":
        return round_games_words(value)
    if name == "tie_breaks":
        return " → ".join(map(tie_break_label, value)) or _("shared places")
    if name == "yields":
        return _(YIELDS[value].label) if value in YIELDS else str(value)
    if name == "fee":
        return money(value) if value else _("none")
    if name in ("reserve", "sponsored") and value:
        return money(value)
    if name in ("prize_amounts", "lost_games"):
        return " – ".join(map(money, value)) or _("none")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, tuple):
        return _list(name, value)
    if not value and name in MAY_BE_NONE:
        return str(MAY_BE_NONE[name])
    return str(value).replace("-", "−")


MAY_BE_NONE = {
    "hands": gettext_lazy("until the match is won"),
    "best_of": gettext_lazy("all rounds"),
    "capacity": gettext_lazy("no limit"),
    "minutes": gettext_lazy("no clock"),
    "team_size": gettext_lazy("no teams"),
    "team_best": gettext_lazy("all members"),
    "ticket_rounds": gettext_lazy("as many as one likes"),
    "round_prize": gettext_lazy("nothing"),
    "penalties": gettext_lazy("nothing said"),
    **NONE_WORDS,
}
"""How a nought is said."""


_BETWEEN = {"groups": ", ", "goods": "; ", "group_prizes": "; ", "team_prizes": "; "}


def _list(name: str, values: Sequence[object]) -> str:
    if not values:
        return _("none")
    return _BETWEEN.get(name, " – ").join(map(str, values))


def _draws(draws: Iterable[str]) -> str:
    parts: list[str] = []
    before = ""
    for number, draw in enumerate(draws, 1):
        if draw != before:
            label = draw_label(draw)
            parts.append(
                _("from round %(number)s on %(draw)s") % {"number": number, "draw": label}
                if parts
                else label
            )
        before = draw
    return "; ".join(parts)
