"""Noting how somebody is reached, erasing it, and saying who is the same person."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.common.contacts import Reached
from tournaments.common.deeds import Refused
from tournaments.events.check_in.queries.contacts import forgotten_at, takes_contacts
from tournaments.events.check_in.services.check_in import entry_deed
from tournaments.events.deeds import Done, do
from tournaments.models import By, Contact, Entry, Event, EventChange, Member, Player, SamePerson
from tournaments.people.queries.names import (
    MOST_PROPOSED,
    PLAYING,
    alike,
    known_names,
    main_records,
    people_in,
)

# Who the persons of an entry are: players whom the club knows, and new ones.


class Person(NamedTuple):
    """A player whom the club knows, or (without a key) a new one of that name.

    `seen`: whom of those alike a director was shown, who said that this is somebody else. Without
    it nobody is asked.
    """

    player_id: int | None = None
    name: str = ""
    home: str = ""
    groups: tuple[str, ...] = ()
    seen: frozenset[int] | None = None


def take_persons(event: Event, people: Sequence[Person], *, besides: int = 0) -> list[Player]:
    """The players meant, new ones added to the club; inside a deed that names people.

    Refused where somebody is named twice or is entered already (by another entry than `besides`),
    and where somebody new may be a person who was added while the director was asked.
    """
    kept = main_records(person.player_id for person in people if person.player_id is not None)
    wanted = [kept[person.player_id] for person in people if person.player_id is not None]
    known = people_in(event.club_id).in_bulk(wanted)
    if len(known) != len(wanted):
        if len(set(wanted)) < len(wanted):
            raise Refused(_("A pair is two different people."), field="name-1")
        raise Refused(_("The club does not know this player any more."))
    _refuse_entered(event, wanted, besides)
    _ask_again(event, people)
    return [
        known[kept[person.player_id]]
        if person.player_id is not None
        else Player.objects.create(
            club_id=event.club_id,
            name=person.name,
            home=person.home,
            groups=list(person.groups),
        )
        for person in people
    ]


def _ask_again(event: Event, people: Sequence[Person]) -> None:
    """Refuse somebody new who is like somebody whom the director was not asked about."""
    asked = [person for person in people if person.player_id is None and person.seen is not None]
    everybody = known_names(event.club_id) if asked else []
    for person in asked:
        proposed = alike(person.name, everybody)[:MOST_PROPOSED]
        if not {known.pk for known in proposed} <= (person.seen or frozenset()):
            place = people.index(person)
            raise Refused(_("Say whether it is one of these people."), field=f"name-{place}")


def _refuse_entered(event: Event, players: Sequence[int], besides: int) -> None:
    same = Q(player__in=players) | Q(player__merged_into__in=players)
    members = Member.objects.filter(same, entry__event=event, until_round=None)
    taken = members.exclude(entry=besides).select_related("entry", "player").first()
    if taken is None:
        return
    values = {"name": taken.player.name, "entry": entry_called(taken.entry)}
    if taken.entry.status in PLAYING:
        raise Refused(_("%(name)s is entered already: %(entry)s.") % values, field="name-0")
    words = _("%(name)s is entered already: %(entry)s. Use “Comes back” there.")
    raise Refused(words % values, field="name-0")


def entry_called(entry: Entry) -> str:
    """An entry by number and name.

    >>> entry_called(Entry(number=7, name="Anna")), entry_called(Entry(name="Ben"))
    ('No. 7 Anna', 'Ben')
    """
    if entry.number is None:
        return entry.name
    return _("No. %(number)s %(name)s") % {"number": entry.number, "name": entry.name}


def note_contact(*, entry: Entry, reached: Reached, by: By, submission: UUID) -> Done:
    """Note how somebody is reached; nothing in both of them erases it.

    The history says that it was done and not what was noted.
    """

    def write(event: Event, locked: Entry) -> EventChange | None:
        before = Contact.objects.filter(entry=locked).first()
        if before is None and not any(reached):
            return None
        if before is not None and Reached(before.phone, before.mail) == reached:
            return None
        if not any(reached):
            Contact.objects.filter(entry=locked).delete()
            return EventChange(kind="contact_erased", entry=locked)
        keep_contact(event, locked, reached)
        return EventChange(kind="contact", entry=locked)

    return entry_deed(entry, by, submission, write)


def keep_contact(event: Event, entry: Entry, reached: Reached) -> None:
    """Keep it inside a deed; refused where nobody comes twice, for then it is not needed."""
    if not takes_contacts(event.format):
        raise Refused(_("Here everybody comes once: no phone number is needed."), field="contact")
    Contact.objects.update_or_create(
        entry=entry,
        defaults={"phone": reached.phone, "mail": reached.mail, "noted_at": timezone.now()},
    )


def erase_contacts(*, event: Event, by: By, submission: UUID) -> Done:
    """Erase all phone numbers and e-mail addresses of an event, even where its list is locked."""

    def write(locked: Event) -> EventChange | None:
        count, _rows = Contact.objects.filter(entry__event=locked).delete()
        return EventChange(kind="contacts_erased", after=str(count)) if count else None

    return do(event, by, submission, write, even_if_final=True)


def forget_old_contacts(now: datetime | None = None) -> int:
    """Delete the contacts whose time is over, of all events; how many they were."""
    moment, forgotten = now or timezone.now(), 0
    for event in Event.objects.filter(entries__contact__isnull=False).distinct():
        if forgotten_at(event) <= moment:
            forgotten += Contact.objects.filter(entry__event=event).delete()[0]
    return forgotten


def say_same(*, entry: Entry, other: Entry, is_same: bool, by: By, submission: UUID) -> Done:
    """A director's word that two entries are of the same people, or of others.

    It takes the place of whatever was said of these two before. The club's players stay as they
    are: whether two records of a person are one is decided in the record book.
    """

    def write(event: Event, locked: Entry) -> EventChange | None:
        first, later = _two(event, locked, other)
        said = _said(event, first, later)
        before = said.order_by("pk").last()
        if before is not None and before.is_same == is_same:
            return None
        _withdraw(said, by)
        SamePerson.objects.create(
            event=event,
            first=first,
            later=later,
            is_same=is_same,
            submission=submission,
            **by.noted,
        )
        kind = "same_person" if is_same else "other_person"
        return EventChange(kind=kind, entry=later, after=entry_called(first))

    return entry_deed(entry, by, submission, write)


def leave_open(*, entry: Entry, other: Entry, by: By, submission: UUID) -> Done:
    """Take back what was said of two entries."""

    def write(event: Event, locked: Entry) -> EventChange | None:
        first, later = _two(event, locked, other)
        if not _withdraw(_said(event, first, later), by):
            return None
        return EventChange(kind="person_open", entry=later, after=entry_called(first))

    return entry_deed(entry, by, submission, write)


def _two(event: Event, one: Entry, other: Entry) -> tuple[Entry, Entry]:
    known = Entry.objects.get(pk=other.pk, event=event)
    if known.pk == one.pk:
        raise Refused(_("These are the same entry."))
    first, later = sorted((one, known), key=lambda entry: entry.pk)
    return first, later


def _said(event: Event, first: Entry, later: Entry) -> QuerySet[SamePerson]:
    return event.same_persons.filter(first=first, later=later, withdrawn_at=None)


def _withdraw(said: QuerySet[SamePerson], by: By) -> int:
    count: int = said.update(
        withdrawn_at=timezone.now(), withdrawn_by=by.who, withdrawn_account=by.account
    )
    return count
