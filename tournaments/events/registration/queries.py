"""Who registered by himself, whether one can, and what everybody reads of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from config.formats.dates import dated
from tournaments.common.history import BETWEEN
from tournaments.common.names import name_order
from tournaments.events.check_in.queries.entries import (
    Counts,
    door_counts,
    free_places,
    turn_of,
    waiting,
)
from tournaments.models import (
    Club,
    Entry,
    Event,
    Listed,
    Member,
    Player,
    Registration,
    RegistrationTerms,
    hash_secret,
)
from tournaments.people.queries import Known, known_names, pair_name, shown_name

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

KEPT_DAYS = 90
"""So many days after the last deed at its event a registration is kept."""

NETWORK_FOR = timedelta(days=2)
"""So long is kept from which network somebody registered."""

MANY = 4
"""So many of one network are pointed out."""

PAGE = 50
"""So many registrations stand on a page of the desk's list."""


# Whether one can register, in a sentence where not.


def terms_of(event: Event) -> RegistrationTerms:
    """How people register for an event; where nobody has said anything, not at all."""
    return RegistrationTerms.objects.filter(event=event).first() or RegistrationTerms(event=event)


def closed_because(event: Event, terms: RegistrationTerms, now: datetime | None = None) -> str:
    """Why nobody registers by himself now; empty where everybody can."""
    moment = now or timezone.now()
    if not terms.is_on or event.published_at is None:
        return _("For this event nobody registers here. Ask those who run it.")
    if event.state == Event.FINAL:
        return _("This event is over.")
    if event.state != Event.SETUP:
        return _("This event has begun: whoever wants to play goes to the door.")
    if terms.opens_at and moment < terms.opens_at:
        values = {"day": dated(terms.opens_at, "day"), "time": dated(terms.opens_at, "time")}
        return _("Registration opens on %(day)s at %(time)s.") % values
    if terms.closes_at and moment >= terms.closes_at:
        values = {"day": dated(terms.closes_at, "day"), "time": dated(terms.closes_at, "time")}
        return _("Registration closed on %(day)s at %(time)s. Ask at the door.") % values
    return ""


def takes_people(club: Club) -> list[Event]:
    """The events of a club for which one can register now, the next one first; one SQL query."""
    in_setup = club.events.filter(published_at__isnull=False, state=Event.SETUP)
    asked = in_setup.select_related("registration_terms").filter(registration_terms__is_on=True)
    in_order = asked.order_by(F("starts_at").asc(nulls_last=True), "pk")
    return [event for event in in_order if not closed_because(event, event.registration_terms)]


def full_because(event: Event, terms: RegistrationTerms, counts: Counts | None = None) -> str:
    """Why nobody more gets in, not even on a waiting list; empty where somebody does."""
    if terms.has_waiting_list or free_places(event, counts) != 0:
        return ""
    return _("All places are taken, and there is no waiting list.")


class PublicList(NamedTuple):
    """What everybody reads of who is registered: the counts, and names where they are shown."""

    counts: Counts | None
    free: int | None
    names: list[str]


def public_list(event: Event, terms: RegistrationTerms) -> PublicList:
    """The same, as the terms have it; two SQL queries at most.

    Whoever is hidden is counted and not named.
    """
    if terms.listed == Listed.NOTHING:
        return PublicList(None, None, [])
    counts = door_counts(event)
    names = public_names(event) if terms.listed == Listed.NAMES else []
    return PublicList(counts, free_places(event, counts), names)


def public_names(event: Event) -> list[str]:
    """Who has a place, from A to Z, each as everybody sees the person; one SQL query."""
    members = Member.objects.filter(
        entry__event=event,
        entry__status__in=(Entry.REGISTERED, Entry.HERE),
        entry__is_house=False,
        until_round=None,
    )
    people: dict[int, list[str]] = {}
    for one in members.select_related("player__merged_into").order_by("place", "pk"):
        player = one.player.merged_into or one.player
        people.setdefault(one.entry_id, []).append(shown_name(player, is_director=False))
    shown = [pair_name(names) for names in people.values() if all(names)]
    return sorted(shown, key=name_order)


