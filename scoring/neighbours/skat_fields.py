"""The fields of a hand of Skat, in the words of the game."""

from scoring.hand_fields import SUITS
from scoring.neighbours.skat_value import (
    GRAND,
    HIGHEST_BID,
    LOWEST_BID,
    NOTHING,
    NULL,
    SUIT_TRUMPS,
    most_tops,
)
from scoring.options import Choice
from scoring.ruleset import Field
from scoring.words import _

TRICKS = 10

GAMES = (*SUITS, Choice(GRAND, _("Grand")), Choice(NULL, _("Null")))

IN_A_GRAND = ("contract", (GRAND,))
"""It has only four trumps."""
IN_A_NULL = ("contract", (NULL,))
"""It has neither trumps nor card points, and nobody is Schneider in it."""

RESULTS = (
    Choice("won", _("Won")),
    Choice("won_schneider", _("Won, Schneider"), unless=IN_A_NULL),
    Choice("won_schwarz", _("Won, Schwarz"), unless=IN_A_NULL),
    Choice("lost", _("Lost")),
    Choice("lost_schneider", _("Lost, Schneider"), unless=IN_A_NULL),
    Choice("lost_schwarz", _("Lost, Schwarz"), unless=IN_A_NULL),
)

FIELDS = (
    Field(
        "declarer",
        "seat",
        _("Soloist"),
        _("Who won the bidding and plays against the two others."),
        empty=_("Everybody passed"),
    ),
    Field(
        "contract",
        "choice",
        _("Game"),
        _("The trumps, or a Null, in which the soloist must not take a trick."),
        when="played",
        choices=GAMES,
    ),
    Field(
        "tops",
        "count",
        _("Tops, with or without"),
        _("How many of the highest trumps in a row the soloist had, or lacked; not in a Null."),
        when="played",
        high=SUIT_TRUMPS,
        choices=tuple(
            Choice(str(tops), str(tops), unless=IN_A_GRAND if tops > most_tops(GRAND) else None)
            for tops in range(1, SUIT_TRUMPS + 1)
        ),
        unless=IN_A_NULL,
    ),
    Field(
        "result",
        "choice",
        _("Result"),
        _("How the soloist came out, in one tap; instead of card points."),
        when="played",
        choices=RESULTS,
    ),
    Field(
        "hand",
        "flag",
        _("Hand"),
        _("Played without looking at the skat."),
        when="played",
    ),
    Field(
        "announced",
        "choice",
        _("Announced"),
        _("Only from the hand; a Null may be ouvert with the skat too."),
        when="played",
        choices=(
            Choice(NOTHING, _("Nothing")),
            Choice("schneider", _("Schneider"), unless=IN_A_NULL),
            Choice("schwarz", _("Schwarz"), unless=IN_A_NULL),
            Choice("ouvert", _("Ouvert (open)")),
        ),
        preset=NOTHING,
    ),
    Field(
        "bid",
        "count",
        _("Bid"),
        _("Only where the game may be worth less than was bid: then it is lost."),
        when="played",
        low=LOWEST_BID,
        high=HIGHEST_BID,
        empty=_("Not overbid"),
    ),
    Field(
        "declarer_points",
        "points",
        _("Card points of the soloist"),
        _("With the skat; only if nobody chose the result."),
        when="played",
        unless=IN_A_NULL,
    ),
    Field(
        "declarer_tricks",
        "count",
        _("Tricks of the soloist"),
        _("Only needed when it was all of them or none."),
        when="played",
        high=TRICKS,
        empty=_("Some, but not all"),
        unless=IN_A_NULL,
    ),
)
