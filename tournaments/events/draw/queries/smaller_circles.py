"""Who sits at a table from which hand on, where somebody left and it goes on with one less.

On a phone's sheet a line says so below the last hand that was played together. Where the table
writes on paper that line cannot be written before those hands are: it waits for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from tournaments.models import Leaving, Result
from tournaments.tables.queries.readings import leaving_of

LONGEST_WHY = 120


class SmallerCircle(NamedTuple):
    """Below so many `hands` of a sheet: who sits there then, clockwise, who has left, and why."""

    hands: int
    circle: tuple[int, ...]
    gone: int
    reason: str

    @property
    def record(self) -> dict[str, Any]:
        """The line that says so, as the scoring contract has it."""
        return {"seated": list(self.circle), "reason": self.reason[:LONGEST_WHY]}


def circles_to_come(
    results: Iterable[Result], circle: Sequence[int], dealt: int
) -> list[SmallerCircle]:
    """What a sheet with so many hands `dealt` does not say yet, in the order of its hands.

    `results` are those of the table, read with `with_leavings`; `circle` sits there now.
    """
    found = [(leaving_of(result), result.side or 0) for result in results]
    short = [
        (max(leaving.hands, dealt), leaving.pk, column, leaving.reason)
        for leaving, column in found
        if leaving is not None and leaving.remedy == Leaving.SHORT_HANDED and column in circle
    ]
    left, changes = tuple(circle), []
    for hands, _key, column, reason in sorted(short):
        left = tuple(each for each in left if each != column)
        changes.append(SmallerCircle(hands, left, column, reason))
    return changes


def with_lines(
    records: Sequence[dict[str, Any]], changes: Sequence[SmallerCircle], dealt: int
) -> list[dict[str, Any]]:
    """These hands, to be written below `dealt` others, with the lines that belong between them.

    >>> change = SmallerCircle(3, (0, 1, 2, 3), 4, "Ill")
    >>> [list(each) for each in with_lines([{"picker": 0}, {"picker": 1}], [change], 2)]
    [['picker'], ['seated', 'reason'], ['picker']]
    """
    lines = list(records)
    for change in reversed(changes):
        if change.hands <= dealt + len(records):
            lines.insert(change.hands - dealt, change.record)
    return lines
