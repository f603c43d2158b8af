"""Schafkopf tournaments of Bavaria in which nobody writes a minus, each under its own tariff.

Sources: the rules that the tournaments published, named at each of them below. What a page does
not say is an option without a default: whoever runs an event decides it.
"""

from scoring.bavarian import tournament_options as house
from scoring.bavarian.contracts import BETTEL, GEIER, HEART_SOLO, KREUZ, RUFSPIEL, SOLO, WENZ
from scoring.bavarian.prices import Laufende, Sweep
from scoring.bavarian.tournament import TournamentTariff
from scoring.bavarian.tournament_fields import (
    ANNOUNCEMENTS,
    runners,
    sweeps,
    tariff_fields,
)
from scoring.bavarian.tournament_notes import (
    FAMILY,
    FIVE_AT_TABLE,
    SAME_AS_CALLED,
    TABLES,
    TIE_OF_KREUZ,
)
from scoring.bavarian.tournament_options import GOOD_CALLED, GOOD_FULL, GOOD_NONE, ZERO_SUM
from scoring.ruleset import Figure, Source
from scoring.words import _

PRO = Source("pro-hof.de", _("ProHof Schafkopf tournament, the rules"))
OBW = Source("expydoc.com/doc/9266339", _("TV Oberwallenstadt, tournament rules"))

prohof = TournamentTariff(
    key="schafkopf-prohof",
    name="Schafkopf, ProHof",
    family=FAMILY,
    summary=_("Only good points, in tens: Rufspiel 10, Wenz 20, solo 30, and 10 for each extra."),
    seats=4,
    tables=TABLES,
    scores="seats",
    is_zero_sum=False,
    step=10,
    called=10,
    called_step=10,
    solos={SOLO: 30, WENZ: 20},
    solo_step=10,
    tout=Sweep(more=20),
    sie=None,
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
        Figure(_("Rufspiel and über Kreuz 10, Wenz 20, solo 30"), "sourced", PRO.title),
        Figure(
            _("10 more for each Laufender, Schneider, Schwarz, announcement; Tout 20 more"),
            "sourced",
            PRO.title,
        ),
        Figure(_("No minus points"), "sourced", PRO.title),
        Figure(
            _("A Tout counts neither Schneider nor Schwarz"),
            "interpretation",
            _("As in every other tariff that has one."),
        ),
        Figure(
            _("A lost solo"),
            "open",
            _("The page does not say what the three opponents write."),
        ),
        TIE_OF_KREUZ,
        FIVE_AT_TABLE,
    ),
)

oberwallenstadt = TournamentTariff(
    key="schafkopf-oberwallenstadt",
    name="Schafkopf, Oberwallenstadt",
    family=FAMILY,
    summary=_("Short pack, in fives: Rufspiel 5, 10, 15, solo 20, Herz-Solo 25, Laufende from 2."),
    seats=4,
    tables=TABLES,
    scores="seats",
    is_zero_sum=False,
    step=5,
    called=5,
    called_step=5,
    solos={SOLO: 20, HEART_SOLO: 25, WENZ: 20, GEIER: 20, BETTEL: 20},
    solo_step=None,
    tout=Sweep(times=2),
    sie=None,
    per_opponent=True,
    laufende=Laufende(2, 5, free=1),
    pack="short",
    options=(
        house.all_pass(KREUZ),
        house.losers(ZERO_SUM, GOOD_FULL, GOOD_CALLED, GOOD_NONE),
        house.fives(
            "solo_step",
            _("Schneider in a solo"),
            _("What Schneider adds to a solo, and Schwarz again."),
        ),
    ),
    fields=tariff_fields(
        (RUFSPIEL, SOLO, HEART_SOLO, WENZ, GEIER, BETTEL),
        sweeps("tout"),
        runners(_("How many there were: two are worth 5, three 10, four 15, and so on."), 12),
    ),
    sources=(OBW,),
    figures=(
        Figure(_("Rufspiel 5, 10, 15; solo 20, Herz-Solo 25, Bettel 20"), "sourced", OBW.title),
        Figure(_("Tout twice; all passed: über Kreuz"), "sourced", OBW.title),
        Figure(
            _("Laufende: two 5, three 10, four 15, and 5 more for each further one"),
            "interpretation",
            _("The page has “5-10-15” from two Laufende on."),
        ),
        Figure(_("Wenz and Geier 20 as a solo"), "interpretation", _("Only the solo has a price.")),
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

RULESETS = (prohof, oberwallenstadt)
