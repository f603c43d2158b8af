"""Bringing an event in: its file is kept, looked at, and written in one transaction.

Every stored figure is reckoned anew and must be what its hands come to; else nothing is kept.
"""

from __future__ import annotations

import re
import zlib
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, NamedTuple
from uuid import uuid4

from django.contrib.auth.models import User
from django.db import DatabaseError, transaction
from django.db.models import CheckConstraint, F, Max
from django.utils import timezone
from django.utils.translation import gettext as _

from sheets.coming import ImpossibleHand
from sheets.words import spoken
from tournaments.archive.graph import INSIDE, SHARED, Part, parts
from tournaments.archive.reading import Archive, BadFile, place_of
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
        forget_old_uploads()
        return EventUpload.objects.create(club=club, user=user, packed=zlib.compress(raw))


def forget_old_uploads() -> int:
    """Delete the files at which nobody looks any more; how many they were."""
    return EventUpload.objects.filter(made_at__lt=timezone.now() - KEPT).delete()[0]


def content_of(upload: EventUpload) -> bytes:
    """What was sent."""
    return zlib.decompress(bytes(upload.packed))


def note_brought_in(upload: EventUpload, event: Event) -> None:
    """Let the content go, and remember what became of it."""
    EventUpload.objects.filter(pk=upload.pk).update(event=event, packed=b"")


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
    people = [
        (number, row["name"], row.get("home", ""))
        for number, row in enumerate(archive.rows["Player"].named(), 1)
    ]
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


def take_people(archive: Archive, club: Club, others: Collection[int]) -> dict[int, int]:
    """The key of everybody in the file by the row; whom the club does not know is added.

    `others` are the rows of those who are somebody else than the one of the same name. Where such
    a one would be told apart by nothing, the event's title stands as the home place.
    """
    known = {match.number: match.known.pk for match in matches(archive, club)}
    taken = {(each.name.casefold(), each.home.casefold()) for each in known_names(club.pk)}
    keys: dict[int, int] = {}
    for number, values in enumerate(archive.rows["Player"].named(), 1):
        if number in known and number not in others:
            keys[number] = known[number]
            continue
        values["home"] = _told_apart(values, taken, archive.event.title)
        taken.add((values["name"].casefold(), values["home"].casefold()))
        keys[number] = Player.objects.create(club=club, **values).pk
    return keys


def _told_apart(values: Mapping[str, str], taken: Collection[tuple[str, str]], title: str) -> str:
    """The home place, or another one where somebody of that name is from there already."""
    home = wanted = values.get("home", "")
    nth = 1
    while (values["name"].casefold(), home.casefold()) in taken:
        mark = f" {nth}" if nth > 1 else ""
        home = (title or wanted)[: LONGEST_HOME - len(mark)].strip() + mark
        nth += 1
    return home


# Every row of a file in one transaction, and everything reckoned anew.

ROWS_AT_ONCE = 1_000
NOBODY = Author()
"""Whoever starts a command at the machine itself."""


def same_event(archive: Archive) -> Event | None:
    """The event of the file, where it is here already."""
    known = Event.objects.select_related("club")
    return known.filter(submission=archive.event.submission).first()


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
            refuse_again(archive)
            event = _write_rows(archive, locked, others, tell)
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
                text = _("%(part)s: There is a row in this file as none may be: %(why)s")
                return text % {"part": part.name, "why": rule.violation_error_message}
    return _("Something in this file is here already, or two of its rows exclude each other.")


def refuse_again(archive: Archive) -> None:
    """Raise BadFile where the event is here already."""
    here = same_event(archive)
    if here is not None:
        text = _("This event is here already: %(title)s (club: %(club)s).")
        raise BadFile(text % {"title": here.title, "club": here.club.name})


def _write_rows(archive: Archive, club: Club, others: Collection[int], tell: Tell) -> Event:
    """Write all rows of a file; the event."""
    keys: dict[str, dict[int, int]] = {}
    for part in parts():
        rows = archive.rows[part.name].rows
        if part.model in SHARED:
            keys[part.name] = take_people(archive, club, others)
            continue
        own = keys[part.name] = dict[int, int]()
        at_once = 1 if part.model in part.keys.values() else ROWS_AT_ONCE
        for start in range(0, len(rows), at_once):
            numbers = range(start + 1, min(start + at_once, len(rows)) + 1)
            values = [_values(part, archive, number, keys) for number in numbers]
            if part.model is Event:
                values[0] = {"language": club.language, **values[0], "club": club}
            made = part.model._default_manager.bulk_create(part.model(**each) for each in values)
            own.update(zip(numbers, (row.pk for row in made), strict=True))
            tell(part.name, len(own))
    event = Event.objects.get(pk=keys["Event"][1])
    places = EventTable.objects.filter(round__event=event)
    TableLink.objects.bulk_create(
        link_for(place) for place in places.exclude(round__state=Round.CANCELLED)
    )
    return event


def _values(
    part: Part, archive: Archive, number: int, keys: Mapping[str, Mapping[int, int]]
) -> dict[str, Any]:
    """The values of a row, with the keys that the rows at which it points have got."""
    written = archive.rows[part.name]
    values: dict[str, Any] = {}
    for field, value in zip(written.fields, written.rows[number - 1], strict=True):
        target = part.keys.get(field.name)
        if target is not None:
            values[field.attname] = value and keys[target.__name__][value]
        elif (part.name, field.name) in INSIDE:
            try:
                values[field.name] = INSIDE[part.name, field.name](value, keys)
            except (LookupError, TypeError, ValueError):
                place = place_of(part.name, number, field.name)
                raise BadFile(_("%(place)s: There is no such row.") % {"place": place}) from None
        else:
            values[field.name] = value
    return values


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
            with _reading(_where(place)):
                found += _table(place)
            if number % 50 == 0:
                tell(_("Tables reckoned anew"), number)
        if len(found) > MOST_NAMED:
            left = _("And %(count)s more.") % {"count": len(found) - MOST_NAMED}
            found = [*found[:MOST_NAMED], left]
        if found:
            raise BadFile(*found)
        with _reading(_("The standing")):
            _standing(event, archive)
        with _reading(_("The final list")):
            _final(event)
        with _reading(_("The prizes")):  # those that were kept with the final lists
            prize_list(event)
        with _reading(_("The draws")):
            _draws(event)
        with _reading(_("The history")):
            for change in event.changes.select_related("entry"):
                sentence_of(change)


@contextmanager
def _reading(what: str) -> Iterator[None]:
    try:
        yield
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
        why = spoken(problem.problem.text, [name for name, _points in stored])
        values = {"where": _where(place), "hand": problem.place, "why": why}
        return [text % values]
    words = _("%(where)s, %(name)s: in the file %(stored)s, by the hands %(counted)s.")
    found = [
        words % {"where": _where(place), "name": name, "stored": before, "counted": after}
        for (name, before), (_name, after) in zip(
            stored, seats.values_list("name", "points"), strict=True
        )
        if before != after
    ]
    if not found and result_differences(place.table):
        text = _("%(where)s: the results in the file are not what its sheet comes to.")
        found = [text % {"where": _where(place)}]
    return found


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


def _draws(event: Event) -> None:
    """The plans and reports of all rounds must be readable."""
    for played in event.rounds.all():
        for numbers in [*played.plan.get("tables", []), played.plan.get("out", [])]:
            sum(numbers)
        if "repeats" in played.report:
            report_lines(played.report, 4, {})
            season_lines(played.report, {})
            season_note(played.report, 0)
