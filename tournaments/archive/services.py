"""Files of events between their being sent and their being brought in."""

from __future__ import annotations

import zlib
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from tournaments.models import Club, Event, EventUpload

KEPT = timedelta(days=1)


def keep_upload(*, club: Club, user: User, raw: bytes) -> EventUpload:
    """Keep a file until somebody has looked at it; earlier ones of the same person are let go."""
    with transaction.atomic():
        unused = EventUpload.objects.filter(event=None)
        unused.filter(club=club, user=user).delete()
        EventUpload.objects.filter(made_at__lt=timezone.now() - KEPT).delete()
        return EventUpload.objects.create(club=club, user=user, packed=zlib.compress(raw))


def content_of(upload: EventUpload) -> bytes:
    """What was sent."""
    return zlib.decompress(bytes(upload.packed))


def note_brought_in(upload: EventUpload, event: Event) -> None:
    """Let the content go, and remember what became of it."""
    EventUpload.objects.filter(pk=upload.pk).update(event=event, packed=b"")


def drop_upload(upload: EventUpload) -> None:
    """Let a file go that nobody wants."""
    upload.delete()
