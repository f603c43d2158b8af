"""Schafkopf tournaments of Bavaria, each under its own tariff: plus and minus, or plus alone.

Sources: the rules that the tournaments published, named at each of them below. What a page does
not say is an option without a default: whoever runs an event decides it.
"""

from scoring.bavarian import tournament_fields as house
from scoring.bavarian.contracts import BETTEL, GEIER, HEART_SOLO, KREUZ, MUSS, RUFSPIEL, SOLO, WENZ
from scoring.bavarian.tournament import Laufende, Sweep, TournamentTariff
from scoring.bavarian.tournament_fields import (
    ANNOUNCEMENTS,
    GOOD_CALLED,
    GOOD_FULL,
    GOOD_NONE,
    GOOD_THIRD,
    WITHOUT,
    ZERO_SUM,
    runners,
    sweeps,
    tariff_fields,
)
from scoring.options import Choice, Option
from scoring.ruleset import Figure, Source, interpretation
from scoring.words import _

DON = Source("donauries-schafkopfcup.de", _("Tournament rules 2019/20"))
SELF = Source("self-bar.de", _("Schafkopf tournament"))
KRS = Source("krschafkopfen.de.tl", _("Tournament rules"))
WES = Source("vereinsheim-westernach.de", _("Schafkopf rules"))
PRO = Source("pro-hof.de", _("ProHof Schafkopf tournament, the rules"))
OBW = Source("expydoc.com/doc/9266339", _("TV Oberwallenstadt, tournament rules"))

MIRRORED = interpretation(
    _("What a won game brings, a lost one costs"),
    _("The table of the page lists won games; plus and minus are equal."),
)
SAME_AS_CALLED = interpretation(
    _("Über Kreuz and Muss: priced as a Rufspiel"), _("The page names no price of their own.")
)
FIVE_AT_TABLE = interpretation(
    _("At a table of five the dealer sits out"),
    _("As usual where the players do not come out even."),
)
TIE_OF_KREUZ = interpretation(
    _("60 to 60 über Kreuz: the table says who won; a replayed hand is not written"),
    _("The page does not say; some tournaments play such a hand again."),
)

donauries = TournamentTariff(
    key="schafkopf-donauries",
    name="Schafkopf, Donau-Ries-Cup",
    summary=_("Plus and minus: 1, 2, 3 for a Rufspiel, 15 and −5 for a solo."),
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
        DON.states(_("Rufspiel 1, 2, 3; solo and Wenz 15, 18, 21")),
        DON.states(_("Tout twice, Sie four times the plain value")),
        DON.states(_("All passed: über Kreuz, forehand’s side is the declarer’s")),
        MIRRORED,
        SAME_AS_CALLED,
        TIE_OF_KREUZ,
        FIVE_AT_TABLE,
    ),
)

self_bar = TournamentTariff(
    key="schafkopf-self",
    name="Schafkopf, SELF",
    summary=_("Plus and minus as in the Donau-Ries; a Muss, and won Herz-Soli are circled."),
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
        SELF.states(_("Rufspiel 1, 2, 3; solo and Wenz 15, 18, 21")),
        SELF.states(_("Tout 42 and −14, Sie 84 and −28")),
        SELF.states(_("A Muss is won with 60, and Schneider-free with 30")),
        SELF.states(_("Won Herz-Soli are circled for the tie-break")),
        MIRRORED,
        SAME_AS_CALLED,
        FIVE_AT_TABLE,
    ),
)

