"""Old records of a club: what was played before anybody wrote it down here, and how it came in."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournaments.models.base import Change
from tournaments.models.checks import is_known
from tournaments.models.club import Club
from tournaments.models.table import Seat, Table


class OldImportKind(models.TextChoices):
    """What a file of old records has: the totals of evenings, or all hands of one."""

    TOTALS = "totals"
    HANDS = "hands"


class OldImport(models.Model):
    """A file of old records: looked at first, then taken in, taken back as a whole or brought back.

    `packed` is what was sent, until all of it has become evenings. `columns` is what a director
    said that the columns of a list mean. `digest` is the SHA-256 of the text. `is_wanted` says
    whether its evenings shall count; they follow one by one, see `KeptEvening.is_in`.
    """

    TOTALS, HANDS = OldImportKind

    club = models.ForeignKey(Club, models.CASCADE, related_name="old_imports")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    kind = models.CharField(max_length=8, choices=OldImportKind.choices)
    named = models.CharField(max_length=80, blank=True)
    ruleset = models.CharField(max_length=64)
    columns = models.JSONField(default=list)
    digest = models.CharField(max_length=64)
    packed = models.BinaryField(default=bytes)
    evening_count = models.PositiveIntegerField(default=0)
    left_out = models.PositiveIntegerField(default=0)
    is_wanted = models.BooleanField(default=True)
    sent_at = models.DateTimeField(default=timezone.now)
    begun_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [is_known("old_import", "kind", OldImportKind)]

    def __str__(self) -> str:
        return f"old records {self.pk} of club {self.club_id}"


class OldImportChangeKind(models.TextChoices):
    """What may be done with a file of old records."""

    TAKEN_IN = "taken_in"
    TAKEN_BACK = "taken_back"
    BROUGHT_BACK = "brought_back"


class OldImportChange(Change):
    """Who took old records in, back, or in again, when and why."""

    TAKEN_IN, TAKEN_BACK, BROUGHT_BACK = OldImportChangeKind

    SUBJECT = "imported"

    imported = models.ForeignKey(OldImport, models.CASCADE, related_name="changes")
    kind = models.CharField(max_length=16, choices=OldImportChangeKind.choices)
    reason = models.CharField(max_length=200, blank=True)

    class Meta(Change.Meta):
        constraints = [
            is_known("old_import_change", "kind", OldImportChangeKind),
            models.UniqueConstraint(
                fields=["imported"],
                condition=Q(kind="taken_in"),
                name="one_taking_in_per_import",
                violation_error_message="A file of old records is taken in once.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: old records {self.imported_id}"


class KeptEvening(models.Model):
    """One evening of a file of old records, in the order of the file.

    `content` is what the file says, until `table` has been made of it. `hands` are those of the
    sheet, None where nobody knows. `is_in`: whether it counts now.
    """

    imported = models.ForeignKey(OldImport, models.CASCADE, related_name="evenings")
    place = models.PositiveIntegerField()
    day = models.DateField()
    title = models.CharField(max_length=80, blank=True)
    ruleset = models.CharField(max_length=64)
    people = models.PositiveSmallIntegerField()
    hands = models.PositiveIntegerField(null=True, blank=True)
    content = models.JSONField(default=dict)
    table = models.OneToOneField(
        Table, models.CASCADE, null=True, blank=True, related_name="kept_evening"
    )
    is_in = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["imported", "place"], name="one_evening_per_place"),
            models.CheckConstraint(
                condition=Q(is_in=False) | Q(table__isnull=False),
                name="kept_evening_in_has_sheet",
                violation_error_message="An evening that counts has its sheet.",
            ),
        ]
        indexes = [models.Index(fields=["imported", "is_in", "place"], name="evening_to_move")]
        ordering = ["place"]

    def __str__(self) -> str:
        return f"{self.day}, old records {self.imported_id}"


class KeptTotal(models.Model):
    """What somebody had at the end of an evening of which no hand is known.

    `hands` and `games` are how many were played, None where nobody knows.
    """

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="kept_total")
    points = models.IntegerField()
    hands = models.PositiveIntegerField(null=True, blank=True)
    games = models.PositiveIntegerField(null=True, blank=True)

    def __str__(self) -> str:
        return f"seat {self.seat_id}: {self.points:+d}"
