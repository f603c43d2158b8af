"""All play all, two at a table, by Berger's tables."""

from __future__ import annotations

from collections import Counter

from seating.chance import Chance
from seating.fairness import Burdens
from seating.model import Drawn, Impossible, Request, Round, Seats
from seating.prices import meetings
from seating.sizes import Layout
from seating.wishes import number_tables
from seating.words import _

NAME = "berger"


def draw(request: Request, layout: Layout, chance: Chance) -> Drawn:
    """The next rounds of an all-play-all: those in which fewest meet again, then in order.

    After n - 1 rounds (n with an odd number, in each of which one sits out) everybody has met
    everybody once; after that it begins anew with the first seats the other way round.

    >>> draw(Request(entries=(1, 2, 3, 4), size=2, rounds=2), Layout((2, 2)), Chance(1)).rounds
    (Round(tables=((1, 4), (2, 3)), out=()), Round(tables=((4, 3), (1, 2)), out=()))
    """
    if request.size != 2 or set(layout.sizes) != {2}:
        raise Impossible(
            "not_two", _("All play all needs two at a table, and an odd number to sit out.")
        )
    cycle = all_play_all(request.entries)
    met = meetings(request.history)
    out = Burdens(2, request.history).out
    firsts = Counter(tuple(table) for played in request.history for table in played.tables)
    rounds = []
    for _number in range(request.rounds):
        following = min(
            cycle, key=lambda r: (sum(met[p] for p in r.pairs()), sum(out[e] for e in r.out))
        )
        tables = [_turned(table, firsts) for table in following.tables]
        rounds.append(Round(number_tables(tables, request.wishes), following.out))
        met.update(following.pairs())
        out.update(following.out)
        firsts.update(tables)
    return Drawn(tuple(rounds))


def all_play_all(entries: tuple[int, ...]) -> tuple[Round, ...]:
    """Berger's tables for these entries in their order.

    >>> [played.out for played in all_play_all((1, 2, 3))]
    [(1,), (3,), (2,)]
    """
    field: list[int | None] = [*entries, *([None] if len(entries) % 2 else [])]
    last = len(field) - 1
    rounds = []
    for number in range(last):
        turn = number // 2 if number % 2 == 0 else (last + 1) // 2 + number // 2
        couples = [(turn, last) if turn < (last + 1) // 2 else (last, turn)]
        for step in range(1, (last + 1) // 2):
            low, high = sorted(((turn + step) % last, (turn - step) % last))
            couples.append((low, high) if (low + high) % 2 else (high, low))
        seated = [(field[one], field[other]) for one, other in couples]
        tables = tuple((a, b) for a, b in seated if a is not None and b is not None)
        out = tuple(e for couple in seated if None in couple for e in couple if e is not None)
        rounds.append(Round(tables, out))
    return tuple(rounds)


def _turned(table: Seats, firsts: Counter[Seats]) -> Seats:
    """The other way round, if these two met so more often than the other way."""
    one, other = table
    return (other, one) if firsts[one, other] > firsts[other, one] else (one, other)
