"""Reading a record: known fields only, each of its own kind; nothing guessed, nothing corrected."""

from collections.abc import Callable, Container, Mapping
from typing import Any, TypeGuard

from scoring.errors import HandProblem, unknown_field
from scoring.ruleset import Field, Hand, Ruleset
from scoring.words import Word, Words, _

MOST_HANDS = 10_000
"""More than a club plays at one table in a year; a longer record is somebody's mistake."""


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
            game=Word(ruleset.name),
            sizes=", ".join(str(size) for size in ruleset.tables),
        )
    return int(players)


def read_hand(
    hand: Hand,
    fields: Mapping[str, Field],
    *,
    active: tuple[int, ...],
    seated: Container[int],
    known: int,
) -> None:
    """Check that every field of `hand` is known and of its kind.

    `active`: who got cards, `seated`: who sits at the table, `known`: how many columns the sheet
    has so far. What the fields mean together is the ruleset's to check.
    """
    for name, value in hand.items():
        field = fields.get(name)
        if field is None:
            if name != "dealer":
                text = _("“%(name)s” is no field of a hand of this game.")
                raise unknown_field(name, "hands", text)
        elif value is None and field.empty:
            continue
        elif field.kind == "seat":
            _check_seat(field, value, active, seated, known)
        elif field.kind == "seats":
            _check_seats(field, value, active, seated, known)
        else:
            CHECKS[field.kind](field, value, len(active))


def read_hands(hands: object) -> list[Any]:
    """The list of entries; what each of them says is read when it is played through."""
    if not isinstance(hands, list):
        raise HandProblem("wrong_type", "hands", _("The hands must be a list."))
    if len(hands) > MOST_HANDS:
        raise HandProblem(
            "too_many_hands", "hands", _("A record holds at most %(most)s hands."), most=MOST_HANDS
        )
    return hands


def _refusal(code: str, field: Field, text: str, **values: object) -> HandProblem:
    return HandProblem(code, field.name, text, label=Word(field.label), **values)


def _check_seat(
    field: Field, value: object, active: tuple[int, ...], seated: Container[int], known: int
) -> None:
    if value in active and type(value) is int:
        return
    if type(value) is not int or not 0 <= value < known:
        text = _("%(label)s: choose a seat from 0 to %(last)s.")
        raise _refusal("bad_seat", field, text, last=known - 1)
    if value not in seated:
        text = _("%(label)s: this player does not sit at the table now.")
        raise _refusal("not_seated", field, text)
    raise _refusal("sits_out", field, _("%(label)s: this player sits out in this hand."))


def _check_seats(
    field: Field, value: object, active: tuple[int, ...], seated: Container[int], known: int
) -> None:
    if type(value) is not list or not value:
        raise _refusal("wrong_type", field, _("%(label)s: name at least one seat."))
    for seat in value:
        _check_seat(field, seat, active, seated, known)
    if value != sorted(set(value)):
        text = _("%(label)s: name each seat once, in the order of the sheet.")
        raise _refusal("wrong_type", field, text)


def _check_pair(field: Field, value: object, _players: int) -> None:
    if type(value) is not int or value not in (0, 1):
        raise _refusal("bad_pair", field, _("%(label)s: choose one of the two pairs, 0 or 1."))


def _check_choice(field: Field, value: object, _players: int) -> None:
    if type(value) is str:
        for choice in field.choices:
            if choice.value == value:
                return
    labels = Words(choice.label for choice in field.choices)
    text = _("%(label)s: choose one of these: %(values)s.")
    raise _refusal("wrong_type", field, text, values=labels)


def _check_flag(field: Field, value: object, _players: int) -> None:
    if value is not True and value is not False:
        text = _("%(label)s: say yes or no (true or false).")
        raise _refusal("wrong_type", field, text)


def _check_number(field: Field, value: object, _players: int) -> None:
    if not is_number(value):
        raise _refusal("wrong_type", field, _("%(label)s: enter a whole number."))
    if not field.low <= value <= field.high:
        raise _out_of_range(field)


def _out_of_range(field: Field) -> HandProblem:
    text = _("%(label)s: only %(low)s to %(high)s is possible.")
    return _refusal("out_of_range", field, text, low=field.low, high=field.high)


def _check_numbers(field: Field, value: object, players: int) -> None:
    length = 2 if field.kind.startswith("pair") else players
    if type(value) is not list or len(value) != length:
        raise _wrong_numbers(field, length)
    low, high = field.low, field.high
    for number in value:
        if type(number) is not int:
            raise _wrong_numbers(field, length)
        if not low <= number <= high:
            raise _out_of_range(field)


def _wrong_numbers(field: Field, length: int) -> HandProblem:
    text = _("%(label)s: enter %(length)s whole numbers.")
    return _refusal("wrong_type", field, text, length=length)


CHECKS: dict[str, Callable[[Field, object, int], None]] = {
    "pair": _check_pair,
    "choice": _check_choice,
    "flag": _check_flag,
    "points": _check_number,
    "count": _check_number,
    "pair_points": _check_numbers,
    "pair_counts": _check_numbers,
    "seat_points": _check_numbers,
    "seat_counts": _check_numbers,
}
"""By kind what refuses another value; the last argument is how many got cards."""
