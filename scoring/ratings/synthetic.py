"""A club that does not exist, in which everybody's skill is known: to see what methods find.

Everybody comes on every night and is seated at random in every round. A side's points per hand in
a round are its skill and luck, both normal; `luck` says how many times wider luck spreads over a
round than skill does over people. It is an assumption: with `python3 manage.py ratings --evaluate`
a club sees its own figures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from statistics import NormalDist
from typing import NamedTuple

from scoring.ratings.sheets import Sheet, Side, sheet_of

SPREAD = 0.4
"""The standard deviation of skill, in points per hand."""
NORMAL = NormalDist()


class Assumed(NamedTuple):
    """A club: `size` sides at a table, each of one person, or of two with `pairs` "fixed" or
    "changing"; `luck` of a round against skill."""

    people: int = 60
    nights: int = 40
    rounds: int = 4
    size: int = 4
    hands: int = 20
    luck: float = 3.5
    pairs: str = ""


class Synthetic(NamedTuple):
    """What is assumed, everybody's skill in points per hand, and the sheets in order of time."""

    assumed: Assumed
    skill: dict[int, float]
    sheets: list[Sheet]


def synthetic_club(seed: int, assumed: Assumed | None = None) -> Synthetic:
    """A club by a seed: the same seed, the same club."""
    assumed = assumed or Assumed()
    chance = Random(seed)
    skill = {who: chance.gauss(0, SPREAD) for who in range(1, assumed.people + 1)}
    sheets = [
        sheet_of(night, [_side(people, skill, assumed, chance) for people in table])
        for night in range(assumed.nights)
        for _round in range(assumed.rounds)
        for table in _tables(assumed, chance)
    ]
    return Synthetic(assumed, skill, sheets)


def side_skill(people: Sequence[int], skill: dict[int, float]) -> float:
    """The skill of one person, or of two together, who spread as far as single people do.

    >>> side_skill([1, 2], {1: 1.0, 2: 0.0}) * 2 ** 0.5
    1.0
    """
    return sum(skill[who] for who in people) / sqrt(len(people))


def _tables(assumed: Assumed, chance: Random) -> Iterator[list[tuple[int, ...]]]:
    people = list(range(1, assumed.people + 1))
    units: list[tuple[int, ...]] = [(who,) for who in people]
    if assumed.pairs:
        if assumed.pairs == "changing":
            chance.shuffle(people)
        units = list(zip(people[::2], people[1::2], strict=False))
    chance.shuffle(units)
    for first in range(0, len(units) - assumed.size + 1, assumed.size):
        yield units[first : first + assumed.size]


def _side(
    people: tuple[int, ...], skill: dict[int, float], assumed: Assumed, chance: Random
) -> tuple[tuple[int, ...], int, int]:
    per_hand = side_skill(people, skill) + chance.gauss(0, SPREAD * assumed.luck)
    return (people, round(per_hand * assumed.hands), assumed.hands)


class TrueSkill:
    """Knows what nobody can know: as far as anybody could foretell at all."""

    name = "true skill (ceiling)"

    def __init__(self, club: Synthetic) -> None:
        self.club = club

    def chance(self, one: Side, other: Side, _sheet: Sheet) -> float:
        """How likely `one` is ahead of `other`, by their true skill."""
        skill, luck = self.club.skill, SPREAD * self.club.assumed.luck
        ahead = side_skill(one.people, skill) - side_skill(other.people, skill)
        return NORMAL.cdf(ahead / (luck * sqrt(2)))

    def learn(self, _sheet: Sheet) -> None:
        """There is nothing to learn."""
