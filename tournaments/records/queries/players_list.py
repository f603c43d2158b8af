"""The list of a club's players who have played: searched, sorted, page by page.

The sums of all come from the database; what is read of each year goes for one page alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import OuterRef, QuerySet, Subquery, Sum
from django.db.models.fields.json import KeyTransform

from scoring.intervals import FEWEST_FOR_MEAN, Estimate
from tournaments.common.names import name_order
from tournaments.models import Club, CountedSheet, OldImport, Player, SheetTally, YearTally
from tournaments.people.queries import Known, People, looked_up
from tournaments.records.queries.figures import (
    Choices,
    Filters,
    filters_of,
    per_hand,
    years_within,
)
from tournaments.records.queries.player_page import YEAR

PAGE = 50
SORTS = ("name", "sheets", "hands", "points", "per_hand", "last")
USUAL = "-hands"
OF_ONE_GAME = ("points", "per_hand")


@dataclass(frozen=True)
class ListAsked:
    """What somebody asks of the list; `sort` is one of `SORTS`, with a minus the largest first."""

    filters: Filters
    typed: str = ""
    sort: str = USUAL


@dataclass(frozen=True)
class PlayerLine:
    """A player with what the years came to; `page` is the key for a link, None where none is.

    `points` are of one game and None without one; `per_hand` and `last`, the last day of play,
    are filled in for the lines that are shown.
    """

    key: int
    name: str
    page: int | None
    records: tuple[int, ...]
    sheets: int
    hands: int
    points: int | None
    per_hand: Estimate | None = None
    last: date | None = None


def list_asked(asked: Mapping[str, str], choices: Choices) -> ListAsked:
    """What an address asks of the list; where a club plays one game alone, that one is meant.

    >>> list_asked({"sort": "-points", "q": " An "}, Choices([("saskop", "Saskop")], []))
    ListAsked(filters=Filters(ruleset='saskop', since=None, until=None), typed='An', sort='-points')
    >>> list_asked({"sort": "-points"}, Choices([], [])).sort
    '-hands'
    """
    filters, sort = filters_of(asked), asked.get("sort", "")
    if not filters.ruleset and len(choices.rulesets) == 1:
        filters = replace(filters, ruleset=choices.rulesets[0][0])
    name = sort.removeprefix("-")
    is_known = name in SORTS and (filters.ruleset or name not in OF_ONE_GAME)
    typed = asked.get("q", "").strip()[:80]
    return ListAsked(filters, typed, sort if is_known else USUAL)


def players_list(club: Club, asked: ListAsked, people: People, page: str | None) -> Page[Any]:
    """A page of the list; four SQL queries."""
    lines = player_lines(club, asked, people)
    found = Paginator(lines, PAGE).get_page(page)
    found.object_list = filled(list(found.object_list), asked.filters)
    return found


def player_lines(club: Club, asked: ListAsked, people: People) -> list[PlayerLine]:
    """Everybody who fits, in the order that was asked for.

    One SQL query, two by the last day or by the points per hand.
    """
    lines = _looked_up(asked.typed, _lines(club, asked.filters, people))
    name = asked.sort.removeprefix("-")
    if name == "last":
        lines = _with_days(lines, asked.filters)
    lines.sort(key=lambda line: (name_order(line.name), line.key))
    if name == "name":
        return lines[::-1] if asked.sort.startswith("-") else lines
    key = _mean_in(club, asked.filters) if name == "per_hand" else KEYS[name]
    lines.sort(key=key, reverse=asked.sort.startswith("-"))
    if name == "per_hand":
        lines.sort(key=lambda line: line.hands < FEWEST_FOR_MEAN)
    return lines


KEYS: Mapping[str, Callable[[PlayerLine], Any]] = {
    "sheets": lambda line: line.sheets,
    "hands": lambda line: line.hands,
    "points": lambda line: line.points or 0,
    "last": lambda line: line.last or date.min,
}


def _mean_in(club: Club, filters: Filters) -> Callable[[PlayerLine], float]:
    """Points per hand of a line, without those of sheets whose hands nobody counted.

    Old evenings are such, and matches on paper; looking for their points reads all figures.
    """
    loose_sheets = CountedSheet.objects.filter(club=club, hands=0)
    if not OldImport.objects.filter(club=club).exists() and not loose_sheets.exists():
        return lambda line: (line.points or 0) / line.hands if line.hands else 0
    rows = years_within(YearTally.objects.filter(club=club), filters).order_by()
    rows = rows.filter(figures__has_key="totals.points")
    loose: Counter[int] = Counter()
    for key, points in rows.values_list("player_id", KeyTransform("totals.points", "figures")):
        loose[key] += points

    def mean_of(line: PlayerLine) -> float:
        points = (line.points or 0) - sum(loose[record] for record in line.records)
        return points / line.hands if line.hands else 0

    return mean_of


def filled(lines: Sequence[PlayerLine], filters: Filters) -> list[PlayerLine]:
    """The lines with what is shown of each; two SQL queries, one without a game."""
    if lines and lines[0].last is None:
        lines = _with_days(lines, filters)
    if not filters.ruleset:
        return list(lines)
    keys = [record for line in lines for record in line.records]
    rows = years_within(YearTally.objects.filter(player__in=keys), filters).order_by()
    counts: dict[int, Counter[str]] = {}
    for key, figures in rows.values_list("player_id", "figures"):
        counts.setdefault(key, Counter()).update(figures)
    return [replace(line, per_hand=per_hand(_sum(line.records, counts))) for line in lines]


def _sum(records: Sequence[int], counts: Mapping[int, Counter[str]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for record in records:
        total.update(counts.get(record, {}))
    return total


def _lines(club: Club, filters: Filters, people: People) -> list[PlayerLine]:
    """Everybody who may be named and has a sheet; one SQL query."""
    rows = years_within(YearTally.objects.filter(club=club), filters).order_by()
    sums = rows.values("player_id").annotate(
        all_sheets=Sum("sheets"), all_hands=Sum("hands"), all_points=Sum("points")
    )
    of_person: dict[int, list[Any]] = {}
    for row in sums:
        of_person.setdefault(people.of(row["player_id"]), []).append(row)
    return [
        PlayerLine(
            key=key,
            name=people.names[key],
            page=key if key in people.pages else None,
            records=tuple(row["player_id"] for row in own),
            sheets=sum(row["all_sheets"] for row in own),
            hands=sum(row["all_hands"] for row in own),
            points=sum(row["all_points"] for row in own) if filters.ruleset else None,
        )
        for key, own in of_person.items()
        if key in people.names
    ]


def _looked_up(typed: str, lines: list[PlayerLine]) -> list[PlayerLine]:
    """Whom the typed words fit, by the name under which they are shown."""
    if not typed:
        return lines
    found = looked_up(typed, [Known(line.key, line.name, "") for line in lines])
    wanted = {known.pk for known in found}
    return [line for line in lines if line.key in wanted]


def _with_days(lines: Sequence[PlayerLine], filters: Filters) -> list[PlayerLine]:
    days = _last_days([record for line in lines for record in line.records], filters)
    return [replace(line, last=max(days[record] for record in line.records)) for line in lines]


def _last_days(records: Collection[int], filters: Filters) -> dict[int, date]:
    """When each of the records played last; one SQL query, an index look-up for each game."""
    games = [filters.ruleset] if filters.ruleset else _games_of(records)
    wanted = {f"last_{place}": _last_day(game, filters) for place, game in enumerate(games)}
    found = {}
    players = Player.objects.filter(pk__in=records).order_by().annotate(**wanted)
    for key, *days in players.values_list("pk", *wanted):
        found[key] = max((day for day in days if day is not None), default=date.min)
    return found


def _games_of(records: Collection[int]) -> list[str]:
    rows = YearTally.objects.filter(player__in=records, sheets__gt=0).order_by()
    return list(rows.values_list("ruleset", flat=True).distinct())


def _last_day(game: str, filters: Filters) -> Subquery:
    rows: QuerySet[SheetTally] = SheetTally.objects.filter(
        player=OuterRef("pk"), ruleset=game, counts=True, **filters.years(YEAR)
    )
    return Subquery(rows.order_by("-played_on").values("played_on")[:1])
