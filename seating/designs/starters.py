"""Single designs, each written down as the few tables from which the rest follows.

They are starters in the manner of Bose's method of differences, some with players who stay fixed:
the tables of one round are chosen by exact cover so that no two pairs in them differ alike. For 32
players a group of eight leaves every round as it is; tables of two players and two then stand for
four only. That there are such designs was shown for tables of three by Ray-Chaudhuri and Wilson
(1971, Kirkman systems) and by Rees and Stinson (1987, nearly Kirkman systems), for tables of four
in great part by Shen, Ge and Lam (resolvable group divisible designs).
"""

import re
from collections.abc import Iterator
from math import prod
from typing import NamedTuple

from seating.designs.developing import Round, Table, developed, spun


class Starter(NamedTuple):
    """Tables under a group: rounds that are moved, and rounds that stay what they are.

    A table's players are parted by points. A `moved` round is written as its tables, parted by
    spaces, and gives as many rounds as the group has elements. A round that `stays` is written as
    one table, or some joined by +, from which the group makes the others. With `turned`, a table
    of a moved round stands also for those that come of it when the orbits change places in a
    circle and the fixed players in another.
    """

    group: tuple[int, ...]
    orbits: int
    moved: tuple[str, ...] = ()
    stays: str = ""
    turned: bool = False


def _read(text: str) -> dict[tuple[int, int], Starter]:
    """The starters by how many players they are for, and the size of the tables.

    Moved rounds are parted by /, and before those that stay there is `stays`.
    """
    form = r"(\d+) at (\d+): group (\S+), (\d+) orbits(, turned)?\n((?:  .+\n)+)"
    found = {}
    for players, size, group, orbits, turned, tables in re.findall(form, text):
        moved, _, stays = " ".join(tables.split()).partition("stays")
        found[int(players), int(size)] = Starter(
            group=tuple(map(int, group.split("."))),
            orbits=int(orbits),
            moved=tuple(filter(None, moved.strip().split(" / "))),
            stays=stays.strip(),
            turned=bool(turned),
        )
    return found


