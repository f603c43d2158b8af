"""The list of a club's players who have played: searched, sorted, page by page.

The sums of all come from the database; what is read of each year goes for one page alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery, Sum
from django.db.models.fields.json import KeyTransform

from scoring.intervals import FEWEST_FOR_MEAN, Estimate
from tournaments.common.names import name_order
from tournaments.models import Club, CountedSheet, OldImport, Player, SheetTally, YearTally
from tournaments.people.queries import Known, People, looked_up
from tournaments.records.queries.figures import Choices, Filters, filters_of, per_hand, years_within
from tournaments.records.queries.player_page import YEAR

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


def player_lines(club: Club, asked: ListAsked, people: People) -> list[PlayerLine]:
    """Everybody who fits, in the order asked for; one SQL query, two by last day or per hand."""
    lines = _lines(club, asked.filters, people)
    if asked.typed:
        # By the name under which somebody is shown.
        found = looked_up(asked.typed, [Known(line.key, line.name, "") for line in lines])
        wanted = {known.pk for known in found}
        lines = [line for line in lines if line.key in wanted]
    name, is_largest_first = asked.sort.removeprefix("-"), asked.sort.startswith("-")
    if name == "last":
        lines = _with_days(lines, asked.filters)
    lines.sort(key=lambda line: (name_order(line.name), line.key))
    if name == "name":
        return lines[::-1] if is_largest_first else lines
    key = _mean_in(club, asked.filters) if name == "per_hand" else KEYS[name]
    lines.sort(key=key, reverse=is_largest_first)
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
    of = {record: line.key for line in lines for record in line.records}
    rows = years_within(YearTally.objects.filter(player__in=of), filters).order_by()
    counts: dict[int, Counter[str]] = {}
    for record, figures in rows.values_list("player_id", "figures"):
        counts.setdefault(of[record], Counter()).update(figures)
    return [replace(line, per_hand=per_hand(counts.get(line.key, {}))) for line in lines]


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


def _with_days(lines: Sequence[PlayerLine], filters: Filters) -> list[PlayerLine]:
    """The lines with the last day of each; one SQL query, an index look-up for each game."""
    records = [record for line in lines for record in line.records]
    games: Iterable[str] = [filters.ruleset]
    if not filters.ruleset:
        rows = YearTally.objects.filter(player__in=records, sheets__gt=0).order_by()
        games = rows.values_list("ruleset", flat=True).distinct()
    sheets: QuerySet[SheetTally] = SheetTally.objects.filter(
        player=OuterRef("pk"), counts=True, **filters.years(YEAR)
    )
    last = sheets.order_by("-played_on").values("played_on")
    wanted = {
        f"last_{place}": Subquery(last.filter(ruleset=game)[:1]) for place, game in enumerate(games)
    }
    players = Player.objects.filter(pk__in=records).order_by().annotate(**wanted)
    days = {
        key: max((day for day in found if day is not None), default=date.min)
        for key, *found in players.values_list("pk", *wanted)
    }
    return [replace(line, last=max(days[record] for record in line.records)) for line in lines]
