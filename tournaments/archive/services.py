"""Bringing an event in: its file is kept, looked at, and written in one transaction.

Every stored figure is reckoned anew and must be what its hands come to; else nothing is kept.
"""

from __future__ import annotations

import re
import zlib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import uuid4

from django.contrib.auth.models import User
from django.db import DatabaseError, transaction
from django.db.models import CheckConstraint, F, Max
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import find_ruleset
from sheets.coming import ImpossibleHand
from tournaments.archive.graph import INSIDE, SHARED, Part, parts
from tournaments.archive.reading import Archive, BadFile, Rows, place_of
from tournaments.archive.writing import Tell, standing_rows
from tournaments.common.cache import uncached
from tournaments.common.locks import lock_club
from tournaments.events.actions import keep_change
from tournaments.events.desk.queries.history import sentence_of
from tournaments.events.draw.queries.report import report_lines, season_lines, season_note
from tournaments.events.draw.services.tables import link_for
from tournaments.events.money.queries.prizes import prize_list
from tournaments.events.results.services.results import result_differences, settle_in_no_file
from tournaments.events.standings.queries.final import final_page, fingerprint
from tournaments.models import (
    Author,
    Club,
    Event,
    EventChange,
    EventTable,
    EventUpload,
    Hand,
    Player,
    Result,
    Round,
    Seat,
    TableLink,
)
from tournaments.people.queries import Known, known_names
from tournaments.records.services.counting import count_sheet
from tournaments.tables.queries import SheetReading
from tournaments.tables.services.hands import settle

# Files between their being sent and their being brought in.

KEPT = timedelta(days=1)


def keep_upload(*, club: Club, user: User, raw: bytes) -> EventUpload:
    """Keep a file until somebody has looked at it; earlier ones of the same person are let go."""
    with transaction.atomic():
        unused = EventUpload.objects.filter(event=None)
        unused.filter(club=club, user=user).delete()
        EventUpload.objects.filter(made_at__lt=timezone.now() - KEPT).delete()
        return EventUpload.objects.create(club=club, user=user, packed=zlib.compress(raw))


def content_of(upload: EventUpload) -> bytes:
    """What was sent."""
    return zlib.decompress(bytes(upload.packed))


def note_brought_in(upload: EventUpload, event: Event) -> None:
    """Let the content go, and remember what became of it."""
    EventUpload.objects.filter(pk=upload.pk).update(event=event, packed=b"")


def drop_upload(upload: EventUpload) -> None:
    """Let a file go that nobody wants."""
    upload.delete()


# Who is who: the people in a file, and those whom the club knows already.

LONGEST_HOME = 40


class Match(NamedTuple):
    """Somebody in the file who bears a name that the club knows; `number` is the row."""

    number: int
    name: str
    home: str
    known: Known

    @property
    def has_same_home(self) -> bool:
        """Whether both are from the same place."""
        return self.home.casefold() == self.known.home.casefold()


def matches(archive: Archive, club: Club) -> list[Match]:
    """Everybody whose exact name the club knows, in the order of the file; one SQL query.

    Of several of that name it is the one from the same place. Where nobody is from there, it is
    the first whom nobody else in the file is.
    """
    by_name: dict[str, list[Known]] = defaultdict(list)
    for known in sorted(known_names(club.pk), key=lambda known: known.pk):
        by_name[known.name].append(known)
    people = _people(archive)
    found: dict[int, Known] = {}
    for only_same_home in (True, False):
        for number, name, home in people:
            free = [each for each in by_name[name] if number not in found]
            same = [each for each in free if each.home.casefold() == home.casefold()]
            chosen = next(iter(same if only_same_home else free), None)
            if chosen is not None:
                found[number] = chosen
                by_name[name].remove(chosen)
    return [
        Match(number, name, home, found[number]) for number, name, home in people if number in found
    ]


def take_people(
    archive: Archive, club: Club, others: Collection[int], same_event: str
) -> list[int]:
    """The keys of everybody in the file, row by row; whom the club does not know is added.

    `others` are the rows of those who are somebody else than the one of the same name. Where such
    a one would be told apart by nothing, the event's title stands as the home place.
    """
    known = {match.number: match.known.pk for match in matches(archive, club)}
    taken = {(each.name.casefold(), each.home.casefold()) for each in known_names(club.pk)}
    rows = archive.rows["Player"]
    names = [field.name for field in rows.fields]
    keys: list[int] = []
    for number, row in enumerate(rows.rows, 1):
        if number in known and number not in others:
            keys.append(known[number])
            continue
        values = dict(zip(names, row, strict=True))
        values["home"] = _told_apart(values, taken, same_event)
        taken.add((values["name"].casefold(), values["home"].casefold()))
        keys.append(Player.objects.create(club=club, **values).pk)
    return keys


