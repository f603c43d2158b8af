"""Entries and their people: entered, here, paid, gone and back; none is ever deleted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from accounts.letters import forget_address
from tournaments.common.actions import Refused
from tournaments.common.fields import Reached
from tournaments.common.followers import Followers
from tournaments.common.history import kept_values
from tournaments.common.locks import lock_club
from tournaments.events.actions import Done, perform
from tournaments.events.check_in.queries.contacts import forgotten_at, takes_contacts
from tournaments.events.check_in.queries.entries import (
    ASKED,
    TAKEN,
    Outcome,
    Wanted,
    drawn_rounds,
    entry_said,
    free_places,
    kept_details,
    outcomes,
)
from tournaments.events.money.queries.cash import fee_lines
from tournaments.models import (
    Author,
    CashLine,
    Club,
    Contact,
    Entry,
    Event,
    EventChange,
    Member,
    Player,
    Registration,
    Result,
    SamePerson,
)
from tournaments.people.queries import (
    MOST_PROPOSED,
    PLAYING,
    alike,
    groups_known,
    known_names,
    main_records,
    pair_name,
    people_in,
)

# Who comes, pays, leaves and comes back: the states of an entry.

EXPECTED = (Entry.REGISTERED, Entry.WAITING, Entry.NO_SHOW)


def arrive(*, entry: Entry, by: Author, submission: UUID, is_paid: bool | None = None) -> Done:
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

    return entry_action(entry, by, submission, write)


def not_here(*, entry: Entry, by: Author, submission: UUID) -> Done:
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

    return entry_action(entry, by, submission, write)


def set_paid(*, entry: Entry, is_paid: bool, by: Author, submission: UUID) -> Done:
    """Note that the fee is paid, or that it is not.

    A locked final list has its prizes fixed: what is paid after it stays with the club.
    """

    def write(event: Event, locked: Entry) -> EventChange | None:
        if locked.is_paid == is_paid:
            return None
        if not is_paid and fee_lines(locked):
            words = _("There are lines in the cash book, reverse them first: %(name)s.")
            raise Refused(words % {"name": locked.name})
        return pay(locked, is_paid=is_paid)

    return entry_action(entry, by, submission, write, even_if_final=True)


def leave(*, entry: Entry, by: Author, submission: UUID, has_come: bool = True) -> Done:
    """Take somebody out of the coming draws; what was played stays in the standings.

    `has_come`: else it is noted that somebody did not come.
    """

    def write(event: Event, locked: Entry) -> EventChange | None:
        if locked.status not in PLAYING:
            return None
        if has_come:
            return _end(event, locked, Entry.LEFT, "left")
        return _end(event, locked, Entry.NO_SHOW, "no_show")

    return entry_action(entry, by, submission, write)


mark_no_show = partial(leave, has_come=False)
"""Note that somebody did not come, which frees the place."""


def throw_out(*, entry: Entry, reason: str, by: Author, submission: UUID) -> Done:
    """Disqualify somebody, with a reason; the points stay where they are."""

    def write(event: Event, locked: Entry) -> EventChange | None:
        if locked.status == Entry.OUT:
            return None
        if not reason.strip():
            raise Refused(_("Say why: it is written down."), field="reason")
        return put_out(event, locked, reason)

    return entry_action(entry, by, submission, write)


def put_out(event: Event, entry: Entry, reason: str) -> EventChange:
    """Disqualify somebody; inside a deed."""
    return _end(event, entry, Entry.OUT, "out", reason)


def come_back(*, entry: Entry, by: Author, submission: UUID, reason: str = "") -> Done:
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

    return entry_action(entry, by, submission, write)


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
    is_later = entry.first_round > 1 and not event.format.rolling
    after = kept_values(
        entry.number, "paid" if entry.is_paid else "", entry.first_round if is_later else ""
    )
    return EventChange(kind="arrived", entry=entry, before=before, after=after)


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


def entry_action(
    entry: Entry,
    by: Author,
    submission: UUID,
    write: Callable[[Event, Entry], EventChange | None],
    *,
    names_people: bool = False,
    even_if_final: bool = False,
) -> Done:
    """A deed at one entry, which `write` gets read anew under the event's lock."""

    return perform(
        entry.event,
        by,
        submission,
        lambda event: write(event, Entry.objects.get(pk=entry.pk, event=event)),
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
    asked = [person for person in people if person.player_id is None and person.seen is not None]
    everybody = known_names(event.club_id) if asked else []
    for person in asked:
        proposed = alike(person.name, everybody)[:MOST_PROPOSED]
        if not {known.pk for known in proposed} <= (person.seen or frozenset()):
            place = people.index(person)
            raise Refused(_("Say whether it is one of these people."), field=f"name-{place}")
    return [
        known[kept[person.player_id]]
        if person.player_id is not None
        else Player.objects.create(
            club_id=event.club_id, name=person.name, home=person.home, groups=list(person.groups)
        )
        for person in people
    ]


def _refuse_entered(event: Event, players: Sequence[int], besides: int) -> None:
    same = Q(player__in=players) | Q(player__merged_into__in=players)
    members = Member.objects.filter(same, entry__event=event, until_round=None)
    taken = members.exclude(entry=besides).select_related("entry", "player").first()
    if taken is not None:
        words = _("%(name)s is entered already: %(entry)s. Use “Comes back” there.")
        if taken.entry.status in PLAYING:
            words = _("%(name)s is entered already: %(entry)s.")
        values = {"name": taken.player.name, "entry": entry_said(_kept_entry(taken.entry))}
        raise Refused(words % values, field="name-0")


def _kept_entry(entry: Entry) -> str:
    """An entry by number and name, as the history keeps it."""
    return kept_values(entry.number, entry.name)


# How somebody is reached, and who is the same person.


def note_contact(*, entry: Entry, reached: Reached, by: Author, submission: UUID) -> Done:
    """Note how somebody is reached; nothing in both of them erases it.

    The history says that it was done and not what was noted.
    """

    def write(event: Event, locked: Entry) -> EventChange | None:
        before = Contact.objects.filter(entry=locked).first()
        if reached == (Reached(before.phone, before.mail) if before else NOBODY):
            return None
        if before and not any(reached):
            before.delete()
            return EventChange(kind="contact_erased", entry=locked)
        keep_contact(event, locked, reached)
        return EventChange(kind="contact", entry=locked)

    return entry_action(entry, by, submission, write)


def keep_contact(event: Event, entry: Entry, reached: Reached) -> None:
    """Keep it inside a deed; refused where nobody comes twice, for then it is not needed."""
    if not takes_contacts(event.format):
        raise Refused(_("Here everybody comes once: no phone number is needed."), field="contact")
    Contact.objects.update_or_create(
        entry=entry,
        defaults={"phone": reached.phone, "mail": reached.mail, "noted_at": timezone.now()},
    )


def erase_contacts(*, event: Event, by: Author, submission: UUID) -> Done:
    """Erase all phone numbers and e-mail addresses of an event, even where its list is locked."""

    def write(locked: Event) -> EventChange | None:
        count, _rows = Contact.objects.filter(entry__event=locked).delete()
        mails = Registration.objects.filter(entry__event=locked).exclude(mail="")
        forget_address(mails.values_list("mail", flat=True))
        count += mails.update(mail="", site="")
        return EventChange(kind="contacts_erased", after=str(count)) if count else None

    return perform(event, by, submission, write, even_if_final=True)


def forget_old_contacts(now: datetime | None = None) -> int:
    """Delete the contacts whose time is over, of all events; how many they were."""
    moment, forgotten = now or timezone.now(), 0
    for event in Event.objects.filter(entries__contact__isnull=False).distinct():
        if forgotten_at(event) <= moment:
            forgotten += Contact.objects.filter(entry__event=event).delete()[0]
    return forgotten


def say_same(
    *, entry: Entry, other: Entry, is_same: bool | None, by: Author, submission: UUID
) -> Done:
    """A director's word that two entries are of the same people, or of others.

    It takes the place of whatever was said of these two before; None only takes that back. The
    club's players stay as they are: whether two records of a person are one is decided in the
    record book.
    """

    def write(event: Event, locked: Entry) -> EventChange | None:
        known = Entry.objects.get(pk=other.pk, event=event)
        if known.pk == locked.pk:
            raise Refused(_("These are the same entry."))
        first, later = sorted((locked, known), key=lambda each: each.pk)
        said = event.same_persons.filter(first=first, later=later, withdrawn_at=None)
        before = said.order_by("pk").last()
        if is_same == (before.is_same if before else None):
            return None
        said.update(withdrawn_at=timezone.now(), withdrawn_by=by.who, withdrawn_account=by.account)
        kind = "person_open"
        if is_same is not None:
            kind = "same_person" if is_same else "other_person"
            SamePerson.objects.create(
                event=event,
                first=first,
                later=later,
                is_same=is_same,
                submission=submission,
                **by.kept_in(SamePerson),
            )
        return EventChange(kind=kind, entry=later, after=_kept_entry(first))

    return entry_action(entry, by, submission, write)


# Entering people for an event, the waiting list, and what is noted about an entry.

KINDS = {"team": "team", "groups": "groups", "pinned_table": "pinned", "pinned_seat": "pinned"}
"""Under which kind a single changed field is written down; the others are `changed`."""

LONGEST_WORDS = 300
NOBODY = Reached()


def enter(
    *,
    event: Event,
    people: Sequence[Person],
    by: Author,
    submission: UUID,
    arrives: bool = False,
    is_paid: bool = False,
    is_house: bool = False,
    reached: Reached = NOBODY,
) -> Done:
    """Enter a player or a pair; who `arrives` gets a start number at once.

    Where all places are taken the entry goes to the end of the waiting list. `reached` is kept
    for knowing them again where they may come twice. Refused where one of them is entered already.
    """

    def write(locked: Event) -> EventChange:
        is_pairs = locked.format.is_pairs
        if len(people) != (2 if is_pairs else 1):
            text = _("Two people enter together here.") if is_pairs else _("One person enters.")
            raise Refused(text, field="name-1")
        players = take_persons(locked, people)
        waits = not is_house and free_places(locked) == 0
        entry = make_entry(locked, players, is_house=is_house, is_paid=is_paid, waits=waits)
        entry.save()
        keep_members([entry], [players])
        if any(reached):
            keep_contact(locked, entry, reached)
        if arrives and not waits:
            change = let_in(locked, entry, is_paid=is_paid)
            change.before = ""
            return change
        return EventChange(kind="registered", entry=entry, after=entry.status)

    return perform(event, by, submission, write, names_people=True)


def keep_members(entries: Sequence[Entry], players: Sequence[Sequence[Player]]) -> None:
    """Note who plays for each of these entries, which are saved; inside a deed."""
    Member.objects.bulk_create(
        Member(entry=entry, player=player, place=place)
        for entry, pair in zip(entries, players, strict=True)
        for place, player in enumerate(pair)
    )


def make_entry(
    event: Event,
    players: Sequence[Player],
    *,
    waits: bool = False,
    groups: Sequence[str] = (),
    **noted: bool | str,
) -> Entry:
    """An entry that is not saved yet: registered, or at the end of the waiting list.

    It is of the players' groups too. `noted`: other fields of the entry.
    """
    return Entry(
        event=event,
        name=pair_name([player.name for player in players]),
        status=Entry.WAITING if waits else Entry.REGISTERED,
        groups=groups_known(event, [*groups, *(g for one in players for g in one.groups)]),
        **noted,
    )


moved_up: Followers[[Entry]] = Followers()
"""Somebody who waited gets a place. The event is locked."""


def move_up(*, entry: Entry, by: Author, submission: UUID) -> Done:
    """Give somebody from the waiting list a place that has become free."""

    def write(event: Event, locked: Entry) -> EventChange | None:
        if locked.status != Entry.WAITING:
            return None
        if free_places(event) == 0:
            raise Refused(_("No place is free: somebody has to withdraw first."))
        moved_up.tell(locked)
        return _move(locked, Entry.REGISTERED, "moved_up")

    return entry_action(entry, by, submission, write)


def change_entry(*, entry: Entry, wanted: Mapping[str, Any], by: Author, submission: UUID) -> Done:
    """Note other details; only the fields in `wanted` are touched.

    So two directors who change different things of one entry both have their way. Groups are
    noted with the player too, who brings them to the next event.
    """

    def write(event: Event, locked: Entry) -> EventChange | None:
        after = {name: value for name, value in wanted.items() if getattr(locked, name) != value}
        if not after:
            return None
        before = {name: getattr(locked, name) for name in after}
        for name, value in after.items():
            setattr(locked, name, value)
        locked.save(update_fields=list(after))
        if "groups" in after:
            _keep_groups(event, locked)
        kinds = {KINDS.get(name, "changed") for name in after}
        kind = kinds.pop() if len(kinds) == 1 else "changed"
        said = {"before": _details(before), "after": _details(after)}
        return EventChange(kind=kind, entry=locked, **said)

    return entry_action(entry, by, submission, write)


def keep_together(*, entry: Entry, other: Entry | None, by: Author, submission: UUID) -> Done:
    """Note that two came together and are kept apart at the tables; None: that one came alone."""

    def write(event: Event, locked: Entry) -> EventChange | None:
        before = locked.party
        if other is None:
            locked.party = ""
        else:
            known = Entry.objects.get(pk=other.pk, event=event)
            if known.pk == locked.pk:
                raise Refused(_("Nobody comes together with himself."), field="with")
            if not known.party:
                known.party = str(known.pk)
                known.save(update_fields=["party"])
            locked.party = known.party
        if locked.party == before:
            return None
        locked.save(update_fields=["party"])
        return EventChange(kind="party", entry=locked, after=other.name if other else "")

    return entry_action(entry, by, submission, write)


def _keep_groups(event: Event, entry: Entry) -> None:
    """Bring what the event ranks by up to date with the player of a single entry."""
    member = entry.members.filter(until_round=None).select_related("player").first()
    if member is not None and not event.format.is_pairs:
        player, ranked = member.player, {group.casefold() for group in event.format.groups}
        others = [group for group in player.groups if group.casefold() not in ranked]
        player.groups = others + list(entry.groups)
        player.save(update_fields=["groups"])


def _details(values: Mapping[str, Any]) -> str:
    return Truncator(kept_details(values)).chars(LONGEST_WORDS)


# Taking in a list of people: all of it at once, or nothing.


class Taken(NamedTuple):
    """How many of a list were new to the club, and how many it knew."""

    new: int
    known: int


def take_list(
    *,
    event: Event,
    lines: Sequence[Wanted],
    answers: Mapping[str, str],
    by: Author,
    submission: UUID,
    arrive: bool = False,
) -> Done:
    """Enter everybody of a list who can be entered; the same submission enters nobody twice.

    Lines with a problem are left out, as the preview said. Refused where a line still asks who is
    meant: then nothing is kept. `arrive`: give start numbers in the order of the list.
    """

    def write(locked: Event) -> EventChange | None:
        wanted = _ready(outcomes(locked.club_id, lines, answers, event=locked))
        if not wanted:
            return None
        players, taken = _players(locked.club_id, wanted)
        free = free_places(locked)
        entries = [
            make_entry(
                locked,
                pair,
                team=outcome.line.team,
                groups=outcome.line.groups,
                is_paid=outcome.line.is_paid,
                waits=free is not None and place >= free,
            )
            for place, (outcome, pair) in enumerate(zip(wanted, players, strict=True))
        ]
        if arrive:
            _let_in(locked, entries)
        Entry.objects.bulk_create(entries)
        keep_members(entries, players)
        CashLine.objects.bulk_create(
            CashLine(
                event=locked,
                kind=CashLine.PART,
                amount=outcome.line.paid_part,
                entry=entry,
                **by.kept_in(CashLine),
            )
            for outcome, entry in zip(wanted, entries, strict=True)
            if outcome.line.paid_part
        )
        after = kept_values(len(entries), taken.new, taken.known)
        return EventChange(kind="imported", after=after)

    return perform(event, by, submission, write, names_people=True)


def take_players(*, club: Club, lines: Sequence[Wanted], answers: Mapping[str, str]) -> Taken:
    """Take the people of a list into the club; whom it knows stays as he is.

    The same list again takes in nobody more.
    """
    with transaction.atomic():
        lock_club(club.pk)
        wanted = _ready(outcomes(club.pk, lines, answers))
        _everybody, taken = _players(club.pk, wanted)
        return taken


def _ready(read: Sequence[Outcome]) -> list[Outcome]:
    for asked in read:
        if asked.kind == ASKED:
            words = _("Line %(line)s: say whether the fee is paid.")
            if asked.questions:
                words = _("Line %(line)s: say whether it is the same person.")
            raise Refused(words % {"line": asked.line.number})
    return [outcome for outcome in read if outcome.kind == TAKEN]


def _players(club_id: int, wanted: Sequence[Outcome]) -> tuple[list[list[Player]], Taken]:
    """The players of each line, the new ones added to the club."""
    meant = [found for outcome in wanted for found in outcome.players]
    known = Player.objects.in_bulk({found for found in meant if found is not None})
    players: list[list[Player]] = []
    for line, found in ((outcome.line, outcome.players) for outcome in wanted):
        new = {"club_id": club_id, "home": line.home, "groups": list(line.groups)}
        players.append(
            [
                Player(name=name, **new) if key is None else known[key]
                for key, name in zip(found, line.names, strict=True)
            ]
        )
    added = Player.objects.bulk_create(one for pair in players for one in pair if one.pk is None)
    return players, Taken(len(added), len(meant) - len(added))


def _let_in(event: Event, entries: Sequence[Entry]) -> None:
    """Give start numbers in the order of the list to all who have a place."""
    first_round, now = drawn_rounds(event) + 1, timezone.now()
    for entry in entries:
        if entry.status == Entry.REGISTERED:
            entry.status, entry.arrived_at = Entry.HERE, now
            entry.number, entry.first_round = event.next_number, first_round
            event.next_number += 1
    event.save(update_fields=["next_number"])
