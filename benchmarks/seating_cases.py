"""What the seating is measured against: cases, and the least number of repeats known for them.

The figures are measured ones, by local search in C and by hand-made tables; 0 is where a
schedule without repeats is known. They count repeats and nothing else: whoever found them let the
same entries sit at the odd tables again and again, and the same two meet three times. Where they
are known as a range for some fields in a row, those within it have its upper end.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

SOURCE = "measured"


class Case(NamedTuple):
    """So many entries at tables of a size, over so many rounds."""

    group: str
    entries: int
    size: int
    rounds: int
    odd: str
    best: int

    @property
    def name(self) -> str:
        """A short name: `40x4r10`."""
        return f"{self.entries}x{self.size}r{self.rounds}{'' if self.even else self.odd}"

    @property
    def seconds(self) -> float:
        """How long a search may take."""
        return SECONDS.get(self.group, 5.0)

    @property
    def even(self) -> bool:
        """Whether all tables have the usual size."""
        return self.entries % self.size == 0


SECONDS = {"asked": 1.0}
"""Where a search may take less than the usual 5 seconds."""

ASKED = "40x4: 10 0; 60x5: 6 0; 96x3: 8 0; 200x4: 8 0; 1000x4: 8 0"

HARD = (
    "16x4: 5 0; 20x4: 5 0; 24x4: 7 0; 28x4: 9 0; 32x4: 9 0, 10 0; 36x4: 10 0, 11 0; "
    "40x4: 11 0, 13 0; 48x4: 12 0; 60x4: 12 0; 100x4: 12 0; 25x5: 6 0; 30x5: 6 0; 35x5: 7 0; "
    "40x5: 8 0; 45x5: 9 0; 50x5: 10 23; 60x5: 8 0, 10 0, 12 0; 100x5: 12 0; 15x3: 7 0; "
    "18x3: 8 0; 21x3: 10 0; 24x3: 11 0"
)

DOWN = (
    "12x4: 2 3, 3 6, 4 13, 5 24, 6 42; 13x4: 5 3, 6 12; 14x4: 5 2, 6 17; 15x4: 6 21; "
    "16x4: 6 24, 8 72; 17x4: 6 2, 8 32; 18x4: 6 2, 8 39; 19x4: 6 3, 8 45; 20x4: 6 6, 8 50; "
    "21x4: 8 15; 22x4: 8 25; 23x4: 8 25; 24x4: 8 25; 25x4: 8 4, 10 34; 26x4: 8 10, 10 49; "
    "27x4: 8 10, 10 49; 28x4: 8 10, 10 49; 30x4: 8 1, 10 21; 32x4: 8 0, 10 0; 33x4: 10 5, 12 37; "
    "34x4: 10 11, 12 48; 35x4: 10 11, 12 48; 36x4: 10 0, 12 48; 40x4: 10 0, 12 0; 41x4: 12 8; "
    "42x4: 12 11; 43x4: 12 11; 44x4: 12 11; 45x4: 12 1; 48x4: 12 0; 50x4: 12 0; "
    "12x3: 5 3, 6 7, 8 30; 13x3: 8 10; 14x3: 8 15; 15x3: 8 15; 16x3: 10 20; 17x3: 10 24; "
    "18x3: 8 0, 10 27; 19x3: 10 3, 12 33; 20x3: 10 6, 12 42; 21x3: 10 6, 12 42; 22x3: 12 11; "
    "23x3: 12 15; 24x3: 12 15; 28x3: 12 0; 20x5: 2 4, 3 8, 4 12, 5 25, 6 50; 21x5: 6 6, 8 62; "
    "22x5: 6 8, 8 92; 23x5: 6 8, 8 92; 24x5: 6 8, 8 92; 25x5: 6 0, 8 100; 26x5: 6 3, 8 42; "
    "27x5: 6 6, 8 56; 28x5: 6 6, 8 56; 30x5: 5 0, 6 0, 8 64; 32x5: 6 1, 8 29; 33x5: 6 4, 8 39; "
    "34x5: 6 4, 8 39; 35x5: 6 4, 8 39; 36x5: 8 10; 40x5: 8 0, 10 79; 41x5: 8 4, 10 37; "
    "42x5: 8 9, 10 53; 43x5: 8 9, 10 53; 44x5: 8 9, 10 53; 45x5: 8 9, 10 53; 48x5: 8 1, 10 23; "
    "49x5: 8 1, 10 31; 50x5: 8 1, 10 31; 55x5: 10 0; 60x5: 10 0, 12 0; 100x5: 12 0"
)

UP = (
    "17x4: 2 1, 3 2, 4 3, 6 32; 18x4: 2 2, 3 4, 4 6; 19x4: 2 3, 3 6, 4 9; 21x4: 4 0, 6 6; "
    "22x4: 4 0, 6 6; 23x4: 4 0, 6 5; 25x4: 4 0, 6 3; 26x4: 4 0, 6 5; 27x4: 4 0, 6 5; "
    "29x4: 6 0, 8 13; 30x4: 6 0, 8 22; 31x4: 6 0, 8 22; 33x4: 8 3; 34x4: 8 7; 35x4: 8 7; "
    "37x4: 8 0; 38x4: 8 0; 39x4: 8 1; 40x4: 8 0; 41x4: 8 0; 42x4: 8 0; 43x4: 8 0; 101x4: 8 0; "
    "201x4: 8 0; 1001x4: 8 0; 13x3: 4 0, 6 12; 14x3: 6 17; 16x3: 8 24; 17x3: 6 2; 19x3: 6 0; "
    "20x3: 6 0; 22x3: 8 0; 23x3: 8 0; 41x3: 8 0; 26x5: 2 1, 3 2, 4 3; 27x5: 2 2, 3 4, 4 6; "
    "28x5: 2 3, 3 6; 29x5: 2 4, 3 8, 4 12; 31x5: 3 0; 32x5: 3 0; 33x5: 3 0; 34x5: 3 0; "
    "36x5: 4 0; 41x5: 6 3; 61x5: 6 0"
)

LARGE = "; ".join(
    f"{entries}x{size}: 12 0"
    for entries in (100, 200, 203, 500, 1000, 1001, 1003)
    for size in (3, 4, 5)
)

GROUPS = (
    ("asked", "down", ASKED),
    ("hard", "down", HARD),
    ("down", "down", DOWN),
    ("up", "up", UP),
    ("large", "up", LARGE),
)


def cases() -> Iterator[Case]:
    """All cases but those by standing."""
    for group, odd, text in GROUPS:
        for field in text.split("; "):
            shape, figures = field.split(": ")
            entries, size = map(int, shape.split("x"))
            for figure in figures.split(", "):
                rounds, best = map(int, figure.split())
                yield Case(group, entries, size, rounds, odd, best)


class SoftCase(NamedTuple):
    """An event by standing: repeats, and how far apart in rank those of a table are."""

    entries: int
    size: int
    rounds: int
    repeats: float
    spread: float

    @property
    def name(self) -> str:
        """A short name: `soft40x4r8`."""
        return f"soft{self.entries}x{self.size}r{self.rounds}"


SOFT = (
    SoftCase(40, 4, 8, 14.5, 11.6),
    SoftCase(60, 5, 6, 10.0, 13.8),
    SoftCase(96, 3, 8, 0.2, 3.1),
    SoftCase(200, 4, 8, 1.1, 4.8),
)


class SwissCase(NamedTuple):
    """An event of pairs: the draw after so many rounds may take so many seconds."""

    entries: int
    rounds: int
    seconds: float

    @property
    def name(self) -> str:
        """A short name: `swiss1000r5`."""
        return f"swiss{self.entries}r{self.rounds}"


SWISS = tuple(SwissCase(entries, 5, 1.5) for entries in (40, 41, 200, 201, 500, 501, 1000, 1001))
