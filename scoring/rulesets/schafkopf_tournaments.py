"""Schafkopf tournaments of Bavaria that write plus and minus, each under its own tariff.

Sources: the rules that the tournaments published, named at each of them below. What a page does
not say is an option without a default: whoever runs an event decides it.
"""

from scoring.bavarian import tournament_options as house
from scoring.bavarian.contracts import HEART_SOLO, KREUZ, MUSS, RUFSPIEL, SOLO, WENZ
from scoring.bavarian.prices import Laufende, Sweep
from scoring.bavarian.tournament import TournamentTariff
from scoring.bavarian.tournament_fields import WITHOUT, runners, sweeps, tariff_fields
from scoring.bavarian.tournament_notes import (
    FAMILY,
    FIVE_AT_TABLE,
    MIRRORED,
    SAME_AS_CALLED,
    TABLES,
    TIE_OF_KREUZ,
)
from scoring.bavarian.tournament_options import GOOD_FULL, GOOD_NONE, GOOD_THIRD, ZERO_SUM
from scoring.options import Choice
from scoring.ruleset import Figure, Source
from scoring.words import _

DON = Source("donauries-schafkopfcup.de", _("Tournament rules 2019/20"))
SELF = Source("self-bar.de", _("Schafkopf tournament"))
KRS = Source("krschafkopfen.de.tl", _("Tournament rules"))
WES = Source("vereinsheim-westernach.de", _("Schafkopf rules"))

donauries = TournamentTariff(
    key="schafkopf-donauries",
    name="Schafkopf, Donau-Ries-Cup",
    family=FAMILY,
    summary=_("Plus and minus: 1, 2, 3 for a Rufspiel, 15 and −5 for a solo."),
    seats=4,
    tables=TABLES,
    scores="seats",
    is_zero_sum=True,
    called=1,
    called_step=1,
    solos={SOLO: 15, WENZ: 15},
    solo_step=3,
    tout=Sweep(times=2),
    sie=Sweep(times=4),
    settlement=ZERO_SUM,
    options=(house.all_pass(KREUZ),),
    fields=tariff_fields((RUFSPIEL, SOLO, WENZ), sweeps("tout", "sie")),
    sources=(DON,),
    figures=(
        Figure(_("Rufspiel 1, 2, 3; solo and Wenz 15, 18, 21"), "sourced", DON.title),
        Figure(_("Tout twice, Sie four times the plain value"), "sourced", DON.title),
        Figure(
            _("All passed: über Kreuz, forehand’s side is the declarer’s"), "sourced", DON.title
        ),
        MIRRORED,
        SAME_AS_CALLED,
        TIE_OF_KREUZ,
        FIVE_AT_TABLE,
    ),
)

self_bar = TournamentTariff(
    key="schafkopf-self",
    name="Schafkopf, SELF",
    family=FAMILY,
    summary=_("Plus and minus as in the Donau-Ries; a Muss, and won Herz-Soli are circled."),
    seats=4,
    tables=TABLES,
    scores="seats",
    is_zero_sum=True,
    called=1,
    called_step=1,
    solos={SOLO: 15, HEART_SOLO: 15, WENZ: 15},
    solo_step=3,
    tout=Sweep(fixed=42),
    sie=Sweep(fixed=84),
    settlement=ZERO_SUM,
    options=(house.all_pass(MUSS), house.CIRCLED),
    fields=tariff_fields((RUFSPIEL, SOLO, HEART_SOLO, WENZ), sweeps("tout", "sie")),
    sources=(SELF,),
    figures=(
        Figure(_("Rufspiel 1, 2, 3; solo and Wenz 15, 18, 21"), "sourced", SELF.title),
        Figure(_("Tout 42 and −14, Sie 84 and −28"), "sourced", SELF.title),
        Figure(_("A Muss is won with 60, and Schneider-free with 30"), "sourced", SELF.title),
        Figure(_("Won Herz-Soli are circled for the tie-break"), "sourced", SELF.title),
        MIRRORED,
        SAME_AS_CALLED,
        FIVE_AT_TABLE,
    ),
)

krs = TournamentTariff(
    key="schafkopf-krs",
    name="Schafkopf, KRS",
    family=FAMILY,
    summary=_("1, 2, 3 for a Rufspiel, 6, 9, 12 for a solo, 24 for a Tout."),
    seats=4,
    tables=TABLES,
    scores="seats",
    is_zero_sum=False,
    called=1,
    called_step=1,
    solos={SOLO: 6, WENZ: 6},
    solo_step=3,
    tout=Sweep(fixed=24),
    sie=None,
    options=(
        house.all_pass(MUSS),
        house.losers(ZERO_SUM, GOOD_THIRD, GOOD_FULL, GOOD_NONE),
    ),
    fields=tariff_fields((RUFSPIEL, SOLO, WENZ), sweeps("tout")),
    sources=(KRS,),
    figures=(
        Figure(_("Rufspiel 1, 2, 3; solo and Wenz 6, 9, 12; Tout 24"), "sourced", KRS.title),
        Figure(_("All passed: a Muss"), "sourced", KRS.title),
        Figure(
            _("Lost games"),
            "open",
            _("The page lists won games alone. Großreuth has the same prices and −2, −3, −4."),
        ),
        SAME_AS_CALLED,
        FIVE_AT_TABLE,
    ),
)

westernach = TournamentTariff(
    key="schafkopf-westernach",
    name="Schafkopf, Westernach",
    family=FAMILY,
    summary=_("Plus and minus: 1 for a Rufspiel and each Laufender; no source prices a solo."),
    seats=4,
    tables=TABLES,
    scores="seats",
    is_zero_sum=True,
    called=1,
    called_step=None,
    solos={SOLO: None, WENZ: None},
    solo_step=None,
    tout=None,
    sie=None,
    per_opponent=True,
    settlement=ZERO_SUM,
    laufende=Laufende(3, 1),
    options=(
        house.all_pass(None),
        house.figure(
            "called_step",
            _("Schneider in a Rufspiel"),
            _("What Schneider adds, and Schwarz again."),
            20,
        ),
        house.figure(
            "solo",
            _("Solo and Wenz"),
            _("What each of the three opponents pays or gets."),
            100,
        ),
        house.figure(
            "solo_step",
            _("Schneider in a solo"),
            _("What Schneider adds for each opponent, and Schwarz again."),
            100,
        ),
        house.sweep(
            "tout",
            _("Tout"),
            _("What every trick, announced, is worth."),
            Choice("double", _("Twice the plain value")),
        ),
        house.sweep(
            "sie",
            _("Sie"),
            _("What a hand of nothing but the highest trumps is worth."),
            Choice("fourfold", _("Four times the plain value")),
        ),
    ),
    fields=tariff_fields(
        (RUFSPIEL, SOLO, WENZ),
        sweeps(),
        runners(
            _("How many the declarer’s side held, or did not hold: 1 for each, from three on."), 14
        ),
        WITHOUT,
    ),
    sources=(WES,),
    figures=(
        Figure(_("Rufspiel 1; Laufende 1 each, from 3 in every game"), "sourced", WES.title),
        Figure(
            _("A Rufspiel without the Laufende: the declarer alone collects or pays them"),
            "sourced",
            WES.title,
        ),
        Figure(
            _("Solo, Schneider, Tout, Sie, all passed"),
            "open",
            _("The page’s own table of them is lost."),
        ),
        MIRRORED,
        TIE_OF_KREUZ,
        FIVE_AT_TABLE,
    ),
)

RULESETS = (donauries, self_bar, krs, westernach)
