"""Bavarian Schafkopf with a club's own tariff: the price table typed in, and every house rule.

Sources: named at each figure; the ways to play Tout and Sie, Laufende, Ramsch and good points are
those of tournaments' own rules and of open-source tables, read one by one.
"""

from dataclasses import replace

from scoring.bavarian import fields
from scoring.bavarian.contracts import KREUZ, MUSS
from scoring.bavarian.fields import CONTRACT_NAMES
from scoring.bavarian.game import SchafkopfGame
from scoring.bavarian.tariff import OPTIONS, PRICES, SWEEP_PRICED, Tariff
from scoring.bavarian.tournament_fields import ANNOUNCEMENTS, WITHOUT
from scoring.bock import BOCK_CALLED
from scoring.options import ANY, PLAYED, Choice, Options, Row, where
from scoring.ruleset import Field, Figure, Source, interpretation
from scoring.words import _

SAUSPIEL = Source("sauspiel.de, Spielabrechnung", _("The tariff 10-20-50"))
RECORDED = Source(
    "github phimuemue/openschafkopf",
    _("Laufende, Jungfrau three ways, Durchmarsch, a limit of doubling"),
)
HEILSBRONN = Source(
    "kulturverein-heilsbronn.de, Schafkopfturnier", _("Both sides Schneider below 30; 4 Laufende")
)
VOHENSTRAUSS = Source(
    "realschule-vohenstrauss.de, Turnierregeln", _("Only good points, a solo three times")
)
NIEDERFUELLBACH = Source(
    "schafkopfrennen.de, TSG Niederfüllbach 2024", _("Short pack, Herz-Solo, 60 to 60 dealt again")
)
DONAUWOERTH = Source(
    "Donauwörther Zeitung, Preisschafkopfen 2015", _("Laufende of the declarer alone")
)
DONAURIES = Source("donauries-schafkopfcup.de", _("Tout twice, Sie four times"))
SELF = Source("self-bar.de, Schafkopf-Turnier", _("A Muss; Tout and Sie at a price of their own"))
PROHOF = Source("pro-hof.de", _("Tout 20 more, announcements, only good points"))
VARALLO = Source(
    "github PanchoVarallo/Schafkopf-Application", _("Hochzeit; Durchmarsch at its own price")
)
REDEVENING = Source("github redevening/schafkopftarif", _("Laufende from 2, in a solo from 3"))
STOCK = Source("internet-schafkopf.de, Regeln", _("The Stock, in games with a partner only"))
REUEGELD = Source("de-academic.com, Turnierschafkopf", _("The Reuegeld"))
WIKIPEDIA = Source("Wikipedia, Schafkopf", _("A Ramsch that two lose"))
ALLGAEU = Source("der-wolf-machts.de, Schafkopfregeln", _("Renonce, and that a Bock is played"))
UNCAUGHT = Source("github uncaught/doko", _("What a second Bock does to the first"))

NOTES = {
    MUSS: _("Whoever holds the ober of acorns plays; the partner is whoever held the called card."),
    KREUZ: _("The ober of acorns plays with whoever sits opposite."),
}


def _choice(row: Row) -> Choice:
    """A contract that is played where it has a price, or where everybody has passed."""
    label = CONTRACT_NAMES[row.key]
    if row.key in NOTES:
        return Choice(row.key, label, where("all_pass", row.key), note=NOTES[row.key])
    return Choice(row.key, label, where(f"prices.{row.key}", PLAYED) if row.empty else ())


# Nobody announces a Ramsch, so no form offers it; another program may say it beside “all passed”.
CONTRACT = replace(
    fields.CONTRACT,
    choices=(*map(_choice, PRICES.rows), Choice("ramsch", _("Ramsch"), where("all_pass"))),
)

ANNOUNCED = replace(
    fields.ANNOUNCED,
    choices=tuple(
        choice
        if choice.value == "normal"
        else choice._replace(needs=where(choice.value, *SWEEP_PRICED))
        for choice in fields.ANNOUNCED.choices
    ),
)

