"""The formats that clubs know, ready to start from; every number can be changed afterwards.

Each says whose rule it follows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from formats.event import EventSettings
from formats.games import RoundGame
from scoring import RULESETS

THREE_HANDED = tuple(key for key in RULESETS if key.startswith("sheepshead3-"))
FOUR_HANDED = ("sheepshead4-coins", "sheepshead4-cutthroat")
TOURNAMENTS = tuple(
    key for key, ruleset in RULESETS.items() if ruleset.family == "Schafkopf, tournaments"
)
TARIFFS = (*TOURNAMENTS, *(key for key in RULESETS if key == "schafkopf-tariff"))
"""The tariffs of Bavarian tournaments, and a club's own."""

SCHAFKOPF = (*TARIFFS, *(key for key in RULESETS if key == "schafkopf"), *FOUR_HANDED)
"""The same, Schafkopf for any prices, and four-handed games that can be counted like it."""

GOOD_POINTS = (*TARIFFS, *FOUR_HANDED)
"""The games for evenings at which nobody writes a minus."""

FIVE_HANDED = tuple(key for key in RULESETS if key.startswith("sheepshead5-"))
ALONE = tuple(key for key, each in RULESETS.items() if each.scores == "seats")
SASKU = ("sasku-karvane12", "saskop", "sasku-karvane6")


@dataclass(frozen=True, kw_only=True)
class Preset:
    """A format: its name, what it is in a line, whose rule it follows, its games and
    settings.

    The first of `rulesets` is taken unless another is chosen. `options`: house rules by ruleset,
    where they are not the usual ones. `after`: what a series of such events adds, or what is to be
    known before; "" where there is nothing.
    """

    key: str
    name: str | Promise
    summary: str | Promise
    source: str | Promise
    rulesets: tuple[str, ...]
    settings: EventSettings
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    after: str | Promise = ""

    def options_of(self, key: str) -> dict[str, Any]:
        """All house rules with which the format is played with the ruleset of that key."""
        return RULESETS[key].defaults() | dict(self.options.get(key, {}))

    def begun(self) -> EventSettings:
        """The settings, with its groups called as in the language that is spoken at this moment."""
        return replace(self.settings, groups=tuple(map(gettext, self.settings.groups)))


def first(key: str, rulesets: tuple[str, ...]) -> tuple[str, ...]:
    """The rulesets with one of them first.

    >>> first("b", ("a", "b", "c"))
    ('b', 'a', 'c')
    """
    return (key, *(each for each in rulesets if each != key))


# Prize evenings of the Bavarian kind, and what they lead to.

IN_TENS = tuple(key for key in GOOD_POINTS if RULESETS[key].step in (1, 10))

WITH_SOLOS = EventSettings(counted="solos", tie_breaks=("solos", "best_round", "lot"))
RENNEN = replace(WITH_SOLOS, hands=30, fee=1000)

EVENINGS = (
    Preset(
        key="schafkopfrennen",
        name=_("Schafkopfrennen"),
        summary=_("An evening of two rounds, drawn by chance; plus and minus, solos break ties."),
        source=_(
            "As in Bavarian inns: two rounds of about 30 hands, a new draw for each, won solos "
            "circled on the sheet (Großreuth, Heilsbronn, SELF). What is left over sits at tables "
            "of five, where the dealer sits out."
        ),
        rulesets=first("schafkopf-self", SCHAFKOPF),
        settings=RENNEN,
    ),
    Preset(
        key="nur_gute",
        name=_("Preisschafkopf, only good points"),
        summary=_("Two rounds in which nobody writes a minus; totals in fives, ties by lot."),
        source=_(
            "As in Niederfüllbach and Oberwallenstadt: 5, 10 and 15 for a called game, 20 and more "
            "for a solo, and only who wins writes. A sheet then has no sum that checks it: key "
            "who won, hand by hand, or key each total twice."
        ),
        rulesets=first("schafkopf-oberwallenstadt", GOOD_POINTS),
        settings=replace(RENNEN, counted="", tie_breaks=("lot",), only_good=True, good_step=5),
        after=_("The hands of a game that counts in ones are worth five times as much here."),
    ),
    Preset(
        key="qualifier",
        name=_("Qualifying evening"),
        summary=_("One of many evenings from which the best go on to a final."),
        source=_(
            "As the Auerbräu series in some forty inns, where the first three of each evening "
            "reach the final. Two rounds of 30 hands are our reading."
        ),
        rulesets=SCHAFKOPF,
        settings=RENNEN,
        after=_(
            "Make a series of the club and add every evening to it: the series knows who has "
            "qualified."
        ),
    ),
    Preset(
        key="final_tables",
        name=_("Final"),
        summary=_("For those who have qualified: everybody from nothing, the last round by place."),
        source=_(
            "As the finals of Bavarian qualifying series: two rounds from nought. That the second "
            "one seats the best at table 1 is our reading."
        ),
        rulesets=SCHAFKOPF,
        settings=replace(
            RENNEN, hands=32, draws=("random_wishes", "blocks"), fee=0, shows="before_last"
        ),
    ),
    Preset(
        key="many_venues",
        name=_("Evening in many inns at once"),
        summary=_("The same rules in every place, each with its own desk; totals in tens."),
        source=_(
            "As ProHof plays in Hof: three rounds of 40 hands in many inns on one evening, only "
            "good points. Each inn is an event of its own."
        ),
        rulesets=first("schafkopf-prohof", IN_TENS),
        settings=replace(
            RENNEN,
            rounds=3,
            hands=40,
            counted="",
            tie_breaks=("best_round", "lot"),
            only_good=True,
            good_step=10,
        ),
        after=_("Set it up once for each inn and add them all to one series: it merges the lists."),
    ),
)


