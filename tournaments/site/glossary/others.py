"""The words of Saskop and of Schafkopf proper."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.site.glossary.entries import SASKOP, SASKU, SCHAFKOPF, Entry

SASKOP_WORDS = (
    Entry(
        "strokes",
        _("Strokes"),
        SASKOP,
        _(
            "What is won: two upright, then two across, so that four look like #. The usual game "
            "goes to sixteen."
        ),
    ),
    Entry(
        "makers",
        _("Makers"),
        SASKOP,
        _(
            "The pair that named the final trumps; they win less than the others win by beating "
            "them."
        ),
    ),
    Entry(
        "diamonds",
        _("Diamonds"),
        SASKOP,
        _(
            "Trumps when everybody passes. Anybody may override the final bid with them, and they "
            "make a hand dearer."
        ),
    ),
    Entry(
        "passed-hand",
        _("Passed hand"),
        SASKOP,
        _("Nobody bid, so diamonds are trumps and nobody is maker; it brings very little."),
    ),
    Entry(
        "tie",
        _("Tie, replay"),
        SASKOP,
        _(
            "60 card points each. In Saskop nobody scores, and the same dealer deals once more: "
            "same makers, same trumps."
        ),
    ),
    Entry(
        "lambapea",
        _("Lambapea"),
        SASKOP,
        _(
            "Sheep’s head, a mild insult and another name of the game: all nine tricks, which win "
            "the whole game at once and shame the others."
        ),
    ),
    Entry(
        "shutout",
        _("Shutout"),
        SASKOP,
        _(
            "A game won without a single stroke for the others. They do not like to hear of it "
            "either."
        ),
    ),
    Entry(
        "karvane",
        _("Karvane"),
        SASKU,
        _("All tricks, where they bring a fixed number of strokes and not the whole game."),
    ),
    Entry(
        "blind-diamonds",
        _("Ordered blind"),
        SASKU,
        _("Diamonds named before anybody has seen a card: dearer still."),
    ),
    Entry(
        "hada",
        _("Häda"),
        SASKOP,
        _(
            "Emergency: tells the partner that one’s last trump is the ace or the ten, and asks "
            "for the partner’s highest trump."
        ),
    ),
    Entry(
        "blinking",
        _("Blinking"),
        SASKOP,
        _(
            "The last to play may blink at a partner who plays second, and so say: this trick is "
            "ours."
        ),
    ),
    Entry(
        "roof",
        _("Roof"),
        SASKOP,
        _(
            "A hand without a single court card. Fingertips put together like a roof say so, where "
            "the table allows it."
        ),
    ),
)

SCHAFKOPF_WORDS = (
    Entry("ober-unter", _("Ober, Unter"), SCHAFKOPF, _("The German queen and jack.")),
    Entry(
        "rufspiel",
        _("Rufspiel, Sauspiel"),
        SCHAFKOPF,
        _("The declarer calls an ace and plays with its holder against the other two."),
    ),
    Entry(
        "solo",
        _("Solo"),
        SCHAFKOPF,
        _("One against three, with a trump suit of the declarer’s own choice."),
    ),
    Entry(
        "wenz",
        _("Wenz, Geier, Farbwenz"),
        SCHAFKOPF,
        _(
            "One against three: in a Wenz the Unters alone are trumps, in a Geier the Obers, in a "
            "Farbwenz the Unters and a suit."
        ),
    ),
    Entry(
        "bettel",
        _("Bettel"),
        SCHAFKOPF,
        _("Begging: the declarer plays alone and must not take a single trick."),
    ),
    Entry(
        "tout",
        _("Tout"),
        SCHAFKOPF,
        _("A promise to take every trick at double the price; one trick lost loses it."),
    ),
    Entry(
        "sie",
        _("Sie"),
        SCHAFKOPF,
        _("The eight highest trumps in one hand: nothing left to play, and four times the price."),
    ),
    Entry(
        "laufende",
        _("Laufende"),
        SCHAFKOPF,
        _(
            "Runners: the highest trumps without a gap, all on one side. From a certain number on "
            "each adds to the price."
        ),
    ),
    Entry(
        "knock",
        _("Knock"),
        SCHAFKOPF,
        _("Each knock on the table before the play doubles the hand."),
    ),
    Entry(
        "kontra",
        _("Kontra"),
        SCHAFKOPF,
        _("Called by the opponents, it doubles the price; the declarer’s side may answer with Re."),
    ),
    Entry(
        "ramsch",
        _("Ramsch"),
        SCHAFKOPF,
        _("Everybody passed and plays alone, and whoever takes the most card points pays."),
    ),
    Entry(
        "jungfrau",
        _("Jungfrau, Durchmarsch"),
        SCHAFKOPF,
        _(
            "In a Ramsch a virgin took no trick, which doubles what is paid; who marches through "
            "takes every trick, and wins what would have been lost."
        ),
    ),
    Entry(
        "muss",
        _("Muss"),
        SCHAFKOPF,
        _(
            "Everybody passed, so the holder of the Ober of acorns must call an ace; such a game "
            "is won with 60."
        ),
    ),
    Entry(
        "kreuz",
        _("Über Kreuz"),
        SCHAFKOPF,
        _(
            "Crosswise: everybody passed, and the holder of the Ober of acorns plays with whoever "
            "sits opposite."
        ),
    ),
    Entry(
        "stock",
        _("Stock, pot"),
        SCHAFKOPF,
        _(
            "Everybody passed and pays in; whoever wins the next game takes the pot, and whoever "
            "loses it pays as much again. What lies there is missing in the totals."
        ),
    ),
)