FIELDS: tuple[Field, ...] = (
    fields.DECLARER,
    CONTRACT,
    fields.PARTNER,
    fields.RESULT,
    replace(fields.RUNNERS, matters=where("runners_each", ANY)),
    replace(WITHOUT, when="played", needs=where("without_alone", True), place="rare"),
    replace(fields.KONTRA, needs=where("kontra_most", ANY), most="kontra_most"),
    replace(fields.KNOCKS, needs=where("knocks_most", ANY), most="knocks_most"),
    ANNOUNCED,
    replace(ANNOUNCEMENTS, when="played", needs=where("announcement", ANY)),
    BOCK_CALLED,
    fields.DECLARER_POINTS,
    fields.DECLARER_TRICKS,
    fields.LOSER,
    replace(fields.NO_TRICK, matters=where("jungfrau", "all", "hers", "hers_each")),
    replace(fields.DURCHMARSCH, matters=where("durchmarsch", "all_tricks", "points")),
    fields.CARD_POINTS,
    fields.TRICKS,
)

FIGURES = (
    SAUSPIEL.states(_("Rufspiel 20, solo 50, 10 more for Schneider, Schwarz and each Laufender")),
    HEILSBRONN.states(_("Schneider below 30 on either side, and at most 4 Laufende paid")),
    REDEVENING.states(_("Laufende from 2 in a Rufspiel, from 3 in a solo")),
    DONAUWOERTH.states(_("Laufende that a side lacks are the declarer’s alone")),
    DONAURIES.states(_("Tout twice, Sie four times the plain price; Schneider never counts there")),
    SELF.states(_("Tout and Sie at a price of their own; a Muss won with 60")),
    PROHOF.states(_("Tout 20 more; each announcement 10 more; a won solo is written once")),
    VOHENSTRAUSS.states(_("Only good points; a won solo is written three times, a lost one once")),
    NIEDERFUELLBACH.states(_("60 to 60 über Kreuz is dealt again")),
    VARALLO.states(_("Hochzeit 30 beside a Rufspiel of 20; Durchmarsch from 91 at 50")),
    RECORDED.states(_("Jungfrau: every payment, hers, or hers for each; Durchmarsch from 75")),
    WIKIPEDIA.states(_("Two lose a Ramsch and pay one price each")),
    STOCK.states(_("The Stock is won in a Rufspiel only, and no more than so much at once")),
    REUEGELD.states(_("Reuegeld lies beside the points, when all pass and for a lost solo")),
    interpretation(
        _("The cap holds for knocks and Kontra together, not for a Bock"),
        _("One program has such a limit, and does not say for what."),
    ),
    interpretation(
        _("A Bock multiplies the whole hand, but no pot and no kitty"),
        _("Circles have Bock rounds; none of them writes down how far they reach."),
    ),
    UNCAUGHT.states(_("A second Bock: both run, the hands are added, anew, or nothing")),
    interpretation(
        _("At most 11 Laufende in a Farbgeier, 9 in the short pack"), _("As in a Farbwenz.")
    ),
    Figure(
        _("A Renonce without a partner: each of three pays the price of its row"),
        "proposal",
        _("Its source has the game and no price, and does not say what is paid alone."),
    ),
    interpretation(
        _("A Bock starts with what you have chosen, and with nothing before that"),
        _("Every circle has a list of its own."),
    ),
    interpretation(
        _("With two who lose a Ramsch, a Jungfrau doubles every payment or none"),
        _("The text does not say who would pay hers."),
    ),
)


def _as_tariff(options: Options) -> Tariff:
    return Tariff(**{option.name: options[option.name] for option in OPTIONS})


RULESETS = (
    SchafkopfGame(
        key="schafkopf-tariff",
        name=_("Schafkopf, your own tariff"),
        family=_("Schafkopf"),
        summary=_("Your own price table: what each game costs, and every house rule beside it."),
        as_tariff=_as_tariff,
        options=OPTIONS,
        fields=FIELDS,
        sources=(
            SAUSPIEL,
            RECORDED,
            HEILSBRONN,
            VOHENSTRAUSS,
            NIEDERFUELLBACH,
            DONAUWOERTH,
            DONAURIES,
            SELF,
            PROHOF,
            VARALLO,
            REDEVENING,
            STOCK,
            REUEGELD,
            WIKIPEDIA,
            ALLGAEU,
            UNCAUGHT,
        ),
        figures=FIGURES,
    ),
)
