"""Bavarian Schafkopf for a club's evening: a tariff of three numbers, and the house rules.

Sources: sauspiel.de, Spielabrechnung (10-20-50); raschesspiele.de, tariffs and Bettel;
github phimuemue/openschafkopf, recorded games; Wikipedia, “Schafkopf”; self-bar.de, the Muss;
schafkopfen-1.de, the Stock.
"""

from scoring.bavarian import fields
from scoring.bavarian.game import Schafkopf
from scoring.house_rules import choice_option
from scoring.options import Choice, Option
from scoring.ruleset import Field, Figure, Source
from scoring.words import _

SAUSPIEL = Source("sauspiel.de, Spielabrechnung", _("The tariff 10-20-50"))
RASCHE = Source("raschesspiele.de, Schafkopf", _("Tariffs, the worked example, Bettel"))
RECORDED = Source("github phimuemue/openschafkopf", _("Recorded games and what was paid"))
WIKIPEDIA = Source("Wikipedia, Schafkopf", _("61, Schneider and Schwarz"))
SELF = Source("self-bar.de, Schafkopf-Turnier", _("The Muss: won with 60, Schneider-free with 30"))
STOCK = Source("schafkopfen-1.de, Stock", _("When it is paid in, doubled and won"))
TARIFF = Source("github redevening/schafkopftarif", _("Ramsch, Jungfrau, Durchmarsch"))

THREE = ("rufspiel", "solo", "wenz")

# Nobody announces a Ramsch, so no form offers it; another program may say it beside “all passed”.
CONTRACT = Field(
    fields.CONTRACT.name,
    fields.CONTRACT.kind,
    fields.CONTRACT.label,
    fields.CONTRACT.meaning,
    when="played",
    choices=(
        *(
            choice if choice.value in THREE else choice._replace(needs=("contracts", ("all",)))
            for choice in fields.CONTRACTS
        ),
        Choice(
            "muss",
            _("Muss (forced)"),
            ("all_pass", ("muss",)),
            note=_("It is won with 60, and 30 are enough not to be Schneider."),
        ),
        Choice(
            "kreuz",
            _("Über Kreuz (crosswise)"),
            ("all_pass", ("kreuz",)),
            note=_("It takes 61; if you play 60 to 60 otherwise, choose the result."),
        ),
        Choice("ramsch", _("Ramsch"), ("all_pass", ())),
    ),
)


def _number(name: str, label: str, meaning: str, default: int, low: int, high: int) -> Option:
    return Option(name, "number", label, meaning, default, low=low, high=high)


TARIFF_OPTIONS = (
    _number(
        "base", _("Rufspiel"), _("What each loser of a Rufspiel pays one winner."), 20, 1, 10_000
    ),
    _number("solo", _("Solo"), _("What a Solo, Wenz or Geier costs each player."), 50, 1, 10_000),
    _number(
        "extra",
        _("Extra"),
        _("What Schneider, Schwarz and every Laufender that counts adds."),
        10,
        0,
        10_000,
    ),
    _number(
        "bettel", _("Bettel"), _("What a Bettel costs each player, won or lost."), 30, 1, 10_000
    ),
)

PLAY_OPTIONS = (
    choice_option(
        "pack",
        _("Pack"),
        _("The long pack has 8 cards for each, the short one 6."),
        "long",
        (Choice("long", _("Long: 32 cards")), Choice("short", _("Short: 24 cards"))),
    ),
    choice_option(
        "contracts",
        _("Contracts"),
        _("Which games can be announced at this table."),
        "all",
        (
            Choice("three", _("Rufspiel, Wenz and Solo")),
            Choice("all", _("Also Geier, Farbwenz and Bettel")),
        ),
    ),
    _number(
        "runners_from",
        _("Laufende count from"),
        _("How many Laufende (runners) it takes in a Rufspiel, Solo or Farbwenz."),
        3,
        1,
        14,
    ),
    _number(
        "runners_from_wenz",
        _("Laufende in a Wenz from"),
        _("How many Laufende (runners) it takes in a Wenz or Geier."),
        2,
        1,
        4,
    ),
)

