"""How well people play, as far as their results tell: the list of a club, and one player's rating.

What is rated are points per hand above the table, drawn towards nought, see
`scoring.ratings.shrunk_mean`. Everything comes from the sums that the years keep, so that a
corrected sheet counts at once and no query grows with the hands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, NamedTuple

from django.conf import settings
from django.core.paginator import Page, Paginator
from django.db.models import Max, Q, QuerySet, Sum
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.intervals import Estimate
from scoring.ratings.sheets import Sheet, Side, Sums, kept_sums
from scoring.ratings.shrunk_mean import Population, Rating, population_of, rating_of
from scoring.rulesets import RULESETS
from tournaments.common.names import name_order
from tournaments.models import Club, Player, SheetTally, YearTally
from tournaments.people.queries import People
from tournaments.records.queries.charts import BarRow, bar_chart, chart_point, figure_text, whisker
from tournaments.records.queries.figures import Filters, in_order, years_within

# What ratings are made of: the sums of everybody's years, read from the years' index.

KEPT = ("sheets", "hands", "sum", "squares")
"""The figures of `scoring.ratings.sheets.rated_counts`, as `kept_sums` takes them."""
FEWEST_PEOPLE = 5
"""From fewer nobody can say how far people differ and how far luck goes."""

Unit = tuple[int, ...]
"""The keys of one person, or of the two of a pair, the smaller first."""


@dataclass(frozen=True)
class Everybody:
    """The sums of all who played a ruleset in some years, those who may not be named too.

    Each person or pair has those in all, and those before the last year.
    `year`: the last in which anybody did; `population`: None while too few did.
    """

    units: dict[Unit, tuple[Sums, Sums]]
    year: int | None
    population: Population | None


def everybody(club: Club, filters: Filters, people: People, *, of_pairs: bool = False) -> Everybody:
    """The sums of a club's people, or of its pairs; merged records are one. Two SQL queries."""
    years = years_within(YearTally.objects.filter(club=club, rated_sheets__gt=0), filters)
    rows = years.order_by("player_id")
    year: int | None = rows.aggregate(last=Max("year"))["last"]
    units: dict[Unit, tuple[Sums, Sums]] = {}
    if year is not None:
        for keys, in_all, before in _pair_years(rows, year) if of_pairs else _people(rows, year):
            unit = tuple(sorted({people.of(key) for key in keys}))
            if len(unit) == len(keys):
                all_so_far, before_so_far = units.get(unit, (Sums(), Sums()))
                units[unit] = (all_so_far.plus(in_all), before_so_far.plus(before))
    known = [in_all for in_all, _before in units.values()]
    more_than_once = sum(sums.sheets > 1 for sums in known)
    population = population_of(known) if more_than_once >= FEWEST_PEOPLE else None
    return Everybody(units, year, population)


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


@dataclass(frozen=True)
class Named:
    """Somebody of whom there are rounds, or a pair."""

    unit: Unit
    name: str

    @property
    def key(self) -> int | None:
        """The key of the player; None of a pair."""
        return self.unit[0] if len(self.unit) == 1 else None


@dataclass(frozen=True)
class Rated(Named):
    """Somebody with a rating. `change`: by how much it moved since the last year began, None
    where there was no rating then; `place` is 1 for the best, the same for equal ratings."""

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


@dataclass(frozen=True)
class Unrated(Named):
    """Somebody with too few rounds for a rating."""

    rounds: int
    missing: int


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
    def why_none(self) -> str:
        """Why nobody is listed; empty where somebody is."""
        if not self.people:
            return _("Nothing has been played here that could be rated.")
        if not self.rated and all(each.missing for each in self.unrated):
            return ngettext(
                "Nobody has %(rounds)s round yet.", "Nobody has %(rounds)s rounds yet.", self.fewest
            ) % {"rounds": self.fewest}
        if self.population is None:
            return _(
                "Too few people have played this game more than once: nobody can say yet what is "
                "luck and what is not."
            )
        if not self.tells_apart:
            return _(
                "So far the results differ by no more than luck alone makes them differ, so nobody "
                "is rated."
            )
        return ""

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
        _one(unit, " – ".join(people.names[key] for key in unit), both, found.population)
        for unit, both in found.units.items()
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
    both = found.units.get(unit)
    if both is None or found.population is None or not found.population.between:
        return None
    return _one(unit, people.name(unit[0]), both, found.population)