STARTERS = _read("""\
18 at 3: group 4, 4 orbits
  0.10.11 1.6.17 2.3.13 4.9.14 5.8.12 7.15.16 / 0.12.13 1.4.7 2.6.10 3.8.16 5.11.14 9.15.17
24 at 3: group 11, 2 orbits
  0.11.22 1.17.23 2.4.9 3.16.21 5.6.20 7.10.19 8.14.18 12.13.15
30 at 3: group 14, 2 orbits
  0.2.11 1.14.28 3.4.27 5.9.26 6.22.24 7.13.21 8.20.29 10.16.25 12.17.23 15.18.19
33 at 3: group 11, 3 orbits
  0.3.26 1.5.30 2.7.13 4.16.20 6.8.27 9.10.18 11.12.14 15.21.29 17.22.28 19.23.25 24.31.32 stays
  0.14.24 0.13.31 0.21.22 0.15.28 0.18.27
36 at 3: group 17, 2 orbits
  0.10.15 1.29.34 2.5.31 3.9.27 4.13.26 6.33.35 7.8.23 11.25.32 12.16.18 14.17.22 19.28.30
  20.21.24
42 at 3: group 20, 2 orbits
  0.29.31 1.15.20 2.5.13 3.16.26 4.36.41 6.34.40 7.9.33 8.24.28 10.11.25 12.17.39 14.18.35
  19.32.37 21.27.38 22.23.30
48 at 3: group 23, 2 orbits
  0.21.37 1.16.23 2.31.47 3.7.28 4.5.18 6.22.40 8.20.44 9.14.26 10.13.41 11.17.43 12.27.39
  15.34.35 19.29.46 24.38.45 25.30.33 32.36.42
54 at 3: group 26, 2 orbits
  0.12.16 1.32.50 2.41.45 3.9.49 4.37.52 5.30.31 6.38.53 7.22.44 8.36.46 10.17.19 11.35.47
  13.28.34 14.43.48 15.18.23 20.21.39 24.33.40 25.26.29 27.42.51
60 at 3: group 29, 2 orbits
  0.8.50 1.14.42 2.3.12 4.34.53 5.22.31 6.28.57 7.13.46 9.27.45 10.41.56 11.26.51 15.30.47
  16.20.43 17.52.54 18.21.23 19.33.59 24.40.48 25.44.58 29.36.49 32.37.55 35.38.39
24 at 4: group 7, 3 orbits
  0.7.17.22 1.12.16.21 2.3.5.14 4.10.18.23 6.8.9.11 13.15.19.20
32 at 4: group 2.2.2, 4 orbits
  stays 0.8.16.24 0.12.23.27 0.13.20.30 0.14.17.26 0.10.22.31 0.15.18.29 0.5.25.28+8.12.18.22
  16.19.29.30+0.2.9.11 0.6.19.21+8.15.25.30 0.3.4.7+8.11.13.14+16.18.21.23+24.26.28.30
36 at 4: group 11, 3 orbits
  0.4.9.30 1.11.25.33 2.5.17.27 3.14.26.31 6.20.24.35 7.12.23.34 8.15.21.28 10.16.18.19
  13.22.29.32
44 at 4: group 14, 3 orbits
  0.25.27.31 1.18.21.22 2.4.7.39 3.9.19.28 5.17.41.43 6.10.15.24 8.16.32.42 11.12.38.40
  13.14.29.33 20.26.34.37 23.30.35.36
48 at 4: group 15, 3 orbits, turned
  0.21.34.45 1.8.11.20 2.22.39.40 3.12.14.28
56 at 4: group 18, 3 orbits
  0.35.39.45 1.25.49.54 2.23.31.48 3.9.18.47 4.14.15.22 5.21.27.36 6.19.20.34 7.11.30.44
  8.10.13.42 12.32.37.53 16.38.51.52 17.29.41.55 24.40.43.50 26.28.33.46
60 at 4: group 19, 3 orbits, turned
  0.37.42.54 1.22.24.50 2.32.46.59 6.9.14.15 7.11.36.48
72 at 4: group 23, 3 orbits, turned
  0.38.67.69 1.40.49.60 2.20.33.59 4.19.51.54 6.7.34.58 9.16.18.22
84 at 4: group 27, 3 orbits, turned
  0.56.58.71 1.34.41.79 3.19.50.51 5.64.69.72 6.40.49.75 8.70.74.80 9.38.66.83
30 at 5: group 6, 5 orbits, turned
  0.4.17.26.27 1.7.13.19.25
50 at 5: group 8, 6 orbits
  0.16.19.26.38 1.3.21.36.46 2.14.24.40.43 4.11.17.31.49 5.6.8.20.37 7.28.35.41.48 9.18.34.39.47
  10.15.23.33.42 12.22.25.27.45 13.29.30.32.44
70 at 5: group 10, 7 orbits, turned
  0.6.41.43.64 2.9.17.55.68
75 at 5: group 15, 5 orbits, turned
  0.4.25.43.56 1.9.18.20.21 2.12.38.44.52 stays 0.15.30.45.60
100 at 5: group 19, 5 orbits, turned
  0.3.24.39.46 2.28.55.86.98 4.37.70.83.87 6.14.16.34.69
105 at 5: group 20, 5 orbits, turned
  0.3.39.51.93 1.5.10.87.88 2.4.16.54.69 6.32.77.98.104 15.35.55.75.95
60 at 6: group 7, 8 orbits
  0.7.14.42.49.59 1.32.34.48.51.52 2.20.30.37.43.58 3.4.12.21.33.41 5.11.25.39.44.56
  6.16.19.27.31.35 8.13.17.26.28.38 9.36.40.47.53.55 10.15.22.29.46.57 18.23.24.45.50.54
84 at 6: group 11, 7 orbits, turned
  0.16.39.41.42.51 1.14.32.35.59.79
90 at 6: group 9, 10 orbits
  0.7.14.26.51.72 1.6.22.46.74.85 2.12.50.62.66.70 3.38.53.57.61.86 4.28.33.56.67.73
  5.17.36.43.63.87 8.27.34.41.54.78 9.16.23.35.60.81 10.15.31.49.55.83 11.21.59.71.75.79
  13.37.42.65.76.82 18.25.32.44.45.69 19.24.40.47.58.64 20.30.68.80.84.88 29.39.48.52.77.89
""")


def starter_rounds(players: int, size: int) -> int:
    """Return how many rounds are written down for so many players, 0 for none.

    >>> starter_rounds(24, 4), starter_rounds(25, 4)
    (7, 0)
    """
    starter = STARTERS.get((players, size))
    if starter is None:
        return 0
    return prod(starter.group) * len(starter.moved) + len(starter.stays.split())


def from_starter(players: int, size: int) -> Iterator[Round]:
    """Work out the rounds of a starter.

    >>> len(next(from_starter(24, 4)))
    6
    """
    starter = STARTERS[players, size]
    for text in starter.moved:
        tables = _tables(text, " ")
        if starter.turned:
            tables = [turn for table in tables for turn in _turns(table, starter, players)]
        yield from developed(tables, starter.group, starter.orbits)
    for text in starter.stays.split():
        yield spun(_tables(text, "+"), starter.group, starter.orbits)


def _tables(text: str, parted: str) -> list[Table]:
    return [tuple(map(int, table.split("."))) for table in text.split(parted)]


def _turns(table: Table, starter: Starter, players: int) -> list[Table]:
    """Return a table and those that follow from it by turning, each once."""
    order = prod(starter.group)
    moving = order * starter.orbits
    turns: dict[frozenset[int], Table] = {}
    while frozenset(table) not in turns:
        turns[frozenset(table)] = table
        table = tuple(
            (player + order) % moving
            if player < moving
            else moving + (player + 1 - moving) % (players - moving)
            for player in table
        )
    return list(turns.values())
