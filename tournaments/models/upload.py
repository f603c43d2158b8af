"""Files that were sent to be brought in, until somebody has looked at them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from tournaments.models.club import Club
from tournaments.models.event import Event

MOST_BYTES = 100_000_000
"""How large an event's file may be: more than 100,000 hands need."""


class EventUpload(models.Model):
    """An event's file, packed, between its preview and its being brought in.

    `event` is what became of it; then the content is let go.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="uploads")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    packed = models.BinaryField(default=bytes)
    event = models.ForeignKey(Event, models.CASCADE, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"upload {self.pk} for club {self.club_id}"
