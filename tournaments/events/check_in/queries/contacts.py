"""The people of an entry: what pages need of it, how somebody is reached, who may be the same.

Phone numbers and e-mail addresses are for the event's directors alone. None is shown any more once
its time is over, even where nobody has deleted it yet.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Max, Q
from django.utils import timezone

from formats.event import EventSettings
from scoring.results import Value, as_int_if_whole
from tournaments.common.fields import Reached, marks_of, read_either
from tournaments.models import Contact, Entry, Event, Member, SamePerson
from tournaments.people.queries import main_key


class EntryLine(NamedTuple):
    """An entry with a start number, as the pages need it."""

    pk: int
    number: int
    name: str
    status: str
    team: str
    groups: list[str]
    is_guest: bool
    is_house: bool
    start_points: int
    first_round: int
    last_round: int | None
    brought: str = ""
    season_place: int | None = None
    final: int | None = None

    @property
    def begins_with(self) -> Value:
        """The points with which it begins: given to it, and brought from a season."""
        return as_int_if_whole(self.start_points + self.from_season)

    @property
    def from_season(self) -> Value:
        """The points brought from a season."""
        return as_int_if_whole(Fraction(self.brought)) if self.brought else 0


# Which entries of an event are of the same people: the same players, or a director's word.


def words_of(event: Event) -> dict[tuple[int, int], bool]:
    """What directors said that stands: of two entries, whether they are the same; one SQL query.

    Where something was said twice of two entries the later word holds.
    """
    found = SamePerson.objects.filter(event=event, withdrawn_at=None).order_by("pk")
    said = found.values_list("first", "later", "is_same")
    return {(first, later): is_same for first, later, is_same in said}


def pairs_of(event: Event) -> list[tuple[int, int]]:
    """Those of them that are the same; one SQL query."""
    return [pair for pair, is_same in words_of(event).items() if is_same]


def players_of(event: Event) -> dict[int, frozenset[int]]:
    """By entry, the keys of the players that it was made for; one SQL query."""
    found: defaultdict[int, set[int]] = defaultdict(set)
    members = Member.objects.filter(entry__event=event, from_round=1).order_by()
    for entry, player in members.values_list("entry", main_key("player")):
        found[entry].add(player)
    return {entry: frozenset(players) for entry, players in found.items()}


def grouped(
    persons: Mapping[int, frozenset[int]], pairs: Iterable[tuple[int, int]]
) -> dict[int, int]:
    """By entry, the lowest key among all entries of the same people.

    `persons`: by entry the keys of its players. Entries of equal players are together, and those
    that a pair joins.

    >>> grouped({1: frozenset({7}), 2: frozenset({8}), 3: frozenset({8})}, [(1, 3)])
    {1: 1, 2: 1, 3: 1}
    """
    parent = {entry: entry for entry in persons}

    def root(entry: int) -> int:
        while parent[entry] != entry:
            entry = parent[entry]
        return entry

    first: dict[frozenset[int], int] = {}
    same = [(first.setdefault(players, entry), entry) for entry, players in persons.items()]
    for one, other in [*same, *pairs]:
        if one in parent and other in parent:
            low, high = sorted((root(one), root(other)))
            parent[high] = low
    return {entry: root(entry) for entry in persons}


KEPT_DAYS = 30
"""So long after the event began, and after the last deed at it."""


class Alike(NamedTuple):
    """Two entries with the same phone number or e-mail address, the earlier one first."""

    first: Entry
    later: Entry
    has_same_phone: bool
    has_same_mail: bool


class Known(NamedTuple):
    """What is noted about an entry, and what was said of who it is.

    `alike`: whom a director is asked about. `same` and `others` are entries of whom a director
    said that they are the same, or somebody else; `apart` are those of the same of which the club
    has another record of the person.
    """

    reached: Reached
    alike: list[Alike]
    same: list[Entry]
    others: list[Entry]
    apart: list[Entry]


def takes_contacts(settings: EventSettings) -> bool:
    """Whether somebody may come several times, so that it helps to know who it is."""
    return settings.rolling


def forgotten_at(event: Event, days: int = KEPT_DAYS) -> datetime:
    """When what is kept so long after an event's last deed is over, such as contacts; one query."""
    last: datetime | None = event.changes.aggregate(last=Max("made_at"))["last"]
    last_moment = max(each for each in (event.made_at, event.starts_at, last) if each is not None)
    return last_moment + timedelta(days=days)


def marks_typed(event: Event, typed: str) -> frozenset[str]:
    """What a phone number or an e-mail address in a search is compared by; empty for all else."""
    if not takes_contacts(event.format):
        return frozenset()
    reached = read_either(typed)
    return marks_of(reached) if reached else frozenset()


def entries_reached(event: Event, marks: frozenset[str]) -> set[int]:
    """The keys of the entries with one of these marks; two SQL queries."""
    if forgotten_at(event) <= timezone.now():
        return set()
    rows = Contact.objects.filter(entry__event=event).values_list("entry", "phone", "mail")
    return {entry for entry, phone, mail in rows if marks & marks_of(Reached(phone, mail))}


def open_questions(event: Event, most: int = 20) -> list[Alike]:
    """Who may be the same person and nobody was asked yet; one SQL query where nobody is."""
    if not takes_contacts(event.format):
        return []
    by_mark: defaultdict[str, list[Contact]] = defaultdict(list)
    contacts = Contact.objects.filter(entry__event=event).select_related("entry").order_by("entry")
    for contact in contacts:
        for mark in marks_of(Reached(contact.phone, contact.mail)):
            by_mark[mark].append(contact)
    shared = {mark: found for mark, found in by_mark.items() if len(found) > 1}
    if not shared or forgotten_at(event) <= timezone.now():
        return []
    words = words_of(event)
    roots = grouped(players_of(event), [pair for pair, is_same in words.items() if is_same])
    told_apart = {
        frozenset((roots.get(first, first), roots.get(later, later)))
        for (first, later), is_same in words.items()
        if not is_same
    }
    found: dict[tuple[int, int], Alike] = {}
    for mark, (contact, *others) in shared.items():
        first = contact.entry
        for contact in others:
            later = contact.entry
            both = frozenset((roots.get(first.pk, first.pk), roots.get(later.pk, later.pk)))
            if len(both) == 1 or both in told_apart:
                continue
            known = found.get((first.pk, later.pk), Alike(first, later, False, False))
            is_phone = mark.startswith("phone")
            found[first.pk, later.pk] = known._replace(
                has_same_phone=known.has_same_phone or is_phone,
                has_same_mail=known.has_same_mail or not is_phone,
            )
    return list(found.values())[:most]


def known_of(entry: Entry) -> Known:
    """Everything about one entry, for its page."""
    contact = Contact.objects.filter(entry=entry).first()
    event = entry.event
    is_over = contact is not None and forgotten_at(event) <= timezone.now()
    reached = Reached(contact.phone, contact.mail) if contact and not is_over else Reached()
    said = event.same_persons.filter(Q(first=entry) | Q(later=entry), withdrawn_at=None)
    same: list[Entry] = []
    others: list[Entry] = []
    for word in said.select_related("first", "later").order_by("pk"):
        other = word.later if word.first_id == entry.pk else word.first
        (same if word.is_same else others).append(other)
    players = players_of(event) if same else {}
    return Known(
        reached,
        [each for each in open_questions(event, 1000) if entry in (each.first, each.later)],
        same,
        others,
        [one for one in same if players.get(one.pk) != players.get(entry.pk)],
    )
