"""Reading a list of totals as a table: what separates its columns, and what each of them means."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.people.queries.alike import folded
from tournaments.records.queries.old_reading import Column, Fault, Faulty, day_of

SEPARATORS = "\t;,"
SAMPLES = 3
LONGEST_SAMPLE = 40

MEANINGS: dict[str, str | Promise] = {
    "day": gettext_lazy("Day"),
    "who": gettext_lazy("Who"),
    "points": gettext_lazy("Points"),
    "hands": gettext_lazy("Hands"),
    "games": gettext_lazy("Games"),
    "title": gettext_lazy("Title of the evening"),
    "ruleset": gettext_lazy("Ruleset"),
}
NEEDED = ("day", "who", "points")
SKIPPED = "-"

WORDS = {
    "day": "day date when datum tag abend spieltag wann evening kuupäev päev õhtu millal",
    "who": "who name names player person namen spieler spielerin teilnehmer wer nimi mängija kes",
    "points": "points point total totals score punkte punkt pkt pkte summe gesamt strokes punktid "
    "punkti kokku löögid",
    "hands": "hands hand deals spiele blätter jaotusi jaotused käed",
    "games": "games partien partie mängud mänge",
    "title": "title event occasion titel anlass veranstaltung pealkiri üritus",
    "ruleset": "ruleset rules game regeln spiel spielart reeglid mäng",
}
BY_WORD = {"".join(folded(word)): key for key, words in WORDS.items() for word in words.split()}


class Row(NamedTuple):
    """A line of the list: its number (the first is 1) and its cells, without outer spaces."""

    number: int
    cells: tuple[str, ...]


class Cells(NamedTuple):
    """A list cut into cells; `heads` is empty where the first line is one of the list itself."""

    heads: tuple[str, ...]
    rows: Sequence[Row]
    faults: Sequence[Fault]

    @property
    def width(self) -> int:
        """How many columns there are."""
        return max((len(row.cells) for row in self.rows), default=len(self.heads))


def cells_of(text: str, today: date) -> Cells:
    """A text cut into cells. The first line is heads where it says what columns mean, or has no
    date."""
    rows: list[Row] = []
    faults = []
    reader = csv.reader(_lines(text), delimiter=_separator(text), strict=False)
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                rows.append(Row(reader.line_num, tuple(cell.strip() for cell in cells)))
    except csv.Error:
        words = _("From here on the list cannot be read: a quotation mark may be left open.")
        faults.append(Fault(reader.line_num, words))
    if not rows:
        return Cells((), [], faults)
    first = rows[0].cells
    is_head = any(_meaning(cell) for cell in first) or not any(
        _is_day(cell, today) for cell in first
    )
    return Cells(first if is_head else (), rows[is_head:], faults)


def columns_of(cells: Cells, said: Sequence[str]) -> list[Column]:
    """The columns with what they mean: as a director said, else as their heads say."""
    found: list[Column] = []
    for place in range(cells.width):
        head = cells.heads[place] if place < len(cells.heads) else ""
        below = (row.cells[place] for row in cells.rows if place < len(row.cells))
        samples = tuple(cell[:LONGEST_SAMPLE] for cell in below if cell)[:SAMPLES]
        taken = {column.meaning for column in found}
        meaning = said[place] if place < len(said) else _meaning(head)
        if place >= len(said) and meaning in taken:
            meaning = ""
        found.append(Column(head[:LONGEST_SAMPLE], samples, meaning))
    return found


def asked_of(columns: Sequence[Column]) -> list[str]:
    """What no column means, though one has to."""
    there = {column.meaning for column in columns}
    return [meaning for meaning in NEEDED if meaning not in there]


def _lines(text: str) -> Iterator[str]:
    """The lines as a spreadsheet counts them; other signs that end a line elsewhere are text."""
    return iter(text.replace("\r\n", "\n").replace("\r", "\n").splitlines(keepends=False))


def _separator(text: str) -> str:
    """What stands between the cells: the sign that the first lines have most often."""
    start = [line for line in text.splitlines()[:20] if line.strip()]
    return max(SEPARATORS, key=lambda sign: sum(sign in line for line in start))


def _meaning(head: str) -> str:
    """What a head says, in English, German or Estonian; empty where it says nothing.

    >>> [_meaning(head) for head in ("Datum", "Mängija", "Punkte (gesamt)", "Kuupäev", "Anna")]
    ['day', 'who', 'points', 'day', '']
    """
    words = folded(head)
    return BY_WORD.get("".join(words)) or next(
        (BY_WORD[word] for word in words if word in BY_WORD), ""
    )


def _is_day(text: str, today: date) -> bool:
    try:
        day_of(text, today)
    except Faulty:
        return False
    return True
