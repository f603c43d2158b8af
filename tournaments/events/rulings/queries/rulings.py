"""Rulings of an event: listed for directors, and what the form for another one is made from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import find_ruleset
from tournaments.common.alike import found_by
from tournaments.events.draw.queries.seatings import Seated, people_at
from tournaments.events.rulings.queries.penalties import Offence, Ready, offences_of
from tournaments.formats.settings import EventSettings
from tournaments.models import Event, EventTable, Result, Round, Ruling
from tournaments.tables.queries.replays import side_of

# Rulings in words: what was decided, and the whole sentence.


class Said(Protocol):
    """What the words of a decision are made from: a `Ruling`, or one that is only ready."""

    @property
    def kind(self) -> str:
        """One of the kinds of `Ruling`."""

    @property
    def points(self) -> int:
        """Points, or strokes."""

    @property
    def others(self) -> int:
        """Points for each of the others."""


def decision_words(said: Said) -> str:
    """What was decided: “penalty −4, each of the others +1”."""
    if said.kind == Ruling.POINTS:
        return _points(said.points, said.others)
    if said.kind == Ruling.STROKES:
        text = ngettext(
            "%(count)s stroke to the other side", "%(count)s strokes to the other side", said.points
        )
        return text % {"count": said.points}
    words = {
        Ruling.WARNING: _("warning"),
        Ruling.OUT: _("excluded"),
        Ruling.NOTE: _("noted"),
    }
    return words[said.kind]


def ready_words(ready: Ready) -> str:
    """What a button says whose decision is ready."""
    words = decision_words(ready)
    return _("the whole table: %(decision)s") % {"decision": words} if ready.is_whole else words


def _points(points: int, others: int) -> str:
    parts = []
    if points:
        text = _("penalty %(points)s") if points < 0 else _("%(points)s points")
        parts.append(text % {"points": _signed(points)})
    if others:
        parts.append(_("each of the others %(points)s") % {"points": _signed(others)})
    return ", ".join(parts)


def _signed(points: int) -> str:
    return f"{points:+d}".replace("-", "\N{MINUS SIGN}")


def where_words(round_number: int, table: int | None, hand: int | None) -> str:
    """Where it was: “Round 2, table 3, hand 7”."""
    parts = [_("Round %(number)s") % {"number": round_number}]
    if table is not None:
        parts.append(_("table %(number)s") % {"number": table})
    if hand is not None:
        parts.append(_("hand %(number)s") % {"number": hand})
    return ", ".join(parts)


def history_words(ruling: Ruling) -> str:
    """A ruling as it stands in the history, after the number of its round."""
    parts = []
    if ruling.event_table is not None:
        parts.append(_("table %(number)s") % {"number": ruling.event_table.number})
    if ruling.hand is not None:
        parts.append(_("hand %(number)s") % {"number": ruling.hand})
    parts.append(about_whom(ruling))
    said = f"{', '.join(parts)}: {ruling.offence} – {decision_words(ruling)}"
    if ruling.protest is None:
        return said
    return _("%(ruling)s (protest %(number)s)") % {"ruling": said, "number": ruling.protest.number}


def about_whom(ruling: Ruling) -> str:
    """The name, or that it is about the whole table."""
    return ruling.entry.name if ruling.entry is not None else _("the whole table")


def unit_words(settings: EventSettings) -> str:
    """In what the points of a ruling are: those of the standing."""
    words = {
        "points": _("points of the standing"),
        "average": _("points, added before they are divided by the hands"),
        "places": _("points for places, as in the standing"),
        "match": _("match points, as in the standing"),
    }
    return words[settings.yields]


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
