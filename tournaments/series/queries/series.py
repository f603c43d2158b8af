"""The ranking of a series: always reckoned from the standings of its events, never stored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from scoring.series import Person, SeriesStanding, Stage, StageResult, best_start, rank_series
from tournaments.common.alike import Called, told_apart
from tournaments.common.kept import kept
from tournaments.events.standings.queries.snapshots import SHEETS
from tournaments.models import Event, Player, Series, SeriesStage
from tournaments.people.queries.people import veiled
from tournaments.series.queries.series_stages import EntryResult, StageRead, read_stages, stages_of
from tournaments.settings.series import SeriesSettings

DEEDS = 100_000
"""More than directors ever do at the events of a series."""


@dataclass(frozen=True)
class StageLine:
    """A stage of a series; `number` from 1 in their order, `field` how many had a place there.

    `state`: `final`, `running`, `open_again` (a final list that is being corrected), `hidden`
    (not shown to the public now) or `coming`. `counts`: whether it is in the ranking.
    """

    stage: SeriesStage
    number: int
    state: str
    counts: bool
    field: int

    @property
    def event(self) -> Event:
        """The event that it is."""
        return self.stage.event

    @property
    def key(self) -> int:
        """By what the ranking knows it."""
        return self.stage.event_id

    @property
    def is_amended(self) -> bool:
        """Whether its final list was opened again after it had been locked."""
        return self.event.revision > 1 or self.state == "open_again"

    @property
    def is_so_far(self) -> bool:
        """Whether it counts as it stands, and can still change."""
        return self.counts and self.state != "final"


@dataclass(frozen=True)
class SeriesRanking:
    """A series at one moment; `stages` are those that count, as the ranking takes them.

    `state` is another number after every change of the series or of one of its events.
    """

    series: Series
    lines: tuple[StageLine, ...]
    stages: tuple[Stage, ...]
    rows: tuple[SeriesStanding, ...]
    state: int

    @cached_property
    def settings(self) -> SeriesSettings:
        """What the directors decided."""
        return self.series.format

    @property
    def counted(self) -> list[StageLine]:
        """The stages that are in the ranking."""
        return [line for line in self.lines if line.counts]

    @property
    def is_so_far(self) -> bool:
        """Whether a stage is in it that can still change."""
        return any(line.is_so_far for line in self.lines)


def series_ranking(series: Series, *, is_public: bool) -> SeriesRanking:
    """The series as it is now; `is_public`: without what the public does not see yet.

    Two SQL queries where nothing has changed, whatever the number of stages and people.
    """
    found = stages_of(series)
    read = read_stages(series, found)
    settings = series.format
    lines = tuple(_lines(found, read, settings, is_public=is_public))
    key = (series.submission, "ranking", is_public)
    counted = tuple((line.key, read[line.key].state) for line in lines if line.counts)
    stages, rows = kept(key, (series.version, counted), lambda: _reckon(lines, read, settings))
    state = series_state(series.version, (one.state for one in read.values()))
    return SeriesRanking(series, lines, stages, rows, state)


def series_state(version: int, events: Iterable[int] = ()) -> int:
    """The state of a series at that version of its own, with its events in these states.

    What directors do to the series weighs more than all that an event that they take out of it
    can ever take away from the number.
    """
    return version * DEEDS * SHEETS + sum(events)


def stage_from(key: int, entries: Iterable[EntryResult], settings: SeriesSettings) -> Stage:
    """A stage as the ranking takes it: by persons; of several starts of one the best counts."""
    results: dict[Person, StageResult] = {}
    field = 0
    for entry in entries:
        field += entry.result.place is not None
        for person in persons_of(entry.players, settings):
            before = results.get(person)
            results[person] = best_start(before, entry.result) if before else entry.result
    return Stage(key, results, field)


def persons_of(players: tuple[int, ...], settings: SeriesSettings) -> list[Person]:
    """Who is ranked for an entry of these players.

    >>> persons_of((9, 7), SeriesSettings()), persons_of((9, 7), SeriesSettings(counts_for="pair"))
    ([(9,), (7,)], [(7, 9)])
    """
    if settings.counts_for == "pair":
        return [tuple(sorted(players))]
    return [(player,) for player in players]


def names_of(persons: Iterable[Person], *, is_public: bool = False) -> dict[Person, str]:
    """What everybody is called; the home place too, where two have the same name. One SQL query.

    `is_public`: whoever is shown with initials or not at all is so here.
    """
    wanted = list(persons)
    rows = Player.objects.filter(pk__in={player for person in wanted for player in person})
    players = rows.order_by("pk").values_list("pk", "name", "home", "shown")
    names = told_apart(
        Called(pk, pk, name, home)
        if shown == Player.NAME or not is_public
        else Called(pk, pk, veiled(name, shown) or _("Somebody"))
        for pk, name, home, shown in players
    )
    return {person: " / ".join(names.get(key, "") for key in person) for person in wanted}


def _lines(
    stages: Sequence[SeriesStage],
    read: Mapping[int, StageRead],
    settings: SeriesSettings,
    *,
    is_public: bool,
) -> Iterable[StageLine]:
    for number, stage in enumerate(stages, 1):
        one, event = read[stage.event_id], stage.event
        state = _state(event, one)
        if is_public and state != "coming" and (event.published_at is None or one.is_hidden):
            state = "hidden"
        counts = state in ("final", "open_again") or (state == "running" and settings.shows_running)
        field = sum(entry.result.place is not None for entry in one.entries)
        yield StageLine(stage, number, state, counts and one.has_results, field)


def _state(event: Event, read: StageRead) -> str:
    if event.state == Event.FINAL:
        return "final"
    if not read.has_results:
        return "coming"
    return "open_again" if event.revision else "running"


def _reckon(
    lines: Sequence[StageLine], read: Mapping[int, StageRead], settings: SeriesSettings
) -> tuple[tuple[Stage, ...], tuple[SeriesStanding, ...]]:
    stages = tuple(
        stage_from(line.key, read[line.key].entries, settings) for line in lines if line.counts
    )
    return stages, tuple(rank_series(stages, settings.rules()))
