"""Links that open a table to whoever holds them."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from django.db import models
from django.utils import timezone

from tournaments.models.table import Table


def hash_secret(secret: str) -> str:
    """What is kept of a link's secret; with 128 random bits and more one round is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


class TableLink(models.Model):
    """A link to one table: to write its hands, or only to watch. The secret itself is not kept."""

    WRITE = "write"
    WATCH = "watch"

    table = models.ForeignKey(Table, models.CASCADE, related_name="links")
    rights = models.CharField(max_length=8)
    secret_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(default=timezone.now)
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.rights} link of table {self.table_id}"


class Actor(NamedTuple):
    """Who does something at a table: by which link, on which device, and who it says to be."""

    link: TableLink | None = None
    device: str = ""
    who: str = ""
