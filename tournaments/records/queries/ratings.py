"""How well people play, as far as their results tell: the list of a club, and one player's rating.

What is rated are points per hand above the table, drawn towards nought, see
`scoring.ratings.shrunk_mean`. Everything comes from the sums that the years keep, so that a
corrected sheet counts at once and no query grows with the hands.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.conf import settings

from scoring.intervals import Estimate
from scoring.ratings.sheets import Sums
from scoring.ratings.shrunk_mean import Population, Rating, rating_of
from tournaments.models import Club, Player
from tournaments.people.queries.alike import name_order
from tournaments.people.queries.people import People
from tournaments.records.queries.filters import Filters
from tournaments.records.queries.ratings_sums import Row, Unit, everybody


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
