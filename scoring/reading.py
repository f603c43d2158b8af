"""Reading a record: known fields only, each of its own kind; nothing guessed, nothing corrected."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeGuard

from scoring.errors import HandProblem, quoted, unknown_field
from scoring.options import Option, Options
from scoring.ruleset import Field, Hand, Ruleset
from scoring.words import Word, Words, _

MOST_HANDS = 10_000
"""More than a club plays at one table in a year; a longer record is somebody's mistake."""

Reader = Callable[[object, tuple[int, ...]], None]
"""Checks one value of a hand against the active seats; raises HandProblem."""


def is_number(value: object) -> TypeGuard[int]:
    """Whether `value` is a whole number (and not true or false).

    >>> is_number(3), is_number(True), is_number(3.0)
    (True, False, False)
    """
    return type(value) is int


def read_players(ruleset: Ruleset, players: object) -> int:
    """The number of seats at the table; None stands for the ruleset's own."""
    if players is None:
        return ruleset.tables[0]
    if not is_number(players) or players not in ruleset.tables:
        raise HandProblem(
            "bad_players",
            "players",
            _("%(game)s is played at tables of %(sizes)s."),
            game=ruleset.name,
            sizes=", ".join(str(size) for size in ruleset.tables),
        )
    return int(players)


def resolve_options(ruleset: Ruleset, options: object) -> dict[str, Any]:
    """All options of `ruleset`: the given ones where they differ, the defaults for the rest."""
    if not isinstance(options, dict):
        raise HandProblem("wrong_type", "options", _("The options must be an object."))
    resolved = ruleset.defaults()
    known = {option.name: option for option in ruleset.options}
    for name, value in options.items():
        option = known.get(name)
        if option is None:
            raise HandProblem(
                "unknown_option",
                "options",
                _("%(game)s has no option “%(option)s”."),
                game=ruleset.name,
                option=quoted(name),
            )
        if not _option_allows(option, value):
            raise _bad_option(option)
        resolved[name] = value
    return resolved


def _bad_option(option: Option) -> HandProblem:
    """The refusal of what an option cannot be, with what it can be."""
    text = {
        "flag": _("%(label)s: say yes or no (true or false)."),
        "number": _("%(label)s: only %(low)s to %(high)s is possible."),
        "choice": _("%(label)s: choose one of %(values)s."),
    }[option.kind]
    return HandProblem(
        "bad_option",
        "options",
        text,
        label=Word(option.label),
        low=option.low,
        high=option.high,
        values=Words(choice.label for choice in option.choices),
    )


def undecided(option: Option) -> HandProblem:
    """The refusal of what needs an option that no source answers and nobody has decided."""
    return HandProblem(
        "undecided",
        "options",
        _("“%(option)s” is still to be decided: say it in the house rules first."),
        option=Word(option.label),
    )


def refuse_undecided(ruleset: Ruleset, options: Options) -> None:
    """Refuse to begin while something is still to be decided; raises HandProblem."""
    for option in ruleset.undecided(options):
        raise undecided(option)


def _option_allows(option: Option, value: object) -> bool:
    if value is None:
        return option.default is None
    if option.kind == "flag":
        return isinstance(value, bool)
    if option.kind == "number":
        return is_number(value) and option.low <= value <= option.high
    return isinstance(value, str) and value in {choice.value for choice in option.choices}


def read_hand(hand: Hand, readers: Mapping[str, Reader], active: tuple[int, ...]) -> None:
    """Check that every field of `hand` is known and of its kind.

    What the fields mean together is the ruleset's to check.
    """
    for name, value in hand.items():
        reader = readers.get(name)
        if reader is not None:
            reader(value, active)
        elif name != "dealer":
            raise unknown_field(name, "hands", _("“%(name)s” is no field of a hand of this game."))


def read_hands(hands: object) -> list[Any]:
    """The list of entries; what each of them says is read when it is played through."""
    if not isinstance(hands, list):
        raise HandProblem("wrong_type", "hands", _("The hands must be a list."))
    if len(hands) > MOST_HANDS:
        raise HandProblem(
            "too_many_hands",
            "hands",
            _("A record holds at most %(most)s hands."),
            most=MOST_HANDS,
        )
    return hands


