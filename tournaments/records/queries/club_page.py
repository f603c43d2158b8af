"""A club's page in the record book: everything it says, in a number of SQL queries that is fixed.

Sums come from the years and months of the club; single sheets are only looked up at the ends.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import starmap
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Max, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.rulesets import RULESETS
from tournaments.common.names import name_order
from tournaments.models import (
    Club,
    CountedSheet,
    Event,
    Feat,
    Member,
    MonthTally,
    Player,
    Series,
    SheetTally,
    Table,
)
from tournaments.people.queries import People
from tournaments.records.queries.charts import (
    Bar,
    BarChart,
    ChartPoint,
    LineChart,
    bar_chart,
    line_chart,
)
from tournaments.records.queries.figures import (
    Choices,
    Filters,
    choices_in,
)
from tournaments.records.queries.player_page import TABLES, YEAR, extremes, final_places, tables_of
from tournaments.records.queries.players_list import ListAsked, PlayerLine, filled, player_lines
from tournaments.series.queries.ranking import series_ranking

# How much a club played, of what, and its latest evenings.

MOST_MONTHS = 24
"""For longer times the chart has years."""
FEWEST_FOR_LINE = 4
MOST_EVENINGS = 8
SHEETS_READ = 60
"""Of how many of the latest sheets the evenings are made; an event has many on one day."""
ON_HOME = 12


class Played(NamedTuple):
    """How much of one game was played in a club: sheets and hands, and the first and last month."""

    key: str
    name: str
    sheets: int
    hands: int
    first: date
    last: date


class Month(NamedTuple):
    """How much of one game was played in one month; `month` is its first day."""

    ruleset: str
    month: date
    sheets: int
    hands: int


class Amount(NamedTuple):
    """How much was played in some time: `begins` is its first day."""

    begins: date
    label: str
    sheets: int
    hands: int


class Evening(NamedTuple):
    """A sheet of the club's own tables, or an event: when, what game, and who had how much.

    `table` is the sheet, or the first of the event's; `standing` is empty at an event.
    """

    table: Table
    event: Event | None
    game: str
    day: date
    hands: int
    standing: Sequence[tuple[str, int]]

    @property
    def title(self) -> str:
        """What to call it."""
        return self.event.title if self.event is not None else self.table.title or self.game


def months_within(club: Club, filters: Filters) -> list[Month]:
    """The months of a club that were asked for, of the games that are known; one SQL query."""
    rows = MonthTally.objects.filter(club=club, sheets__gt=0, ruleset__in=RULESETS)
    if filters.ruleset:
        rows = rows.filter(ruleset=filters.ruleset)
    found = starmap(Month, rows.order_by("month").values_list(*Month._fields))
    return [month for month in found if filters.has_year(month.month.year)]


def games_played(months: Sequence[Month]) -> list[Played]:
    """What was played how much, the most hands first."""
    of_game: dict[str, list[Month]] = defaultdict(list)
    for month in months:
        of_game[month.ruleset].append(month)
    found = [
        Played(
            key,
            RULESETS[key].name,
            sum(row.sheets for row in own),
            sum(row.hands for row in own),
            own[0].month,
            own[-1].month,
        )
        for key, own in of_game.items()
    ]
    return sorted(found, key=lambda game: (-game.hands, game.name))


def amounts(months: Sequence[Month]) -> list[Amount]:
    """How much was played in each month, or in each year where the months would be too many.

    Times in which nothing was played are among them.
    """
    if not months:
        return []
    first, last = months[0].month, months[-1].month
    by_month = _count(last) - _count(first) < MOST_MONTHS
    sums: dict[int, list[int]] = defaultdict(lambda: [0, 0])
    for row in months:
        of_time = sums[_count(row.month) if by_month else row.month.year]
        of_time[0] += row.sheets
        of_time[1] += row.hands
    if by_month:
        days = [date(at // 12, at % 12 + 1, 1) for at in range(_count(first), _count(last) + 1)]
        return [Amount(day, date_format(day, "M Y"), *_sums(sums, _count(day))) for day in days]
    years = range(first.year, last.year + 1)
    return [Amount(date(year, 1, 1), str(year), *_sums(sums, year)) for year in years]


def activity_charts(found: Sequence[Amount]) -> tuple[LineChart | None, BarChart | None]:
    """The sheets over time: a line of months, or bars of years and of a few months."""
    is_by_year = len(found) > 1 and found[1].begins.month == found[0].begins.month
    if len(found) < FEWEST_FOR_LINE or is_by_year:
        bars = [Bar(one.label, one.sheets, cases=one.hands) for one in found]
        return None, bar_chart(bars, title=_("Sheets written"), kind="count")
    points = [ChartPoint(one.label, one.sheets, cases=one.hands) for one in found]
    line = line_chart(points, title=_("Sheets written"), unit=_("each month"), kind="count")
    return line, None


def latest_evenings(club: Club, filters: Filters, people: People) -> list[Evening]:
    """The latest sheets, those of one event together; two SQL queries with limits."""
    rows = CountedSheet.objects.filter(club=club, counts=True, **filters.years(YEAR))
    if filters.ruleset:
        rows = rows.filter(ruleset=filters.ruleset)
    sheets = rows.select_related(*TABLES).order_by("-played_on", "-pk")[:SHEETS_READ]
    found: dict[tuple[str, int], CountedSheet] = {}
    for sheet in sheets:
        event = _event_of(sheet.table)
        key = ("event", event.pk) if event else ("table", sheet.table_id)
        found.setdefault(key, sheet)
    shown = list(found.values())[:MOST_EVENINGS]
    standings = _standings([one for one in shown if _event_of(one.table) is None], people)
    return [
        Evening(
            sheet.table,
            _event_of(sheet.table),
            RULESETS[sheet.ruleset].name if sheet.ruleset in RULESETS else "",
            sheet.played_on,
            sheet.hands,
            standings.get(sheet.table_id, ()),
        )
        for sheet in shown
    ]


def public_clubs() -> QuerySet[Club]:
    """The public clubs that have something in their record books, the latest active first.

    Each with `last_month`; one SQL query with a limit.
    """
    clubs = Club.objects.filter(is_public=True, month_tallies__sheets__gt=0)
    dated = clubs.annotate(last_month=Max("month_tallies__month"))
    return dated.order_by("-last_month", "name")[:ON_HOME]


def _standings(
    sheets: Sequence[CountedSheet], people: People
) -> Mapping[int, list[tuple[str, int]]]:
    """By table who has how many points, best first; whoever must not be named is left out."""
    rows = SheetTally.objects.filter(table__in=[sheet.table_id for sheet in sheets]).order_by()
    found: dict[int, list[tuple[str, int]]] = defaultdict(list)
    for table, player, points in rows.values_list("table_id", "player_id", "points"):
        if people.of(player) in people.names:
            found[table].append((people.name(player), points))
    return {table: sorted(own, key=lambda one: (-one[1], one[0])) for table, own in found.items()}


def _event_of(table: Table) -> Event | None:
    place = getattr(table, "event_table", None)
    return place.round.event if place is not None else None


def _count(month: date) -> int:
    """The months since the beginning of the calendar."""
    return month.year * 12 + month.month - 1


def _sums(sums: Mapping[int, Sequence[int]], key: int) -> tuple[int, int]:
    sheets, hands = sums.get(key, (0, 0))
    return sheets, hands


# The records of a club in one game, its board, and what is worth a toast.
#
# Single sheets are looked up by an index with a limit, so that years of them cost nothing.

FIRST = 3
"""How many of each record are shown."""
ROWS_READ = 24
"""Of how many lines they are made: everybody who won a hand together has one."""
ENOUGH_HANDS = 100
"""With fewer hands the points of a player say more about the cards."""
ON_BOARD = 10
MOST_FEATS = 10
FEATS_READ = 40
RECORDS: Mapping[str, str | Promise] = {
    "best": gettext_lazy("Best single hand"),
    "worst": gettext_lazy("Worst single hand"),
    "points": gettext_lazy("Best sheet"),
    "won_run": gettext_lazy("Most hands won in a row, on one sheet"),
}
"""By the figure of `extremes` what the record is called."""


class Holder(NamedTuple):
    """Whoever holds a record: the name, and the key for a link, None where none is."""

    name: str
    page: int | None


class Record(NamedTuple):
    """A figure, who holds it, and where: `hand` is its number on the sheet, None for a sheet."""

    figure: int
    holders: Sequence[Holder]
    table: Table
    hand: int | None
    day: date


class RecordKind(NamedTuple):
    """One of the records of a club: a word for the lists, a title, and the first few."""

    key: str
    title: str | Promise
    is_points: bool
    records: Sequence[Record]


class Board(NamedTuple):
    """Who has most points per hand; `too_few`: how many have not played enough hands for it."""

    lines: Sequence[PlayerLine]
    too_few: int
    all_lines: int


class Toast(NamedTuple):
    """Something worth a toast, and who did it."""

    kind: str
    holders: Sequence[Holder]
    table: Table
    hand: int
    day: date


def board_of(club: Club, filters: Filters, people: People, *, most: int | None = ON_BOARD) -> Board:
    """The board of one game; three SQL queries. `most` None: everybody with enough hands."""
    everybody = player_lines(club, ListAsked(filters, sort="-per_hand"), people)
    enough = [line for line in everybody if line.hands >= ENOUGH_HANDS]
    shown = filled(enough[:most], filters) if enough else []
    return Board(shown, len(everybody) - len(enough), len(enough))


def records_of_club(
    club: Club, filters: Filters, people: People, hidden: Sequence[int]
) -> list[RecordKind]:
    """The records of one game and some years; five SQL queries with limits."""
    rows = SheetTally.objects.filter(club=club, ruleset=filters.ruleset, counts=True)
    rows = rows.filter(**filters.years(YEAR))
    if hidden:
        rows = rows.exclude(player__in=hidden)
    found = extremes(rows)
    groups = {key: _first_of(found[key], key) for key in RECORDS}
    tables = tables_of([line.table for kind in groups.values() for own in kind for line in own])
    return [
        RecordKind(
            key, title, key != "won_run", [_record(own, tables, people) for own in groups[key]]
        )
        for key, title in RECORDS.items()
    ]


def toasts(club: Club, filters: Filters, people: People, hidden: Sequence[int]) -> list[Toast]:
    """What was worth a toast, the latest first; one SQL query with a limit."""
    rows = Feat.objects.filter(club=club, counts=True, **filters.years(YEAR))
    if filters.ruleset:
        rows = rows.filter(table__ruleset=filters.ruleset)
    if hidden:
        rows = rows.exclude(player__in=hidden)
    return toasts_among(rows, people)[:MOST_FEATS]


def toasts_among(rows: QuerySet[Feat], people: People) -> list[Toast]:
    """The latest of these, those of one hand together; one SQL query with a limit.

    Whoever must not be named is left out.
    """
    latest = rows.select_related(*TABLES).order_by("-played_on", "-table_id", "-hand", "player_id")
    found: dict[tuple[object, ...], list[Feat]] = {}
    for feat in latest[:FEATS_READ]:
        if people.of(feat.player_id) not in people.names:
            continue
        found.setdefault((feat.table_id, feat.hand, feat.kind), []).append(feat)
    return [
        Toast(
            own[0].kind,
            holders_of([feat.player_id for feat in own], people),
            own[0].table,
            own[0].hand,
            own[0].played_on,
        )
        for own in found.values()
    ]


def hidden_in(club: Club, *, is_director: bool) -> list[int]:
    """The keys of all records of people whom the visitor must not be shown; one SQL query."""
    if is_director:
        return []
    own = Q(shown=Player.HIDDEN) | Q(erased_at__isnull=False)
    kept = Q(merged_into__shown=Player.HIDDEN) | Q(merged_into__erased_at__isnull=False)
    away = Player.objects.filter((Q(merged_into=None) & own) | kept, club=club)
    return list(away.order_by().values_list("pk", flat=True))


def holders_of(players: Iterable[int], people: People) -> list[Holder]:
    """These people, each once, by name."""
    keys = {people.of(player) for player in players}
    found = [Holder(people.name(key), key if key in people.pages else None) for key in keys]
    return sorted(found, key=lambda one: name_order(one.name))


class _Line(NamedTuple):
    """What one person has of a record."""

    table: int
    hand: int | None
    figure: int
    player: int
    day: date


def _first_of(rows: QuerySet[SheetTally], name: str) -> list[list[_Line]]:
    """The first few; whoever has the same from the same hand or sheet holds it together.

    One SQL query.
    """
    is_of_hand = name in ("best", "worst")
    fields = ("table_id", f"{name}_hand" if is_of_hand else name, name, "player_id", "played_on")
    found: dict[tuple[object, ...], list[_Line]] = {}
    for line in starmap(_Line, rows.values_list(*fields)[:ROWS_READ]):
        own = line if is_of_hand else line._replace(hand=None)
        found.setdefault(own[:3], []).append(own)
    return list(found.values())[:FIRST]


def _record(own: Sequence[_Line], tables: Mapping[int, Table], people: People) -> Record:
    first = own[0]
    holders = holders_of([line.player for line in own], people)
    return Record(first.figure, holders, tables[first.table], first.hand, first.day)


# The champions of a club, year by year: who won its events, and the series that are over.
#
# Events say it in their final lists. A series has no list that is kept: whoever won its final has
# won it, and where it has none it is ranked, which is remembered as long as nothing changes.

PAGE = 12
MOST_SERIES = 6
"""How many series are ranked for one page."""


class Champion(NamedTuple):
    """Who won an event or a series: several where they share the first place.

    `field` is among how many, 0 where it is not known. One of `event` and `series` is given.
    """

    title: str
    game: str
    day: date
    holders: Sequence[Holder]
    field: int
    event: int | None = None
    series: int | None = None


class Year(NamedTuple):
    """The champions of one year, the latest first."""

    year: int
    champions: Sequence[Champion]


class Champions(NamedTuple):
    """A page of the champions, year by year, and the page itself, counted in events."""

    years: Sequence[Year]
    page: Page[Any]


def champions_of(
    club: Club, filters: Filters, people: People, asked: str | None, *, most: int = PAGE
) -> Champions:
    """A page of the champions, the latest first.

    Six SQL queries, and two for each series on the page while nothing changes.
    """
    page = Paginator(_final_events(club, filters), most).get_page(asked)
    events = list(page.object_list)
    found = [*_of_events(events, people), *_of_series(club, filters, page, people)]
    found.sort(key=lambda one: (one.day, one.series is not None), reverse=True)
    years: dict[int, list[Champion]] = {}
    for champion in found:
        years.setdefault(champion.day.year, []).append(champion)
    return Champions([Year(year, own) for year, own in years.items()], page)


def _final_events(club: Club, filters: Filters) -> QuerySet[Event]:
    """The events of a club that are over and that everybody may know, the latest first."""
    events = Event.objects.filter(club=club, state=Event.FINAL).exclude(published_at=None)
    if filters.ruleset:
        events = events.filter(ruleset=filters.ruleset)
    dated = events.annotate(day=Coalesce("starts_at", "made_at"))
    return dated.filter(**filters.years("day__year")).order_by("-day", "-pk")


def _of_events(events: Sequence[Event], people: People) -> Iterable[Champion]:
    places = final_places(events)
    winners = {
        (event, number)
        for event, lines in places.items()
        for number, line in lines.items()
        if line.place == 1
    }
    players = _players(winners)
    for event in events:
        first = [players.get(key, ()) for key in winners if key[0] == event.pk]
        holders = holders_of([player for each in first for player in each], people)
        if holders:
            lines = places[event.pk]
            field = next(iter(lines.values())).among
            game = RULESETS[event.ruleset].name if event.ruleset in RULESETS else ""
            yield Champion(event.title, game, _day(event), holders, field, event=event.pk)


def _players(winners: Iterable[tuple[int, int]]) -> Mapping[tuple[int, int], list[int]]:
    """By event and start number the players with whom each of these entries began; one query."""
    wanted = set(winners)
    members = Member.objects.filter(
        entry__event__in={event for event, _number in wanted},
        entry__number__in={number for _event, number in wanted},
    )
    first: dict[tuple[int, int], dict[int, int]] = {}
    rows = members.order_by("from_round", "pk")
    for event, number, place, player in rows.values_list(
        "entry__event_id", "entry__number", "place", "player_id"
    ):
        if number is not None and (event, number) in wanted:
            first.setdefault((event, number), {}).setdefault(place, player)
    return {key: list(places.values()) for key, places in first.items()}


def _of_series(club: Club, filters: Filters, page: Page[Any], people: People) -> Iterable[Champion]:
    """The series that ended in the time of a page of events."""
    if filters.ruleset and not page.object_list:
        return
    series = Series.objects.filter(club=club).exclude(published_at=None).select_related("final")
    if filters.ruleset:
        series = series.filter(stages__event__ruleset=filters.ruleset)
    dated = series.annotate(last=Max("stages__event__starts_at")).exclude(last=None)
    wanted = [one for one in dated.order_by("-last") if _is_on(_last_day(one), page, filters)]
    for one in wanted[:MOST_SERIES]:
        champion = _champion(one, people)
        if champion is not None:
            yield champion


def _is_on(day: date, page: Page[Any], filters: Filters) -> bool:
    """Whether a day is within the time of the page: from its oldest event to that before it."""
    if not filters.has_year(day.year):
        return False
    rows = page.paginator.object_list
    newest = _day(rows[page.start_index() - 2]) if page.has_previous() else date.max
    oldest = _day(rows[page.end_index() - 1]) if page.has_next() else date.min
    return oldest <= day < newest


def _champion(series: Series, people: People) -> Champion | None:
    """Who won a series; None while it is not over, or nobody of it may be named."""
    settings = series.format
    final = series.final
    if settings.has_final or final is not None:
        if final is None or final.state != Event.FINAL or final.published_at is None:
            return None
        won = [one._replace(title=series.title, event=None) for one in _of_events([final], people)]
        return won[0]._replace(series=series.pk) if won else None
    ranking = series_ranking(series, is_public=True)
    if not ranking.rows or any(line.state != "final" for line in ranking.lines):
        return None
    first = [row for row in ranking.rows if row.place == 1]
    holders = holders_of([player for row in first for player in row.person], people)
    return Champion(
        series.title, "", _last_day(series), holders, len(ranking.rows), series=series.pk
    )


def _last_day(series: Any) -> date:  # noqa: ANN401 - with `last` added by the database
    ends = series.final.starts_at if series.final is not None else None
    return timezone.localtime(ends or series.last).date()


def _day(event: Event) -> date:
    return timezone.localtime(event.starts_at or event.made_at).date()


@dataclass(frozen=True)
class ClubPage:
    """What a club did, as far as somebody asked for it.

    `game` is the game of the board and the records: the one that was asked for, or that is played
    most; empty where nothing was played. `filters` are those of the address, `of_game` the same
    with that game.
    """

    filters: Filters
    of_game: Filters
    choices: Choices
    games: Sequence[Played]
    amounts: Sequence[Amount]
    line: LineChart | None
    bars: BarChart | None
    champions: Champions
    board: Board
    records: Sequence[RecordKind]
    toasts: Sequence[Toast]
    evenings: Sequence[Evening]

    enough = ENOUGH_HANDS

    @property
    def game(self) -> str:
        """The name of the game that the board and the records are about."""
        key = self.of_game.ruleset
        return RULESETS[key].name if key else ""

    @property
    def has_records(self) -> bool:
        """Whether there is a sheet of which something can be said."""
        return any(kind.records for kind in self.records)

    @property
    def is_empty(self) -> bool:
        """Whether the book knows nothing of what was asked for."""
        return not (self.games or self.champions.years)

    @property
    def sheets(self) -> int:
        """The sheets of all games."""
        return sum(game.sheets for game in self.games)

    @property
    def hands(self) -> int:
        """The hands of all games: hands may be added, points may not."""
        return sum(game.hands for game in self.games)


def club_page(
    club: Club,
    filters: Filters,
    people: People,
    *,
    is_director: bool,
    asked: Mapping[str, str],
) -> ClubPage:
    """The page; at most some twenty SQL queries, none of which grows with the hands.

    `asked`: what the address asks for besides the filters: the page of the champions.
    """
    months = months_within(club, filters)
    games = games_played(months)
    of_game = filters
    if not filters.ruleset and games:
        of_game = replace(filters, ruleset=games[0].key)
    found = amounts(months)
    line, bars = activity_charts(found)
    hidden = hidden_in(club, is_director=is_director) if games else []
    return ClubPage(
        filters=filters,
        of_game=of_game,
        choices=choices_in(club),
        games=games,
        amounts=found,
        line=line,
        bars=bars,
        champions=champions_of(club, filters, people, asked.get("page")),
        board=board_of(club, of_game, people) if games else Board((), 0, 0),
        records=records_of_club(club, of_game, people, hidden) if games else (),
        toasts=toasts(club, filters, people, hidden) if games else (),
        evenings=latest_evenings(club, filters, people) if games else (),
    )
