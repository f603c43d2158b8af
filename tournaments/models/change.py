"""Changes of a table that are no lines of its sheet."""

from __future__ import annotations

from django.db import models

from tournaments.models.base import Change
from tournaments.models.checks import from_one, is_known
from tournaments.models.link import TableLink
from tournaments.models.table import Table


class TableChangeKind(models.TextChoices):
    """What may be done to a table beside its lines."""

    RENAME = "rename"
    END = "end"
    REOPEN = "reopen"
    CONFIRM = "confirm"
    NEW_LINKS = "new_links"
    LINKS_OFF = "links_off"
    TAKEN_BACK = "taken_back"
    CLUB_IN = "club_in"
    CLUB_OUT = "club_out"


class TableChange(Change):
    """Who changed a table, when, and from what to what."""

    RENAME, END, REOPEN, CONFIRM, NEW_LINKS, LINKS_OFF, TAKEN_BACK, CLUB_IN, CLUB_OUT = (
        TableChangeKind
    )

    SUBJECT = "table"

    BY_ACCOUNT = "account"
    """What is kept `after` an evening was taken back by an account, and not by a link."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="changes")
    kind = models.CharField(max_length=16, choices=TableChangeKind.choices)
    before = models.CharField(max_length=80, blank=True)
    after = models.CharField(max_length=80, blank=True)
    table_version = models.PositiveIntegerField()
    link = models.ForeignKey(
        TableLink, models.SET_NULL, null=True, blank=True, related_name="changes"
    )
    device = models.CharField(max_length=16, blank=True)
    who = models.CharField(max_length=40, blank=True)

    class Meta(Change.Meta):
        constraints = [
            is_known("table_change", "kind", TableChangeKind),
            *from_one("table_change", "table_version"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of table {self.table_id}"
