"""A club's page in the record book: everything it says, in a number of SQL queries that is fixed.

Sums come from the years and months of the club; single sheets are only looked up at the ends.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Max, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.formats.dates import dated
from scoring.rulesets import RULESETS
from tournaments.common.names import from_a_to_z, name_order
from tournaments.models import (
    Club,
    CountedSheet,
    Event,
    Feat,
    Member,
    MonthTally,
    Series,
    SheetTally,
    Table,
)
from tournaments.people.queries import People
from tournaments.records.queries.charts import (
    BarChart,
    ChartPoint,
    LineChart,
    bar_chart,
    line_chart,
)
from tournaments.records.queries.figures import Filters, game_name
from tournaments.records.queries.player_page import TABLES, YEAR, extremes, final_places
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


def months_within(club: Club, filters: Filters) -> list[MonthTally]:
    """The months of a club that were asked for, of the games that are known; one SQL query."""
    rows = MonthTally.objects.filter(club=club, sheets__gt=0, ruleset__in=RULESETS)
    asked = filters.years("month__year", ruleset="ruleset")
    return list(rows.filter(**asked).order_by("month"))


def games_played(months: Sequence[MonthTally]) -> list[Played]:
    """What was played how much, the most hands first."""
    found = []
    for key in {month.ruleset for month in months}:
        own = [month for month in months if month.ruleset == key]
        sheets, hands = sum(month.sheets for month in own), sum(month.hands for month in own)
        found.append(Played(key, game_name(key), sheets, hands, own[0].month, own[-1].month))
    return sorted(found, key=lambda game: (-game.hands, name_order(game.name)))


def amounts(months: Sequence[MonthTally]) -> list[Amount]:
    """How much was played each month, of too many months each year; idle times are among them."""
    if not months:
        return []
    first, last = months[0].month, months[-1].month
    times = range(_count(first), _count(last) + 1)
    by_month = len(times) <= MOST_MONTHS
    if by_month:
        days = [date(at // 12, at % 12 + 1, 1) for at in times]
    else:
        days = [date(year, 1, 1) for year in range(first.year, last.year + 1)]
    sheets, hands = Counter[date](), Counter[date]()
    for row in months:
        begins = row.month if by_month else row.month.replace(month=1)
        sheets[begins] += row.sheets
        hands[begins] += row.hands
    return [
        Amount(day, dated(day, "month") if by_month else str(day.year), sheets[day], hands[day])
        for day in days
    ]


def activity_charts(found: Sequence[Amount]) -> tuple[LineChart | None, BarChart | None]:
    """The sheets over time: a line of months, or bars of years and of a few months."""
    points = [ChartPoint(one.label, one.sheets, cases=one.hands) for one in found]
    title = _("Sheets written")
    is_by_year = len(found) > 1 and {one.begins.month for one in found} == {1}
    if len(found) < FEWEST_FOR_LINE or is_by_year:
        return None, bar_chart(points, title=title, kind="count")
    return line_chart(points, title=title, unit=_("each month"), kind="count"), None


def latest_evenings(club: Club, filters: Filters, people: People) -> list[Evening]:
    """The latest sheets, those of one event together; two SQL queries with limits.

    Best first who has how many points; whoever must not be named is left out.
    """
    asked = filters.years(YEAR, ruleset="ruleset")
    rows = CountedSheet.objects.filter(club=club, counts=True, **asked)
    sheets = rows.select_related(*TABLES).order_by("-played_on", "-pk")[:SHEETS_READ]
    found: dict[tuple[str, int], CountedSheet] = {}
    for sheet in sheets:
        event = _event_of(sheet.table)
        key = ("event", event.pk) if event else ("table", sheet.table_id)
        found.setdefault(key, sheet)
    shown = dict(list(found.items())[:MOST_EVENINGS])
    own_tables = [key for kind, key in shown if kind == "table"]
    tallies = SheetTally.objects.filter(table__in=own_tables).order_by()
    standings: dict[int, list[tuple[str, int]]] = defaultdict(list)
    for own, player, points in tallies.values_list("table_id", "player_id", "points"):
        if people.of(player) in people.names:
            standings[own].append((people.name(player), points))
    evenings = []
    for sheet in shown.values():
        table, event = sheet.table, _event_of(sheet.table)
        game = game_name(sheet.ruleset)
        standing = sorted(standings[table.pk], key=lambda one: (-one[1], name_order(one[0])))
        evenings.append(Evening(table, event, game, sheet.played_on, sheet.hands, standing))
    return evenings


def public_clubs() -> QuerySet[Club]:
    """The public clubs that have something in their record books, the latest active first.

    Each with `last_month`; one SQL query with a limit.
    """
    clubs = Club.objects.filter(is_public=True, month_tallies__sheets__gt=0)
    active = clubs.annotate(last_month=Max("month_tallies__month"))
    return active.order_by("-last_month", "name")[:ON_HOME]


def _event_of(table: Table) -> Event | None:
    place = getattr(table, "event_table", None)
    return place.round.event if place is not None else None


def _count(month: date) -> int:
    """The months since the beginning of the calendar."""
    return month.year * 12 + month.month - 1


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
    """One of the records of a club: its title, and the first few."""

    title: str | Promise
    is_points: bool
    records: Sequence[Record]


class Board(NamedTuple):
    """Who has most points per hand; `too_few`: how many have not played enough hands for it."""

    lines: Sequence[PlayerLine]
    too_few: int


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
    return Board(shown, len(everybody) - len(enough))


def records_of_club(club: Club, filters: Filters, people: People) -> list[RecordKind]:
    """The records of one game and some years; four SQL queries with limits.

    Whoever has the same from the same hand or sheet holds a record together.
    """
    rows = SheetTally.objects.filter(club=club, ruleset=filters.ruleset, counts=True)
    rows = rows.filter(**filters.years(YEAR))
    ordered, kinds = extremes(rows.exclude(player__in=people.hidden)), []
    for name, title in RECORDS.items():
        lines = ordered[name].select_related(*TABLES).defer("figures", "others")
        together: dict[tuple[int, int, int | None], list[SheetTally]] = {}
        for line in lines[:ROWS_READ]:
            key = (getattr(line, name), line.table_id, getattr(line, f"{name}_hand", None))
            together.setdefault(key, []).append(line)
        records = []
        for (figure, _table, hand), own in list(together.items())[:FIRST]:
            holders = holders_of((line.player_id for line in own), people)
            records.append(Record(figure, holders, own[0].table, hand, own[0].played_on))
        kinds.append(RecordKind(title, name != "won_run", records))
    return kinds


def toasts(club: Club, filters: Filters, people: People) -> list[Toast]:
    """What was worth a toast, the latest first; one SQL query with a limit."""
    asked = filters.years(YEAR, ruleset="table__ruleset")
    rows = Feat.objects.filter(club=club, counts=True, **asked)
    return toasts_among(rows.exclude(player__in=people.hidden), people)[:MOST_FEATS]


def toasts_among(rows: QuerySet[Feat], people: People) -> list[Toast]:
    """The latest of these who may be named, those of one hand together; one SQL query, limited."""
    latest = rows.select_related(*TABLES).order_by("-played_on", "-table_id", "-hand", "player_id")
    found: dict[tuple[int, int, str], list[Feat]] = {}
    for feat in latest[:FEATS_READ]:
        if people.of(feat.player_id) in people.names:
            found.setdefault((feat.table_id, feat.hand, feat.kind), []).append(feat)
    shown = []
    for (_table, hand, kind), own in found.items():
        holders = holders_of((feat.player_id for feat in own), people)
        shown.append(Toast(kind, holders, own[0].table, hand, own[0].played_on))
    return shown


def holders_of(players: Iterable[int], people: People) -> list[Holder]:
    """These people, each once, by name."""
    keys = {people.of(player) for player in players}
    found = [Holder(people.name(key), key if key in people.pages else None) for key in keys]
    return from_a_to_z(found)


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


def champions_of(
    club: Club, filters: Filters, people: People, asked: str | None, *, most: int = PAGE
) -> Page[Champion]:
    """A page of the champions, the latest first; its numbers are counted in events.

    Of events that are over and that everybody may know. Six SQL queries, and two for each series
    on the page while nothing changes.
    """
    events = Event.objects.filter(club=club, state=Event.FINAL).exclude(published_at=None)
    of_a_day = events.annotate(day=Coalesce("starts_at", "made_at"))
    wanted = of_a_day.filter(**filters.years("day__year", ruleset="ruleset"))
    ordered = wanted.order_by("-day", "-pk")
    page: Page[Any] = Paginator(ordered, most).get_page(asked)
    shown = list(page.object_list)
    found = [*_of_events(shown, people), *_of_series(club, filters, page, people)]
    page.object_list = sorted(
        found, key=lambda one: (one.day, one.series is not None), reverse=True
    )
    return page


def _of_events(events: Sequence[Event], people: People) -> Iterable[Champion]:
    places = final_places(events)
    winners = {
        (event, number)
        for event, lines in places.items()
        for number, line in lines.items()
        if line.place == 1
    }
    members = Member.objects.filter(
        entry__event__in={event for event, _number in winners},
        entry__number__in={number for _event, number in winners},
    )
    # With whom each entry began, at each of its places.
    began: dict[int, dict[tuple[int, int], int]] = defaultdict(dict)
    rows = members.order_by("from_round", "pk")
    for key, number, place, player in rows.values_list(
        "entry__event_id", "entry__number", "place", "player_id"
    ):
        if number is not None and (key, number) in winners:
            began[key].setdefault((number, place), player)
    for event in events:
        holders = holders_of(began[event.pk].values(), people)
        if holders:
            field = next(iter(places[event.pk].values())).among
            game = game_name(event.ruleset)
            yield Champion(event.title, game, _day(event), holders, field, event=event.pk)


def _of_series(club: Club, filters: Filters, page: Page[Any], people: People) -> Iterable[Champion]:
    """The series that ended in the time of a page: from its oldest event to that before it."""
    if filters.ruleset and not page.object_list:
        return
    rows = page.paginator.object_list
    newest = _day(rows[page.start_index() - 2]) if page.has_previous() else date.max
    oldest = _day(rows[page.end_index() - 1]) if page.has_next() else date.min
    series = Series.objects.filter(club=club).exclude(published_at=None).select_related("final")
    if filters.ruleset:
        series = series.filter(stages__event__ruleset=filters.ruleset)
    begun = series.annotate(last=Max("stages__event__starts_at")).exclude(last=None)
    days = [(one, _last_day(one)) for one in begun.order_by("-last")]
    wanted = [one for one, day in days if filters.has_year(day.year) and oldest <= day < newest]
    for one in wanted[:MOST_SERIES]:
        champion = _champion(one, people)
        if champion is not None:
            yield champion


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
    games: Sequence[Played]
    amounts: Sequence[Amount]
    line: LineChart | None
    bars: BarChart | None
    champions: Page[Champion]
    board: Board
    records: Sequence[RecordKind]
    toasts: Sequence[Toast]
    evenings: Sequence[Evening]

    enough = ENOUGH_HANDS

    @property
    def game(self) -> str:
        """The name of the game that the board and the records are about."""
        key = self.of_game.ruleset
        return game_name(key) if key else ""

    @property
    def has_records(self) -> bool:
        """Whether there is a sheet of which something can be said."""
        return any(kind.records for kind in self.records)

    @property
    def is_empty(self) -> bool:
        """Whether the book knows nothing of what was asked for."""
        return not (self.games or self.champions)

    @property
    def sheets(self) -> int:
        """The sheets of all games."""
        return sum(game.sheets for game in self.games)

    @property
    def hands(self) -> int:
        """The hands of all games: hands may be added, points may not."""
        return sum(game.hands for game in self.games)


def club_page(club: Club, filters: Filters, people: People, *, champions: str | None) -> ClubPage:
    """The page, with that page of the champions; some twenty SQL queries, whatever the hands."""
    months = months_within(club, filters)
    games = games_played(months)
    of_game = filters
    if not filters.ruleset and games:
        of_game = replace(filters, ruleset=games[0].key)
    found = amounts(months)
    line, bars = activity_charts(found)
    return ClubPage(
        filters=filters,
        of_game=of_game,
        games=games,
        amounts=found,
        line=line,
        bars=bars,
        champions=champions_of(club, filters, people, champions),
        board=board_of(club, of_game, people) if games else Board((), 0),
        records=records_of_club(club, of_game, people) if games else (),
        toasts=toasts(club, filters, people) if games else (),
        evenings=latest_evenings(club, filters, people) if games else (),
    )
