"""Who runs a club, and who was asked to."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.base import Language, Row, Speaking, is_known
from tournaments.models.club import Club
from tournaments.models.event import Event

INVITED_FOR = timedelta(days=7)
HELPS_AFTER = timedelta(days=7)
"""So long after its final list is locked somebody still helps at an event."""


class Role(models.TextChoices):
    """What somebody is in a club; `tournaments.common.rights` says what each may."""

    OWNER = "owner", pgettext_lazy("role in a club", "Owner")
    DIRECTOR = "director", pgettext_lazy("role in a club", "Director")
    DOOR = "door", pgettext_lazy("role in a club", "Door")
    KEYER = "keyer", pgettext_lazy("role in a club", "Results")
    CASHIER = "cashier", pgettext_lazy("role in a club", "Cash desk")
    AUDITOR = "auditor", pgettext_lazy("role in a club", "Auditor")
    STATISTICIAN = "statistician", pgettext_lazy("role in a club", "Record book")


class Memberships(models.QuerySet["Membership"]):
    """Memberships, some of which are over."""

    def present(self) -> Memberships:
        """Those that are not over."""
        return self.filter(Q(until=None) | Q(until__gt=timezone.now()))

    def end_after(self, event: Event) -> None:
        """Let all who help at an event do so for some days more: its final list is locked."""
        self.filter(event=event, until=None).update(until=timezone.now() + HELPS_AFTER)

    def go_on_at(self, event: Event) -> None:
        """Let all who still help at an event go on: its final list was opened again."""
        self.present().filter(event=event).update(until=None)


class Membership(Row):
    """Somebody with an account who is something in a club, or at one event of it.

    It lasts from `since` until `until`, for ever without it, and is kept then, so that it can be
    read who was what when.
    """

    OWNER, DIRECTOR, DOOR, KEYER, CASHIER, AUDITOR, STATISTICIAN = Role

    club = models.ForeignKey(Club, models.CASCADE, related_name="members")
    event = models.ForeignKey(Event, models.CASCADE, null=True, blank=True, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=12, choices=Role.choices, default=DIRECTOR)
    since = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(null=True, blank=True)
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )

    objects = Memberships.as_manager()

    class Meta:
        constraints = [
            is_known("membership", "role", Role),
            models.UniqueConstraint(
                fields=["club", "user"],
                condition=Q(until=None, event=None),
                name="one_membership_per_club",
            ),
            models.UniqueConstraint(
                fields=["event", "user"], condition=Q(until=None), name="one_membership_per_event"
            ),
            models.CheckConstraint(
                condition=Q(event=None) | ~Q(role__in=["owner", "statistician"]),
                name="membership_of_an_event_is_of_its_day",
                violation_error_message=_("Nobody is that at one event alone."),
            ),
            models.CheckConstraint(
                condition=Q(until=None) | Q(until__gte=F("since")),
                name="membership_ends_after_it_began",
                violation_error_message=_("Nothing ends before it began."),
            ),
        ]


class Invitation(Row):
    """A link with which one person, whoever it is, joins a club or helps at one event of it.

    It is good once, and for seven days.

    Of the secret in its address only a digest is kept.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="invitations")
    event = models.ForeignKey(
        Event, models.CASCADE, null=True, blank=True, related_name="invitations"
    )
    role = models.CharField(max_length=12, choices=Role.choices)
    secret_hash = models.CharField(max_length=64, unique=True)
    submission = models.UUIDField(unique=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    made_at = models.DateTimeField(default=timezone.now)
    used_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    used_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            is_known("invitation", "role", Role),
            models.CheckConstraint(
                condition=Q(event=None) | ~Q(role__in=["owner", "statistician"]),
                name="invitation_of_an_event_is_of_its_day",
                violation_error_message=_("Nobody is that at one event alone."),
            ),
            models.CheckConstraint(
                condition=Q(used_at=None) | Q(withdrawn_at=None),
                name="invitation_is_used_or_withdrawn",
                violation_error_message=_("An invitation is used or withdrawn, not both."),
            ),
        ]

    @property
    def ends_at(self) -> datetime:
        """From when on it is worth nothing."""
        return self.made_at + INVITED_FOR


class Answer(models.TextChoices):
    """What became of somebody's wish for a club."""

    WAITING = "waiting"
    ACCEPTED = "accepted"
    DECLINED = "declined"


class ClubRequest(Speaking):
    """Somebody with an account wants a club of that name; what is in it speaks his language.

    `about` is what he tells whoever looks after the site. Where everybody may make a club, it is
    accepted as it comes, by nobody.
    """

    WAITING, ACCEPTED, DECLINED = Answer

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="club_requests")
    name = models.CharField(max_length=80)
    is_public = models.BooleanField(default=False)
    about = models.CharField(max_length=200, blank=True)
    state = models.CharField(max_length=8, choices=Answer.choices, default=WAITING)
    club = models.ForeignKey(Club, models.SET_NULL, null=True, blank=True, related_name="+")
    submission = models.UUIDField(unique=True)
    made_at = models.DateTimeField(default=timezone.now)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints = [
            is_known("club_request", "state", Answer),
            is_known("club_request", "language", Language),
            models.CheckConstraint(
                condition=Q(state="waiting", answered_at=None)
                | (~Q(state="waiting") & Q(answered_at__isnull=False)),
                name="club_request_waits_until_answered",
                violation_error_message=_("What waits has no answer yet, and all else has one."),
            ),
        ]
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name
