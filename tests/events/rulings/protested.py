"""What the stories of protests share: one written down, decided, opened again."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from tests.events.rulings.ruled import fresh
from tournaments.events.rulings.services import (
    Outcome,
    Written,
    decide_protest,
    make_protest,
    reopen_protest,
)
from tournaments.models import Author, Event, EventTable, Protest

SAID: dict[str, Any] = {
    "protester": "Ben, captain of Blue",
    "matter": "Cards were shown in hand 3",
    "wanted": "Hand 3 counts as lost",
}


def protests(event: Event, by: Author, place: EventTable | None = None, **more: object) -> Protest:
    """A protest about a table, or about the whole event."""
    about = {"round": place.round.number, "table": place.number} if place else {}
    written, submission = Written(**(SAID | about | more)), uuid4()
    make_protest(event=fresh(event), written=written, by=by, submission=submission)
    return Protest.objects.get(submission=submission)


def is_decided(
    protest: Protest,
    by: Author,
    decision: str,
    reason: str = "Two at the table saw it",
    **more: object,
) -> Protest:
    here = Protest.objects.get(pk=protest.pk)
    outcome = Outcome(decision=decision, reason=reason, **more)  # type: ignore[arg-type]
    decide_protest(
        protest=here, outcome=outcome, seen_version=here.version, by=by, submission=uuid4()
    )
    return Protest.objects.get(pk=protest.pk)


def is_opened_again(protest: Protest, by: Author, reason: str = "A third one spoke") -> Protest:
    here = Protest.objects.get(pk=protest.pk)
    reopen_protest(
        protest=here, reason=reason, seen_version=here.version, by=by, submission=uuid4()
    )
    return Protest.objects.get(pk=protest.pk)
