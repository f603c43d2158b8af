"""What players have in a club's record book, added up from their years."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scoring.figures import hands_of, points_of
from tournaments.models import YearTally
from tournaments.people.queries.people import People
from tournaments.records.queries.filters import Filters, years_within

Years = Mapping[int, Mapping[str, "Total"]]
"""By year and ruleset what somebody has."""


@dataclass
class Total:
    """Figures of one person at one ruleset over some years; `counts` as in `scoring.figures`."""

    ruleset: str
    sheets: int = 0
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def hands(self) -> int:
        """Hands in all roles, those known from paper alone included."""
        return hands_of(self.counts)

    @property
    def points(self) -> int:
        """Points in all roles, with what was adjusted."""
        return points_of(self.counts)


def years_of(records: Sequence[int]) -> Years:
    """By year and ruleset all that one person has; one SQL query.

    `records`: the keys of all records of that person, see `people.records_of`.
    """
    rows = YearTally.objects.filter(player__in=records, sheets__gt=0).order_by("year")
    found: dict[int, dict[str, Total]] = {}
    for year, ruleset, sheets, figures in rows.values_list("year", "ruleset", "sheets", "figures"):
        total = found.setdefault(year, {}).setdefault(ruleset, Total(ruleset))
        total.sheets += sheets
        total.counts.update(figures)
    return found


def sums_of(years: Years, filters: Filters) -> dict[str, Total]:
    """By ruleset the sums of what the filters leave."""
    found: dict[str, Total] = {}
    for year, totals in years.items():
        for key, total in totals.items():
            if is_within(year, filters) and filters.ruleset in ("", key):
                into = found.setdefault(key, Total(key))
                into.sheets += total.sheets
                into.counts.update(total.counts)
    return found


def is_within(year: int, filters: Filters) -> bool:
    """Whether a year was asked for."""
    begins = filters.since is None or year >= filters.since
    return begins and (filters.until is None or year <= filters.until)


def met_by(records: Sequence[int], filters: Filters, people: People) -> dict[int, Counter[str]]:
    """By the key of everybody whom somebody met what happened; one SQL query.

    Merged records are read as one, on both sides.
    """
    rows = years_within(YearTally.objects.filter(player__in=records), filters)
    found: dict[int, Counter[str]] = {}
    for others in rows.order_by().values_list("others", flat=True):
        for other, figures in others.items():
            key = people.of(int(other))
            if key in records:
                continue  # two records of one person, at one table
            met = found.setdefault(key, Counter())
            for name, figure in figures.items():
                met[name] += figure
    return found
