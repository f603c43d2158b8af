"""Reading a list that was pasted or uploaded: lines, their columns, and what is wrong with them."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.labels import LONGEST_NAME
from tournaments.common.alike import folded
from tournaments.common.looks import cleaned
from tournaments.common.texts import Document, Line, on_one_line
from tournaments.events.check_in.forms.paid_words import behind_a_name, found_in, part_in, said_by
from tournaments.events.check_in.queries.lists import Wanted

MOST_LINES = 1_000
MOST_LETTERS = 100_000
COLUMNS = ("name", "home", "team", "paid", "group")
"""What the columns mean where the list does not say it in its first line."""

PAIR_COLUMNS = ("name", "partner", "home", "team", "paid", "group")
NAMES = {"name", "first", "last", "partner"}

HEADINGS = {
    "name": "name names namen name1 spieler spieler1 player player1 teilnehmer",
    "first": "vorname firstname givenname",
    "last": "nachname familienname surname lastname familyname",
    "partner": "partner name2 spieler2 player2 partnerin",
    "home": "home ort wohnort place town city heimat from",
    "team": "team mannschaft",
    "paid": "paid bezahlt gezahlt makstud fee startgeld",
    "group": "group groups gruppe gruppen",
}
MEANINGS = {word: column for column, words in HEADINGS.items() for word in words.split()}

SEPARATORS = "\t;,"
"""What stands between the columns, in a line of its own choice; the first that it has."""

QUOTED = re.compile(r'"[^"]*"')
BULLET = re.compile(r"^\s*(?:\d{1,4}[.)]|[-•*–])\s+")
SUMS = {"total", "sum", "summe", "gesamt", "insgesamt", "gesamtsumme", "zwischensumme", "kokku"}
BESIDE_A_SUM = SUMS | {"eur", "euro", "usd", "players", "people", "spieler", "personen", "mangijat"}
"""What stands in the last line of many a list, where a person's name would stand."""

BETWEEN_TWO = re.compile(r"\s*(?:/|&|\+)\s*")
BETWEEN_GROUPS = re.compile(r"\s*[,;/|]\s*")


class ListForm(forms.Form):
    """Asks for a list, as text or as a file."""

    text = Document(
        required=False,
        max_length=MOST_LETTERS,
        label=gettext_lazy("The list, one line for each"),
        widget=forms.Textarea(attrs={"rows": 10, "autocomplete": "off", "spellcheck": "false"}),
    )
    file = forms.FileField(
        required=False,
        label=gettext_lazy("Or a CSV file"),
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,text/csv,text/plain"}),
    )
    arrive = forms.BooleanField(required=False)
    answered = Line(required=False, max_length=50_000)

    def clean_file(self) -> str:
        """The text of the file."""
        uploaded = self.cleaned_data["file"]
        return decoded(uploaded) if uploaded else ""

    def clean(self) -> dict[str, object]:
        """One of both must hold something."""
        cleaned = super().clean() or {}
        text = cleaned.get("file") or cleaned.get("text") or ""
        if not self.errors and not str(text).strip():
            self.add_error("text", _("Paste the list here, or choose a file."))
        cleaned["list"] = text
        return cleaned


def decoded(uploaded: UploadedFile[bytes]) -> str:
    """The text of an uploaded list; ValidationError where it is too long or not UTF-8."""
    if (uploaded.size or 0) > MOST_LETTERS:
        raise ValidationError(_("This file is too long for a list of people."))
    raw: bytes = uploaded.read()
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValidationError(
            _("The letters of this file cannot be read. Save it as “CSV UTF-8” and try again.")
        ) from error


