"""The house rules that several games share: their values and what they mean, said once."""

from collections.abc import Iterable
from dataclasses import replace

from scoring.errors import HandProblem
from scoring.options import Choice, Conditions, Option, Options, where
from scoring.words import Word, Words, _

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
    ),
)
DOUBLE_ON_BUMP = Option(
    "double_on_bump",
    "flag",
    _("Double on the bump"),
    _("A picker's side that loses pays twice what it would have won."),
    False,
)
PRICES = (SCHNEIDER, TIERS, DOUBLE_ON_BUMP)

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
        Choice("doubler", _("Doubler: thrown in, the next hand counts double")),
        Choice("redeal", _("Thrown in and dealt again")),
    ),
)
PLAYED_OUT = where("all_pass", "leaster", "moster", "mittler", "schneidster")
"""A hand that everybody passed is played all the same."""

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
    needs=PLAYED_OUT,
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
PASSED = (ALL_PASS, BLIND, DOUBLERS)
"""What happens when nobody picks."""

NO_TRICK_BREAKS_TIE = Option(
    "no_trick_breaks_tie",
    "flag",
    _("No trick breaks a tie"),
    _("Of players who tie in a leaster, the one without a trick wins."),
    False,
    group="passed",
    needs=where("all_pass", "leaster"),
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
        ),
        group="passed",
        needs=PLAYED_OUT,
    ),
    Option(
        "leaster_unit",
        "number",
        _("Leaster unit"),
        _("The price of a leaster and its cousins is multiplied by this."),
        1,
        high=100,
        group="passed",
        needs=PLAYED_OUT,
    ),
    Option(
        "must_take_trick",
        "flag",
        _("A leaster needs a trick"),
        _("Only a player who took a trick can win a leaster."),
        True,
        group="passed",
        needs=where("all_pass", "leaster"),
    ),
    NO_TRICK_BREAKS_TIE,
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
MARKS = (
    CRACKING,
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


NOTE = Option(
    "note",
    "text",
    _("Note"),
    _("What else is agreed at this table, in one line; it changes no point."),
    "",
    group="labels",
)
"""Every game has it."""


def with_defaults(options: Iterable[Option], **defaults: object) -> tuple[Option, ...]:
    """The same options; those that are named have this default.

    >>> [option.default for option in with_defaults(PRICES, tiers="2-4-6")]
    ['picker31_def30', '2-4-6', False]
    """
    return tuple(
        replace(option, default=defaults.get(option.name, option.default)) for option in options
    )


def without_choices(option: Option, *values: str) -> Option:
    """The same option, of which these values cannot be chosen."""
    kept = tuple(choice for choice in option.choices if choice.value not in values)
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
        text = _("That is not played here: the house rule “%(option)s” has only %(choices)s.")
        choices = Words(labels[each] for each in value)
        return HandProblem("not_played", field, text, option=Word(option.label), choices=choices)
    text = _("That is not played here: the house rule “%(option)s” is “%(choice)s”.")
    choice = Word(option.said(value))
    return HandProblem("not_played", field, text, option=Word(option.label), choice=choice)
