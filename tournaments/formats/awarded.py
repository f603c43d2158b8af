"""Awards: what an entry or a team gets for one thing, and where the rest of the money stays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tournaments.formats.prizes import TEAM


class Game(NamedTuple):
    """A hand in which somebody won much: where it was played, the points, and what they count.

    `worth` is another number than `points` where the round has a factor, as text such as “45/2”.
    """

    round: int
    table: int
    hand: int
    points: int
    worth: str


class Award(NamedTuple):
    """What an entry gets for one thing; `key` as in `place`, `round-2`, `group-Ladies`, `solos`,
    `team-Aces`; `number` is the start number, 0 for a team.

    `shared_by` entries have won it together and get the same. `goods` are all the pieces that
    there are for them together: where they are fewer, or not alike, they draw lots or agree.
    `place` is that of a prize for a place. For the highest game `game` says which it was, or
    `words` what the director who named the winner said.
    """

    key: str
    number: int
    cents: int
    goods: tuple[str, ...] = ()
    shared_by: int = 1
    place: int = 0
    game: Game | None = None
    words: str = ""

    @property
    def team(self) -> str:
        """The name of the team that it is for, "" where it is for an entry."""
        kind, _dash, name = self.key.partition("-")
        return name if kind == TEAM else ""


@dataclass(frozen=True)
class Awarded:
    """All awards, and where the rest of the money stays; everything in cents.

    `income` is the fees, and what comes on top for prizes. `income` = the sum of the awards +
    `kept`. Of what is kept `reserve` was kept back first, `rest` was left by rounding, `unclaimed`
    has no winner, and `odd` could not be divided. `is_cut`: more was promised than there is.
    """

    income: int
    reserve: int
    rest: int
    unclaimed: int
    odd: int
    is_cut: bool
    awards: tuple[Award, ...]

    @property
    def given(self) -> int:
        """The money of all awards."""
        return sum(award.cents for award in self.awards)

    @property
    def kept(self) -> int:
        """What stays with the club."""
        return self.income - self.given

    @property
    def not_for_prizes(self) -> int:
        """What was never meant for a prize, nor kept back as the reserve."""
        return self.kept - self.reserve - self.rest - self.unclaimed - self.odd

    def to_json(self) -> dict[str, Any]:
        """What is kept with a final list."""
        names = ("income", "reserve", "rest", "unclaimed", "odd", "is_cut")
        awards = [
            [*one[:3], list(one.goods), *one[4:6], list(one.game or ()), one.words]
            for one in self.awards
        ]
        return {**{name: getattr(self, name) for name in names}, "awards": awards}

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Awarded:
        """What `to_json` kept, now or before there were games and words.

        >>> one = Awarded(100, 0, 0, 0, 1, False, (Award("place", 7, 33, ("ham",), 3),))
        >>> Awarded.from_json(one.to_json()) == one
        True
        """
        return cls(**{**kept, "awards": tuple(_award_of(*one) for one in kept["awards"])})


def _award_of(
    key: str,
    number: int,
    cents: int,
    goods: Sequence[str],
    shared_by: int,
    place: int,
    game: Sequence[Any] = (),
    words: str = "",
) -> Award:
    kept = Game(*game) if game else None
    return Award(key, number, cents, tuple(goods), shared_by, place, kept, words)
