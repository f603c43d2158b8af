"""The fields of a hand of Schafkopf: what a table declares, in the words of the game."""

from dataclasses import replace

from scoring import hand_fields
from scoring.bavarian.contracts import (
    ALONE,
    BETTEL,
    BETTEL_OUVERT,
    FARBGEIER,
    FARBWENZ,
    FEW_TRUMPS,
    GEIER,
    HEART_SOLO,
    HOCHZEIT,
    KREUZ,
    MUSS,
    PACKS,
    RENONCE,
    RUFSPIEL,
    SOLO,
    TWO_AGAINST_TWO,
    WENZ,
    WITHOUT_TRUMPS,
)
from scoring.options import Choice, where
from scoring.ruleset import Field
from scoring.words import _, _p

CONTRACT_NAMES = {
    RUFSPIEL: _("Rufspiel (called ace)"),
    HOCHZEIT: _("Hochzeit (marriage)"),
    RENONCE: _("Renonce (called without the suit)"),
    SOLO: _p("own name of the game", "Solo"),
    HEART_SOLO: _("Herz-Solo"),
    WENZ: _("Wenz"),
    GEIER: _("Geier"),
    FARBWENZ: _("Farbwenz"),
    FARBGEIER: _("Farbgeier"),
    BETTEL: _("Bettel (no trick)"),
    BETTEL_OUVERT: _("Bettel ouvert (open cards)"),
    MUSS: _("Muss (forced)"),
    KREUZ: _("Über Kreuz (crosswise)"),
}
"""What can be played, in words; a ruleset takes those that it plays."""

WITHOUT_PARTNER = ("contract", (*ALONE, KREUZ))
"""Alone, or with whoever sits opposite: nobody has to say who the partner was."""
WITH_SOMEBODY = ("contract", (RUFSPIEL, HOCHZEIT, MUSS))
"""Somebody held the ace that was called, or took the card."""
IN_A_BETTEL = ("contract", WITHOUT_TRUMPS)
"""It is won or lost by its tricks: there are no trumps in it, and card points play no part."""
WITHOUT_SWEEP = ("contract", (*TWO_AGAINST_TWO, *WITHOUT_TRUMPS))
WITHOUT_SIE = ("contract", (*TWO_AGAINST_TWO, *WITHOUT_TRUMPS, *FEW_TRUMPS))
"""Where no Tout, or no Sie, can be announced."""

RESULTS = hand_fields.won_or_lost(IN_A_BETTEL)

DECLARER = Field(
    "declarer",
    "seat",
    _("Spieler (declarer)"),
    _("Who took the game on."),
    empty=_("Alle weiter (all passed)"),
)

CONTRACT = Field(
    "contract",
    "choice",
    _("Spiel (contract)"),
    _(
        "Rufspiel: with whoever holds the called ace. The others alone against three; in a Wenz "
        "only the unters are trumps, in a Geier only the obers, in a Farbwenz the unters and a "
        "suit; in a Bettel the declarer must not take a trick."
    ),
    when="played",
    usual=RUFSPIEL,
)

PARTNER = Field(
    "partner",
    "seat",
    _("Mitspieler (partner)"),
    _("Who held the called ace; nobody in a solo."),
    when="played",
    empty=_("Alone"),
    unless=WITHOUT_PARTNER,
    empty_unless=WITH_SOMEBODY,
    apart_from="declarer",
)

RESULT = Field(
    "result",
    "choice",
    _("Result"),
    _(
        "How the declarer's side came out, in one tap; instead of card points. Schneider: the "
        "losers have not reached 31 (the declarer's side) or 30 (the others). Schwarz: the losers "
        "took no trick."
    ),
    when="played",
    choices=RESULTS,
)

ANNOUNCED = Field(
    "announced",
    "choice",
    _("Announced"),
    _("Tout: every trick, or it is lost. Sie: a hand of nothing but the highest trumps."),
    when="played",
    choices=(
        Choice("normal", _("Nothing more")),
        Choice("tout", _("Tout (every trick)")),
        Choice("sie", _p("own name of the game", "Sie"), unless=WITHOUT_SIE),
    ),
    unless=WITHOUT_SWEEP,
    preset="normal",
    place="rare",
)

DECLARER_POINTS = Field(
    "declarer_points",
    "points",
    _("Card points of the declarer's side"),
    _("What the declarer and the partner took together."),
    when="played",
    unless=IN_A_BETTEL,
)

DECLARER_TRICKS = hand_fields.side_tricks(
    "declarer_tricks",
    _("Tricks of the declarer's side"),
    _("Only needed when it took all of them or none."),
    PACKS["long"].tricks,
)


def _with_fewer_trumps(runners: int) -> tuple[str, tuple[str, ...]] | None:
    """The contracts that have fewer trumps than so many Laufende."""
    fewer = [name for name in CONTRACT_NAMES if PACKS["long"].most_runners(name) < runners]
    return ("contract", tuple(fewer)) if fewer else None


RUNNERS = Field(
    "runners",
    "count",
    _("Laufende (runners)"),
    _(
        "How many of the highest trumps, without a gap, one side held: with or without them "
        "counts alike."
    ),
    when="played",
    high=PACKS["long"].trumps,
    choices=tuple(
        Choice(str(count), str(count), unless=_with_fewer_trumps(count))
        for count in range(PACKS["long"].trumps + 1)
    ),
    unless=IN_A_BETTEL,
    preset=0,
)

KNOCKS = Field(
    "knocks",
    "count",
    _("Klopfer (knocks)"),
    _("How many knocked before the game was announced; each doubles."),
    high=4,
    preset=0,
    place="rare",
)

KONTRA = Field(
    "kontra",
    "count",
    _p("own name of the game", "Kontra"),
    _("What was called in play: Kontra, Re, Supra, Resupra; each doubles."),
    when="played",
    choices=(
        Choice("0", _p("marks", "None")),
        Choice("1", _p("own name of the game", "Kontra")),
        Choice("2", _p("own name of the game", "Re")),
        Choice("3", _("Supra")),
        Choice("4", _("Resupra")),
    ),
    high=4,
    preset=0,
)

CARD_POINTS = replace(
    hand_fields.CARD_POINTS,
    meaning=_("What each player took in the Ramsch; together 120."),
    needs=where("all_pass", "ramsch"),
)

TRICKS = replace(
    hand_fields.TRICKS,
    meaning=_("How many tricks each player took; needed when somebody took none or all of them."),
    high=PACKS["long"].tricks,
    needs=where("all_pass", "ramsch"),
)

LOSER = Field(
    "loser",
    "seat",
    _("Who lost"),
    _("Whoever has the most card points. Or enter the card points below."),
    when="passed",
    empty=_("As counted"),
    needs=where("all_pass", "ramsch"),
)

NO_TRICK = replace(
    hand_fields.NO_TRICK,
    label=_("Without a trick (Jungfrau)"),
    meaning=_("Everybody who took no trick at all."),
    needs=where("all_pass", "ramsch"),
    matters=where("jungfrau", "all", "hers"),
)

DURCHMARSCH = replace(
    hand_fields.SWEEPER,
    label=_("Durchmarsch"),
    meaning=_("Who marched through and wins, if anybody did."),
    needs=where("all_pass", "ramsch"),
    matters=where("durchmarsch", "all_tricks", "from_91"),
)
