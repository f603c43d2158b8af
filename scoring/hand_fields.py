"""The fields of a hand that several games share: what a table declares, said once."""

from dataclasses import replace
from typing import Any

from scoring.house_rules import A_LEASTER, BY_FEWEST, BY_TIERS, COUNTED_OUT, OWN, PLAYED_OUT, SIXTY
from scoring.options import Choice, Conditions, either, where
from scoring.outcome import RESULT_CHOICES
from scoring.ruleset import Field
from scoring.words import _, _p

SUITS = (
    Choice("clubs", _("♣ Clubs")),
    Choice("spades", _("♠ Spades")),
    Choice("hearts", _("♥ Hearts")),
    Choice("diamonds", _("♦ Diamonds")),
)


def won_or_lost(unless: tuple[str, tuple[Any, ...]]) -> tuple[Choice, ...]:
    """The results in the words of Skat and Bavaria; `unless`: where nobody is Schneider."""
    return (
        Choice("won", _p("result of a hand", "Won")),
        Choice("won_schneider", _("Won, Schneider"), unless=unless, brief=_("Schneider")),
        Choice("won_schwarz", _("Won, Schwarz"), unless=unless, brief=_("Schwarz")),
        Choice("lost", _p("result of a hand", "Lost")),
        Choice("lost_schneider", _("Lost, Schneider"), unless=unless, brief=_("Schneider")),
        Choice("lost_schwarz", _("Lost, Schwarz"), unless=unless, brief=_("Schwarz")),
    )


def side_tricks(name: str, label: str, meaning: str, high: int) -> Field:
    """The tricks of a side; they matter where it took all of them or none."""
    empty = _("Some, but not all")
    return Field(name, "count", label, meaning, when="played", high=high, empty=empty, place="rare")


TRUMP = Field(
    "trump", "choice", _("Trumps"), _("The suit that was named."), when="played", choices=SUITS
)

PAIR_POINTS = Field(
    "card_points", "pair_points", _("Card points"), _("What each pair took; together 120.")
)


def pair_tricks(meaning: str, high: int) -> Field:
    """The tricks of both pairs."""
    empty = _("Neither pair took all")
    return Field("tricks", "pair_counts", _("Tricks"), meaning, high=high, empty=empty)


RESULT = Field(
    "result",
    "choice",
    _("Result"),
    _("How the side that took the game on came out, in one tap; instead of card points."),
    when="played",
    choices=RESULT_CHOICES,
)

PICKER = Field(
    "picker",
    "seat",
    _("Picker"),
    _("Who picked up the blind and plays against the others."),
    empty=_("Everybody passed"),
)

PARTNER = Field(
    "partner",
    "seat",
    _("Partner"),
    _("Who played with the picker; none when the picker was alone."),
    when="played",
    empty=_("Alone"),
    apart_from="picker",
)

NO_PARTNER = Field(
    "partner",
    "seat",
    _("Partner"),
    _("Always empty here: the picker plays alone."),
    when="played",
    empty=_("Alone"),
    asked=False,
)


def _mark(name: str, label: str, meaning: str, needs: Conditions = (), *, after: str = "") -> Field:
    unless = (after, (False,)) if after else None
    return Field(
        name, "flag", label, meaning, when="played", needs=needs, unless=unless, place="rare"
    )


def cracks(opponent: str, answer: str, third: str = "") -> tuple[Field, ...]:
    """What is called against whoever took the game on, in the words of the game.

    `third`: what castrating is, empty where there is nobody left for it.
    """
    crack = _mark("crack", _("Crack"), opponent, where("cracking", "crack", "recrack", "castrate"))
    recrack = _mark(
        "recrack", _("Re-crack"), answer, where("cracking", "recrack", "castrate"), after="crack"
    )
    needs = where("cracking", "castrate")
    castrate = _mark("castrate", _("Castrate"), third, needs, after="recrack")
    return (crack, recrack, castrate) if third else (crack, recrack)


