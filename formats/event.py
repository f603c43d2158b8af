"""What directors decide about an event, as one frozen value that is kept as JSON with it.

Each setting is declared once, with its words, its input, what the rule card says of it and when it
can be chosen; they stand in the order of the rule card. The defaults are those of the plainest
event; the presets in `formats.presets` say how the known formats differ.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from django.utils.translation import gettext

from formats.figures import goods_of, group_prize_of, per_cent, what_in_words, what_of
from formats.games import (
    ODD,
    RoundGame,
    game_words,
    remainders_of,
    round_games_words,
    sizes_of,
    unit_of,
)
from formats.options import Lines, Settings, by_value, setting
from scoring import find_ruleset
from scoring.options import Choice
from scoring.ranking import Rules, Value
from scoring.results import as_int_if_whole
from scoring.ruleset import Ruleset
from scoring.tiebreaks import EVERY_KEY, TIE_BREAKS
from scoring.words import _
from scoring.yields import YIELDS
from seating.sizes import hands_at

SECTIONS: dict[str, str] = {
    "numbers": _("The numbers"),
    "draws": _("How the rounds are drawn"),
    "games": _("Rounds with a game of their own"),
    "counting": _("What a sheet is worth"),
    "ties": _("If totals are equal"),
    "money": _("Payout and prizes"),
    "people": _("Groups and teams"),
    "rolling": _("Tables that open one by one"),
    "penalties": _("Misplays and penalties"),
    "showing": _("What is shown, and who confirms"),
}
"""The sections of the form; the numbers stand open, the others are opened at need."""

DRAWS = by_value(
    Choice(
        "random_wishes",
        _("By chance, wishes kept"),
        note=_("Drawn by chance; couples and neighbours apart, few meet again."),
    ),
    Choice(
        "random",
        _("By chance alone"),
        note=_("Nothing is kept apart; only the odd tables are shared fairly."),
    ),
    Choice(
        "schedule",
        _("Schedule for all rounds"),
        note=_("All coming rounds at once, so that nobody meets anybody twice, or rarely."),
    ),
    Choice(
        "history",
        _("So that few meet again"),
        note=_("For evenings at which people come and go: few meet whom they have met."),
    ),
    Choice(
        "soft",
        _("By standing, softly"),
        note=_("Neighbours in the standing meet, but few who have met before."),
    ),
    Choice(
        "blocks",
        _("By standing, in blocks"),
        note=_("The first at table 1, the next at table 2, and so on."),
    ),
    Choice(
        "interval",
        _("By standing, mixed"),
        note=_("Every table gets one of the best, one of the next, and so on."),
    ),
    Choice(
        "swiss",
        _("Swiss system"),
        note=_(
            "Two at a table: the first round by lot, then neighbours in the standing who have not "
            "met."
        ),
    ),
    Choice(
        "berger",
        _("All play all"),
        note=_("Two at a table: everybody against everybody, by Berger’s tables."),
    ),
    Choice("ladder", _("Ladder"), note=_("Winners go up a table, the others down.")),
    Choice(
        "movement",
        _("Fixed movement"),
        note=_("Each seat has its way from table to table; all tables must be equal."),
    ),
    Choice("manual", _("By hand"), note=_("In the order of the start numbers, to be moved about.")),
)
"""The ways of drawing, the usual ones first."""

FOR_TWO = ("swiss", "berger")
"""Ways of drawing that need two at a table."""

GUESTS = frozenset({"guests", "gäste", "külalised"})
"""What a group may be called that is of those marked as guests: so in each language."""
LONGEST_RULE = 120
LONGEST_PENALTIES = 600


# When a setting can be chosen, and from what.


def _has_rounds(settings: EventSettings, game: Ruleset) -> bool:
    """Rounds are drawn for all at once."""
    return not settings.rolling


def _is_alone(settings: EventSettings, game: Ruleset) -> bool:
    return game.scores != "pairs"


def _has_round_games(settings: EventSettings, game: Ruleset) -> bool:
    """Where pairs play there is one game only."""
    return not (settings.is_pairs or unit_of(game) == "pair" or settings.rolling)


def _for_seats(game: Ruleset, all_ways: Iterable[str], for_two: Collection[str]) -> list[str]:
    """The ways that a game allows: some are only for two at a table."""
    return [way for way in all_ways if 2 in sizes_of(game) or way not in for_two]


# What takes more than its own value to be said.


def draw_label(name: str) -> str:
    """What a way of drawing is called.

    >>> draw_label("swiss")
    'Swiss system'
    """
    return gettext(DRAWS[name].label) if name in DRAWS else name


class KeyWords(NamedTuple):
    """A tie-break in the reader's language: what it is called, and what it means."""

    name: str
    label: str
    meaning: str


