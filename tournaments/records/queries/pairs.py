"""Who plays with whom in a club: fixed pairs, and pickers with the partners they called.

What two did as partners is kept by year, so that all pairs of a club are added up by the database.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Exists, OuterRef, Q, QuerySet, Sum
from django.utils.translation import gettext as _

from scoring.intervals import Estimate, mean_with, share
from scoring.rulesets import RULESETS
from tournaments.common.names import name_order
from tournaments.models import Club, Member, PairTally, Player, SheetTally, Table, YearTally
from tournaments.people.queries import People, records_of
from tournaments.records.queries.charts import (
    Bar,
    BarChart,
    ChartPoint,
    LineChart,
    bar_chart,
    line_chart,
)
from tournaments.records.queries.figures import (
    FEW,
    Choices,
    Filters,
    GameWords,
    choices_among,
    game_words,
    in_order,
    sort_asked,
    spread_of,
)
from tournaments.records.queries.player_page import (
    ENOUGH,
    TABLES,
    EventResult,
    all_results,
    event_results,
    sheets_within,
)

# Two players: what they did as partners, and what they did against each other.

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
            if key == filters.ruleset and filters.has_year(year):
                found.update(counts)
        return found

    @property
    def choices(self) -> Choices:
        """The games and years in which they met."""
        return choices_among((key for _year, key in self.met), {year for year, _key in self.met})


def pair_page(
    one: Player, other: Player, names: tuple[str, str], asked: Filters, events: str | None = None
) -> PairPage:
    """What the page of two players says; about a dozen SQL queries, however much was played.

    Without a ruleset in `asked` it is about the game in which they met most.
    """
    records = (records_of(one), records_of(other))
    own, others = _own(records[0], records[1]), _own(records[1], records[0])
    page = PairPage(_filters(own, asked), own.choices)
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
        if asked.has_year(year):
            hands[key] += _hands(counts)
    return replace(asked, ruleset=hands.most_common(1)[0][0]) if hands else asked


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
        if filters.has_year(year):
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


PAGE = 50
USUAL = "-hands"


class PairSums(NamedTuple):
    """What two partners have: their keys in the order of their names, and the sums."""

    keys: tuple[int, int]
    hands: int
    won: int
    points: int

    @property
    def share(self) -> Estimate | None:
        """How often they won."""
        return share(self.won, self.hands)


@dataclass(frozen=True)
class PairLine:
    """Two who played together: their names and keys, and how it went.

    `points` are those of the pair, or of both added where each has his own. `pages`: whether the
    pages of both may be opened.
    """

    keys: tuple[int, int]
    names: tuple[str, str]
    has_page: bool
    hands: int
    won: Estimate
    points: int

    @property
    def name(self) -> str:
        """Both names."""
        return " + ".join(self.names)


SORTS: Mapping[str, Callable[[PairSums], float]] = {
    "hands": lambda pair: pair.hands,
    "won": lambda pair: won.low or 0.0 if (won := pair.share) else 0.0,
    "points": lambda pair: pair.points,
}
"""The share won is sorted by the lower end of its interval, so that few hands do not lead."""


@dataclass(frozen=True)
class PairsFound:
    """All pairs of a game with enough hands, in the order of their names, and who they are."""

    words: GameWords
    pairs: list[PairSums]
    people: People

    def line(self, pair: PairSums) -> PairLine:
        """What is shown of a pair."""
        names = (self.people.name(pair.keys[0]), self.people.name(pair.keys[1]))
        has_page = self.people.pages.issuperset(pair.keys)
        assert pair.share is not None
        return PairLine(pair.keys, names, has_page, pair.hands, pair.share, pair.points)


def partner_choices(choices: Choices) -> Choices:
    """The games of a club in which there are partners."""
    games = [(key, name) for key, name in choices.rulesets if game_words(key).has_partners]
    return Choices(games, choices.years)


def most_played_pairs(club: Club, choices: Choices) -> str:
    """The game with partners that a club played most; empty where there is none. One query."""
    keys = [key for key, _name in choices.rulesets]
    rows = YearTally.objects.filter(club=club, ruleset__in=keys).order_by()
    sums = rows.values_list("ruleset").annotate(all_hands=Sum("hands")).order_by("-all_hands")
    first = sums.first()
    return first[0] if first else ""


def pairs_sort(asked: str) -> str:
    """The order of pairs that was asked for; the most hands first where none was."""
    return sort_asked(asked, (*SORTS, "name"), USUAL)


def pairs_page(found: PairsFound, sort: str, page: str | None) -> Page[Any]:
    """A page of the pairs in that order."""
    shown: Page[Any] = Paginator(_in_order(found, sort), PAGE).get_page(page)
    shown.object_list = [found.line(pair) for pair in shown.object_list]
    return shown


def in_pairs_order(found: PairsFound, sort: str) -> Iterator[PairLine]:
    """All pairs in an order of `pairs_sort`."""
    return map(found.line, _in_order(found, sort))


def _in_order(found: PairsFound, sort: str) -> Sequence[PairSums]:
    if sort.removeprefix("-") == "name":
        return found.pairs[::-1] if sort.startswith("-") else found.pairs
    return in_order(found.pairs, sort, SORTS)


def pairs_of(club: Club, filters: Filters, people: People) -> PairsFound | None:
    """The pairs of a game and some years; None without a game.

    One SQL query, and one more where records were merged.
    """
    if filters.ruleset not in RULESETS:
        return None
    by_name = sorted(people.names, key=lambda key: (name_order(people.names[key]), key))
    place_of = {key: place for place, key in enumerate(by_name)}
    placed = []
    for one, other, hands, won, points in _sums(club, filters, people):
        first, second = place_of.get(one), place_of.get(other)
        if first is None or second is None:
            continue
        keys = (one, other) if first < second else (other, one)
        placed.append((min(first, second), max(first, second), PairSums(keys, hands, won, points)))
    placed.sort()
    return PairsFound(
        game_words(filters.ruleset), [pair for _first, _second, pair in placed], people
    )


Sums = tuple[int, int, int, int, int]
"""The keys of two, and their hands, those won, and points."""


def _sums(club: Club, filters: Filters, people: People) -> list[Sums]:
    """Everybody with enough hands together; merged records are one person's."""
    rows = PairTally.objects.filter(club=club, ruleset=filters.ruleset, **filters.years("year"))
    added = (
        rows.order_by()
        .values_list("one", "other")
        .annotate(all_hands=Sum("hands"), all_won=Sum("won"), all_points=Sum("points"))
    )
    if not people.kept:
        return list(added.filter(all_hands__gte=ENOUGH))
    merged = people.kept.keys() | people.kept.values()
    of_merged = Q(one__in=merged) | Q(other__in=merged)
    found = list(added.exclude(of_merged).filter(all_hands__gte=ENOUGH))
    together: dict[tuple[int, int], list[int]] = {}
    for one, other, *sums in added.filter(of_merged):
        keys = sorted((people.of(one), people.of(other)))
        of_both = together.setdefault((keys[0], keys[1]), [0, 0, 0])
        for place, figure in enumerate(sums):
            of_both[place] += figure
    for (one, other), (hands, won, points) in together.items():
        if one != other and hands >= ENOUGH:
            found.append((one, other, hands, won, points))
    return found
