"""The ranking of people who have several entries, where tables open one by one.

The standing lists every entry; beside it each person stands once, by the best of the entries or
by all of them. It is the ranking of teams with the entries of a person for members: a pair is one
person as long as the same two play. Entries are of the same people where the players are the
same, or where a director has said so.
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from scoring.ranking import Value, rank_teams
from tournaments.common.kept import kept
from tournaments.events.check_in.queries.same_persons import grouped, pairs_of, players_of
from tournaments.events.standings.queries.standings import EventStanding
from tournaments.models import Event

SUM = "sum"


class PersonRow(NamedTuple):
    """A person with a place: how many entries there are, and the numbers of those that count.

    `numbers` are those of all of them, the first one first.
    """

    place: int
    name: str
    total: Value
    entries: int
    counted: tuple[int, ...]
    numbers: tuple[int, ...]


def persons_of(standing: EventStanding) -> list[PersonRow]:
    """Everybody who has a result, best first; two SQL queries after a deed, else none."""
    event, settings = standing.snapshot.event, standing.snapshot.settings
    if not settings.persons:
        return []
    what = (event.pk, event.submission, "people")
    people = kept(what, event.version, lambda: _people(event))
    entries: defaultdict[str, list[int]] = defaultdict(list)
    names: dict[str, str] = {}
    for row in standing.ranked:
        line = standing.by_number[row.entry]
        key = f"{people.get(line.pk, line.pk)}"
        if row.rounds:
            entries[key].append(row.entry)
            names[key] = line.name
    best_of = None if settings.persons == SUM else settings.persons_best
    return [
        PersonRow(
            row.place,
            names[row.team],
            row.total,
            len(entries[row.team]),
            row.members,
            tuple(sorted(entries[row.team])),
        )
        for row in rank_teams(standing.ranked, entries, best_of=best_of)
    ]


def _people(event: Event) -> dict[int, int]:
    """By the key of the entry, that of the first entry of the same people."""
    return grouped(players_of(event), pairs_of(event))
