"""Who comes to an event, before anything is drawn."""

from __future__ import annotations

from collections import Counter

from django import template

from tournaments.events.standings.queries.snapshots import Snapshot
from tournaments.models import Entry

register = template.Library()


@register.filter
def who_comes(snapshot: Snapshot) -> list[tuple[str, int]]:
    """How many are here, are registered and wait for a place; who is nobody is left out."""
    counts = Counter(one.status for one in snapshot.expected)
    counts[Entry.HERE] = snapshot.checked_in
    states = (Entry.HERE, Entry.REGISTERED, Entry.WAITING)
    return [(state, counts[state]) for state in states if counts[state]]