def key_words(name: str) -> KeyWords:
    """The words of a tie-break, wherever it is named.

    >>> key_words("lot").label, key_words("forgotten").label
    ('Lot', 'forgotten')
    """
    key = EVERY_KEY.get(name)
    if key is None:
        return KeyWords(name, name, "")
    return KeyWords(name, gettext(key.label), gettext(key.meaning))


def _rounds_said(settings: EventSettings) -> str:
    if settings.rolling:
        return gettext("one table after the other, as people come")
    return str(settings.rounds)


def _draws_said(settings: EventSettings) -> str:
    """Each way of drawing once, from the round on from which it holds."""
    parts: list[str] = []
    before = ""
    for number, draw in enumerate(settings.draws, 1):
        if draw != before:
            text = gettext("from round %(number)s: %(draw)s") if parts else "%(draw)s"
            parts.append(text % {"number": number, "draw": draw_label(draw)})
        before = draw
    return "; ".join(parts)


def _ties_said(settings: EventSettings) -> str:
    labels = [key_words(name).label for name in settings.tie_breaks]
    return " → ".join(labels) or gettext("shared places")


def _round_games_on_card(settings: EventSettings) -> Lines:
    return [
        (gettext("Round %(number)s") % {"number": number}, game_words(game))
        for number, game in enumerate(settings.round_games, 1)
        if game != RoundGame()
    ]


def _late_on_card(settings: EventSettings) -> str:
    """What the rounds are worth that somebody missed who came later."""
    if settings.rounds <= 1 or settings.rolling:
        return ""
    each = settings.late_value
    text = gettext("%(value)s for each round missed")
    if not each:
        text = gettext("nothing for a round missed")
    if settings.yields == "match":
        win, draw, loss = settings.match_points
        if each == loss:
            text = gettext("a round missed counts as lost (%(value)s)")
        elif each == draw:
            text = gettext("a round missed counts as a draw (%(value)s)")
        elif each == win:
            text = gettext("a round missed counts as won (%(value)s)")
    return text % {"value": settings.said("late_value")}


def _group_prizes_on_card(settings: EventSettings) -> Lines:
    read = dict(filter(None, map(group_prize_of, settings.group_prizes)))
    label = gettext("Best of a group (%(group)s)")
    return [(label % {"group": group}, what_in_words(what)) for group, what in read.items()]


def _teams_on_card(settings: EventSettings) -> str:
    """How many are in a team, and what a team gets for its place in a round."""
    if not settings.team_size:
        return ""
    members = gettext("members: %(size)s") % {"size": settings.team_size}
    if settings.team_yields != "places":
        return members
    points = gettext("points for their places in each round: %(points)s")
    return f"{members} · {points % {'points': settings.said('team_points')}}"


# A setting of a section; all about prizes stay open after the first draw.

_of_numbers = partial(setting, section="numbers")
_of_counting = partial(setting, section="counting")
_for_prizes = partial(setting, section="money", stays_open=True)
_prize_lines = partial(_for_prizes, kind="lines", most=20, between="; ")
_of_people = partial(setting, section="people")
_of_rolling = partial(setting, section="rolling")
_of_showing = partial(setting, section="showing", stays_open=True)


def _prize(name: str, label: str, meaning: str) -> str:
    """Declare a prize that is an amount, a share of the money or goods, as it is typed."""

    def on_card(settings: EventSettings) -> str:
        text = getattr(settings, name)
        return what_in_words(what_of(text)) if text else ""

    return _for_prizes("", label, meaning, none=_("nothing"), card_says=on_card)


