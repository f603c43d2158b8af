"""Who goes from the stages of a series to its final, and by what."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from scoring.results import Value
from scoring.series import Person, Stage, StageResult


@dataclass(frozen=True, kw_only=True, slots=True)
class QualifyingRules:
    """How many places of the final go by what.

    `top`: of each stage so many; `moves_up`: where one of them is qualified already the next one
    takes the place, otherwise it stays empty. `wild_cards`: for the best totals of a stage among
    those not qualified; `frequent`: for those not qualified who took part in most stages.
    `lot_seed` decides between equals for the last of these places.
    """

    top: int = 3
    moves_up: bool = True
    wild_cards: int = 0
    frequent: int = 0
    lot_seed: str = ""


class Ticket(NamedTuple):
    """A place in the final: for whom, and by what.

    `by`: `stage`, `wild`, `frequent` or `hand`; with `stage` and `wild` comes the stage, the place
    and the total there, with `frequent` in how many somebody took part. `has_moved_up`: somebody
    better placed was qualified already. `by_lot`: others had as much and the lot decided.
    """

    person: Person
    by: str
    stage: int | None = None
    place: int | None = None
    total: Value | None = None
    attended: int = 0
    has_moved_up: bool = False
    by_lot: bool = False


def qualify(
    stages: Sequence[Stage], rules: QualifyingRules, given: Iterable[Person] = ()
) -> list[Ticket]:
    """The tickets for the final in the order in which they are won; nobody has two.

    `stages` in the order in which they were played; `given`: who got a place by hand, last.
    Who shares the last place that qualifies goes to the final too.

    >>> stage = Stage(1, {(7,): StageResult(1, 30), (8,): StageResult(2, 10)}, 2)
    >>> [ticket.person for ticket in qualify([stage], QualifyingRules(top=1))]
    [(7,)]
    """
    tickets: list[Ticket] = []
    for stage in stages:
        tickets += _of_stage(stage, rules, {ticket.person for ticket in tickets})
    tickets += _wild(stages, rules, {ticket.person for ticket in tickets})
    taken = {ticket.person for ticket in tickets}
    came = Counter(person for stage in stages for person in stage.results if person not in taken)
    tickets += [
        Ticket(person, "frequent", attended=came[person], by_lot=lot)
        for person, lot in _first(came, rules.frequent, rules.lot_seed)
    ]
    taken = {ticket.person for ticket in tickets}
    return tickets + [Ticket(one, "hand") for one in dict.fromkeys(given) if one not in taken]


def _of_stage(stage: Stage, rules: QualifyingRules, taken: Collection[Person]) -> Iterator[Ticket]:
    placed = sorted(
        (result.place, person)
        for person, result in stage.results.items()
        if result.place is not None
    )
    used, passed = 0, False
    for place, group in groupby(placed, key=lambda each: each[0]):
        if used >= rules.top:
            return
        persons = [person for _place, person in group]
        free = [person for person in persons if person not in taken]
        used += len(free) if rules.moves_up else len(persons)
        for person in free:
            total = stage.results[person].total
            yield Ticket(person, "stage", stage.key, place, total, has_moved_up=passed)
        passed = passed or (rules.moves_up and len(free) < len(persons))


def _wild(
    stages: Sequence[Stage], rules: QualifyingRules, taken: Collection[Person]
) -> list[Ticket]:
    """The best totals of one stage among those who are not qualified."""
    best: dict[Person, tuple[Value, int, StageResult]] = {}
    for stage in stages:
        for person, result in stage.results.items():
            total = result.total
            if person in taken or result.place is None or total is None:
                continue
            if person not in best or total > best[person][0]:
                best[person] = (total, stage.key, result)
    worth = {person: found[0] for person, found in best.items()}
    return [
        Ticket(person, "wild", best[person][1], best[person][2].place, worth[person], by_lot=lot)
        for person, lot in _first(worth, rules.wild_cards, rules.lot_seed)
    ]


def _first(
    worth: dict[Person, Value] | Counter[Person], count: int, seed: str
) -> Iterator[tuple[Person, bool]]:
    """The first so many by worth; among equals the lot, and whether it decided."""
    order = sorted(worth, key=lambda person: (-worth[person], lot_of(person, seed)))
    chosen, rest = order[:count], order[count:]
    edge = worth[chosen[-1]] if chosen and rest and worth[chosen[-1]] == worth[rest[0]] else None
    for person in chosen:
        yield person, worth[person] == edge


def lot_of(person: Person, seed: str) -> str:
    """The lot of a person: the same seed draws the same lots for ever, the smallest one wins."""
    return hashlib.sha256(f"{seed} {' '.join(map(str, person))}".encode()).hexdigest()
