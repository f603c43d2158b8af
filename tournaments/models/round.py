"""Rounds of an event, their tables, what each entry has from a round, and who left in it."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.base import (
    Kept,
    Row,
    Withdrawable,
    from_one,
    is_known,
    withdrawn_with_reason,
)
from tournaments.models.entry import Entry, Member
from tournaments.models.event import Event
from tournaments.models.table import Table

# Rounds of an event, their tables, and what each entry has from a round.


class RoundState(models.TextChoices):
    """How far a round is."""

    PROPOSED = "proposed"
    DRAWN = "drawn"
    CLOSED = "closed"
    CANCELLED = "cancelled"


class Round(Row):
    """The hands between two draws.

    `plan` is the draw: `{"tables": [[start numbers in seat order], …], "out": [start numbers]}`;
    `locked` are the indexes of tables that a new draw leaves alone; `report` is the quality report
    in figures and words; `standing` is the order in which it was drawn, as
    `[[start number, total], …]`. A round that was drawn again stays, cancelled, with its attempt.
    `cut` is what `tournaments.events.draw.queries.finals` keeps of a cut after the round, empty
    where there is none.
    The clock runs to `ends_at`; while it is paused `seconds_left` stands. `version` counts what
    directors did to the round; what scorers do is counted by the tables.
    """

    PROPOSED, DRAWN, CLOSED, CANCELLED = RoundState

    event = models.ForeignKey(Event, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    attempt = models.PositiveSmallIntegerField(default=1)
    state = models.CharField(max_length=10, choices=RoundState.choices, default=PROPOSED)
    draw = models.CharField(max_length=24)
    seed = models.PositiveBigIntegerField(default=0)
    hands = models.PositiveSmallIntegerField()
    plan = models.JSONField(default=dict)
    locked = models.JSONField(default=list)
    report = models.JSONField(default=dict)
    standing = models.JSONField(default=list)
    cut = models.JSONField(default=dict)
    drawn_at = models.DateTimeField(null=True, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    ends_at = models.DateTimeField(null=True, blank=True)
    seconds_left = models.PositiveIntegerField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["event", "number"],
                condition=~Q(state="cancelled"),
                name="one_round_per_number",
            ),
            is_known("round", "state", RoundState),
            *from_one("round", "number", "attempt"),
            models.CheckConstraint(
                condition=Q(state="cancelled")
                | Q(state="proposed", drawn_at=None)
                | Q(state__in=["drawn", "closed"], drawn_at__isnull=False),
                name="round_drawn_with_moment",
                violation_error_message=_("A round that is drawn says when, and no proposal does."),
            ),
            models.CheckConstraint(
                condition=Q(state="closed", closed_at__isnull=False)
                | (~Q(state="closed") & Q(closed_at=None)),
                name="round_closed_with_moment",
                violation_error_message=_("A round that is closed, and no other, says when."),
            ),
            models.CheckConstraint(
                condition=Q(published_at=None) | Q(drawn_at__isnull=False),
                name="round_published_when_drawn",
                violation_error_message=_("A round is published after it was drawn."),
            ),
            models.CheckConstraint(
                condition=Q(ends_at=None) | Q(seconds_left=None),
                name="round_clock_runs_or_stands",
                violation_error_message=_("A clock runs to a moment or is held, not both."),
            ),
        ]
        ordering = ["number", "attempt"]

    @property
    def is_public(self) -> bool:
        """Whether everybody may know who sits where."""
        return self.published_at is not None and self.state != self.CANCELLED


class SheetSource(models.TextChoices):
    """What counts of a table where both are there: its hands, or the totals from paper."""

    HANDS = "hands"
    TOTALS = "totals"


class EventTable(Row):
    """A table of a round, and the state of its sheet.

    `counts` says which of the two counts where both hands and paper totals are there: `hands` or
    `totals`, or nothing while nobody had to decide. `links` counts how often its code was made
    anew. A confirmation holds for the table's version at which it was given; `confirmed_totals` is
    the version of the totals from paper that a second director confirmed. `confirmed_by` is whom
    somebody names, `confirmed_account` whoever was signed in. `first_confirmed` is the table's
    version at the first confirmation of all: what changes after it is in everybody's way.
    """

    HANDS, TOTALS = SheetSource

    table = models.OneToOneField(Table, models.CASCADE, related_name="event_table")
    round = models.ForeignKey(Round, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    hands_due = models.PositiveSmallIntegerField()
    counts = models.CharField(max_length=8, choices=SheetSource.choices, blank=True)
    links = models.PositiveSmallIntegerField(default=0)
    confirmed_version = models.PositiveIntegerField(null=True, blank=True)
    first_confirmed = models.PositiveIntegerField(null=True, blank=True)
    confirmed_by = models.CharField(max_length=80, blank=True)
    confirmed_account = models.CharField(max_length=80, blank=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    confirmed_totals = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="one_table_per_number"),
            is_known("event_table", "counts", SheetSource, may_be_empty=True),
            *from_one("event_table", "number", "confirmed_totals"),
            models.CheckConstraint(
                condition=Q(confirmed_version=None, confirmed_at=None, first_confirmed=None)
                | Q(confirmed_version__isnull=False, confirmed_at__isnull=False),
                name="event_table_confirmed_with_moment",
                violation_error_message=_("A sheet that is confirmed, and no other, says when."),
            ),
        ]
        ordering = ["number"]


class Decided(models.TextChoices):
    """How a sheet that is gone for good was decided."""

    AVERAGE = "average"
    AGREED = "agreed"
    ANNULLED = "annulled"


class TotalsVersion(Kept):
    """The totals of a paper sheet as somebody keyed them; never changed, only followed by another.

    `record`: `{"points": [one per side], "solos": [one per side], "games", "lost": the same,
    "solos_played": [one per side, null where the paper does not say it], "hands": 30,
    "lines": [for each hand what each side wrote]}`, with what the event asks for. A withdrawn
    version does not count. Where the sheet is gone, `decided` says how it was decided (see
    `Decided`), and for an average `from` has of each side the points, the hands and the numbers of
    the rounds that it comes from.
    """

    event_table = models.ForeignKey(EventTable, models.CASCADE, related_name="totals")
    number = models.PositiveIntegerField()
    record = models.JSONField()
    is_withdrawn = models.BooleanField(default=False)
    reason = models.CharField(max_length=200, blank=True)
    submission = models.UUIDField(unique=True, default=uuid.uuid4)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["event_table", "number"], name="one_totals_version_per_number"
            ),
            *from_one("totals_version", "number"),
            models.CheckConstraint(
                condition=Q(is_withdrawn=False) | ~Q(reason=""),
                name="totals_version_withdrawn_with_reason",
                violation_error_message=_("Totals that are taken back have a reason."),
            ),
        ]
        ordering = ["number"]


class Result(Row):
    """What an entry has from a round: a cache of what counts of its table's sheet.

    `side` is the column of the sheet, or the number of the pair. Without a table the entry sat
    out. `hands` are those in which it got cards; `is_in` says that the sheet is complete.
    `kept_hands` are those of them that are there one by one; `top_points` is the most that the
    entry won with a game of its own in one of them, and `top_hand` the first such hand's number
    on the sheet, both 0 where there is none: see `tournaments.events.standings.queries.final`.
    `solos` are those won; `solos_played` all of them, None where the paper did not say how many.
    `games` are those won at the table, `lost` those that the entry took on and lost, where the
    event counts them. `moved_at`: when the entry last joined, left or came back between two hands
    of the table; `is_away`: it left and sits there no more. `decided`: how the sheet was decided
    that is gone, "" for any other; who sat at one that was annulled did not play there.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="results")
    round = models.ForeignKey(Round, models.CASCADE, related_name="results")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="results")
    event_table = models.ForeignKey(
        EventTable, models.CASCADE, null=True, blank=True, related_name="results"
    )
    side = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.IntegerField(default=0)
    hands = models.PositiveSmallIntegerField(default=0)
    solos = models.PositiveSmallIntegerField(default=0)
    solos_played = models.PositiveSmallIntegerField(null=True, blank=True)
    games = models.PositiveSmallIntegerField(default=0)
    lost = models.PositiveSmallIntegerField(default=0)
    kept_hands = models.PositiveSmallIntegerField(default=0)
    top_points = models.PositiveIntegerField(default=0)
    top_hand = models.PositiveIntegerField(default=0)
    is_in = models.BooleanField(default=False)
    moved_at = models.DateTimeField(null=True, blank=True)
    is_away = models.BooleanField(default=False)
    decided = models.CharField(max_length=8, choices=Decided.choices, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="one_result_per_round"),
            is_known("result", "decided", Decided, may_be_empty=True),
            models.CheckConstraint(
                condition=Q(event_table=None, side=None)
                | Q(event_table__isnull=False, side__isnull=False),
                name="result_at_table_has_side",
                violation_error_message=_("Whoever sits at a table, and nobody else, has a side."),
            ),
            models.CheckConstraint(
                condition=Q(top_points=0, top_hand=0) | Q(top_points__gte=1, top_hand__gte=1),
                name="result_top_points_of_a_hand",
                violation_error_message=_(
                    "The highest game has points and the number of its hand."
                ),
            ),
        ]


# Leaving a table in the middle of a round, and what was decided about the rest of its hands.


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
                violation_error_message=_(
                    "Points are read off only where somebody plays on outside."
                ),
            ),
            withdrawn_with_reason("leaving"),
        ]
        ordering = ["pk"]