# Championships over several days, and evenings that are part of a longer series.

LONG = (
    Preset(
        key="championship",
        name=_("Championship over many rounds"),
        summary=_("Six rounds in which nobody meets anybody twice, the last one by standing."),
        source=_(
            "As the Schafkopf-Club Bayern plays over several days: individuals, teams of four "
            "beside them, and groups with a ranking of their own. The schedule for all rounds is "
            "our proposal."
        ),
        rulesets=SCHAFKOPF,
        settings=replace(
            WITH_SOLOS,
            rounds=6,
            draws=("schedule", "schedule", "schedule", "schedule", "schedule", "soft"),
            shows="before_last",
            groups=(gettext_noop("Ladies"), gettext_noop("Under 30"), gettext_noop("Seniors")),
            team_size=4,
        ),
    ),
    Preset(
        key="series_evening",
        name=_("Evening of a series"),
        summary=_("One of several evenings that are added up: a winner today, one at the end."),
        source=_(
            "As in Meckenbeuren: three evenings of 32 hands, a prize for each and for the sum. "
            "The new draw in the middle of the evening is our reading."
        ),
        rulesets=SCHAFKOPF,
        settings=replace(
            RENNEN,
            hands=16,
            draws=("random_wishes", "history"),
            tie_breaks=("solos", "best_round", "shared"),
        ),
        after=_("Make a series of the club, say how many evenings count, and add each to it."),
    ),
    Preset(
        key="knock_out",
        name=_("Rounds with a cut"),
        summary=_("Short rounds for everybody, then only the best go on, until one table is left."),
        source=_(
            "As finals are played off in knock-out events: the best of the standing go on. How "
            "many, and with which points, is decided before the round; the numbers are ours."
        ),
        rulesets=SCHAFKOPF,
        settings=replace(WITH_SOLOS, rounds=3, hands=16, draws=("random_wishes", "blocks")),
        after=_("When a round is closed, “Cut for the final” says who goes on, and with how much."),
    ),
    Preset(
        key="skat_series",
        name=_("Series of 48 hands, as at Skat"),
        summary=_("Three series: 48 hands at a table of four, 36 at one of three, 36 for each."),
        source=_(
            "As the Skat associations play and count: the first series by chance, the later ones "
            "by standing, team-mates apart; 50 for a game won or off for one lost, and 30 at a "
            "table of four, 40 at one of three, to each of the others for a lost one. Ties: more "
            "games won, then fewer lost, then the lot."
        ),
        rulesets=("skat", *first("sheepshead3-coins", THREE_HANDED)),
        options={"skat": {"counting": "seeger_fabian"}},
        settings=EventSettings(
            odd="down",
            rounds=3,
            hands=36,
            draws=("random_wishes", "blocks"),
            counted="won_lost",
            tie_breaks=("games", "fewer_lost", "lot"),
            minutes=135,
            team_size=4,
            lost_games=(50, 50, 50, 100),
        ),
    ),
)


# Sheepshead sessions, festivals, and rounds in which people move from table to table.

BUMP = first("sheepshead5-bump", FIVE_HANDED)

