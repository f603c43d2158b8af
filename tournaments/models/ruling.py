"""What was protested and what was decided: rulings, and how ties were parted."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.base import Signed, Withdrawable, from_one, is_known, withdrawn_with_reason
from tournaments.models.entry import Entry
from tournaments.models.event import Event
from tournaments.models.round import EventTable, Round

# What a captain or a player protests against, and what was decided about it.


class ProtestDecision(models.TextChoices):
    """What became of a protest that is open no more."""

    UPHELD = "upheld"
    DISMISSED = "dismissed"
    WITHDRAWN = "withdrawn"


class Protest(Signed):
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

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="one_protest_per_number"),
            is_known("protest", "decision", ProtestDecision, may_be_empty=True),
            *from_one("protest", "number", "hand", "version"),
            models.CheckConstraint(
                condition=Q(decision="", decided_at=None, reason="")
                | (~Q(decision="") & Q(decided_at__isnull=False) & ~Q(reason="")),
                name="protest_decided_with_reason",
                violation_error_message=_(
                    "What is decided has a moment and a reason, and only that."
                ),
            ),
            models.CheckConstraint(
                condition=Q(is_fee_back=False) | (Q(fee__gte=1) & ~Q(decision="")),
                name="protest_fee_back_when_decided",
                violation_error_message=_("A fee goes back that was paid, once it is decided."),
            ),
        ]
        ordering = ["number"]


# What a director decides about a misplay, and ties that were decided outside the sheets.


class Decided(Signed, Withdrawable):
    """Who decided something, when, and how it was withdrawn; nothing of it is ever deleted.

    `decided_by` is the referee, who need not be the one who wrote it down (`who`, by `account`).
    """

    decided_by = models.CharField(max_length=80, blank=True)
    submission = models.UUIDField(unique=True, default=uuid.uuid4)

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
                violation_error_message=_("A ruling is about an entry or a whole table."),
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["points", "strokes"]) | Q(points=0, others=0),
                name="ruling_figures_with_points",
                violation_error_message=_("Only points and strokes have figures."),
            ),
            models.CheckConstraint(
                condition=Q(is_late=False, reason="") | (Q(is_late=True) & ~Q(reason="")),
                name="ruling_late_with_reason",
                violation_error_message=_("A late ruling, and no other, says why it is late."),
            ),
            withdrawn_with_reason("ruling"),
        ]
        ordering = ["pk"]


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
