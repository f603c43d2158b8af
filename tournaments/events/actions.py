"""The only function through which directors change an event, and what belongs to it.

An action locks the event's row first, then whatever else it needs in the order that `locks` says.
For a hand no phone locks an event: each locks its own table alone, so that two hundred of them do
not wait for one another. Only where somebody joins or leaves a table of a free night a phone does,
for nobody may sit at two.
"""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.db.models import F
from django.utils.translation import gettext_lazy as _

from tournaments.common.actions import ActionResult, Refused, keep_changes, run_action
from tournaments.common.followers import Followers, Question
from tournaments.common.locks import announce_event, lock_club, lock_event
from tournaments.models import Author, Event, EventChange, Round

standing_in_book: Question[[Event], object] = Question()
"""How an event stands to the record book."""

moved_in_book: Followers[[Event]] = Followers()
"""It stands otherwise now; inside a deed."""

public_series: Question[[Event], tuple[object, ...]] = Question()
"""The published series of an event, for its public page."""


FINAL = _("The final list is locked. Open it again first, with a reason.")

Done = ActionResult[EventChange]


def perform(
    event: Event,
    by: Author,
    submission: UUID,
    write: Callable[[Event], EventChange | None],
    *,
    even_if_final: bool = False,
    names_people: bool = False,
) -> Done:
    """Do an action under the event's lock and write down who did it.

    `write` gets the event, read anew, and gives the change to be kept (or None where nothing was
    to be changed). `names_people`: it says who somebody is, and waits for the club first. Raises
    Refused for an action at an event that is final, and SaidOtherwise where the form did something
    else before.
    """

    def lock(event: Event) -> Event:
        if names_people:
            lock_club(event.club_id)
        return lock_event(event)

    def write_and_count(locked: Event) -> list[EventChange]:
        if locked.state == Event.FINAL and not even_if_final:
            raise Refused(str(FINAL))
        before = standing_in_book.ask(locked)
        change = write(locked)
        if change is None:
            return []
        if standing_in_book.ask(locked) != before:
            moved_in_book.tell(locked)
        count_event_change(locked)
        _count_round(locked, change)
        return [change]

    return run_action(
        EventChange, event, lock=lock, write=write_and_count, by=by, submission=submission
    )


def count_event_change(locked: Event, *fields: str) -> None:
    """Save the event's next version, so that every open page learns of it."""
    locked.version += 1
    locked.save(update_fields=["version", *fields])
    announce_event(locked.pk)


def count_and_keep(locked: Event, change: EventChange, by: Author, submission: UUID) -> None:
    """Save the event's next version and write down what led to it; inside an action."""
    count_event_change(locked)
    keep_change(locked, change, by, submission)


def keep_change(locked: Event, change: EventChange, by: Author, submission: UUID) -> None:
    """Write a change down as part of the action, and count it at the round that it is about."""
    _count_round(locked, change)
    keep_changes([change], thing=locked, by=by, submission=submission)


def find_deed(submission: UUID) -> EventChange | None:
    """What was done under that submission, at whatever event."""
    return EventChange.found(submission)


def _count_round(locked: Event, change: EventChange) -> None:
    """Count a change at the round that it is about."""
    if change.round_number is not None:
        rounds = Round.objects.filter(event=locked, number=change.round_number)
        rounds.update(version=F("version") + 1)
