"""An entry as the pages of an event need it."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from scoring.results import Value, whole


class EntryLine(NamedTuple):
    """An entry with a start number, as the pages need it."""

    pk: int
    number: int
    name: str
    status: str
    team: str
    groups: list[str]
    is_guest: bool
    is_house: bool
    start_points: int
    first_round: int
    last_round: int | None
    brought: str = ""
    season_place: int | None = None
    final: int | None = None

    @property
    def begins_with(self) -> Value:
        """The points with which it begins: given to it, and brought from a season."""
        return whole(self.start_points + self.from_season)

    @property
    def from_season(self) -> Value:
        """The points brought from a season."""
        return whole(Fraction(self.brought or 0))
