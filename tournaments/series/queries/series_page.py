"""The ranking of a series as its pages and a spreadsheet show it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from scoring.qualifying import Ticket, qualify
from scoring.ranking import Value
from scoring.results import whole
from scoring.series import Person, SeriesStanding, Stage, StageResult, rank_series
from tournaments.common.alike import found_by
from tournaments.common.kept import kept
from tournaments.common.listing import safe_text
from tournaments.events.standings.queries.final import KEPT_UNDER, FinalMark, final_marks
from tournaments.models import Event, Round, Series, SeriesFinal
from tournaments.people.queries.names import main_records
from tournaments.people.queries.people import InTheBook, of_persons
from tournaments.series.queries.series import (
    SeriesRanking,
    StageLine,
    names_of,
    series_ranking,
    stage_from,
)
from tournaments.series.queries.series_stages import EntryResult, read_stages
from tournaments.settings.series import SeriesSettings, sentences

# Final lists of stages that were amended, and what that changed in the ranking of the series.

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


# Who is qualified for the final of a series, and by what.


@dataclass(frozen=True)
class Tickets:
    """The places in the final in the order in which they were won.

    `is_settled`: every stage is final, so that wild cards and the lot change no more.
    """

    tickets: list[Ticket]
    lines: dict[int, StageLine]
    lot_seed: str
    is_settled: bool

    def stage_of(self, ticket: Ticket) -> StageLine | None:
        """The stage at which a ticket was won."""
        return self.lines.get(ticket.stage) if ticket.stage is not None else None


def lot_seed_of(series: Series) -> str:
    """The seed of the lots: fixed since the series was made, before anybody had played."""
    return sha256(f"lots of series {series.submission}".encode()).hexdigest()[:16]


def tickets_of(series: Series) -> Tickets:
    """The tickets as a director sees them; the SQL queries of the ranking and no more."""
    return tickets_from(series_ranking(series, is_public=False))


def tickets_from(ranking: SeriesRanking) -> Tickets:
    """The tickets of a ranking: only stages that are final give some."""
    seed = lot_seed_of(ranking.series)
    settings: SeriesSettings = ranking.settings
    lines = {line.key: line for line in ranking.counted if line.state == "final"}
    stages = [stage for stage in ranking.stages if stage.key in lines]
    kept = main_records(player for person in ranking.series.given for player in person)
    given: list[Person] = [
        tuple(kept[player] for player in person) for person in ranking.series.given
    ]
    is_settled = bool(lines) and all(line.state == "final" for line in ranking.lines)
    tickets = qualify(stages, settings.qualifying(seed), given)
    return Tickets(tickets, lines, seed, is_settled)


# The series that an event belongs to, for everybody who looks at the event.


class SeriesOf(NamedTuple):
    """A published series of which an event is a stage, or `is_final`, the final."""

    pk: int
    title: str
    is_final: bool


def public_series_of(event: Event) -> tuple[SeriesOf, ...]:
    """The published series of an event, the oldest first; one SQL query."""
    finals = Q(final=event) | Q(lower_finals__event=event)
    found = Series.objects.filter(Q(stages__event=event) | finals)
    lower = SeriesFinal.objects.filter(series=OuterRef("pk"), event=event)
    shown = found.exclude(published_at=None).order_by("pk").annotate(is_lower=Exists(lower))
    rows = shown.distinct().values_list("pk", "title", "final", "is_lower")
    return tuple(
        SeriesOf(pk, title, is_lower or final == event.pk) for pk, title, final, is_lower in rows
    )


PAGE = 100  # people


@dataclass(frozen=True)
class SeriesPage:
    """A part of the ranking: `rows` of all `found`, with everybody's name.

    `books`: whose page in the record book may be opened. `number` is the page, from 1, of `of`.
    `amended`: what corrections of final lists moved.
    """

    ranking: SeriesRanking
    names: dict[Person, str]
    rows: Sequence[SeriesStanding]
    books: dict[Person, list[InTheBook]]
    amended: list[Amendment]
    found: int
    number: int = 1
    words: str = ""

    @property
    def of(self) -> int:
        """How many pages there are."""
        return max(-(-self.found // PAGE), 1)

    @property
    def first(self) -> int:
        """Which line of all the page begins with."""
        return (self.number - 1) * PAGE + 1

    @property
    def last(self) -> int:
        """Which line of all it ends with."""
        return min(self.number * PAGE, self.found)

    @property
    def lines(self) -> tuple[StageLine, ...]:
        """All stages."""
        return self.ranking.lines

    @property
    def sentences(self) -> list[str]:
        """The rules in words."""
        return sentences(self.ranking.settings)


def series_page(
    series: Series, *, is_public: bool, number: int = 1, words: str = "", everything: bool = False
) -> SeriesPage:
    """A page of the ranking, or those in whose name the words stand; five SQL queries.

    They do not grow with the number of stages and of people while nothing changes.
    """
    ranking = series_ranking(series, is_public=is_public)
    amended = amendments_of(ranking)
    names = names_of([row.person for row in ranking.rows], is_public=is_public)
    found = found_by(words, ranking.rows, said=lambda row: names[row.person])
    of = max(-(-len(found) // PAGE), 1)
    page = min(max(number, 1), of)
    shown = found if everything else found[(page - 1) * PAGE : page * PAGE]
    persons = [row.person for row in shown]
    books = of_persons(series.club, persons, is_director=not is_public)
    return SeriesPage(ranking, names, shown, books, amended, len(found), page, words)


def series_csv(page: SeriesPage) -> list[list[str | int | float]]:
    """A head, and a line for each person: place, name, every stage, the rest, the total.

    A value that does not count stands in brackets.
    """
    titles = [safe_text(line.event.title) for line in page.ranking.counted]
    head = [_("Place"), _("Name"), *titles, _("Stages"), _("Besides"), _("Total")]
    rows: list[list[str | int | float]] = [list(head)]
    for row in page.rows:
        cells = [_cell(row, line) for line in page.ranking.counted]
        name = safe_text(page.names[row.person])
        rows.append([row.place or "", name, *cells, row.attended, row.bonus, _plain(row.total)])
    return rows


def _cell(row: SeriesStanding, line: StageLine) -> str | int | float:
    cell = row.cells[line.key]
    value = _plain(cell.value)
    return value if cell.counts or cell.value is None else f"({value})"


def _plain(value: Value | None) -> str | int | float:
    if value is None:
        return ""
    return round(float(value), 4) if isinstance(value, Fraction) else value
