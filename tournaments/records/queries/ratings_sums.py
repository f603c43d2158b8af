"""What ratings are made of: the sums of everybody's years, read from the years' index."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from django.db.models import Max, Q, QuerySet, Sum

from scoring.ratings.sheets import Sums, kept_sums
from scoring.ratings.shrunk_mean import Population, population_of
from scoring.rulesets import RULESETS
from tournaments.models import Club, YearTally
from tournaments.people.queries.people import People
from tournaments.records.queries.filters import Filters, years_within

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
        for keys, in_all, before in _pairs(rows, year) if of_pairs else _people(rows, year):
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


def _pairs(rows: QuerySet[YearTally], year: int) -> Iterator[tuple[Unit, Sums, Sums]]:
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
