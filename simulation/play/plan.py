"""What is to be played, and with which mishaps."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

MISHAPS = (
    *("checked_in_twice", "absent", "drawn_again", "lost_phone", "no_show", "late", "wrong_seats"),
    *("leaves", "unbalanced", "sent_twice", "two_directors", "lost", "wrong_names", "too_many"),
    *("too_few", "empty_battery", "differs", "corrected_hand", "late_correction", "goes_home"),
    *("ruling", "tie", "reopened"),
)


class Person(NamedTuple):
    """Somebody who comes; where from, if that is known."""

    name: str
    home: str = ""


class Stop(NamedTuple):
    """Where a day is left while it goes on: in a round that is drawn, or (0) before the first.

    `hands` are already on the phones of the round's first tables; of the tables after them `keyed`
    sheets are in from paper. `words` are announced.
    """

    round: int = 0
    hands: tuple[int, ...] = ()
    keyed: int = 0
    words: str = ""


@dataclass(frozen=True)
class EventPlan:
    """What is to be played: a preset, how many enter, which mishaps; the seed decides the rest.

    `rounds` and `hands` are those of the preset where they are 0; `answers` are what else is typed
    into the form that sets the event up. `people` come in their order, made-up ones after them;
    so many arrive `one_by_one`, the others from a list. So many tables write on `phones` (-1:
    every other one), and of the others so many bring their hands on paper instead of totals
    (`grids`). A `stop` leaves the day unfinished. In a trial every stored figure is checked after
    each deed and every page is opened.
    """

    preset: str
    entries: int
    seed: int = 1
    mishaps: tuple[str, ...] = MISHAPS
    rounds: int = 0
    hands: int = 0
    answers: dict[str, object] = field(default_factory=dict)
    people: tuple[Person, ...] = ()
    one_by_one: int = 4
    phones: int = -1
    grids: int = 1
    stop: Stop | None = None
    is_trial: bool = True


def known(mishaps: Iterable[str]) -> tuple[str, ...]:
    """The mishaps that are named, in their order; ValueError for one that nobody knows."""
    wanted = [name.strip() for name in mishaps if name.strip()]
    unknown = [name for name in wanted if name not in MISHAPS and name not in ("all", "none")]
    if unknown:
        raise ValueError(", ".join(unknown))
    if "all" in wanted:
        return MISHAPS
    return tuple(name for name in MISHAPS if name in wanted)
