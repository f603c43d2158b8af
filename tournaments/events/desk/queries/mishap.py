"""A mishap: what goes wrong in a director's words, and the ways out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

BEFORE, DRAWN, PLAYING, BETWEEN, FINAL = "before", "drawn", "playing", "between", "final"
"""How far an event is, as far as it matters for what can go wrong."""

MOST_NAMED = 12


class Cure(NamedTuple):
    """A way out: the words to tap, the page, and what it is about.

    Where it `is_deed` the button does it. A page that is not there is left out.
    """

    label: str
    page: str
    args: tuple[int | str, ...] = ()
    query: str = ""
    is_deed: bool = False
    of_club: bool = False


@dataclass(frozen=True)
class Mishap:
    """Something that goes wrong: a sentence, what to do in a line, and the ways out.

    `stages` are those of the event in which it can be put right. `words` are more words by which
    it is found. `each_label` says what `each` are, where they are no tables.
    """

    key: str
    group: str
    sentence: str
    advice: str
    cures: tuple[Cure, ...]
    stages: tuple[str, ...]
    words: str = ""
    each: tuple[Cure, ...] = ()
    each_label: str = ""

    @property
    def said(self) -> str:
        """All words by which it is found."""
        return f"{self.sentence} {self.advice} {self.words}"