def _people(archive: Archive) -> list[tuple[int, str, str]]:
    rows = archive.rows["Player"]
    if not rows.rows:
        return []
    homes = rows.column("home") if "home" in [field.name for field in rows.fields] else []
    names = rows.column("name")
    return [(nth, name, homes[nth - 1] if homes else "") for nth, name in enumerate(names, 1)]


def _told_apart(values: Mapping[str, str], taken: Collection[tuple[str, str]], title: str) -> str:
    """The home place, or another one where somebody of that name is from there already."""
    home = wanted = values.get("home", "")
    nth = 1
    while (values["name"].casefold(), home.casefold()) in taken:
        mark = f" {nth}" if nth > 1 else ""
        home = (title or wanted)[: LONGEST_HOME - len(mark)].strip() + mark
        nth += 1
    return home


# What is in a file, before it is brought in.


@dataclass(frozen=True)
class Preview:
    """An event as its file has it; `here` is the same event where it is in this installation."""

    archive: Archive
    here: Event | None
    matches: list[Match]
    others: Collection[int] = ()

    @property
    def title(self) -> str:
        """What the event is called."""
        title: str = self.archive.event("title")
        return title

    @property
    def place(self) -> str:
        """Where it is held."""
        return str(self._said("place") or "")

    @property
    def starts_at(self) -> datetime | None:
        """When it begins."""
        found: Any = self._said("starts_at")
        return found if isinstance(found, datetime) else None

    @property
    def is_published(self) -> bool:
        """Whether everybody sees it as soon as it is here."""
        return self._said("published_at") is not None

    @property
    def state(self) -> str:
        """Set up, running, or final."""
        return str(self._said("state") or Event.SETUP)

    @property
    def game(self) -> str:
        """The name of the game."""
        return find_ruleset(self.archive.event("ruleset")).name

    @property
    def program(self) -> str:
        """The version of the program that wrote the file."""
        return self.archive.program

    @property
    def people(self) -> int:
        """How many persons took part."""
        return self.archive.count("Player")

    @property
    def new_people(self) -> int:
        """How many of them the club does not know."""
        return self.people - len(self.matches)

    @property
    def sure(self) -> list[Match]:
        """Those who bear the name of somebody from the same place."""
        return [match for match in self.matches if match.has_same_home]

    @property
    def doubtful(self) -> list[Match]:
        """Those who bear the name of somebody from another place, or from nobody knows where."""
        return [match for match in self.matches if not match.has_same_home]

    @property
    def entries(self) -> int:
        """How many entries there are."""
        return self.archive.count("Entry")

    @property
    def rounds(self) -> int:
        """How many rounds there are that were not called off."""
        rows = self.archive.rows["Round"]
        if not rows.rows:
            return 0
        return sum(state != Round.CANCELLED for state in rows.column("state"))

    @property
    def hands(self) -> int:
        """How many lines stand on its sheets."""
        return self.archive.count("Hand")

    @property
    def deeds(self) -> int:
        """How many lines its history has."""
        return self.archive.count("EventChange")

    def _said(self, name: str) -> object:
        has = any(field.name == name for field in self.archive.rows["Event"].fields)
        return self.archive.event(name) if has else None


def preview_of(archive: Archive, club: Club, others: Collection[int] = ()) -> Preview:
    """What would be brought into that club; two SQL queries."""
    return Preview(archive, same_event(archive), matches(archive, club), others)


# Every row of a file in one transaction, and everything reckoned anew.

ROWS_AT_ONCE = 1_000
NOBODY = Author()
"""Whoever starts a command at the machine itself."""


def same_event(archive: Archive) -> Event | None:
    """The event of the file, where it is here already."""
    submission = archive.event("submission")
    return Event.objects.select_related("club").filter(submission=submission).first()


