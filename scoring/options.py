"""An option: what whoever plays decides beforehand, with its words.

A house rule of a game is one, and so is each setting of an event or a series.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring.words import _

Options = Mapping[str, Any]


PLAYED, NOT_PLAYED = "played", "not_played"
"""Whether a row of a price table has prices: a game that has none is not played."""

ANY = "*"
"""Whatever says something: a number above 0, a list that is not empty."""


class Condition(NamedTuple):
    """An option, and the values of it with which something is so.

    `option` may name the row of a price table, as in `prices.bettel`; its values are `PLAYED` and
    `NOT_PLAYED`; of a table that is still to be decided no game is played. Of a set one of the
    values is enough. `otherwise`: what is enough as well.
    """

    option: str
    values: tuple[Any, ...]
    otherwise: Condition | None = None

    def holds(self, options: Options) -> bool:
        """Whether a table that plays with `options` has one of the values.

        >>> Condition("all_pass", ("ramsch", "muss")).holds({"all_pass": "ramsch"})
        True
        >>> Condition("prices.bettel", (PLAYED,)).holds({"prices": {"bettel": None}})
        False
        >>> Condition("prices.bettel", (PLAYED,)).holds({"prices": None})
        False
        >>> Condition("bock", (ANY,)).holds({"bock": []})
        False
        """
        if self.otherwise is not None and self.otherwise.holds(options):
            return True
        name, _dot, row = self.option.partition(".")
        value = options[name]
        if row:
            prices = value and value[row]
            return (NOT_PLAYED if prices is None else PLAYED) in self.values
        if ANY in self.values:
            return bool(value)
        if isinstance(value, list):
            return any(member in self.values for member in value)
        return value in self.values


Conditions = tuple[Condition, ...]
"""All of them must hold."""


def where(option: str, *values: object) -> Conditions:
    """The condition that a house rule has one of these values."""
    return (Condition(option, values),)


def either(one: Conditions, other: Conditions) -> Conditions:
    """The condition that one of two holds."""
    return (one[0]._replace(otherwise=other[0]),)


def all_hold(conditions: Conditions, options: Options) -> bool:
    """Whether every one of the conditions holds; where there are none, it does."""
    return all(condition.holds(options) for condition in conditions)


class Choice(NamedTuple):
    """One value to choose, and the words for it.

    `needs`: of a field's choice the house rules with which it is played; `unless`: the other field
    and the answers to it beside which nobody can choose it; `note`: a sentence that stands below
    while it is chosen; `brief`: its words where its place says the rest; `span`: the lowest and
    highest card points that a result stands for at a table; `also`: what else it is called in a
    record.
    """

    value: Any
    label: str
    needs: Conditions = ()
    unless: tuple[str, tuple[Any, ...]] | None = None
    note: str = ""
    brief: str = ""
    span: tuple[int, int] | None = None
    also: tuple[str, ...] = ()

    def is_played(self, options: Options) -> bool:
        """Whether a table that plays with `options` can choose it."""
        return not self.needs or all_hold(self.needs, options)


class Row(NamedTuple):
    """A line of a price table: a game and what it costs, for each column; None: `empty`.

    `empty`: what it means that a row has no prices; without it there must be some. `times`: how
    many times the price somebody writes who plays such a game alone.
    """

    key: str
    label: str
    default: tuple[int, ...] | None
    empty: str = ""
    times: int = 1


GROUPS = {
    "prices": _("Prices"),
    "runners": _("Laufende"),
    "sweeps": _("Tout and Sie"),
    "doubling": _("Knocks, cracks and Kontra"),
    "passed": _("When everybody passes"),
    "bock": _("Bock"),
    "booking": _("What is written"),
    "play": _("Cards and play"),
    "labels": _("Names and notes"),
}
"""Under which heads the house rules stand that are not asked first of all."""

MOST_AMOUNT = 10_000
LONGEST_TEXT = 200


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule of a game; what else is decided about an event adds its own kinds.

    `kind`:
    `choice` (one of `choices`), `flag` (true or false), `number` (`low` to `high`),
    `amount` (a price, 0 to 10,000), `amounts` (a list of one for each of `columns`),
    `table` (for each of `rows` such a list, or None), `set` (a list of `choices`, in their order),
    `text` (one line).

    `empty`: what None means; without it None is refused, but where it is the default.
    `to_decide`: no source answers it, so it is None until whoever plays has decided, and a hand
    that needs it is refused before. `needs`, `unless`: with which other house rules it matters
    (all must hold), and with which it does not (none may); where it does not matter it changes
    nothing. `group`: in which of `GROUPS` it stands on a form, "" among the first.
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
    columns: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    needs: Conditions = ()
    unless: Conditions = ()
    group: str = ""
    empty: str = ""

    @property
    def may_be_empty(self) -> bool:
        """Whether None is a value of it."""
        return self.default is None or bool(self.empty)

    def matters(self, options: Options) -> bool:
        """Whether it changes anything at a table that plays with `options`."""
        excluded = any(condition.holds(options) for condition in self.unless)
        return all_hold(self.needs, options) and not excluded

    def said(self, value: Any, translate: Callable[[str], str] = _) -> str:  # noqa: ANN401 - of its kind
        """What people call a value; `translate` turns marked words into another language.

        >>> Option("kitty", "flag", "Kitty", "", False).said(True)
        'yes'
        >>> Option("losers", "choice", "Lost games", "", None, to_decide=True).said(None)
        'to be decided'
        >>> Option("leaster_price", "amounts", "Leaster", "", [1, 2]).said([2, 4])
        '2 – 4'
        """
        if value is None:
            nothing = self.empty or (_("to be decided") if self.to_decide else _("none"))
            return translate(nothing)
        if self.kind == "table":
            return "; ".join(
                f"{translate(row.label)} {self._row_said(row, value[row.key], translate)}"
                for row in self.rows
                if value[row.key] is not None or row.default is not None
            )
        if self.kind == "flag":
            return translate(_("yes") if value else _("no"))
        if self.kind == "amounts":
            return " – ".join(map(str, value))
        words = {one.value: translate(one.label) for one in self.choices if one.label}
        if self.kind == "set":
            return ", ".join(words[member] for member in value) or translate(_("none"))
        if self.kind == "text":
            return value or translate(_("none"))
        return words.get(value, str(value))

    def _row_said(
        self, row: Row, prices: Sequence[int] | None, translate: Callable[[str], str]
    ) -> str:
        return translate(row.empty) if prices is None else " – ".join(map(str, prices))


def amount(name: str, label: str, meaning: str, default: int | None, **more: Any) -> Option:  # noqa: ANN401
    """A price."""
    return Option(name, "amount", label, meaning, default, low=0, high=MOST_AMOUNT, **more)


def amounts(
    name: str,
    label: str,
    meaning: str,
    columns: tuple[str, ...],
    default: list[int],
    **more: Any,  # noqa: ANN401
) -> Option:
    """As many prices as there are columns."""
    return Option(
        name, "amounts", label, meaning, default, low=0, high=MOST_AMOUNT, columns=columns, **more
    )


def price_table(
    name: str,
    label: str,
    meaning: str,
    columns: tuple[str, ...],
    rows: tuple[Row, ...],
    **more: Any,  # noqa: ANN401
) -> Option:
    """What each game costs; its default are those of its rows, but where it is to be decided."""
    default = {row.key: None if row.default is None else [*row.default] for row in rows}
    return Option(
        name,
        "table",
        label,
        meaning,
        None if more.get("to_decide") else default,
        low=0,
        high=MOST_AMOUNT,
        columns=columns,
        rows=rows,
        **more,
    )
