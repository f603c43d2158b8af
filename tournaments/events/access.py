"""Who may at an event: its club's directors, and everybody once it is published."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.urls import reverse

from tournaments.common.access import Guard
from tournaments.models import By, Event
from tournaments.settings.event import EventSettings


@dataclass(frozen=True)
class EventVisit:
    """An event that somebody was let in to, and whether as one of its directors."""

    event: Event
    by: By = field(default_factory=By)
    is_director: bool = False

    @property
    def settings(self) -> EventSettings:
        """What the directors decided about the event."""
        return self.event.format

    def address(self, name: str, *args: object) -> str:
        """The address of one of the event's pages."""
        return reverse(name, args=[self.event.pk, *args])


_guard = Guard(
    key="event_id",
    rows=Event.objects.select_related("club"),
    visit=EventVisit,
    is_public=lambda event: event.published_at is not None,
)

event_director = _guard.for_directors("event_director")
"""Declares a view for the directors of an event's club; it gets an `EventVisit`."""

public_event = _guard.for_all("public_event")
"""Declares a view of a published event that everybody may open; it gets an `EventVisit`.

Directors see the pages of their own events before they are published."""
