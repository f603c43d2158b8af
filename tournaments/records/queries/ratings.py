"""How well people play, as far as their results tell: the list of a club, and one player's rating.

What is rated are points per hand above the table, drawn towards nought, see
`scoring.ratings.shrunk_mean`. Everything comes from the sums that the years keep, so that a
corrected sheet counts at once and no query grows with the hands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, NamedTuple

from django.conf import settings
from django.core.paginator import Page, Paginator
from django.db.models import Max, Q, QuerySet, Sum
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.intervals import Estimate
from scoring.ratings.sheets import Sheet, Side, Sums, kept_sums
from scoring.ratings.shrunk_mean import Population, Rating, population_of, rating_of
from scoring.rulesets import RULESETS
from tournaments.common.names import name_order
from tournaments.models import Club, Player, SheetTally, YearTally
from tournaments.people.queries import People
from tournaments.records.queries.charts import Bar, BarRow, bar_chart, figure_text, interval_text
from tournaments.records.queries.figures import Filters, in_order, years_within

# What ratings are made of: the sums of everybody's years, read from the years' index.

KEPT = ("sheets", "hands", "sum", "squares")
"""The figures of `scoring.ratings.sheets.rated_counts`, as `kept_sums` takes them."""
FEWEST_PEOPLE = 5
"""From fewer nobody can say how far people differ and how far luck goes."""

Unit = tuple[int, ...]
"""The keys of one person, or of the two of a pair, the smaller first."""


@dataclass
class Row:
    """What a person or a pair has in all, and had before the last year."""

    in_all: Sums = field(default_factory=Sums)
    before: Sums = field(default_factory=Sums)


@dataclass(frozen=True)
class Everybody:
    """The sums of all who played a ruleset in some years, those who may not be named too.

    `year`: the last in which anybody did; `population`: None while too few did.
    """

    units: dict[Unit, Row]
    year: int | None
    population: Population | None


def everybody(club: Club, filters: Filters, people: People, *, of_pairs: bool = False) -> Everybody:
    """The sums of a club's people, or of its pairs; merged records are one. Two SQL queries."""
    years = years_within(YearTally.objects.filter(club=club, rated_sheets__gt=0), filters)
    rows = years.order_by("player_id")
    year: int | None = rows.aggregate(last=Max("year"))["last"]
    units: dict[Unit, Row] = {}
    if year is not None:
        for keys, in_all, before in _pair_years(rows, year) if of_pairs else _people(rows, year):
            unit = tuple(sorted({people.of(key) for key in keys}))
            if len(unit) == len(keys):
                row = units.setdefault(unit, Row())
                row.in_all = row.in_all.plus(in_all)
                row.before = row.before.plus(before)
    return Everybody(units, year, _population(row.in_all for row in units.values()))


def most_rated(club: Club) -> str:
    """The ruleset of which a club has the most rated rounds; empty without one. One SQL query."""
    rows = YearTally.objects.filter(club=club, rated_sheets__gt=0).order_by()
    sums = rows.values("ruleset").annotate(rounds=Sum("rated_sheets"))
    known = {row["ruleset"]: row["rounds"] for row in sums if row["ruleset"] in RULESETS}
    return max(known, key=lambda key: (known[key], key), default="")


def has_pairs(ruleset: str) -> bool:
    """Whether pairs play that game, so that they are rated too."""
    return ruleset in RULESETS and RULESETS[ruleset].scores == "pairs"


def _people(rows: QuerySet[YearTally], year: int) -> Iterator[tuple[Unit, Sums, Sums]]:
    """By person the sums in all, and those before the year: added up by the database."""
    earlier = Q(year__lt=year)
    of_all = {f"all_{name}": Sum(f"rated_{name}") for name in KEPT}
    of_old = {f"old_{name}": Sum(f"rated_{name}", filter=earlier, default=0) for name in KEPT}
    added = rows.values("player_id").annotate(**of_all, **of_old)
    for key, *sums in added.values_list("player_id", *of_all, *of_old):
        yield (key,), kept_sums(*sums[: len(KEPT)]), kept_sums(*sums[len(KEPT) :])


def _pair_years(rows: QuerySet[YearTally], year: int) -> Iterator[tuple[Unit, Sums, Sums]]:
    """By year and pair; both of a pair keep the same sums, the smaller key's row is read."""
    for key, when, partners in rows.order_by("player_id", "year").values_list(
        "player_id", "year", "rated_with"
    ):
        for other, kept in partners.items():
            if key < int(other):
                sums = kept_sums(*kept)
                yield (key, int(other)), sums, sums if when < year else Sums()


def _population(of_all: Iterable[Sums]) -> Population | None:
    known = list(of_all)
    more_than_once = sum(sums.sheets > 1 for sums in known)
    return population_of(known) if more_than_once >= FEWEST_PEOPLE else None


