"""Hands, their versions, and their points."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from tournaments.models.checks import from_one
from tournaments.models.link import TableLink
from tournaments.models.table import Table


class Hand(models.Model):
    """One line of a sheet: a hand, an adjustment, or a change of who sits at the table.

    `version` is the number of its latest version.

    Only `tournaments.tables.services.hands` writes here.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="hands")
    number = models.PositiveIntegerField()
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_hand_per_number"),
            *from_one("hand", "number", "version"),
        ]

    def __str__(self) -> str:
        return f"hand {self.number} of table {self.table_id}"


class HandVersion(models.Model):
    """What was declared about a hand, by whom and why; never changed, only followed by another.

    `record` is the hand in the form of the scoring contract. A withdrawn version is shown and
    does not count. `submission` is made with the form and kept for ever: whatever arrives under
    it again is the same deed. `table_version` is the state of the sheet that this version led to.
    `who` is what anybody may type; `account` is the name of whoever was signed in, and stays when
    the account goes.
    """

    hand = models.ForeignKey(Hand, models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    record = models.JSONField()
    is_withdrawn = models.BooleanField(default=False)
    reason = models.CharField(max_length=200, blank=True)
    submission = models.UUIDField(unique=True)
    table_version = models.PositiveIntegerField()
    link = models.ForeignKey(
        TableLink, models.SET_NULL, null=True, blank=True, related_name="versions"
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
            models.UniqueConstraint(fields=["hand", "number"], name="one_version_per_number"),
            *from_one("hand_version", "number", "table_version"),
        ]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"version {self.number} of {self.hand}"

    def save(self, *args: object, **kwargs: object) -> None:
        """Write a new version; refuse to overwrite one."""
        if self.pk is not None:
            raise TypeError("A version is never changed: add another.")
        super().save(*args, **kwargs)


class HandPoints(models.Model):
    """What one side won or lost in a hand: a cache of the replay."""

    hand = models.ForeignKey(Hand, models.CASCADE, related_name="points")
    side = models.PositiveSmallIntegerField()
    points = models.IntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["hand", "side"], name="one_row_per_side"),
        ]

    def __str__(self) -> str:
        return f"side {self.side}: {self.points:+d}"
