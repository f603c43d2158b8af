"""Who plays with whom in a club: fixed pairs, and pickers with the partners they called.

What two did as partners is kept by year, so that all pairs of a club are added up by the database.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from django.core.paginator import Page
from django.db.models import Exists, OuterRef, Q, QuerySet, Sum
from django.utils.translation import gettext as _

from scoring.intervals import Estimate, share
from scoring.rulesets import RULESETS
from tournaments.common.names import name_order
from tournaments.models import Club, Member, PairTally, Player, SheetTally, Table, YearTally
from tournaments.people.queries import People, records_of
from tournaments.records.queries.charts import (
    BarChart,
    LineChart,
    bar_chart,
    chart_point,
    line_chart,
)
from tournaments.records.queries.figures import (
    FEW,
    Choices,
    Filters,
    GameWords,
    HandsRow,
    choices_among,
    game_words,
    hands_row,
    in_order,
    spread_of,
)
from tournaments.records.queries.player_page import (
    ENOUGH,
    TABLES,
    EventResult,
    event_results,
    results_of,
    sheets_within,
    sums_by_event,
)

MOST_SHEETS = 10


class PairRow(NamedTuple):
    """A line: as partners, on the same side, or against each other; each of both for himself."""

    kind: str
    label: str
    hands: int
    one: HandsRow
    other: HandsRow


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
    events: Page[EventResult] | None = None

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
    hands: Counter[str] = Counter()
    for (year, key), counts in own.met.items():
        if asked.has_year(year):
            hands[key] += counts["with.hands"] + counts["against.hands"]
    most = max(hands, key=lambda key: hands[key], default="")
    filters = asked if asked.ruleset else replace(asked, ruleset=most)
    if not own.met_in(filters):
        return PairPage(filters, own.choices)
    words = game_words(filters.ruleset)
    years = _years(own, others, filters)
    rows = _rows(own, others, filters, words)
    sheets = sheets_within(records[0], filters)
    return PairPage(
        filters,
        own.choices,
        words=words,
        rows=tuple(rows),
        years=tuple(years),
        curve=line_chart(
            [chart_point(str(one.year), one.won) for one in years],
            title=_("Won together, year by year"),
            unit=_("share of the hands on the same side that were won"),
            kind="share",
        ),
        duel=bar_chart(
            [
                chart_point(name, side.won)
                for row in rows
                if row.kind == "against"
                for name, side in zip(names, (row.one, row.other), strict=True)
            ],
            title=_("Won against each other"),
            kind="share",
        ),
        evenings=tuple(_evenings(sheets, records[1])),
        events=event_results(_in_one_entry(sheets, records[1]), records[0], events),
    )


def shared_results(one: Player, other: Player, filters: Filters) -> list[EventResult]:
    """Every event at which the two were one entry, for taking away."""
    records = records_of(one)
    shared = _in_one_entry(sheets_within(records, filters), records_of(other))
    return results_of(sums_by_event(shared), records)


def _in_one_entry(rows: QuerySet[SheetTally], others: Sequence[int]) -> QuerySet[SheetTally]:
    """Those of a player's sheets that are of an event at which they were one entry."""
    shared = Member.objects.filter(
        player=OuterRef("player"), entry__event=OuterRef("event"), entry__members__player__in=others
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


def _rows(own: _Own, others: _Own, filters: Filters, words: GameWords) -> list[PairRow]:
    labels = {
        "called": _("As partners"),
        "with": _("As a pair") if words.is_pairs else _("On the same side"),
        "against": _("Against each other"),
    }
    if not words.has_partner:
        del labels["called"]
    found = []
    for kind, label in labels.items():
        one, other = (
            hands_row(each.met_in(filters), kind, spread_of(each.counts[filters.ruleset]))
            for each in (own, others)
        )
        if one.hands:
            found.append(PairRow(kind, label, one.hands, one, other))
    return found


def _years(own: _Own, others: _Own, filters: Filters) -> list[PairYear]:
    found = []
    for (year, key), counts in own.met.items():
        if counts and key == filters.ruleset and filters.has_year(year):
            same, against = (hands_row(counts, kind, None) for kind in ("with", "against"))
            theirs = hands_row(others.met.get((year, key), {}), "against", None)
            found.append(
                PairYear(year, same.hands, same.won, against.hands, against.won, theirs.won)
            )
    return found


def _evenings(sheets: QuerySet[SheetTally], others: Sequence[int]) -> list[Evening]:
    """The latest sheets of one on which the other stands; two SQL queries with a limit."""
    rows = sheets.filter(table__tallies__player__in=others)
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


SORTS: Mapping[str, Callable[[PairSums], float]] = {
    "hands": lambda pair: pair.hands,
    "won": lambda pair: won.low or 0.0 if (won := pair.share) else 0.0,
    "points": lambda pair: pair.points,
}
"""The share won is sorted by the lower end of its interval, so that few hands do not lead."""


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


def pairs_in_order(pairs: Sequence[PairSums], sort: str) -> Sequence[PairSums]:
    """The pairs of `pairs_of` in an order of `SORTS`, or by `name`."""
    if sort.removeprefix("-") == "name":
        return pairs[::-1] if sort.startswith("-") else pairs
    return in_order(pairs, sort, SORTS)


def pairs_of(club: Club, filters: Filters, people: People) -> list[PairSums]:
    """The pairs with enough hands of a game and some years, by name; two SQL queries at most."""
    by_name = sorted(people.names, key=lambda key: (name_order(people.names[key]), key))
    place_of = {key: place for place, key in enumerate(by_name)}
    found = []
    for one, other, *sums in _sums(club, filters, people):
        if one in place_of and other in place_of:
            first, second = sorted((one, other), key=place_of.__getitem__)
            found.append(PairSums((first, second), *sums))
    return sorted(found, key=lambda pair: (place_of[pair.keys[0]], place_of[pair.keys[1]]))


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
