"""The house rules of a Doppelkopf table, beside the checklist of the DDV, which is their default.

Where each of them stands is said in the ruleset `doppelkopf`.
"""

from collections.abc import Sequence

from scoring.bock import bock_options
from scoring.house_rules import choice_option
from scoring.options import ANY, Choice, Option, where
from scoring.words import _

ADD, DOUBLE = "add", "double"
PLUS_MINUS, WINNERS_ONLY = "plus_minus", "winners_only"
WITHOUT_NINES = "without_nines"
OLD_ONLY = "old_only"
GAME = "game"

MOST_OF = {
    "doppelkopf": 4,
    "fox": 2,
    "charlie": 1,
    "charlie_caught": 2,
    "fox_last": 1,
    "hearts_through": 2,
    "dulle_caught": 2,
}
"""How many extra points of each kind a hand can have: there are two foxes, and so on."""


def most_extras(kinds: Sequence[str]) -> int:
    """How many extra points of these kinds a hand can have, both sides together.

    >>> most_extras(["doppelkopf", "fox", "charlie"]), most_extras([])
    (7, 0)
    """
    return sum(map(MOST_OF.__getitem__, kinds))


ANNOUNCEMENTS = choice_option(
    "announcements",
    _("Re and Kontra"),
    _("What an announced Re or Kontra makes of the value of a hand."),
    ADD,
    (Choice(ADD, _("2 more for each of them")), Choice(DOUBLE, _("Twice, for each of them"))),
)
EXTRAS = Option(
    "extras",
    "set",
    _("Extra points"),
    _("Which of them there are; in a solo there are none."),
    ["doppelkopf", "fox", "charlie"],
    (
        Choice("doppelkopf", _("A Doppelkopf: 40 or more in one trick")),
        Choice("fox", _("A fox caught")),
        Choice("charlie", _("Charlie takes the last trick")),
        Choice("charlie_caught", _("Charlie caught in the last trick")),
        Choice("fox_last", _("A fox takes the last trick")),
        Choice("hearts_through", _("A trick of hearts goes through")),
        Choice("dulle_caught", _("A ten of hearts caught")),
    ),
)
MANDATORY_SOLO = Option(
    "mandatory_solo",
    "flag",
    _("Mandatory solo"),
    _("Everybody owes one solo; the first that somebody plays is the mandatory one."),
    False,
)

HEARTS_TRICK = Choice("hearts_trick", _("A trick of nothing but hearts"))
BOTH_120 = Choice("both_120", _("120 to 120"))
ZERO_GAME = Choice("zero_game", _("A hand that is worth nothing"))
RE_LOST = Choice("re_lost", _("Re announced and lost"))
KONTRA_LOST = Choice("kontra_lost", _("Kontra announced and lost"))
SOLO_LOST = Choice("solo_lost", _("A lost solo"))

OPTIONS = (
    ANNOUNCEMENTS,
    EXTRAS,
    MANDATORY_SOLO,
    Option(
        "double_extras",
        "flag",
        _("Extra points are doubled too"),
        _("An announcement doubles the extra points as well; if not, they are added afterwards."),
        True,
        group="doubling",
        needs=where("announcements", DOUBLE),
    ),
    *bock_options(HEARTS_TRICK, BOTH_120, ZERO_GAME, RE_LOST, KONTRA_LOST, SOLO_LOST),
    choice_option(
        "bock_effect",
        _("A Bock reaches"),
        _("Whether a Bock counts for the extra points too."),
        "all",
        (Choice("all", _("The whole hand")), Choice(GAME, _("The hand without its extra points"))),
        group="bock",
        needs=where("bock", ANY),
    ),
    choice_option(
        "booking",
        _("Booking"),
        _("Who writes points."),
        PLUS_MINUS,
        (
            Choice(PLUS_MINUS, _("Winners plus, losers minus")),
            Choice(WINNERS_ONLY, _("Winners only")),
        ),
        group="booking",
    ),
    Option(
        "against_old",
        "flag",
        _("Against the old ones"),
        _("Kontra gets 1 more for winning against the queens of clubs."),
        True,
        group="booking",
    ),
    choice_option(
        "tie_120",
        _("120 to 120"),
        _("What Kontra gets for it with a partner, where nothing was announced."),
        "won_and_old",
        (
            Choice("won_and_old", _("2: won, and against the old ones")),
            Choice(OLD_ONLY, _("1: only against the old ones")),
        ),
        group="booking",
        needs=where("against_old", True),
    ),
    Option(
        "no_back_door",
        "flag",
        _("No back door"),
        _("Where the losers’ extra points outweigh a won hand, nobody writes anything."),
        False,
        group="booking",
    ),
    choice_option(
        "pack",
        _("Pack"),
        _("With nines there are 12 tricks, without them 10."),
        "with_nines",
        (
            Choice("with_nines", _("With nines: 48 cards")),
            Choice(WITHOUT_NINES, _("Without nines: 40 cards")),
        ),
        group="play",
    ),
    Option(
        "solo_redeal",
        "flag",
        _("The deal stays after a mandatory solo"),
        _("The same dealer deals again, so that nobody loses a deal by it."),
        True,
        group="play",
        needs=where("mandatory_solo", True),
    ),
)
