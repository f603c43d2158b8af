"""Which part of the record book somebody looks at: it stands in the address, and stays there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.db.models import Max, Min, QuerySet

from scoring.rulesets import RULESETS
from tournaments.common.numbers import read_key
from tournaments.models import Club, Event, MonthTally, YearTally

# Which events the record book does not speak of yet.


def keeps_back(event: Event) -> bool:
    """Whether nobody may know the figures of an event yet.

    So it is before it is published, and, where its standings are hidden at some time, until its
    final list is locked.
    """
    if event.published_at is None:
        return True
    hides = event.format.shows != "always"
    return hides and event.state != Event.FINAL


@dataclass(frozen=True)
class Filters:
    """A ruleset (empty: all) and the years from `since` to `until`, both included, None: open."""

    ruleset: str = ""
    since: int | None = None
    until: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether nothing is left out."""
        return self == Filters()

    def query(self, **more: object) -> str:
        """The part of an address that says the same, with `more` in it.

        >>> Filters("saskop", since=2020).query(sort="-points")
        'ruleset=saskop&from=2020&sort=-points'
        """
        said = {"ruleset": self.ruleset, "from": self.since, "to": self.until, **more}
        return urlencode({name: value for name, value in said.items() if value not in ("", None)})

    def without_ruleset(self) -> Filters:
        """The same years of every ruleset."""
        return replace(self, ruleset="")


def filters_of(asked: Mapping[str, str]) -> Filters:
    """What an address asks for; what makes no sense there asks for nothing.

    >>> filters_of({"ruleset": "saskop", "from": "2021", "to": "soon"})
    Filters(ruleset='saskop', since=2021, until=None)
    >>> filters_of({"ruleset": "whist", "from": "2024", "to": "2020"})
    Filters(ruleset='', since=2020, until=2024)
    """
    ruleset = asked.get("ruleset", "")
    since, until = _year(asked.get("from", "")), _year(asked.get("to", ""))
    if since is not None and until is not None and since > until:
        since, until = until, since
    return Filters(ruleset if ruleset in RULESETS else "", since, until)


def _year(text: str) -> int | None:
    return read_key(text) if len(text) == 4 else None


def years_within(rows: QuerySet[YearTally], filters: Filters) -> QuerySet[YearTally]:
    """Those of the rows that the filters leave."""
    wanted: dict[str, Any] = {"sheets__gt": 0}
    if filters.ruleset:
        wanted["ruleset"] = filters.ruleset
    if filters.since is not None:
        wanted["year__gte"] = filters.since
    if filters.until is not None:
        wanted["year__lte"] = filters.until
    return rows.filter(**wanted)


@dataclass(frozen=True)
class Choices:
    """What can be chosen in a club: rulesets that were played there, and the years."""

    rulesets: Sequence[tuple[str, str]]
    years: Sequence[int]


def choices_in(club: Club) -> Choices:
    """The rulesets (key and name, by name) and the years that a club's book knows; one SQL query.

    Months are few, however many people there are.
    """
    rows = MonthTally.objects.filter(club=club, sheets__gt=0).order_by()
    ends = list(rows.values_list("ruleset").annotate(first=Min("month"), last=Max("month")))
    named = [(key, RULESETS[key].name) for key, _first, _last in ends if key in RULESETS]
    years: Sequence[int] = ()
    if ends:
        first, last = min(end[1] for end in ends), max(end[2] for end in ends)
        years = range(first.year, last.year + 1)
    return Choices(sorted(named, key=lambda pair: pair[1]), list(years))
