"""Registering by oneself, changing that and withdrawing; the terms on which it is done."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID, uuid4, uuid5

from django.urls import reverse
from django.utils import timezone
from django.utils.text import Truncator
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from accounts.letters import write_letter
from accounts.models import LetterKind
from tournaments.common.actions import Refused
from tournaments.common.fields import Reached
from tournaments.common.history import BY_OWN_LINK, NEVER_CAME
from tournaments.events.actions import Done, keep_beside, perform
from tournaments.events.check_in.queries.contacts import forgotten_at
from tournaments.events.check_in.queries.entries import drawn_rounds, free_places, waiting
from tournaments.events.check_in.services import (
    NOBODY,
    Person,
    keep_contact,
    keep_members,
    make_entry,
    take_persons,
)
from tournaments.events.registration.queries import (
    KEPT_DAYS,
    NETWORK_FOR,
    closed_because,
    entered_at,
    full_because,
    kept_terms,
    of_network,
    open_from,
    people_meant,
    terms_of,
    withdrawn_entry,
)
from tournaments.models import (
    REGISTRATION_CODE,
    REGISTRATION_LETTERS,
    Author,
    Entry,
    Event,
    EventChange,
    Member,
    Player,
    Registration,
    RegistrationTerms,
    hash_secret,
)
from tournaments.people.queries import Known, main_records, pair_name
from tournaments.people.services.erasing import erase
from tournaments.tables.services.tables import secret_for

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MOST_OPEN = 3
"""So many registrations of one device may be open."""

LONGEST_WORDS = 300


class Came(NamedTuple):
    """Where a registration came from: the device and a digest of the network, perhaps neither.

    `site` is the address at which it asked for the site.
    """

    device: str = ""
    network: str = ""
    site: str = ""


# Registering.


def own_secret(event: Event, submission: UUID) -> str:
    """The secret of the page of one's own that a form leads to, however often it is sent."""
    return secret_for(submission, ["registration", event.pk])


def register(
    *,
    event: Event,
    people: Sequence[tuple[str, str]],
    by: Author,
    submission: UUID,
    came: Came = Came(),  # noqa: B008 - a value that never changes
    message: str = "",
    team: str = "",
    groups: Sequence[str] = (),
    reached: Reached = NOBODY,
    mail: str = "",
) -> Done:
    """Enter people who register by themselves, each with name and home: with a place, or waiting.

    Whom the club knows by exactly this name and home is that person. Whoever had withdrawn is
    entered again, at the end of the list. Refused where nobody registers now, where nobody more
    gets in, and where one of them is entered already, of whom nothing is told.
    """

    def write(locked: Event) -> EventChange:
        terms = terms_of(locked)
        problem = closed_because(locked, terms) or full_because(locked, terms)
        if problem:
            raise Refused(problem)
        if came.device and open_from(came.device) >= MOST_OPEN:
            raise Refused(
                _("From this device several are registered already: ask those who run the event.")
            )
        known = people_meant(locked.club_id, people)
        keys = [each.pk for each in known if each is not None]
        again = withdrawn_entry(locked, keys) if len(keys) == len(people) else None
        if again is None:
            _refuse_entered(locked, known)
        waits = terms.accepts_each or free_places(locked) == 0
        if again is not None:
            entry = again
            entry.status = Entry.WAITING if waits else Entry.REGISTERED
            entry.registered_at, entry.last_round = timezone.now(), None
            entry.save(update_fields=["status", "registered_at", "last_round"])
            before = Registration.objects.get(entry=entry)
            brought = before.brought
            before.delete()
        else:
            players = take_persons(locked, _persons(people, known))
            entry = make_entry(locked, players, waits=waits, groups=groups, team=team)
            entry.save()
            keep_members([entry], [players])
            new = (player for player, one in zip(players, known, strict=True) if one is None)
            brought = [player.pk for player in new]
        if any(reached):
            keep_contact(locked, entry, reached)
        mine = _keep_registration(entry, submission, terms, came, message, mail, brought)
        _write(LetterKind.REGISTERED, mine, get_language() or locked.language, REGISTERED)
        return EventChange(kind="registered_oneself", entry=entry, after=entry.status)

    return perform(event, by, submission, write, names_people=True)


