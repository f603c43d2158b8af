"""Counting all sheets anew, after an update that counts them otherwise."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from django.db import transaction

from tournaments.common.locks import lock_tables
from tournaments.events.results.services.results import recount
from tournaments.models import Club, Table
from tournaments.records.services.checking import check_club
from tournaments.tables.queries.replays import ImpossibleHand


class Recounted(NamedTuple):
    """What was done: how many sheets were counted, and the keys of the tables that stand out.

    `left`: with a hand that the rules of today do not allow, counted as before. `otherwise`: with
    stored points or results that today's program would not store.
    """

    sheets: int
    left: list[int]
    otherwise: list[int]


def recount_all(say: Callable[[int, int], None] = lambda _done, _of: None) -> Recounted:
    """Bring the record book, and what else follows from sheets alone, up to date.

    Each sheet has a transaction of its own, so that it can be done while people play. `say` is told
    after each sheet how many are done, and of how many.
    """
    keys = list(Table.objects.order_by("pk").values_list("pk", flat=True))
    left, otherwise = list[int](), list[int]()
    for done, key in enumerate(keys, start=1):
        with transaction.atomic():
            is_there = lock_tables(Table.objects.filter(pk=key))
            try:
                if is_there and recount(Table.objects.get(pk=key)):
                    otherwise.append(key)
            except ImpossibleHand:
                left.append(key)
        say(done, len(keys))
    for club in Club.objects.order_by("pk"):
        check_club(club, mend=True)
    return Recounted(len(keys) - len(left), left, otherwise)
