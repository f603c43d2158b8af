"""Bavarian Schafkopf for a club's evening: a tariff of three numbers, and the house rules.

A game is worth its price, `extra` for each Laufender that counts, `extra` for Schneider and another
for Schwarz, twice as much for every knock and every Kontra. A Tout is worth twice, a Sie four times
the price with its Laufende, and nothing for Schneider or Schwarz.

Sources: sauspiel.de, Spielabrechnung (10-20-50); raschesspiele.de, tariffs and Bettel;
github phimuemue/openschafkopf, recorded games; Wikipedia, “Schafkopf”; self-bar.de, the Muss;
schafkopfen-1.de, the Stock.
"""

from dataclasses import replace

from scoring.bavarian import fields
from scoring.bavarian.contracts import BETTEL, FARBWENZ, GEIER, KREUZ, MUSS, RUFSPIEL, SOLO, WENZ
from scoring.bavarian.fields import CONTRACT_NAMES
from scoring.bavarian.game import SchafkopfGame
from scoring.bavarian.tariff import ALL_PASS, PACK, USUAL, Tariff
from scoring.house_rules import choice_option, only_choices
from scoring.options import Choice, Conditions, Option, Options, where
from scoring.ruleset import Source, interpretation, sourced
from scoring.words import _, _p

SAUSPIEL = Source("sauspiel.de, Spielabrechnung", _("The tariff 10-20-50"))
RASCHE = Source("raschesspiele.de, Schafkopf", _("Tariffs, the worked example, Bettel"))
RECORDED = Source("github phimuemue/openschafkopf", _("Recorded games and what was paid"))
WIKIPEDIA = Source("Wikipedia, Schafkopf", _("61, Schneider and Schwarz"))
SELF = Source("self-bar.de, Schafkopf-Turnier", _("The Muss: won with 60, Schneider-free with 30"))
STOCK = Source("schafkopfen-1.de, Stock", _("When it is paid in, doubled and won"))
TARIFF = Source("github redevening/schafkopftarif", _("Ramsch, Jungfrau, Durchmarsch"))

# Nobody announces a Ramsch, so no form offers it; another program may say it beside “all passed”.
CONTRACT = replace(
    fields.CONTRACT,
    choices=(
        *(Choice(name, CONTRACT_NAMES[name]) for name in (RUFSPIEL, SOLO, WENZ)),
        *(
            Choice(name, CONTRACT_NAMES[name], where("contracts", "all"))
            for name in (GEIER, FARBWENZ, BETTEL)
        ),
        Choice(
            MUSS,
            CONTRACT_NAMES[MUSS],
            where("all_pass", MUSS),
            note=_("It is won with 60, and 30 are enough not to be Schneider."),
        ),
        Choice(
            KREUZ,
            CONTRACT_NAMES[KREUZ],
            where("all_pass", KREUZ),
            note=_("It takes 61; if you play 60 to 60 otherwise, choose the result."),
        ),
        Choice("ramsch", _("Ramsch"), where("all_pass")),
    ),
)


def _number(
    name: str,
    label: str,
    meaning: str,
    default: int,
    low: int,
    high: int,
    *,
    group: str = "",
    needs: Conditions = (),
) -> Option:
    return Option(
        name, "number", label, meaning, default, low=low, high=high, group=group, needs=needs
    )


TARIFF_OPTIONS = (
    _number(
        "base", _("Rufspiel"), _("What each loser of a Rufspiel pays one winner."), 20, 1, 10_000
    ),
    _number(
        "solo",
        _p("own name of the game", "Solo"),
        _("What a Solo, Wenz or Geier costs each player."),
        50,
        1,
        10_000,
    ),
    _number(
        "extra",
        _p("own name of the game", "Extra"),
        _("What Schneider, Schwarz and every Laufender that counts adds."),
        10,
        0,
        10_000,
        group="prices",
    ),
    _number(
        "bettel",
        _("Bettel"),
        _("What a Bettel costs each player, won or lost."),
        30,
        1,
        10_000,
        group="prices",
        needs=where("contracts", "all"),
    ),
)

PLAY_OPTIONS = (
    PACK,
    choice_option(
        "contracts",
        _("Contracts"),
        _("Which games can be announced at this table."),
        "all",
        (
            Choice("three", _("Rufspiel, Wenz and Solo")),
            Choice("all", _("Also Geier, Farbwenz and Bettel")),
        ),
        group="play",
    ),
    _number(
        "runners_from",
        _("Laufende count from"),
        _("How many Laufende (runners) it takes in a Rufspiel, Solo or Farbwenz."),
        3,
        1,
        14,
        group="runners",
    ),
    _number(
        "runners_from_wenz",
        _("Laufende in a Wenz from"),
        _("How many Laufende (runners) it takes in a Wenz or Geier."),
        2,
        1,
        4,
        group="runners",
    ),
)