def _persons(people: Sequence[tuple[str, str]], known: Sequence[Known | None]) -> list[Person]:
    return [
        Person(one.pk) if one is not None else Person(None, name, home)
        for (name, home), one in zip(people, known, strict=True)
    ]


def _refuse_entered(event: Event, known: Sequence[Known | None], besides: int = 0) -> None:
    """Refuse who is entered already, without telling how: anybody may type anybody's name."""
    keys = [one.pk for one in known if one is not None]
    if len(set(keys)) < len(keys):
        raise Refused(_("A pair is two different people."), field="name-1")
    taken = {key for key, entry in entered_at(event, keys) if entry.pk != besides}
    for place, one in enumerate(known):
        if one is not None and main_records([one.pk])[one.pk] in taken:
            raise Refused(
                _(
                    "Somebody of this name and home is entered already. If that is you, open your "
                    "own page by the link that you got; who has lost it asks those who run the "
                    "event. If you are somebody else, say where from, or type your whole name."
                ),
                field=f"name-{place}",
            )


def _keep_registration(
    entry: Entry,
    submission: UUID,
    terms: RegistrationTerms,
    came: Came,
    message: str,
    mail: str,
    brought: list[int],
) -> Registration:
    secret = own_secret(entry.event, submission)
    return Registration.objects.create(
        entry=entry,
        secret_hash=hash_secret(secret),
        code=_code(secret),
        submission=submission,
        message=message,
        brought=brought,
        read_version=terms.version,
        device=came.device,
        network=came.network,
        mail=mail,
        site=came.site if mail else "",
    )


# Letters: they repeat nothing that was typed, for anybody may type anybody's address.

REGISTERED = (
    gettext_lazy("Registered: %(event)s"),
    gettext_lazy("This is the link to your own page for the event: %(event)s"),
    "%(link)s",
    gettext_lazy(
        "It says whether you have a place; there you change what you typed, and withdraw. Whoever "
        "has it can do so: keep it to yourself."
    ),
    gettext_lazy("If you did not register, do nothing: your address is forgotten after the event."),
)
MOVED_UP = (
    gettext_lazy("You have a place: %(event)s"),
    gettext_lazy("A place has become free, and it is yours: %(event)s"),
    gettext_lazy(
        "If you cannot come any more, withdraw on your own page, so that somebody else gets it:"
    ),
    "%(link)s",
)


def tell_moved_up(entry: Entry) -> None:
    """Mail whoever left an address that he has a place now, inside the deed that gives it."""
    mine = Registration.objects.filter(entry=entry).select_related("entry__event").first()
    if mine is not None:
        _write(LetterKind.MOVED_UP, mine, mine.entry.event.language, MOVED_UP)


def _write(
    letter: LetterKind, mine: Registration, language: str, words: Sequence[StrOrPromise]
) -> None:
    event = mine.entry.event
    if mine.mail:
        path = reverse("own_registration", args=[own_secret(event, mine.submission)])
        subject, *lines = words
        write_letter(
            letter,
            to=mine.mail,
            language=language,
            subject=subject,
            lines=lines,
            values={"event": event.title, "link": f"{mine.site}{path}"},
            club_id=event.club_id,
        )


def _code(secret: str) -> str:
    """Letters by which the door finds a registration; others where these are taken."""
    codes = (_letters(secret, nth) for nth in count())
    return next(code for code in codes if not Registration.objects.filter(code=code).exists())


def _letters(secret: str, nth: int) -> str:
    number = int.from_bytes(hashlib.sha256(f"code {nth} {secret}".encode()).digest())
    letters = ""
    for _place in range(REGISTRATION_CODE):
        number, which = divmod(number, len(REGISTRATION_LETTERS))
        letters += REGISTRATION_LETTERS[which]
    return letters


# One's own registration: changed, withdrawn.


