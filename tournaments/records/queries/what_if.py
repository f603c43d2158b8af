"""What if an evening had been scored in another way: the same hands under other rules.

Nothing is written. Hands are taken as they were declared; where the other rules do not know what
somebody declared, the sentence of the engine says so, at its hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring import RULESETS, HandProblem, Replay, resolve_options
from scoring.ruleset import Ruleset
from tournaments.models import HandVersion, Table
from tournaments.tables.queries.replays import ImpossibleHand, replay_table
from tournaments.tables.queries.sheets import Sheet


class Asked(NamedTuple):
    """Under which rules to count: a ruleset, and all its options."""

    ruleset: Ruleset
    options: dict[str, Any]

    @property
    def key(self) -> tuple[object, ...]:
        """The same as part of a key to keep something under."""
        return (self.ruleset.key, *sorted(self.options.items(), key=lambda pair: pair[0]))


class Otherwise(NamedTuple):
    """A sheet under other rules, or the hand at which they refuse it, and why."""

    sheet: Replay | None
    number: int = 0
    problem: HandProblem | None = None


@dataclass(frozen=True)
class Compared:
    """A side as it was and as it would be; places from 1, shared ones alike."""

    name: str
    before: int
    after: int
    place_before: int
    place_after: int
    games_before: int
    games_after: int

    @property
    def change(self) -> int:
        """How many points more it would be."""
        return self.after - self.before


@dataclass(frozen=True)
class Changed:
    """A hand that would count otherwise: its points then and now, and why now.

    `number` is the key of its line, `place` what people call it.
    """

    number: int
    place: int
    before: Sequence[int]
    after: Sequence[int]
    reasons: Sequence[str]


@dataclass(frozen=True)
class WhatIf:
    """An evening beside itself; `problem` says why it cannot be counted in that way."""

    sides: Sequence[Compared]
    changed: Sequence[Changed]
    hands: int
    number: int = 0
    problem: str = ""

    @property
    def ends_alike(self) -> bool:
        """Whether everybody has the same place in both."""
        return all(side.place_before == side.place_after for side in self.sides)


def alike(ruleset: Ruleset, players: int) -> list[Ruleset]:
    """The rulesets of the same shape, by name: as many play, as many may sit there, as many score.

    >>> "sheepshead5-bump" in [each.key for each in alike(RULESETS["sheepshead5-wikipedia"], 5)]
    True
    >>> [each.key for each in alike(RULESETS["sheepshead2-officers"], 2)]
    ['sheepshead2-officers']
    """
    names = {field.name for field in ruleset.fields if field.asked}
    found = [
        other
        for other in RULESETS.values()
        if (other.scores, other.seats) == (ruleset.scores, ruleset.seats)
        and players in other.tables
        and _takes_on(other) & names
    ]
    return sorted(found, key=lambda each: each.name)


def _takes_on(ruleset: Ruleset) -> set[str]:
    """The field that says who took the game on, by which the families differ."""
    return {field.name for field in ruleset.fields if field.kind in ("seat", "pair")} - {"partner"}


def options_for(ruleset: Ruleset, played: Ruleset, options: Mapping[str, Any]) -> dict[str, Any]:
    """All options of a ruleset: the house rules of the evening that it knows, else its usual ones.

    What was merely usual in the game that was `played` is no house rule: two games may differ in
    nothing else.
    """
    chosen: dict[str, Any] = {}
    usual = {} if ruleset is played else played.defaults()
    for name, value in options.items():
        if name in usual and usual[name] == value:
            continue
        try:
            resolve_options(ruleset, {name: value})
        except HandProblem:
            continue
        chosen[name] = value
    return resolve_options(ruleset, chosen)


def counted_as(table: Table, versions: Sequence[HandVersion], asked: Asked) -> Otherwise:
    """The hands of a table under other rules; the table itself is left alone."""
    other = Table(
        ruleset=asked.ruleset.key,
        options=asked.options,
        players=table.players,
        first_dealer=table.first_dealer,
    )
    try:
        return Otherwise(replay_table(other, versions))
    except ImpossibleHand as impossible:
        return Otherwise(None, impossible.place, impossible.problem)


def what_if(sheet: Sheet, asked: Asked) -> WhatIf:
    """A sheet beside what it would be under other rules."""
    lines = [line for line in sheet.lines if line.row is not None]
    hands = sum(line.is_hand for line in lines)
    found = counted_as(sheet.table, [line.version for line in sheet.lines], asked)
    if found.sheet is None:
        assert found.problem is not None
        text = found.problem.text.render(_, sheet.sides)
        return WhatIf((), (), hands, found.number, text)
    changed = [
        Changed(
            line.number,
            line.place,
            line.row.points,
            row.points,
            [reason.text.render(_, sheet.sides) for reason in row.reasons],
        )
        for line, row in zip(lines, found.sheet.rows, strict=True)
        if line.row is not None and line.row.points != row.points
    ]
    wins = [
        sum(side in game.winners for game in found.sheet.games) for side in range(len(sheet.sides))
    ]
    before = list(zip(sheet.games_won, sheet.totals, strict=True))
    after = list(zip(wins, found.sheet.totals, strict=True))
    sides = [
        Compared(
            name,
            before[side][1],
            after[side][1],
            _place(before, side),
            _place(after, side),
            before[side][0],
            after[side][0],
        )
        for side, name in enumerate(sheet.sides)
    ]
    sides.sort(key=lambda side: (side.place_after, side.place_before))
    return WhatIf(sides, changed, hands)


def _place(standing: Sequence[tuple[int, int]], side: int) -> int:
    """By games won, then by points."""
    return 1 + sum(other > standing[side] for other in standing)
