"""The cash of an event beside the fees that the door ticks off, and the prizes of a final list."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.base import Kept, Row, from_one, is_known, withdrawn_with_reason
from tournaments.models.entry import Entry
from tournaments.models.event import Event
from tournaments.models.ruling import Decided


class CashKind(models.TextChoices):
    """What a line of the cash book is."""

    PART = "part"
    REENTRY = "reentry"
    REFUND = "refund"
    LOST = "lost"
    PUT_IN = "in"
    TAKEN_OUT = "out"
    PRIZE = "prize"
    COUNT = "count"
    REVERSAL = "reversal"
    TRANSFER = "transfer"


class CashLine(Kept):
    """A line of the cash book; never changed and never deleted, only reversed by another line.

    That somebody has paid the fee is `Entry.is_paid` and has no line here; a `part` is what was
    paid of it before that, and is in the fee once it is paid. `amount` is in cents
    and never negative; the kind says which way it went. A `count` is what somebody counted in the
    box, when so much was `expected` in it. A `prize` says which prize of the list was handed over
    (`prize` is its key) under which `revision` of the final list; goods alone have the amount 0.
    A team's prize names no entry: the team stands in its key.
    A `reversal` takes the line back that it `reverses`; its note says why. A `transfer` is what
    came of a fee by the bank, and so is not in the box.
    """

    REFUSAL = "A line of the cash book is never changed: reverse it."
    PART, REENTRY, REFUND, LOST, PUT_IN, TAKEN_OUT, PRIZE, COUNT, REVERSAL, TRANSFER = CashKind

    event = models.ForeignKey(Event, models.CASCADE, related_name="cash")
    kind = models.CharField(max_length=10, choices=CashKind.choices)
    amount = models.PositiveIntegerField(default=0)
    expected = models.IntegerField(null=True, blank=True)
    entry = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="cash")
    prize = models.CharField(max_length=60, blank=True)
    revision = models.PositiveIntegerField(default=0)
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    table_number = models.PositiveSmallIntegerField(null=True, blank=True)
    note = models.CharField(max_length=200, blank=True)
    reverses = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="reversal"
    )

    class Meta:
        constraints = [
            is_known("cash_line", "kind", CashKind),
            *from_one("cash_line", "round_number", "table_number"),
            models.CheckConstraint(
                condition=Q(amount__gte=1) | Q(kind__in=["prize", "count", "reversal"]),
                name="cash_line_moves_money",
                violation_error_message=_("Only a prize, a count or a reversal may be of nothing."),
            ),
            models.CheckConstraint(
                condition=Q(entry__isnull=False)
                | ~Q(kind__in=["part", "reentry", "refund", "transfer"]),
                name="cash_line_of_a_fee_names_entry",
                violation_error_message=_("A fee that is paid or given back is an entry's."),
            ),
            models.CheckConstraint(
                condition=Q(kind="count", expected__isnull=False)
                | (~Q(kind="count") & Q(expected=None)),
                name="cash_line_count_has_expected",
                violation_error_message=_("A count, and no other line, says what was expected."),
            ),
            models.CheckConstraint(
                condition=(Q(kind="prize") & ~Q(prize=""))
                | (~Q(kind="prize") & Q(prize="", revision=0)),
                name="cash_line_prize_has_key",
                violation_error_message=_("A prize, and no other line, says which one it is."),
            ),
            models.CheckConstraint(
                condition=Q(kind="reversal", reverses__isnull=False)
                | (~Q(kind="reversal") & Q(reverses=None)),
                name="cash_line_reversal_has_line",
                violation_error_message=_("A reversal, and no other line, takes one back."),
            ),
        ]
        ordering = ["pk"]

    @property
    def difference(self) -> int:
        """What was too much in the box when it was counted; negative where something lacked."""
        return self.amount - (self.expected or 0)

    @property
    def away(self) -> int:
        """How far it was from even."""
        return abs(self.difference)


class KeptPrizes(Row):
    """The prizes of a locked revision; `record` is what `formats.awards.Awarded.to_json` gives."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="kept_prizes")
    revision = models.PositiveIntegerField()
    record = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["event", "revision"], name="one_prize_list_per_revision"
            ),
            *from_one("kept_prizes", "revision"),
        ]
        ordering = ["revision"]


class NamedHighest(Decided):
    """Who had the highest game, as a director named them where no hands say it.

    `winners` are start numbers; `words` say what the game was. The latest one that is not
    withdrawn holds.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="named_highest")
    winners = models.JSONField(default=list)
    words = models.CharField(max_length=120)

    class Meta:
        constraints = [withdrawn_with_reason("named_highest")]
        ordering = ["pk"]
