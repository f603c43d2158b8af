"""Who met whom at the earlier stages of the series that an event is in, told of those here tonight.

Persons are matched as a series matches them, by the players of an entry: those who really sat at
the table, so that a substitute met people and the one who was away did not. Two entries have met
where anybody of the one sat at a table with anybody of the other. Rounds that are only proposed or
were taken back are none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Q

from seating.model import Round as Seating
from seating.model import Season
from seating.season import Before, meetings_before, season_of
from tournaments.events.setup.queries import game_of
from tournaments.models import Event, Member, Result, Round, Series, SeriesStage
from tournaments.people.queries.naming import main_key

HEEDING = frozenset({"random_wishes", "schedule", "history", "soft"})
"""The ways of drawing that look at who met before; the others have an order of their own."""

MOST_NAMED = 12
"""So many pairs who met are named."""


class EarlierStages(NamedTuple):
    """The series of an event and the stages before it, the nearest first, as evenings ago.

    `final_of`: the titles of the series whose final it is; the stages before a final do not count.
    """

    titles: tuple[str, ...] = ()
    stages: tuple[tuple[int, Event], ...] = ()
    final_of: tuple[str, ...] = ()


@dataclass(frozen=True)
class SeasonBefore:
    """The earlier stages as far as those are concerned who are in the event tonight."""

    stages: tuple[tuple[int, Event], ...] = ()
    rounds: tuple[Before, ...] = ()

    @cached_property
    def met(self) -> dict[tuple[int, int], list[int]]:
        """How many evenings ago each two start numbers met, the last time first."""
        return meetings_before(self.rounds)

    def prices(self, here: Collection[int]) -> Season:
        """What the earlier evenings cost those who are drawn now."""
        return season_of(self.rounds, here)

    def report(self, seating: Seating) -> dict[str, Any]:
        """How many pairs of the tables met before, as a round keeps it.

        `tables`: how many of them at each table; `again`: start numbers, how often, and where last.
        """
        counts = [
            [couple for couple in Seating((table,)).pairs() if couple in self.met]
            for table in seating.tables
        ]
        again = sorted(
            (couple for couples in counts for couple in couples),
            key=lambda couple: (-len(self.met[couple]), self.met[couple][0], couple),
        )
        titles: dict[int, str] = {}
        for ago, event in self.stages:
            titles.setdefault(ago, event.title)
        return {
            "stages": len(self.stages),
            "pairs": sum(1 for _couple in seating.pairs()),
            "met": len(again),
            "tables": [len(couples) for couples in counts],
            "again": [
                [*couple, len(self.met[couple]), titles[self.met[couple][0]]]
                for couple in again[:MOST_NAMED]
            ],
        }


def earlier_stages(event: Event) -> EarlierStages:
    """What the event's series have before it; two SQL queries.

    In several series every stage counts once, as near as it is in the one where it is nearest.
    """
    rows = SeriesStage.objects.filter(series__stages__event=event).select_related("series", "event")
    series: defaultdict[int, list[SeriesStage]] = defaultdict(list)
    for stage in rows.order_by("series_id", "number", "pk"):
        series[stage.series_id].append(stage)
    ago: dict[int, int] = {}
    events: dict[int, Event] = {}
    for stages in series.values():
        place = next(at for at, stage in enumerate(stages) if stage.event_id == event.pk)
        for at, stage in enumerate(stages[:place]):
            events[stage.event_id] = stage.event
            ago[stage.event_id] = min(ago.get(stage.event_id, place), place - at)
    return EarlierStages(
        tuple(stages[0].series.title for stages in series.values()),
        tuple((ago[pk], events[pk]) for pk in sorted(ago, key=lambda pk: (ago[pk], pk))),
        tuple(Series.objects.filter(Q(final=event)).values_list("title", flat=True)),
    )


def season_before(event: Event, number: int) -> SeasonBefore:
    """What counts of the earlier stages for the round of that number; five SQL queries at most."""
    stages = earlier_stages(event).stages
    if not stages:
        return SeasonBefore()
    tonight = _tonight(event, number)
    sat = _sat([found.pk for _ago, found in stages], tonight)
    rounds: list[Before] = []
    for ago, found in stages:
        for played, tables in sorted(sat[found.pk].items()):
            rounds.append(_told(ago, tables, game_of(found, played).settings.size))
    return SeasonBefore(stages, tuple(rounds))


def _tonight(event: Event, number: int) -> dict[int, int]:
    """By player, the start number that he sits for in the round."""
    rows = Member.objects.filter(entry__event=event).exclude(entry__number=None)
    return {
        player: entry or 0
        for player, entry, first, last in rows.values_list(
            main_key("player"), "entry__number", "from_round", "until_round"
        )
        if _is_in(number, first, last)
    }


def _is_in(number: int, first: int, last: int | None) -> bool:
    return first <= number and (last is None or number <= last)


class _Line(NamedTuple):
    """An entry in a round of an earlier stage: its table, None where it sat out."""

    table: int | None
    tonight: frozenset[int]


_Sat = dict[int, dict[int, list[_Line]]]


def _sat(events: Sequence[int], tonight: Mapping[int, int]) -> _Sat:
    """By event and round, every entry with whom of tonight it was."""
    people: defaultdict[int, list[tuple[int, int, int | None]]] = defaultdict(list)
    members = Member.objects.filter(
        Q(player__in=tonight) | Q(player__merged_into__in=tonight), entry__event__in=events
    )
    for entry, player, first, last in members.values_list(
        "entry_id", main_key("player"), "from_round", "until_round"
    ):
        people[entry].append((tonight[player], first, last))
    found: defaultdict[int, defaultdict[int, list[_Line]]] = defaultdict(lambda: defaultdict(list))
    rows = Result.objects.filter(
        event__in=events, round__state__in=(Round.DRAWN, Round.CLOSED)
    ).order_by("pk")
    for event, number, table, entry in rows.values_list(
        "event_id", "round__number", "event_table_id", "entry_id"
    ):
        who = frozenset(who for who, first, last in people[entry] if _is_in(number, first, last))
        found[event][number].append(_Line(table, who))
    return {event: dict(found[event]) for event in events}


def _told(ago: int, lines: Iterable[_Line], size: int) -> Before:
    """A round, told of those who are here tonight; `size`: the usual one of its tables."""
    tables: defaultdict[int, list[_Line]] = defaultdict(list)
    out: set[int] = set()
    for line in lines:
        if line.table is None:
            out |= line.tonight
        else:
            tables[line.table].append(line)
    burdened = set(out)
    odd = [sat for sat in tables.values() if len(sat) != size]
    if len(odd) < len(tables):
        burdened.update(_people(odd))
    known = (frozenset(_people([sat])) for sat in tables.values())
    return Before(ago, tuple(table for table in known if table), frozenset(burdened))


def _people(tables: Iterable[Sequence[_Line]]) -> Iterator[int]:
    return (who for sat in tables for line in sat for who in line.tonight)
