"""Reading house rules: known ones only, each of its own kind; nothing guessed or corrected."""

import unicodedata
from collections.abc import Callable
from typing import Any

from scoring.errors import HandProblem, quoted
from scoring.labels import UNWRITABLE
from scoring.options import LONGEST_TEXT, Option, Options, Row
from scoring.reading import is_number
from scoring.ruleset import Ruleset
from scoring.words import Word, Words, _


def resolve_options(ruleset: Ruleset, options: object) -> dict[str, Any]:
    """All options of `ruleset`: the given ones where they differ, the defaults for the rest."""
    if not isinstance(options, dict):
        raise HandProblem("wrong_type", "options", _("The options must be an object."))
    resolved = ruleset.defaults()
    for name, value in options.items():
        option = ruleset.options_by_name.get(name)
        if option is None:
            raise HandProblem(
                "unknown_option",
                "options",
                _("%(game)s has no option “%(option)s”."),
                game=Word(ruleset.name),
                option=quoted(name),
            )
        resolved[name] = read_option(option, value)
    for option in ruleset.limited_options:
        _refuse_apart(ruleset, option, resolved)
    return resolved


def _refuse_apart(ruleset: Ruleset, option: Option, options: Options) -> None:
    """Refuse a choice that goes only with another house rule than the one that was chosen."""
    chosen = options[option.name]
    all_chosen = chosen if option.kind == "set" else [chosen]
    if not all_chosen or not option.matters(options):
        return
    for choice in option.choices:
        if choice.value in all_chosen and not choice.is_played(options):
            other = next(one for one in choice.needs if not one.holds(options))
            raise _refusal(
                option,
                _("%(label)s: “%(choice)s” does not go with a rule as it stands (“%(other)s”)."),
                choice=Word(choice.label),
                other=Word(ruleset.options_by_name[other.option].label),
            )


def read_option(option: Option, value: object) -> Any:  # noqa: ANN401 - of the option's kind
    """The value of a house rule as it is kept; raises HandProblem for what is none.

    Of a table the rows that are left out have their defaults; where it is to be decided, they are
    not played. A set is in the order of its choices.

    >>> from scoring.options import price_table
    >>> rows = (Row("solo", "Solo", (50, 60, 70)), Row("bettel", "Bettel", None, "not played"))
    >>> prices = price_table("prices", "Prices", "", ("plain", "Schneider", "Schwarz"), rows)
    >>> read_option(prices, {"bettel": [30, 30, 30]})
    {'solo': [50, 60, 70], 'bettel': [30, 30, 30]}
    """
    if value is None and option.may_be_empty:
        return None
    return READERS[option.kind](option, value)


def undecided(option: Option) -> HandProblem:
    """The refusal of what needs an option that no source answers and nobody has decided."""
    return HandProblem(
        "undecided",
        "options",
        _("Still to be decided, so say it in the house rules first: “%(option)s”."),
        option=Word(option.label),
    )


def refuse_undecided(ruleset: Ruleset, options: Options) -> None:
    """Refuse to begin while something is still to be decided; raises HandProblem."""
    for option in ruleset.undecided(options):
        raise undecided(option)


def _refusal(option: Option, text: str, /, **values: object) -> HandProblem:
    problem = HandProblem("bad_option", "options", text, label=Word(option.label), **values)
    problem.option = option.name
    return problem


def _flag(option: Option, value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise _refusal(option, _("%(label)s: say yes or no (true or false)."))


def _number(option: Option, value: object) -> int:
    if is_number(value) and option.low <= value <= option.high:
        return value
    text = _("%(label)s: only %(low)s to %(high)s is possible.")
    raise _refusal(option, text, low=option.low, high=option.high)


def _choice(option: Option, value: object) -> str:
    for choice in option.choices:
        if isinstance(value, str) and (value == choice.value or value in choice.also):
            return str(choice.value)
    values = Words(choice.label for choice in option.choices)
    raise _refusal(option, _("%(label)s: choose one of these: %(values)s."), values=values)


def _amounts(option: Option, value: object) -> list[int]:
    found = _listed(option, value)
    if found is None:
        text = _("%(label)s: enter a whole number from %(low)s to %(high)s for each: %(columns)s.")
        raise _refusal(option, text, **_columns_of(option))
    return found


def _listed(option: Option, value: object) -> list[int] | None:
    """As many amounts as there are columns, None for anything else."""
    if not isinstance(value, list) or len(value) != len(option.columns):
        return None
    fits = all(is_number(each) and option.low <= each <= option.high for each in value)
    return [*value] if fits else None


def _columns_of(option: Option) -> dict[str, object]:
    return {"low": option.low, "high": option.high, "columns": Words(option.columns)}


def _table(option: Option, value: object) -> dict[str, list[int] | None]:
    if not isinstance(value, dict):
        raise _refusal(option, _("%(label)s: give the rows with their prices, as an object."))
    rows = {row.key: row for row in option.rows}
    for key in value:
        if key not in rows:
            text = _("%(label)s: there is no “%(row)s”, only these: %(rows)s.")
            known = Words(row.label for row in option.rows)
            problem = _refusal(option, text, row=quoted(key), rows=known)
            problem.row = quoted(key)
            raise problem
    usual = option.default or {}
    return {
        key: usual[key] if key in usual and key not in value else _row(option, row, value.get(key))
        for key, row in rows.items()
    }


def _row(option: Option, row: Row, value: object) -> list[int] | None:
    if value is None and row.empty:
        return None
    found = _listed(option, value)
    if found is None:
        text = _(
            "%(label)s, %(row)s: a whole number from %(low)s to %(high)s for each: %(columns)s."
        )
        problem = _refusal(option, text, row=Word(row.label), **_columns_of(option))
        problem.row = row.key
        raise problem
    return found


def _set(option: Option, value: object) -> list[str]:
    known = [choice.value for choice in option.choices]
    if isinstance(value, list) and all(value.count(each) == 1 and each in known for each in value):
        return [each for each in known if each in value]
    values = Words(choice.label for choice in option.choices)
    raise _refusal(option, _("%(label)s: each at most once: %(values)s."), values=values)


def _text(option: Option, value: object) -> str:
    if isinstance(value, str):
        text = value.strip()
        if len(text) <= LONGEST_TEXT and not any(
            unicodedata.category(letter) in UNWRITABLE for letter in text
        ):
            return text
    raise _refusal(
        option, _("%(label)s: at most %(most)s characters, on one line."), most=LONGEST_TEXT
    )


READERS: dict[str, Callable[[Option, object], Any]] = {
    "flag": _flag,
    "number": _number,
    "amount": _number,
    "choice": _choice,
    "amounts": _amounts,
    "table": _table,
    "set": _set,
    "text": _text,
}
"""By kind what refuses another value."""
