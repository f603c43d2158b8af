"""What rulings and decided ties add to a standing, read together with what was corrected."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from scoring.ranking import Result
from tournaments.models import Entry, Event, EventChange, Round, Ruling, TieDecision

CORRECTED_LATE = "corrected_late"
RULED = "ruled"
TIE_DECIDED = "tie_decided"


class Share(NamedTuple):
    """What one entry has from a ruling: points of the standing, strokes at the table."""

    entry: int
    points: int
    strokes: int


class Ruled(NamedTuple):
    """A ruling that stands, as the standing and the players' pages need it.

    `entry` is None where it is about the whole table, `table` where it was no table's matter.
    """

    key: int
    round: int
    table: int | None
    hand: int | None
    entry: int | None
    offence: str
    kind: str
    points: int
    others: int
    is_late: bool
    reason: str
    shares: tuple[Share, ...]

    def share_of(self, entry: int) -> Share | None:
        """What the entry with that key has from it, None where that is nothing."""
        return next((each for each in self.shares if each.entry == entry), None)


class TieOrder(NamedTuple):
    """Start numbers of those who were level after a round, best first, and how that came about."""

    kind: str
    after_round: int
    order: tuple[int, ...]


class DecidedThings(NamedTuple):
    """What was decided about an event beside its sheets; `corrected`: entry keys with rounds."""

    corrected: frozenset[tuple[int, int]]
    rulings: tuple[Ruled, ...]
    ties: tuple[TieOrder, ...]


def decided_things(event: Event) -> DecidedThings:
    """One SQL query, and one more each for rulings and ties where there ever were any."""
    kinds = (CORRECTED_LATE, RULED, TIE_DECIDED)
    changes = EventChange.objects.filter(event=event, kind__in=kinds)
    rows = list(changes.values_list("kind", "entry_id", "round_number"))
    there = {kind for kind, _entry, _number in rows}
    return DecidedThings(
        frozenset(
            (entry, number)
            for kind, entry, number in rows
            if kind == CORRECTED_LATE and entry and number
        ),
        _rulings(event) if RULED in there else (),
        _ties(event) if TIE_DECIDED in there else (),
    )


def _rulings(event: Event) -> tuple[Ruled, ...]:
    """Those that stand, without those of rounds that were called off."""
    standing = Ruling.objects.filter(event=event, withdrawn_at=None)
    rows = standing.exclude(round__state=Round.CANCELLED).values_list(
        "pk",
        "round__number",
        "event_table__number",
        "hand",
        "entry_id",
        "offence",
        "kind",
        "points",
        "others",
        "is_late",
        "reason",
        "shares",
    )
    return tuple(Ruled(*row[:-1], tuple(Share(*share) for share in row[-1])) for row in rows)


def _ties(event: Event) -> tuple[TieOrder, ...]:
    rows = TieDecision.objects.filter(event=event, withdrawn_at=None)
    return tuple(
        TieOrder(kind, after, tuple(order))
        for kind, after, order in rows.values_list("kind", "after_round", "order")
    )


def is_excluded(entry: Entry) -> bool:
    """Whether a ruling that stands excludes somebody from the event."""
    standing = Ruling.objects.filter(event=entry.event_id, kind=Ruling.OUT, withdrawn_at=None)
    return standing.filter(was__has_key=str(entry.pk)).exists()


def shares_of(rulings: Sequence[Ruled], rounds: Collection[int]) -> dict[int, list[Share]]:
    """By the key of the entry, what it has from the rulings of these rounds."""
    found: dict[int, list[Share]] = {}
    for ruling in rulings:
        for share in ruling.shares if ruling.round in rounds else ():
            found.setdefault(share.entry, []).append(share)
    return found


def with_rulings(
    results: Sequence[Result],
    rulings: Sequence[Ruled],
    rounds: Collection[int],
    numbers: Mapping[int, int],
) -> tuple[list[Result], dict[int, int]]:
    """The results with what the rulings of these rounds add, and points without a result.

    `numbers`: the start numbers by the keys of the entries. Points of somebody who has no result
    in the round (it was not seated there) come by start number, for the total alone.
    """
    due: dict[tuple[int, int], tuple[int, int]] = {}
    for ruling in rulings:
        for share in ruling.shares if ruling.round in rounds else ():
            where = (numbers[share.entry], ruling.round)
            points, strokes = due.get(where, (0, 0))
            due[where] = (points + share.points, strokes + share.strokes)
    found = list(results)
    for index, result in enumerate(found if due else ()):
        points, strokes = due.pop((result.entry, result.round), (0, 0))
        if points or strokes:
            found[index] = replace(result, penalty=points, credit=strokes)
    rest: dict[int, int] = {}
    for (number, _round), (points, _strokes) in due.items():
        rest[number] = rest.get(number, 0) + points
    return found, rest
