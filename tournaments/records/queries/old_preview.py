"""What would become of a file of old records if it were taken in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from tournaments.models import Club, CountedSheet, OldImport
from tournaments.people.queries.alike import NameIndex, name_order
from tournaments.people.queries.naming import players_named
from tournaments.people.queries.players import MOST_PROPOSED, Known
from tournaments.records.queries.old_imports import same_file, same_file_taken_back
from tournaments.records.queries.old_reading import OldEvening, Reading, is_sum

MOST_ASKED = 40
"""So many names are asked about one by one; the others are all new, or asked about later."""


class UnknownName(NamedTuple):
    """A name that means nobody: on how many evenings, and whom it may mean.

    `is_sum`: it seems to be that of a line with sums, which nobody bears.
    """

    name: str
    evenings: int
    proposed: list[Known]
    is_sum: bool


@dataclass(frozen=True)
class OldPreview:
    """What is in a file and what would become of it.

    `known`: names that mean a player, with that player's name; `unknown`: those that are asked
    about, `more` are not; `twice`: evenings on which two names mean one player; `days_there`: days
    of which the record book has sheets of the same game already. `same` counts already and has
    the very same text, `same_back` has it and was taken back.
    """

    reading: Reading
    known: Sequence[tuple[str, str]]
    unknown: Sequence[UnknownName]
    more: int
    twice: Sequence[OldEvening]
    days_there: Sequence[date]
    same: OldImport | None
    same_back: OldImport | None

    @property
    def people(self) -> int:
        """How many names there are."""
        return len(self.known) + len(self.unknown) + self.more

    @property
    def first(self) -> date:
        """The day of the first evening."""
        return self.reading.days[0]

    @property
    def last(self) -> date:
        """The day of the last evening."""
        return self.reading.days[-1]


def preview_of(
    imported: OldImport, reading: Reading, club: Club, people: Sequence[Known]
) -> OldPreview:
    """Look at a file that waits; five SQL queries, however long it is."""
    times = reading.names
    known = players_named(club.pk, list(times))
    names = {one.pk: one.name for one in people}
    sums = {name for name in times if is_sum(name)} if imported.kind == OldImport.TOTALS else set()
    strangers = [name for name in times if name not in known]
    strangers.sort(key=lambda name: (name not in sums, -times[name]))
    index = NameIndex((one.pk, one.name) for one in people)
    by_key = {one.pk: one for one in people}
    return OldPreview(
        reading=reading,
        known=[(name, names.get(known[name], name)) for name in sorted(known, key=name_order)],
        unknown=[
            UnknownName(
                name,
                times[name],
                [by_key[key] for key in index.like(name)[:MOST_PROPOSED]],
                name in sums,
            )
            for name in strangers[:MOST_ASKED]
        ],
        more=len(strangers[MOST_ASKED:]),
        twice=_twice(reading, known),
        days_there=_days_there(reading, club),
        same=same_file(imported),
        same_back=same_file_taken_back(imported),
    )


def _twice(reading: Reading, known: dict[str, int]) -> list[OldEvening]:
    """Evenings on which two names mean the same player: nobody is counted for them."""
    by_name = {name.casefold(): key for name, key in known.items()}
    found = []
    for evening in reading.evenings:
        meant = [by_name[name.casefold()] for name in evening.names if name.casefold() in by_name]
        if len(set(meant)) < len(meant):
            found.append(evening)
    return found


def _days_there(reading: Reading, club: Club) -> list[date]:
    """Days that the record book has sheets of, with a game that the file has on that day."""
    wanted = {(evening.day, evening.ruleset) for evening in reading.evenings}
    if not wanted:
        return []
    sheets = CountedSheet.objects.filter(
        club=club, played_on__range=(reading.days[0], reading.days[-1])
    ).order_by()
    there = set(sheets.values_list("played_on", "ruleset").distinct())
    return sorted({day for day, _ruleset in wanted & there})
