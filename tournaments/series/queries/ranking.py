"""The ranking of a series: always reckoned from the standings of its events, never stored."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from django.core.paginator import Page, Paginator
from django.db import connection
from django.db.models import Count, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from formats.series import SeriesSettings, final_label, sentences
from scoring.ranking import Value
from scoring.results import as_int_if_whole
from scoring.series import Person, SeriesStanding, Stage, StageResult, best_start, rank_series
from tournaments.common.cache import cached
from tournaments.common.history import BETWEEN, HistoryLine, history_line
from tournaments.common.listing import Column, Kind, Listing, csv_cell
from tournaments.common.names import Called, found_by, name_order, told_apart
from tournaments.events.setup.queries import differences
from tournaments.events.standings.queries.final import KEPT_UNDER, FinalMark, final_marks
from tournaments.events.standings.queries.snapshots import SHEETS, rounds_of, snapshot_of, state_of
from tournaments.events.standings.queries.standings import EventStanding, standing_of
from tournaments.models import Club, Event, Member, Player, Round, Series, SeriesChange, SeriesStage
from tournaments.people.queries import InTheBook, is_old, main_key, of_persons, veiled

# What the stages of a series brought, read from their events' standings and kept.
#
# A stage that has not changed is not read again: after its event is final that is nearly always so.
# The memory has one place for a whole series, for many small ones would push out the events that
# are being played.


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


def stages_of(series: Series) -> list[SeriesStage]:
    """The stages with their events, in their order; one SQL query."""
    return list(series.stages.select_related("event"))


def read_stages(series: Series, stages: Sequence[SeriesStage]) -> dict[int, StageRead]:
    """What each stage brought, by the key of its event.

    One SQL query where nothing has changed; otherwise one more for the players, and those of a
    standing for each changed event.
    """
    events = {stage.event_id: stage.event for stage in stages}
    rounds: defaultdict[int, list[Round]] = defaultdict(list)
    for one in rounds_of(events.values()):
        rounds[one.event_id].append(one)
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
    return cached((series.submission, "stages"), None, dict[int, StageRead])


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
        if not row.rounds or entry.pk not in players:
            continue
        lines = filter(None, (one.line_of(entry.pk) for one in standing.counted))
        rounds = sum(line.table is not None and not line.is_annulled for line in lines)
        has_place = row.entry in standing.places
        result = StageResult(
            place=row.place if has_place else None,
            total=row.total,
            sharing=sharing[row.place] if has_place else 1,
            rounds=rounds or len(row.rounds),
        )
        yield EntryResult(row.entry, players[entry.pk], result)


ACTIONS = 100_000
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

    @property
    def is_old(self) -> bool:
        """Whether all of it was so long ago that everybody reads initials."""
        days = [line.event.starts_at or line.event.made_at for line in self.lines]
        return bool(days) and is_old(self.series.club, max(days))


def series_ranking(series: Series, *, is_public: bool) -> SeriesRanking:
    """The series as it is now; `is_public`: without what the public does not see yet.

    Two SQL queries where nothing has changed, whatever the number of stages and people.
    """
    found = stages_of(series)
    read = read_stages(series, found)
    settings = series.format
    lines = tuple(_lines(found, read, settings, is_public=is_public))
    counting = [(line.key, read[line.key]) for line in lines if line.counts]

    def reckon() -> tuple[tuple[Stage, ...], tuple[SeriesStanding, ...]]:
        stages = tuple(stage_from(key, one.entries, settings) for key, one in counting)
        return stages, tuple(rank_series(stages, settings.rules()))

    key = (series.submission, "ranking", is_public)
    state = (series.version, tuple((key, one.state) for key, one in counting))
    stages, rows = cached(key, state, reckon)
    number = series_state(series.version, (one.state for one in read.values()))
    return SeriesRanking(series, lines, stages, rows, number)


def series_state(version: int, events: Iterable[int] = ()) -> int:
    """The state of a series at that version of its own, with its events in these states.

    What directors do to the series weighs more than all that an event that they take out of it
    can ever take away from the number.
    """
    return version * ACTIONS * SHEETS + sum(events)


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


def names_of(
    persons: Iterable[Person], *, is_public: bool = False, is_old: bool = False
) -> dict[Person, str]:
    """What everybody is called; the home place too, where two have the same name. One SQL query.

    `is_public`: whoever is shown with initials or not at all is so here, and everybody where
    `is_old`.
    """
    wanted = list(persons)
    rows = Player.objects.filter(pk__in={player for person in wanted for player in person})
    players = rows.order_by("pk").values_list("pk", "name", "home", "shown")
    names = told_apart(
        Called(pk, pk, name, home)
        if not is_public or (shown == Player.NAME and not is_old)
        else Called(pk, pk, veiled(name, shown, is_old=is_old) or _("Somebody"))
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
        if event.state == Event.FINAL:
            state = "final"
        elif not one.entries:
            state = "coming"
        else:
            state = "open_again" if event.revision else "running"
        if is_public and state != "coming" and (event.published_at is None or one.is_hidden):
            state = "hidden"
        counts = state in ("final", "open_again") or (state == "running" and settings.shows_running)
        field = sum(entry.result.place is not None for entry in one.entries)
        yield StageLine(stage, number, state, counts and bool(one.entries), field)


# Final lists of stages that were amended, and what that changed in the ranking of the series.


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
    return cached((ranking.series.submission, "amended"), state, lambda: _read(ranking, amended))


def _read(ranking: SeriesRanking, amended: Sequence[StageLine]) -> list[Amendment]:
    read = read_stages(ranking.series, [line.stage for line in ranking.lines])
    found = []
    for line in amended:
        marks = final_marks(line.event)
        earlier = _as_before(line.event, read[line.key].entries)
        if len(marks) > 1 and earlier is not None:
            stage = stage_from(line.key, earlier, ranking.settings)
            found.append(Amendment(line, marks[-1], _moved(ranking, stage)))
    return sorted(found, key=lambda each: each.mark.at, reverse=True)


def _as_before(event: Event, entries: Sequence[EntryResult]) -> list[EntryResult] | None:
    """The entries of the final list before this one, as they stood there; None without one."""
    reports = Round.objects.filter(event=event, report__has_key=KEPT_UNDER)
    lists = reports.values_list(f"report__{KEPT_UNDER}", flat=True)
    rows = [row for kept in lists for row in kept.get(str(event.revision - 1), [])]
    if not rows:
        return None
    before = {number: (place, total) for number, place, total in rows}
    places = [place for place, _total in before.values()]
    found = []
    for entry in entries:
        if entry.number in before:
            place, total = before[entry.number]
            amount = as_int_if_whole(Fraction(total)) if total else None
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


# The ranking as its pages and a spreadsheet show it.

PAGE = 100  # people


@dataclass(frozen=True)
class SeriesPage:
    """A page of the ranking, `shown`, with everybody's name.

    `books`: whose page in the record book may be opened. `amended`: what corrections of final
    lists moved. `words`: those that stand in each name.
    """

    ranking: SeriesRanking
    names: dict[Person, str]
    shown: Page[SeriesStanding]
    books: dict[Person, list[InTheBook]]
    amended: list[Amendment]
    words: str = ""

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
    old = is_public and ranking.is_old
    names = names_of([row.person for row in ranking.rows], is_public=is_public, is_old=old)
    found = found_by(words, ranking.rows, said=lambda row: names[row.person])
    pages = Paginator(found, len(found) or 1 if everything else PAGE)
    shown = pages.get_page(max(number, 1))
    persons = [row.person for row in shown]
    books = of_persons(series.club, persons, is_director=not is_public, is_old=old)
    return SeriesPage(ranking, names, shown, books, amended, words)


def series_listing(page: SeriesPage) -> Listing[SeriesStanding]:
    """The ranking: place, name, stages, total; what does not count stands in brackets."""

    def of_stage(line: StageLine) -> Column[SeriesStanding]:
        def value(row: SeriesStanding) -> Value | str | None:
            cell = row.cells[line.key]
            if cell.counts or cell.value is None:
                return cell.value
            return f"({csv_cell(Kind.POINTS, cell.value)})"

        return Column(line.event.title, value, Kind.POINTS)

    columns: list[Column[SeriesStanding]] = [
        Column(pgettext("ranking", "Place"), lambda row: row.place, Kind.NUMBER),
        Column(_("Name"), lambda row: page.names[row.person], width=28),
        *map(of_stage, page.ranking.counted),
        Column(_("Stages"), lambda row: row.attended, Kind.NUMBER),
        Column(_("Besides"), lambda row: row.bonus, Kind.POINTS),
        Column(_("Total"), lambda row: row.total, Kind.POINTS),
    ]
    return Listing("series", page.ranking.series.title, columns, lambda: page.shown)


# The series of a club, and those that an event belongs to.

MOST_SHOWN = 24


def club_series(club: Club) -> QuerySet[Series]:
    """The series of a club, the newest first, each with `how_many` stages it has."""
    return club.series.annotate(how_many=Count("stages")).order_by("-pk")


def published_series() -> QuerySet[Series]:
    """The published series of public clubs, likewise."""
    shown = Series.objects.filter(published_at__isnull=False, club__is_public=True)
    counted = shown.select_related("club").annotate(how_many=Count("stages"))
    return counted.order_by("-pk")[:MOST_SHOWN]


def _with(event: Event) -> QuerySet[Series]:
    finals = Q(final=event) | Q(lower_finals__event=event)
    return Series.objects.filter(Q(stages__event=event) | finals).distinct()


def series_with(event: Event) -> list[Series]:
    """The series of which an event is a stage or the final, the newest first; one SQL query."""
    return list(_with(event).order_by("-pk"))


class SeriesOf(NamedTuple):
    """A published series of which an event is a stage, or `is_final`, the final."""

    pk: int
    title: str
    is_final: bool


SHOWN = """
SELECT * FROM (
    SELECT series.id, series.title, series.final_id AS final, EXISTS (
        SELECT 1 FROM tournaments_seriesfinal AS lower_one
        WHERE lower_one.series_id = series.id AND lower_one.event_id = %(event)s
    ) AS is_lower
    FROM tournaments_series AS series WHERE series.published_at IS NOT NULL
) AS shown
WHERE shown.final = %(event)s OR shown.is_lower OR EXISTS (
    SELECT 1 FROM tournaments_seriesstage AS stage
    WHERE stage.series_id = shown.id AND stage.event_id = %(event)s
)
ORDER BY shown.id
"""
"""Each page of an event reads them."""


def public_series_of(event: Event) -> tuple[SeriesOf, ...]:
    """The published series of an event, the oldest first; one SQL query."""
    with connection.cursor() as cursor:
        cursor.execute(SHOWN, {"event": event.pk})
        return tuple(
            SeriesOf(pk, title, bool(is_lower) or final == event.pk)
            for pk, title, final, is_lower in cursor.fetchall()
        )


SERIES_KINDS: Mapping[str, str | Promise] = {
    "made": gettext_lazy("The series was made: %(after)s"),
    "rules": gettext_lazy("The rules were changed: %(after)s"),
    "stage_added": gettext_lazy("“%(after)s” was made a stage"),
    "stage_removed": gettext_lazy("“%(before)s” is no stage any more"),
    "published": gettext_lazy("The series was published"),
    "unpublished": gettext_lazy("The series was taken back from the public"),
    "final_made": gettext_lazy("The final was made: %(after)s"),
    "declined": gettext_lazy("%(after)s cannot come to the final"),
    "comes_after_all": gettext_lazy("%(before)s comes to the final after all"),
    "moved_in_finals": gettext_lazy("Moved by hand: %(after)s"),
    "move_taken_back": gettext_lazy("Not moved by hand any more: %(before)s"),
    "place_given": gettext_lazy("%(after)s was given a place in the final"),
    "place_taken": gettext_lazy("The place in the final was taken back: %(before)s"),
}
"""Every kind of deed that a service writes down at a series."""

TITLE = "title"
"""What the history calls the title, beside the names of the settings."""


def kept_setting(name: str, value: object) -> str:
    """A setting, or the title, as the history keeps it."""
    return f"{name}={value if name == TITLE else json.dumps(value)}"


def _settings_said(kept: str) -> str:
    """What the history has of the rules; of one that was cut off it only says that there is more.

    >>> _settings_said("title=Cup\\tbest_of=5"), _settings_said("Best stages that count: 5")
    ('Title: Cup; Best stages that count: 5', 'Best stages that count: 5')
    >>> _settings_said("drop=2\\tabsence=[80, 6")
    'Worst stages that are dropped: 2; …'
    """
    return "; ".join(map(_setting_said, kept.split(BETWEEN)))


def _setting_said(kept: str) -> str:
    name, _equals, value = kept.partition("=")
    if name == TITLE:
        title = _("Title")
        return f"{title}: {value}"
    if name not in SeriesSettings.options():
        return kept
    try:
        settings = SeriesSettings.from_json({name: json.loads(value)})
    except json.JSONDecodeError:
        return "…"
    return f"{settings.label_of(name)}: {settings.said(name)}"


def _move_said(kept: str) -> str:
    """Who was moved by hand, and into which final."""
    to, *more = kept.split(BETWEEN, 2)
    if not more:
        return kept
    count, name = more
    return f"{name}: {final_label(int(to), int(count))}"


SERIES_SAID: Mapping[str, Callable[[str], str]] = {
    "rules": _settings_said,
    "moved_in_finals": _move_said,
}
"""By kind how what was there before and after is said, where it is not kept in words."""

MOST = 50


def series_history(series: Series) -> list[HistoryLine]:
    """What was done lately, the newest first, in the club's language; one SQL query."""
    with series.club.spoken():
        return [
            history_line(
                change,
                series_sentence(change),
                _said(change)["before"] if change.kind == "rules" else "",
            )
            for change in series.changes.order_by("-pk")[:MOST]
        ]


