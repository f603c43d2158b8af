"""The words of the cards, and of counting them."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.site.glossary.entries import ALL_GAMES, SASKOP, SHEEPSHEAD, THREE_HANDED, Entry

CARDS = (
    Entry(
        "trump",
        _("Trump"),
        ALL_GAMES,
        _(
            "A card of the long suit that beats all the others: the permanent trumps, and one suit "
            "below them."
        ),
    ),
    Entry(
        "permanent-trumps",
        _("Permanent trumps"),
        ALL_GAMES,
        _(
            "Court cards that are trumps whatever is printed on them. In Sheepshead these are all "
            "queens and jacks, in Saskop the kings too."
        ),
    ),
    Entry(
        "queens-and-jacks",
        _("Queens and jacks as trumps"),
        SHEEPSHEAD,
        _(
            "The queens stand above the jacks, each in the order clubs, spades, hearts, diamonds; "
            "below them follow the diamonds. High in rank, they are worth only 3 and 2 card "
            "points."
        ),
    ),
    Entry(
        "fail",
        _("Fail"),
        SHEEPSHEAD,
        _("A suit that is not trumps: clubs, spades or hearts, without its queen and jack."),
    ),
    Entry(
        "big-kahuna",
        _("The big kahuna"),
        SHEEPSHEAD,
        _("The queen of clubs, the highest card of the pack."),
    ),
    Entry(
        "six-of-trumps",
        _("Six of trumps"),
        SASKOP,
        _("The highest card of the game; a small six in any other suit."),
    ),
    Entry(
        "butter-up",
        _("Butter up, schmear"),
        ALL_GAMES,
        _("To throw a card with many card points on a trick that one’s own side is going to take."),
    ),
)

COUNTING = (
    Entry(
        "card-points",
        _("Card points"),
        ALL_GAMES,
        _(
            "The points in the cards: ace 11, ten 10, king 4, queen 3, jack 2, the rest nothing. "
            "All of them together make 120."
        ),
    ),
    Entry(
        "sixty-one",
        _("Sixty-one"),
        SHEEPSHEAD,
        _("One more than half of the card points, and what the picker’s side needs to win."),
    ),
    Entry(
        "over-under",
        _("Over and under"),
        THREE_HANDED,
        _(
            "A way to call out a pile. Two of each rank make 60, so only what differs is named: "
            "three aces are the “over-ace”, no jack is the “double-under-jack”."
        ),
    ),
    Entry("even", _("Even"), THREE_HANDED, _("Two of each rank: exactly 60, and nothing to call.")),
    Entry(
        "schneider",
        _("Schneider"),
        ALL_GAMES,
        _(
            "Tailor: a losing side that stays below 30 or 31 card points, depending on the rules, "
            "and is charged the second price."
        ),
    ),
    Entry(
        "schnitz",
        _("Schnitz"),
        SHEEPSHEAD,
        _("Slang for schneider, and for the halfway mark of the points that a win takes."),
    ),
    Entry(
        "schwarz",
        _("No trick, schwarz"),
        ALL_GAMES,
        _(
            "A side that took no trick at all. A trick without a single card point is still a "
            "trick."
        ),
    ),
)
