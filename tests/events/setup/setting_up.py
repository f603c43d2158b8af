"""An event in the making, and what directors do to it."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from uuid import uuid4

from django.utils import timezone

from formats.event import EventSettings
from formats.presets import PRESETS
from scoring import RULESETS
from tournaments.events.desk.queries.history import values_said
from tournaments.events.setup.services import change_settings, set_up_event
from tournaments.models import Author, Club, Event


def sessions(club: Club, by: Author) -> Event:
    """Wisconsin sessions in the making."""
    preset = PRESETS["wisconsin"]
    return set_up_event(
        event=Event(
            club=club,
            preset=preset.key,
            title="Oktoberfest",
            place="Kohler",
            starts_at=timezone.now(),
            ruleset=preset.rulesets[0],
            options=RULESETS[preset.rulesets[0]].defaults(),
            settings=preset.settings.to_json(),
        ),
        by=by,
        submission=uuid4(),
    )


def freeze(event: Event) -> None:
    """As the first accepted draw does."""
    event.frozen_at, event.state = timezone.now(), Event.RUNNING
    event.save()


def now(event: Event) -> EventSettings:
    event.refresh_from_db()
    return event.format


def history(event: Event) -> list[tuple[str, str]]:
    changes = event.changes.filter(kind="settings").order_by("pk")
    return [values_said(change) for change in changes]


def changes(event: Event, by: Author, *, seen: int | None = None, **more: object) -> None:
    """Change settings by the service."""
    event.refresh_from_db()
    wanted = copy(event)
    wanted.settings = replace(event.format, **more).to_json()  # type: ignore[arg-type]
    change_settings(
        event=event,
        wanted=wanted,
        seen_version=event.version if seen is None else seen,
        by=by,
        submission=uuid4(),
    )
