"""The evenings of public clubs."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, F, Q
from django.utils import timezone

from scoring import RULESETS
from scoring.labels import side_names
from scoring.ruleset import Ruleset
from tournaments.models import Seat, Table
from tournaments.tables.queries.replays import side_of

COUNTED = Q(
    hands__versions__number=F("hands__version"),
    hands__versions__is_withdrawn=False,
)
BETWEEN_HANDS = Q(hands__versions__record__has_any_keys=["adjustment", "seated"])


@dataclass(frozen=True)
class Evening:
    """A table that everybody may watch: its game, how many hands were played, and its standing.

    `standing` has the sides with their points, best first.
    """

    table: Table
    ruleset: Ruleset
    standing: list[tuple[str, int]]
    hands: int

    @property
    def is_running(self) -> bool:
        """Whether hands are still entered."""
        return self.table.ended_at is None

    @property
    def began_today(self) -> bool:
        """Whether it began on this day of the server's calendar."""
        return timezone.localdate(self.table.opened_at) == timezone.localdate()

    @property
    def leaders(self) -> list[tuple[str, int]]:
        """Those with the most points."""
        return [entry for entry in self.standing if entry[1] == self.standing[0][1]]

    @property
    def others(self) -> list[tuple[str, int]]:
        """Those behind them."""
        return self.standing[len(self.leaders) :]


def public_evenings() -> list[Evening]:
    """The tables of public clubs, in two SQL queries.

    First the running ones as they were opened, then the ended ones, the latest first. Evenings
    that came in with old records are found in the record book.
    """
    # A penalty and a change of people are lines of the sheet, but no hands.
    tables = (
        Table.objects.filter(club__is_public=True, ruleset__in=RULESETS, kept_evening=None)
        .annotate(hand_count=Count("hands__versions", filter=COUNTED & ~BETWEEN_HANDS))
        .order_by(F("ended_at").desc(nulls_first=True), "pk")
    )
    seats: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(table__club__is_public=True).order_by("index"):
        seats.setdefault(seat.table_id, []).append(seat)
    return [
        Evening(
            table,
            RULESETS[table.ruleset],
            _standing(RULESETS[table.ruleset], seats[table.pk]),
            table.hand_count,
        )
        for table in tables
    ]


def _standing(ruleset: Ruleset, seats: list[Seat]) -> list[tuple[str, int]]:
    names = side_names(ruleset, [seat.name for seat in seats])
    points = {side_of(ruleset, seat.index): seat.points for seat in seats}
    standing = [(name, points[side]) for side, name in enumerate(names)]
    return sorted(standing, key=lambda entry: -entry[1])
