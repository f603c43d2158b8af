"""Final lists of stages that were amended, and what that changed in the ranking of the series."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from scoring.ranking import Value
from scoring.results import whole
from scoring.series import Person, Stage, StageResult, rank_series
from tournaments.common.kept import kept
from tournaments.events.standings.queries.final import KEPT_UNDER, FinalMark, final_marks
from tournaments.models import Event, Round
from tournaments.series.queries.series import SeriesRanking, StageLine, stage_from
from tournaments.series.queries.series_stages import EntryResult, read_stages

Kept = Mapping[str, Sequence[tuple[int, int | None, str]]]


class MovedPerson(NamedTuple):
    """Somebody whose total or place in the series is another one; None: was or is not listed."""

    person: Person
    place_before: int | None
    total_before: Value | None
    place: int | None
    total: Value | None


@dataclass(frozen=True)
class Amendment:
    """A final list of a stage that took the place of an earlier one, and what it moved here."""

    line: StageLine
    mark: FinalMark
    moved: tuple[MovedPerson, ...]


def amendments_of(ranking: SeriesRanking) -> list[Amendment]:
    """The latest amendment of each stage that counts, the latest one first.

    No SQL query where nothing was amended or nothing has changed since; else one, and two for
    each amended stage.
    """
    amended = [line for line in ranking.counted if line.event.revision > 1]
    if not amended:
        return []
    versions = tuple((line.key, line.event.version) for line in ranking.counted)
    state = (ranking.series.version, versions)
    return kept((ranking.series.submission, "amended"), state, lambda: _read(ranking, amended))


def _read(ranking: SeriesRanking, amended: Sequence[StageLine]) -> list[Amendment]:
    read = read_stages(ranking.series, [line.stage for line in ranking.lines])
    found = []
    for line in amended:
        marks = final_marks(line.event)
        before = _list_of(line.event, line.event.revision - 1)
        if len(marks) > 1 and before:
            earlier = _as_before(read[line.key].entries, before)
            stage = stage_from(line.key, earlier, ranking.settings)
            found.append(Amendment(line, marks[-1], _moved(ranking, stage)))
    return sorted(found, key=lambda each: each.mark.at, reverse=True)


def _list_of(event: Event, revision: int) -> dict[int, tuple[int | None, str]]:
    """A final list by start numbers: place and total."""
    reports = Round.objects.filter(event=event, report__has_key=KEPT_UNDER)
    lists: Iterable[Kept] = reports.values_list(f"report__{KEPT_UNDER}", flat=True)
    rows = [row for kept_lists in lists for row in kept_lists.get(str(revision), [])]
    return {number: (place, total) for number, place, total in rows}


def _as_before(
    entries: Sequence[EntryResult], before: Mapping[int, tuple[int | None, str]]
) -> list[EntryResult]:
    """The entries with places and totals of the earlier list; who was not on it had nothing."""
    places = [place for place, _total in before.values()]
    found = []
    for entry in entries:
        if entry.number not in before:
            continue
        place, total = before[entry.number]
        amount = whole(Fraction(total)) if total else None
        sharing = places.count(place) if place is not None else 1
        result = StageResult(place, amount, sharing, entry.result.rounds)
        found.append(entry._replace(result=result))
    return found


def _moved(ranking: SeriesRanking, earlier: Stage) -> tuple[MovedPerson, ...]:
    stages = [earlier if stage.key == earlier.key else stage for stage in ranking.stages]
    before = {row.person: row for row in rank_series(stages, ranking.settings.rules())}
    now = {row.person: row for row in ranking.rows}
    moved = []
    for person in {**now, **before}:
        one, other = before.get(person), now.get(person)
        was = (one.place, one.total) if one else (None, None)
        is_now = (other.place, other.total) if other else (None, None)
        if was != is_now:
            moved.append(MovedPerson(person, *was, *is_now))
    return tuple(moved)
