"""Making events."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from scoring import find_ruleset, resolve_options
from tournaments.common.deeds import DeedReused
from tournaments.common.sent import compare_sent
from tournaments.events.deeds import keep_change
from tournaments.formats.settings import EventSettings
from tournaments.models import By, Club, Event, EventChange


def create_event(
    *,
    club: Club,
    title: str,
    ruleset: str,
    settings: EventSettings,
    by: By,
    submission: UUID,
    options: dict[str, Any] | None = None,
    preset: str = "",
    place: str = "",
    starts_at: datetime | None = None,
    finals: int = 0,
) -> Event:
    """Make an event; the same submission leads to the same event.

    `options`: only what differs from the ruleset's defaults; `finals`: as `Event` has it. Raises
    HandProblem for options that the ruleset does not know, and DeedReused for a submission that was
    used for something else.
    """
    event = Event(
        club=club,
        title=title,
        place=place,
        starts_at=starts_at,
        preset=preset,
        ruleset=ruleset,
        options=resolve_options(find_ruleset(ruleset), options or {}),
        settings=settings.to_json(),
        submission=submission,
        finals=finals,
    )
    return save_event(event, by)


def save_event(event: Event, by: By) -> Event:
    """Keep an event that is new; the one that was kept under its submission before, if there is."""
    try:
        with transaction.atomic(durable=True):
            keep_event(event, by)
    except IntegrityError:
        compare_sent()
        made = Event.objects.filter(submission=event.submission, club=event.club_id).first()
        if made is None:
            raise DeedReused from None
        return made
    return event


def keep_event(event: Event, by: By) -> None:
    """The same inside a transaction; nothing is kept under its submission yet."""
    event.save()
    keep_change(event, EventChange(kind="made", after=event.title), by, event.submission)
