"""What a sheet is made from: its table and its lines, as plain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from scoring.options import Options
from scoring.ruleset import Ruleset


@dataclass(frozen=True)
class SheetTable:
    """A table as its sheet knows it.

    `options` is the full set of its house rules; `players` is how many sat down at first, and
    `first_dealer` which of them deals first. An ended sheet takes nothing more.
    """

    ruleset: Ruleset
    options: Options
    players: int
    first_dealer: int = 0
    title: str = ""
    ended_at: datetime | None = None


class SheetEntry(NamedTuple):
    """One line of a sheet in its latest version: a hand, an adjustment, or who sits there now.

    `number` is the key of the line, `version` that of what it says now. A withdrawn one is shown
    and does not count. `is_new`: it is being entered now, and is checked by what is asked today;
    all others stand.
    """

    number: int
    record: Mapping[str, Any]
    version: int = 1
    is_withdrawn: bool = False
    is_new: bool = False
    made_at: datetime | None = None


def is_hand(record: Mapping[str, Any]) -> bool:
    """Whether a line of a sheet is a hand: no adjustment, and no change of people.

    >>> is_hand({"picker": 1}), is_hand({"adjustment": [1, -1, 0], "reason": "miscounted"})
    (True, False)
    """
    return "adjustment" not in record and "seated" not in record


def counting(entries: Sequence[SheetEntry]) -> list[SheetEntry]:
    """The lines that count: all but the withdrawn ones."""
    return [entry for entry in entries if not entry.is_withdrawn]


def hands_among(entries: Sequence[SheetEntry]) -> int:
    """How many of these are hands that count: what the last of them is called by."""
    return sum(is_hand(entry.record) for entry in counting(entries))