def change_registration(
    *,
    registration: Registration,
    people: Sequence[tuple[str, str]],
    by: Author,
    submission: UUID,
    message: str = "",
) -> Done:
    """Correct who comes and what was said; before anything is drawn, and by no one who is here.

    A name that was typed by oneself is corrected; where it becomes somebody else's whom the club
    knows, that one comes instead.
    """

    def write(event: Event, entry: Entry, mine: Registration) -> EventChange | None:
        members = list(entry.members.filter(until_round=None).select_related("player"))
        before = [(one.player.name, one.player.home) for one in members]
        if before == [*people] and mine.message == message:
            return None
        if before != [*people]:
            known = people_meant(event.club_id, people)
            _refuse_entered(event, known, besides=entry.pk)
            changed = [place for place, was in enumerate(before) if was != people[place]]
            wanted = [_persons(people, known)[place] for place in changed]
            players = take_persons(event, wanted, besides=entry.pk)
            for place, player in zip(changed, players, strict=True):
                if player.pk == members[place].player_id:
                    _spell(mine, members[place], place, people[place])
                    continue
                old, members[place].player = members[place].player, player
                members[place].save(update_fields=["player"])
                if known[place] is None:
                    mine.brought = [*mine.brought, player.pk]
                if _is_its_own(mine, old):
                    old.delete()  # who was only ever a mistyped name is nobody
            entry.name = pair_name([one.player.name for one in members])
            entry.save(update_fields=["name"])
        mine.message = message
        mine.save(update_fields=["message", "brought"])
        after = pair_name([f"{name} ({home})" if home else name for name, home in people])
        return EventChange(kind="registration_changed", entry=entry, after=after)

    return _own_action(registration, by, submission, write, names_people=True)


def _spell(mine: Registration, member: Member, place: int, person: tuple[str, str]) -> None:
    """Spell somebody otherwise whom nothing but this registration knows."""
    player = member.player
    if not _is_its_own(mine, player, besides=member):
        raise Refused(
            _("The club spells this name otherwise: ask those who run the event."),
            field=f"name-{place}",
        )
    player.name, player.home = person
    player.save(update_fields=["name", "home"])


def _is_its_own(mine: Registration, player: Player, besides: Member | None = None) -> bool:
    """Whether the club knows somebody by this registration, and by nothing else."""
    others = Member.objects.filter(player=player)
    if besides is not None:
        others = others.exclude(pk=besides.pk)
    return player.pk in mine.brought and not (
        others.exists()
        or player.seats.exists()
        or player.changes.exists()
        or player.merged.exists()
        or player.claims.exists()
    )


def withdraw(*, registration: Registration, by: Author, submission: UUID) -> Done:
    """Withdraw by one's own link; whoever waits first moves up at once, unless each is accepted."""

    def write(event: Event, entry: Entry, mine: Registration) -> EventChange | None:
        return _withdraw(event, entry, mine, by, reason="")

    return _own_action(registration, by, submission, write)


def _withdraw(
    event: Event, entry: Entry, mine: Registration, by: Author, reason: str
) -> EventChange:
    before, entry.status = entry.status, Entry.LEFT
    entry.last_round = drawn_rounds(event)
    entry.save(update_fields=["status", "last_round"])
    mine.withdrawn_at = timezone.now()
    mine.save(update_fields=["withdrawn_at"])
    if before == Entry.REGISTERED and not terms_of(event).accepts_each:
        _move_first_up(event, by)
    return EventChange(
        kind="withdrew", entry=entry, before=before, after=entry.status, reason=reason
    )


def _move_first_up(event: Event, by: Author) -> None:
    """Give the place that became free to whoever waits first; inside a deed."""
    first = waiting(event).first() if free_places(event) else None
    if first is None:
        return
    first.status = Entry.REGISTERED
    first.save(update_fields=["status"])
    moved = EventChange(kind="moved_up", entry=first, before=Entry.WAITING, after=first.status)
    keep_beside(event, moved, by, uuid4())
    tell_moved_up(first)


def _own_action(
    registration: Registration,
    by: Author,
    submission: UUID,
    write: Callable[[Event, Entry, Registration], EventChange | None],
    *,
    names_people: bool = False,
) -> Done:
    """A deed by one's own link, as long as one comes and has not arrived."""

    def write_own(event: Event) -> EventChange | None:
        mine = Registration.objects.select_related("entry").get(pk=registration.pk)
        entry = mine.entry
        if entry.status in (Entry.REGISTERED, Entry.WAITING):
            return write(event, entry, mine)
        if mine.withdrawn_at is not None:
            raise Refused(_("You have withdrawn already."))
        raise Refused(_("The door has noted something else meanwhile: ask there."))

    event = registration.entry.event
    return perform(event, by, submission, write_own, names_people=names_people)


