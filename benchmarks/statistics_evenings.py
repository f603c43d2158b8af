"""Ten years of Thursdays, made up: who sat where, and every hand, as `statistics.py` needs them.

Nothing here knows of a database, so that all cores can make evenings at once. The same size gives
the same club. Hands come from `tests.scoring.hands`, which deals a real pack and enters what came
out; the engine plays every sheet through, so that what it would refuse is never written. People
come as often as their number says, the first most often; of the columns of a sheet the better ones
rather go to those who are meant to play better, so that there is something to rate.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from math import exp
from random import Random
from typing import Any, NamedTuple

from scoring import RULESETS, Replay, replay
from scoring.ruleset import Ruleset
from tests.scoring.hands import Table, way_of

FIRST = date(2016, 1, 7)
THURSDAYS_A_YEAR = 52
HANDS_A_SHEET = 40
EVENT_GAME = "sheepshead4-coins"
EVENT_SIZE = 4
EVENT_ROUNDS = 2
EVENT_MONTHS = (1, 4, 7, 10)
GAMES = {
    "sheepshead5-wikipedia": 45,
    "sheepshead4-coins": 20,
    "saskop": 15,
    "sheepshead3-coins": 10,
    "sheepshead5-bump": 10,
}
"""What is played how often."""
MOST_AT_A_TABLE = 6
LUCK = 3.0
"""How far chance goes when columns are given out, where skill has a deviation of 1."""

Record = dict[str, Any]


@dataclass(frozen=True)
class Size:
    """How large a club is; its hands are a multiple of those of a sheet."""

    players: int
    hands: int
    years: int

    @property
    def name(self) -> str:
        """What the club is called."""
        return f"{self.players} players, {self.hands} hands, {self.years} years"

    @property
    def is_possible(self) -> bool:
        """Whether there are enough people for the largest evening."""
        sheets = -(-self.hands // HANDS_A_SHEET // (self.years * THURSDAYS_A_YEAR))
        return sheets * MOST_AT_A_TABLE <= self.players


class Night(NamedTuple):
    """A Thursday: its number, its day, how many sheets of a whole evening; whether an event."""

    number: int
    day: date
    sheets: int
    is_event: bool


class Sheet(NamedTuple):
    """A sheet with its hands: by column the number of a person, by entry and side the points."""

    ruleset: str
    people: Sequence[int]
    records: Sequence[Record]
    points: Sequence[Sequence[int]]
    totals: Sequence[int]


def nights(size: Size) -> Iterator[Night]:
    """Every Thursday; the first one of each quarter is a tournament."""
    count, sheets = size.years * THURSDAYS_A_YEAR, size.hands // HANDS_A_SHEET
    for number in range(count):
        day = FIRST + timedelta(weeks=number)
        here = (number + 1) * sheets // count - number * sheets // count
        is_event = day.month in EVENT_MONTHS and day.day <= 7
        if here:
            yield Night(number, day, here, is_event)


def played(size: Size, night: Night) -> list[list[Sheet]]:
    """The sheets of a Thursday, those of an event round by round."""
    chance = Random(f"{size.name} {night.number}")
    if night.is_event:
        people = _who_comes(size, chance, night.sheets * EVENT_SIZE)
        return [_round(chance, people) for _round_number in range(EVENT_ROUNDS)]
    games = chance.choices(list(GAMES), list(GAMES.values()), k=night.sheets)
    rulesets = [RULESETS[key] for key in games]
    chairs = [
        chance.choice([seats for seats in ruleset.tables if seats <= MOST_AT_A_TABLE])
        for ruleset in rulesets
    ]
    coming = iter(_who_comes(size, chance, sum(chairs)))
    return [
        [
            _sheet(chance, ruleset, [next(coming) for _chair in range(seats)], HANDS_A_SHEET)
            for ruleset, seats in zip(rulesets, chairs, strict=True)
        ]
    ]


def _who_comes(size: Size, chance: Random, chairs: int) -> list[int]:
    """Numbers of people, each once: drawn by weights that fall from 1 to a thirtieth."""
    found = sorted(
        range(size.players), key=lambda who: chance.expovariate(exp(-3.4 * who / size.players))
    )
    return chance.sample(found[:chairs], chairs)


def _round(chance: Random, people: Sequence[int]) -> list[Sheet]:
    order = chance.sample(people, len(people))
    groups = [order[at : at + EVENT_SIZE] for at in range(0, len(order), EVENT_SIZE)]
    hands = HANDS_A_SHEET // EVENT_ROUNDS
    return [_sheet(chance, RULESETS[EVENT_GAME], group, hands) for group in groups]


def _sheet(chance: Random, ruleset: Ruleset, people: Sequence[int], hands: int) -> Sheet:
    way = way_of(ruleset)
    assert way is not None
    table = Table(ruleset, chance, {}, len(people), way)
    records = []
    while sum(dealer is not None for dealer in table.dealers) < hands:
        records.append(table.entry())
    sheet = replay(ruleset, {}, len(people), records)
    return Sheet(
        ruleset.key,
        _by_skill(chance, ruleset, people, sheet),
        records,
        [list(row.points) for row in sheet.rows],
        list(sheet.totals),
    )


def _by_skill(
    chance: Random, ruleset: Ruleset, people: Sequence[int], sheet: Replay
) -> Sequence[int]:
    """Who gets which column: the better ones rather those who are meant to play better."""
    columns = range(len(people))
    if ruleset.scores == "pairs":
        columns_by_points = sorted(columns, key=lambda column: sheet.totals[column % 2])
    else:
        columns_by_points = sorted(columns, key=lambda column: sheet.totals[column])
    by_skill = sorted(people, key=lambda who: skill_of(who) + LUCK * chance.gauss(0, 1))
    found = dict(zip(columns_by_points, by_skill, strict=True))
    return [found[column] for column in columns]


def skill_of(who: int) -> float:
    """How well somebody is meant to play: mean 0, deviation 1, whatever the size of the club."""
    return Random(f"skill {who}").gauss(0, 1)
