"""Until when the sheets of an event have to be in: said, moved, taken away."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID, uuid5

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.common.deeds import Refused
from tournaments.events.deeds import Done, do
from tournaments.models import By, Event, EventChange


def set_due(
    *, event: Event, at: datetime | None, by: By, submission: UUID, reason: str = ""
) -> Done:
    """Say until when the sheets have to be in; None takes the time away.

    Once it is over it is moved only with a reason: it makes sheets late, or no longer late.
    """

    def write(locked: Event) -> EventChange | None:
        before = locked.sheets_due_at
        if before == at:
            return None
        if before is not None and before <= timezone.now() and not reason:
            text = _("The time is over. Say why it is another one now.")
            raise Refused(text, field="reason")
        locked.sheets_due_at = at
        locked.save(update_fields=["sheets_due_at"])
        return EventChange(
            kind="sheets_due" if at else "sheets_due_off",
            before=_words(before),
            after=_words(at),
            reason=reason[:200],
        )

    return do(event, by, submission, write)


def set_due_at_all(
    *,
    events: Iterable[Event],
    at: datetime | None,
    by: By,
    submission: UUID,
    reason: str = "",
) -> list[Event]:
    """The same at each of these events, a deed for each; those at which it was refused."""
    refused = []
    for event in events:
        own = uuid5(submission, f"due {event.pk}")
        try:
            set_due(event=event, at=at, by=by, submission=own, reason=reason)
        except Refused:
            refused.append(event)
    return refused


def _words(at: datetime | None) -> str:
    return date_format(timezone.localtime(at), "j M Y, H:i") if at else ""
