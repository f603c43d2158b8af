"""Sheepshead sessions, festivals, and rounds in which people move from table to table."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.formats.presets.preset import (
    FIVE_HANDED,
    FOUR_HANDED,
    THREE_HANDED,
    Preset,
    first,
)
from tournaments.formats.round_games import RoundGame
from tournaments.formats.settings import EventSettings

BUMP = first("sheepshead5-bump", FIVE_HANDED)

PRESETS = (
    Preset(
        key="wisconsin",
        family="sessions",
        name=_("Wisconsin five-handed sessions"),
        summary=_("Three sessions of 20 hands; six at a table only where it must be."),
        source=_(
            "Kohler and Sheboygan Falls Oktoberfest, 2016: 20 hands at a table of five, 24 at one "
            "of six with the dealer out; 30, 15, 10, 10 and 10 per cent for the places, 5 for the "
            "best of each session."
        ),
        rulesets=BUMP,
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
        family="sessions",
        name=_("Three-handed sessions"),
        summary=_("Sessions of 48 hands for everybody; at a table of four 64, the dealer out."),
        source=_(
            "The 48 hands of the National 3-Hand Sheepshead Tournament, as reported; its rule "
            "sheet is not known to us. That everybody plays equally many is our reading."
        ),
        after=_(
            "Or let every table play 48 hands: switch off that everybody plays equally many, and "
            "let the average per hand count."
        ),
        rulesets=first("sheepshead3-coins", THREE_HANDED),
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
        key="festival",
        family="sessions",
        name=_("Festival, tables all day"),
        summary=_("No field and no draw: as soon as five wait, their table opens for 15 hands."),
        source=_(
            "Germanfest in Milwaukee, 2019: a start costs 3 dollars and is 15 hands, whoever wants "
            "to starts again. That the best start of each person counts is our reading."
        ),
        rulesets=BUMP,
        settings=EventSettings(
            size=5,
            odd="up",
            rounds=1,
            hands=15,
            tie_breaks=("shared",),
            fee=300,
            rolling=True,
            ticket_rounds=1,
            persons="best",
        ),
        after=_("Who starts again gets a new entry with one tap, on the page of those who wait."),
    ),
    Preset(
        key="mixed_social",
        family="sessions",
        name=_("Mixed social evening"),
        summary=_(
            "A round for three, one for four and one for five; the place at the table counts."
        ),
        source=_(
            "As breweries in Door County play for fun: in each round another number at the "
            "tables. The points for the places, 7, 5, 3 and 1, are those of other leagues."
        ),
        rulesets=FOUR_HANDED,
        settings=EventSettings(
            size=4,
            odd="up",
            rounds=3,
            hands=12,
            draws=("random_wishes", "history"),
            yields="places",
            round_games=(
                RoundGame("sheepshead3-coins", 3, "up", 12),
                RoundGame(),
                RoundGame("sheepshead5-bump", 5, "up", 10),
            ),
            tie_breaks=("points", "shared"),
            needs_confirmation=False,
        ),
    ),
    Preset(
        key="ladder",
        family="sessions",
        name=_("Up and down the tables"),
        summary=_("After each short round the better half goes up a table, the others down."),
        source=_(
            "Progressive evenings, as they are known from euchre. That the better half of a table "
            "moves up, and that points count for each player alone, is our reading for games "
            "without a winning side."
        ),
        rulesets=FOUR_HANDED,
        settings=EventSettings(
            size=4,
            odd="up",
            rounds=6,
            hands=8,
            draws=("ladder",),
            tie_breaks=("best_round", "shared"),
            needs_confirmation=False,
        ),
    ),
)