def _one(
    unit: Unit, name: str, both: tuple[Sums, Sums], population: Population | None
) -> Rated | Unrated:
    fewest: int = settings.SHEEPFOLD_RATED_FROM
    sums, before = both
    if population is None or sums.sheets < fewest:
        return Unrated(unit, name, sums.sheets, max(0, fewest - sums.sheets))
    rating = rating_of(sums, population)
    change = None
    if before.sheets >= fewest:
        change = rating.value - rating_of(before, population).value
    return Rated(unit, name, sums, rating, change)


def _placed(rated: list[Rated]) -> list[Rated]:
    best_first = sorted(rated, key=lambda each: (-each.rating.value, name_order(each.name)))
    placed: list[Rated] = []
    for number, each in enumerate(best_first, 1):
        is_equal = placed and placed[-1].rating.value == each.rating.value
        place = placed[-1].place if is_equal else number
        placed.append(replace(each, place=place))
    return placed


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


class RatedRow(NamedTuple):
    """A line of the table; `likely` draws where its rating lies, and `bar` says it."""

    rated: Rated
    bar: BarRow
    likely: SafeString
    change: str


class RatingsPage(NamedTuple):
    """The `rows` of the page `shown`; nought stands at the same place in every line's whiskers."""

    rows: Sequence[RatedRow]
    shown: Page[Rated]


def ratings_page(ratings: Ratings, sort: str, page: str | None) -> RatingsPage:
    """A page of the list in the order of `sort`."""
    rated = ratings.rated if ratings.tells_apart else []
    shown = Paginator(in_order(rated, sort, SORTS), PER_PAGE).get_page(page)
    # The ends of the whole list are drawn too, and left away: every page has the same scale.
    lowest = sorted(rated, key=lambda each: each.rating.low)[:1]
    highest = sorted(rated, key=lambda each: each.rating.high)[-1:]
    drawn = [*shown, *lowest, *highest]
    chart = bar_chart([chart_point(each.name, each.estimate) for each in drawn], title="")
    rows = []
    for each, bar in zip(shown, chart.bars if chart else (), strict=False):
        if each.change is None:
            # Translators: a rating that was none when the year began.
            change = _("new")
        elif abs(each.change) < ABOUT_SAME:
            # Translators: a rating that has hardly changed since the year began.
            change = _("the same")
        else:
            change = figure_text(each.change)
        likely = whisker(bar, chart.zero if chart else 0)
        rows.append(RatedRow(each, bar, likely, change))
    return RatingsPage(rows, shown)


# A club's sheets in the order of time, as ratings are judged by them.

AT_ONCE = 2000


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
        known = []
        for *_sheet, player, figures, others in found:
            sums = kept_sums(*(figures.get(f"rated.{name}", 0) for name in KEPT))
            # With whom somebody was a pair throughout.
            partners = (other for other, met in others.items() if "with.rated.sheets" in met)
            partner = people.of(int(next(partners, 0)))
            if sums.hands:
                known.append((people.of(player), partner, sums))
        if are_pairs:
            # Somebody whose partner is unknown, or was another half the time, is no side.
            sides = [
                Side((one, partner), sums.total, sums.hands)
                for one, partner, sums in known
                if one < partner
            ]
        else:
            sides = [Side((one,), sums.total, sums.hands) for one, _partner, sums in known]
        if sides:
            size = 2 if are_pairs else max(players, len(sides))
            yield Sheet(day.toordinal(), tuple(sides), size)
