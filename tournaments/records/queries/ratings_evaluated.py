"""A club's sheets in the order of time, as ratings are judged by them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from scoring.ratings.sheets import Sheet, Side, kept_sums
from scoring.rulesets import RULESETS
from tournaments.models import Club, SheetTally
from tournaments.people.queries.people import People
from tournaments.records.queries.ratings_sums import KEPT

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
        sides = tuple(_pairs(known) if are_pairs else _singles(known))
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


def _pairs(known: Iterable[_Own]) -> Iterator[Side]:
    """Sides of two; somebody whose partner is unknown, or was another half the time, is none."""
    for own in known:
        if own.partner is not None and own.person < own.partner:
            yield Side((own.person, own.partner), own.above, own.hands)