MARKS = (
    *cracks(
        _("An opponent cracked: doubled."),
        _("The picker's side answered the crack: doubled again."),
        _("A third player answered the re-crack: doubled once more."),
    ),
    Field(
        "blitzes",
        "count",
        _("Blitzes"),
        _("How many pairs of queens (or jacks) were shown; each doubles."),
        when="played",
        high=4,
        needs=where("blitzing", True),
        preset=0,
        place="rare",
    ),
    _mark(
        "called_all",
        _("Called every trick"),
        _("The picker called “sheepshead”: every trick, or it is lost."),
    ),
    Field(
        "last_hand",
        "flag",
        _("Last hand, doubled"),
        _("The table agreed that the last hand counts double."),
        place="rare",
    ),
)
"""What may be called at the table to raise the price."""

OF_THE_BLIND = (
    _mark(
        "blind_doubler",
        _("Doubler in the blind"),
        _("A queen or the seven of diamonds lay in the blind: doubled."),
        where("blind_doubler", True),
    ),
    _mark(
        "blind_pick",
        _("Picked unseen"),
        _("The picker had not looked at the own cards: doubled."),
        where("blind_pick", True),
    ),
)
"""What doubles a hand in a game that has a blind."""

TIED = Field(
    "tied",
    "flag",
    _("60 to 60"),
    _("Both sides have 60 card points: lost by the picker's side, and the next hand is doubled."),
    when="played",
    needs=where("next_doubled", SIXTY),
    place="slot",
)

WINNERS = Field(
    "winners",
    "seats",
    _("Who won"),
    _("Whoever has the fewest card points; tap all who tie. Or enter the card points below."),
    when="passed",
    needs=A_LEASTER,
)

NO_TRICK = Field(
    "no_trick",
    "seats",
    _("Without a trick"),
    _("Who of the winners took no trick at all."),
    when="passed",
    needs=A_LEASTER,
    mark="0",
)

LEASTER_NO_TRICK = replace(
    NO_TRICK,
    needs=A_LEASTER + BY_FEWEST,
    matters=where("must_take_trick", False)
    + either(
        where("leaster", "1-2", "2-3", "2-4", OWN),
        either(where("no_trick_breaks_tie", True), where("leaster_tie", "earliest", "latest")),
    ),
)
"""It is asked where it changes who wins, or the price."""

LEASTER_WINNER = Field(
    "leaster_winner",
    "seat",
    _("Who gets the leaster"),
    _("Who took the jack of diamonds, or whom the lot names of those who tie."),
    when="passed",
    needs=A_LEASTER
    + either(where("leaster_wins", "jack_of_diamonds"), where("leaster_tie", "named")),
    empty=_("No tie"),
)

NO_CARD_POINTS = Field(
    "no_card_points",
    "flag",
    _("No card points"),
    _("The winner took a trick, but not one card point."),
    when="passed",
    needs=A_LEASTER,
)

WINNER = Field(
    "winner",
    "seat",
    _("Who won"),
    _("Who is in the middle, or closest to 30. Or enter the card points below."),
    when="passed",
    needs=where("all_pass", "mittler", "schneidster"),
    empty=_("Nobody alone"),
)

LOSER = Field(
    "loser",
    "seat",
    _("Who lost"),
    _("Whoever has the most card points, or the strongest hand. Or enter the figures below."),
    when="passed",
    needs=where("all_pass", "moster", "schwanzer", "mauer_check"),
    empty=_("Nobody alone"),
)

LOSERS = Field(
    "losers",
    "seats",
    _("Who pays"),
    _("Whoever has the strongest hand; tap all who tie. Or enter the strength below."),
    when="passed",
    needs=where("all_pass", "mauer"),
)

SWEEPER = Field(
    "sweeper",
    "seat",
    _("Every trick"),
    _("Who took every trick, if anybody did."),
    when="passed",
    needs=where("all_pass", "moster"),
    mark="★",
)

TOLD = (LEASTER_NO_TRICK, LEASTER_WINNER, WINNER, LOSER, LOSERS, SWEEPER)
"""What is said, beside who has won, of a leaster and its cousins."""

TOLD_BY_EVEN = (
    LEASTER_NO_TRICK,
    LEASTER_WINNER,
    replace(WINNER, matters=where("all_pass", "schneidster")),
    LOSER,
    LOSERS,
    SWEEPER,
)
"""The same where an even number play: nobody is in the middle."""

