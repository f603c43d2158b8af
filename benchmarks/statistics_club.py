"""The club that `statistics.py` measures, put into the database.

Sheets are written in bulk, hand by hand with its version. What is worked out of them is left to the
program: the results of events and their final lists to its services, the tallies of the club's own
evenings to `expected_of`, the years and months to the part of `manage.py recompute` that mends
them. Read late: Django has to be set up first.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import islice
from multiprocessing import get_context
from time import monotonic
from typing import Any
from uuid import uuid4

from django.db import connection, connections, transaction

from benchmarks.statistics_evenings import Size, nights, played
from benchmarks.statistics_sheets import keep_evening, keep_event
from tournaments.events.results.services.results import settle_place
from tournaments.events.standings.services import lock_final
from tournaments.models import (
    Author,
    Club,
    CountedSheet,
    EventTable,
    Feat,
    Player,
    SheetTally,
    Table,
)
from tournaments.records.queries.expected import Expected, expected_of
from tournaments.records.services.counting import check_club
from tournaments.tables.queries import SheetReading

TABLES = 100
"""How many tables are counted before they are written down."""
GIVEN = "Anna Bert Carl Dora Emil Fine Greta Hans Ida Jens Karla Lars Maja Nils Olga Paul"
FAMILY = (
    "Amsel Birke Dachs Dorn Eiche Erle Falke Ginster Hecht Hirsch Iltis Kiefer Lerche Linde Marder "
    "Nessel Otter Pappel Quelle Reiher Rose Specht Star Tanne Ulme Weide Wiesel Wolf Zander Zeder "
    "Sommer Winter"
)

Each = Callable[[Callable[[Any], Any], Sequence[Any]], Iterator[Any]]


class Progress:
    """How far a long work is, told on the standard error."""

    def __init__(self, what: str, of: int) -> None:
        self.what, self.of, self.done = what, of, 0
        self.began = self.told = monotonic()

    def add(self, count: int = 1) -> None:
        """Some more is done."""
        self.done += count
        now = monotonic()
        if now - self.told > 2 or self.done == self.of:
            self.told = now
            left = (now - self.began) / self.done * (self.of - self.done)
            text = f"\r{self.what}: {self.done:,} of {self.of:,}, {left:4.0f} s left "
            print(text, end="" if self.done < self.of else "\n", file=sys.stderr, flush=True)


def build(size: Size, processes: int) -> Club:
    """The whole club; it bears the name of its size when it is complete."""
    club = Club.objects.create(name=f"Half of {size.name}", is_public=True)
    people = take_in(club, size.players)
    with at_once(processes) as each:
        _play(club, people, size, each)
    _settle_events(club)
    keys = list(club.tables.order_by("pk").values_list("pk", flat=True))
    with at_once(processes) as each:
        _count(keys, each)
    print("Adding up years and months…", file=sys.stderr, flush=True)
    check_club(club, mend=True)
    club.name = size.name
    club.save()
    if connection.vendor == "postgresql":  # which does so by itself, but not within seconds
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    return club


def club_of(size: Size) -> Club:
    """The complete club of that size."""
    return Club.objects.get(name=size.name)


def take_in(club: Club, players: int) -> list[Player]:
    """So many people with names, in the order of how often they come."""
    names = (
        f"{given} {family}{'' if not turn else f' {turn + 1}'}"
        for turn in range(players)
        for family in FAMILY.split()
        for given in GIVEN.split()
    )
    return Player.objects.bulk_create(
        Player(club=club, name=name) for name in islice(names, players)
    )


@contextmanager
def at_once(processes: int) -> Iterator[Each]:
    """A `map` that is done by so many processes, or by this one."""
    if processes == 1:
        yield map
        return
    for shared in connections.all():
        shared.close()
        if shared.vendor == "postgresql":
            shared.close_pool()  # type: ignore[attr-defined]  # PostgreSQL's
    with get_context("fork").Pool(processes) as pool:
        yield pool.imap


def _play(club: Club, people: Sequence[Player], size: Size, each: Each) -> None:
    plan = list(nights(size))
    progress = Progress("Hands written", sum(night.sheets for night in plan))
    for night, rounds in zip(plan, each(partial(played, size), plan), strict=True):
        with transaction.atomic():
            if night.is_event:
                keep_event(club, people, night, rounds)
            else:
                keep_evening(club, people, night, rounds[0])
        progress.add(night.sheets)


def _settle_events(club: Club) -> None:
    """Results, their tallies and the final lists, by the services that keep them."""
    events = list(club.events.order_by("pk"))
    progress = Progress("Events settled", len(events))
    for event in events:
        places = EventTable.objects.filter(round__event=event)
        with transaction.atomic():
            for place in places.select_related("table", "round__event"):
                settle_place(SheetReading(place.table, place))
        lock_final(event=event, by=Author(None, "Benchmark"), submission=uuid4())
        progress.add()


def _count(keys: Sequence[int], each: Each) -> None:
    """The tallies of the club's own evenings, and which sheets were counted."""
    progress = Progress("Evenings counted", len(keys))
    portions = [keys[at : at + TABLES] for at in range(0, len(keys), TABLES)]
    for found in each(expected_at, portions):
        with transaction.atomic():
            SheetTally.objects.bulk_create(row for one in found for row in one.tallies.values())
            Feat.objects.bulk_create(row for one in found for row in one.feats)
            CountedSheet.objects.bulk_create(one.counted for one in found if one.counted)
        progress.add(len(found))


def expected_at(keys: Sequence[int]) -> list[Expected]:
    """What the record book should keep of these tables, read from their hands."""
    return [_light(expected) for expected in _expected(keys)]


def _expected(keys: Sequence[int]) -> Iterator[Expected]:
    for table in Table.objects.filter(pk__in=keys).order_by("pk"):
        expected = expected_of(SheetReading(table))
        assert expected is not None
        yield expected


def _light(expected: Expected) -> Expected:
    """Without the tables that hang on every row, on the way to another process."""
    rows: list[Any] = [*expected.tallies.values(), *expected.feats, expected.counted]
    for row in rows:
        if row is not None:
            row._state.fields_cache.clear()
    return expected
