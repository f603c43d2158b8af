"""A player's page of the record book: everything it says, in a number of SQL queries that is fixed.

The figures come from the player's years; single sheets are only looked up at the ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import F, Max, QuerySet, Sum
from django.utils.translation import gettext as _

from config.formats.dates import dated
from scoring.intervals import Estimate, share
from scoring.rulesets import RULESETS
from tournaments.common.names import name_order
from tournaments.events.standings.queries.final import KEPT_UNDER
from tournaments.events.standings.queries.snapshots import names_said
from tournaments.models import Event, Feat, Member, Player, Round, SheetTally, Table
from tournaments.people.queries import People, is_old_event, records_of
from tournaments.records.queries.charts import (
    BarChart,
    ChartPoint,
    LineChart,
    bar_chart,
    chart_point,
    figure_text,
    line_chart,
)
from tournaments.records.queries.figures import (
    FEW,
    Choices,
    Filters,
    GameWords,
    HandsRow,
    Total,
    Years,
    choices_among,
    game_name,
    game_words,
    hands_row,
    kind_rows,
    known_hands,
    met_by,
    per_hand,
    place_label,
    role_rows,
    spread_of,
    sums_of,
    took_it_on,
    won_as,
    years_of,
)


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
    games = counts.get("games.played", 0)
    passed = counts.get("everyone.hands", 0) if words.taker else 0
    is_passed = words.has_strokes
    kinds = (
        (_("Lambapeas given"), "lambapea.given", games),
        (_("Lambapeas suffered"), "lambapea.suffered", games),
        (_("Won without a stroke for the others"), "shutout.given", games),
        (_("Lost without a stroke"), "shutout.suffered", games),
        (_("Schneiders given"), "schneider.given", hands),
        (_("Schneiders taken"), "schneider.taken", hands),
        (_("The others without a trick"), "trickless.given", hands),
        (_("Own side without a trick"), "trickless.taken", hands),
        (
            _("Passed hands") if is_passed else _("Leasters and the like"),
            "everyone.hands",
            hands if passed else 0,
        ),
        (
            _("Passed hands that were won") if is_passed else _("Leasters that were won"),
            "everyone.won",
            passed,
        ),
    )
    rows = [
        CountRow(label, times, of, share(times, of))
        for label, name, of in kinds
        for times in [counts.get(name, 0)]
        if of
    ]
    doubled = counts.get("doubled.hands", 0)
    if doubled:
        points = figure_text(counts.get("doubled.points", 0), "total")
        note = _("Points: %(points)s") % {"points": points}
        label = _("Hands that counted more than once")
        rows.append(CountRow(label, doubled, hands, share(doubled, hands), note))
    return rows


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


def event_results(
    rows: QuerySet[SheetTally], records: Sequence[int], asked: str | None
) -> Page[EventResult]:
    """A page of results, the latest event first; at most five SQL queries."""
    page: Page[Any] = Paginator(sums_by_event(rows), PAGE).get_page(asked)
    page.object_list = results_of(page.object_list, records)
    return page


def sums_by_event(rows: QuerySet[SheetTally]) -> QuerySet[SheetTally, Any]:
    """What the sheets of each event came to, the latest event first."""
    sums = rows.exclude(event=None).order_by().values("event")
    added = sums.annotate(day=Max("played_on"), all_hands=Sum("hands"), all_points=Sum("points"))
    return added.order_by("-day", "-event")


def results_of(sums: Iterable[Mapping[str, Any]], records: Sequence[int]) -> list[EventResult]:
    """The results of somebody with these records, from lines of `sums_by_event`.

    Entries are called as everybody may see them.
    """
    sums = list(sums)
    keys = [one["event"] for one in sums]
    events = Event.objects.select_related("club").in_bulk(keys)
    # The entry that the player was of, first of all.
    members = Member.objects.filter(player__in=records, entry__event__in=keys)
    own = members.order_by("-from_round", "-pk").values_list("entry", flat=True)
    of_old = [key for key, event in events.items() if is_old_event(event)]
    said, _substitutes = names_said(Member.objects.filter(entry__in=own.order_by()), of_old)
    rows = own.values_list("entry__event_id", "entry__number", "entry", "entry__name")
    entries = {event: (number, said.get(key, name)) for event, number, key, name in rows}
    lists = final_places(events.values())
    found = []
    for one in sums:
        key = one["event"]
        number, name = entries.get(key, (None, ""))
        placed = lists.get(key, {}).get(number) if number is not None else None
        found.append(
            EventResult(
                events[key], one["day"], number, name, placed, one["all_hands"], one["all_points"]
            )
        )
    return found


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
    together: HandsRow
    same: HandsRow
    against: HandsRow


class StandsOut(NamedTuple):
    """Who stands out, None where nobody has enough hands."""

    best: Met | None
    worst: Met | None
    nemesis: Met | None
    favourite: Met | None

    @property
    def is_empty(self) -> bool:
        """Whether there is nobody to name."""
        return not any(self)


def everybody_met(
    others: Mapping[int, Counter[str]], people: People, words: GameWords, spread: float | None
) -> list[Met]:
    """Everybody whom a player met in a game, most hands first.

    Who must not be named is left out. `spread`: the variance of the player's points.
    """
    found = []
    for key, counts in others.items():
        if key in people.names:
            together = counts if words.has_partners else Counter[str]()
            same, against = (hands_row(counts, kind, spread) for kind in ("with", "against"))
            found.append(
                Met(
                    key=key,
                    name=people.name(key),
                    page=key if key in people.pages else None,
                    hands=same.hands + against.hands,
                    together=hands_row(together, words.together, spread),
                    same=same,
                    against=against,
                )
            )
    return sorted(found, key=lambda met: (-met.hands, name_order(met.name), met.key))


def who_stands_out(met: Sequence[Met]) -> StandsOut:
    """The best and the worst partner, the nemesis, and against whom it goes best."""
    best, worst = _ends(met, lambda one: one.together)
    favourite, nemesis = _ends(met, lambda one: one.against)
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


def _low(won: Estimate | None) -> float:
    return -1.0 if won is None or won.low is None else won.low


def _ends(met: Sequence[Met], of: Callable[[Met], HandsRow]) -> tuple[Met | None, Met | None]:
    """Who has the highest lower end of the interval, and who the lowest upper end.

    Of those with enough hands. Of one alone nothing is said: best among whom? Nor where the best
    won no larger a share than the worst, as of the two of a fixed pair against whom every hand was
    the same. Nobody is both.
    """
    known = [(of(one), one) for one in met]
    sure = [(row.won, one) for row, one in known if row.won and row.hands >= ENOUGH]
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
    ordered, found = extremes(rows), list[Swing | None]()
    for name in Swings._fields:
        row = ordered[name].select_related(*TABLES).defer("figures", "others").first()
        hand = getattr(row, f"{name}_hand", None)
        swing = Swing(getattr(row, name), row.table, hand, row.played_on) if row else None
        found.append(swing)
    return Swings(*found)


def evenings(rows: QuerySet[SheetTally]) -> list[Evening]:
    """Every day of play, the first one first; one SQL query, at most a line for each day."""
    days = rows.order_by("played_on").values_list("played_on")
    return [Evening(*row) for row in days.annotate(Sum("hands"), Sum("points"))]


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
    """What follows from the sums of one game and some years; `met` has most hands first."""

    words: GameWords
    total: Total
    per_hand: Estimate | None
    took_it_on: Estimate | None
    won_taking: Estimate | None
    won_defending: Estimate | None
    roles: list[HandsRow]
    counted: list[CountRow]
    contracts: list[HandsRow]
    games: Estimate | None
    places: list[HandsRow]
    places_chart: BarChart | None
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
    events: Page[EventResult] | None = None


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
    choices = choices_among({key for totals in by_year.values() for key in totals}, by_year)
    if not sums_of(by_year, filters):
        return PlayerPage(player, filters, choices, games)
    figures = player_figures(by_year, filters, people, met_by(records, filters, people))
    rows = sheets_within(records, filters)
    return PlayerPage(
        player,
        filters,
        choices,
        games,
        figures=figures,
        swings=swings(rows),
        curve=_curve(figures, rows),
        feats=feats_of(records, filters, most=MOST_FEATS),
        events=event_results(rows, records, events),
    )


def _curve(figures: PlayerFigures, rows: QuerySet[SheetTally]) -> LineChart | None:
    """Points per hand by year, idle years left open; of a single year points, by evening."""
    found = {row.year: row.per_hand for row in figures.years if row.per_hand is not None}
    if len(found) > 1:
        years = range(min(found), max(found) + 1)
        points = [chart_point(str(year), found.get(year)) for year in years]
        unit = _("strokes per hand") if figures.words.has_strokes else _("points per hand")
        return line_chart(points, title=_("Year by year"), unit=unit)
    points, total = [], 0
    for day in evenings(rows):
        total += day.points
        points.append(ChartPoint(dated(day.day, "short day"), total, cases=day.hands))
    title = _("Points in %(year)s, evening by evening") % {"year": figures.years[0].year}
    unit = _("added up; the table has what there was after each day")
    return line_chart(points, title=title, unit=unit, kind="total")


def games_of(by_year: Years, filters: Filters) -> list[GameRow]:
    """A line for each game of the years that were asked for, the one most played first."""
    totals = sums_of(by_year, replace(filters, ruleset=""))
    rows = [
        GameRow(key, game_name(key), total.sheets, total.hands, per_hand(total.counts))
        for key, total in totals.items()
        if key in RULESETS
    ]
    first = max(rows, key=lambda row: (row.hands, row.key), default=None)
    return sorted(rows, key=lambda row: (row is not first, -row.hands, name_order(row.name)))


def player_figures(
    by_year: Years, filters: Filters, people: People, others: Mapping[int, Counter[str]]
) -> PlayerFigures:
    """What follows from the sums of one game and some years, of which there is a sheet."""
    total = sums_of(by_year, filters)[filters.ruleset]
    counts, words = total.counts, game_words(filters.ruleset)
    met = everybody_met(others, people, words, spread_of(counts))
    contracts = kind_rows(counts, "contract", words.contracts.items())
    places = kind_rows(
        counts,
        "place",
        ((place, place_label(place, words.seats)) for place in range(1, words.seats + 1)),
    )
    bars = [chart_point(row.label, row.per_hand) for row in places]
    return PlayerFigures(
        words=words,
        total=total,
        per_hand=per_hand(counts),
        took_it_on=took_it_on(counts),
        won_taking=won_as(counts, "picker", "alone"),
        won_defending=won_as(counts, "defender"),
        roles=role_rows(counts, words),
        counted=count_rows(counts, words),
        contracts=sorted(contracts, key=lambda row: -row.hands),
        games=share(counts["games.won"], counts["games.played"]),
        places=places,
        places_chart=bar_chart(bars, title=_("Points per hand, by the place at the table")),
        years=[
            YearRow(
                year,
                own.sheets,
                own.hands,
                own.points,
                per_hand(own.counts),
                took_it_on(own.counts),
            )
            for year, of_year in sorted(by_year.items())
            if filters.has_year(year) and (own := of_year.get(filters.ruleset))
        ],
        met=met,
        stands_out=who_stands_out(met),
    )
