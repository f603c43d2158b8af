"""Prize evenings of the Bavarian kind, and what they lead to."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from scoring import RULESETS
from tournaments.formats.presets.preset import GOOD_POINTS, SCHAFKOPF, Preset, first
from tournaments.formats.settings import EventSettings

IN_TENS = tuple(key for key in GOOD_POINTS if RULESETS[key].step in (1, 10))

RENNEN = EventSettings(
    size=4,
    odd="up",
    rounds=2,
    hands=30,
    draws=("random_wishes",),
    counted="solos",
    tie_breaks=("solos", "best_round", "lot"),
    fee=1000,
)

PRESETS = (
    Preset(
        key="schafkopfrennen",
        family="evenings",
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
        family="evenings",
        name=_("Preisschafkopf, only good points"),
        summary=_("Two rounds in which nobody writes a minus; totals in fives, ties by lot."),
        source=_(
            "As in Niederfüllbach and Oberwallenstadt: 5, 10 and 15 for a called game, 20 and more "
            "for a solo, and only who wins writes. A sheet then has no sum that checks it: key "
            "who won, hand by hand, or key each total twice."
        ),
        rulesets=first("schafkopf-oberwallenstadt", GOOD_POINTS),
        settings=replace(
            RENNEN,
            counted="",
            tie_breaks=("lot",),
            only_good=True,
            good_step=5,
        ),
        after=_("The hands of a game that counts in ones are worth five times as much here."),
    ),
    Preset(
        key="qualifier",
        family="evenings",
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
        family="evenings",
        name=_("Final"),
        summary=_("For those who have qualified: everybody from nothing, the last round by place."),
        source=_(
            "As the finals of Bavarian qualifying series: two rounds from nought. That the second "
            "one seats the best at table 1 is our reading."
        ),
        rulesets=SCHAFKOPF,
        settings=replace(
            RENNEN,
            hands=32,
            draws=("random_wishes", "blocks"),
            fee=0,
            shows="before_last",
        ),
    ),
    Preset(
        key="many_venues",
        family="evenings",
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
