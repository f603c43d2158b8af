"""What a file of old records says: its evenings, and every line that cannot be taken in."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring.labels import LONGEST_NAME, UNWRITABLE

MOST_BYTES = 2_000_000
MOST_LINES = 5_000
MOST_PASTED = 200_000
MOST_PEOPLE = 500
MOST_POINTS = 1_000_000
LONGEST_TITLE = 80
FIRST_YEAR = 1800

NUMBERED = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T].*)?")
DOTTED = re.compile(r"(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})(?: .*)?")


class Faulty(Exception):
    """Why something cannot be taken in: a sentence."""


class Total(NamedTuple):
    """What somebody had at the end of an evening; None where the file does not say it."""

    name: str
    points: int
    hands: int | None = None
    games: int | None = None


class OldEvening(NamedTuple):
    """An evening: who was there, and either everybody's totals or the record of the table.

    `hands` are those that were played at it, None where nobody knows.
    """

    day: date
    ruleset: str
    title: str
    names: tuple[str, ...]
    totals: tuple[Total, ...] = ()
    record: dict[str, Any] | None = None
    hands: int | None = None


class Fault(NamedTuple):
    """A line (the first is 1), why it is left out, and what stands there."""

    line: int
    sentence: str
    text: str = ""


class Column(NamedTuple):
    """A column of a list: its head, what stands below it in the first lines, what it means."""

    head: str
    samples: tuple[str, ...]
    meaning: str


@dataclass(frozen=True)
class Reading:
    """A file as it was understood. `asks` are the meanings that no column has and one must have."""

    evenings: Sequence[OldEvening]
    faults: Sequence[Fault]
    columns: Sequence[Column] = ()
    asks: Sequence[str] = field(default=())

    @property
    def days(self) -> list[date]:
        """The days on which something was played, the first one first."""
        return sorted({evening.day for evening in self.evenings})

    @property
    def names(self) -> Counter[str]:
        """How many evenings there are with each name; spellings in small letters are one name."""
        first: dict[str, str] = {}
        times: Counter[str] = Counter()
        for evening in self.evenings:
            for name in evening.names:
                times[first.setdefault(name.casefold(), name)] += 1
        return times

    @property
    def totals(self) -> int:
        """How many totals of one person there are."""
        return sum(len(evening.totals) for evening in self.evenings)

    @property
    def hands(self) -> int:
        """How many single hands are known."""
        return sum(evening.hands or 0 for evening in self.evenings if evening.record is not None)


def hands_of_evening(of_persons: Sequence[int], seats: int) -> int:
    """How many hands an evening had at least, by those of each who is named in an old record.

    `seats` play a hand, so that so many persons' hands are one. Where not everybody is named,
    there were as many as the most diligent one played.

    >>> hands_of_evening([20, 20, 20, 16, 24], 4), hands_of_evening([20, 20], 4)
    (25, 20)
    """
    return max(sum(of_persons) // seats, max(of_persons, default=0))


def unsaid_game() -> str:
    """Nobody says which game it was; raises Faulty."""
    raise Faulty(_("It is not said what was played: choose it, or name the ruleset in the file."))


def day_of(text: str, today: date) -> date:
    """The day that a text names; raises Faulty.

    >>> day_of("3.11.2016", date(2020, 1, 1)), day_of("2016-11-03", date(2020, 1, 1))
    (datetime.date(2016, 11, 3), datetime.date(2016, 11, 3))
    """
    numbered, dotted = NUMBERED.fullmatch(text), DOTTED.fullmatch(text)
    if numbered is not None:
        year, month, day = map(int, numbered.groups())
    elif dotted is not None:
        day, month, year = map(int, dotted.groups())
    else:
        words = _("“%(text)s” is no date: write 2016-11-03 or 3.11.2016.")
        raise Faulty(words % {"text": text[:40]} if text else _("There is no date."))
    try:
        found = date(year, month, day)
    except ValueError:
        raise Faulty(_("There is no %(text)s in any calendar.") % {"text": text[:40]}) from None
    if found > today:
        raise Faulty(_("%(text)s has not come yet.") % {"text": text[:40]})
    if year < FIRST_YEAR:
        raise Faulty(_("%(text)s is too long ago.") % {"text": text[:40]})
    return found


def name_of(text: str) -> str:
    """A person's name on one line, with single spaces; raises Faulty."""
    name = " ".join(text.split())
    if not name:
        raise Faulty(_("There is no name."))
    if len(name) > LONGEST_NAME:
        words = _("The name “%(text)s…” is too long: at most %(most)s letters.")
        raise Faulty(words % {"text": name[:LONGEST_NAME], "most": LONGEST_NAME})
    if not any(letter.isalpha() for letter in name):
        raise Faulty(_("There are no letters in the name “%(text)s”.") % {"text": name})
    return written(name)


def title_of(text: str) -> str:
    """The title of an evening on one line; raises Faulty."""
    title = " ".join(text.split())
    if len(title) > LONGEST_TITLE:
        words = _("The title is too long: at most %(most)s letters.")
        raise Faulty(words % {"most": LONGEST_TITLE})
    return written(title)


def written(text: str) -> str:
    """The same text, if it can be written on one line; raises Faulty."""
    if any(unicodedata.category(letter) in UNWRITABLE for letter in text):
        raise Faulty(_("There is something in it that cannot be written."))
    return text


def without_too_many(evenings: Iterable[OldEvening]) -> list[OldEvening]:
    """The evenings, if the file is not too large to be taken in; raises Faulty."""
    found = list(evenings)
    people = {name.casefold() for evening in found for name in evening.names}
    if len(people) > MOST_PEOPLE:
        words = _("There are %(count)s people in it. Take in at most %(most)s at once.")
        raise Faulty(words % {"count": len(people), "most": MOST_PEOPLE})
    return found