PASSED_OPTIONS = (
    only_choices(ALL_PASS, "redeal", "ramsch", "muss", "kreuz", "pot"),
    _number(
        "ramsch",
        _("Ramsch"),
        _("What the loser of a Ramsch pays each other."),
        20,
        1,
        10_000,
        group="passed",
        needs=where("all_pass", "ramsch"),
    ),
    choice_option(
        "jungfrau",
        _("Jungfrau in a Ramsch"),
        _("What it means when a player took no trick."),
        "all",
        (
            Choice("off", _("Nothing")),
            Choice("all", _("Every payment is doubled, for each of them")),
            Choice("hers", _("Only that player gets twice as much")),
        ),
        group="passed",
        needs=where("all_pass", "ramsch"),
    ),
    choice_option(
        "durchmarsch",
        _("Durchmarsch in a Ramsch"),
        _("With how much a Ramsch is won instead of lost."),
        "all_tricks",
        (
            Choice("off", _("Not played")),
            Choice("all_tricks", _("With every trick")),
            Choice("from_91", _("From 91 card points")),
        ),
        group="passed",
        needs=where("all_pass", "ramsch"),
    ),
    _number(
        "stock",
        _("Stock (pot)"),
        _("What each pays into the pot when all pass."),
        10,
        1,
        10_000,
        group="passed",
        needs=where("all_pass", "pot"),
    ),
)

FIGURES = (
    SAUSPIEL.states(_("Rufspiel 20, solo 50, 10 more for Schneider, Schwarz and each Laufender")),
    sourced(
        _("Won with 61, Schneider below 31 (the others below 30), Schwarz without a trick"),
        _("Wikipedia, and 176 recorded games agree."),
    ),
    sourced(
        _("Laufende from 3, in a Wenz or Geier from 2"),
        _("openschafkopf. Other circles count from 1 or 2 everywhere, or from 3 in a Wenz too."),
    ),
    interpretation(
        _("In a Farbwenz they count from as many as in a solo"),
        _("The sources name only Wenz and Geier as the exception."),
    ),
    RECORDED.states(_("At most 14 Laufende, 12 in the short pack, 4 in a Wenz or Geier")),
    interpretation(
        _("At most 11 Laufende in a Farbwenz, 9 in the short pack"),
        _("Counted: four unters, and the seven (or five) other cards of a suit."),
    ),
    RECORDED.states(_("Tout twice, Sie four times, with Laufende, without Schneider and Schwarz")),
    interpretation(
        _("A Sie is all Laufende: 8, in the short pack 6; it cannot be lost"),
        _("It is a hand of nothing but the highest trumps."),
    ),
    RASCHE.states(_("Bettel 30")),
    interpretation(
        _("A Bettel has no Laufende, no Schneider and no Tout; knocks and Kontra double it"),
        _("The source gives only its price."),
    ),
    RECORDED.states(_("Knocks and Kontra double each time")),
    SELF.states(_("A Muss is won with 60, Schneider-free with 30")),
    interpretation(
        _("In a Muss the others are Schneider-free with 30 too"),
        _("The source speaks of the declarer's side only."),
    ),
    interpretation(
        _("Über Kreuz costs as much as a Rufspiel and needs 61"),
        _("The sources name only who plays with whom."),
    ),
    sourced(
        _("Ramsch 20 to each; Jungfrau, Durchmarsch"),
        _("schafkopftarif; circles play for 10 to 20."),
    ),
    interpretation(
        _("A tied Ramsch is lost by whom the table names"),
        _("The sources do not say; one program takes the holder of the highest trump."),
    ),
    STOCK.states(
        _("The Stock: everybody pays 10; the winners share it, the losers pay as much again")
    ),
    interpretation(
        _("A solo is played for the Stock too, and nothing doubles it"),
        _("Circles agree on it: mostly only those who win a Rufspiel take it."),
    ),
    sourced(_("At a table of five the dealer sits out"), _("scribd.com, Schafkopf Rules.")),
)


def _as_tariff(options: Options) -> Tariff:
    """The three numbers and the house rules as a tariff: a step for Schneider, one for Schwarz."""
    base, solo, extra = options["base"], options["solo"], options["extra"]
    alone = [solo, solo + extra, solo + 2 * extra]
    more = alone if options["contracts"] == "all" else None
    from_91 = options["durchmarsch"] == "from_91"
    return USUAL._replace(
        prices=dict(USUAL.prices)
        | {
            RUFSPIEL: [base, base + extra, base + 2 * extra],
            SOLO: alone,
            WENZ: alone,
            GEIER: more,
            FARBWENZ: more,
            BETTEL: [options["bettel"]] * 3 if more else None,
        },
        runners_each=extra,
        runners_from=options["runners_from"],
        runners_from_solo=options["runners_from"],
        runners_from_wenz=options["runners_from_wenz"],
        all_pass=options["all_pass"],
        pack=options["pack"],
        ramsch=options["ramsch"],
        jungfrau=options["jungfrau"],
        durchmarsch="points" if from_91 else options["durchmarsch"],
        stock=options["stock"],
    )


RULESETS = (
    SchafkopfGame(
        key="schafkopf",
        name=_("Schafkopf"),
        family=_("Schafkopf"),
        summary=_("Bavaria, four players: Rufspiel two against two, solos one against three."),
        as_tariff=_as_tariff,
        options=(*TARIFF_OPTIONS, *PLAY_OPTIONS, *PASSED_OPTIONS),
        fields=(
            fields.DECLARER,
            CONTRACT,
            fields.PARTNER,
            fields.RESULT,
            fields.RUNNERS,
            fields.KONTRA,
            fields.KNOCKS,
            fields.ANNOUNCED,
            fields.DECLARER_POINTS,
            fields.DECLARER_TRICKS,
            fields.LOSER,
            fields.NO_TRICK,
            fields.DURCHMARSCH,
            fields.CARD_POINTS,
            fields.TRICKS,
        ),
        sources=(SAUSPIEL, RASCHE, RECORDED, WIKIPEDIA, SELF, TARIFF, STOCK),
        figures=FIGURES,
    ),
)
