"""The words of the cards and of the games, and what an entry of the word list is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.text import slugify
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.utils.translation import gettext_noop as _

# What an entry of the word list is, and who says a word.

ALL_GAMES = _("all games")
SHEEPSHEAD = _("Sheepshead")
THREE_HANDED = _("three-handed games")
FOUR_HANDED = _("four-handed Sheepshead")
FIVE_HANDED = _("five-handed Sheepshead")
SASKOP = _("Saskop and Sasku")
SASKU = _("Sasku with karvane")
SCHAFKOPF = _("Bavarian Schafkopf")
SKAT = _("Skat")
DOPPELKOPF = _("Doppelkopf")
HERE = _("this program")


class Entry(NamedTuple):
    """A word, who says it, and what it means, to be translated where they are shown.

    `anchor`: where on the page it stands.
    """

    term: str | Promise
    said_in: str
    meaning: str
    anchor: str


def words_of(
    said_in: str,
    meanings: Mapping[str, str],
    *,
    called: Mapping[str, str | Promise] = {},
    elsewhere: Mapping[str, str] = {},
    anchors: Mapping[str, str] = {},
) -> tuple[Entry, ...]:
    """The entries of these words; raises KeyError for an exception that is about none of them.

    `called`: a word that other languages have two for, with the sense that is meant; `elsewhere`:
    who says it, where that is somebody else; `anchors`: those of words that are long, or whose own
    name is taken.

    >>> words_of("all games", {"Permanent trumps": "Court cards."})[0].anchor
    'permanent-trumps'
    """
    unknown = {*called, *elsewhere, *anchors} - meanings.keys()
    if unknown:
        raise KeyError(*unknown)
    return tuple(
        Entry(
            called.get(term, gettext_lazy(term)),
            elsewhere.get(term, said_in),
            meaning,
            anchors.get(term, slugify(term)),
        )
        for term, meaning in meanings.items()
    )


class Group(NamedTuple):
    """Words that belong together."""

    anchor: str
    title: str
    entries: tuple[Entry, ...]


# The words of the cards, and of counting them.

CARDS = words_of(
    ALL_GAMES,
    {
        _("Trump"): _(
            "A card of the long suit that beats all the others: the permanent trumps, and one suit "
            "below them."
        ),
        _("Permanent trumps"): _(
            "Court cards that are trumps whatever is printed on them. In Sheepshead these are all "
            "queens and jacks, in Saskop the kings too."
        ),
        _("Queens and jacks as trumps"): _(
            "The queens stand above the jacks, each in the order clubs, spades, hearts, diamonds; "
            "below them follow the diamonds. High in rank, they are worth only 3 and 2 card "
            "points."
        ),
        _("Fail"): _(
            "A suit that is not trumps: clubs, spades or hearts, without its queen and jack."
        ),
        _("The big kahuna"): _("The queen of clubs, the highest card of the pack."),
        _("Six of trumps"): _("The highest card of the game; a small six in any other suit."),
        _("Butter up, schmear"): _(
            "To throw a card with many card points on a trick that one’s own side is going to take."
        ),
    },
    elsewhere={
        "Queens and jacks as trumps": SHEEPSHEAD,
        "Fail": SHEEPSHEAD,
        "The big kahuna": SHEEPSHEAD,
        "Six of trumps": SASKOP,
    },
    anchors={
        "Queens and jacks as trumps": "queens-and-jacks",
        "The big kahuna": "big-kahuna",
        "Butter up, schmear": "butter-up",
    },
)

COUNTING = words_of(
    ALL_GAMES,
    {
        _("Card points"): _(
            "The points in the cards: ace 11, ten 10, king 4, queen 3, jack 2, the rest nothing. "
            "All of them together make 120."
        ),
        _("Sixty-one"): _(
            "One more than half of the card points, and what the picker’s side needs to win."
        ),
        _("Over and under"): _(
            "A way to call out a pile. Two of each rank make 60, so only what differs is named: "
            "three aces are the “over-ace”, no jack is the “double-under-jack”."
        ),
        _("Even"): _("Two of each rank: exactly 60, and nothing to call."),
        _("Schneider"): _(
            "Tailor: a losing side that stays below 30 or 31 card points, depending on the rules, "
            "and is charged the second price."
        ),
        _("Schnitz"): _(
            "Slang for schneider, and for the halfway mark of the points that a win takes."
        ),
        _("No trick, schwarz"): _(
            "A side that took no trick at all. A trick without a single card point is still a "
            "trick."
        ),
    },
    elsewhere={
        "Sixty-one": SHEEPSHEAD,
        "Over and under": THREE_HANDED,
        "Even": THREE_HANDED,
        "Schnitz": SHEEPSHEAD,
    },
    anchors={"Over and under": "over-under", "No trick, schwarz": "schwarz"},
)


# The words of Sheepshead.

PICKING = words_of(
    SHEEPSHEAD,
    {
        _("Picker, declarer"): _(
            "Whoever takes the game on: picks up the blind, where there is one, and plays against "
            "the others, alone or with a partner."
        ),
        _("Blind, the middle"): _(
            "The cards that lie face down on the table until somebody picks them up."
        ),
        _("Bury"): _(
            "To put as many cards away face down as one has picked up. They mostly count for the "
            "picker, in one three-handed game for the opponents."
        ),
        _("Partner"): _(
            "Who plays with the picker, and often shows it only by playing the right card."
        ),
        _("Defender"): _("Whoever plays against the picker’s side."),
        _("Called ace"): _(
            "The picker names the ace of a fail suit; whoever holds it is the partner and keeps "
            "quiet about it. The picker must hold a card of that suit."
        ),
        _("Under"): _(
            "A card laid face down by a picker who has no card of the called suit: it stands for "
            "that suit and can never take a trick."
        ),
        _("Jack of diamonds"): _(
            "In some places its holder is the picker’s partner, without any calling."
        ),
        _("Calling up"): _(
            "A picker who has the jack of diamonds asks for the next higher jack instead."
        ),
        _("Alone"): _(
            "The picker without a partner, by choice or because the partner’s card turned up in "
            "the own hand."
        ),
        _("Cut-throat"): _("With a blind of four the picker always plays alone against three."),
        _("Contract"): _(
            "What the declarer takes on where there is no blind: with a called ace, or a solo with "
            "fewer and fewer trumps."
        ),
    },
    elsewhere={
        "Under": FIVE_HANDED,
        "Jack of diamonds": FIVE_HANDED,
        "Calling up": FIVE_HANDED,
        "Cut-throat": FOUR_HANDED,
        "Contract": FOUR_HANDED,
    },
    anchors={"Picker, declarer": "picker", "Blind, the middle": "blind"},
)

ALL_PASSED = words_of(
    SHEEPSHEAD,
    {
        _("All passed"): _("Nobody took the game on. What follows is a house rule."),
        _("Leaster, least"): _("Everybody passed and plays alone, and the fewest card points win."),
        _("Moster"): _("The other way round: everybody passed, and the most card points lose."),
        _("Mittler"): _("Everybody passed, and whoever comes out in the middle wins."),
        _("Schneidster"): _(
            "Everybody passed, and whoever comes closest to 30 card points from below wins."
        ),
        _("Doubler, doubled hand"): _(
            "Everybody passed, the cards are thrown in, the same dealer deals again, and a coming "
            "hand counts double: that is the doubled hand."
        ),
        _("Thrown in"): _("Everybody passed, and the cards are dealt again at the usual price."),
    },
    anchors={
        "All passed": "passed",
        "Leaster, least": "leaster",
        "Doubler, doubled hand": "doubler",
        "Thrown in": "redeal",
    },
)

PRICES = words_of(
    SHEEPSHEAD,
    {
        _("Bump"): _(
            "Double on the bump: a picker’s side that loses pays twice what it would have won."
        ),
        _("Crack"): _(
            "An opponent who had no chance to pick knocks on the table, and the hand is doubled."
        ),
        _("Re-crack"): _(
            "The picker’s side knocks back, also called crack-back: doubled again, fourfold in all."
        ),
        _("Castrate"): _(
            "A third player answers the re-crack: doubled once more, eightfold in all."
        ),
        _("Blitz"): _(
            "To show both black or both red queens, in some clubs jacks too: each pair doubles the "
            "hand."
        ),
        _("“Sheepshead!”"): _(
            "Called by a picker who means to take every trick. It pays twice the price of no "
            "trick; one trick missed and it costs as much."
        ),
        _("Last hand, doubled"): _(
            "Some tables agree that the last hand of the evening counts double."
        ),
    },
    anchors={
        "Re-crack": "recrack",
        "“Sheepshead!”": "called-all",
        "Last hand, doubled": "last-hand",
    },
)

TALK = words_of(
    SHEEPSHEAD,
    {
        _("Mauer"): _(
            "To pass with a strong hand and wait for somebody else to pick; also whoever does it. "
            "Done often, it costs you your chair."
        ),
        _("Stones, steins"): _("Poor cards in the blind."),
        _("“I always got a partner”"): _(
            "Muttered over a weak pick, with hope for the other hand."
        ),
        _("“Spades with help”"): _(
            "Tells the partner, with whichever suit was called, that one holds next to nothing."
        ),
        _("Pick on seven"): _("A rule of thumb: with seven trumps and aces together, pick."),
        _("“Take it, you can’t go least!”"): _(
            "Said to anybody who hesitates over the blind, and meant to be worth nothing."
        ),
    },
    elsewhere={
        "“I always got a partner”": FIVE_HANDED,
        "“Spades with help”": FIVE_HANDED,
        "Pick on seven": THREE_HANDED,
        "“Take it, you can’t go least!”": THREE_HANDED,
    },
    anchors={
        "Stones, steins": "stones",
        "“I always got a partner”": "always-a-partner",
        "“Spades with help”": "with-help",
        "“Take it, you can’t go least!”": "take-it",
    },
)


# The words of Saskop and of Schafkopf proper.

SASKOP_WORDS = words_of(
    SASKOP,
    {
        _("Strokes"): _(
            "What is won: two upright, then two across, so that four look like #. The usual game "
            "goes to sixteen."
        ),
        _("Makers"): _(
            "The pair that named the final trumps; they win less than the others win by beating "
            "them."
        ),
        _("Diamonds"): _(
            "Trumps when everybody passes. Anybody may override the final bid with them, and they "
            "make a hand dearer."
        ),
        _("Passed hand"): _(
            "Nobody bid, so diamonds are trumps and nobody is maker; it brings very little."
        ),
        _("Tie, replay"): _(
            "60 card points each. In Saskop nobody scores, and the same dealer deals once more: "
            "same makers, same trumps."
        ),
        _("Lambapea"): _(
            "Sheep’s head, a mild insult and another name of the game: all nine tricks, which win "
            "the whole game at once and shame the others."
        ),
        _("Shutout"): _(
            "A game won without a single stroke for the others. They do not like to hear of it "
            "either."
        ),
        _("Karvane"): _(
            "All tricks, where they bring a fixed number of strokes and not the whole game."
        ),
        _("Ordered blind"): _("Diamonds named before anybody has seen a card: dearer still."),
        _("Häda"): _(
            "Emergency: tells the partner that one’s last trump is the ace or the ten, and asks "
            "for the partner’s highest trump."
        ),
        _("Blinking"): _(
            "The last to play may blink at a partner who plays second, and so say: this trick is "
            "ours."
        ),
        _("Roof"): _(
            "A hand without a single court card. Fingertips put together like a roof say so, where "
            "the table allows it."
        ),
    },
    elsewhere={"Karvane": SASKU, "Ordered blind": SASKU},
    anchors={"Tie, replay": "tie", "Ordered blind": "blind-diamonds"},
)

SCHAFKOPF_WORDS = words_of(
    SCHAFKOPF,
    {
        _("Ober, Unter"): _("The German queen and jack."),
        _("Rufspiel, Sauspiel"): _(
            "The declarer calls an ace and plays with its holder against the other two."
        ),
        _("Solo"): _("One against three, with a trump suit of the declarer’s own choice."),
        _("Wenz, Geier, Farbwenz"): _(
            "One against three: in a Wenz the Unters alone are trumps, in a Geier the Obers, in a "
            "Farbwenz the Unters and a suit."
        ),
        _("Bettel"): _("Begging: the declarer plays alone and must not take a single trick."),
        _("Tout"): _("A promise to take every trick at double the price; one trick lost loses it."),
        _("Sie"): _(
            "The eight highest trumps in one hand: nothing left to play, and four times the price."
        ),
        _("Laufende"): _(
            "Runners: the highest trumps without a gap, all on one side. From a certain number on "
            "each adds to the price."
        ),
        _("Knock"): _("Each knock on the table before the play doubles the hand."),
        _("Kontra"): _(
            "Called by the opponents, it doubles the price; the declarer’s side may answer with Re."
        ),
        _("Ramsch"): _(
            "Everybody passed and plays alone, and whoever takes the most card points pays."
        ),
        _("Jungfrau, Durchmarsch"): _(
            "In a Ramsch a virgin took no trick, which doubles what is paid; who marches through "
            "takes every trick, and wins what would have been lost."
        ),
        _("Muss"): _(
            "Everybody passed, so the holder of the Ober of acorns must call an ace; such a game "
            "is won with 60."
        ),
        _("Über Kreuz"): _(
            "Crosswise: everybody passed, and the holder of the Ober of acorns plays with whoever "
            "sits opposite."
        ),
        _("Stock, pot"): _(
            "Everybody passed and pays in; whoever wins the next game takes the pot, and whoever "
            "loses it pays as much again. What lies there is missing in the totals."
        ),
    },
    anchors={
        "Rufspiel, Sauspiel": "rufspiel",
        "Wenz, Geier, Farbwenz": "wenz",
        "Jungfrau, Durchmarsch": "jungfrau",
        "Über Kreuz": "kreuz",
        "Stock, pot": "stock",
    },
)


# Words of the neighbours, Skat and Doppelkopf.

SKAT_WORDS = words_of(
    SKAT,
    {
        _("Soloist"): _("Who won the bidding: alone against the two others."),
        _("Tops, with or without"): _(
            "The highest trumps in a row from the jack of clubs down: with those that the soloist "
            "had, without those that he lacked. Both count alike."
        ),
        _("Levels"): _(
            "Tops, one for the game, and one more each for hand, Schneider, Schwarz, what was "
            "announced, and ouvert: so many times the base is the value of the game."
        ),
        "Hand": _("Played without looking at the two cards of the skat."),
        _("Ouvert"): _("Played with the cards open on the table."),
        _("Grand"): _("Only the four jacks are trumps."),
        _("Null"): _("No trumps at all; the soloist must not take a trick."),
        _("Overbid"): _("The game turned out to be worth less than was bid: it is lost."),
        _("Seeger, Seeger–Fabian"): _(
            "How tournaments count: 50 beside the value for a game won and off for one lost "
            "(Seeger), and to each of the others for a lost one 40 at a table of three, 30 at one "
            "of four, the dealer too (Fabian)."
        ),
    },
    called={"Hand": pgettext_lazy("skat", "Hand")},
    anchors={
        "Tops, with or without": "tops",
        "Hand": "hand-game",
        "Seeger, Seeger–Fabian": "seeger-fabian",
    },
)

DOPPELKOPF_WORDS = words_of(
    DOPPELKOPF,
    {
        _("Re"): _(
            "The two with the queens of clubs (the old ones), or a soloist; also what they say."
        ),
        _("Kontra"): _("The others; also what they announce."),
        _("“No 90”"): _(
            "Announced, and then no 60, no 30, Schwarz: the others stay under it, or it is lost."
        ),
        _("Resistance"): _(
            "To reach a level more than was denied, such as 120 against “no 90”: one point more."
        ),
        _("A Doppelkopf"): _("A trick of 40 card points or more."),
        _("Fox"): _("The ace of diamonds; caught from the others, a point."),
        _("Charlie"): _("The jack of clubs that takes the last trick."),
    },
    anchors={"Kontra": "kontra-side", "“No 90”": "no-ninety", "A Doppelkopf": "doppelkopf-trick"},
)