def series_sentence(change: SeriesChange) -> str:
    """What was done, in a sentence."""
    return str(SERIES_KINDS[change.kind]) % _said(change)


def _said(change: SeriesChange) -> dict[str, str]:
    says = SERIES_SAID.get(change.kind, str)
    return {"before": says(change.before), "after": says(change.after)}


# What a director sees of a series: whether its stages are alike, who has no place in its final.

MAY_DIFFER = {
    *("title", "starts_at", "place", "capacity", "fee", "payout", "round_prize", "minutes"),
    *("shows", "needs_confirmation", "confirms_paper", "groups", "penalties", "draws", "odd"),
    *("season_apart", "language"),
}
"""What makes no stage worth more or less than another."""


def can_be_stages(series: Series) -> list[Event]:
    """The events of the club that are no stages of it yet, the latest first; one SQL query."""
    others = Event.objects.filter(club=series.club_id).exclude(stages__series=series)
    others = others.exclude(lower_final_of__series=series)
    return list(others.exclude(pk=series.final_id or 0).order_by("-starts_at", "-pk"))


def unlike(lines: Sequence[StageLine]) -> list[str]:
    """In what stages are set up in another way than the first one, a sentence for each."""
    found = []
    for line in lines[1:]:
        pairs = differences(lines[0].event, line.event)
        what = [each.label for each in pairs if each.name not in MAY_DIFFER]
        if what:
            text = _("“%(title)s” is set up in another way than “%(first)s”: %(what)s.")
            values = {"title": line.event.title, "first": lines[0].event.title}
            found.append(text % {**values, "what": ", ".join(what)})
    return found


def not_qualified(ranking: SeriesRanking, taken: Collection[Person]) -> list[tuple[int, str]]:
    """Single players of the series without a place in the final, by name; one SQL query."""
    persons: list[Person] = [
        row.person for row in ranking.rows if len(row.person) == 1 and row.person not in taken
    ]
    names = names_of(persons)
    return sorted(((one[0], names[one]) for one in persons), key=lambda each: name_order(each[1]))
