"""An option: what whoever plays decides beforehand, with its words.

A house rule of a game is one, and so is each setting of an event or a series.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring.words import _

Options = Mapping[str, Any]


class Choice(NamedTuple):
    """One value to choose, and the words for it.

    `needs`: of a field's choice the option and the values of it under which it is played;
    `unless`: the other field and the answers to it beside which nobody can choose it; `note`: a
    sentence that stands below while it is chosen; `brief`: its words where its place says the rest;
    `span`: the lowest and highest card points that a result stands for at a table.
    """

    value: Any
    label: str
    needs: tuple[str, tuple[Any, ...]] | None = None
    unless: tuple[str, tuple[Any, ...]] | None = None
    note: str = ""
    brief: str = ""
    span: tuple[int, int] | None = None

    def is_played(self, options: Options) -> bool:
        """Whether a table that plays with `options` can choose it."""
        return self.needs is None or options[self.needs[0]] in self.needs[1]


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
