"""Events, what is announced at them, the history of what was done, and files brought in."""

from __future__ import annotations

import json
import uuid
from functools import lru_cache

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from formats.event import EventSettings
from tournaments.models.base import Change, Language, PlayedUnder, Row, Speaking, from_one, is_known
from tournaments.models.club import Club

# Events, what is announced at them, and the history of what was done.


class EventState(models.TextChoices):
    """How far an event is: its rules may change, it is played, its final list is locked."""

    SETUP = "setup"
    RUNNING = "running"
    FINAL = "final"


class Event(PlayedUnder, Speaking):
    """One tournament, club night or home game.

    `settings` are its `format` as JSON, `options` the whole house rules; both are frozen when the
    first round is drawn. `version` counts what directors do: it is the state
    of the event, together with the versions of its tables, which scorers count. Nothing is shown
    to anybody but directors before it is published. `revision` is that of the final list. Sheets
    that come in after `sheets_due_at` are late, where there is such a time. `finals`: with so many
    groups that are drawn apart it begins (the entries say who is in which); 0 without.
    """

    SETUP, RUNNING, FINAL = EventState

    club = models.ForeignKey(Club, models.CASCADE, related_name="events")
    title = models.CharField(max_length=80)
    place = models.CharField(max_length=80, blank=True)
    starts_at = models.DateTimeField(null=True, blank=True)
    preset = models.CharField(max_length=40, blank=True)
    ruleset = models.CharField(max_length=64)
    options = models.JSONField(default=dict)
    settings = models.JSONField(default=dict)
    state = models.CharField(max_length=8, choices=EventState.choices, default=SETUP)
    published_at = models.DateTimeField(null=True, blank=True)
    frozen_at = models.DateTimeField(null=True, blank=True)
    sheets_due_at = models.DateTimeField(null=True, blank=True)
    finals = models.PositiveSmallIntegerField(default=0)
    revision = models.PositiveIntegerField(default=0)
    next_number = models.PositiveIntegerField(default=1)
    version = models.PositiveIntegerField(default=0)
    made_at = models.DateTimeField(default=timezone.now)
    submission = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)

    class Meta:
        constraints = [
            *PlayedUnder.versions("event"),
            is_known("event", "state", EventState),
            is_known("event", "language", Language),
            *from_one("event", "next_number"),
            models.CheckConstraint(
                condition=Q(state="setup", frozen_at=None)
                | (~Q(state="setup") & Q(frozen_at__isnull=False)),
                name="event_frozen_after_setup",
                violation_error_message=_(
                    "The rules are frozen once set-up is over, and not before."
                ),
            ),
            models.CheckConstraint(
                condition=~Q(state="final") | Q(revision__gte=1),
                name="event_final_has_revision",
                violation_error_message=_("A final list that is locked has a revision, from 1 on."),
            ),
        ]
        ordering = ["-starts_at", "-pk"]

    def __str__(self) -> str:
        return self.title

    @property
    def format(self) -> EventSettings:
        """What the directors decided about the event, as one value."""
        return _settings_of(json.dumps(self.settings))


@lru_cache(maxsize=256)
def _settings_of(kept: str) -> EventSettings:
    """Read once: every page asks for them many times."""
    return EventSettings.from_json(json.loads(kept))


class Announcement(models.Model):
    """A sentence on every screen of the event until it is taken down."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="announcements")
    text = models.CharField(max_length=200)
    made_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.text


class EventChange(Change):
    """Who did what at an event, when and why.

    `kind` is a word of `tournaments.events.desk.queries.history`, or of the version that wrote the
    event's file: then it is shown as it stands. `figures` are what somebody reads again later: what
    everybody had at a sheet that was opened again, as `[[start number, points, solos, games], …]`.
    """

    SUBJECT = "event"

    event = models.ForeignKey(Event, models.CASCADE, related_name="changes")
    kind = models.CharField(max_length=32)
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    table_number = models.PositiveSmallIntegerField(null=True, blank=True)
    entry = models.ForeignKey(
        "Entry", models.SET_NULL, null=True, blank=True, related_name="changes"
    )
    before = models.CharField(max_length=300, blank=True)
    after = models.CharField(max_length=300, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    figures = models.JSONField(default=list, blank=True)
    submission = models.UUIDField(unique=True, default=uuid.uuid4)
    event_version = models.PositiveIntegerField()
    device = models.CharField(max_length=16, blank=True)

    class Meta(Change.Meta):
        constraints = [*from_one("event_change", "round_number", "table_number")]


# Files that were sent to be brought in, until somebody has looked at them.

MOST_BYTES = 100_000_000
"""How large an event's file may be: more than 100,000 hands need."""


class EventUpload(Row):
    """An event's file, packed until it is brought in, and the `event` that became of it."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="uploads")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    packed = models.BinaryField(default=bytes)
    event = models.ForeignKey(Event, models.CASCADE, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
