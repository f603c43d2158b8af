"""Schafkopf tournaments of Bavaria, each under its own tariff: plus and minus, or plus alone.

Sources: the rules that the tournaments published, named at each of them below. What a page does
not say is an option without a default: whoever runs an event decides it.
"""

from scoring.bavarian import tournament_fields as house
from scoring.bavarian.contracts import BETTEL, GEIER, HEART_SOLO, KREUZ, MUSS, RUFSPIEL, SOLO, WENZ
from scoring.bavarian.game import SchafkopfGame
from scoring.bavarian.tariff import (
    FIXED,
    GOOD_POINTS,
    OFF,
    PLUS,
    PLUS_MINUS,
    TIMES,
    USUAL,
    Prices,
    Tariff,
)
from scoring.bavarian.tournament_fields import (
    ANNOUNCEMENTS,
    GOOD_CALLED,
    GOOD_FULL,
    GOOD_NONE,
    GOOD_THIRD,
    NOT_PLAYED,
    WITHOUT,
    ZERO_SUM,
    runners,
    sweeps,
    tariff_fields,
)
from scoring.options import Choice, Option, Options
from scoring.ruleset import Figure, Source, interpretation
from scoring.words import _, _p

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


FAMILY = _("Schafkopf, tournaments")
CODES = {"contract_not_played": "not_played", "too_many_runners": "out_of_range"}
"""What programs have always been told under these keys."""

PLAIN = USUAL._replace(
    prices=dict.fromkeys(USUAL.prices), runners_each=0, knocks_most=0, kontra_most=0, circled="all"
)
"""What every tournament leaves out: knocks, Kontra and, where it does not name them, Laufende."""

LOST_SOLOS = {
    GOOD_FULL: "each_full",
    GOOD_THIRD: "each_third",
    GOOD_CALLED: "each_called",
    GOOD_NONE: "nothing",
}
"""By value of the option `losers` what a lost solo brings the others on a sheet without minus."""


def _steps(price: int | None, step: int | None) -> list[int | None]:
    """A price plain, with Schneider and with Schwarz; None where nobody has decided it."""
    if price is None:
        return [None, None, None]
    return [price, *(None if step is None else price + times * step for times in (1, 2))]


def _prices(called: int, called_step: int | None, **alone: list[int | None]) -> Prices:
    """What the games of a tournament cost; a Rufspiel first."""
    return dict(PLAIN.prices) | {RUFSPIEL: _steps(called, called_step)} | alone


def _losers(tariff: Tariff, value: str | None) -> Tariff:
    """A tariff with what is written for lost games; None: nobody has decided it."""
    if value is None:
        return tariff._replace(booking=None)
    if value == ZERO_SUM:
        return tariff._replace(booking=PLUS_MINUS)
    return tariff._replace(booking=GOOD_POINTS, lost_solo=LOST_SOLOS[value])


DONAURIES = PLAIN._replace(
    prices=_prices(1, 1, solo=_steps(5, 1), wenz=_steps(5, 1)),
    tout=TIMES,
    tout_amount=2,
    sie=TIMES,
    sie_amount=4,
)
"""A solo is written three times: 15, 18, 21."""


