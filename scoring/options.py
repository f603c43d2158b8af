"""An option: what whoever plays decides beforehand, with its words.

A house rule of a game is one, and so is each setting of an event or a series.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring.words import _

Options = Mapping[str, Any]


class Condition(NamedTuple):
    """An option, and the values of it with which something is so."""

    option: str
    values: tuple[Any, ...]

    def holds(self, options: Options) -> bool:
        """Whether a table that plays with `options` has one of the values.

        >>> Condition("all_pass", ("ramsch", "muss")).holds({"all_pass": "ramsch"})
        True
        """
        return options[self.option] in self.values


Conditions = tuple[Condition, ...]
"""All of them must hold."""


def where(option: str, *values: object) -> Conditions:
    """The condition that a house rule has one of these values."""
    return (Condition(option, values),)


def all_hold(conditions: Conditions, options: Options) -> bool:
    """Whether every one of the conditions holds; where there are none, it does."""
    return all(condition.holds(options) for condition in conditions)


class Choice(NamedTuple):
    """One value to choose, and the words for it.

    `needs`: of a field's choice the house rules with which it is played; `unless`: the other field
    and the answers to it beside which nobody can choose it; `note`: a sentence that stands below
    while it is chosen; `brief`: its words where its place says the rest; `span`: the lowest and
    highest card points that a result stands for at a table.
    """

    value: Any
    label: str
    needs: Conditions = ()
    unless: tuple[str, tuple[Any, ...]] | None = None
    note: str = ""
    brief: str = ""
    span: tuple[int, int] | None = None

    def is_played(self, options: Options) -> bool:
        """Whether a table that plays with `options` can choose it."""
        return all_hold(self.needs, options)


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule of a game; what else is decided about an event adds its own kinds.

    `kind` is `choice` (one of `choices`), `flag` (true or false) or `number` (`low` to `high`,
    or None where `default` is None). `to_decide`: no source answers it, so it is None until
    whoever plays has decided, and a hand that needs it is refused before.
    """

    name: str
    kind: str
    label: str
    meaning: str
    default: Any
    choices: tuple[Choice, ...] = ()
    low: int = 1
    high: int = 999
    to_decide: bool = False

    def word_for(self, value: object) -> str:
        """What people call a value, marked for translation as all labels are.

        >>> Option("kitty", "flag", "Kitty", "", False).word_for(True)
        'yes'
        >>> Option("losers", "choice", "Lost games", "", None, to_decide=True).word_for(None)
        'to be decided'
        """
        if value is None:
            return _("to be decided") if self.to_decide else _("none")
        if self.kind == "flag":
            return _("yes") if value else _("no")
        return next((one.label for one in self.choices if one.value == value), str(value))
