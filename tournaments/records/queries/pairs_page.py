"""Two players: what they did as partners, and what they did against each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, NamedTuple

from django.core.paginator import Page
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from scoring.intervals import Estimate, mean_with, share
from scoring.rulesets import RULESETS
from tournaments.models import Member, Player, SheetTally, Table, YearTally
from tournaments.people.queries.people import records_of
from tournaments.records.queries.charts import (
    Bar,
    BarChart,
    ChartPoint,
    LineChart,
    bar_chart,
    line_chart,
)
from tournaments.records.queries.filters import Choices, Filters
from tournaments.records.queries.player_page_events import EventResult, all_results, event_results
from tournaments.records.queries.player_page_figures import FEW, spread_of
from tournaments.records.queries.player_page_sheets import TABLES, sheets_within
from tournaments.records.queries.player_page_words import GameWords, game_words
from tournaments.records.queries.totals import is_within

MOST_SHEETS = 10


class Side(NamedTuple):
    """What one of two had from their hands: how often won, and points per hand."""

    won: Estimate | None
    per_hand: Estimate | None


class PairRow(NamedTuple):
    """A line: as partners, on the same side, or against each other; each of both for himself."""

    kind: str
    label: str
    hands: int
    one: Side
    other: Side


class PairYear(NamedTuple):
    """What one year brought the two."""

    year: int
    together: int
    won: Estimate | None
    against: int
    one_won: Estimate | None
    other_won: Estimate | None


class Evening(NamedTuple):
    """A sheet on which both stand, with the points of each."""

    table: Table
    day: date
    title: str
    one: int
    other: int


@dataclass(frozen=True)
class PairPage:
    """The whole page; without `words` the two never met. `filters` always names a game then."""

    filters: Filters
    choices: Choices
    words: GameWords | None = None
    rows: tuple[PairRow, ...] = ()
    years: tuple[PairYear, ...] = ()
    curve: LineChart | None = None
    duel: BarChart | None = None
    evenings: tuple[Evening, ...] = ()
    events: tuple[EventResult, ...] = ()
    events_page: Page[Any] | None = None

    @property
    def hands(self) -> int:
        """In how many hands both played."""
        return sum(row.hands for row in self.rows if row.kind in ("with", "against"))

    @property
    def is_few(self) -> bool:
        """Whether the hands are too few to prove anything."""
        return self.hands < FEW


@dataclass(frozen=True)
class _Own:
    """The years of one of two: all figures by game, and by year and game those with the other."""

    counts: Mapping[str, Counter[str]]
    met: Mapping[tuple[int, str], Counter[str]]

    def met_in(self, filters: Filters) -> Counter[str]:
        """What happened with the other in one game and some years."""
        found: Counter[str] = Counter()
        for (year, key), counts in self.met.items():
            if key == filters.ruleset and is_within(year, filters):
                found.update(counts)
        return found


def pair_page(
    one: Player, other: Player, names: tuple[str, str], asked: Filters, events: str | None = None
) -> PairPage:
    """What the page of two players says; about a dozen SQL queries, however much was played.

    Without a ruleset in `asked` it is about the game in which they met most.
    """
    records = (records_of(one), records_of(other))
    own, others = _own(records[0], records[1]), _own(records[1], records[0])
    page = PairPage(_filters(own, asked), _choices(own))
    if not own.met_in(page.filters):
        return page
    words = game_words(page.filters.ruleset)
    years = _years(own, others, page.filters, words)
    rows = sheets_within(records[0], page.filters)
    found, events_page = event_results(_in_one_entry(rows, records[1]), records[0], events)
    pair_rows = _rows(own, others, page.filters, words)
    return replace(
        page,
        words=words,
        rows=tuple(pair_rows),
        years=tuple(years),
        curve=_curve(years),
        duel=_duel(pair_rows, names),
        evenings=tuple(_evenings(page.filters, *records)),
        events=tuple(found),
        events_page=events_page,
    )


def short_names(names: tuple[str, str]) -> tuple[str, str]:
    """The first words of two names, for the head of a column; all of them where these are equal.

    >>> short_names(("Anna Berg", "Bert Maier")), short_names(("Anna Berg", "Anna Maier"))
    (('Anna', 'Bert'), ('Anna Berg', 'Anna Maier'))
    """
    first, second = (name.partition(" ")[0] for name in names)
    return names if first == second else (first, second)


def shared_results(one: Player, other: Player, filters: Filters) -> list[EventResult]:
    """Every event at which the two were one entry, for taking away."""
    records = records_of(one)
    return all_results(_in_one_entry(sheets_within(records, filters), records_of(other)), records)


def _in_one_entry(rows: QuerySet[SheetTally], others: Sequence[int]) -> QuerySet[SheetTally]:
    """Those of a player's sheets that are of an event at which they were one entry."""
    shared = Member.objects.filter(
        player=OuterRef("player"),
        entry__event=OuterRef("event"),
        entry__members__player__in=others,
    )
    return rows.filter(Exists(shared))


