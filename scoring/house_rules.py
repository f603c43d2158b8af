"""The house rules that several games share: their values and what they mean, said once."""

from scoring.options import Choice, Option, Options
from scoring.words import Word, _

_SCHNEIDER = (
    Choice("picker31_def30", _("Picker needs 31, opponents 30")),
    Choice("both30", _("Both need 30")),
    Choice("both31", _("Both need 31")),
    Choice("picker30_def31", _("Picker needs 30, opponents 31")),
)
_TIERS = (
    Choice("1-2-3", "1 – 2 – 3"),
    Choice("2-4-6", "2 – 4 – 6"),
    Choice("3-4-5", "3 – 4 – 5"),
    Choice("1-2-4", "1 – 2 – 4"),
)
_NO_TRICK_LOSS = (
    Choice("shared", _("Shared with the partner")),
    Choice("picker_pays_all", _("The picker pays for the partner too")),
)
_ALONE = (
    Choice("zero_sum", _("The picker takes or pays it all")),
    Choice("picker_amount_only", _("The picker gets only the picker's amount")),
)
_BURY = (
    Choice("picker", _("The picker's side")),
    Choice("opponents", _("The opponents")),
)
_BLIND = (
    Choice("last_trick", _("Winner of the last trick")),
    Choice("named_trick", _("Winner of a trick named before")),
    Choice("none", _("Nobody")),
)
_DOUBLERS = (
    Choice("stack_hands", _("Each pass doubles one more hand")),
    Choice("single", _("Only the next hand is doubled")),
    Choice("compound", _("Each pass doubles the next hand again")),
)
_CRACKING = (
    Choice("off", _("Not played")),
    Choice("crack", _("Crack")),
    Choice("recrack", _("Crack and re-crack")),
    Choice("castrate", _("Crack, re-crack and castrate")),
)
ALL_PASS = (
    Choice("leaster", _("Leaster: the fewest card points win")),
    Choice("moster", _("Moster: the most card points lose")),
    Choice("mittler", _("Mittler: the one in the middle wins")),
    Choice("schneidster", _("Schneidster: closest to 30 from below wins")),
    Choice("doubler", _("Doubler: thrown in, the next hand counts double")),
    Choice("redeal", _("Thrown in and dealt again")),
)
LEASTERS = (
    Choice("1-1", _("1 from each")),
    Choice("1-2", _("1 from each, 2 without a trick")),
    Choice("2-3", _("2 from each, 3 without a trick")),
    Choice("2-4", _("2 from each, 4 without a trick")),
)


def as_set(option: Option, options: Options) -> dict[str, Word]:
    """An option and what it is set to, for a sentence that names both."""
    value = options[option.name]
    labels = {choice.value: choice.label for choice in option.choices}
    return {"option": Word(option.label), "choice": Word(labels.get(value, _("no")))}


def schneider(default: str) -> Option:
    """How many card points a losing side needs to escape the double price."""
    return Option(
        "schneider",
        "choice",
        _("Schneider"),
        _("How many card points the losing side needs to escape the double price."),
        default,
        _SCHNEIDER,
    )


def tiers(default: str) -> Option:
    """The prices."""
    return Option(
        "tiers",
        "choice",
        _("Prices"),
        _("What a hand costs: plain, schneider, no trick."),
        default,
        _TIERS,
    )


def double_on_bump(default: bool) -> Option:
    """Whether a lost pick costs twice."""
    return Option(
        "double_on_bump",
        "flag",
        _("Double on the bump"),
        _("A picker's side that loses pays twice what it would have won."),
        default,
    )


def bury_counts_for(default: str) -> Option:
    """Whose the buried cards are."""
    return Option(
        "bury_counts_for",
        "choice",
        _("Buried cards"),
        _("Whose card points the buried cards are."),
        default,
        _BURY,
    )


def with_partner(no_trick_loss: str = "shared") -> tuple[Option, ...]:
    """What a game with a partner can settle differently."""
    return (
        Option(
            "no_trick_loss",
            "choice",
            _("Lost without a trick"),
            _("Who pays when the picker's side takes no trick at all."),
            no_trick_loss,
            _NO_TRICK_LOSS,
        ),
        Option(
            "alone",
            "choice",
            _("Going alone"),
            _("What a picker without a partner wins or loses."),
            "zero_sum",
            _ALONE,
        ),
    )


def all_passed(
    default: str = "leaster", modes: tuple[str, ...] = (), *, has_blind: bool = True
) -> tuple[Option, ...]:
    """What happens when nobody picks; `modes` keeps only some of the ways."""
    choices = tuple(choice for choice in ALL_PASS if not modes or choice.value in modes)
    blind = Option(
        "blind",
        "choice",
        _("Blind in a leaster"),
        _("Who gets the blind when everybody passed."),
        "last_trick",
        _BLIND,
    )
    return (
        Option(
            "all_pass",
            "choice",
            _("Everybody passes"),
            _("What is played when nobody picks."),
            default,
            choices,
        ),
        *((blind,) if has_blind else ()),
        Option(
            "doublers",
            "choice",
            _("Doubled hands"),
            _("How thrown-in hands double the hands after them."),
            "stack_hands",
            _DOUBLERS,
        ),
    )


def leaster(price: str, *, must_take_trick: bool, unit: int = 1) -> tuple[Option, ...]:
    """How a leaster is paid."""
    return (
        Option(
            "leaster",
            "choice",
            _("Price of a leaster"),
            _("What the winner of a leaster gets from each of the others."),
            price,
            LEASTERS,
        ),
        Option(
            "leaster_unit",
            "number",
            _("Leaster unit"),
            _("The price of a leaster and its cousins is multiplied by this."),
            unit,
            high=100,
        ),
        Option(
            "must_take_trick",
            "flag",
            _("A leaster needs a trick"),
            _("Only a player who took a trick can win a leaster."),
            must_take_trick,
        ),
        no_trick_breaks_tie(),
    )


def no_trick_breaks_tie() -> Option:
    """Whether the player without a trick wins a tied leaster."""
    return Option(
        "no_trick_breaks_tie",
        "flag",
        _("No trick breaks a tie"),
        _("Of players who tie in a leaster, the one without a trick wins."),
        False,
    )


def marks() -> tuple[Option, ...]:
    """What may be called at the table to raise the price."""
    return (
        Option(
            "cracking",
            "choice",
            _("Cracking"),
            _("How far doubling by knocking may go."),
            "off",
            _CRACKING,
        ),
        Option(
            "blitzing",
            "flag",
            _("Blitzing"),
            _("Showing two black or two red queens doubles the hand."),
            False,
        ),
        Option(
            "multiplier_cap",
            "number",
            _("Cap on marks"),
            _("The most that cracks and blitzes together may multiply a hand; empty: no cap."),
            None,
        ),
    )


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
    name: str, label: str, meaning: str, default: str, choices: tuple[Choice, ...]
) -> Option:
    """A choice that only one game has."""
    return Option(name, "choice", label, meaning, default, choices)