PASSED_OPTIONS = (
    choice_option(
        "all_pass",
        _("Alle weiter (all passed)"),
        _("What is played when nobody takes the game on."),
        "redeal",
        (
            Choice("redeal", _("Thrown in and dealt again")),
            Choice("ramsch", _("Ramsch: the most card points lose")),
            Choice("muss", _("Muss: the ober of acorns must play a Rufspiel")),
            Choice("kreuz", _("Über Kreuz: the ober of acorns plays with who sits opposite")),
            Choice("pot", _("Stock: everybody pays into a pot")),
        ),
    ),
    _number("ramsch", _("Ramsch"), _("What the loser of a Ramsch pays each other."), 20, 1, 10_000),
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
    ),
    _number(
        "stock", _("Stock (pot)"), _("What each pays into the pot when all pass."), 10, 1, 10_000
    ),
)

FIGURES = (
    Figure(
        _("Rufspiel 20, solo 50, 10 more for Schneider, Schwarz and each Laufender"),
        "sourced",
        SAUSPIEL.title,
    ),
    Figure(
        _("Won with 61, Schneider below 31 (the others below 30), Schwarz without a trick"),
        "sourced",
        _("Wikipedia, and 176 recorded games agree."),
    ),
    Figure(
        _("Laufende from 3, in a Wenz or Geier from 2"),
        "sourced",
        _("openschafkopf. Other circles count from 1 or 2 everywhere, or from 3 in a Wenz too."),
    ),
    Figure(
        _("In a Farbwenz they count from as many as in a solo"),
        "interpretation",
        _("The sources name only Wenz and Geier as the exception."),
    ),
    Figure(
        _("At most 14 Laufende, 12 in the short pack, 4 in a Wenz or Geier"),
        "sourced",
        RECORDED.title,
    ),
    Figure(
        _("At most 11 Laufende in a Farbwenz, 9 in the short pack"),
        "interpretation",
        _("Counted: four unters, and the seven (or five) other cards of a suit."),
    ),
    Figure(
        _("Tout twice, Sie four times, with Laufende, without Schneider and Schwarz"),
        "sourced",
        RECORDED.title,
    ),
    Figure(
        _("A Sie is all Laufende: 8, in the short pack 6; it cannot be lost"),
        "interpretation",
        _("It is a hand of nothing but the highest trumps."),
    ),
    Figure(_("Bettel 30"), "sourced", RASCHE.title),
    Figure(
        _("A Bettel has no Laufende, no Schneider and no Tout; knocks and Kontra double it"),
        "interpretation",
        _("The source gives only its price."),
    ),
    Figure(_("Knocks and Kontra double each time"), "sourced", RECORDED.title),
    Figure(_("A Muss is won with 60, Schneider-free with 30"), "sourced", SELF.title),
    Figure(
        _("In a Muss the others are Schneider-free with 30 too"),
        "interpretation",
        _("The source speaks of the declarer's side only."),
    ),
    Figure(
        _("Über Kreuz costs as much as a Rufspiel and needs 61"),
        "interpretation",
        _("The sources name only who plays with whom."),
    ),
    Figure(
        _("Ramsch 20 to each; Jungfrau, Durchmarsch"),
        "sourced",
        _("schafkopftarif; circles play for 10 to 20."),
    ),
    Figure(
        _("A tied Ramsch is lost by whom the table names"),
        "interpretation",
        _("The sources do not say; one program takes the holder of the highest trump."),
    ),
    Figure(
        _("The Stock: everybody pays 10; the winners share it, the losers pay as much again"),
        "sourced",
        STOCK.title,
    ),
    Figure(
        _("A solo is played for the Stock too, and nothing doubles it"),
        "interpretation",
        _("Circles agree on it: mostly only those who win a Rufspiel take it."),
    ),
    Figure(
        _("At a table of five the dealer sits out"),
        "sourced",
        _("scribd.com, Schafkopf Rules."),
    ),
)

RULESETS = (
    Schafkopf(
        key="schafkopf",
        name="Schafkopf",
        family="Schafkopf",
        summary=_("Bavaria, four players: Rufspiel two against two, solos one against three."),
        seats=4,
        tables=(4, 5),
        scores="seats",
        is_zero_sum=True,
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
            fields.CARD_POINTS,
            fields.TRICKS,
            fields.LOSER,
        ),
        sources=(SAUSPIEL, RASCHE, RECORDED, WIKIPEDIA, SELF, TARIFF, STOCK),
        figures=FIGURES,
    ),
)
