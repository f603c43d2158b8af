"""The house rules that several games share: their values and what they mean, said once."""

from collections.abc import Iterable
from dataclasses import replace

from scoring.errors import HandProblem
from scoring.options import (
    Choice,
    Conditions,
    Option,
    Options,
    Row,
    amount,
    amounts,
    either,
    price_table,
    where,
)
from scoring.words import Word, Words, _, _p

BY_TIERS, BY_SPREAD = where("pay", "tiers"), where("pay", "spread")
OWN = "own"
"""Prices that are typed in, in place of one of the usual ways."""

SCHNEIDER = Option(
    "schneider",
    "choice",
    _("Schneider"),
    _("How many card points the losing side needs to escape the double price."),
    "picker31_def30",
    (
        Choice("picker31_def30", _("Picker needs 31, opponents 30")),
        Choice("both30", _("Both need 30")),
        Choice("both31", _("Both need 31")),
        Choice("picker30_def31", _("Picker needs 30, opponents 31")),
    ),
    group="prices",
    needs=BY_TIERS,
)
TIERS = Option(
    "tiers",
    "choice",
    _("Prices"),
    _("What a hand costs: plain, schneider, no trick."),
    "1-2-3",
    (
        Choice("1-2-3", "1 – 2 – 3"),
        Choice("2-4-6", "2 – 4 – 6"),
        Choice("3-4-5", "3 – 4 – 5"),
        Choice("1-2-4", "1 – 2 – 4"),
        Choice(OWN, _("Prices of your own")),
    ),
    needs=BY_TIERS,
)
DOUBLE_ON_BUMP = Option(
    "double_on_bump",
    "flag",
    _("Double on the bump"),
    _("A picker's side that loses pays twice what it would have won."),
    False,
    # A price of your own for a lost hand is the bump already.
    needs=either(BY_SPREAD, where("tiers", "1-2-3", "2-4-6", "3-4-5", "1-2-4")),
)
PRICES = (
    SCHNEIDER,
    TIERS,
    DOUBLE_ON_BUMP,
    price_table(
        "prices",
        _("Your own prices"),
        _("What each opponent pays, or is paid by a picker's side that loses, the bump included."),
        # Translators: the price of a hand that was won neither with schneider nor without a trick
        (_("Plain"), _("Schneider"), _("No trick")),
        (
            Row("won", _p("result of a hand", "Won"), (1, 2, 3)),
            Row("lost", _p("result of a hand", "Lost"), (1, 2, 3)),
        ),
        group="prices",
        needs=BY_TIERS + where("tiers", OWN),
    ),
    Option(
        "pay",
        "choice",
        _("Paid by"),
        _("A price for each result, or one that grows with the card points."),
        "tiers",
        (
            Choice("tiers", _("The result: plain, schneider, no trick")),
            Choice("spread", _("The card points between the two sides")),
        ),
        group="prices",
    ),
    Option(
        "spread_step",
        "number",
        _("Card points for 1"),
        _("The price is 1 for every so many card points between the sides that are begun."),
        10,
        high=60,
        group="prices",
        needs=BY_SPREAD,
    ),
)

NO_TRICK_LOSS = Option(
    "no_trick_loss",
    "choice",
    _("Lost without a trick"),
    _("Who pays when the picker's side takes no trick at all."),
    "shared",
    (
        Choice("shared", _("Shared with the partner")),
        Choice("picker_pays_all", _("The picker pays for the partner too")),
    ),
    group="prices",
)
ALONE = Option(
    "alone",
    "choice",
    _("Going alone"),
    _("What a picker without a partner wins or loses."),
    "zero_sum",
    (
        Choice("zero_sum", _("The picker takes or pays it all")),
        Choice("picker_amount_only", _("The picker gets only the picker's amount")),
    ),
    group="prices",
)
BURY_COUNTS_FOR = Option(
    "bury_counts_for",
    "choice",
    _("Buried cards"),
    _("Whose card points the buried cards are."),
    "picker",
    (Choice("picker", _("The picker's side")), Choice("opponents", _("The opponents"))),
    group="play",
)

ALL_PASS = Option(
    "all_pass",
    "choice",
    _("Everybody passes"),
    _("What is played when nobody picks."),
    "leaster",
    (
        Choice("leaster", _("Leaster: the fewest card points win")),
        Choice("moster", _("Moster: the most card points lose")),
        Choice("mittler", _("Mittler: the one in the middle wins")),
        Choice("schneidster", _("Schneidster: closest to 30 from below wins")),
        Choice("schwanzer", _("Schwanzer: hands are shown, the strongest one loses")),
        Choice("mauer", _("Mauer rule: hands are shown, the strongest ones pay into a pot")),
        Choice("mauer_check", _("Mauer check: whoever should have picked loses")),
        Choice("doubler", _("Doubler: thrown in, the next hand counts double")),
        Choice("pot", _("Pot: everybody pays in, the next game is played for it")),
        Choice("forced_pick", _("The dealer must pick")),
        Choice("redeal", _("Thrown in and dealt again")),
    ),
)
COUSINS = ("moster", "mittler", "schneidster")
"""What is played out in place of a leaster."""
PLAYED_OUT = where("all_pass", "leaster", *COUSINS)
"""A hand that everybody passed is played all the same."""
A_LEASTER = where("all_pass", "leaster")
BY_FEWEST = where("leaster_wins", "fewest")
COUNTED_OUT = PLAYED_OUT + either(BY_FEWEST, where("all_pass", *COUSINS))
"""It is played, and card points decide it."""
ALL_PASS_PRICED = where("all_pass", "leaster", *COUSINS, "schwanzer", "mauer", "mauer_check")
"""Whoever passed a hand may have to pay for it."""

