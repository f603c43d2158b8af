"""Rulings of an event: listed for directors, and what the form for another one is made from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring import find_ruleset
from tournaments.common.alike import found_by
from tournaments.events.draw.queries.seatings import Seated, people_at
from tournaments.events.rulings.queries.penalties import Offence, offences_of
from tournaments.events.rulings.queries.ruling_words import about_whom, decision_words, where_words
from tournaments.formats.settings import EventSettings
from tournaments.models import Event, EventTable, Result, Round, Ruling
from tournaments.tables.queries.replays import side_of

MOST = 200


class RulingLine(NamedTuple):
    """A ruling in words, for directors; `counts`: it stands, and so does its round."""

    ruling: Ruling
    where: str
    whom: str
    decision: str
    counts: bool


class Seat(NamedTuple):
    """Somebody whom a ruling may be about, and how many warnings that entry has."""

    key: int
    number: int | None
    name: str
    warnings: int


@dataclass(frozen=True)
class Ground:
    """What a ruling may be about: a round, perhaps a table of it, and the entries there."""

    event: Event
    round: Round
    place: EventTable | None
    people: list[Seated]

    @property
    def settings(self) -> EventSettings:
        """What the directors decided about the event."""
        return EventSettings.from_json(self.event.settings)

    @property
    def has_strokes(self) -> bool:
        """Whether strokes can be given to the other side: in a match of two."""
        return self.settings.yields == "match" and len(self.people) == 2

    @property
    def is_late(self) -> bool:
        """Whether the round is closed."""
        return self.round.closed_at is not None

    @property
    def offences(self) -> list[Offence]:
        """The offences of the rule card, or the usual ones."""
        return offences_of(self.settings.penalties, has_strokes=self.has_strokes)

    def others_of(self, entry: int) -> list[Seated]:
        """The others at the table; where partners share a side of the sheet, the opponents."""
        own = next(person.side for person in self.people if person.entry_id == entry)
        return [person for person in self.people if person.side != own]


def ground_at(event: Event, place: EventTable) -> Ground:
    """A table, whose round must be read with it; two SQL queries."""
    people = people_at([place], event).get(place.pk, [])
    return Ground(event, place.round, place, people)


def ground_of_entry(event: Event, played: Round, entry: int) -> Ground | None:
    """Where an entry sat in a round; None where it has nothing to do with that round."""
    found = Result.objects.filter(round=played, entry_id=entry)
    result = found.select_related("entry", "event_table").first()
    if result is None:
        return None
    if result.event_table is not None:
        result.event_table.round = played
        return ground_at(event, result.event_table)
    side = side_of(find_ruleset(event.ruleset), 0)
    alone = Seated(entry, result.entry.number, result.entry.name, side, result.points, True)
    return Ground(event, played, None, [alone])


def seats_of(ground: Ground) -> list[Seat]:
    """Those at the table in the order of the sheet, with their warnings; one SQL query."""
    keys = [person.entry_id for person in ground.people]
    warned = Ruling.objects.filter(
        event=ground.event, entry__in=keys, kind=Ruling.WARNING, withdrawn_at=None
    )
    warnings = list(warned.values_list("entry_id", flat=True))
    return [
        Seat(person.entry_id, person.number, person.name, warnings.count(person.entry_id))
        for person in ground.people
    ]


def ruling_lines(event: Event, words: str = "", kind: str = "") -> list[RulingLine]:
    """The latest rulings, the newest first, of those that are looked for; one SQL query.

    `words`: a start number, or part of a name or of the offence.
    """
    rulings = Ruling.objects.filter(event=event).select_related("round", "event_table", "entry")
    if kind:
        rulings = rulings.filter(kind=kind)
    return _found([_line(ruling) for ruling in rulings.order_by("-pk")], words)[:MOST]


def rulings_at(place: EventTable) -> list[RulingLine]:
    """The rulings at a table, the newest first; one SQL query."""
    rulings = Ruling.objects.filter(event_table=place)
    found = rulings.select_related("round", "event_table", "entry").order_by("-pk")
    return [_line(ruling) for ruling in found]


def _found(lines: Sequence[RulingLine], words: str) -> list[RulingLine]:
    return found_by(
        words,
        lines,
        said=lambda line: f"{line.whom} {line.ruling.offence}",
        number=lambda line: line.ruling.entry.number if line.ruling.entry else None,
    )


def _line(ruling: Ruling) -> RulingLine:
    table = ruling.event_table.number if ruling.event_table else None
    return RulingLine(
        ruling,
        where_words(ruling.round.number, table, ruling.hand),
        about_whom(ruling),
        decision_words(ruling),
        ruling.withdrawn_at is None and ruling.round.state != Round.CANCELLED,
    )
