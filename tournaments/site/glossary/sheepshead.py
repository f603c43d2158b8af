"""The words of Sheepshead."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.site.glossary.entries import FIVE_HANDED, SHEEPSHEAD, THREE_HANDED, Entry

PICKING = (
    Entry(
        "picker",
        _("Picker, declarer"),
        SHEEPSHEAD,
        _(
            "Whoever takes the game on: picks up the blind, where there is one, and plays against "
            "the others, alone or with a partner."
        ),
    ),
    Entry(
        "blind",
        _("Blind, the middle"),
        SHEEPSHEAD,
        _("The cards that lie face down on the table until somebody picks them up."),
    ),
    Entry(
        "bury",
        _("Bury"),
        SHEEPSHEAD,
        _(
            "To put as many cards away face down as one has picked up. They mostly count for the "
            "picker, in one three-handed game for the opponents."
        ),
    ),
    Entry(
        "partner",
        _("Partner"),
        SHEEPSHEAD,
        _("Who plays with the picker, and often shows it only by playing the right card."),
    ),
    Entry("defender", _("Defender"), SHEEPSHEAD, _("Whoever plays against the picker’s side.")),
    Entry(
        "called-ace",
        _("Called ace"),
        SHEEPSHEAD,
        _(
            "The picker names the ace of a fail suit; whoever holds it is the partner and keeps "
            "quiet about it. The picker must hold a card of that suit."
        ),
    ),
    Entry(
        "under",
        _("Under"),
        FIVE_HANDED,
        _(
            "A card laid face down by a picker who has no card of the called suit: it stands for "
            "that suit and can never take a trick."
        ),
    ),
    Entry(
        "jack-of-diamonds",
        _("Jack of diamonds"),
        FIVE_HANDED,
        _("In some places its holder is the picker’s partner, without any calling."),
    ),
    Entry(
        "calling-up",
        _("Calling up"),
        FIVE_HANDED,
        _("A picker who has the jack of diamonds asks for the next higher jack instead."),
    ),
    Entry(
        "alone",
        _("Alone"),
        SHEEPSHEAD,
        _(
            "The picker without a partner, by choice or because the partner’s card turned up in "
            "the own hand."
        ),
    ),
    Entry(
        "cut-throat",
        _("Cut-throat"),
        _("four-handed Sheepshead"),
        _("With a blind of four the picker always plays alone against three."),
    ),
    Entry(
        "contract",
        _("Contract"),
        _("four-handed Sheepshead"),
        _(
            "What the declarer takes on where there is no blind: with a called ace, or a solo with "
            "fewer and fewer trumps."
        ),
    ),
)

ALL_PASSED = (
    Entry(
        "passed",
        _("All passed"),
        SHEEPSHEAD,
        _("Nobody took the game on. What follows is a house rule."),
    ),
    Entry(
        "leaster",
        _("Leaster, least"),
        SHEEPSHEAD,
        _("Everybody passed and plays alone, and the fewest card points win."),
    ),
    Entry(
        "moster",
        _("Moster"),
        SHEEPSHEAD,
        _("The other way round: everybody passed, and the most card points lose."),
    ),
    Entry(
        "mittler",
        _("Mittler"),
        SHEEPSHEAD,
        _("Everybody passed, and whoever comes out in the middle wins."),
    ),
    Entry(
        "schneidster",
        _("Schneidster"),
        SHEEPSHEAD,
        _("Everybody passed, and whoever comes closest to 30 card points from below wins."),
    ),
    Entry(
        "doubler",
        _("Doubler, doubled hand"),
        SHEEPSHEAD,
        _(
            "Everybody passed, the cards are thrown in, the same dealer deals again, and a coming "
            "hand counts double: that is the doubled hand."
        ),
    ),
    Entry(
        "redeal",
        _("Thrown in"),
        SHEEPSHEAD,
        _("Everybody passed, and the cards are dealt again at the usual price."),
    ),
)

PRICES = (
    Entry(
        "bump",
        _("Bump"),
        SHEEPSHEAD,
        _("Double on the bump: a picker’s side that loses pays twice what it would have won."),
    ),
    Entry(
        "crack",
        _("Crack"),
        SHEEPSHEAD,
        _("An opponent who had no chance to pick knocks on the table, and the hand is doubled."),
    ),
    Entry(
        "recrack",
        _("Re-crack"),
        SHEEPSHEAD,
        _("The picker’s side knocks back, also called crack-back: doubled again, fourfold in all."),
    ),
    Entry(
        "castrate",
        _("Castrate"),
        SHEEPSHEAD,
        _("A third player answers the re-crack: doubled once more, eightfold in all."),
    ),
    Entry(
        "blitz",
        _("Blitz"),
        SHEEPSHEAD,
        _(
            "To show both black or both red queens, in some clubs jacks too: each pair doubles the "
            "hand."
        ),
    ),
    Entry(
        "called-all",
        _("“Sheepshead!”"),
        SHEEPSHEAD,
        _(
            "Called by a picker who means to take every trick. It pays twice the price of no "
            "trick; one trick missed and it costs as much."
        ),
    ),
    Entry(
        "last-hand",
        _("Last hand, doubled"),
        SHEEPSHEAD,
        _("Some tables agree that the last hand of the evening counts double."),
    ),
)

TALK = (
    Entry(
        "mauer",
        _("Mauer"),
        SHEEPSHEAD,
        _(
            "To pass with a strong hand and wait for somebody else to pick; also whoever does it. "
            "Done often, it costs you your chair."
        ),
    ),
    Entry("stones", _("Stones, steins"), SHEEPSHEAD, _("Poor cards in the blind.")),
    Entry(
        "always-a-partner",
        _("“I always got a partner”"),
        FIVE_HANDED,
        _("Muttered over a weak pick, with hope for the other hand."),
    ),
    Entry(
        "with-help",
        _("“Spades with help”"),
        FIVE_HANDED,
        _("Tells the partner, with whichever suit was called, that one holds next to nothing."),
    ),
    Entry(
        "pick-on-seven",
        _("Pick on seven"),
        THREE_HANDED,
        _("A rule of thumb: with seven trumps and aces together, pick."),
    ),
    Entry(
        "take-it",
        _("“Take it, you can’t go least!”"),
        THREE_HANDED,
        _("Said to anybody who hesitates over the blind, and meant to be worth nothing."),
    ),
)
