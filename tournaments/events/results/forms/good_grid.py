"""The points of a paper sheet as a grid: a row for each hand, a box for each column."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from scoring.possible import Possible
from tournaments.events.results.queries.good_rows import Dealt, row_problem

MOST_SIGNS = 6
NOTHING = ("", "-", "–", "−")
"""What people write where somebody has won nothing."""

MOST_SHOWN = 14


@dataclass
class Box:
    """The box of somebody in one hand; `is_out`: who sits out in it; `is_first`: of its row."""

    name: str
    who: str
    value: str
    is_out: bool
    is_first: bool
    problem: str = ""


@dataclass
class GoodRow:
    """A hand: its number on the sheet, who deals it, its boxes."""

    number: int
    place: int
    dealer_name: str
    deal: Dealt
    boxes: list[Box]
    problems: list[str] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Whether nothing was written."""
        return not any(box.value for box in self.boxes)

    @property
    def points(self) -> list[int]:
        """What each column writes; only of a row without problems."""
        return [0 if box.value in NOTHING else int(box.value) for box in self.boxes]

    @property
    def all_problems(self) -> list[str]:
        """What is wrong here, in the order of the boxes."""
        return [*(box.problem for box in self.boxes if box.problem), *self.problems]


class GoodGrid:
    """The rows of a table's whole sheet.

    `lines`: what was keyed before, to begin with; `step`: of what the points are multiples.
    """

    def __init__(
        self,
        names: Sequence[str],
        deals: Sequence[Dealt],
        found: Possible | None,
        step: int,
        posted: Mapping[str, str] | None = None,
        lines: Sequence[Sequence[int]] = (),
    ) -> None:
        self.names, self.found, self.step = names, found, step
        self.general_problems: list[str] = []
        self.asks = False  # whether one tap says that they are so
        self.has_wrong_reason = False
        self.rows = [self._row(place, deal, posted, lines) for place, deal in enumerate(deals)]
        if posted is not None:
            self._check()

    @property
    def filled(self) -> list[GoodRow]:
        """The rows up to the last one with something in it."""
        last = max((row.place for row in self.rows if not row.is_empty), default=-1)
        return self.rows[: last + 1]

    @property
    def has_problems(self) -> bool:
        """Whether something is wrong anywhere."""
        return bool(self.general_problems) or any(row.all_problems for row in self.rows)

    @property
    def totals(self) -> list[int]:
        """What the rows without problems come to, by column."""
        right = [row.points for row in self.filled if not row.all_problems]
        return [sum(column) for column in zip(*right, strict=True)] or [0] * len(self.names)

    @property
    def values(self) -> str:
        """What a winner can write in a hand, as far as that is few words; else nothing."""
        if self.found is None:
            return ""
        shown = [str(value) for value in self.found.values[:MOST_SHOWN]]
        return ", ".join(shown) + (" …" if len(self.found.values) > MOST_SHOWN else "")

    def record(self, *, has_hands: bool, has_solos: bool) -> dict[str, Any]:
        """The totals with their hands, as they are kept; who wins alone has won a solo."""
        lines = [row.points for row in self.filled]
        record: dict[str, Any] = {"points": self.totals, "lines": lines}
        if has_hands:
            record["hands"] = len(lines)
        if has_solos:
            alone = [line for line in lines if sum(own > 0 for own in line) == 1]
            record["solos"] = [
                sum(line[column] > 0 for line in alone) for column in range(len(self.names))
            ]
        return record

    def all_problems(self) -> list[tuple[str, str, str]]:
        """Every problem as (field, label, text), the first ones first."""
        found = [("", "", text) for text in self.general_problems]
        for row in self.rows:
            label = _("Hand %(number)s") % {"number": row.number}
            found += [(f"hand-{row.number}", label, text) for text in row.all_problems]
        return found

    def _row(
        self,
        place: int,
        deal: Dealt,
        posted: Mapping[str, str] | None,
        lines: Sequence[Sequence[int]],
    ) -> GoodRow:
        kept = lines[place] if place < len(lines) else ()
        boxes: list[Box] = []
        for column, who in enumerate(self.names):
            name = f"r{place}-{column}"
            if posted is not None:
                value = posted.get(name, "").strip()[:MOST_SIGNS]
            else:
                value = str(kept[column]) if column < len(kept) and kept[column] else ""
            is_out = column in deal.out
            is_first = not is_out and all(box.is_out for box in boxes)
            boxes.append(Box(name, who, value, is_out, is_first))
        return GoodRow(place + 1, place, self.names[deal.dealer], deal, boxes)

    def _check(self) -> None:
        if not self.filled:
            self.general_problems.append(_("Nothing is written here yet."))
        for row in self.filled:
            if row.is_empty:
                text = _("Nothing is written in this hand, and in later ones there is.")
                if self.found is None or row_problem(self.found, row.points, (), self.step):
                    row.problems.append(text)
                continue
            for box in row.boxes:
                if box.value not in NOTHING and not re.fullmatch(r"\d{1,5}", box.value, re.ASCII):
                    box.problem = _("Enter a whole number, without a sign.")
            if row.all_problems:
                continue
            wrong = row_problem(self.found, row.points, row.deal.out, self.step)
            if wrong is not None and wrong.column is None:
                row.problems.append(wrong.sentence)
            elif wrong is not None and wrong.column is not None:
                row.boxes[wrong.column].problem = wrong.sentence
