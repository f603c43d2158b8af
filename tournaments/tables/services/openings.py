"""Tables that anybody may open: so many from one address, and those nobody used are deleted."""

from __future__ import annotations

import hashlib
import hmac
from datetime import datetime, timedelta
from math import ceil

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from house.models import Opening
from tournaments.common.locks import lock_tables
from tournaments.models import EventTable, Table

HOUR = timedelta(hours=1)
EMPTY_FOR = timedelta(days=3)
"""So long a table of nobody's club stays without a single entry."""

AT_A_TIME = 500


class TooManyTables(Exception):
    """So many tables were opened from an address that the next one has to wait."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"wait {seconds} seconds")
        self.seconds = seconds


def count_opening(network: str) -> Opening:
    """Count a table that is being opened from there; raises TooManyTables.

    It is written first and counted then: of several at the same moment none is overlooked.
    """
    begun = timezone.now() - HOUR
    said = f"sheepfold: opened from {network}"
    digest = hmac.digest(settings.SECRET_KEY.encode(), said.encode(), hashlib.sha256).hex()
    recent = Opening.objects.filter(network=digest, at__gt=begun)
    most = settings.SHEEPFOLD_LIMITS.own_tables_of_an_address
    if recent.count() < most:
        Opening.objects.filter(at__lte=begun).delete()
        opening = Opening.objects.create(network=digest, at=timezone.now())
        if recent.count() <= most:
            return opening
        opening.delete()
    first = recent.order_by("at").values_list("at", flat=True).first()
    raise TooManyTables(max(1, ceil((first - begun).total_seconds())) if first else 1)


def forget_empty_tables(now: datetime | None = None) -> int:
    """Delete the tables of nobody's club on which nothing was ever entered; how many they were."""
    moment = now or timezone.now()
    Opening.objects.filter(at__lte=moment - HOUR).delete()
    is_seated = EventTable.objects.filter(table=OuterRef("pk"))
    empty = Table.objects.filter(
        ~Exists(is_seated), club=None, version=0, ended_at=None, opened_at__lt=moment - EMPTY_FOR
    )
    forgotten = 0
    while found := _forget_some(empty):
        forgotten += found
    return forgotten


@transaction.atomic
def _forget_some(empty: QuerySet[Table]) -> int:
    """Whoever enters a hand at this moment is waited for, and keeps the table."""
    some = list(empty.order_by("pk").values_list("pk", flat=True)[:AT_A_TIME])
    locked = lock_tables(Table.objects.filter(pk__in=some))
    still = list(empty.filter(pk__in=locked).values_list("pk", flat=True))
    Table.objects.filter(pk__in=still).delete()
    return len(still)