krs = TournamentTariff(
    key="schafkopf-krs",
    name="Schafkopf, KRS",
    summary=_("1, 2, 3 for a Rufspiel, 6, 9, 12 for a solo, 24 for a Tout."),
    is_zero_sum=False,
    called=1,
    called_step=1,
    solos={SOLO: 6, WENZ: 6},
    solo_step=3,
    tout=Sweep(fixed=24),
    options=(house.all_pass(MUSS), house.losers(ZERO_SUM, GOOD_THIRD, GOOD_FULL, GOOD_NONE)),
    fields=tariff_fields((RUFSPIEL, SOLO, WENZ), sweeps("tout")),
    sources=(KRS,),
    figures=(
        KRS.states(_("Rufspiel 1, 2, 3; solo and Wenz 6, 9, 12; Tout 24")),
        KRS.states(_("All passed: a Muss")),
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
    summary=_("Plus and minus: 1 for a Rufspiel and each Laufender; no source prices a solo."),
    called=1,
    solos={SOLO: None, WENZ: None},
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
            "solo", _("Solo and Wenz"), _("What each of the three opponents pays or gets."), 100
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
        WES.states(_("Rufspiel 1; Laufende 1 each, from 3 in every game")),
        WES.states(_("A Rufspiel without the Laufende: the declarer alone collects or pays them")),
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

prohof = TournamentTariff(
    key="schafkopf-prohof",
    name="Schafkopf, ProHof",
    summary=_("Only good points, in tens: Rufspiel 10, Wenz 20, solo 30, and 10 for each extra."),
    is_zero_sum=False,
    step=10,
    called=10,
    called_step=10,
    solos={SOLO: 30, WENZ: 20},
    solo_step=10,
    tout=Sweep(more=20),
    per_opponent=True,
    laufende=Laufende(1, 10),
    announcement=10,
    options=(house.all_pass(KREUZ), house.losers(GOOD_FULL, GOOD_CALLED, GOOD_NONE)),
    fields=tariff_fields(
        (RUFSPIEL, SOLO, WENZ),
        sweeps("tout"),
        runners(_("How many there were: 10 for each."), 14),
        ANNOUNCEMENTS,
    ),
    sources=(PRO,),
    figures=(
        PRO.states(_("Rufspiel and über Kreuz 10, Wenz 20, solo 30")),
        PRO.states(_("10 more for each Laufender, Schneider, Schwarz, announcement; Tout 20 more")),
        PRO.states(_("No minus points")),
        interpretation(
            _("A Tout counts neither Schneider nor Schwarz"),
            _("As in every other tariff that has one."),
        ),
        Figure(
            _("A lost solo"), "open", _("The page does not say what the three opponents write.")
        ),
        TIE_OF_KREUZ,
        FIVE_AT_TABLE,
    ),
)

oberwallenstadt = TournamentTariff(
    key="schafkopf-oberwallenstadt",
    name="Schafkopf, Oberwallenstadt",
    summary=_("Short pack, in fives: Rufspiel 5, 10, 15, solo 20, Herz-Solo 25, Laufende from 2."),
    is_zero_sum=False,
    step=5,
    called=5,
    called_step=5,
    solos={SOLO: 20, HEART_SOLO: 25, WENZ: 20, GEIER: 20, BETTEL: 20},
    tout=Sweep(times=2),
    per_opponent=True,
    laufende=Laufende(2, 5, free=1),
    pack="short",
    options=(
        house.all_pass(KREUZ),
        house.losers(ZERO_SUM, GOOD_FULL, GOOD_CALLED, GOOD_NONE),
        Option(
            "solo_step",
            "choice",
            _("Schneider in a solo"),
            _("What Schneider adds to a solo, and Schwarz again."),
            None,
            (
                Choice("0", _("Nothing")),
                Choice("5", _("5 more for each")),
                Choice("10", _("10 more for each")),
            ),
            to_decide=True,
        ),
    ),
    fields=tariff_fields(
        (RUFSPIEL, SOLO, HEART_SOLO, WENZ, GEIER, BETTEL),
        sweeps("tout"),
        runners(_("How many there were: two are worth 5, three 10, four 15, and so on."), 12),
    ),
    sources=(OBW,),
    figures=(
        OBW.states(_("Rufspiel 5, 10, 15; solo 20, Herz-Solo 25, Bettel 20")),
        OBW.states(_("Tout twice; all passed: über Kreuz")),
        interpretation(
            _("Laufende: two 5, three 10, four 15, and 5 more for each further one"),
            _("The page has “5-10-15” from two Laufende on."),
        ),
        interpretation(_("Wenz and Geier 20 as a solo"), _("Only the solo has a price.")),
        Figure(
            _("Lost games, and Schneider in a solo"),
            "open",
            _("The page does not say. Niederfüllbach, with the same prices, writes good points."),
        ),
        SAME_AS_CALLED,
        TIE_OF_KREUZ,
        FIVE_AT_TABLE,
    ),
)

RULESETS = (donauries, self_bar, krs, westernach, prohof, oberwallenstadt)
