"""Reading a list that was pasted or uploaded: lines, their columns, and what is wrong with them."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.labels import LONGEST_NAME
from tournaments.forms.texts import on_one_line
from tournaments.queries.events.alike import folded
from tournaments.queries.events.lists import Wanted

MOST_LINES = 1_000
MOST_LETTERS = 100_000
COLUMNS = ("name", "home", "team", "paid", "group")
"""What the columns mean where the list does not say it in its first line."""

PAIR_COLUMNS = ("name", "partner", "home", "team", "paid", "group")

HEADINGS = {
    "name": "name names namen name1 spieler spieler1 player player1 teilnehmer",
    "first": "vorname firstname givenname",
    "last": "nachname familienname surname lastname familyname",
    "partner": "partner name2 spieler2 player2 partnerin",
    "home": "home ort wohnort place town city heimat from",
    "team": "team mannschaft",
    "paid": "paid bezahlt gezahlt",
    "group": "group groups gruppe gruppen",
}
MEANINGS = {word: column for column, words in HEADINGS.items() for word in words.split()}

YES = {"1", "x", "y", "yes", "ja", "j", "true", "wahr", "paid", "bezahlt", "ok", "✓", "✔"}
BULLET = re.compile(r"^\s*(?:\d{1,4}[.)]|[-•*–])\s+")
BETWEEN_TWO = re.compile(r"\s*(?:/|&|\+)\s*")
BETWEEN_GROUPS = re.compile(r"\s*[,;/|]\s*")


class ListForm(forms.Form):
    """Asks for a list, as text or as a file."""

    text = forms.CharField(
        required=False,
        strip=False,
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
    answered = forms.CharField(required=False, max_length=50_000)

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


def decoded(uploaded: UploadedFile) -> str:
    """The text of an uploaded list; ValidationError where it is too long or not UTF-8."""
    if (uploaded.size or 0) > MOST_LETTERS:
        raise ValidationError(_("This file is too long for a list of people."))
    try:
        return uploaded.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValidationError(
            _("The letters of this file cannot be read. Save it as “CSV UTF-8” and try again.")
        ) from error


def read_list(text: str, *, is_pairs: bool) -> list[Wanted]:
    """The lines of a list that hold something; ValidationError where there are too many.

    The columns stand in the order that a first line with headings says, else in the usual one.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    rows = [(number, row) for number, row in _rows(lines) if any(cell.strip() for cell in row)]
    columns = _headings(rows[0][1]) if rows else None
    if columns:
        rows = rows[1:]
    if len(rows) > MOST_LINES:
        raise ValidationError(_("At most %(most)s lines at once.") % {"most": MOST_LINES})
    usual = PAIR_COLUMNS if is_pairs and not _has_pairs_in_one(rows) else COLUMNS
    return [_line(number, row, columns or usual, is_pairs) for number, row in rows]


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


def _rows(lines: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """The cells of each line with the line's number, from 1."""
    first = next((line for line in lines if line.strip()), "")
    delimiter = next(
        (mark for mark in "\t;," if mark in first), ";" if ";" in "".join(lines) else ","
    )
    for number, line in enumerate(lines, 1):
        bare = BULLET.sub("", line.replace("\0", ""))
        try:
            yield number, next(csv.reader([bare], delimiter=delimiter), [])
        except csv.Error:
            yield number, [bare]


def _headings(cells: Iterable[str]) -> tuple[str, ...] | None:
    """What the columns mean, where a first line says it."""
    meant = tuple(MEANINGS.get("".join(folded(cell)), "") for cell in cells)
    return meant if {"name", "first", "last"} & set(meant) else None


def _has_pairs_in_one(rows: Iterable[tuple[int, list[str]]]) -> bool:
    return any(row and BETWEEN_TWO.search(row[0]) for _number, row in rows)


def _line(number: int, row: Sequence[str], columns: Sequence[str], is_pairs: bool) -> Wanted:
    cells: dict[str, str] = {}
    for column, cell in zip(columns, row, strict=False):
        cells.setdefault(column, " ".join(cell.split()))
    name = cells.get("name") or f"{cells.get('first', '')} {cells.get('last', '')}".strip()
    partner = cells.get("partner", "")
    names = [name, partner] if partner else BETWEEN_TWO.split(name) if is_pairs else [name]
    line = Wanted(
        number,
        tuple(names),
        cells.get("home", ""),
        cells.get("team", ""),
        tuple(group for group in BETWEEN_GROUPS.split(cells.get("group", "")) if group),
        cells.get("paid", "").casefold() in YES,
    )
    return line._replace(problem=_problem(line, is_pairs))


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