CARD_POINTS = Field(
    "card_points",
    "seat_points",
    _("Card points"),
    _("What each player took; together 120 (less the blind, if nobody gets it)."),
    when="passed",
    needs=PLAYED_OUT,
)

BLIND_POINTS = Field(
    "blind_points",
    "points",
    _("Card points in the blind"),
    _("What lay in the blind that nobody gets."),
    when="passed",
    needs=where("blind", "none"),
)


TRICKS = Field(
    "tricks",
    "seat_counts",
    _("Tricks"),
    _("How many tricks each player took; needed when somebody took none."),
    when="passed",
    empty=_("Not counted"),
    needs=PLAYED_OUT,
)

LAST_TRICK_WON = Field(
    "last_trick_won",
    "seat_counts",
    _("Last trick won"),
    _("For each player the number of the last trick taken, 0 for none; breaks a tie."),
    when="passed",
    empty=_("Not noted"),
    needs=PLAYED_OUT,
)


STRENGTH = Field(
    "strength",
    "seat_counts",
    _("Strength of the hands"),
    _(
        "What each hand shows: a queen 3, a jack 2, any other diamond 1; by the mauer rule the "
        "jack of diamonds is −1."
    ),
    when="passed",
    low=-1,
    needs=where("all_pass", "schwanzer", "mauer"),
)


def picker_fields(
    trick_count: int,
    blind: int,
    *,
    has_partner: bool,
    points_meaning: str = "",
    result: Field = RESULT,
    passed: tuple[Field, ...] = TOLD,
) -> tuple[Field, ...]:
    """All fields of a hand of a picker game; `passed`: what else is said where all have passed."""
    return (
        *_played_fields(trick_count, blind, has_partner, points_meaning, result),
        replace(WINNERS, needs=A_LEASTER + BY_FEWEST),
        *passed,
        replace(STRENGTH, high=_most_strength(trick_count)),
        replace(CARD_POINTS, needs=COUNTED_OUT),
        replace(TRICKS, high=trick_count, needs=COUNTED_OUT),
        replace(
            LAST_TRICK_WON,
            high=trick_count,
            needs=COUNTED_OUT,
            matters=A_LEASTER + where("leaster_tie", "earliest", "latest"),
        ),
        *((replace(BLIND_POINTS, needs=COUNTED_OUT + BLIND_POINTS.needs),) if blind else ()),
    )


def fields_with_least(
    trick_count: int,
    blind: int,
    *,
    points_meaning: str = "",
    result: Field = RESULT,
    passed: tuple[Field, ...],
    last_trick_breaks_tie: bool = False,
) -> tuple[Field, ...]:
    """All fields of a hand of a game without partners that scores a least in its own way."""
    return (
        *_played_fields(trick_count, blind, False, points_meaning, result),
        WINNERS,
        *passed,
        CARD_POINTS,
        replace(TRICKS, high=trick_count),
        replace(LAST_TRICK_WON, high=trick_count, asked=last_trick_breaks_tie),
        BLIND_POINTS,
    )


def _played_fields(
    trick_count: int, blind: int, has_partner: bool, points_meaning: str, result: Field
) -> tuple[Field, ...]:
    """What is said of a hand that somebody picked."""
    return (
        PICKER,
        PARTNER if has_partner else NO_PARTNER,
        replace(result, matters=BY_TIERS),
        TIED,
        Field(
            "picker_points",
            "points",
            _("Card points of the picker's side"),
            points_meaning or _("What the picker's side took, buried cards included."),
            when="played",
        ),
        side_tricks(
            "picker_tricks",
            _("Tricks of the picker's side"),
            _("Only needed when it took all of them or none."),
            trick_count,
        ),
        *(OF_THE_BLIND if blind else ()),
        *MARKS,
    )


def _most_strength(cards: int) -> int:
    """The strongest hand of so many cards: four queens, four jacks, six other diamonds.

    >>> _most_strength(6), _most_strength(10)
    (16, 22)
    """
    return sum(sorted([3] * 4 + [2] * 4 + [1] * 6, reverse=True)[:cards])
