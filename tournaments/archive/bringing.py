"""Bringing an event in: every row of a file in one transaction, and everything reckoned anew."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db import DatabaseError, transaction
from django.db.models import CheckConstraint
from django.utils.translation import gettext as _

from tournaments.archive.checking import check_event
from tournaments.archive.graph import SHARED, Part, parts
from tournaments.archive.inside import INSIDE
from tournaments.archive.people import take_people
from tournaments.archive.reading import Archive, BadFile, Rows, place_of
from tournaments.archive.writing import Tell
from tournaments.common.locks import lock_club
from tournaments.common.sent import keep_sent
from tournaments.events.draw.services.tables import link_for
from tournaments.models import Club, Event, EventTable, Round, TableLink

ROWS_AT_ONCE = 1_000


def same_event(archive: Archive) -> Event | None:
    """The event of the file, where it is here already."""
    submission = archive.event("submission")
    return Event.objects.select_related("club").filter(submission=submission).first()


def bring_in(
    archive: Archive,
    club: Club,
    *,
    others: Collection[int] = (),
    tell: Tell = lambda name, rows: None,
) -> Event:
    """Bring an event into a club; raises BadFile, and then nothing is kept.

    `others`: the rows of people who are not those of the same name whom the club knows.
    """
    try:
        with transaction.atomic(durable=True):
            locked = lock_club(club.pk)
            here = same_event(archive)
            if here is not None:
                raise BadFile(already_here(here))
            event = _Bringing(archive, locked, tell).event(others)
            check_event(event, archive, tell)
            keep_sent()
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
