"""Changes of a table that are no lines of its sheet."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

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


class TableChange(models.Model):
    """Who changed a table, when, and from what to what; never changed, never deleted.

    `submission` is made with the form and kept for ever, as with hands; so is `account`, the name
    of whoever was signed in, while `who` is what anybody may type.
    """

    RENAME, END, REOPEN, CONFIRM, NEW_LINKS, LINKS_OFF, TAKEN_BACK, CLUB_IN, CLUB_OUT = (
        TableChangeKind
    )

    BY_ACCOUNT = "account"
    """What is kept `after` an evening was taken back by an account, and not by a link."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="changes")
    kind = models.CharField(max_length=16, choices=TableChangeKind.choices)
    before = models.CharField(max_length=80, blank=True)
    after = models.CharField(max_length=80, blank=True)
    submission = models.UUIDField(unique=True)
    table_version = models.PositiveIntegerField()
    link = models.ForeignKey(
        TableLink, models.SET_NULL, null=True, blank=True, related_name="changes"
    )
    device = models.CharField(max_length=16, blank=True)
    who = models.CharField(max_length=40, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    account = models.CharField(max_length=80, blank=True)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            is_known("table_change", "kind", TableChangeKind),
            *from_one("table_change", "table_version"),
        ]
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.kind} of table {self.table_id}"
