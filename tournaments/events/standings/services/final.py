"""The final list: locked with its fingerprint, opened again with a reason."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext as _

from accounts.events import Kind
from tournaments.common.deeds import Refused
from tournaments.common.noted import note_deed
from tournaments.events.deeds import Done, do
from tournaments.events.money.queries.left_over import key_of, left_before_lock
from tournaments.events.money.services import keep_prizes
from tournaments.events.standings.queries.final import (
    KEPT_UNDER,
    LOCKED,
    REOPENED,
    final_rows,
    fingerprint,
    what_bars_the_list,
)
from tournaments.events.standings.queries.standings import event_standing
from tournaments.models import By, Event, EventChange, Round


class LeftOver(Refused):
    """Something is left to be done that the director has not said to lock the list over."""


def lock_final(
    *, event: Event, by: By, submission: UUID, seen: str | None = None, knows: str | None = None
) -> Done:
    """Freeze the standing as the final list; refused while a round or a protest is open.

    `seen` is the fingerprint of the list that the director saw; refused where it is another one by
    now. None: it is taken as it is. `knows` is what the director was told is left over; where that
    is something else it is asked about first. None: nobody is asked.
    """

    def write(locked: Event) -> EventChange | None:
        if locked.state == Event.FINAL:
            return None
        problem = what_bars_the_list(locked)
        if problem:
            raise Refused(problem)
        rows = final_rows(event_standing(locked))
        if seen is not None and seen != fingerprint(rows):
            raise Refused(_("The list has changed since you saw it. This is how it is now."))
        left = key_of(left_before_lock(locked))
        if knows is not None and left and left != knows:
            raise LeftOver(left)
        last = locked.rounds.filter(state=Round.CLOSED).latest("number")
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
        note_deed(Kind.REOPENED, club=locked.club, by=by, what=f"event {locked.pk}")
        return EventChange(kind=REOPENED, before=str(locked.revision), reason=reason)

    return do(event, by, submission, write, even_if_final=True)
