"""Showing an event to everybody, and taking it back while nobody needs it yet."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.common.deeds import Refused
from tournaments.events.deeds import Done, do
from tournaments.events.setup.queries.details import missing_for_publication, public_rounds
from tournaments.models import By, Event, EventChange


class Incomplete(Refused):
    """An event that cannot be published yet, with everything that is missing."""

    def __init__(self, missing: list[str]) -> None:
        super().__init__(_("It cannot be published yet: something is missing."))
        self.missing = missing


def publish_event(*, event: Event, by: By, submission: UUID) -> Done:
    """Show an event to everybody; raises Incomplete where something is missing."""

    def write(locked: Event) -> EventChange | None:
        if locked.published_at is not None:
            return None
        missing = missing_for_publication(locked)
        if missing:
            raise Incomplete(missing)
        locked.published_at = timezone.now()
        locked.save(update_fields=["published_at"])
        return EventChange(kind="published", after=locked.title)

    return do(event, by, submission, write)


def unpublish_event(*, event: Event, by: By, submission: UUID) -> Done:
    """Show an event to its directors alone again; refused once players look up their seats."""

    def write(locked: Event) -> EventChange | None:
        if locked.published_at is None:
            return None
        if public_rounds(locked):
            raise Refused(_("Players look up their seats here: it stays public."))
        locked.published_at = None
        locked.save(update_fields=["published_at"])
        return EventChange(kind="unpublished", before=locked.title)

    return do(event, by, submission, write)
