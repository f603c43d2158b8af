"""What a change to a drawn round has to respect, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import NamedTuple

from seating.fairness import Burdens
from seating.model import Round, Season, Wishes
from seating.prices import meetings
from seating.wishes import broken_wishes
from seating.words import Words


@dataclass(frozen=True, kw_only=True)
class Constraints:
    """The evening around a round: sizes, wishes, the rounds before, the tables that have begun.

    `started`: indexes of tables that nobody touches any more. `sizes`: the sizes a table may have
    after a change; if none are given, those of the way the remainder is seated. `season`: what
    earlier evenings cost a table that is drawn anew; `tables`: so many there are then at least.
    `has_table`: who meets whom stands for the day, so nobody who is in the round already sits down
    in another's place. `late`: who came after the draw and waits; they are asked first.
    """

    size: int
    odd: str = "up"
    wishes: Wishes = field(default_factory=Wishes)
    started: frozenset[int] = frozenset()
    history: tuple[Round, ...] = ()
    sizes: frozenset[int] = frozenset()
    season: Season = field(default_factory=Season)
    tables: int = 0
    has_table: bool = False
    late: frozenset[int] = frozenset()

    @property
    def legal(self) -> frozenset[int]:
        """The sizes a table may have.

        >>> sorted(Constraints(size=4, odd="down").legal)
        [3, 4]
        >>> sorted(Constraints(size=4, sizes={3, 4, 5}).legal)
        [3, 4, 5]
        """
        other = {"up": self.size + 1, "down": max(2, self.size - 1)}.get(self.odd, self.size)
        return self.sizes or frozenset({self.size, other})


class Repaired(NamedTuple):
    """A changed round, the indexes of the tables that changed, and words that say how."""

    round: Round
    changed: tuple[int, ...]
    words: tuple[Words, ...]


class Offer(NamedTuple):
    """One way to change a round; the lower `rank` is better, then the lower `price`."""

    rank: int
    price: int
    round: Round
    words: Words


def changed_tables(before: Round, after: Round) -> tuple[int, ...]:
    """The indexes of the tables that are new, gone or of other people.

    >>> changed_tables(Round(((1, 2), (3, 4))), Round(((2, 1), (3, 4, 5))))
    (1,)
    """
    both = enumerate(zip_longest(before.tables, after.tables, fillvalue=()))
    return tuple(n for n, (old, new) in both if old != new and sorted(old) != sorted(new))


def best(before: Round, offers: Iterable[Offer], constraints: Constraints) -> Repaired | None:
    """The best of the ways that keep what must be kept, or None.

    A table that changes has a legal size, one that has begun does not change, and no wish is
    broken that was not before; then fewer groups and repeats at the changed tables are better.
    """
    kept = {(wish.kind, wish.who) for wish in broken_wishes(before, constraints.wishes)}
    met, out = meetings(constraints.history), Burdens(constraints.size, constraints.history).out
    bound = {entry for couple in constraints.wishes.together for entry in couple}
    found: tuple[tuple[int, ...], Repaired] | None = None
    for place, offer in enumerate(offers):
        if not offer.round.tables or (found and found[0][0] < offer.rank):
            continue
        changed = changed_tables(before, offer.round)
        # Only the tables that changed, or hold somebody who sits with another, are looked at.
        shown = tuple(
            table if number in changed or not bound.isdisjoint(table) else ()
            for number, table in enumerate(offer.round.tables)
        )
        broken = broken_wishes(Round(shown, offer.round.out), constraints.wishes)
        wishes = [wish for wish in broken if (wish.kind, wish.who) not in kept]
        new = tuple(offer.round.tables[n] for n in changed if n < len(offer.round.tables))
        sizes = {len(table) for table in new}
        hard = any(wish.hard for wish in wishes)
        if hard or not sizes <= constraints.legal or not constraints.started.isdisjoint(changed):
            continue
        repeats = sum(met[couple] for couple in Round(new).pairs())
        waiting = sum(out[entry] for entry in offer.round.out)
        key = (offer.rank, offer.price, len(changed), waiting, len(wishes), repeats, place)
        if found is None or key < found[0]:
            found = key, Repaired(offer.round, changed, (offer.words,))
    return found[1] if found else None
