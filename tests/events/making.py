"""Events as stories need them, made without the form."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from formats.event import EventSettings
from scoring import find_ruleset, resolve_options
from tournaments.events.setup.services import save_event
from tournaments.models import Author, Club, Event


def create_event(
    *,
    club: Club,
    title: str,
    ruleset: str,
    settings: EventSettings,
    by: Author,
    submission: UUID,
    options: dict[str, Any] | None = None,
) -> Event:
    """Make an event; `options`: only what differs from the ruleset's defaults."""
    event = Event(
        club=club,
        title=title,
        ruleset=ruleset,
        options=resolve_options(find_ruleset(ruleset), options or {}),
        settings=settings.to_json(),
        submission=submission,
    )
    return save_event(event, by)