def bring_in(
    archive: Archive,
    club: Club,
    *,
    by: Author = NOBODY,
    others: Collection[int] = (),
    tell: Tell = lambda name, rows: None,
) -> Event:
    """Bring an event into a club; raises BadFile, and then nothing is kept.

    `by` is who does it, as the event's history says. `others`: the rows of people who are not
    those of the same name whom the club knows.
    """
    try:
        with transaction.atomic(durable=True):
            locked = lock_club(club.pk)
            here = same_event(archive)
            if here is not None:
                raise BadFile(already_here(here))
            event = _Bringing(archive, locked, tell).event(others)
            check_event(event, archive, tell)
            keep_change(event, EventChange(kind="brought_in"), by, uuid4())
            return event
    except DatabaseError as problem:
        raise BadFile(_what_is_refused(str(problem))) from None


def _what_is_refused(problem: str) -> str:
    """Why the database does not keep a row: by its own rule, or because of another row."""
    for part in parts():
        for rule in part.model._meta.constraints:
            if isinstance(rule, CheckConstraint) and re.search(rf"\b{rule.name}\b", problem):
                text = _("%(part)s: There is a row in this file as none may be. %(why)s")
                return text % {"part": part.name, "why": rule.violation_error_message}
    return _("Something in this file is here already, or two of its rows exclude each other.")


def already_here(event: Event) -> str:
    """That an event cannot be brought in again."""
    text = _("This event is here already: %(title)s, of the club %(club)s.")
    return text % {"title": event.title, "club": event.club.name}


class _Bringing:
    """Keeps which key each row of the file got."""

    def __init__(self, archive: Archive, club: Club, tell: Tell) -> None:
        self.archive = archive
        self.club = club
        self.tell = tell
        self.keys: dict[str, list[int]] = {}

    def event(self, others: Collection[int]) -> Event:
        """Write all rows; the event."""
        title: str = self.archive.event("title")
        for part in parts():
            rows = self.archive.rows[part.name]
            if part.model in SHARED:
                self.keys[part.name] = take_people(self.archive, self.club, others, title)
            else:
                self._write(part, rows)
        event = Event.objects.get(pk=self.keys["Event"][0])
        places = EventTable.objects.filter(round__event=event)
        TableLink.objects.bulk_create(
            link_for(place) for place in places.exclude(round__state=Round.CANCELLED)
        )
        return event

    def _write(self, part: Part, rows: Rows) -> None:
        keys = self.keys[part.name] = list[int]()
        numbers = {name: _from_one(keys_of) for name, keys_of in self.keys.items()}
        at_once = 1 if part.points_at_itself else ROWS_AT_ONCE
        for start in range(0, len(rows.rows), at_once):
            some = rows.rows[start : start + at_once]
            made = part.model._default_manager.bulk_create(
                part.model(**self._values(part, rows, row, start + nth, numbers))
                for nth, row in enumerate(some, 1)
            )
            keys.extend(row.pk for row in made)
            self.tell(part.name, len(keys))

    def _values(
        self,
        part: Part,
        rows: Rows,
        row: Sequence[Any],
        number: int,
        numbers: Mapping[str, Mapping[int, int]],
    ) -> dict[str, Any]:
        values: dict[str, Any] = {"club": self.club} if part.model is Event else {}
        for field, value in zip(rows.fields, row, strict=True):
            target = part.keys.get(field.name)
            if target is not None:
                values[field.attname] = value and self.keys[target.__name__][value - 1]
            elif (part.name, field.name) in INSIDE:
                values[field.name] = _inside(part.name, field.name, value, number, numbers)
            else:
                values[field.name] = value
        return values


def _inside(
    part: str, field: str, value: object, number: int, numbers: Mapping[str, Mapping[int, int]]
) -> object:
    try:
        return INSIDE[part, field](value, numbers)
    except (LookupError, TypeError, ValueError):
        place = place_of(part, number, field)
        raise BadFile(_("%(place)s: There is no such row.") % {"place": place}) from None


def _from_one(keys: Sequence[int]) -> Mapping[int, int]:
    return dict(enumerate(keys, 1))


# The event against its own file: every stored figure must be what its hands come to.