SESSIONS = (
    Preset(
        key="wisconsin",
        name=_("Wisconsin five-handed sessions"),
        summary=_("Three sessions of 20 hands; six at a table only where it must be."),
        source=_(
            "Kohler and Sheboygan Falls Oktoberfest, 2016: 20 hands at a table of five, 24 at one "
            "of six with the dealer out; 30, 15, 10, 10 and 10 per cent for the places, 5 for the "
            "best of each session."
        ),
        rulesets=BUMP,
        settings=EventSettings(
            size=5,
            rounds=3,
            hands=20,
            tie_breaks=("best_round", "shared"),
            fee=2500,
            payout=(30, 15, 10, 10, 10),
            round_prize=5,
        ),
    ),
    Preset(
        key="three_handed_sessions",
        name=_("Three-handed sessions"),
        summary=_("Sessions of 48 hands for everybody; at a table of four 64, the dealer out."),
        source=_(
            "The 48 hands of the National 3-Hand Sheepshead Tournament, as reported; its rule "
            "sheet is not known to us. That everybody plays equally many is our reading."
        ),
        after=_(
            "Or let every table play 48 hands: switch off that everybody plays equally many, and "
            "let the average per hand count."
        ),
        rulesets=first("sheepshead3-coins", THREE_HANDED),
        settings=EventSettings(size=3, rounds=3, hands=48),
    ),
    Preset(
        key="festival",
        name=_("Festival, tables all day"),
        summary=_("No field and no draw: as soon as five wait, their table opens for 15 hands."),
        source=_(
            "Germanfest in Milwaukee, 2019: a start costs 3 dollars and is 15 hands, whoever wants "
            "to starts again. That the best start of each person counts is our reading."
        ),
        rulesets=BUMP,
        settings=EventSettings(
            size=5,
            rounds=1,
            hands=15,
            tie_breaks=("shared",),
            fee=300,
            rolling=True,
            ticket_rounds=1,
            persons="best",
        ),
        after=_("Who starts again gets a new entry with one tap, on the page of those who wait."),
    ),
    Preset(
        key="mixed_social",
        name=_("Mixed social evening"),
        summary=_(
            "A round for three, one for four and one for five; the place at the table counts."
        ),
        source=_(
            "As breweries in Door County play for fun: in each round another number at the "
            "tables. The points for the places, 7, 5, 3 and 1, are those of other leagues."
        ),
        rulesets=FOUR_HANDED,
        settings=EventSettings(
            rounds=3,
            hands=12,
            draws=("random_wishes", "history"),
            yields="places",
            round_games=(
                RoundGame("sheepshead3-coins", 3, "up", 12),
                RoundGame(),
                RoundGame("sheepshead5-bump", 5, "up", 10),
            ),
            tie_breaks=("points", "shared"),
            needs_confirmation=False,
        ),
    ),
    Preset(
        key="ladder",
        name=_("Up and down the tables"),
        summary=_("After each short round the better half goes up a table, the others down."),
        source=_(
            "Progressive evenings, as they are known from euchre. That the better half of a table "
            "moves up, and that points count for each player alone, is our reading for games "
            "without a winning side."
        ),
        rulesets=FOUR_HANDED,
        settings=EventSettings(
            rounds=6,
            hands=8,
            draws=("ladder",),
            tie_breaks=("best_round", "shared"),
            needs_confirmation=False,
        ),
    ),
)


# Club nights: people come and go, or meet every week for a league.

THREE = first("sheepshead3-coins", THREE_HANDED)
NIGHT = EventSettings(rounds=3, hands=18, tie_breaks=("points", "shared"), needs_confirmation=False)

CLUB = (
    Preset(
        key="three_handed_night",
        name=_("Three-handed club night"),
        summary=_("People come and go; points per hand, so that nobody loses by coming late."),
        source=_(
            "Weekly leagues of the Wisconsin kind: drawn among those present, so that few meet "
            "again, and ranked by the average per hand."
        ),
        rulesets=THREE,
        settings=replace(
            NIGHT, size=3, draws=("random_wishes", "history"), season_apart=True, yields="average"
        ),
    ),
    Preset(
        key="free_night",
        name=_("Free club night"),
        summary=_("No draw: people sit down, a table opens, and they play as long as they like."),
        source=_(
            "As clubs meet without a tournament: any number of hands, the average per hand for "
            "the night and the total beside it."
        ),
        rulesets=first("sheepshead3-coins", ALONE),
        settings=replace(NIGHT, size=3, rounds=1, hands=0, yields="average", rolling=True),
        after=_(
            "Somebody joins or leaves between two hands: on the table’s phone or at the desk, and "
            "each hand counts for those who got cards in it."
        ),
    ),
    Preset(
        key="league_night",
        name=_("Weekly league night"),
        summary=_("Tables of four or three; the place at the table counts, the best meet next."),
        source=_(
            "Weekly leagues in Wisconsin: the first round drawn by chance, the next by place; 7, "
            "5, 3 and 1 for the places at a table."
        ),
        rulesets=THREE,
        settings=replace(
            NIGHT, odd="down", draws=("random_wishes", "blocks"), season_apart=True, yields="places"
        ),
        after=_(
            "Make a series of the club and add each night: it reckons with absences and dropped "
            "nights, and makes the A and B finals of the season."
        ),
    ),
)


