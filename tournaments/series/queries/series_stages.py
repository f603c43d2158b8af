"""What the stages of a series brought, read from their events' standings and kept.

A stage that has not changed is not read again: after its event is final that is nearly always so.
The memory has one place for a whole series, for many small ones would push out the events that
are being played.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.series import StageResult
from tournaments.common.kept import kept
from tournaments.events.standings.queries.snapshots import snapshot_of, state_of, with_sheets
from tournaments.events.standings.queries.standings import EventStanding, standing_of
from tournaments.models import Event, Member, Round, Series, SeriesStage
from tournaments.people.queries.names import main_key


class EntryResult(NamedTuple):
    """What an entry has from a stage, with the keys of its players: those it began with.

    Substitutes come and go, and the entry keeps the points; so they go to whom it was made for.
    Merged records are read as one; a merge is a change of the events in which they are.
    """

    number: int
    players: tuple[int, ...]
    result: StageResult


@dataclass(frozen=True)
class StageRead:
    """A stage as its event stands.

    `state` grows with every change of the event. `is_hidden`: the public sees no standing now.
    """

    state: int
    entries: tuple[EntryResult, ...]
    is_hidden: bool

    @property
    def has_results(self) -> bool:
        """Whether anybody has a result."""
        return bool(self.entries)


def stages_of(series: Series) -> list[SeriesStage]:
    """The stages with their events, in their order; one SQL query."""
    return list(series.stages.select_related("event"))


def read_stages(series: Series, stages: Sequence[SeriesStage]) -> dict[int, StageRead]:
    """What each stage brought, by the key of its event.

    One SQL query where nothing has changed; otherwise one more for the players, and those of a
    standing for each changed event.
    """
    events = {stage.event_id: stage.event for stage in stages}
    rounds = _rounds(events)
    states = {pk: state_of(event, rounds[pk]) for pk, event in events.items()}
    known = _memory(series)
    changed = [pk for pk, state in states.items() if pk not in known or known[pk].state != state]
    players = players_of(changed)
    for pk in changed:
        standing = standing_of(snapshot_of(events[pk], rounds[pk]))
        read = StageRead(
            states[pk], tuple(_results(standing, players)), standing.snapshot.is_hidden
        )
        # Asked for each time: the reading itself may have pushed it out.
        _memory(series)[pk] = known[pk] = read
    return {pk: known[pk] for pk in events}


def _memory(series: Series) -> dict[int, StageRead]:
    return kept((series.submission, "stages"), None, dict[int, StageRead])


def _rounds(events: Mapping[int, Event]) -> dict[int, list[Round]]:
    found: defaultdict[int, list[Round]] = defaultdict(list)
    for one in with_sheets(Round.objects.filter(event__in=events)):
        one.event = events[one.event_id]
        found[one.event_id].append(one)
    return found


def players_of(events: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """By the key of the entry, the players with whom it began; one SQL query for these events."""
    if not events:
        return {}
    rows = Member.objects.filter(entry__event__in=events)
    found: defaultdict[int, dict[int, int]] = defaultdict(dict)
    ordered = rows.order_by("entry_id", "place", "from_round", "pk")
    for entry, place, player in ordered.values_list("entry_id", "place", main_key("player")):
        found[entry].setdefault(place, player)
    return {entry: tuple(places.values()) for entry, places in found.items()}


def _results(
    standing: EventStanding, players: Mapping[int, tuple[int, ...]]
) -> Iterable[EntryResult]:
    """Of everybody listed who has played; the disqualified without a place."""
    sharing = Counter(row.place for row in standing.ranked)
    for row in (*standing.ranked, *standing.out):
        entry = standing.by_number[row.entry]
        lines = [one.line_of(entry.pk) for one in standing.counted]
        rounds = sum(
            line is not None and line.table is not None and not line.is_annulled for line in lines
        )
        if not row.rounds or entry.pk not in players:
            continue
        has_place = row.entry in standing.places
        result = StageResult(
            place=row.place if has_place else None,
            total=row.total,
            sharing=sharing[row.place] if has_place else 1,
            rounds=rounds or len(row.rounds),
        )
        yield EntryResult(row.entry, players[entry.pk], result)
