"""The words of the cards and of the games, and what an entry of the word list is."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# What an entry of the word list is, and who says a word.

ALL_GAMES = _("all games")
SHEEPSHEAD = _("Sheepshead")
THREE_HANDED = _("three-handed games")
FIVE_HANDED = _("five-handed Sheepshead")
SASKOP = _("Saskop and Sasku")
SASKU = _("Sasku with karvane")
SCHAFKOPF = _("Bavarian Schafkopf")
SKAT = _("Skat")
DOPPELKOPF = _("Doppelkopf")
HERE = _("this program")


class Entry(NamedTuple):
    """A word: its anchor on the page, the word itself, who says it, and what it means."""

    anchor: str
    term: str | Promise
    said_in: str | Promise
    meaning: str | Promise


class Group(NamedTuple):
    """Words that belong together."""

    anchor: str
    title: str | Promise
    entries: tuple[Entry, ...]


# The words of the cards, and of counting them.

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


# The words of Sheepshead.

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


# The words of Saskop and of Schafkopf proper.

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


# Words of the neighbours, Skat and Doppelkopf.

SKAT_WORDS = (
    Entry("soloist", _("Soloist"), SKAT, _("Who won the bidding: alone against the two others.")),
    Entry(
        "tops",
        _("Tops, with or without"),
        SKAT,
        _(
            "The highest trumps in a row from the jack of clubs down: with those that the soloist "
            "had, without those that he lacked. Both count alike."
        ),
    ),
    Entry(
        "levels",
        _("Levels"),
        SKAT,
        _(
            "Tops, one for the game, and one more each for hand, Schneider, Schwarz, what was "
            "announced, and ouvert: so many times the base is the value of the game."
        ),
    ),
    Entry("hand-game", _("Hand"), SKAT, _("Played without looking at the two cards of the skat.")),
    Entry("ouvert", _("Ouvert"), SKAT, _("Played with the cards open on the table.")),
    Entry("grand", _("Grand"), SKAT, _("Only the four jacks are trumps.")),
    Entry("null", _("Null"), SKAT, _("No trumps at all; the soloist must not take a trick.")),
    Entry(
        "overbid",
        _("Overbid"),
        SKAT,
        _("The game turned out to be worth less than was bid: it is lost."),
    ),
    Entry(
        "seeger-fabian",
        _("Seeger, Seeger–Fabian"),
        SKAT,
        _(
            "How tournaments count: 50 beside the value for a game won and off for one lost "
            "(Seeger), and to each of the others for a lost one 40 at a table of three, 30 at one "
            "of four, the dealer too (Fabian)."
        ),
    ),
)

DOPPELKOPF_WORDS = (
    Entry(
        "re",
        _("Re"),
        DOPPELKOPF,
        _("The two with the queens of clubs (the old ones), or a soloist; also what they say."),
    ),
    Entry(
        "kontra-side",
        _("Kontra"),
        DOPPELKOPF,
        _("The others; also what they announce."),
    ),
    Entry(
        "no-ninety",
        _("“No 90”"),
        DOPPELKOPF,
        _("Announced, and then no 60, no 30, Schwarz: the others stay under it, or it is lost."),
    ),
    Entry(
        "resistance",
        _("Resistance"),
        DOPPELKOPF,
        _("To reach a level more than was denied, such as 120 against “no 90”: one point more."),
    ),
    Entry(
        "doppelkopf-trick", _("A Doppelkopf"), DOPPELKOPF, _("A trick of 40 card points or more.")
    ),
    Entry("fox", _("Fox"), DOPPELKOPF, _("The ace of diamonds; caught from the others, a point.")),
    Entry("charlie", _("Charlie"), DOPPELKOPF, _("The jack of clubs that takes the last trick.")),
)