# Whom the people mean who register, and whether they are entered already.


def known_person(name: str, home: str, people: Sequence[Known]) -> Known | None:
    """The one of that name and that home whom the club knows; nobody where two are.

    Large and small letters are the same; whoever is only called alike is somebody else.

    >>> people = [Known(1, "Anna Huber", "Regen"), Known(2, "Anna Huber", "")]
    >>> known_person("anna huber", "REGEN", people)
    Known(pk=1, name='Anna Huber', home='Regen', groups=())
    >>> known_person("Anna Hubr", "Regen", people) is None
    True
    """
    wanted = (name.casefold(), home.casefold())
    meant = [one for one in people if (one.name.casefold(), one.home.casefold()) == wanted]
    return meant[0] if len(meant) == 1 else None


def people_meant(club_id: int, typed: Sequence[tuple[str, str]]) -> list[Known | None]:
    """By place whom of the club a name and a home mean, None for somebody new; one SQL query."""
    people = known_names(club_id)
    return [known_person(name, home, people) for name, home in typed]


def entered_at(event: Event, players: Sequence[int]) -> list[tuple[int, Entry]]:
    """The entries in which these players are now, each with the player."""
    same = Q(player__in=players) | Q(player__merged_into__in=players)
    members = Member.objects.filter(same, entry__event=event, until_round=None)
    return [
        (one.player.merged_into_id or one.player_id, one.entry)
        for one in members.select_related("entry", "player")
    ]


def withdrawn_entry(event: Event, players: Sequence[int]) -> Entry | None:
    """The entry of exactly these people that they have withdrawn, if there is one."""
    if not players:
        return None
    entries = {entry.pk: entry for _player, entry in entered_at(event, players)}
    for entry in entries.values():
        taken = Registration.objects.filter(entry=entry).exclude(withdrawn_at=None).first()
        if taken is None or entry.status != Entry.LEFT or entry.number is not None:
            continue
        members = entry.members.filter(until_round=None).select_related("player")
        if [one.player.merged_into_id or one.player_id for one in members] == [*players]:
            return entry
    return None


def open_from(device: str) -> int:
    """How many registrations of a device are open, at events that have not begun."""
    mine = Registration.objects.filter(device=device, withdrawn_at=None)
    return mine.filter(entry__event__state=Event.SETUP).count()


# One's own registration.


def registration_of(secret: str) -> Registration | None:
    """The registration whose own page has this secret; one SQL query."""
    found = Registration.objects.filter(secret_hash=hash_secret(secret))
    return found.select_related("entry__event__club").first()


def known_here(event: Event, secrets: Sequence[str]) -> list[tuple[str, Entry]]:
    """Who still comes to the event by these secrets, each with it; one SQL query, or none."""
    if not secrets:
        return []
    found = Registration.objects.filter(entry__event=event, withdrawn_at=None)
    by_digest = {
        mine.secret_hash: mine.entry
        for mine in found.filter(secret_hash__in=[*map(hash_secret, secrets)]).select_related(
            "entry"
        )
    }
    digests = [(secret, hash_secret(secret)) for secret in secrets]
    return [(secret, by_digest[digest]) for secret, digest in digests if digest in by_digest]


class OwnPage(NamedTuple):
    """How a registration stands: `turn` on the waiting list, and what can still be done."""

    turn: int | None
    may_withdraw: bool
    persons: list[Player]


def own_page(registration: Registration) -> OwnPage:
    """The same for one's own page; two SQL queries."""
    entry = registration.entry
    turn = turn_of(entry) if entry.status == Entry.WAITING else None
    members = entry.members.filter(until_round=None).select_related("player")
    may = entry.status in (Entry.REGISTERED, Entry.WAITING) and entry.event.state != Event.FINAL
    return OwnPage(turn, may, [one.player for one in members])


