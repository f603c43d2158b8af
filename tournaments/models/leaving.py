"""Leaving a table in the middle of a round, and what was decided about the rest of its hands."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournaments.models.base import Withdrawable
from tournaments.models.checks import from_one, is_known, withdrawn_with_reason
from tournaments.models.entry import Member
from tournaments.models.round import Result


class Remedy(models.TextChoices):
    """How a table goes on after somebody has left: another one plays for the entry, or out of
    competition, or those who stay go on, or nobody does."""

    INHERITED = "inherited"
    OUTSIDE = "outside"
    SHORT_HANDED = "short_handed"
    VOID = "void"


class Leaving(Withdrawable):
    """Who left a table after so many of its hands, and how the table went on.

    It belongs to the entry's result in that round. `hands` are those of the table, `due_before`
    what the table was to play until then. Where somebody plays on out of competition only the
    first `hands` count for the entry: from the hands on the sheet, or where those are not there
    from `points`, `solos` and `games`, which a director read off the paper. `stand_in` is who
    plays on, and `member` the line of the entry under which he does so for it.

    A leaving that was taken back stays, withdrawn, and counts no more; one of a result holds at
    most.
    """

    INHERITED, OUTSIDE, SHORT_HANDED, VOID = Remedy

    result = models.ForeignKey(Result, models.CASCADE, related_name="leavings")
    remedy = models.CharField(max_length=12, choices=Remedy.choices)
    hands = models.PositiveSmallIntegerField()
    due_before = models.PositiveSmallIntegerField()
    points = models.IntegerField(null=True, blank=True)
    solos = models.PositiveSmallIntegerField(default=0)
    games = models.PositiveSmallIntegerField(default=0)
    stand_in = models.CharField(max_length=84, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    member = models.ForeignKey(Member, models.SET_NULL, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["result"],
                condition=Q(withdrawn_at=None),
                name="one_leaving_holds_per_result",
            ),
            is_known("leaving", "remedy", Remedy),
            *from_one("leaving", "hands"),
            models.CheckConstraint(
                condition=Q(points=None) | Q(remedy="outside"),
                name="leaving_points_of_who_plays_outside",
                violation_error_message="Points are read off only where somebody plays on outside.",
            ),
            withdrawn_with_reason("leaving"),
        ]
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.result}, left after {self.hands} hands"
