"""Links that open a table to whoever holds them."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournaments.models.checks import is_known
from tournaments.models.table import Table

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def hash_secret(secret: str) -> str:
    """What is kept of a link's secret; with 128 random bits and more one round is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


class SwitchedOff(Exception):
    """The link by which something was to be done was switched off meanwhile."""


class LinkRights(models.TextChoices):
    """What a link opens a table for."""

    WRITE = "write"
    WATCH = "watch"


class TableLink(models.Model):
    """A link to one table: to write its hands, or only to watch. The secret itself is not kept.

    `is_owners`: the table was opened with it, or taken back by whoever opened it.
    """

    WRITE, WATCH = LinkRights

    table = models.ForeignKey(Table, models.CASCADE, related_name="links")
    rights = models.CharField(max_length=8, choices=LinkRights.choices)
    secret_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(default=timezone.now)
    revoked_at = models.DateTimeField(null=True, blank=True)
    is_owners = models.BooleanField(default=False)

    class Meta:
        constraints = [
            is_known("table_link", "rights", LinkRights),
            models.CheckConstraint(
                condition=Q(is_owners=False) | Q(rights="write"),
                name="table_link_of_owner_writes",
                violation_error_message="The link of whoever opened the table writes.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rights} link of table {self.table_id}"


LONGEST_ACCOUNT = 80


def called(user: User) -> str:
    """The name of an account, as histories say it."""
    return user.get_full_name() or user.get_username()


class Author(NamedTuple):
    """Who does something: the account that is signed in, the name, the device, the table's link.

    `who` is the name of the account, or at a table what somebody typed, which proves nothing.
    """

    user: User | None = None
    who: str = ""
    device: str = ""
    link: TableLink | None = None

    @property
    def account(self) -> str:
        """The name of the account, as histories say it; empty where nobody is signed in."""
        return called(self.user)[:LONGEST_ACCOUNT] if self.user else ""

    def kept_in(self, model: type[models.Model]) -> dict[str, Any]:
        """The same by the fields that a row of that model has for it, each text as long as may be.

        >>> from tournaments.models import CashLine
        >>> Author(who="Dora", device="77aa").kept_in(CashLine)
        {'user': None, 'who': 'Dora', 'account': ''}
        """
        own = {field.name: field for field in model._meta.concrete_fields}
        values = {**self._asdict(), "account": self.account}
        return {
            name: value[: own[name].max_length] if isinstance(value, str) else value
            for name in ("user", "who", "account", "device", "link")
            if name in own
            for value in [values[name]]
        }