# For those who run the event.


class Line(NamedTuple):
    """A registration on the desk's list: where its people are from, and how it stands."""

    registration: Registration
    homes: str
    turn: int | None
    alike: int
    """How many came from the same network within two days, this one among them."""


def registrations(event: Event) -> list[Line]:
    """Who registered by himself, the latest first; three SQL queries."""
    rows = Registration.objects.filter(entry__event=event).select_related("entry").order_by("-pk")
    homes: dict[int, list[str]] = {}
    members = Member.objects.filter(entry__event=event, until_round=None).exclude(player__home="")
    for entry, home in members.order_by("place").values_list("entry_id", "player__home"):
        homes.setdefault(entry, []).append(home)
    turns = {key: nth for nth, key in enumerate(waiting(event).values_list("pk", flat=True), 1)}
    everybody = list(rows)
    networks = Counter(one.network for one in everybody if one.network and is_open(one))
    return [
        Line(
            one,
            ", ".join(dict.fromkeys(homes.get(one.entry_id, []))),
            turns.get(one.entry_id),
            networks[one.network] if one.network and is_open(one) else 0,
        )
        for one in everybody
    ]


def is_open(registration: Registration) -> bool:
    """Whether somebody still comes by it."""
    return registration.entry.status in (Entry.REGISTERED, Entry.WAITING)


def of_network(event: Event, network: str) -> QuerySet[Registration]:
    """The open registrations at an event that came from one network."""
    states = (Entry.REGISTERED, Entry.WAITING)
    found = Registration.objects.filter(entry__event=event, entry__status__in=states)
    return found.filter(network=network).exclude(network="").select_related("entry")


OF_THE_FEE = ("pay_holder", "pay_iban", "pay_link")
"""Terms that are asked for where there is a fee."""

TERMS: dict[str, StrPromise] = {
    "is_on": gettext_lazy("People register by themselves"),
    "opens_at": gettext_lazy("From when on"),
    "closes_at": gettext_lazy("Until when"),
    "has_waiting_list": gettext_lazy("Whoever finds no place waits for one"),
    "accepts_each": gettext_lazy("We say yes to each of them"),
    "listed": gettext_lazy("Everybody reads"),
    "asks_message": gettext_lazy("Ask for a message to us"),
    "asks_of_age": gettext_lazy("Ask whether they are of age, or their parents agree"),
    "text": gettext_lazy("What they are told above the button"),
    "pay_holder": gettext_lazy("Whose account it is"),
    "pay_iban": pgettext_lazy("of an account", "IBAN"),
    "pay_link": gettext_lazy("Or the address of a page on which one pays"),
}
"""What the terms say, by field: on their form and in the history."""


def kept_terms(values: dict[str, object]) -> str:
    """What was changed about them, as the history keeps it: a line for each field."""
    return "\n".join(f"{name}{BETWEEN}{_kept(value)}" for name, value in values.items())


def _kept(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, datetime):
        return timezone.localtime(value).isoformat(" ", "minutes")[:16]
    return " ".join(str(value).split()) if value else ""


def terms_said(kept: str) -> str:
    """What was changed about them; what was cut off is left out.

    >>> terms_said("is_on\\tyes\\nlisted\\tnothing\\nopens_at\\t")
    'People register by themselves: yes · Everybody reads: nothing of it · From when on: –'
    """
    said = []
    for name, value in (line.split(BETWEEN, 1) for line in kept.split("\n") if BETWEEN in line):
        words = str(dict(Listed.choices).get(value, value)) or "–"
        if name.startswith(("is_", "has_", "accepts_", "asks_")):
            words = _("yes") if value else _("no")
        said.append(f"{TERMS[name]}: {words}")
    return " · ".join(said) or kept
