"""The one door through which directors change an event.

A deed is one transaction that locks the event's row first, then whatever else it needs in the order
that `locks` says, and writes down who did what. The same submission arriving again is the same deed
and changes nothing more; where its form says something else now, nothing is done
(`tournaments.common.sent`). For a hand no phone locks an event: each locks its own table alone, so
that two hundred of them do not wait for one another. Only where somebody joins or leaves a table of
a free night a phone does, for nobody may sit at two.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from tournaments.common.announce import announce_event
from tournaments.common.deeds import DeedReused, Refused
from tournaments.common.locks import lock_club, lock_event
from tournaments.common.sent import compare_sent, keep_sent
from tournaments.events.followers import moved_in_book, standing_in_book
from tournaments.models import By, Event, EventChange, Round

FINAL = _("The final list is locked. Open it again first, with a reason.")


class Done(NamedTuple):
    """What a submission led to: the change that is written down, and whether it came before.

    `change` is None where nothing was to be done.
    """

    change: EventChange | None
    is_repeat: bool


def do(
    event: Event,
    by: By,
    submission: UUID,
    write: Callable[[Event], EventChange | None],
    *,
    even_if_final: bool = False,
    names_people: bool = False,
) -> Done:
    """Do a deed under the event's lock and write down who did it.

    `write` gets the event, read anew, and gives the change to be kept (or None where nothing was
    to be changed). `names_people`: it says who somebody is, and waits for the club first. Raises
    Refused for a deed at an event that is final, and SaidOtherwise where the form did something
    else before.
    """
    try:
        with transaction.atomic(durable=True):
            if names_people:
                lock_club(event.club_id)
            locked = lock_event(event)
            stored = find_deed(submission)
            if stored is not None:
                compare_sent()
                return _answer_again(stored, locked)
            if locked.state == Event.FINAL and not even_if_final:
                raise Refused(str(FINAL))
            before = standing_in_book.ask(locked)
            change = write(locked)
            if change is None:
                return Done(None, is_repeat=False)
            if standing_in_book.ask(locked) != before:
                moved_in_book.tell(locked)
            count_and_keep(locked, change, by, submission)
    except IntegrityError:
        compare_sent()
        stored = find_deed(submission)
        if stored is None:
            raise
        return _answer_again(stored, event)
    return Done(change, is_repeat=False)


def count_event_change(locked: Event, *fields: str) -> None:
    """Save the event's next version, so that every open page learns of it."""
    locked.version += 1
    locked.save(update_fields=["version", *fields])
    announce_event(locked.pk)


def count_and_keep(locked: Event, change: EventChange, by: By, submission: UUID) -> None:
    """Save the event's next version and write down what led to it; inside a deed."""
    count_event_change(locked)
    keep_change(locked, change, by, submission)


def keep_change(locked: Event, change: EventChange, by: By, submission: UUID) -> None:
    """Write a change down as part of the deed, and count it at the round that it is about."""
    if change.round_number is not None:
        rounds = Round.objects.filter(event=locked, number=change.round_number)
        rounds.update(version=F("version") + 1)
    change.event = locked
    change.event_version = locked.version
    change.submission = submission
    by.sign(change)
    change.save()
    keep_sent()


def find_deed(submission: UUID) -> EventChange | None:
    """What was done under that submission, at whatever event."""
    return EventChange.objects.select_related("entry").filter(submission=submission).first()


def _answer_again(stored: EventChange, event: Event) -> Done:
    if stored.event_id != event.pk:
        raise DeedReused
    return Done(stored, is_repeat=True)
