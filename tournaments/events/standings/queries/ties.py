"""Ties: who shares a place or was parted only by the lot, and what was decided outside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.ranking import Standing, Value
from scoring.tiebreaks import DECIDED
from tournaments.events.check_in.queries.entry_line import EntryLine
from tournaments.events.standings.queries.final import what_is_open
from tournaments.events.standings.queries.snapshots import Snapshot
from tournaments.events.standings.queries.standings import EventStanding, event_standing
from tournaments.models import Event, TieDecision

WITHOUT_RESULTS = ("lot", "shared", DECIDED.name)
"""Keys that ask no result: until then the tied are level."""

MOST = 20


class Level(NamedTuple):
    """One of those who are level, on the place that it has now."""

    entry: EntryLine
    place: int


@dataclass(frozen=True)
class Tie:
    """Entries that are level in their totals and all keys that ask results.

    `place` is the first of the places that are theirs; `keys` are the names of the keys that had
    a value, with it; `decision` is what was decided outside, None where nothing was; `by_lot`:
    the drawn lot parted them.
    """

    place: int
    total: Value | None
    keys: tuple[tuple[str, Value], ...]
    level: tuple[Level, ...]
    by_lot: bool
    is_for_prize: bool
    decision: TieDecision | None = None

    @property
    def numbers(self) -> tuple[int, ...]:
        """The start numbers in the order of the standing."""
        return tuple(one.entry.number for one in self.level)

    @property
    def last_place(self) -> int:
        """The last of the places that are theirs."""
        return self.place + len(self.level) - 1


@dataclass(frozen=True)
class TiesPage:
    """The ties of the standing, best places first; `problem`: why nothing can be decided yet.

    `others` are decisions that are withdrawn or hold no longer, the latest first; `hidden` counts
    the ties further down that are left out.
    """

    ties: list[Tie]
    others: list[TieDecision]
    problem: str
    hidden: int
    names: dict[int, str]


def ties_page(event: Event, *, everything: bool = False) -> TiesPage:
    """The ties as they are after the last closed round; the standing's SQL queries and three."""
    standing = event_standing(event, only_closed=True)
    decisions = list(TieDecision.objects.filter(event=event).order_by("-pk"))
    ties = ties_of(standing, decisions)
    used = {tie.decision.pk for tie in ties if tie.decision}
    shown = ties if everything else ties[:MOST]
    return TiesPage(
        shown,
        [each for each in decisions if each.pk not in used],
        _problem(event, standing),
        len(ties) - len(shown),
        {number: entry.name for number, entry in standing.by_number.items()},
    )


def ties_for_prizes(event: Event) -> list[Tie]:
    """The ties on places with a prize that nothing outside has decided; the standing's queries
    and one."""
    decisions = list(TieDecision.objects.filter(event=event, withdrawn_at=None))
    ties = ties_of(event_standing(event, only_closed=True), decisions)
    return [tie for tie in ties if tie.is_for_prize and tie.decision is None]


def ties_of(standing: EventStanding, decisions: Sequence[TieDecision] = ()) -> list[Tie]:
    """The ties of a standing, best places first; nothing before anything was played."""
    if not standing.has_results:
        return []
    last = max((one.number for one in standing.counted), default=0)
    held = [each for each in decisions if not each.withdrawn_at and each.after_round == last]
    return [_tie(standing, rows, held) for rows in _groups(standing.ranked) if len(rows) > 1]


def _groups(ranked: Sequence[Standing]) -> Iterator[list[Standing]]:
    """The rows that are level but for the lot and what was decided outside."""
    group: list[Standing] = []
    for row in ranked:
        is_level = group and (
            row.place == group[-1].place or row.decided_by in (*WITHOUT_RESULTS[:1], DECIDED.name)
        )
        if group and not is_level:
            yield group
            group = []
        group.append(row)
    if group:
        yield group


def _tie(standing: EventStanding, rows: Sequence[Standing], held: Sequence[TieDecision]) -> Tie:
    numbers = {row.entry for row in rows}
    decision = next((each for each in held if numbers <= set(each.order)), None)
    keys = tuple(
        (key.name, key.value)
        for key in rows[0].keys
        if key.value is not None and key.name not in WITHOUT_RESULTS
    )
    return Tie(
        rows[0].place,
        rows[0].total,
        keys,
        tuple(Level(standing.by_number[row.entry], row.place) for row in rows),
        by_lot=any(row.decided_by == WITHOUT_RESULTS[0] for row in rows[1:]),
        is_for_prize=rows[0].place <= _prizes(standing.snapshot),
        decision=decision,
    )


def _prizes(snapshot: Snapshot) -> int:
    """How many places have a prize of money; of entries none where persons win them."""
    settings = snapshot.settings
    return 0 if settings.persons else len(settings.prize_amounts or settings.payout)


def _problem(event: Event, standing: EventStanding) -> str:
    if event.state == Event.FINAL or not standing.has_results:
        return ""
    return what_is_open(event)
