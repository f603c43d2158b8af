"""What the pages of the door show of how somebody is reached, and of who is the same person."""

from __future__ import annotations

from typing import Any

from tournaments.common.envelope import Envelope, new_envelope
from tournaments.events.access import EventVisit
from tournaments.events.check_in.forms import ReachedForm
from tournaments.events.check_in.queries.contacts import (
    Alike,
    known_of,
    open_questions,
    takes_contacts,
)
from tournaments.models import Entry


def contact_context(
    visit: EventVisit, entry: Entry, form: ReachedForm | None = None
) -> dict[str, Any]:
    """What the page of an entry shows of it; nothing where everybody comes once."""
    if not takes_contacts(visit.settings):
        return {}
    known = known_of(entry)
    return {
        "known": known,
        "reached": form or ReachedForm(known.reached),
        "contact_envelope": new_envelope(visit.event.version),
        "questions": questions(visit, known.alike),
    }


def questions(visit: EventVisit, asked: list[Alike]) -> list[tuple[Alike, Envelope]]:
    """Each question with an envelope of its own."""
    return [(each, new_envelope(visit.event.version)) for each in asked]


def door_questions(visit: EventVisit, about: int | None) -> list[tuple[Alike, Envelope]]:
    """What the door asks: first about whoever stands there, then the others."""
    found = open_questions(visit.event)
    found.sort(key=lambda each: about not in (each.first.pk, each.later.pk))
    return questions(visit, found)