def _own(records: Sequence[int], others: Sequence[int]) -> _Own:
    """The years of one player; one SQL query."""
    counts: dict[str, Counter[str]] = {}
    met: dict[tuple[int, str], Counter[str]] = {}
    rows = YearTally.objects.filter(player__in=records, sheets__gt=0).order_by("year")
    for year, key, figures, all_met in rows.values_list("year", "ruleset", "figures", "others"):
        counts.setdefault(key, Counter()).update(figures)
        for record in others:
            if key in RULESETS and str(record) in all_met:
                met.setdefault((year, key), Counter()).update(all_met[str(record)])
    return _Own(counts, met)


def _hands(counts: Mapping[str, int]) -> int:
    return counts.get("with.hands", 0) + counts.get("against.hands", 0)


def _filters(own: _Own, asked: Filters) -> Filters:
    """With the game in which the two met most, where none was asked for."""
    if asked.ruleset:
        return asked
    hands: Counter[str] = Counter()
    for (year, key), counts in own.met.items():
        if is_within(year, asked):
            hands[key] += _hands(counts)
    return replace(asked, ruleset=hands.most_common(1)[0][0]) if hands else asked


def _choices(own: _Own) -> Choices:
    keys = {key for _year, key in own.met}
    years = {year for year, _key in own.met}
    named = sorted(((key, RULESETS[key].name) for key in keys), key=lambda pair: pair[1])
    return Choices(named, list(range(min(years), max(years) + 1)) if years else [])


def _rows(own: _Own, others: _Own, filters: Filters, words: GameWords) -> list[PairRow]:
    labels = {
        "called": _("As %(taker)s and partner") % {"taker": words.taker},
        "with": _("As a pair") if words.is_pairs else _("On the same side"),
        "against": _("Against each other"),
    }
    kinds = [kind for kind in labels if kind != "called" or words.has_partner]
    sides = [
        (each.met_in(filters), spread_of(each.counts[filters.ruleset])) for each in (own, others)
    ]
    return [
        PairRow(
            kind, labels[kind], hands, *(_side(counts, kind, spread) for counts, spread in sides)
        )
        for kind in kinds
        if (hands := sides[0][0][f"{kind}.hands"])
    ]


def _side(counts: Mapping[str, int], kind: str, spread: float | None) -> Side:
    hands = counts.get(f"{kind}.hands", 0)
    return Side(_won(counts, kind), mean_with(counts.get(f"{kind}.points", 0), hands, spread))


def _won(counts: Mapping[str, int], kind: str) -> Estimate | None:
    return share(counts.get(f"{kind}.won", 0), counts.get(f"{kind}.hands", 0))


def _years(own: _Own, others: _Own, filters: Filters, words: GameWords) -> list[PairYear]:
    found = []
    for year in sorted({year for year, _key in own.met}):
        if is_within(year, filters):
            alone = replace(filters, since=year, until=year)
            counts, their = own.met_in(alone), others.met_in(alone)
            if counts:
                found.append(
                    PairYear(
                        year,
                        counts["with.hands"],
                        _won(counts, "with"),
                        counts["against.hands"],
                        _won(counts, "against"),
                        _won(their, "against"),
                    )
                )
    return found


def _curve(years: Sequence[PairYear]) -> LineChart | None:
    """How often the two won on the same side, year by year."""
    points = [
        ChartPoint(str(one.year), one.won.value, one.won.low, one.won.high, one.together)
        if one.won is not None
        else ChartPoint(str(one.year), None)
        for one in years
    ]
    unit = _("share of the hands on the same side that were won")
    return line_chart(points, title=_("Won together, year by year"), unit=unit, kind="share")


def _duel(rows: Sequence[PairRow], names: tuple[str, str]) -> BarChart | None:
    """Who won how often when they played against each other."""
    for row in rows:
        if row.kind == "against":
            bars = [
                Bar(name, found.value, found.low, found.high, found.cases)
                for name, found in zip(names, (row.one.won, row.other.won), strict=True)
                if found is not None
            ]
            return bar_chart(bars, title=_("Won against each other"), kind="share")
    return None


def _evenings(filters: Filters, own: Sequence[int], others: Sequence[int]) -> list[Evening]:
    """The latest sheets on which both stand; two SQL queries with a limit."""
    rows = sheets_within(own, filters).filter(table__tallies__player__in=others)
    rows = rows.select_related(*TABLES, "event").defer("figures", "others")
    found = list(rows.order_by("-played_on", "-pk")[:MOST_SHEETS])
    theirs = SheetTally.objects.filter(table__in=[row.table_id for row in found])
    points = dict(theirs.filter(player__in=others).values_list("table_id", "points"))
    return [
        Evening(
            row.table,
            row.played_on,
            row.event.title if row.event else row.table.title or _("Club table"),
            row.points,
            points[row.table_id],
        )
        for row in found
    ]
