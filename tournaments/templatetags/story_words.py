"""Whether an event has a story to tell already."""

from __future__ import annotations

from django import template

from tournaments.events.access import EventVisit
from tournaments.events.standings.queries.snapshots import Snapshot
from tournaments.models import Event
from tournaments.records.queries.figures import keeps_back

register = template.Library()


@register.filter
def has_story(visit: EventVisit, snapshot: Snapshot | str) -> bool:
    """Whether the page of the story says something to the visitor; without a question to the
    database.

    On pages that know nothing of the rounds, only final events have one.
    """
    if keeps_back(visit.event) and not visit.is_director:
        return False
    has_closed = isinstance(snapshot, Snapshot) and snapshot.closed > 0
    return has_closed or visit.event.state == Event.FINAL