donauries = SchafkopfGame(
    key="schafkopf-donauries",
    name=_("Schafkopf, Donau-Ries-Cup"),
    summary=_("Plus and minus: 1, 2, 3 for a Rufspiel, 15 and −5 for a solo."),
    family=FAMILY,
    codes=CODES,
    as_tariff=lambda options: DONAURIES._replace(all_pass=options["all_pass"]),
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


def _self_tariff(options: Options) -> Tariff:
    """As in the Donau-Ries, with a Herz-Solo beside; 42 and 84 are 14 and 28 for each opponent."""
    return DONAURIES._replace(
        prices=dict(DONAURIES.prices) | {HEART_SOLO: _steps(5, 1)},
        tout=FIXED,
        tout_amount=14,
        sie=FIXED,
        sie_amount=28,
        all_pass=options["all_pass"],
        circled=options["circled"],
    )


self_bar = SchafkopfGame(
    key="schafkopf-self",
    name=_("Schafkopf, SELF"),
    summary=_("Plus and minus as in the Donau-Ries; a Muss, and won Herz-Soli are circled."),
    family=FAMILY,
    codes=CODES,
    as_tariff=_self_tariff,
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


def _krs_tariff(options: Options) -> Tariff:
    """A solo of 6, 9, 12 and a Tout of 24 are a third of it for each opponent."""
    tariff = PLAIN._replace(
        prices=_prices(1, 1, solo=_steps(2, 1), wenz=_steps(2, 1)),
        tout=FIXED,
        tout_amount=8,
        sie=OFF,
        all_pass=options["all_pass"],
    )
    return _losers(tariff, options["losers"])


krs = SchafkopfGame(
    key="schafkopf-krs",
    name=_("Schafkopf, KRS"),
    summary=_("1, 2, 3 for a Rufspiel, 6, 9, 12 for a solo, 24 for a Tout."),
    is_zero_sum=False,
    family=FAMILY,
    codes=CODES,
    as_tariff=_krs_tariff,
    decides={"booking": ("losers",)},
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


def _westernach_tariff(options: Options) -> Tariff:
    """The prices of a solo and of Schneider are for each opponent, and Laufende count from 3."""
    alone = _steps(options["solo"], options["solo_step"])
    return PLAIN._replace(
        prices=_prices(1, options["called_step"], solo=alone, wenz=alone),
        runners_each=1,
        runners_from=3,
        runners_from_solo=3,
        runners_from_wenz=3,
        without_alone=True,
        tout=SWEEPS[options["tout"]],
        tout_amount=2,
        sie=SWEEPS[options["sie"]],
        sie_amount=4,
        counts_whole_sie=False,
        all_pass=options["all_pass"],
    )


SWEEPS = {"double": TIMES, "fourfold": TIMES, NOT_PLAYED: OFF, None: None}
"""By value of the options `tout` and `sie` of Westernach how they are paid."""


westernach = SchafkopfGame(
    key="schafkopf-westernach",
    name=_("Schafkopf, Westernach"),
    summary=_("Plus and minus: 1 for a Rufspiel and each Laufender; no source prices a solo."),
    family=FAMILY,
    codes=CODES,
    as_tariff=_westernach_tariff,
    decides={
        "all_pass": ("all_pass",),
        "prices.rufspiel": ("called_step",),
        "prices.solo": ("solo", "solo_step"),
        "prices.wenz": ("solo", "solo_step"),
        "tout": ("tout",),
        "sie": ("sie",),
    },
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
            _p("own name of the game", "Sie"),
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


def _prohof_tariff(options: Options) -> Tariff:
    """A won solo is written once."""
    tariff = PLAIN._replace(
        prices=_prices(10, 10, solo=_steps(30, 10), wenz=_steps(20, 10)),
        runners_each=10,
        runners_from=1,
        runners_from_solo=1,
        runners_from_wenz=1,
        tout=PLUS,
        tout_amount=20,
        sie=OFF,
        announcement=10,
        soloist_writes="once",
        all_pass=options["all_pass"],
    )
    return _losers(tariff, options["losers"])


prohof = SchafkopfGame(
    key="schafkopf-prohof",
    name=_("Schafkopf, ProHof"),
    summary=_("Only good points, in tens: Rufspiel 10, Wenz 20, solo 30, and 10 for each extra."),
    is_zero_sum=False,
    step=10,
    family=FAMILY,
    codes=CODES,
    as_tariff=_prohof_tariff,
    decides={"booking": ("losers",)},
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


def _oberwallenstadt_tariff(options: Options) -> Tariff:
    """Two Laufende are worth one of them, three two; a won solo is written once."""
    step = options["solo_step"]
    more = None if step is None else int(step)
    alone = _steps(20, more)
    tariff = PLAIN._replace(
        prices=_prices(
            5,
            5,
            solo=alone,
            wenz=alone,
            geier=alone,
            heart_solo=_steps(25, more),
            bettel=_steps(20, 0),
        ),
        runners_each=5,
        runners_from=2,
        runners_from_solo=2,
        runners_from_wenz=2,
        runners_free=1,
        tout=TIMES,
        tout_amount=2,
        sie=OFF,
        pack="short",
        soloist_writes="once",
        all_pass=options["all_pass"],
    )
    return _losers(tariff, options["losers"])


oberwallenstadt = SchafkopfGame(
    key="schafkopf-oberwallenstadt",
    name=_("Schafkopf, Oberwallenstadt"),
    summary=_("Short pack, in fives: Rufspiel 5, 10, 15, solo 20, Herz-Solo 25, Laufende from 2."),
    is_zero_sum=False,
    step=5,
    family=FAMILY,
    codes=CODES,
    as_tariff=_oberwallenstadt_tariff,
    decides={
        "booking": ("losers",),
        **dict.fromkeys(
            (f"prices.{name}" for name in (SOLO, HEART_SOLO, WENZ, GEIER)), ("solo_step",)
        ),
    },
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