@dataclass(frozen=True, kw_only=True)
class EventSettings(Settings):
    """Every number of a format.

    >>> EventSettings(fee=1250).said("fee"), EventSettings().said("odd")
    ('12.50', 'tables of one more')
    >>> EventSettings(draws=("random", "random", "soft")).said("draws")
    'By chance alone; from round 3: By standing, softly'
    >>> EventSettings.from_json(EventSettings(rounds=3).to_json()).rounds
    3
    """

    unit: str = setting(
        "player",
        _("Who takes part"),
        choices=(Choice("player", _("single players")), Choice("pair", _("fixed pairs"))),
    )
    rounds: int = _of_numbers(
        2,
        _("Rounds"),
        low=1,
        high=60,
        asked=_has_rounds,
        stays_open=True,
        says=_rounds_said,
        card=_("Rounds"),
    )
    # Of a player in each round, or, without `equal_hands`, of each table whatever its size.
    hands: int = _of_numbers(
        32,
        _("Hands a round"),
        _("For everybody; what each table plays follows."),
        high=500,
        none=_("until the match is won"),
    )
    # Entries: two where pairs play.
    size: int = _of_numbers(4, _("At a table"), low=2, offers=sizes_of)
    odd: str = _of_numbers(
        "up",
        _("The remainder gets"),
        choices=tuple(ODD.values()),
        offers=lambda game: {way for size in sizes_of(game) for way in remainders_of(game, size)},
    )
    # For each round; the last one for all later ones.
    draws: tuple[str, ...] = setting(
        ("random_wishes",),
        _("How the rounds are drawn"),
        choices=tuple(DRAWS.values()),
        least=1,
        section="draws",
        is_brief=True,
        offers=lambda game: _for_seats(game, DRAWS, FOR_TWO),
        stays_open=True,
        says=_draws_said,
        card=_("The draw"),
        card_says=lambda settings: "" if settings.rolling else settings.said("draws"),
    )
    # See `tournaments.events.draw.queries.drawing`.
    season_apart: bool = setting(
        False,
        _("Avoid who met earlier this season"),
        _(
            "For a stage of a series: few meet whom they met at an earlier stage, least of all at "
            "the last one. To meet twice tonight is avoided more; in finals it does not count."
        ),
        section="draws",
        asked=_has_rounds,
    )
    yields: str = _of_counting(
        "points",
        _("What counts"),
        choices=tuple(Choice(name, each.label, note=each.meaning) for name, each in YIELDS.items()),
        is_brief=True,
        offers=lambda game: _for_seats(game, YIELDS, ["match"]),
        card=_("What counts"),
    )
    equal_hands: bool = _of_counting(
        True,
        _("Everybody plays equally many hands"),
        _(
            "Larger tables then play longer. Otherwise all tables play the same hands, and the "
            "average per hand or the places count."
        ),
        asked=_is_alone,
    )
    place_points: tuple[int, ...] = _of_counting(
        (7, 5, 3, 1),
        _("Points for table places"),
        _("Where places count: best first, such as 7 5 3 1."),
        most=8,
    )
    match_points: tuple[int, int, int] = _of_counting(
        (2, 1, 0),
        _("Win, draw, loss"),
        _("Where matches count: such as 2 1 0."),
        least=3,
        most=3,
        asked=lambda _settings, game: 2 in sizes_of(game),
    )
    games_due: int = _of_counting(
        1,
        _("Games in a match"),
        _("Where a round has no fixed number of hands."),
        low=1,
        high=9,
        asked=lambda _settings, game: game.target(game.defaults()) is not None,
    )
    bye_value: int = _of_counting(
        0,
        _("A bye is worth"),
        _("In what counts: points, or what a match is worth."),
        low=-999,
        high=999,
    )
    round_games: tuple[RoundGame, ...] = setting(
        (),
        _("Rounds with a game of their own"),
        kind="games",
        member=RoundGame,
        section="games",
        is_brief=True,
        asked=_has_round_games,
        says=lambda settings: round_games_words(settings.round_games),
        card_says=_round_games_on_card,
    )
    counted: str = _of_counting(
        "",
        _("Counted beside the points"),
        choices=(
            Choice("", _("nothing")),
            Choice("solos", _("solos")),
            Choice("games", _("games won")),
            Choice("won_lost", _("games won and lost")),
        ),
        at=1,
        is_brief=True,
        card=_("Also counted"),
    )
    best_of: int = _of_counting(
        0, _("Best rounds that count"), _("0 means all."), high=60, at=1, none=_("all rounds")
    )
    only_good: bool = _of_counting(
        False,
        _("Only plus points are written"),
        _("A sheet need not come to nothing then."),
        at=1,
        asked=_is_alone,
    )
    good_step: int = _of_counting(
        1,
        _("Totals are multiples of"),
        _("Where only plus points are written, such as 5."),
        low=1,
        high=100,
        at=1,
        asked=_is_alone,
    )
    tie_breaks: tuple[str, ...] = setting(
        ("best_round", "lot"),
        _("If totals are equal"),
        choices=tuple(Choice(key, tie.label, note=tie.meaning) for key, tie in TIE_BREAKS.items()),
        section="ties",
        is_brief=True,
        says=_ties_said,
    )
    minutes: int = _of_numbers(
        0,
        _("Minutes a round"),
        _("For the clock; 0 means none."),
        high=600,
        at=3,
        asked=_has_rounds,
        stays_open=True,
        none=_("no clock"),
        card=_("Minutes a round"),
    )
    late_value: int = _of_counting(
        0,
        _("A missed round is worth"),
        _(
            "For who comes later: each round before that, in what counts. Of matches 2 1 0: 0 as "
            "lost, 1 as a draw."
        ),
        low=-999,
        high=999,
        card=_("Late entry"),
        card_says=_late_on_card,
    )
    capacity: int = _of_numbers(
        0,
        _("Places in all"),
        _("Who comes after that waits; 0 means no limit."),
        high=2_000,
        at=2,
        stays_open=True,
        none=_("no limit"),
        card=_("Places in all"),
    )
    fee: int = _of_numbers(
        0,
        _("Entry fee"),
        _("0 if nothing is paid."),
        kind="money",
        at=1,
        none=_("nothing is paid"),
        card=_("Entry fee"),
        card_says=lambda settings: settings.said("fee"),
    )
    payout: tuple[int, ...] = _for_prizes(
        (),
        _("Per cent for the places"),
        _("Of the fees, less what is kept back; first place first, such as 30 15 10; or empty."),
        low=1,
        most=100,
        is_brief=True,
        card=_("Paid out"),
        card_says=lambda settings: " – ".join(map(per_cent, settings.payout)),
    )
    round_prize: int = _for_prizes(
        0,
        _("Per cent for a round’s best"),
        _("Of the fees, less what is kept back; 0 for none."),
        high=100,
        none=_("nothing"),
        card=_("Round prize"),
        card_text=_("%(value)s %% of the fees for the best of each"),
    )
    # In place of `payout`.
    prize_amounts: tuple[int, ...] = _for_prizes(
        (),
        _("Amounts for the places"),
        _("In place of per cents, first place first, such as 300 200 100."),
        kind="amounts",
        is_brief=True,
        card=_("Prizes"),
    )
    group_prizes: tuple[str, ...] = _prize_lines(
        (),
        _("For the best of groups"),
        _(
            "One a line, such as “Ladies: 20” or “Seniors: a ham”. “Guests” are those marked as "
            "guests."
        ),
        reads=group_prize_of,
        unread=_("“%(line)s”: write group, colon and prize, such as Ladies: 20."),
        card_says=_group_prizes_on_card,
    )
    solos_prize: str = _prize(
        "solos_prize", _("For most solos"), _("An amount, a share such as 5 %, or goods; or empty.")
    )
    high_prize: str = _prize(
        "high_prize",
        _("For the highest game"),
        _(
            "For the most points in one hand (Sie, Tout, a grand solo). An amount, a share or "
            "goods."
        ),
    )
    last_prize: str = _prize(
        "last_prize",
        _("For the last place"),
        _("An amount, a share or goods, such as “a lemon”; or empty."),
    )
    plus_prize: str = _prize(
        "plus_prize",
        _("For everybody with plus points"),
        _("An amount for each, or goods, such as “a sausage”; or empty."),
    )
    goods: tuple[str, ...] = _prize_lines(
        (),
        _("Goods by places"),
        _("One a line, such as “4: a ham” or “41–60: a crate of beer”."),
        is_brief=True,
        reads=goods_of,
        unread=_("“%(line)s”: write places, colon and goods, such as 41–60: a crate."),
        card=_("Goods"),
    )
    team_prizes: tuple[str, ...] = _prize_lines(
        (),
        _("For the teams, by places"),
        _("One a line: an amount, a share or goods, such as “1: 100”, “2–3: 5 %” or “1: a cup”."),
        reads=goods_of,
        unread=_("“%(line)s”: write places, colon and prize, such as 1: 100 or 2–3: 5 %%."),
        card=_("For the teams, by places"),
    )
    # All but a round's and that for the highest game.
    prizes_apart: bool = _for_prizes(
        True,
        _("Nobody wins twice, but for the best of a round and the highest game"),
        _(
            "Who has a prize for the place leaves those for groups, solos, the last place and plus "
            "points to the next in line."
        ),
    )
    reserve: int = _for_prizes(
        0,
        _("Kept back first"),
        _("Before any share is reckoned, such as 50 for the room."),
        kind="money",
        none=_("nothing"),
        card=_("Kept back first"),
        card_text=_("%(value)s of the fees"),
    )
    sponsored: int = _for_prizes(
        0,
        _("Put on top of the fees"),
        _("What the club or somebody else adds to the prizes."),
        kind="money",
        none=_("nothing"),
    )
    # Of one person in a list: see `lost_money`.
    lost_games: tuple[int, ...] = _for_prizes(
        (),
        _("What the lost games of a list cost"),
        _(
            "The first, the second and so on; the last price holds for all others, such as 0.50 "
            "0.50 0.50 1. The cash book reckons with it."
        ),
        kind="amounts",
    )
    lost_to_prizes: bool = _for_prizes(False, _("Lost-game money goes into the prizes"))
    prize_step: int = _for_prizes(
        1,
        _("Prizes are rounded down"),
        choices=(
            Choice(1, _("to whole cents")),
            Choice(50, _("to 50 cents")),
            Choice(100, _("to 1.00")),
            Choice(500, _("to 5.00")),
        ),
    )
    prize_rest: str = _for_prizes(
        "kept",
        _("What rounding leaves"),
        _("Where places are shared, what cannot be divided always stays."),
        choices=(
            Choice("kept", _("stays with the club")),
            Choice("first", _("goes to the first place")),
        ),
    )
    absent_winners: str = _for_prizes(
        "",
        _("If a winner has gone home"),
        _("Such as “kept at the bar for two weeks”; it stands where prizes are read out."),
        longest=LONGEST_RULE,
        none=_("nothing said"),
        card_says=lambda settings: settings.absent_winners,
    )
    prizes_public: bool = _for_prizes(True, _("Everybody sees the prize list once it is final"))
    groups: tuple[str, ...] = _of_people(
        (),
        _("Groups with a ranking of their own"),
        _("One a line, such as Ladies or Under 30."),
        kind="lines",
        most=12,
        longest=40,
        between=", ",
        is_brief=True,
        stays_open=True,
        card=_("Groups"),
    )
    team_size: int = _of_people(
        0,
        _("Members of a team"),
        _("0 means no teams."),
        high=8,
        is_brief=True,
        none=_("no teams"),
        card=_("Teams"),
        card_says=_teams_on_card,
    )
    team_best: int = _of_people(
        0, _("Best members that count"), _("0 means all."), high=8, none=_("all members")
    )
    team_yields: str = _of_people(
        "sum",
        _("Teams are ranked by"),
        choices=(
            Choice("sum", _("the totals of their members, added up")),
            Choice("places", _("points for their places in each round")),
        ),
    )
    team_points: tuple[int, ...] = _of_people(
        (3, 2, 1, 0),
        _("Points for the places of the teams"),
        _("Where places count: best team first, such as 3 2 1 0."),
        most=40,
    )
    team_missing: str = _of_people(
        "nothing",
        _("A missing member adds"),
        _("A team that does not turn up gets nothing."),
        choices=(
            Choice("nothing", _("nothing")),
            Choice("average", _("the average of the team’s others")),
        ),
    )
    # A table is then a round of its own.
    rolling: bool = _of_rolling(
        False,
        _("A table opens as soon as enough wait"),
        _("People come and go; nothing is drawn for all at once."),
        is_brief=True,
    )
    ticket_rounds: int = _of_rolling(
        0,
        _("Starts that one entry pays for"),
        _("0 means as many as one likes."),
        high=99,
        none=_("as many as one likes"),
    )
    persons: str = _of_rolling(
        "",
        _("Who has several entries"),
        choices=(
            Choice("", _("stands there once for each of them")),
            Choice("best", _("is also ranked once, by the best of them")),
            Choice("sum", _("is also ranked once, by all of them added up")),
        ),
    )
    persons_best: int = _of_rolling(1, _("Best entries of a person that count"), low=1, high=99)
    penalties: str = setting(
        "",
        _("Misplays and penalties"),
        _(
            "For the rule card, such as “Sitter-out looks at the blind: warning, then 4 points "
            "off”."
        ),
        kind="prose",
        longest=LONGEST_PENALTIES,
        section="penalties",
        none=_("nothing said"),
    )
    shows: str = _of_showing(
        "always",
        _("The standings are shown"),
        choices=(
            Choice("always", _("all the time")),
            Choice("before_last", _("until the last round is drawn, then at the end")),
            Choice("at_the_end", _("only at the end")),
        ),
        is_brief=True,
        card=_("Standings"),
    )
    # Of what was entered on a phone.
    needs_confirmation: bool = _of_showing(
        True, _("A second person at the table confirms each sheet")
    )
    confirms_paper: bool = _of_showing(
        False,
        _("A second director confirms what one has keyed from paper"),
        card=_("From paper"),
        card_text=_("a second director confirms what one has keyed"),
    )

    @property
    def is_pairs(self) -> bool:
        """Whether an entry is a fixed pair."""
        return self.unit == "pair"

    @property
    def follows_pairs(self) -> bool:
        """Whether the number of rounds follows the number of those who take part: all play all.

        >>> EventSettings(draws=("berger",)).follows_pairs, EventSettings().follows_pairs
        (True, False)
        """
        return self.draws[-1] == "berger" and not self.rolling

    def draw_of(self, number: int) -> str:
        """The way in which the round of that number (from 1) is drawn.

        >>> EventSettings(draws=("random", "soft")).draw_of(5)
        'soft'
        """
        return self.draws[min(number, len(self.draws)) - 1]

    def hides_round(self, number: int) -> bool:
        """Whether what a drawn round brings is kept from the public until the list is final.

        >>> EventSettings(shows="before_last", rounds=2).hides_round(1)
        False
        >>> EventSettings(shows="before_last", rounds=2).hides_round(2)
        True
        """
        if self.shows == "before_last":
            return number >= self.rounds
        return self.shows == "at_the_end"

    def hands_at(self, entries: int, *, playing: int) -> int:
        """The hands of a table with so many entries, of whom `playing` get cards in a hand.

        0 where a match ends with its games and not with its hands.

        >>> EventSettings(hands=20, size=5).hands_at(6, playing=5)
        24
        >>> EventSettings(hands=48, size=3, equal_hands=False).hands_at(4, playing=3)
        48
        """
        if self.is_pairs or not self.hands:
            return self.hands
        if not self.equal_hands:
            return -(-self.hands // entries) * entries
        return hands_at(entries, playing=playing, each=self.hands)

    def hands_each(self, playing: int) -> int:
        """The hands that everybody plays in a round, where `playing` get cards in a hand.

        >>> EventSettings(hands=30, size=4).hands_each(4)
        32
        >>> EventSettings(hands=48, size=4).hands_each(3)
        48
        """
        hands = self.hands_at(self.size, playing=playing)
        return hands * min(playing, self.size) // self.size if not self.is_pairs else hands

    def rules(self, lot_seed: str) -> Rules:
        """How the sheets become standings."""
        return Rules(
            yields=self.yields,
            place_points=self.place_points,
            match_points=self.match_points,
            bye_value=self.bye_value,
            late_value=self.late_value,
            tie_breaks=self.tie_breaks,
            lot_seed=lot_seed,
            best_of=self.best_of or None,
            factors=self._factors(),
        )

    def _factors(self) -> tuple[Value, ...]:
        factors = tuple(as_int_if_whole(game.worth) for game in self.round_games)
        return factors if any(factor != 1 for factor in factors) else ()


# Where nobody writes a minus: what a point of the game is worth on the sheet of the event.


def worth_of_a_point(settings: EventSettings, ruleset: Ruleset) -> int:
    """By what the points of a hand are multiplied.

    A game that counts in ones is worth the step of the event; one that counts in fives or tens by
    itself is written as it is. Where minus is written too nothing is multiplied.

    >>> from scoring import RULESETS
    >>> fives = EventSettings(only_good=True, good_step=5)
    >>> worth_of_a_point(fives, RULESETS["sheepshead4-coins"])
    5
    >>> worth_of_a_point(fives, RULESETS["schafkopf-oberwallenstadt"])
    1
    """
    if not settings.only_good or ruleset.step > 1:
        return 1
    return settings.good_step


# What is played in each round.


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
