"""What the lines of a sheet come to, and what the next one must be: the way to the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring import HandProblem, Played, Replay, play
from scoring.circle import around, count_columns, dealer_after_change
from scoring.options import Options
from scoring.ruleset import Carried, Deal
from sheets.entries import SheetEntry, SheetTable, counting, hands_among, is_hand


@dataclass(frozen=True)
class ComingHand:
    """What surrounds a hand that is to be entered: who sits there, deals and plays, what is
    pending. People are columns of the sheet; `circle` has them clockwise. `place` is what people
    call it, `number` the key of its line."""

    number: int
    place: int
    circle: tuple[int, ...]
    columns: int
    dealer: int
    active: tuple[int, ...]
    sitting_out: tuple[int, ...]
    carried: Carried

    def deal(self, options: Options) -> Deal:
        """The same for the engine, under the table's house rules."""
        return Deal(
            dealer=self.dealer,
            active=self.active,
            seats=self.columns,
            options=options,
            carried=self.carried,
            circle=self.circle,
        )


class ImpossibleHand(Exception):
    """A sheet that cannot be: the hand in which it shows, and the engine's problem with it.

    `number` is the key of its line, `place` what people call it.
    """

    def __init__(self, number: int, place: int, problem: HandProblem) -> None:
        super().__init__(number, place, problem)
        self.number = number
        self.place = place
        self.problem = problem


def records_of(table: SheetTable, entries: Sequence[SheetEntry]) -> list[dict[str, Any]]:
    """The lines that count as the scoring contract has them; the first hand says who dealt it."""
    records = [dict(entry.record) for entry in counting(entries)]
    first = next((place for place, record in enumerate(records) if is_hand(record)), None)
    if first is not None:
        records[first].setdefault("dealer", _first_dealer(table, records[:first]))
    return records


def replay_sheet(table: SheetTable, entries: Sequence[SheetEntry]) -> Replay:
    """What a whole sheet comes to; raises ImpossibleHand."""
    return play_sheet(table, entries).replay


def play_sheet(table: SheetTable, entries: Sequence[SheetEntry]) -> Played:
    """The same, so that it can be played on from there."""
    records, counted = records_of(table, entries), counting(entries)
    standing = frozenset(place for place, entry in enumerate(counted) if not entry.is_new)
    try:
        return play(table.ruleset, table.options, table.players, records, standing=standing)
    except HandProblem as problem:
        raise _impossible(problem, counted) from problem


def play_on(table: SheetTable, entries: Sequence[SheetEntry], before: Played) -> Played:
    """The same where all but the last line, a new hand or adjustment, were played `before`."""
    try:
        return before.on(records_of(table, entries)[-1])
    except HandProblem as problem:
        raise _impossible(problem, counting(entries)) from problem


def _impossible(problem: HandProblem, counted: Sequence[SheetEntry]) -> ImpossibleHand:
    """In which of the lines that count a problem shows."""
    place = len(counted) - 1 if problem.hand is None else problem.hand
    return ImpossibleHand(counted[place].number, hands_among(counted[: place + 1]), problem)


def hand_after(table: SheetTable, entries: Sequence[SheetEntry], sheet: Replay) -> ComingHand:
    """What the hand after these lines must be; `sheet` is what they come to."""
    circle, dealer = sheet.next.seated, sheet.next.dealer
    records = [entry.record for entry in counting(entries)]
    if not any(map(is_hand, records)):
        dealer = _first_dealer(table, records)
    playing = around(table.ruleset, circle, dealer)
    return ComingHand(
        number=entries[-1].number + 1 if entries else 1,
        place=sum(map(is_hand, records)) + 1,
        circle=circle,
        columns=count_columns(table.ruleset, table.players, records),
        dealer=dealer,
        active=playing.active,
        sitting_out=playing.out,
        carried=sheet.next.carried,
    )


def _first_dealer(table: SheetTable, records: Sequence[Mapping[str, Any]]) -> int:
    """Who deals the first hand after these lines: as agreed, or the next who is still there."""
    due, circle = table.first_dealer, list(range(table.players))
    for record in records:
        if "seated" in record:
            due, circle = dealer_after_change(circle, record["seated"], due), record["seated"]
    return due


# What somebody wants changed about who sits at a table, and the circle that this makes.


class Move(NamedTuple):
    """Somebody leaves, comes back or joins.

    `column`: who, None for somebody new, whose name is `newcomer`. `after`: the column to whose
    left he sits down, None where he leaves.
    """

    column: int | None
    after: int | None = None
    newcomer: str = ""


class NotThere(Exception):
    """Who leaves does not sit there; or who sits down does already, or between nobody."""


def circle_after(move: Move, circle: Sequence[int], columns: int) -> list[int]:
    """Who sits there then, clockwise, on a sheet of so many columns; raises NotThere.

    >>> circle_after(Move(1), (0, 1, 2, 3), 4)
    [0, 2, 3]
    >>> circle_after(Move(None, after=0, newcomer="Eva"), (0, 1, 2), 4)
    [0, 4, 1, 2]
    """
    if move.after is None:
        if move.column not in circle:
            raise NotThere
        return [other for other in circle if other != move.column]
    comes = columns if move.newcomer else move.column
    if comes is None or comes in circle or comes > columns or move.after not in circle:
        raise NotThere
    place = circle.index(move.after) + 1
    return [*circle[:place], comes, *circle[place:]]
