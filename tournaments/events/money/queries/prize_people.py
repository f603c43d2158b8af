"""Who stands behind an award: an entry, a person with several entries, or a team."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from scoring.ranking import Value
from tournaments.events.money.queries.winning import Ranked, ranked_of
from tournaments.events.standings.queries.standings import EventStanding
from tournaments.formats.awarded import Award
from tournaments.models import Event


class Who(NamedTuple):
    """Who gets something. `entry` and `number` are 0 for a team, whose `members` are named.

    `numbers` are all start numbers of a person with several entries.
    """

    entry: int
    number: int
    numbers: tuple[int, ...]
    name: str
    place: int
    total: Value | None
    owes: bool
    members: tuple[str, ...] = ()


class People(NamedTuple):
    """Everybody who may have won something: entries by start number, persons, teams.

    `owing` are the keys of entries whose fee is not paid.
    """

    standing: EventStanding
    ranked: Mapping[int, Ranked]
    owing: frozenset[int]

    @classmethod
    def of(cls, event: Event, standing: EventStanding) -> People:
        """Read who owes the fee; the rest is in the standing."""
        unpaid = event.entries.filter(is_paid=False, free_reason="", is_house=False)
        has_fee = standing.snapshot.settings.fee
        return cls(
            standing,
            {one.number: one for one in ranked_of(standing)},
            frozenset(unpaid.values_list("pk", flat=True) if has_fee else ()),
        )

    def who(self, award: Award) -> Who:
        """Who gets an award."""
        return self._team(award.team) if award.team else self._entry(award.number)

    def first_entry(self) -> dict[int, int]:
        """By the key of each entry of a person with several, that of the first one."""
        keys = {number: line.pk for number, line in self.standing.by_number.items()}
        return {
            keys[number]: keys[one.number] for one in self.ranked.values() for number in one.numbers
        }

    def _entry(self, number: int) -> Who:
        line = self.standing.by_number[number]
        one = self.ranked.get(number) or self._alone(number)
        entries = [self.standing.by_number[each].pk for each in one.numbers]
        owes = any(key in self.owing for key in entries)
        return Who(line.pk, number, one.numbers, line.name, one.place, one.total, owes)

    def _alone(self, number: int) -> Ranked:
        """An entry that is ranked with another of the same person, or no longer."""
        row = self.standing.places.get(number)
        place, total = (row.place, row.total) if row else (0, None)
        return Ranked(number, (number,), (number,), place, total)

    def _team(self, name: str) -> Who:
        row = next((row for row in self.standing.teams if row.team == name), None)
        lines = [self.standing.by_number[each.entry] for each in self.standing.ranked]
        members = [line for line in lines if line.team == name]
        owes = any(line.pk in self.owing for line in members)
        names = tuple(line.name for line in members)
        place, total = (row.place, row.total) if row else (0, None)
        return Who(0, 0, (), name, place, total, owes, names)