@dataclass(frozen=True)
class Rated:
    """Somebody with a rating. `change`: by how much it moved since the last year began, None
    where there was no rating then; `place` is 1 for the best, the same for equal ratings."""

    unit: Unit
    name: str
    sums: Sums
    rating: Rating
    change: float | None
    place: int = 0

    @property
    def rounds(self) -> int:
        """From how many sheets the rating comes."""
        return self.sums.sheets

    @property
    def estimate(self) -> Estimate:
        """The rating as pages show a figure that is not sure."""
        found = self.rating
        return Estimate(found.value, self.sums.hands, found.low, found.high)

    @property
    def key(self) -> int | None:
        """The key of the player; None of a pair."""
        return self.unit[0] if len(self.unit) == 1 else None


@dataclass(frozen=True)
class Unrated:
    """Somebody with too few rounds for a rating."""

    unit: Unit
    name: str
    rounds: int
    missing: int

    @property
    def key(self) -> int | None:
        """The key of the player; None of a pair."""
        return self.unit[0] if len(self.unit) == 1 else None


@dataclass(frozen=True)
class Ratings:
    """The ratings of one ruleset: `rated`, the best first, and those who are still `missing`
    rounds, those with the most first. `year`: since whose beginning changes are told.

    `population` is None while too few people have played to rate anybody.
    """

    rated: list[Rated]
    unrated: list[Unrated]
    population: Population | None
    year: int | None
    fewest: int
    people: int

    @property
    def tells_apart(self) -> bool:
        """Whether results differ by more than luck alone explains."""
        return self.population is not None and self.population.between > 0

    @property
    def half_rounds(self) -> int | None:
        """After about how many rounds half of a rating is the person's own; None without any."""
        sheets = sum(each.sums.sheets for each in self.rated)
        if not sheets or self.population is None or not self.population.between:
            return None
        hands = sum(each.sums.hands for each in self.rated) / sheets
        return max(1, round(self.population.half_hands / hands))


def ratings_of(club: Club, filters: Filters, people: People, *, of_pairs: bool = False) -> Ratings:
    """The ratings of a club's players, or of its pairs, at the ruleset of the filters.

    Two SQL queries. Whoever may not be named is not listed, and helps to tell luck from skill.
    """
    found = everybody(club, filters, people, of_pairs=of_pairs)
    named = [
        _one(unit, " – ".join(people.names[key] for key in unit), row, found.population)
        for unit, row in found.units.items()
        if all(key in people.names for key in unit)
    ]
    unrated = [each for each in named if isinstance(each, Unrated)]
    unrated.sort(key=lambda each: (-each.rounds, name_order(each.name)))
    return Ratings(
        _placed([each for each in named if isinstance(each, Rated)]),
        unrated,
        found.population,
        found.year,
        settings.SHEEPFOLD_RATED_FROM,
        len(found.units),
    )


def rating_of_player(player: Player, filters: Filters, people: People) -> Rated | Unrated | None:
    """The rating of one player at the ruleset of the filters, without a place; two SQL queries.

    None where nothing can be told: the player has no round there, or too few people have, or their
    results differ by no more than luck.
    """
    found = everybody(player.club, filters, people)
    unit = (people.of(player.pk),)
    row = found.units.get(unit)
    if row is None or found.population is None or not found.population.between:
        return None
    return _one(unit, people.name(unit[0]), row, found.population)


def _one(unit: Unit, name: str, row: Row, population: Population | None) -> Rated | Unrated:
    fewest: int = settings.SHEEPFOLD_RATED_FROM
    sums = row.in_all
    if population is None or sums.sheets < fewest:
        return Unrated(unit, name, sums.sheets, max(0, fewest - sums.sheets))
    rating = rating_of(sums, population)
    change = None
    if row.before.sheets >= fewest:
        change = rating.value - rating_of(row.before, population).value
    return Rated(unit, name, sums, rating, change)


def _placed(rated: list[Rated]) -> list[Rated]:
    best_first = sorted(rated, key=lambda each: (-each.rating.value, name_order(each.name)))
    placed: list[Rated] = []
    for number, each in enumerate(best_first, 1):
        is_equal = placed and placed[-1].rating.value == each.rating.value
        place = placed[-1].place if is_equal else number
        placed.append(replace(each, place=place))
    return placed


# The page of ratings: its rows in the order asked for, with whiskers, and as a list to keep.

SORTS: dict[str, Callable[[Rated], Any]] = {
    "rating": lambda each: each.rating.value,
    "name": lambda each: name_order(each.name),
    "rounds": lambda each: each.sums.sheets,
    "change": lambda each: each.change or 0.0,
}
"""By the word in the address what is sorted by; a minus before it: the largest first."""
USUAL = "-rating"
PER_PAGE = 100
MOST_UNRATED = 100
"""Of those who miss rounds so many are shown, those first who miss fewest."""
ABOUT_SAME = 0.005
"""A smaller change is none that could be shown."""


@dataclass(frozen=True)
class RatedRow:
    """A line of the table; `bar` says where its whiskers stand, `mark` where its figure."""

    rated: Rated
    bar: BarRow
    value: str
    interval: str
    change: str

    @property
    def mark(self) -> int:
        """Where the figure stands along the whiskers."""
        return self.bar.start if self.bar.is_negative else self.bar.start + self.bar.length