BLIND = Option(
    "blind",
    "choice",
    _("Blind in a leaster"),
    _("Who gets the blind when everybody passed."),
    "last_trick",
    (
        Choice("last_trick", _("Winner of the last trick")),
        Choice("named_trick", _("Winner of a trick named before")),
        Choice("none", _("Nobody")),
    ),
    group="passed",
    needs=COUNTED_OUT,
)
DOUBLERS = Option(
    "doublers",
    "choice",
    _("Doubled hands"),
    _("How thrown-in hands double the hands after them."),
    "stack_hands",
    (
        Choice("stack_hands", _("Each pass doubles one more hand")),
        Choice("single", _("Only the next hand is doubled")),
        Choice("compound", _("Each pass doubles the next hand again")),
    ),
    group="passed",
    needs=where("all_pass", "doubler"),
)
POT_UNIT = amount(
    "pot_unit",
    _("Paid into the pot"),
    _("What each pays in when everybody passes."),
    1,
    group="passed",
    needs=where("all_pass", "pot"),
)
PASSED = (ALL_PASS, BLIND, DOUBLERS, POT_UNIT)
"""What happens when nobody picks."""

NO_TRICK_BREAKS_TIE = Option(
    "no_trick_breaks_tie",
    "flag",
    _("No trick breaks a tie"),
    _("Of players who tie in a leaster, the one without a trick wins."),
    False,
    group="passed",
    needs=A_LEASTER,
)
LEASTER = (
    Option(
        "leaster",
        "choice",
        _("Price of a leaster"),
        _("What the winner of a leaster gets from each of the others."),
        "1-1",
        (
            Choice("1-1", _("1 from each")),
            Choice("1-2", _("1 from each, 2 without a trick")),
            Choice("2-3", _("2 from each, 3 without a trick")),
            Choice("2-4", _("2 from each, 4 without a trick")),
            Choice(OWN, _("A price of your own")),
        ),
        group="passed",
        needs=ALL_PASS_PRICED,
    ),
    amounts(
        "leaster_price",
        _("Your own price of a leaster"),
        _("What each of the others pays: plain, and to a winner without a trick."),
        (_("Plain"), _("No trick")),
        [1, 2],
        group="passed",
        needs=ALL_PASS_PRICED + where("leaster", OWN),
    ),
    Option(
        "leaster_unit",
        "number",
        _("Leaster unit"),
        _("The price of a leaster and its cousins is multiplied by this."),
        1,
        high=100,
        group="passed",
        needs=ALL_PASS_PRICED,
    ),
    Option(
        "leaster_wins",
        "choice",
        _("A leaster is won by"),
        _("Who gets the price of a leaster from the others."),
        "fewest",
        (
            Choice("fewest", _("The fewest card points")),
            Choice("jack_of_diamonds", _("Whoever takes the jack of diamonds")),
        ),
        group="passed",
        needs=A_LEASTER,
    ),
    Option(
        "must_take_trick",
        "flag",
        _("A leaster needs a trick"),
        _("Only a player who took a trick can win a leaster."),
        True,
        group="passed",
        needs=A_LEASTER + BY_FEWEST,
    ),
    replace(NO_TRICK_BREAKS_TIE, needs=A_LEASTER + BY_FEWEST),
    Option(
        "leaster_tie",
        "choice",
        _("A tied leaster"),
        _("What happens when several have the fewest card points."),
        "nothing",
        (
            Choice("nothing", _("Nothing is paid")),
            Choice("split", _("The others pay once, and it is split")),
            Choice("each", _("The others pay each of them")),
            Choice("earliest", _("Whose last trick is longer ago wins")),
            Choice("latest", _("Whoever took the later trick wins")),
            Choice("named", _("A lot is drawn among them")),
        ),
        group="passed",
        needs=A_LEASTER + BY_FEWEST,
    ),
)
"""How a leaster is paid."""

