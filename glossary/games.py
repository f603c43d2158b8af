"""The words of the cards and of the games, and what an entry of the word list is."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.text import slugify
from django.utils.translation import gettext_noop as _

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
    """A word, who says it, and what it means; to be translated where they are shown."""

    term: str
    said_in: str
    meaning: str
    own_anchor: str = ""

    @property
    def anchor(self) -> str:
        """Where on the page the word stands: its own name, or another where that is long or taken.

        >>> Entry("Permanent trumps", "all games", "Court cards.").anchor
        'permanent-trumps'
        """
        return self.own_anchor or slugify(self.term)


class Group(NamedTuple):
    """Words that belong together."""

    anchor: str
    title: str
    entries: tuple[Entry, ...]


# The words of the cards, and of counting them.

CARDS = (
    Entry(
        _("Trump"),
        ALL_GAMES,
        _(
            "A card of the long suit that beats all the others: the permanent trumps, and one suit "
            "below them."
        ),
    ),
    Entry(
        _("Permanent trumps"),
        ALL_GAMES,
        _(
            "Court cards that are trumps whatever is printed on them. In Sheepshead these are all "
            "queens and jacks, in Saskop the kings too."
        ),
    ),
    Entry(
        _("Queens and jacks as trumps"),
        SHEEPSHEAD,
        _(
            "The queens stand above the jacks, each in the order clubs, spades, hearts, diamonds; "
            "below them follow the diamonds. High in rank, they are worth only 3 and 2 card "
            "points."
        ),
        own_anchor="queens-and-jacks",
    ),
    Entry(
        _("Fail"),
        SHEEPSHEAD,
        _("A suit that is not trumps: clubs, spades or hearts, without its queen and jack."),
    ),
    Entry(
        _("The big kahuna"),
        SHEEPSHEAD,
        _("The queen of clubs, the highest card of the pack."),
        own_anchor="big-kahuna",
    ),
    Entry(
        _("Six of trumps"),
        SASKOP,
        _("The highest card of the game; a small six in any other suit."),
    ),
    Entry(
        _("Butter up, schmear"),
        ALL_GAMES,
        _("To throw a card with many card points on a trick that one’s own side is going to take."),
        own_anchor="butter-up",
    ),
)

COUNTING = (
    Entry(
        _("Card points"),
        ALL_GAMES,
        _(
            "The points in the cards: ace 11, ten 10, king 4, queen 3, jack 2, the rest nothing. "
            "All of them together make 120."
        ),
    ),
    Entry(
        _("Sixty-one"),
        SHEEPSHEAD,
        _("One more than half of the card points, and what the picker’s side needs to win."),
    ),
    Entry(
        _("Over and under"),
        THREE_HANDED,
        _(
            "A way to call out a pile. Two of each rank make 60, so only what differs is named: "
            "three aces are the “over-ace”, no jack is the “double-under-jack”."
        ),
        own_anchor="over-under",
    ),
    Entry(_("Even"), THREE_HANDED, _("Two of each rank: exactly 60, and nothing to call.")),
    Entry(
        _("Schneider"),
        ALL_GAMES,
        _(
            "Tailor: a losing side that stays below 30 or 31 card points, depending on the rules, "
            "and is charged the second price."
        ),
    ),
    Entry(
        _("Schnitz"),
        SHEEPSHEAD,
        _("Slang for schneider, and for the halfway mark of the points that a win takes."),
    ),
    Entry(
        _("No trick, schwarz"),
        ALL_GAMES,
        _(
            "A side that took no trick at all. A trick without a single card point is still a "
            "trick."
        ),
        own_anchor="schwarz",
    ),
)


# The words of Sheepshead.

PICKING = (
    Entry(
        _("Picker, declarer"),
        SHEEPSHEAD,
        _(
            "Whoever takes the game on: picks up the blind, where there is one, and plays against "
            "the others, alone or with a partner."
        ),
        own_anchor="picker",
    ),
    Entry(
        _("Blind, the middle"),
        SHEEPSHEAD,
        _("The cards that lie face down on the table until somebody picks them up."),
        own_anchor="blind",
    ),
    Entry(
        _("Bury"),
        SHEEPSHEAD,
        _(
            "To put as many cards away face down as one has picked up. They mostly count for the "
            "picker, in one three-handed game for the opponents."
        ),
    ),
    Entry(
        _("Partner"),
        SHEEPSHEAD,
        _("Who plays with the picker, and often shows it only by playing the right card."),
    ),
    Entry(_("Defender"), SHEEPSHEAD, _("Whoever plays against the picker’s side.")),
    Entry(
        _("Called ace"),
        SHEEPSHEAD,
        _(
            "The picker names the ace of a fail suit; whoever holds it is the partner and keeps "
            "quiet about it. The picker must hold a card of that suit."
        ),
    ),
    Entry(
        _("Under"),
        FIVE_HANDED,
        _(
            "A card laid face down by a picker who has no card of the called suit: it stands for "
            "that suit and can never take a trick."
        ),
    ),
    Entry(
        _("Jack of diamonds"),
        FIVE_HANDED,
        _("In some places its holder is the picker’s partner, without any calling."),
    ),
    Entry(
        _("Calling up"),
        FIVE_HANDED,
        _("A picker who has the jack of diamonds asks for the next higher jack instead."),
    ),
    Entry(
        _("Alone"),
        SHEEPSHEAD,
        _(
            "The picker without a partner, by choice or because the partner’s card turned up in "
            "the own hand."
        ),
    ),
    Entry(
        _("Cut-throat"),
        _("four-handed Sheepshead"),
        _("With a blind of four the picker always plays alone against three."),
    ),
    Entry(
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
        _("All passed"),
        SHEEPSHEAD,
        _("Nobody took the game on. What follows is a house rule."),
        own_anchor="passed",
    ),
    Entry(
        _("Leaster, least"),
        SHEEPSHEAD,
        _("Everybody passed and plays alone, and the fewest card points win."),
        own_anchor="leaster",
    ),
    Entry(
        _("Moster"),
        SHEEPSHEAD,
        _("The other way round: everybody passed, and the most card points lose."),
    ),
    Entry(
        _("Mittler"), SHEEPSHEAD, _("Everybody passed, and whoever comes out in the middle wins.")
    ),
    Entry(
        _("Schneidster"),
        SHEEPSHEAD,
        _("Everybody passed, and whoever comes closest to 30 card points from below wins."),
    ),
    Entry(
        _("Doubler, doubled hand"),
        SHEEPSHEAD,
        _(
            "Everybody passed, the cards are thrown in, the same dealer deals again, and a coming "
            "hand counts double: that is the doubled hand."
        ),
        own_anchor="doubler",
    ),
    Entry(
        _("Thrown in"),
        SHEEPSHEAD,
        _("Everybody passed, and the cards are dealt again at the usual price."),
        own_anchor="redeal",
    ),
)

PRICES = (
    Entry(
        _("Bump"),
        SHEEPSHEAD,
        _("Double on the bump: a picker’s side that loses pays twice what it would have won."),
    ),
    Entry(
        _("Crack"),
        SHEEPSHEAD,
        _("An opponent who had no chance to pick knocks on the table, and the hand is doubled."),
    ),
    Entry(
        _("Re-crack"),
        SHEEPSHEAD,
        _("The picker’s side knocks back, also called crack-back: doubled again, fourfold in all."),
        own_anchor="recrack",
    ),
    Entry(
        _("Castrate"),
        SHEEPSHEAD,
        _("A third player answers the re-crack: doubled once more, eightfold in all."),
    ),
    Entry(
        _("Blitz"),
        SHEEPSHEAD,
        _(
            "To show both black or both red queens, in some clubs jacks too: each pair doubles the "
            "hand."
        ),
    ),
    Entry(
        _("“Sheepshead!”"),
        SHEEPSHEAD,
        _(
            "Called by a picker who means to take every trick. It pays twice the price of no "
            "trick; one trick missed and it costs as much."
        ),
        own_anchor="called-all",
    ),
    Entry(
        _("Last hand, doubled"),
        SHEEPSHEAD,
        _("Some tables agree that the last hand of the evening counts double."),
        own_anchor="last-hand",
    ),
)

TALK = (
    Entry(
        _("Mauer"),
        SHEEPSHEAD,
        _(
            "To pass with a strong hand and wait for somebody else to pick; also whoever does it. "
            "Done often, it costs you your chair."
        ),
    ),
    Entry(_("Stones, steins"), SHEEPSHEAD, _("Poor cards in the blind."), own_anchor="stones"),
    Entry(
        _("“I always got a partner”"),
        FIVE_HANDED,
        _("Muttered over a weak pick, with hope for the other hand."),
        own_anchor="always-a-partner",
    ),
    Entry(
        _("“Spades with help”"),
        FIVE_HANDED,
        _("Tells the partner, with whichever suit was called, that one holds next to nothing."),
        own_anchor="with-help",
    ),
    Entry(
        _("Pick on seven"),
        THREE_HANDED,
        _("A rule of thumb: with seven trumps and aces together, pick."),
    ),
    Entry(
        _("“Take it, you can’t go least!”"),
        THREE_HANDED,
        _("Said to anybody who hesitates over the blind, and meant to be worth nothing."),
        own_anchor="take-it",
    ),
)


# The words of Saskop and of Schafkopf proper.

SASKOP_WORDS = (
    Entry(
        _("Strokes"),
        SASKOP,
        _(
            "What is won: two upright, then two across, so that four look like #. The usual game "
            "goes to sixteen."
        ),
    ),
    Entry(
        _("Makers"),
        SASKOP,
        _(
            "The pair that named the final trumps; they win less than the others win by beating "
            "them."
        ),
    ),
    Entry(
        _("Diamonds"),
        SASKOP,
        _(
            "Trumps when everybody passes. Anybody may override the final bid with them, and they "
            "make a hand dearer."
        ),
    ),
    Entry(
        _("Passed hand"),
        SASKOP,
        _("Nobody bid, so diamonds are trumps and nobody is maker; it brings very little."),
    ),
    Entry(
        _("Tie, replay"),
        SASKOP,
        _(
            "60 card points each. In Saskop nobody scores, and the same dealer deals once more: "
            "same makers, same trumps."
        ),
        own_anchor="tie",
    ),
    Entry(
        _("Lambapea"),
        SASKOP,
        _(
            "Sheep’s head, a mild insult and another name of the game: all nine tricks, which win "
            "the whole game at once and shame the others."
        ),
    ),
    Entry(
        _("Shutout"),
        SASKOP,
        _(
            "A game won without a single stroke for the others. They do not like to hear of it "
            "either."
        ),
    ),
    Entry(
        _("Karvane"),
        SASKU,
        _("All tricks, where they bring a fixed number of strokes and not the whole game."),
    ),
    Entry(
        _("Ordered blind"),
        SASKU,
        _("Diamonds named before anybody has seen a card: dearer still."),
        own_anchor="blind-diamonds",
    ),
    Entry(
        _("Häda"),
        SASKOP,
        _(
            "Emergency: tells the partner that one’s last trump is the ace or the ten, and asks "
            "for the partner’s highest trump."
        ),
    ),
    Entry(
        _("Blinking"),
        SASKOP,
        _(
            "The last to play may blink at a partner who plays second, and so say: this trick is "
            "ours."
        ),
    ),
    Entry(
        _("Roof"),
        SASKOP,
        _(
            "A hand without a single court card. Fingertips put together like a roof say so, where "
            "the table allows it."
        ),
    ),
)

SCHAFKOPF_WORDS = (
    Entry(_("Ober, Unter"), SCHAFKOPF, _("The German queen and jack.")),
    Entry(
        _("Rufspiel, Sauspiel"),
        SCHAFKOPF,
        _("The declarer calls an ace and plays with its holder against the other two."),
        own_anchor="rufspiel",
    ),
    Entry(
        _("Solo"),
        SCHAFKOPF,
        _("One against three, with a trump suit of the declarer’s own choice."),
    ),
    Entry(
        _("Wenz, Geier, Farbwenz"),
        SCHAFKOPF,
        _(
            "One against three: in a Wenz the Unters alone are trumps, in a Geier the Obers, in a "
            "Farbwenz the Unters and a suit."
        ),
        own_anchor="wenz",
    ),
    Entry(
        _("Bettel"),
        SCHAFKOPF,
        _("Begging: the declarer plays alone and must not take a single trick."),
    ),
    Entry(
        _("Tout"),
        SCHAFKOPF,
        _("A promise to take every trick at double the price; one trick lost loses it."),
    ),
    Entry(
        _("Sie"),
        SCHAFKOPF,
        _("The eight highest trumps in one hand: nothing left to play, and four times the price."),
    ),
    Entry(
        _("Laufende"),
        SCHAFKOPF,
        _(
            "Runners: the highest trumps without a gap, all on one side. From a certain number on "
            "each adds to the price."
        ),
    ),
    Entry(_("Knock"), SCHAFKOPF, _("Each knock on the table before the play doubles the hand.")),
    Entry(
        _("Kontra"),
        SCHAFKOPF,
        _("Called by the opponents, it doubles the price; the declarer’s side may answer with Re."),
    ),
    Entry(
        _("Ramsch"),
        SCHAFKOPF,
        _("Everybody passed and plays alone, and whoever takes the most card points pays."),
    ),
    Entry(
        _("Jungfrau, Durchmarsch"),
        SCHAFKOPF,
        _(
            "In a Ramsch a virgin took no trick, which doubles what is paid; who marches through "
            "takes every trick, and wins what would have been lost."
        ),
        own_anchor="jungfrau",
    ),
    Entry(
        _("Muss"),
        SCHAFKOPF,
        _(
            "Everybody passed, so the holder of the Ober of acorns must call an ace; such a game "
            "is won with 60."
        ),
    ),
    Entry(
        _("Über Kreuz"),
        SCHAFKOPF,
        _(
            "Crosswise: everybody passed, and the holder of the Ober of acorns plays with whoever "
            "sits opposite."
        ),
        own_anchor="kreuz",
    ),
    Entry(
        _("Stock, pot"),
        SCHAFKOPF,
        _(
            "Everybody passed and pays in; whoever wins the next game takes the pot, and whoever "
            "loses it pays as much again. What lies there is missing in the totals."
        ),
        own_anchor="stock",
    ),
)


# Words of the neighbours, Skat and Doppelkopf.

SKAT_WORDS = (
    Entry(_("Soloist"), SKAT, _("Who won the bidding: alone against the two others.")),
    Entry(
        _("Tops, with or without"),
        SKAT,
        _(
            "The highest trumps in a row from the jack of clubs down: with those that the soloist "
            "had, without those that he lacked. Both count alike."
        ),
        own_anchor="tops",
    ),
    Entry(
        _("Levels"),
        SKAT,
        _(
            "Tops, one for the game, and one more each for hand, Schneider, Schwarz, what was "
            "announced, and ouvert: so many times the base is the value of the game."
        ),
    ),
    Entry(
        _("Hand"),
        SKAT,
        _("Played without looking at the two cards of the skat."),
        own_anchor="hand-game",
    ),
    Entry(_("Ouvert"), SKAT, _("Played with the cards open on the table.")),
    Entry(_("Grand"), SKAT, _("Only the four jacks are trumps.")),
    Entry(_("Null"), SKAT, _("No trumps at all; the soloist must not take a trick.")),
    Entry(_("Overbid"), SKAT, _("The game turned out to be worth less than was bid: it is lost.")),
    Entry(
        _("Seeger, Seeger–Fabian"),
        SKAT,
        _(
            "How tournaments count: 50 beside the value for a game won and off for one lost "
            "(Seeger), and to each of the others for a lost one 40 at a table of three, 30 at one "
            "of four, the dealer too (Fabian)."
        ),
        own_anchor="seeger-fabian",
    ),
)

DOPPELKOPF_WORDS = (
    Entry(
        _("Re"),
        DOPPELKOPF,
        _("The two with the queens of clubs (the old ones), or a soloist; also what they say."),
    ),
    Entry(
        _("Kontra"), DOPPELKOPF, _("The others; also what they announce."), own_anchor="kontra-side"
    ),
    Entry(
        _("“No 90”"),
        DOPPELKOPF,
        _("Announced, and then no 60, no 30, Schwarz: the others stay under it, or it is lost."),
        own_anchor="no-ninety",
    ),
    Entry(
        _("Resistance"),
        DOPPELKOPF,
        _("To reach a level more than was denied, such as 120 against “no 90”: one point more."),
    ),
    Entry(
        _("A Doppelkopf"),
        DOPPELKOPF,
        _("A trick of 40 card points or more."),
        own_anchor="doppelkopf-trick",
    ),
    Entry(_("Fox"), DOPPELKOPF, _("The ace of diamonds; caught from the others, a point.")),
    Entry(_("Charlie"), DOPPELKOPF, _("The jack of clubs that takes the last trick.")),
)
