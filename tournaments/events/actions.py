"""The only function through which directors change an event, and what belongs to it.

An action locks the event's row first, then whatever else it needs in the order that `locks` says.
For a hand no phone locks an event: each locks its own table alone, so that two hundred of them do
not wait for one another. Only where somebody joins or leaves a table of a free night a phone does,
for nobody may sit at two.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NotRequired, TypedDict
from uuid import UUID, uuid4

from django.db.models import F
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.common.actions import ActionResult, Refused, keep_changes, run_action
from tournaments.common.followers import Followers, Question
from tournaments.common.locks import announce_event, lock_club, lock_row
from tournaments.models import Author, Event, EventChange, Round

standing_in_book: Question[[Event], object] = Question()
"""How an event stands to the record book."""

moved_in_book: Followers[[Event]] = Followers()
"""It stands otherwise now; inside a deed."""

public_series: Question[[Event], tuple[object, ...]] = Question()
"""The published series of an event, for its public page."""


FINAL = _("The final list is locked. Open it again first, with a reason.")

Done = ActionResult[EventChange]


class OfEvent(TypedDict):
    """What each action at an event gets: which event, who does it, and the number of the form."""

    event: Event
    by: Author
    submission: UUID


class OfRound(OfEvent):
    """What each action at a round gets: which round as well.

    `seen_version`: that of the event when the form was made; without it the round is taken as is.
    """

    number: int
    seen_version: NotRequired[int | None]


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
        return lock_row(event)

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


def keep_change(locked: Event, change: EventChange, by: Author, submission: UUID) -> None:
    """Write a change down as part of the action, and count it at the round that it is about."""
    _count_round(locked, change)
    keep_changes([change], thing=locked, by=by, submission=submission)


def keep_beside(
    locked: Event, change: EventChange, by: Author, submission: UUID | None = None
) -> None:
    """A further line of the same deed, which gets the version that the deed will have."""
    change.complete(locked, by, submission or uuid4())
    change.event_version += 1
    change.save()


def refuse_unseen(
    locked: Event, asked: OfRound, kinds: Collection[str], sentence: str | Promise
) -> None:
    """Refuse what is wanted of a round with which one of these kinds of deeds was done since."""
    seen_version = asked.get("seen_version")
    if seen_version is None:
        return
    done = locked.changes.filter(kind__in=kinds, round_number=asked["number"])
    if done.filter(event_version__gt=seen_version).exists():
        raise Refused(str(sentence))


def _count_round(locked: Event, change: EventChange) -> None:
    """Count a change at the round that it is about."""
    if change.round_number is not None:
        rounds = Round.objects.filter(event=locked, number=change.round_number)
        rounds.update(version=F("version") + 1)
