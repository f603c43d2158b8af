"""A player's page of the record book: everything it says, in a number of SQL queries that is fixed.

The figures come from the player's years; single sheets are only looked up at the ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.core.paginator import Page
from django.utils.translation import gettext as _

from scoring.intervals import Estimate
from scoring.rulesets import RULESETS
from tournaments.models import Feat, Player
from tournaments.people.queries.people import People, records_of
from tournaments.records.queries.charts import BarChart, ChartPoint, LineChart, line_chart
from tournaments.records.queries.filters import Choices, Filters
from tournaments.records.queries.player_page_counted import CountRow, count_rows
from tournaments.records.queries.player_page_events import EventResult, event_results
from tournaments.records.queries.player_page_figures import (
    FEW,
    ContractRow,
    GamesWon,
    PlaceRow,
    RoleRow,
    contract_rows,
    games_won,
    per_hand,
    place_chart,
    place_rows,
    role_rows,
    spread_of,
    took_it_on,
    won_as,
)
from tournaments.records.queries.player_page_met import (
    Met,
    StandsOut,
    everybody_met,
    who_stands_out,
)
from tournaments.records.queries.player_page_sheets import (
    MOST_FEATS,
    Swings,
    evenings,
    evenings_chart,
    feats_of,
    sheets_within,
    swings,
)
from tournaments.records.queries.player_page_words import GameWords, game_words, most_played
from tournaments.records.queries.totals import Total, Years, is_within, met_by, sums_of, years_of


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
    contracts: list[ContractRow]
    games: GamesWon | None
    places: list[PlaceRow]
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
    page = PlayerPage(player, filters, _choices(by_year), games)
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
            if filters.ruleset in of_year and is_within(year, filters)
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


def _choices(by_year: Years) -> Choices:
    """What can be chosen on the page of a player: his own games and years."""
    keys = {key for totals in by_year.values() for key in totals if key in RULESETS}
    named = sorted(((key, RULESETS[key].name) for key in keys), key=lambda pair: pair[1])
    years = list(range(min(by_year), max(by_year) + 1)) if by_year else []
    return Choices(named, years)
