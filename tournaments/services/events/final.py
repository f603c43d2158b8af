"""The final list: locked with its fingerprint, opened again with a reason."""

from __future__ import annotations

from uuid import UUID

from tournaments.models import By, Event, EventChange, Round
from tournaments.queries.events.final import (
    KEPT_UNDER,
    LOCKED,
    REOPENED,
    final_rows,
    fingerprint,
    what_bars_the_list,
)
from tournaments.queries.events.standings import event_standing
from tournaments.services.events.deeds import Done, Refused, do
from tournaments.services.events.prizes import keep_prizes


def lock_final(*, event: Event, by: By, submission: UUID) -> Done:
    """Freeze the standing as the final list; refused while a round or a protest is open."""

    def write(locked: Event) -> EventChange | None:
        if locked.state == Event.FINAL:
            return None
        problem = what_bars_the_list(locked)
        if problem:
            raise Refused(problem)
        last = locked.rounds.filter(state=Round.CLOSED).latest("number")
        rows = final_rows(event_standing(locked))
        locked.state = Event.FINAL
        locked.revision += 1
        locked.save(update_fields=["state", "revision"])
        lists = last.report.setdefault(KEPT_UNDER, {})
        lists[str(locked.revision)] = [list(row) for row in rows]
        last.save(update_fields=["report"])
        keep_prizes(locked)
        return EventChange(kind=LOCKED, before=str(locked.revision), after=fingerprint(rows))

    return do(event, by, submission, write, even_if_final=True)


def reopen_final(*, event: Event, reason: str, by: By, submission: UUID) -> Done:
    """Open the final list again; the reason stands under every list that follows."""

    def write(locked: Event) -> EventChange | None:
        if locked.state != Event.FINAL:
            return None
        locked.state = Event.RUNNING
        locked.save(update_fields=["state"])
        return EventChange(kind=REOPENED, before=str(locked.revision), reason=reason)

    return do(event, by, submission, write, even_if_final=True)
