"""The formats that clubs know, ready to start from; every number can be changed afterwards.

Each says whose rule it follows. A format whose game is not there yet is played with one that has
tables of the same size, and totals from paper sheets.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring import RULESETS
from tournaments.formats.settings import EventSettings

THREE_HANDED = tuple(key for key in RULESETS if key.startswith("sheepshead3-"))
FOUR_HANDED = ("sheepshead4-coins", "sheepshead4-cutthroat")
FIVE_HANDED = tuple(key for key in RULESETS if key.startswith("sheepshead5-"))
SASKU = ("sasku-karvane12", "saskop", "sasku-karvane6")


@dataclass(frozen=True, kw_only=True)
class Preset:
    """A format: its name, what it is in a line, whose rule it follows, its games and settings.

    The first of `rulesets` is taken unless another is chosen.
    """

    key: str
    name: str | Promise
    summary: str | Promise
    source: str | Promise
    rulesets: tuple[str, ...]
    settings: EventSettings


_PRESETS = (
    Preset(
        key="schafkopfrennen",
        name=_("Schafkopfrennen"),
        summary=_("An evening of two rounds, drawn by chance; plus and minus, solos break ties."),
        source=_(
            "As in Bavarian inns: two rounds of about 30 hands, a new draw for each, won solos "
            "circled on the sheet (Großreuth, Heilsbronn, SELF). What is left over sits at tables "
            "of five, where the dealer sits out."
        ),
        rulesets=FOUR_HANDED,
        settings=EventSettings(
            size=4,
            odd="up",
            rounds=2,
            hands=30,
            draws=("random_wishes",),
            counted="solos",
            tie_breaks=("solos", "best_round", "lot"),
            fee=1000,
        ),
    ),
    Preset(
        key="championship",
        name=_("Championship over many rounds"),
        summary=_("Six rounds in which nobody meets anybody twice, the last one by standing."),
        source=_(
            "As the Schafkopf-Club Bayern plays over several days: individuals, teams of four "
            "beside them, and groups with a ranking of their own. The schedule for all rounds is "
            "our proposal."
        ),
        rulesets=FOUR_HANDED,
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
        key="wisconsin",
        name=_("Wisconsin five-handed sessions"),
        summary=_("Three sessions of 20 hands; six at a table only where it must be."),
        source=_(
            "Kohler and Sheboygan Falls Oktoberfest, 2016: 20 hands at a table of five, 24 at one "
            "of six with the dealer out; 30, 15, 10, 10 and 10 per cent for the places, 5 for the "
            "best of each session."
        ),
        rulesets=("sheepshead5-bump", *(key for key in FIVE_HANDED if key != "sheepshead5-bump")),
        settings=EventSettings(
            size=5,
            odd="up",
            rounds=3,
            hands=20,
            draws=("random_wishes",),
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
        rulesets=("sheepshead3-coins", *(k for k in THREE_HANDED if k != "sheepshead3-coins")),
        settings=EventSettings(
            size=3,
            odd="up",
            rounds=3,
            hands=48,
            draws=("random_wishes",),
            tie_breaks=("best_round", "lot"),
        ),
    ),
    Preset(
        key="three_handed_night",
        name=_("Three-handed club night"),
        summary=_("People come and go; points per hand, so that nobody loses by coming late."),
        source=_(
            "Weekly leagues of the Wisconsin kind: drawn among those present, so that few meet "
            "again, and ranked by the average per hand."
        ),
        rulesets=("sheepshead3-coins", *(k for k in THREE_HANDED if k != "sheepshead3-coins")),
        settings=EventSettings(
            size=3,
            odd="up",
            rounds=3,
            hands=18,
            draws=("random_wishes", "history"),
            yields="average",
            tie_breaks=("points", "shared"),
            needs_confirmation=False,
        ),
    ),
    Preset(
        key="sasku_all",
        name=_("Sasku pairs, all play all"),
        summary=_("Up to ten pairs, everybody against everybody; two for a win, one for a draw."),
        source=_(
            "Berger’s tables and the ties of the Estonian table games (koroona.ee): head-to-head, "
            "Berger, difference. Eight pairs play seven rounds, nine or ten play nine."
        ),
        rulesets=SASKU,
        settings=EventSettings(
            unit="pair",
            size=2,
            odd="bye",
            rounds=7,
            hands=0,
            draws=("berger",),
            yields="match",
            tie_breaks=("head_to_head", "berger", "difference", "shared"),
            capacity=10,
            minutes=60,
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
        settings=EventSettings(
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
        ),
    ),
    Preset(
        key="own",
        name=_("A format of your own"),
        summary=_("Any game, any number of rounds: start from the plainest event."),
        source=_("Nobody’s rule: you decide."),
        rulesets=("sheepshead4-coins", *(key for key in RULESETS if key != "sheepshead4-coins")),
        settings=EventSettings(tie_breaks=("best_round", "shared")),
    ),
)

PRESETS: dict[str, Preset] = {preset.key: preset for preset in _PRESETS}
"""The presets by key, in the order in which they are shown."""