def read_list(text: str, *, is_pairs: bool, fee: int = 0) -> list[Wanted]:
    """The lines of a list that hold something; ValidationError where there are too many.

    The columns stand in the order that a first line with headings says, else in the usual one.
    Where a fee is due, what may mean that it is paid is left to be asked about.
    """
    numbered = list(enumerate(text.removeprefix("\ufeff").splitlines(), 1))
    lines = [(number, BULLET.sub("", line.replace("\0", ""))) for number, line in numbered]
    lines = [(number, line) for number, line in lines if line.strip().strip(SEPARATORS + ' "')]
    columns, mark = _headings(lines[0][1]) if lines else ((), "")
    if columns:
        lines = lines[1:]
    if len(lines) > MOST_LINES:
        raise ValidationError(_("At most %(most)s lines at once.") % {"most": MOST_LINES})
    usual = PAIR_COLUMNS if is_pairs and not _has_pairs_in_one(lines) else COLUMNS
    reader = _Reader(columns or usual, bool(columns), mark, is_pairs, fee)
    return [reader.line(number, line) for number, line in lines]


def read_answers(posted: Mapping[str, str]) -> dict[str, str]:
    """The answers to “is this the same person?”, those of earlier pages too."""
    kept = (pair.split("=", 1) for pair in posted.get("answered", "").split() if "=" in pair)
    answers = dict(kept)
    for name, value in posted.items():
        if name.startswith("who-") and value:
            answers[name.removeprefix("who-")] = value
    return answers


def kept_answers(answers: Mapping[str, str]) -> str:
    """The answers as the form carries them unseen.

    >>> read_answers({"answered": kept_answers({"12-0": "new"})})
    {'12-0': 'new'}
    """
    return " ".join(f"{key}={value}" for key, value in answers.items())


def _headings(line: str) -> tuple[tuple[str, ...], str]:
    """What the columns mean and what stands between them, where a first line says it."""
    mark = next(iter(_marks(line)), "")
    meant = tuple(MEANINGS.get("".join(folded(cell)), "") for cell in _split(line, mark))
    return (meant, mark) if {"name", "first", "last"} & set(meant) else ((), "")


def _has_pairs_in_one(lines: Iterable[tuple[int, str]]) -> bool:
    first = (_split(line, next(iter(_marks(line)), ""))[0] for _number, line in lines)
    return any(BETWEEN_TWO.search(name) for name in first)


def _marks(line: str) -> list[str]:
    """The separators that a line has outside of quotes, the strongest first."""
    bare = QUOTED.sub("", line)
    return [mark for mark in SEPARATORS if mark in bare]


def _split(line: str, mark: str) -> list[str]:
    try:
        cells = next(csv.reader([line], delimiter=mark or ";"), [""])
    except csv.Error:
        cells = [line]
    return [" ".join(cell.split()) for cell in cells]


class _Row(NamedTuple):
    """The cells of a line and their columns, without what says whether the fee is paid.

    `unclear` is what may mean that, in the column `unclear_in`.
    """

    cells: list[str]
    columns: tuple[str, ...]
    is_paid: bool | None = None
    unclear: str = ""
    unclear_in: str = ""