MOST_NAMED = 10
STUMBLES = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What reading leads to where values fit their fields, and not each other."""


def check_event(event: Event, archive: Archive, tell: Tell) -> None:
    """Reckon everything anew from the hands and compare; raises BadFile with what differs.

    Writes the points of each hand, everybody's highest game, the solos that were played and the
    figures of the record book, which no file has.
    """
    with uncached():
        _check_rows(event)
        found: list[str] = []
        places = EventTable.objects.filter(round__event=event).order_by("pk")
        with_all = places.select_related("table", "round__event")
        for number, place in enumerate(with_all, 1):
            found += _reads(_where(place), lambda here=place: _table(here))  # type: ignore[misc]
            if number % 50 == 0:
                tell(_("Tables reckoned anew"), number)
        if found:
            raise BadFile(*_named(found))
        _reads(_("The standing"), lambda: _standing(event, archive))
        _reads(_("The final list"), lambda: _final(event))
        _reads(_("The prizes"), lambda: _prizes(event))
        _reads(_("The draws"), lambda: _draws(event))
        _reads(_("The history"), lambda: _history(event))


def _named(found: list[str]) -> list[str]:
    if len(found) <= MOST_NAMED:
        return found
    left = _("And %(count)s more.") % {"count": len(found) - MOST_NAMED}
    return [*found[:MOST_NAMED], left]


def _reads(what: str, look: Callable[[], list[str] | None]) -> list[str]:
    try:
        return look() or []
    except STUMBLES:
        text = _("%(what)s: what the file says does not fit together.")
        raise BadFile(text % {"what": what}) from None


def _where(place: EventTable) -> str:
    words = _("Table %(table)s in round %(round)s")
    return words % {"table": place.number, "round": place.round.number}


def _check_rows(event: Event) -> None:
    """What belongs to two things must belong to one and the same event and round."""
    results = Result.objects.filter(round__event=event)
    if results.exclude(event_table=None).exclude(event_table__round=F("round")).exists():
        raise BadFile(_("There is a result whose table is in another round."))
    hands = Hand.objects.filter(table__event_table__round__event=event)
    latest = hands.annotate(latest=Max("versions__number"))
    if latest.exclude(latest=F("version")).exists() or latest.filter(latest=None).exists():
        raise BadFile(_("There is a hand whose latest version is missing."))


def _table(place: EventTable) -> list[str]:
    """In what the figures of a table differ from its sheet."""
    seats = Seat.objects.filter(table=place.table)
    stored = list(seats.values_list("name", "points"))
    try:
        sheet = settle(SheetReading(place.table, place))
        settle_in_no_file(sheet)
        count_sheet(sheet)
    except ImpossibleHand as problem:
        text = _("%(where)s, hand %(hand)s: %(why)s")
        why = problem.problem.text.render(_, [name for name, _points in stored])
        values = {"where": _where(place), "hand": problem.place, "why": why}
        return [text % values]
    words = _("%(where)s: %(name)s has %(stored)s in the file; the hands come to %(counted)s.")
    found = [
        words % {"where": _where(place), "name": name, "stored": before, "counted": after}
        for (name, before), (_name, after) in zip(
            stored, seats.values_list("name", "points"), strict=True
        )
        if before != after
    ]
    if not found and result_differences(place.table):
        found = list(_results(place))
    return found


def _results(place: EventTable) -> Iterator[str]:
    text = _("%(where)s: the results in the file are not what its sheet comes to.")
    yield text % {"where": _where(place)}


def _standing(event: Event, archive: Archive) -> None:
    counted = standing_rows(event)
    if counted == archive.standing:
        return
    stored = {str(row[0]): row for row in archive.standing}
    text = _("The standing in the file is another than its results come to, from No. %(number)s.")
    moved = (row[0] for row in counted if stored.get(str(row[0])) != row)
    raise BadFile(text % {"number": next(moved, "–")})


def _final(event: Event) -> None:
    page = final_page(event)
    for revision in page.revisions:
        if fingerprint(revision.rows) != revision.mark.fingerprint:
            text = _("The final list, revision %(number)s, is another than its fingerprint says.")
            raise BadFile(text % {"number": revision.mark.revision})
    if event.state == Event.FINAL and page.differs:
        raise BadFile(_("The final list is locked and is another than the results come to."))


def _prizes(event: Event) -> None:
    """The prizes that were kept with the final lists must be readable."""
    prize_list(event)


def _draws(event: Event) -> None:
    """The plans and reports of all rounds must be readable."""
    for played in event.rounds.all():
        for numbers in [*played.plan.get("tables", []), played.plan.get("out", [])]:
            sum(numbers)
        if "repeats" in played.report:
            report_lines(played.report, 4, {})
            season_lines(played.report, {})
            season_note(played.report, 0)


def _history(event: Event) -> None:
    for change in event.changes.select_related("entry"):
        sentence_of(change)
