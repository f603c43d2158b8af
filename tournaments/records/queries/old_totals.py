"""Reading a list of totals: one line for each person and evening."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring import RULESETS
from tournaments.records.queries.old_columns import Row, asked_of, cells_of, columns_of
from tournaments.records.queries.old_reading import (
    MOST_LINES,
    MOST_POINTS,
    Fault,
    Faulty,
    OldEvening,
    Reading,
    Total,
    day_of,
    hands_of_evening,
    name_of,
    title_of,
    unsaid_game,
    without_too_many,
)

WHOLE = re.compile(r"([+-]?)(\d{1,12})(?:[.,]0+)?")
MOST_HANDS = 1_000

SUMS = {
    *("total", "totals", "totale", "totaal", "sum", "sums", "subtotal", "grand", "overall", "all"),
    *("summe", "summen", "gesamt", "gesamtsumme", "gesamtergebnis", "insgesamt", "zwischensumme"),
    *("kokku", "summa", "vahesumma", "koguarv", "yhteensä", "suma", "razem", "ogółem", "somme"),
    *("average", "mean", "durchschnitt", "schnitt", "mittel", "mittelwert", "keskmine"),
}
"""What stands in the place of a name in a line that adds the others up, or divides them."""


class _Line(NamedTuple):
    day: date
    ruleset: str
    title: str
    total: Total


def read_totals(text: str, *, ruleset: str, said: Sequence[str], today: date) -> Reading:
    """The evenings of a list; `ruleset` is that of lines that name none.

    `said`: by place what a director says that a column means. Lines of one day, game and title
    are one evening.
    """
    cells = cells_of(text, today)
    columns = columns_of(cells, said)
    faults = list(cells.faults)
    asks = asked_of(columns)
    if asks or not cells.rows:
        return Reading([], faults, columns, asks)
    if len(cells.rows) > MOST_LINES:
        words = _("There are %(count)s lines in it. Take in at most %(most)s at once.")
        sentence = words % {"count": len(cells.rows), "most": MOST_LINES}
        return Reading([], [*faults, Fault(cells.rows[MOST_LINES].number, sentence)], columns)
    meanings = [column.meaning for column in columns]
    lines: list[tuple[Row, _Line]] = []
    seen: dict[tuple[object, ...], int] = {}
    for row in cells.rows:
        try:
            line = _line(dict(zip(meanings, row.cells, strict=False)), ruleset, today)
            key = (*line[:3], line.total.name.casefold())
            _refuse_twice(line, seen.setdefault(key, row.number), row.number)
            lines.append((row, line))
        except Faulty as faulty:
            faults.append(Fault(row.number, str(faulty), " · ".join(row.cells)[:120]))
    try:
        evenings = without_too_many(_evenings(line for _row, line in lines))
    except Faulty as faulty:
        return Reading([], [*faults, Fault(1, str(faulty))], columns)
    return Reading(evenings, sorted(faults), columns)


def without_names(reading: Reading, names: Collection[str]) -> Reading:
    """The same list without the lines of these names; an evening with nobody left is none."""
    out = {name.casefold() for name in names}
    evenings = []
    for evening in reading.evenings:
        totals = tuple(one for one in evening.totals if one.name.casefold() not in out)
        if len(totals) == len(evening.totals):
            evenings.append(evening)
        elif totals:
            own = tuple(one.name for one in totals)
            hands = _hands(evening.ruleset, totals)
            evenings.append(evening._replace(names=own, totals=totals, hands=hands))
    return replace(reading, evenings=evenings)


def is_sum(name: str) -> bool:
    """Whether a name is that of a line with sums, in the languages of people who keep lists.

    >>> [is_sum(name) for name in ("TOTAL:", "Summe", "Kokku", "Gesamt 2016", "Tota Lind")]
    [True, True, True, True, False]
    """
    words = re.findall(r"[^\W\d_]+", name.casefold())
    return bool(words) and set(words) <= SUMS


def _evenings(lines: Iterable[_Line]) -> list[OldEvening]:
    found: dict[tuple[date, str, str], list[Total]] = {}
    for line in lines:
        key = (line.day, line.ruleset, line.title)
        found.setdefault(key, []).append(line.total)
    return [
        OldEvening(
            *key,
            names=tuple(total.name for total in totals),
            totals=tuple(totals),
            hands=_hands(key[1], totals),
        )
        for key, totals in sorted(found.items(), key=lambda pair: pair[0])
    ]


def _hands(ruleset: str, totals: Sequence[Total]) -> int | None:
    known = [total.hands for total in totals if total.hands is not None]
    return hands_of_evening(known, RULESETS[ruleset].seats) if known else None


def _line(cells: Mapping[str, str], ruleset: str, today: date) -> _Line:
    return _Line(
        day_of(cells.get("day", ""), today),
        _ruleset(cells.get("ruleset", ""), ruleset),
        title_of(cells.get("title", "")),
        Total(
            name_of(cells.get("who", "")),
            _points(cells.get("points", "")),
            _count(cells.get("hands", ""), _("hands")),
            _count(cells.get("games", ""), _("games")),
        ),
    )


def _ruleset(text: str, usual: str) -> str:
    """The ruleset that a line names by its key or its name."""
    if not text:
        return usual or unsaid_game()
    wanted = text.casefold()
    for key, ruleset in RULESETS.items():
        if wanted in (key.casefold(), ruleset.name.casefold()):
            return key
    raise Faulty(_("There is no ruleset called “%(text)s” here.") % {"text": text[:40]})


def _points(text: str) -> int:
    if not text:
        raise Faulty(_("There are no points."))
    points = _whole(text)
    if points is None:
        words = _("“%(text)s” is no whole number of points.")
        raise Faulty(words % {"text": text[:40]})
    if abs(points) > MOST_POINTS:
        words = _("%(text)s points are more than an evening can bring.")
        raise Faulty(words % {"text": text[:40]})
    return points


def _count(text: str, what: str) -> int | None:
    if not text:
        return None
    count = _whole(text)
    if count is None or not 0 <= count <= MOST_HANDS:
        words = _("“%(text)s” is no number of %(what)s between 0 and %(most)s.")
        raise Faulty(words % {"text": text[:40], "what": what, "most": MOST_HANDS})
    return count


def _whole(text: str) -> int | None:
    """A whole number as people write it.

    >>> [_whole(text) for text in ("+12", "−3", "- 4", "5,0", "2.5", "many")]
    [12, -3, -4, 5, None, None]
    """
    bare = text.replace("−", "-").replace("–", "-").replace(" ", "").replace("\u00a0", "")
    found = WHOLE.fullmatch(bare)
    if found is None or not bare.isascii():
        return None
    return int(found[1] + found[2])


def _refuse_twice(line: _Line, first: int, number: int) -> None:
    if first != number:
        words = _("%(name)s stands on this evening already, in line %(first)s.")
        raise Faulty(words % {"name": line.total.name, "first": first})
