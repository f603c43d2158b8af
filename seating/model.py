"""What is drawn and what comes of it: entries with wishes in, rounds of tables out.

An entry is one player or one fixed pair, known by its start number. Everything here is a plain
value: the same request leads to the same seating on every machine.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from seating.words import Template, Words

Pair = tuple[int, int]
"""Two start numbers, the smaller first."""

Seats = tuple[int, ...]
"""A table: start numbers in the order of the seats, the first dealer first."""


def pair(one: int, other: int) -> Pair:
    """Two start numbers as a pair.

    >>> pair(7, 3)
    (3, 7)
    """
    return (one, other) if one < other else (other, one)


def among(pairs: Iterable[Pair], here: Container[int]) -> list[Pair]:
    """The pairs of whom both are here.

    >>> among([(1, 2), (2, 3)], {2, 3})
    [(2, 3)]
    """
    return [(one, other) for one, other in pairs if one in here and other in here]


class Round(NamedTuple):
    """One round: its tables in their order, and who sits out."""

    tables: tuple[Seats, ...]
    out: tuple[int, ...] = ()

    def pairs(self) -> Iterator[Pair]:
        """Everybody who meets in this round, two by two.

        >>> list(Round(((3, 1, 2),)).pairs())
        [(1, 3), (2, 3), (1, 2)]
        """
        for table in self.tables:
            for one, other in combinations(table, 2):
                yield pair(one, other)


@dataclass(frozen=True)
class Wishes:
    """Who must, and who would rather not, sit where.

    `apart`: must not share a table. `groups`: teams or clubs whose members never meet when that
    is possible. `rather_not`: neighbours at the door and the like. `together`: a guide and whom
    he guides. `tables`, `seats`: a fixed table or seat, numbered from 0. `house`: house players,
    who fill a table and are left out first.
    """

    apart: frozenset[Pair] = frozenset()
    groups: tuple[frozenset[int], ...] = ()
    rather_not: frozenset[Pair] = frozenset()
    together: frozenset[Pair] = frozenset()
    tables: Mapping[int, int] = field(default_factory=dict)
    seats: Mapping[int, int] = field(default_factory=dict)
    house: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Season:
    """What the evenings before this one cost, made by `seating.season`; empty where none count.

    `met`: what it costs that two meet tonight, by pair; `spared`: what it costs to seat an entry at
    an odd table, or to let it sit out.
    """

    met: Mapping[Pair, int] = field(default_factory=dict)
    spared: Mapping[int, int] = field(default_factory=dict)


class Impossible(Exception):
    """A draw that cannot be: a code for programs, and words that say why to a director."""

    def __init__(self, code: str, template: Template, **values: object) -> None:
        self.code = code
        self.words = Words(template, values)
        super().__init__(str(self.words))


ODD_SIZES = ("up", "down", "bye")
"""Where the remainder goes: to tables of one more (the dealer sits out), of one less, or out."""

LARGEST_FIELD = 2_000
TABLE_SIZES = range(2, 9)


@dataclass(frozen=True, kw_only=True)
class Request:
    """What is to be drawn.

    `entries`: who takes part in these rounds. `history`: the rounds before, oldest first.
    `standing`: best first, for draws that go by it. `dial`: 0 strictly by standing, 100 no repeats
    at any price. `steps`: how far a search may go; it decides what is found, the clock never does,
    so that every draw can be done again. `winners`: who won at the tables of the last round, for
    draws that move winners, and `placed`: all who sat at them, the best of each table first.
    `text`: rounds that people made themselves, for the import.
    `day`: whose table stands in an all-play-all, where not just those of the first round.
    `tables`: so many tables at least, where some may have one less (see `seating.sizes`).
    `season`: what earlier evenings of the series cost; it never makes two meet again tonight.
    `only_repeats`: the fewest repeats at any price; that somebody meets a third time, or sits at an
    odd table twice before everybody has once, is then no worse than any other repeat, or nothing.
    """

    entries: tuple[int, ...]
    size: int
    rounds: int = 1
    odd: str = "up"
    draw: str = "schedule"
    seed: int = 0
    steps: int | None = None
    seconds: float = 5.0
    wishes: Wishes = field(default_factory=Wishes)
    tables: int = 0
    history: tuple[Round, ...] = ()
    season: Season = field(default_factory=Season)
    standing: tuple[int, ...] = ()
    dial: int = 50
    winners: frozenset[int] = frozenset()
    placed: tuple[int, ...] = ()
    text: str = ""
    day: tuple[int, ...] = ()
    only_repeats: bool = False


class Drawn(NamedTuple):
    """What a way of drawing returns: the coming rounds, how many steps a search took, and what
    the director should know."""

    rounds: tuple[Round, ...]
    steps: int = 0
    notes: tuple[Words, ...] = ()
