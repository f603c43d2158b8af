"""What a captain or a player protests against, and what was decided about it."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournaments.models.checks import from_one, is_known
from tournaments.models.entry import Entry
from tournaments.models.event import Event
from tournaments.models.round import EventTable, Round


class ProtestDecision(models.TextChoices):
    """What became of a protest that is open no more."""

    UPHELD = "upheld"
    DISMISSED = "dismissed"
    WITHDRAWN = "withdrawn"


class Protest(models.Model):
    """A protest about a hand, a sheet, a round or the whole event; nothing of it is ever deleted.

    `number` is the one on its paper, from 1 at each event. `protester` is who protests in words,
    such as a captain for a team; `entry` is the start number for whom. `fee` is in cents, 0
    without one; `is_fee_back`: it was given back. While `decision` is "" it is open. `reason` is
    that of the decision; rulings that followed from it name it. `who` wrote it down. `version`
    counts the deeds at it. A table that a repair gives up leaves its protest behind, of the round.
    """

    UPHELD, DISMISSED, WITHDRAWN = ProtestDecision

    event = models.ForeignKey(Event, models.CASCADE, related_name="protests")
    number = models.PositiveSmallIntegerField()
    round = models.ForeignKey(
        Round, models.SET_NULL, null=True, blank=True, related_name="protests"
    )
    event_table = models.ForeignKey(
        EventTable, models.SET_NULL, null=True, blank=True, related_name="protests"
    )
    hand = models.PositiveSmallIntegerField(null=True, blank=True)
    entry = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="protests")
    protester = models.CharField(max_length=80)
    matter = models.CharField(max_length=400)
    wanted = models.CharField(max_length=200)
    fee = models.PositiveIntegerField(default=0)
    is_fee_back = models.BooleanField(default=False)
    decision = models.CharField(max_length=10, choices=ProtestDecision.choices, blank=True)
    decided_by = models.CharField(max_length=80, blank=True)
    decided_account = models.CharField(max_length=80, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    version = models.PositiveIntegerField(default=1)
    submission = models.UUIDField(unique=True, default=uuid.uuid4)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    who = models.CharField(max_length=80, blank=True)
    account = models.CharField(max_length=80, blank=True)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="one_protest_per_number"),
            is_known("protest", "decision", ProtestDecision, may_be_empty=True),
            *from_one("protest", "number", "hand", "version"),
            models.CheckConstraint(
                condition=Q(decision="", decided_at=None, reason="")
                | (~Q(decision="") & Q(decided_at__isnull=False) & ~Q(reason="")),
                name="protest_decided_with_reason",
                violation_error_message="What is decided has a moment and a reason, and only that.",
            ),
            models.CheckConstraint(
                condition=Q(is_fee_back=False) | (Q(fee__gte=1) & ~Q(decision="")),
                name="protest_fee_back_when_decided",
                violation_error_message="A fee goes back that was paid, once it is decided.",
            ),
        ]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"protest {self.number} at event {self.event_id}"
