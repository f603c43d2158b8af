"""The house rules of a Skat table beside those of tournaments, which are their default.

Where each of them stands is said in the ruleset `skat`.
"""

from scoring.bock import BEGINS_NEXT, bock_options
from scoring.house_rules import choice_option
from scoring.options import Choice, Conditions, Option, amount, amounts, where
from scoring.words import _, _p

KONTRA_MOST = {"off": 0, "kontra": 1, "re": 2, "hirsch": 3}
"""By value of the option `kontra`: how often a game can be doubled."""

NOTHING, RAMSCH = "nothing", "ramsch"
POINTS, FIXED, LOWEST = "points", "fixed", "lowest"
BOTH, SPLIT, NAMED = "both", "split", "named"
LAST_TRICK, LOSER, NOBODY = "last_trick", "loser", "nobody"

RAMSCH_PLAYED = where("all_pass", RAMSCH)
ONE_LOSES = RAMSCH_PLAYED + where("ramsch_scoring", POINTS, FIXED)

COUNTING = choice_option(
    "counting",
    # Translators: how a game is scored, as Seeger and Fabian do
    _("Counting"),
    _("What a won or lost game brings beside its value."),
    "plain",
    (
        Choice("plain", _("The value alone")),
        Choice("seeger", _("Seeger: 50 for a game won, 50 off for one lost")),
        Choice(
            "seeger_fabian", _("Seeger–Fabian: and 40 or 30 to each of the others for a game lost")
        ),
    ),
)
KONTRA = choice_option(
    "kontra",
    _p("own name of the game", "Kontra"),
    _("How far a game may be doubled while it is played; each call doubles it."),
    "off",
    (
        Choice("off", _("Not played")),
        Choice("kontra", _("Kontra alone")),
        Choice("re", _("Kontra and Re")),
        Choice("hirsch", _("Kontra, Re and Hirsch")),
    ),
)
ALL_PASS = choice_option(
    "all_pass",
    _("Everybody passes"),
    _("What is played when nobody bids."),
    NOTHING,
    (
        Choice(NOTHING, _("Nothing: nobody scores, and the next one deals")),
        Choice(RAMSCH, _("Ramsch: the most card points lose")),
    ),
)


def _passed(
    name: str,
    label: str,
    meaning: str,
    default: str,
    choices: tuple[Choice, ...],
    needs: Conditions = RAMSCH_PLAYED,
) -> Option:
    return choice_option(name, label, meaning, default, choices, group="passed", needs=needs)


PASSED = (
    _passed(
        "ramsch_scoring",
        _("What a Ramsch costs"),
        _("What is written for it, and by whom."),
        POINTS,
        (
            Choice(POINTS, _("The loser writes the card points as a minus")),
            Choice(FIXED, _("The loser writes a fixed minus")),
            Choice(LOWEST, _("Whoever has the fewest card points writes a plus")),
        ),
    ),
    amounts(
        "ramsch_prices",
        _("Fixed minus"),
        _("What the loser writes, by how many took no trick (Jungfrau)."),
        (_("No Jungfrau"), _("One Jungfrau"), _("Two Jungfrauen")),
        [10, 15, 20],
        group="passed",
        needs=RAMSCH_PLAYED + where("ramsch_scoring", FIXED),
    ),
    amount(
        "ramsch_lowest",
        _("For the fewest card points"),
        _("What is written for them; several who tie share it, rounded down."),
        20,
        group="passed",
        needs=RAMSCH_PLAYED + where("ramsch_scoring", LOWEST),
    ),
    _passed(
        "ramsch_tie",
        _("Several with the most card points"),
        _("Who of them has lost the Ramsch."),
        BOTH,
        (
            Choice(BOTH, _("Each of them writes the whole loss")),
            Choice(SPLIT, _("They share the loss, rounded down")),
            Choice(NAMED, _("One alone, whom the table names: the last trick was his")),
        ),
        ONE_LOSES,
    ),
    Option(
        "jungfrau",
        "flag",
        _("A Jungfrau doubles"),
        _("The loss is doubled for each player who took no trick."),
        True,
        group="passed",
        needs=RAMSCH_PLAYED + where("ramsch_scoring", POINTS),
    ),
    amount(
        "durchmarsch",
        _("Durchmarsch"),
        _("What is written for every trick of a Ramsch, and nobody loses it; 0: not played."),
        120,
        group="passed",
        needs=ONE_LOSES,
    ),
    _passed(
        "ramsch_skat",
        _("The skat in a Ramsch"),
        _("Whose card points it is."),
        LAST_TRICK,
        (
            Choice(LAST_TRICK, _("Whoever takes the last trick")),
            Choice(LOSER, _("The loser, on top of the others")),
            Choice(NOBODY, _("Nobody")),
        ),
    ),
    Option(
        "push_doubles",
        "flag",
        _("Passing the skat on doubles"),
        _("Schieberamsch: whoever passes the skat on unseen doubles the hand."),
        True,
        group="passed",
        needs=RAMSCH_PLAYED,
    ),
)

LOST_60 = Choice("lost_60", _("A game lost with 60 card points"))
KONTRA_LOST = Choice("kontra_lost", _("A game lost with Kontra"))
RE_SAID = Choice("re", _("A game with Re"))
GRAND_HAND = Choice("grand_hand", _("A grand from the hand"))
LOST_GRAND = Choice("lost_grand", _("A lost grand"))
HUNDREDS = Choice(
    "hundreds", _("Somebody’s total is a full hundred"), where("bock_from", BEGINS_NEXT)
)

OPTIONS = (
    COUNTING,
    KONTRA,
    ALL_PASS,
    *PASSED,
    *bock_options(
        LOST_60, KONTRA_LOST, RE_SAID, GRAND_HAND, LOST_GRAND, HUNDREDS, may_begin_at_once=True
    ),
)
