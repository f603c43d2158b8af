"""The one way in: a request becomes rounds with a report on how good they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from time import perf_counter
from types import ModuleType

from seating.chance import Chance
from seating.draws import (
    berger,
    blocks,
    by_history,
    imported,
    interval,
    ladder,
    manual,
    movement,
    random_draw,
    random_wishes,
    schedule,
    soft,
    swiss,
)
from seating.model import LARGEST_FIELD, TABLE_SIZES, Impossible, Request, Round
from seating.report import Report, report_on
from seating.seats import balance_seats
from seating.sizes import Layout, layout
from seating.sparing import not_spared, sparing
from seating.words import _

MOST_ROUNDS = 60

DRAWS: dict[str, ModuleType] = {
    way.NAME: way
    for way in (
        *(random_draw, random_wishes, schedule, by_history, soft, blocks, interval, swiss),
        *(berger, ladder, movement, manual, imported),
    )
}
"""The ways of drawing, by the word for each."""

OWN_SEATS = frozenset(way.NAME for way in (swiss, berger, ladder, movement, manual, imported))
"""Ways in which the seats mean something, so that they are left as they are."""


@dataclass(frozen=True)
class Plan:
    """The coming rounds, what they were drawn from, and how good they are.

    `request` has the steps that were taken, so that drawing it again gives the same rounds.
    """

    request: Request
    rounds: tuple[Round, ...]
    report: Report


def plan(request: Request) -> Plan:
    """Draw the coming rounds; raises Impossible with words for the director.

    >>> found = plan(Request(entries=tuple(range(1, 17)), size=4, rounds=5, seed=1))
    >>> found.report.repeats, found.report.bound, len(found.rounds[0].tables)
    (0, 0, 4)
    >>> plan(found.request).rounds == found.rounds
    True
    """
    began = perf_counter()
    request = with_house_players(request)
    tables = sparing(request, checked(request))
    chance = Chance(f"{request.seed} {request.draw} {len(request.history)}")
    drawn = DRAWS[request.draw].draw(request, tables, chance)
    if request.draw not in OWN_SEATS:
        even = balance_seats(drawn.rounds, request.history, request.wishes, chance)
        drawn = drawn._replace(rounds=even)
    if request.draw != imported.NAME:
        notes = (*drawn.notes, *not_spared(request, drawn.rounds))
        drawn = drawn._replace(notes=notes)
    seconds = perf_counter() - began
    report = report_on(request, tables, drawn, seconds=seconds)
    return Plan(replace(request, steps=drawn.steps or request.steps), drawn.rounds, report)


def checked(request: Request) -> Layout:
    """The tables of a round; raises Impossible for what no draw can do anything with."""
    count = len(request.entries)
    if request.draw not in DRAWS:
        unknown = _("There is no way of drawing called “%(name)s”.")
        raise Impossible("draw", unknown, name=request.draw)
    if request.size not in TABLE_SIZES:
        raise Impossible("size", _("A table has from 2 to 8 seats."))
    if len(set(request.entries)) < count:
        raise Impossible("twice", _("Somebody is in the draw twice."))
    if count > LARGEST_FIELD:
        raise Impossible("too_many", _("At most %(most)s can be drawn."), most=LARGEST_FIELD)
    if not 1 <= request.rounds <= MOST_ROUNDS:
        raise Impossible("rounds", _("From 1 to %(most)s rounds can be drawn."), most=MOST_ROUNDS)
    return layout(count, request.size, request.odd, request.tables)


def with_house_players(request: Request) -> Request:
    """The request with just as many house players as fill the tables, or with none.

    Where the members of a team need more tables than there would be, they make these.

    >>> from seating.model import Wishes
    >>> wishes = Wishes(house=frozenset({98, 99}))
    >>> request = Request(entries=(1, 2, 3, 4, 5, 6, 7, 98, 99), size=4, wishes=wishes)
    >>> with_house_players(request).entries
    (1, 2, 3, 4, 5, 6, 7, 98)
    >>> with_house_players(replace(request, tables=3, odd="down")).entries[-2:]
    (98, 99)
    """
    house = [entry for entry in request.entries if entry in request.wishes.house]
    if not house:
        return request
    players = [entry for entry in request.entries if entry not in request.wishes.house]
    wanted = (needed for needed in _fillings(len(players), request) if needed <= len(house))
    chosen = house[: next(wanted, 0)]
    return replace(request, entries=(*players, *chosen))


def _fillings(players: int, request: Request) -> Iterator[int]:
    """How many house players would fill the tables, the best number first."""
    size, tables = request.size, request.tables
    yield max(-(-players // size), tables) * size - players
    short = tables * (size - 1) - players
    if request.odd == "down" and short > 0:
        yield short
    if request.odd == "down" and players >= tables * (size - 1):
        yield 0
    yield -players % size