# Teams, whose members sit at different tables.

TEAMS = (
    Preset(
        key="team_event",
        name=_("Team event"),
        summary=_("Teams of four; team-mates never meet, and all four are added up."),
        source=_(
            "As the Allgäuer Zeitung invites teams: 64 hands in the final, the first ten teams "
            "win. Two rounds of 32 and the sum of all four are our reading."
        ),
        rulesets=SCHAFKOPF,
        settings=replace(WITH_SOLOS, team_size=4),
        after=_("The name of the team is noted with each entry at the door."),
    ),
    Preset(
        key="team_league",
        name=_("Team league match"),
        summary=_(
            "Four teams of four, one of each at every table; each series gives 3, 2, 1 and 0."
        ),
        source=_(
            "The league matches of the Skat association: one member of each team at a table, a "
            "table of three for each that is missing, and points for the teams in each series; "
            "the hands count as in their series. That ties go by games won and lost is our "
            "reading."
        ),
        rulesets=("skat", *first("sheepshead3-coins", THREE_HANDED)),
        options={"skat": {"counting": "seeger_fabian"}},
        settings=EventSettings(
            odd="down",
            rounds=3,
            hands=36,
            counted="won_lost",
            tie_breaks=("games", "fewer_lost", "shared"),
            capacity=16,
            team_size=4,
            team_yields="places",
        ),
        after=_("The name of the team is noted with each entry at the door."),
    ),
)


# Sasku: fixed pairs, two at a table.

SWISS = EventSettings(
    unit="pair",
    size=2,
    odd="bye",
    rounds=7,
    hands=0,
    draws=("swiss",),
    yields="match",
    bye_value=2,
    tie_breaks=("buchholz", "berger", "progressive", "shared"),
    minutes=60,
)

PAIRS = (
    Preset(
        key="sasku_all",
        name=_("Sasku pairs, all play all"),
        summary=_("Up to ten pairs, everybody against everybody; two for a win, one for a draw."),
        source=_(
            "Berger’s tables and the ties of the Estonian table games (koroona.ee): head-to-head, "
            "Berger, difference. Eight pairs play seven rounds, nine or ten play nine."
        ),
        rulesets=SASKU,
        settings=replace(
            SWISS,
            draws=("berger",),
            bye_value=0,
            tie_breaks=("head_to_head", "berger", "difference", "shared"),
            capacity=10,
        ),
    ),
    Preset(
        key="sasku_swiss",
        name=_("Sasku pairs, Swiss system"),
        summary=_("Seven rounds against pairs of one’s own strength, never the same one twice."),
        source=_(
            "As the Estonian table games play with more than ten entries (koroona.ee): seven "
            "rounds, an hour each; Buchholz, Berger and progressive score decide ties. A bye "
            "counts as a win."
        ),
        rulesets=SASKU,
        settings=SWISS,
    ),
    Preset(
        key="sasku_stage",
        name=_("Stage of a Sasku series"),
        summary=_("A Friday evening of five rounds; the stages of the year are added up."),
        source=_(
            "As on Saaremaa: one stage a month, Friday from seven to midnight, the stage points "
            "added up until December. Five rounds of three quarters of an hour by the Swiss "
            "system are our reading."
        ),
        rulesets=SASKU,
        settings=replace(SWISS, rounds=5, minutes=45),
        after=_(
            "Make a series of the club and add each stage; where partners change, let it count "
            "people and not pairs."
        ),
    ),
)


# A format of one's own, and all of them.

_OWN = Preset(
    key="own",
    name=_("A format of your own"),
    summary=_("Any game, any number of rounds: start from the plainest event."),
    source=_("Nobody’s rule: you decide."),
    rulesets=first(FOUR_HANDED[0], tuple(RULESETS)),
    settings=EventSettings(tie_breaks=("best_round", "shared")),
)


class Family(NamedTuple):
    """Formats that belong together."""

    name: str | Promise
    presets: tuple[Preset, ...]


FAMILIES = {
    "evenings": Family(_("Prize evenings"), EVENINGS),
    "long": Family(_("Championships and series"), LONG),
    "sessions": Family(_("Sheepshead sessions and festivals"), SESSIONS),
    "club": Family(_("Club nights and leagues"), CLUB),
    "teams": Family(_("Teams"), TEAMS),
    "pairs": Family(_("Sasku pairs"), PAIRS),
    "own": Family(_("Anything else"), (_OWN,)),
}
"""The families of formats, in the order in which they are shown."""

PRESETS = {preset.key: preset for family in FAMILIES.values() for preset in family.presets}
"""The presets by key, in the same order."""
