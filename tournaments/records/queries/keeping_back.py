"""Which events the record book does not speak of yet."""

from __future__ import annotations

from tournaments.formats.settings import EventSettings
from tournaments.models import Event


def keeps_back(event: Event) -> bool:
    """Whether nobody may know the figures of an event yet.

    So it is before it is published, and, where its standings are hidden at some time, until its
    final list is locked.
    """
    if event.published_at is None:
        return True
    hides = EventSettings.from_json(event.settings).shows != "always"
    return hides and event.state != Event.FINAL