@lru_cache(maxsize=256)
def hand_readers(ruleset: Ruleset, seated: frozenset[int], known: int) -> dict[str, Reader]:
    """A reader for each field of a hand while these of the `known` columns sit at the table."""
    return {field.name: _reader(field, seated, known) for field in ruleset.fields}


def _reader(field: Field, seated: frozenset[int], known: int) -> Reader:
    makers: dict[str, Callable[[Field], Reader]] = {
        "pair": _pair_reader,
        "choice": _choice_reader,
        "flag": _flag_reader,
        "points": _number_reader,
        "count": _number_reader,
        "pair_points": _numbers_reader,
        "pair_counts": _numbers_reader,
        "seat_points": _numbers_reader,
        "seat_counts": _numbers_reader,
    }
    if field.kind == "seat":
        reader = _seat_reader(field, seated, known)
    else:
        reader = makers[field.kind](field)
    if not field.empty:
        return reader

    def read_or_empty(value: object, active: tuple[int, ...]) -> None:
        if value is not None:
            reader(value, active)

    return read_or_empty


def _wrong_type(field: Field, text: str, **values: object) -> HandProblem:
    return HandProblem("wrong_type", field.name, text, label=Word(field.label), **values)


def _seat_reader(field: Field, seated: frozenset[int], known: int) -> Reader:
    def read(value: object, active: tuple[int, ...]) -> None:
        if type(value) is not int or not 0 <= value < known:
            raise HandProblem(
                "bad_seat",
                field.name,
                _("%(label)s: choose a seat from 0 to %(last)s."),
                label=Word(field.label),
                last=known - 1,
            )
        if value not in seated:
            raise HandProblem(
                "not_seated",
                field.name,
                _("%(label)s: this player does not sit at the table now."),
                label=Word(field.label),
            )
        if value not in active:
            raise HandProblem(
                "sits_out",
                field.name,
                _("%(label)s: this player sits out in this hand."),
                label=Word(field.label),
            )

    return read


def _pair_reader(field: Field) -> Reader:
    def read(value: object, active: tuple[int, ...]) -> None:
        if type(value) is not int or value not in (0, 1):
            raise HandProblem(
                "bad_pair",
                field.name,
                _("%(label)s: choose one of the two pairs, 0 or 1."),
                label=Word(field.label),
            )

    return read


def _choice_reader(field: Field) -> Reader:
    values = frozenset(choice.value for choice in field.choices)

    def read(value: object, active: tuple[int, ...]) -> None:
        if type(value) is not str or value not in values:
            raise _wrong_type(
                field,
                _("%(label)s: choose one of %(values)s."),
                values=Words(choice.label for choice in field.choices),
            )

    return read


def _flag_reader(field: Field) -> Reader:
    def read(value: object, active: tuple[int, ...]) -> None:
        if value is not True and value is not False:
            raise _wrong_type(field, _("%(label)s: say yes or no (true or false)."))

    return read


def _number_reader(field: Field) -> Reader:
    low, high = field.low, field.high

    def read(value: object, active: tuple[int, ...]) -> None:
        if type(value) is not int:
            raise _wrong_type(field, _("%(label)s: enter a whole number."))
        if not low <= value <= high:
            raise _out_of_range(field)

    return read


def _numbers_reader(field: Field) -> Reader:
    low, high = field.low, field.high
    pairs = field.kind.startswith("pair")

    def read(value: object, active: tuple[int, ...]) -> None:
        length = 2 if pairs else len(active)
        if type(value) is not list or len(value) != length:
            raise _wrong_type(field, _("%(label)s: enter %(length)s whole numbers."), length=length)
        for number in value:
            if type(number) is not int:
                raise _wrong_type(
                    field, _("%(label)s: enter %(length)s whole numbers."), length=length
                )
            if not low <= number <= high:
                raise _out_of_range(field)

    return read


def _out_of_range(field: Field) -> HandProblem:
    return HandProblem(
        "out_of_range",
        field.name,
        _("%(label)s: only %(low)s to %(high)s is possible."),
        label=Word(field.label),
        low=field.low,
        high=field.high,
    )