@dataclass(frozen=True)
class _Reader:
    """Reads the lines of one list; `mark` stands between its headings, where it has any."""

    columns: tuple[str, ...]
    has_headings: bool
    mark: str
    is_pairs: bool
    fee: int

    def line(self, number: int, text: str) -> Wanted:
        """What a line says of whom."""
        row = self._row(text)
        cells: dict[str, str] = {}
        for column, cell in zip(row.columns, row.cells, strict=False):
            cells.setdefault(column, cell)
        is_paid = row.is_paid
        for column in NAMES & set(cells):
            behind = behind_a_name(cells[column])
            if behind:
                cells[column], is_paid = behind[0], behind[1] if is_paid is None else is_paid
        name = cells.get("name") or f"{cells.get('first', '')} {cells.get('last', '')}".strip()
        partner = cells.get("partner", "")
        names = [name, partner] if partner else BETWEEN_TWO.split(name) if self.is_pairs else [name]
        is_asked = bool(row.unclear and self.fee and is_paid is None)
        line = Wanted(
            number,
            tuple(map(cleaned, names)),
            cleaned(cells.get("home", "")),
            cells.get("team", ""),
            tuple(group for group in BETWEEN_GROUPS.split(cells.get("group", "")) if group),
            bool(is_paid),
            unclear=row.unclear if is_asked else "",
            unclear_in=row.unclear_in if is_asked else "",
            part=part_in(row.unclear, self.fee) if is_asked else 0,
        )
        problem = _problem(line, self.is_pairs)
        return line._replace(problem=problem, is_sum=not problem and _is_sum(name))

    def _row(self, text: str) -> _Row:
        """The cells of a line, cut where it has its separators."""
        marks = sorted(_marks(text), key=lambda mark: mark != self.mark)
        cells = self._pieces(_split(text, marks[0] if marks else ""), marks[1:])
        row = self._without_paid(cells)
        for mark in marks[1:]:
            if not self.has_headings and len(row.cells) == 1:
                row = row._replace(cells=_split(row.cells[0], mark))
        return row

    def _pieces(self, cells: list[str], weaker: Sequence[str]) -> list[str]:
        """The cells, cut once more where a part of one says whether the fee is paid."""
        for mark in weaker:
            whole, cells = cells, []
            for cell in whole:
                parts = [part.strip() for part in cell.split(mark)]
                said = (said_by(part, self.fee) for part in parts)
                is_cut = any(each and each.is_paid is not None for each in said)
                cells += parts if len(parts) > 1 and is_cut else [cell]
        return cells

    def _without_paid(self, cells: list[str]) -> _Row:
        """Take out what says whether the fee is paid, in whatever column it stands."""
        columns = self.columns
        paid_at = columns.index("paid") if "paid" in columns else len(cells)
        stated = cells[paid_at] if paid_at < len(cells) else ""
        said = said_by(stated, self.fee, is_paid_column=True) if stated else None
        if said and said.is_paid is not None:
            return _Row(cells, columns, said.is_paid)
        at = self._says_paid(cells, paid_at)
        said = said_by(cells[at], self.fee) if at is not None else None
        if at is None or said is None or (said.is_paid is None and stated):
            return _Row(cells, columns, None, stated, "paid")
        if said.is_paid is None:
            where = columns[at] if at < len(columns) else "paid"
            return _Row(cells, columns, None, cells[at], where)
        if self.has_headings or (paid_at < len(cells) and not stated):
            return _Row([*cells[:at], "", *cells[at + 1 :]], columns, said.is_paid)
        rest = tuple(column for column in columns if column != "paid")
        return _Row(cells[:at] + cells[at + 1 :], rest, said.is_paid)

    def _says_paid(self, cells: Sequence[str], paid_at: int) -> int | None:
        """The cell beside the names and the column for it that says something of paying."""
        named = {at for at, column in enumerate(self.columns) if column in NAMES}
        bare = ["" if at in named or at == paid_at else cell for at, cell in enumerate(cells)]
        if not self.has_headings:
            return found_in(bare, self.fee)
        sure = found_in(bare, self.fee, only_sure=True)
        beyond = [""] * len(self.columns) + bare[len(self.columns) :]
        return found_in(beyond, self.fee) if sure is None else sure


def _is_sum(name: str) -> bool:
    """Whether it is what a list says of all its lines together, and hardly a name.

    >>> _is_sum("Summe: 12 Spieler"), _is_sum("Anna Total"), _is_sum("12")
    (True, False, False)
    """
    words = {word for word in folded(name) if word.isalpha()}
    return bool(words & SUMS) and words <= BESIDE_A_SUM


def _problem(line: Wanted, is_pairs: bool) -> str:
    if not any(line.names):
        return _("There is no name.")
    if is_pairs and (len(line.names) != 2 or not all(line.names)):
        return _("A pair needs two names: “Anna Huber / Ben Maier”.")
    if not is_pairs and len(line.names) > 1:
        return _("Everybody plays alone here: one name in a line.")
    for text in (*line.names, line.home, line.team, *line.groups):
        if len(text) > LONGEST_NAME:
            words = _("“%(text)s…” is too long: at most %(most)s letters.")
            return words % {"text": text[:LONGEST_NAME], "most": LONGEST_NAME}
        try:
            on_one_line(text)
        except ValidationError as error:
            return " ".join(error.messages)
    if not all(any(word.isalpha() for word in folded(name)) for name in line.names):
        return _("There are no letters in the name.")
    return ""