# What was typed goes again.


def erase_own(*, registration: Registration, by: Author, submission: UUID) -> None:
    """Erase what somebody typed who has withdrawn: the registration, and whom it brought along.

    A person whom the club knows otherwise stays, for that is a director's to do. The same form
    once more changes nothing. Raises Refused for whoever still comes.
    """
    mine = Registration.objects.select_related("entry__event").get(pk=registration.pk)
    if mine.withdrawn_at is None:
        raise Refused(_("Withdraw first: whoever comes has to stand on the list."))
    _erase_persons(mine, by, submission, BY_OWN_LINK)
    mine.delete()


def _erase_persons(mine: Registration, by: Author, submission: UUID, reason: str) -> None:
    """Erase those of a registration whom the club knows by nothing else."""
    members = mine.entry.members.select_related("player").filter(player__erased_at=None)
    for member in members:
        if _is_its_own(mine, member.player, besides=member):
            erase(
                player=member.player,
                typed=member.player.name,
                reason=reason,
                by=by,
                submission=uuid5(submission, str(member.player_id)),
            )


# For those who run the event.


def set_terms(*, event: Event, wanted: Mapping[str, Any], by: Author, submission: UUID) -> Done:
    """Say on which terms people register; only the fields in `wanted` are touched."""

    def write(locked: Event) -> EventChange | None:
        terms = terms_of(locked)
        after = {name: value for name, value in wanted.items() if getattr(terms, name) != value}
        if not after:
            return None
        before = {name: getattr(terms, name) for name in after}
        for name, value in after.items():
            setattr(terms, name, value)
        if "text" in after and terms.pk:
            terms.version += 1
        terms.save()
        kept = {
            "before": Truncator(kept_terms(before)).chars(LONGEST_WORDS),
            "after": Truncator(kept_terms(after)).chars(LONGEST_WORDS),
        }
        return EventChange(kind="registration_set", **kept)

    return perform(event, by, submission, write)


def withdraw_network(
    *, event: Event, network: str, reason: str, by: Author, submission: UUID
) -> Done:
    """Withdraw all open registrations that came from one network, with a reason."""

    def write(locked: Event) -> EventChange | None:
        found = list(of_network(locked, network))
        if not found:
            return None
        if not reason.strip():
            raise Refused(_("Say why: it is written down."), field="reason")
        # Whoever waits first: else one of them would move up to the place of another.
        for mine in sorted(found, key=lambda one: one.entry.status != Entry.WAITING):
            change = _withdraw(locked, mine.entry, mine, by, reason.strip())
            keep_beside(locked, change, by, uuid4())
        return EventChange(kind="network_withdrawn", after=str(len(found)), reason=reason.strip())

    return perform(event, by, submission, write)


# What has had its time.


def forget_old_registrations(now: datetime | None = None) -> int:
    """Delete the registrations whose time is over, of all events; how many they were.

    The entries stay, as all that a director entered. Of who never came, and whom nothing else of
    the club knows, no name is left.
    """
    moment, forgotten = now or timezone.now(), 0
    for event in Event.objects.filter(entries__registration__isnull=False).distinct():
        if forgotten_at(event, KEPT_DAYS) > moment:
            continue
        rows = Registration.objects.filter(entry__event=event)
        for mine in rows.filter(entry__number=None).select_related("entry__event"):
            _erase_persons(mine, Author(), mine.submission, NEVER_CAME)
            Registration.objects.filter(pk=mine.pk).delete()
            forgotten += 1
        forgotten += rows.delete()[0]
    return forgotten


def forget_mails(now: datetime | None = None) -> int:
    """Forget to which addresses letters went, when contacts are forgotten; how many they were."""
    moment, forgotten = now or timezone.now(), 0
    with_mail = Registration.objects.exclude(mail="")
    for event in Event.objects.filter(entries__registration__in=with_mail).distinct():
        if forgotten_at(event) <= moment:
            forgotten += with_mail.filter(entry__event=event).update(mail="", site="")
    return forgotten


def forget_networks(now: datetime | None = None) -> int:
    """Forget from which network people registered, after two days; how many they were."""
    before = (now or timezone.now()) - NETWORK_FOR
    old = Registration.objects.filter(made_at__lt=before).exclude(network="")
    return old.update(network="")