CRACKING = Option(
    "cracking",
    "choice",
    _("Cracking"),
    _("How far doubling by knocking may go."),
    "off",
    (
        Choice("off", _("Not played")),
        Choice("crack", _("Crack")),
        Choice("recrack", _("Crack and re-crack")),
        Choice("castrate", _("Crack, re-crack and castrate")),
    ),
    group="doubling",
)
BLITZING = Option(
    "blitzing",
    "flag",
    _("Blitzing"),
    _("Showing two black or two red queens doubles the hand."),
    False,
    group="doubling",
)
WHO_MAY_CRACK = Option(
    "who_may_crack",
    "choice",
    _("Who may crack"),
    _("Whether an opponent who could have picked and passed may crack all the same."),
    "later_seats",
    (
        Choice("any_defender", _("Any opponent")),
        Choice("later_seats", _("Only who had no chance to pick")),
    ),
    group="doubling",
    needs=where("cracking", "crack", "recrack", "castrate"),
)
SIXTY = "sixty"
NEXT_DOUBLED = Option(
    "next_doubled",
    "set",
    _("The next hand is doubled after"),
    _("Such a hand makes the next one count twice."),
    [],
    (
        Choice("leaster", _("A leaster")),
        Choice("mauer_check", _("A mauer check")),
        Choice(SIXTY, _("60 to 60")),
    ),
    group="doubling",
)
MARKS = (
    CRACKING,
    WHO_MAY_CRACK,
    BLITZING,
    Option(
        "multiplier_cap",
        "number",
        _("Cap on marks"),
        _("The most that cracks and blitzes together may multiply a hand; empty: no cap."),
        None,
        group="doubling",
    ),
)
"""What may be called at the table to raise the price."""

BLIND_DOUBLER = Option(
    "blind_doubler",
    "flag",
    _("Doublers in the blind"),
    _("A queen or the seven of diamonds in the blind doubles the hand."),
    False,
    group="doubling",
)
BLIND_PICK = Option(
    "blind_pick",
    "flag",
    _("Picking unseen"),
    _("Whoever picks before looking at the own cards doubles the hand."),
    False,
    group="doubling",
)
OF_THE_BLIND = (BLIND_DOUBLER, BLIND_PICK)
"""What doubles a hand in a game that has a blind."""

TRUMP_RULE = Option(
    "trump_rule",
    "choice",
    _("Trumps"),
    _("What is trumps at this table; it changes no point."),
    "diamonds",
    (
        Choice("diamonds", _("Queens, jacks and diamonds")),
        Choice("clubs", _("Queens, jacks and clubs")),
        Choice("hearts", _("Queens, jacks and hearts")),
        Choice("spitz_second", _("The seven of diamonds second: ♣Q, ♦7, ♠Q")),
        Choice("spitz_first", _("The seven of diamonds first")),
        Choice("jacks_high", _("Jacks above queens")),
        Choice("own", _("As the note says")),
    ),
    group="labels",
)
PARTNER_RULE = Option(
    "partner_rule",
    "choice",
    _("How the partner is found"),
    _("Who plays with the picker at this table; it changes no point."),
    "agreed",
    (
        Choice("agreed", _("As agreed at the table")),
        Choice("called_ace", _("The called ace")),
        Choice("jack_of_diamonds", _("The jack of diamonds")),
        Choice("jack_of_clubs", _("The jack of clubs")),
        Choice("called_ten", _("The called ten")),
        Choice("queen_of_hearts", _("The queen of hearts")),
        Choice("first_trick", _("Whoever takes the first trick")),
    ),
    group="labels",
)
NOTE = Option(
    "note",
    "text",
    _p("remark", "Note"),
    _("What else is agreed at this table, in one line; it changes no point."),
    "",
    group="labels",
)
"""Every game has it."""


def with_defaults(options: Iterable[Option], **defaults: object) -> tuple[Option, ...]:
    """The same options; those that are named have this default.

    >>> [option.default for option in with_defaults(PRICES[:3], tiers="2-4-6")]
    ['picker31_def30', '2-4-6', False]
    """
    return tuple(
        replace(option, default=defaults.get(option.name, option.default)) for option in options
    )


def only_choices(option: Option, *values: str) -> Option:
    """The same option, of which only these values can be chosen."""
    kept = tuple(choice for choice in option.choices if choice.value in values)
    return replace(option, choices=kept)


def target(default: int) -> Option:
    """Where a game ends."""
    return Option(
        "target",
        "number",
        _("A game ends at"),
        _("The first to reach this many points (strokes) wins the game."),
        default,
    )


def choice_option(
    name: str,
    label: str,
    meaning: str,
    default: str,
    choices: tuple[Choice, ...],
    *,
    group: str = "",
    needs: Conditions = (),
) -> Option:
    """A choice that only one game has."""
    return Option(name, "choice", label, meaning, default, choices, group=group, needs=needs)


def as_set(option: Option, options: Options) -> dict[str, Word]:
    """An option and what it is set to, for a sentence that names both."""
    value = options[option.name]
    labels = {choice.value: choice.label for choice in option.choices}
    return {"option": Word(option.label), "choice": Word(labels.get(value, _("no")))}


def not_played(field: str, option: Option, options: Options) -> HandProblem:
    """The refusal of what a house rule of the table leaves out, at the field where it was said."""
    value = options[option.name]
    if option.kind == "set" and value:
        labels = {choice.value: choice.label for choice in option.choices}
        text = _("That is not played here (house rule “%(option)s”, only: %(choices)s).")
        choices = Words(labels[each] for each in value)
        return HandProblem("not_played", field, text, option=Word(option.label), choices=choices)
    text = _("That is not played here (house rule “%(option)s”: “%(choice)s”).")
    choice = Word(option.said(value))
    return HandProblem("not_played", field, text, option=Word(option.label), choice=choice)
