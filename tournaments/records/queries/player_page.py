"""A player's page of the record book: everything it says, in a number of SQL queries that is fixed.

The figures come from the player's years; single sheets are only looked up at the ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import F, Max, QuerySet, Sum
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.intervals import Estimate, mean_with, share
from scoring.rulesets import RULESETS
from tournaments.common.names import name_order
from tournaments.events.standings.queries.final import KEPT_UNDER
from tournaments.models import Event, Feat, Member, Player, Round, SheetTally, Table
from tournaments.people.queries import People, records_of
from tournaments.records.queries.charts import (
    BarChart,
    ChartPoint,
    LineChart,
    figure_text,
    line_chart,
)
from tournaments.records.queries.figures import (
    FEW,
    Choices,
    Filters,
    GamesWon,
    GameWords,
    KindRow,
    RoleRow,
    Total,
    Years,
    choices_among,
    contract_rows,
    game_words,
    games_won,
    in_order,
    known_hands,
    met_by,
    most_played,
    per_hand,
    place_chart,
    place_rows,
    role_rows,
    sort_asked,
    spread_of,
    sums_of,
    took_it_on,
    won_as,
    years_of,
)

# What is counted of a player's hands and games: how many, of how many, how sure the share.


class CountRow(NamedTuple):
    """Something counted: how often, of how many, with the share; `note` says what it brought."""

    label: str
    times: int
    of: int
    often: Estimate | None
    note: str = ""


def count_rows(counts: Mapping[str, int], words: GameWords) -> list[CountRow]:
    """The lines of the table; none where only totals from paper are known."""
    hands = known_hands(counts)
    if not hands:
        return []
    return [*_of_games(counts), *_of_sides(counts, hands), *_of_hands(counts, words, hands)]


def _row(label: str, times: int, of: int, note: str = "") -> CountRow:
    return CountRow(label, times, of, share(times, of), note)


def _of_games(counts: Mapping[str, int]) -> Iterator[CountRow]:
    games = games_won(counts)
    if games is None:
        return
    given, suffered = games.lambapeas
    yield _row(_("Lambapeas given"), given, games.played)
    yield _row(_("Lambapeas suffered"), suffered, games.played)
    won, lost = games.shutouts
    yield _row(_("Won without a stroke for the others"), won, games.played)
    yield _row(_("Lost without a stroke"), lost, games.played)


def _of_sides(counts: Mapping[str, int], hands: int) -> Iterator[CountRow]:
    for label, name in (
        (_("Schneiders given"), "schneider.given"),
        (_("Schneiders taken"), "schneider.taken"),
        (_("The others without a trick"), "trickless.given"),
        (_("Own side without a trick"), "trickless.taken"),
    ):
        yield _row(label, counts.get(name, 0), hands)


def _of_hands(counts: Mapping[str, int], words: GameWords, hands: int) -> Iterator[CountRow]:
    passed = counts.get("everyone.hands", 0)
    if passed and words.taker:
        has_strokes = words.has_strokes
        yield _row(_("Passed hands") if has_strokes else _("Leasters and the like"), passed, hands)
        label = _("Passed hands that were won") if has_strokes else _("Leasters that were won")
        yield _row(label, counts.get("everyone.won", 0), passed)
    doubled = counts.get("doubled.hands", 0)
    if doubled:
        points = figure_text(counts.get("doubled.points", 0), "total")
        note = _("they brought %(points)s") % {"points": points}
        yield _row(_("Hands that counted more than once"), doubled, hands, note)


# A player's results by event: what the sheets brought, and the place in the final list.

PAGE = 20


class Placed(NamedTuple):
    """A line of a final list: the place, None for whoever has none, and among how many."""

    place: int | None
    among: int


class EventResult(NamedTuple):
    """What a player did at an event.

    `number` is the start number of the entry, `name` what the entry is called; `placed` is None
    while there is no final list. `points` and `hands` are those of the sheets.
    """

    event: Event
    day: date
    number: int | None
    name: str
    placed: Placed | None
    hands: int
    points: int


class _Sums(NamedTuple):
    """What the sheets of one event came to."""

    event: int
    day: date
    hands: int
    points: int


def event_results(
    rows: QuerySet[SheetTally], records: Sequence[int], asked: str | None
) -> tuple[list[EventResult], Page[Any]]:
    """A page of results, the latest event first, and the page itself; at most five SQL queries."""
    page = Paginator(_by_event(rows), PAGE).get_page(asked)
    return _filled([_sums(row) for row in page.object_list], records), page


def all_results(rows: QuerySet[SheetTally], records: Sequence[int]) -> list[EventResult]:
    """Every result, for taking away."""
    return _filled([_sums(row) for row in _by_event(rows)], records)


def _by_event(rows: QuerySet[SheetTally]) -> QuerySet[SheetTally, Any]:
    sums = rows.exclude(event=None).order_by().values("event")
    added = sums.annotate(day=Max("played_on"), all_hands=Sum("hands"), all_points=Sum("points"))
    return added.order_by("-day", "-event")


def _sums(row: Mapping[str, Any]) -> _Sums:
    return _Sums(row["event"], row["day"], row["all_hands"], row["all_points"])


def _filled(sums: Sequence[_Sums], records: Sequence[int]) -> list[EventResult]:
    keys = [one.event for one in sums]
    events = Event.objects.in_bulk(keys)
    entries = _entries(keys, records)
    lists = final_places(events.values())
    return [
        EventResult(
            event=events[one.event],
            day=one.day,
            number=number,
            name=name,
            placed=lists.get(one.event, {}).get(number) if number is not None else None,
            hands=one.hands,
            points=one.points,
        )
        for one in sums
        for number, name in [entries.get(one.event, (None, ""))]
    ]


def _entries(events: Sequence[int], records: Sequence[int]) -> dict[int, tuple[int | None, str]]:
    """By event the start number and the name of the entry that the player was of, first of all."""
    members = Member.objects.filter(player__in=records, entry__event__in=events)
    rows = members.order_by("-from_round", "-pk")
    return {
        event: (number, name)
        for event, number, name in rows.values_list(
            "entry__event_id", "entry__number", "entry__name"
        )
    }


def final_places(events: Iterable[Event]) -> dict[int, dict[int, Placed]]:
    """By event and start number the place in the final list that holds; one SQL query."""
    final = {event.pk: event for event in events if event.state == Event.FINAL}
    if not final:
        return {}
    rounds = Round.objects.filter(event__in=final, report__has_key=KEPT_UNDER)
    found: dict[int, dict[int, Placed]] = {}
    for event, lists in rounds.values_list("event_id", f"report__{KEPT_UNDER}"):
        held = lists.get(str(final[event].revision))
        if held is not None:
            among = sum(place is not None for _number, place, _total in held)
            found[event] = {number: Placed(place, among) for number, place, _total in held}
    return found


# Whom a player met: partners, opponents, and who stands out among them for sure.
#
# Somebody is only named as the best or the worst partner, or as the nemesis, with enough hands, and
# by the end of the interval that speaks against it: who leads by luck alone has a wide one.

ENOUGH = 20
"""With fewer hands together nobody is called the best partner or the nemesis."""


class Meeting(NamedTuple):
    """The hands of a player with, or against, somebody: how often won, what they brought."""

    hands: int
    won: Estimate | None
    per_hand: Estimate | None
    points: int


@dataclass(frozen=True)
class Met:
    """Somebody whom a player met; `page` is the key for a link, None where there is none.

    `together` are the hands as partners (called, or in a fixed pair), `same` those on the same
    side, whoever called, `against` those on different sides; `hands` all in which both played.
    """

    key: int
    name: str
    page: int | None
    hands: int
    together: Meeting
    same: Meeting
    against: Meeting


@dataclass(frozen=True)
class StandsOut:
    """Who stands out, None where nobody has enough hands."""

    best: Met | None
    worst: Met | None
    nemesis: Met | None
    favourite: Met | None

    @property
    def is_empty(self) -> bool:
        """Whether there is nobody to name."""
        return not (self.best or self.worst or self.nemesis or self.favourite)


def everybody_met(
    others: Mapping[int, Counter[str]], people: People, words: GameWords, spread: float | None
) -> list[Met]:
    """Everybody whom a player met in a game, most hands first.

    Who must not be named is left out. `spread`: the variance of the player's points.
    """
    found = []
    for key, counts in others.items():
        if key in people.names:
            same = _meeting(counts, "with", spread)
            against = _meeting(counts, "against", spread)
            together = _meeting(counts, words.together, spread) if words.has_partners else NOTHING
            found.append(
                Met(
                    key=key,
                    name=people.name(key),
                    page=key if key in people.pages else None,
                    hands=same.hands + against.hands,
                    together=together,
                    same=same,
                    against=against,
                )
            )
    return sorted(found, key=lambda met: (-met.hands, name_order(met.name), met.key))


def who_stands_out(everybody: Iterable[Met]) -> StandsOut:
    """The best and the worst partner, the nemesis, and against whom it goes best."""
    met = list(everybody)
    together = [one for one in met if one.together.hands >= ENOUGH]
    against = [one for one in met if one.against.hands >= ENOUGH]
    best, worst = _ends(together, lambda one: one.together.won)
    favourite, nemesis = _ends(against, lambda one: one.against.won)
    return StandsOut(best, worst, nemesis, favourite)


MET_SORTS: Mapping[str, Callable[[Met], Any]] = {
    "name": lambda one: (name_order(one.name), one.key),
    "hands": lambda one: one.hands,
    "together": lambda one: one.together.hands,
    "together_won": lambda one: _low(one.together.won),
    "same": lambda one: one.same.hands,
    "same_won": lambda one: _low(one.same.won),
    "against": lambda one: one.against.hands,
    "against_won": lambda one: _low(one.against.won),
}
"""Shares are sorted by the lower end of the interval, so that few hands do not lead."""


def met_sort(asked: str) -> str:
    """The order of the people met that was asked for; the most hands first where none was.

    >>> met_sort("-together_won"), met_sort("name"), met_sort("shoe size")
    ('-together_won', 'name', '-hands')
    """
    return sort_asked(asked, MET_SORTS, "-hands")


def met_in_order(met: Sequence[Met], sort: str) -> list[Met]:
    """The people met in an order of `met_sort`, those who are equal by name."""
    return in_order(in_order(met, "name", MET_SORTS), sort, MET_SORTS)


def _low(won: Estimate | None) -> float:
    return -1.0 if won is None or won.low is None else won.low


NOTHING = Meeting(0, None, None, 0)


def _meeting(counts: Mapping[str, int], kind: str, spread: float | None) -> Meeting:
    hands, points = counts.get(f"{kind}.hands", 0), counts.get(f"{kind}.points", 0)
    won = share(counts.get(f"{kind}.won", 0), hands)
    return Meeting(hands, won, mean_with(points, hands, spread), points)


def _ends(
    people: list[Met], won: Callable[[Met], Estimate | None]
) -> tuple[Met | None, Met | None]:
    """Who has the highest lower end of the interval, and who the lowest upper end.

    Of one alone nothing is said: best among whom? Nor where the best won no larger a share than
    the worst, as of the two of a fixed pair against whom every hand was the same. Nobody is both.
    """
    sure = [(found, one) for one in people if (found := won(one)) is not None]
    if len(sure) < 2:
        return None, None
    best = max(sure, key=lambda pair: (pair[0].low or 0.0, -pair[1].key))
    rest = [pair for pair in sure if pair is not best]
    worst = min(rest, key=lambda pair: (pair[0].high or 0.0, pair[1].key))
    return (best[1], worst[1]) if best[0].value > worst[0].value else (None, None)


# What is looked up among a player's sheets: the biggest swings, runs, evenings, feats.

MOST_FEATS = 12
YEAR = "played_on__year"
"""The year in which a sheet was played, or what stands on it."""
PLACES = ("club", "event_table__round__event")
TABLES = tuple(f"table__{place}" for place in PLACES)


class Swing(NamedTuple):
    """A figure with the sheet where it was: `hand` is the key of its line, None for a run."""

    figure: int
    table: Table
    hand: int | None
    day: date


class Swings(NamedTuple):
    """The extremes of single hands and of single evenings; None where there is none."""

    best: Swing | None
    worst: Swing | None
    won_run: Swing | None
    lost_run: Swing | None


class Evening(NamedTuple):
    """What one day of play brought."""

    day: date
    hands: int
    points: int


def sheets_within(records: Sequence[int], filters: Filters) -> QuerySet[SheetTally]:
    """The sheets of a player that count, of one ruleset and the years that were asked for."""
    rows = SheetTally.objects.filter(player__in=records, ruleset=filters.ruleset, counts=True)
    return rows.filter(**filters.years(YEAR))


def extremes(rows: QuerySet[SheetTally]) -> dict[str, QuerySet[SheetTally]]:
    """By the name of a figure these sheets with the most extreme first, of equals the earliest."""
    found = {
        "best": rows.exclude(best=None).order_by(F("best").desc()),
        "worst": rows.exclude(worst=None).order_by("worst"),
        "points": rows.order_by("-points"),
        "won_run": rows.filter(won_run__gt=1).order_by("-won_run"),
        "lost_run": rows.filter(lost_run__gt=1).order_by("-lost_run"),
    }
    return {name: own.order_by(*own.query.order_by, "played_on") for name, own in found.items()}


def swings(rows: QuerySet[SheetTally]) -> Swings:
    """The best and the worst hand and the longest runs; the first of equals. Four SQL queries."""
    found = extremes(rows)
    return Swings(*(_swing(found[name], name) for name in Swings._fields))


def _swing(rows: QuerySet[SheetTally], name: str) -> Swing | None:
    found = rows.select_related(*TABLES).defer("figures", "others").first()
    if found is None:
        return None
    hand = getattr(found, f"{name}_hand", None)
    return Swing(getattr(found, name), found.table, hand, found.played_on)


def evenings(rows: QuerySet[SheetTally]) -> list[Evening]:
    """Every day of play, the first one first; one SQL query, at most a line for each day."""
    days = rows.values("played_on").annotate(all_hands=Sum("hands"), all_points=Sum("points"))
    return [
        Evening(row["played_on"], row["all_hands"], row["all_points"])
        for row in days.order_by("played_on")
    ]


def evenings_chart(days: Iterable[Evening], *, title: str, unit: str) -> LineChart | None:
    """The points of a year, added up evening by evening."""
    total, points = 0, []
    for day in days:
        total += day.points
        label = date_format(day.day, "j M")
        points.append(ChartPoint(label, total, cases=day.hands))
    return line_chart(points, title=title, unit=unit, kind="total")


def tables_of(keys: Collection[int]) -> dict[int, Table]:
    """By key these tables with what an address of a sheet goes by; one SQL query."""
    return Table.objects.select_related(*PLACES).in_bulk(set(keys))


def feats_of(records: Sequence[int], filters: Filters, *, most: int | None = None) -> list[Feat]:
    """What is worth a toast, the latest first; one SQL query."""
    rows = Feat.objects.filter(player__in=records, counts=True, table__ruleset=filters.ruleset)
    rows = rows.filter(**filters.years(YEAR)).select_related(*TABLES)
    return list(rows.order_by("-played_on", "-pk")[:most])


# The whole page: what follows from the sums of one game and some years, and what is looked up.


class GameRow(NamedTuple):
    """What a player has in one game, for choosing among his games."""

    key: str
    name: str
    sheets: int
    hands: int
    per_hand: Estimate | None


class YearRow(NamedTuple):
    """What a player has in one year of one game."""

    year: int
    sheets: int
    hands: int
    points: int
    per_hand: Estimate | None
    took_it_on: Estimate | None


@dataclass(frozen=True)
class PlayerFigures:
    """What follows from the sums alone: one game, some years.

    `counts` are the sums; `met` is everybody, most hands first.
    """

    words: GameWords
    total: Total
    per_hand: Estimate | None
    took_it_on: Estimate | None
    won_taking: Estimate | None
    won_defending: Estimate | None
    roles: list[RoleRow]
    counted: list[CountRow]
    contracts: list[KindRow]
    games: GamesWon | None
    places: list[KindRow]
    years: list[YearRow]
    met: list[Met]
    stands_out: StandsOut

    @property
    def counts(self) -> Counter[str]:
        """The sums under their names."""
        return self.total.counts

    @property
    def is_few(self) -> bool:
        """Whether the hands are too few to prove anything."""
        return self.total.hands < FEW

    @property
    def met_most(self) -> Met | None:
        """Who was met in more hands than anybody else; None of several with as many."""
        if not self.met:
            return None
        first, *others = self.met
        return None if others and others[0].hands == first.hands else first

    @property
    def places_chart(self) -> BarChart | None:
        """The means of the places, to be looked at."""
        return place_chart(self.places, title=_("Points per hand, by the place at the table"))

    @property
    def totals(self) -> dict[str, int]:
        """How many old evenings there are whose hands nobody counted, and their points."""
        return {name: self.counts[f"totals.{name}"] for name in ("evenings", "points")}


@dataclass(frozen=True)
class PlayerPage:
    """The whole page. `games` are all of the player's, `figures` is None where nothing is known.

    `filters` always names a game where one is known.
    """

    player: Player
    filters: Filters
    choices: Choices
    games: list[GameRow]
    figures: PlayerFigures | None = None
    swings: Swings | None = None
    curve: LineChart | None = None
    feats: list[Feat] | None = None
    events: list[EventResult] | None = None
    events_page: Page[Any] | None = None


def player_page(
    player: Player, asked: Filters, people: People, *, events: str | None = None
) -> PlayerPage:
    """What the page of a player says; about a dozen SQL queries, however much was played.

    Without a ruleset in `asked` it is about the game that the player played most. `events` is
    which page of the results by event somebody asks for.
    """
    records = records_of(player)
    by_year = years_of(records)
    games = games_of(by_year, asked)
    filters = asked if asked.ruleset else replace(asked, ruleset=games[0].key if games else "")
    page = PlayerPage(
        player,
        filters,
        choices_among({key for totals in by_year.values() for key in totals}, by_year),
        games,
    )
    if not sums_of(by_year, filters):
        return page
    figures = player_figures(by_year, filters, people, met_by(records, filters, people))
    rows = sheets_within(records, filters)
    found, events_page = event_results(rows, records, events)
    curve = years_chart(figures.years, figures.words)
    if curve is None:
        title = _("Points in %(year)s, evening by evening") % {"year": figures.years[0].year}
        unit = _("added up; the table has what there was after each day")
        curve = evenings_chart(evenings(rows), title=title, unit=unit)
    return replace(
        page,
        figures=figures,
        swings=swings(rows),
        curve=curve,
        feats=feats_of(records, filters, most=MOST_FEATS),
        events=found,
        events_page=events_page,
    )


def games_of(by_year: Years, filters: Filters) -> list[GameRow]:
    """A line for each game of the years that were asked for, the one most played first."""
    totals = sums_of(by_year, filters.without_ruleset())
    first = most_played(totals)
    rows = [
        GameRow(key, RULESETS[key].name, total.sheets, total.hands, per_hand(total.counts))
        for key, total in totals.items()
        if key in RULESETS
    ]
    return sorted(rows, key=lambda row: (row.key != first, -row.hands, row.name))


def player_figures(
    by_year: Years, filters: Filters, people: People, others: Mapping[int, Counter[str]]
) -> PlayerFigures:
    """What follows from the sums of one game and some years, of which there is a sheet."""
    total = sums_of(by_year, filters)[filters.ruleset]
    counts, words = total.counts, game_words(filters.ruleset)
    met = everybody_met(others, people, words, spread_of(counts))
    return PlayerFigures(
        words=words,
        total=total,
        per_hand=per_hand(counts),
        took_it_on=took_it_on(counts),
        won_taking=won_as(counts, "picker", "alone"),
        won_defending=won_as(counts, "defender"),
        roles=role_rows(counts, words),
        counted=count_rows(counts, words),
        contracts=contract_rows(counts, words),
        games=games_won(counts),
        places=place_rows(counts, words),
        years=[
            _year(year, of_year[filters.ruleset])
            for year, of_year in sorted(by_year.items())
            if filters.ruleset in of_year and filters.has_year(year)
        ],
        met=met,
        stands_out=who_stands_out(met),
    )


def years_chart(years: list[YearRow], words: GameWords) -> LineChart | None:
    """Points per hand, year by year, with years without play left open; None for a single one."""
    found = {row.year: row.per_hand for row in years if row.per_hand is not None}
    if len(found) < 2:
        return None
    points = []
    for year in range(min(found), max(found) + 1):
        one = found.get(year)
        points.append(
            ChartPoint(str(year), one.value, one.low, one.high, one.cases)
            if one is not None
            else ChartPoint(str(year), None)
        )
    unit = _("strokes per hand") if words.has_strokes else _("points per hand")
    return line_chart(points, title=_("Year by year"), unit=unit)


def _year(year: int, total: Total) -> YearRow:
    return YearRow(
        year,
        total.sheets,
        total.hands,
        total.points,
        per_hand(total.counts),
        took_it_on(total.counts),
    )
