"""Who plays with whom in a club: fixed pairs, and pickers with the partners they called.

What two did as partners is kept by year, so that all pairs of a club are added up by the database.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet, Sum

from scoring.intervals import Estimate, share
from scoring.rulesets import RULESETS
from tournaments.models import Club, PairTally, YearTally
from tournaments.people.queries.alike import name_order
from tournaments.people.queries.people import People
from tournaments.records.queries.filters import Choices, Filters
from tournaments.records.queries.player_page_met import ENOUGH
from tournaments.records.queries.player_page_words import GameWords, game_words

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
    return asked if asked.removeprefix("-") in (*SORTS, "name") else USUAL


def pairs_page(found: PairsFound, sort: str, page: str | None) -> Page[Any]:
    """A page of the pairs in that order."""
    shown: Page[Any] = Paginator(_in_order(found, sort), PAGE).get_page(page)
    shown.object_list = [found.line(pair) for pair in shown.object_list]
    return shown


def in_pairs_order(found: PairsFound, sort: str) -> Iterator[PairLine]:
    """All pairs in an order of `pairs_sort`."""
    return map(found.line, _in_order(found, sort))


def _in_order(found: PairsFound, sort: str) -> Sequence[PairSums]:
    is_falling = sort.startswith("-")
    if sort.endswith("name"):
        return found.pairs[::-1] if is_falling else found.pairs
    return sorted(found.pairs, key=SORTS[sort.removeprefix("-")], reverse=is_falling)


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
    rows = _within(PairTally.objects.filter(club=club, ruleset=filters.ruleset), filters)
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


def _within(rows: QuerySet[PairTally], filters: Filters) -> QuerySet[PairTally]:
    if filters.since is not None:
        rows = rows.filter(year__gte=filters.since)
    if filters.until is not None:
        rows = rows.filter(year__lte=filters.until)
    return rows
