"""The lines of a standing: places, totals, cells of rounds, and what decided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from scoring.finals import FinalPlace
from scoring.ranking import Value
from tournaments.events.check_in.queries.entry_line import EntryLine


class Cell(NamedTuple):
    """What a round brought to an entry, None where nothing; and what is to be said about it.

    `kind`: `sheet`, `bye`, `late` (a round before it came) or `none`. `decided`: how the sheet was
    decided that is gone.
    """

    number: int
    value: Value | None
    kind: str
    is_dropped: bool = False
    is_running: bool = False
    is_corrected: bool = False
    decided: str = ""


class TieBreakValue(NamedTuple):
    """A tie-break of a row by its name, its value if it has one, and whether it decided."""

    name: str
    value: Value | None
    decided: bool


class Decision(NamedTuple):
    """Why a row stands below the one before with the same total: a tie-break, and both values.

    For a tie that was decided outside the sheets the name says how: `decided_playoff`,
    `decided_lot` or `decided_seed`, after the kinds of `TieDecision`.
    """

    name: str
    own: Value | None
    better: Value | None


@dataclass(frozen=True)
class Row:
    """A line of the standing; no place before anything was played, and for the disqualified.

    `added` is what is in the total and on no sheet; `ruled` is what of it comes from rulings,
    and `strokes` what they gave at the tables. `final`: what the last cut made of it.
    """

    entry: EntryLine
    place: int | None
    is_shared: bool
    total: Value | None
    cells: tuple[Cell, ...]
    keys: tuple[TieBreakValue, ...]
    decision: Decision | None
    added: Value
    substitute: str = ""
    ruled: int = 0
    strokes: int = 0
    final: FinalPlace | None = None

    @property
    def is_corrected(self) -> bool:
        """Whether a result was corrected after the next draw."""
        return any(cell.is_corrected for cell in self.cells)