@dataclass(frozen=True)
class RatingsPage:
    """What the page shows: `rows`, those of the page `shown`, or `why` there are none; `zero` is
    where nought stands in every line's whiskers."""

    ratings: Ratings
    rows: Sequence[RatedRow]
    shown: Page[Rated]
    zero: int
    why: str

    @property
    def unrated(self) -> Sequence[Unrated]:
        """The first of those who miss rounds."""
        return self.ratings.unrated[:MOST_UNRATED]

    @property
    def more_unrated(self) -> int:
        """How many more of them there are."""
        return max(0, len(self.ratings.unrated) - MOST_UNRATED)


def ratings_page(ratings: Ratings, sort: str, page: str | None) -> RatingsPage:
    """A page of the list in the order of `sort`."""
    rated = ratings.rated if ratings.tells_apart else []
    shown = Paginator(in_order(rated, sort, SORTS), PER_PAGE).get_page(page)
    # The ends of the whole list are drawn too, and left away: every page has the same scale.
    chart = bar_chart([_bar(each) for each in [*shown, *_ends(rated)]], title="")
    bars = chart.bars[: len(shown)] if chart else []
    rows = [_row(each, bar) for each, bar in zip(shown, bars, strict=True)]
    return RatingsPage(ratings, rows, shown, chart.zero if chart else 0, _why_none(ratings))


def _ends(rated: Sequence[Rated]) -> list[Rated]:
    if not rated:
        return []
    return [
        min(rated, key=lambda each: each.rating.low),
        max(rated, key=lambda each: each.rating.high),
    ]


def _why_none(ratings: Ratings) -> str:
    if not ratings.people:
        return _("Nothing has been played here that could be rated.")
    if not ratings.rated and all(each.missing for each in ratings.unrated):
        return ngettext(
            "Nobody has %(rounds)s round yet.",
            "Nobody has %(rounds)s rounds yet.",
            ratings.fewest,
        ) % {"rounds": ratings.fewest}
    if ratings.population is None:
        return _(
            "Too few people have played this game more than once: nobody can say yet what is luck "
            "and what is not."
        )
    if not ratings.tells_apart:
        return _(
            "So far the results differ by no more than luck alone makes them differ, so nobody is "
            "rated."
        )
    return ""


def _bar(each: Rated) -> Bar:
    return Bar(each.name, each.rating.value, each.rating.low, each.rating.high, each.sums.sheets)


def _row(each: Rated, bar: BarRow) -> RatedRow:
    if each.change is None:
        change = _("new")
    elif abs(each.change) < ABOUT_SAME:
        change = _("the same")
    else:
        change = figure_text(each.change)
    rating = each.rating
    interval = interval_text(rating.low, rating.high)
    return RatedRow(each, bar, figure_text(rating.value), interval, change)


# A club's sheets in the order of time, as ratings are judged by them.

AT_ONCE = 2000


class _Own(NamedTuple):
    """What one person has from a sheet; `partner`: with whom, if they were a pair throughout."""

    person: int
    partner: int | None
    above: float
    hands: int


def sheets_of(club: Club, ruleset: str, people: People) -> Iterator[Sheet]:
    """Every counted sheet of a ruleset, the oldest first, with those whom the club knows.

    Sheets of one day come in the order in which their tables were opened. One SQL query, read in
    pieces: as long as the club's history, therefore nothing for a page.
    """
    are_pairs = RULESETS[ruleset].scores == "pairs"
    rows = SheetTally.objects.filter(club=club, ruleset=ruleset, counts=True)
    ordered = rows.order_by("played_on", "table_id", "player_id").values_list(
        "table_id", "played_on", "table__players", "player_id", "figures", "others"
    )
    for (_table, day, players), found in groupby(
        ordered.iterator(chunk_size=AT_ONCE), key=lambda row: row[:3]
    ):
        own = [_own(player, figures, others, people) for *_, player, figures, others in found]
        known = [each for each in own if each.hands]
        sides = tuple(_paired_sides(known) if are_pairs else _singles(known))
        if sides:
            size = 2 if are_pairs else max(players, len(sides))
            yield Sheet(day.toordinal(), sides, size)


def _own(
    player: int, figures: dict[str, int], others: dict[str, dict[str, int]], people: People
) -> _Own:
    sums = kept_sums(*(figures.get(f"rated.{name}", 0) for name in KEPT))
    partner = next(
        (people.of(int(other)) for other, met in others.items() if "with.rated.sheets" in met), None
    )
    return _Own(people.of(player), partner, sums.total, sums.hands)


def _singles(known: Iterable[_Own]) -> Iterator[Side]:
    for own in known:
        yield Side((own.person,), own.above, own.hands)


def _paired_sides(known: Iterable[_Own]) -> Iterator[Side]:
    """Sides of two; somebody whose partner is unknown, or was another half the time, is none."""
    for own in known:
        if own.partner is not None and own.person < own.partner:
            yield Side((own.person, own.partner), own.above, own.hands)
