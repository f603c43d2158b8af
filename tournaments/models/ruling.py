"""What a director decides about a misplay, and ties that were decided outside the sheets."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournaments.models.base import Withdrawable
from tournaments.models.checks import from_one, is_known, withdrawn_with_reason
from tournaments.models.entry import Entry
from tournaments.models.event import Event
from tournaments.models.protest import Protest
from tournaments.models.round import EventTable, Round


class Decided(Withdrawable):
    """Who decided something, when, and how it was withdrawn; nothing of it is ever deleted.

    `decided_by` is the referee, who need not be the one who wrote it down (`who`, by `account`).
    """

    decided_by = models.CharField(max_length=80, blank=True)
    submission = models.UUIDField(unique=True, default=uuid.uuid4)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    who = models.CharField(max_length=80, blank=True)
    account = models.CharField(max_length=80, blank=True)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        abstract = True

    @property
    def decided_account(self) -> str:
        """Whoever was signed in where it was decided: it is written down as it is decided."""
        return self.account


class RulingKind(models.TextChoices):
    """What an offence leads to."""

    NOTE = "note"
    WARNING = "warning"
    POINTS = "points"
    STROKES = "strokes"
    OUT = "out"


class Ruling(Decided):
    """A decision about an offence: about one entry, or (`entry` None) about a whole table.

    `points` are taken off or given to whom it is about, in the unit of the standing; `others`
    goes to each of the others at the table. With the kind `strokes` the points are strokes for
    the other side of the match. `shares` is what each entry has from it, `[[key of the entry,
    points, strokes], …]`, as it was when it was decided: repairs of the seats leave it alone.
    `was` keeps for those who are excluded what they were: `{key: [status, last round]}`. A late
    one came when the round was closed already, and says in `reason` why. `protest` is the one
    that was upheld by it.
    """

    NOTE, WARNING, POINTS, STROKES, OUT = RulingKind

    event = models.ForeignKey(Event, models.CASCADE, related_name="rulings")
    round = models.ForeignKey(Round, models.CASCADE, related_name="rulings")
    event_table = models.ForeignKey(
        EventTable, models.CASCADE, null=True, blank=True, related_name="rulings"
    )
    hand = models.PositiveSmallIntegerField(null=True, blank=True)
    entry = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="rulings")
    protest = models.ForeignKey(
        Protest, models.SET_NULL, null=True, blank=True, related_name="rulings"
    )
    offence = models.CharField(max_length=200)
    kind = models.CharField(max_length=8, choices=RulingKind.choices)
    points = models.IntegerField(default=0)
    others = models.IntegerField(default=0)
    shares = models.JSONField(default=list)
    was = models.JSONField(default=dict)
    is_late = models.BooleanField(default=False)
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [
            is_known("ruling", "kind", RulingKind),
            *from_one("ruling", "hand"),
            models.CheckConstraint(
                condition=Q(entry__isnull=False) | Q(event_table__isnull=False),
                name="ruling_about_entry_or_table",
                violation_error_message="A ruling is about an entry or a whole table.",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["points", "strokes"]) | Q(points=0, others=0),
                name="ruling_figures_with_points",
                violation_error_message="Only points and strokes have figures.",
            ),
            models.CheckConstraint(
                condition=Q(is_late=False, reason="") | (Q(is_late=True) & ~Q(reason="")),
                name="ruling_late_with_reason",
                violation_error_message="A late ruling, and no other, says why it is late.",
            ),
            withdrawn_with_reason("ruling"),
        ]
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.kind} at event {self.event_id}"


class TieKind(models.TextChoices):
    """How a tie was parted."""

    PLAYOFF = "playoff"
    LOT = "lot"
    SEED = "seed"


class TieDecision(Decided):
    """The order of entries that were level, as a play-off hand or a lot had it.

    `order` has their start numbers, the best one first. It holds while the round `after_round` is
    the last one that counts, and among those of them who are level then. `seed` is a lot that
    this program drew from the event's seed.
    """

    PLAYOFF, LOT, SEED = TieKind

    event = models.ForeignKey(Event, models.CASCADE, related_name="tie_decisions")
    kind = models.CharField(max_length=8, choices=TieKind.choices)
    order = models.JSONField(default=list)
    after_round = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            is_known("tie_decision", "kind", TieKind),
            *from_one("tie_decision", "after_round"),
            withdrawn_with_reason("tie_decision"),
        ]
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.kind} after round {self.after_round} of event {self.event_id}"
