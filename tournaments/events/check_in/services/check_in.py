"""Who comes, pays, leaves and comes back: the states of an entry. None is ever deleted."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.common.deeds import Refused
from tournaments.events.check_in.queries.entries import drawn_rounds, free_places
from tournaments.events.deeds import Done, do
from tournaments.events.money.queries.money import fee_lines
from tournaments.models import By, Entry, Event, EventChange, Result

EXPECTED = (Entry.REGISTERED, Entry.WAITING, Entry.NO_SHOW)


def arrive(*, entry: Entry, by: By, submission: UUID, is_paid: bool | None = None) -> Done:
    """Let somebody in: with the next start number, or the one that was given before.

    `is_paid` None leaves it as it is. Whoever is here already only pays.
    """

    def write(event: Event, locked: Entry) -> EventChange | None:
        if locked.status == Entry.HERE:
            return pay(locked) if is_paid and not locked.is_paid else None
        if locked.status not in EXPECTED:
            raise Refused(_("%(name)s is out. Use “Comes back”.") % {"name": locked.name})
        is_new = locked.status != Entry.REGISTERED and not locked.is_house
        if is_new and free_places(event) == 0:
            raise Refused(_no_place(event))
        return let_in(event, locked, is_paid=is_paid)

    return entry_deed(entry, by, submission, write)


def not_here(*, entry: Entry, by: By, submission: UUID) -> Done:
    """Take an arrival back; the start number stays with the entry."""

    def write(event: Event, locked: Entry) -> EventChange | None:
        if locked.status != Entry.HERE:
            return None
        seated = Result.objects.filter(entry=locked).select_related("round").first()
        if seated is not None:
            words = _("%(name)s was drawn in round %(round)s. Use “Has left”.")
            raise Refused(words % {"name": locked.name, "round": seated.round.number})
        locked.arrived_at = None
        return _move(locked, Entry.REGISTERED, "not_here", "arrived_at")

    return entry_deed(entry, by, submission, write)


def set_paid(*, entry: Entry, is_paid: bool, by: By, submission: UUID) -> Done:
    """Note that the fee is paid, or that it is not.

    A locked final list has its prizes fixed: what is paid after it stays with the club.
    """

    def write(event: Event, locked: Entry) -> EventChange | None:
        if locked.is_paid == is_paid:
            return None
        if not is_paid and fee_lines(locked):
            words = _("%(name)s has lines in the cash book. Reverse them first.")
            raise Refused(words % {"name": locked.name})
        return pay(locked, is_paid=is_paid)

    return entry_deed(entry, by, submission, write, even_if_final=True)


def leave(*, entry: Entry, by: By, submission: UUID) -> Done:
    """Take somebody out of the coming draws; what was played stays in the standings."""

    def write(event: Event, locked: Entry) -> EventChange | None:
        if locked.status not in (Entry.HERE, Entry.REGISTERED, Entry.WAITING):
            return None
        return _end(event, locked, Entry.LEFT, "left")

    return entry_deed(entry, by, submission, write)


def mark_no_show(*, entry: Entry, by: By, submission: UUID) -> Done:
    """Note that somebody did not come, which frees the place."""

    def write(event: Event, locked: Entry) -> EventChange | None:
        if locked.status not in (Entry.HERE, Entry.REGISTERED, Entry.WAITING):
            return None
        return _end(event, locked, Entry.NO_SHOW, "no_show")

    return entry_deed(entry, by, submission, write)


def throw_out(*, entry: Entry, reason: str, by: By, submission: UUID) -> Done:
    """Disqualify somebody, with a reason; the points stay where they are."""

    def write(event: Event, locked: Entry) -> EventChange | None:
        if locked.status == Entry.OUT:
            return None
        if not reason.strip():
            raise Refused(_("Say why: it is written down."), field="reason")
        return put_out(event, locked, reason)

    return entry_deed(entry, by, submission, write)


def put_out(event: Event, entry: Entry, reason: str) -> EventChange:
    """Disqualify somebody; inside a deed."""
    return _end(event, entry, Entry.OUT, "out", reason)


def come_back(*, entry: Entry, by: By, submission: UUID, reason: str = "") -> Done:
    """Take somebody who was out back in; who was thrown out only with a reason."""

    def write(event: Event, locked: Entry) -> EventChange | None:
        if locked.status not in (Entry.LEFT, Entry.OUT, Entry.NO_SHOW):
            return None
        if locked.status == Entry.OUT and not reason.strip():
            raise Refused(_("Say why: it is written down."), field="reason")
        is_full = not locked.is_house and free_places(event) == 0
        if locked.number is None:
            locked.registered_at = timezone.now()
            status = Entry.WAITING if is_full else Entry.REGISTERED
            return _move(locked, status, "back", "registered_at", reason=reason)
        if is_full:
            raise Refused(_no_place(event))
        locked.last_round = None
        locked.first_round = first_round_for(event, locked)
        locked.arrived_at = locked.arrived_at or timezone.now()
        fields = ("last_round", "first_round", "arrived_at")
        return _move(locked, Entry.HERE, "back", *fields, reason=reason)

    return entry_deed(entry, by, submission, write)


def let_in(event: Event, entry: Entry, *, is_paid: bool | None) -> EventChange:
    """Give a start number and note the arrival; inside a deed. Saves `event.next_number`."""
    before = entry.status if entry.pk else ""
    if entry.number is None:
        entry.number = event.next_number
        event.next_number += 1
        event.save(update_fields=["next_number"])
    entry.status = Entry.HERE
    entry.arrived_at = timezone.now()
    entry.last_round = None
    entry.first_round = first_round_for(event, entry)
    if is_paid is not None:
        entry.is_paid = is_paid and not entry.free_reason
    entry.save()
    words = [f"{entry.number}"]
    if entry.is_paid:
        words.append(_("paid"))
    if entry.first_round > 1 and not event.format.rolling:
        words.append(_("from round %(round)s") % {"round": entry.first_round})
    return EventChange(kind="arrived", entry=entry, before=before, after=", ".join(words))


def first_round_for(event: Event, entry: Entry) -> int:
    """The first round that somebody who comes now plays: the next one that is not drawn yet."""
    if entry.pk and Result.objects.filter(entry=entry).exists():
        return entry.first_round
    return drawn_rounds(event) + 1


def pay(entry: Entry, *, is_paid: bool = True) -> EventChange:
    """Note a payment, or that there was none; inside a deed."""
    if is_paid and entry.free_reason:
        raise Refused(_("%(name)s plays for nothing.") % {"name": entry.name})
    entry.is_paid = is_paid
    entry.save(update_fields=["is_paid"])
    return EventChange(kind="paid" if is_paid else "unpaid", entry=entry)


def entry_deed(
    entry: Entry,
    by: By,
    submission: UUID,
    write: Callable[[Event, Entry], EventChange | None],
    *,
    names_people: bool = False,
    even_if_final: bool = False,
) -> Done:
    """A deed at one entry, which `write` gets read anew under the event's lock."""

    def on_event(event: Event) -> EventChange | None:
        return write(event, Entry.objects.get(pk=entry.pk, event=event))

    return do(
        entry.event,
        by,
        submission,
        on_event,
        even_if_final=even_if_final,
        names_people=names_people,
    )


def _end(event: Event, entry: Entry, status: str, kind: str, reason: str = "") -> EventChange:
    entry.last_round = drawn_rounds(event)
    change = _move(entry, status, kind, "last_round", reason=reason)
    change.round_number = entry.last_round or None
    return change


def _move(entry: Entry, status: str, kind: str, *fields: str, reason: str = "") -> EventChange:
    before, entry.status = entry.status, status
    entry.save(update_fields=["status", *fields])
    return EventChange(kind=kind, entry=entry, before=before, after=status, reason=reason.strip())


def _no_place(event: Event) -> str:
    words = _(
        "All %(places)s places are taken. Somebody has to withdraw first, or raise the limit."
    )
    return words % {"places": event.format.capacity}
