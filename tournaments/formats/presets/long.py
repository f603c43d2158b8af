"""Championships over several days, and evenings that are part of a longer series."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.formats.presets.preset import SCHAFKOPF, THREE_HANDED, Preset, first
from tournaments.formats.settings import EventSettings

PRESETS = (
    Preset(
        key="championship",
        family="long",
        name=_("Championship over many rounds"),
        summary=_("Six rounds in which nobody meets anybody twice, the last one by standing."),
        source=_(
            "As the Schafkopf-Club Bayern plays over several days: individuals, teams of four "
            "beside them, and groups with a ranking of their own. The schedule for all rounds is "
            "our proposal."
        ),
        rulesets=SCHAFKOPF,
        settings=EventSettings(
            size=4,
            odd="up",
            rounds=6,
            hands=32,
            draws=("schedule", "schedule", "schedule", "schedule", "schedule", "soft"),
            counted="solos",
            tie_breaks=("solos", "best_round", "lot"),
            shows="before_last",
            groups=("Ladies", "Under 30", "Seniors"),
            team_size=4,
        ),
    ),
    Preset(
        key="series_evening",
        family="long",
        name=_("Evening of a series"),
        summary=_("One of several evenings that are added up: a winner today, one at the end."),
        source=_(
            "As in Meckenbeuren: three evenings of 32 hands, a prize for each and for the sum. "
            "The new draw in the middle of the evening is our reading."
        ),
        rulesets=SCHAFKOPF,
        settings=EventSettings(
            size=4,
            odd="up",
            rounds=2,
            hands=16,
            draws=("random_wishes", "history"),
            counted="solos",
            tie_breaks=("solos", "best_round", "shared"),
            fee=1000,
        ),
        after=_("Make a series of the club, say how many evenings count, and add each to it."),
    ),
    Preset(
        key="knock_out",
        family="long",
        name=_("Rounds with a cut"),
        summary=_("Short rounds for everybody, then only the best go on, until one table is left."),
        source=_(
            "As finals are played off in knock-out events: the best of the standing go on. How "
            "many, and with which points, is decided before the round; the numbers are ours."
        ),
        rulesets=SCHAFKOPF,
        settings=EventSettings(
            size=4,
            odd="up",
            rounds=3,
            hands=16,
            draws=("random_wishes", "blocks"),
            counted="solos",
            tie_breaks=("solos", "best_round", "lot"),
        ),
        after=_("When a round is closed, “Cut for the final” says who goes on, and with how much."),
    ),
    Preset(
        key="skat_series",
        family="long",
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
            size=4,
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
