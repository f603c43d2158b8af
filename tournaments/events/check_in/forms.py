"""The forms of the door: how somebody is reached, lists that are pasted, and one entry."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.forms.models import model_to_dict
from django.http import HttpRequest
from django.utils import translation
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from formats.event import EventSettings
from scoring.labels import LONGEST_NAME
from tournaments.common.fields import LONGEST_MAIL, Reached, read_either, read_mail, read_phone
from tournaments.common.names import cleaned, folded, likeness
from tournaments.common.requests import PLACE, read_key
from tournaments.common.texts import Document, LineField, on_one_line
from tournaments.events.check_in.queries.contacts import takes_contacts
from tournaments.events.check_in.queries.entries import Wanted
from tournaments.events.check_in.services import Person
from tournaments.models import Entry, Language
from tournaments.people.forms import PersonForm
from tournaments.people.queries import known_names

# The forms for how somebody is reached: one line at the door, both lines on the entry's page.

LONGEST_TYPED = 40
PHONE, MAIL = gettext_lazy("Phone number"), gettext_lazy("E-mail")
AS_TYPED = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}


class ContactForm(forms.Form):
    """Asks at the door for a phone number or an e-mail address, where somebody may come twice."""

    contact = LineField(
        required=False, max_length=LONGEST_MAIL, label=gettext_lazy("Phone or e-mail")
    )

    def __init__(self, settings: EventSettings, data: Mapping[str, str] | None = None) -> None:
        super().__init__(data)
        self.is_offered = takes_contacts(settings)

    def clean_contact(self) -> Reached:
        """What was typed, as it is kept: one of the two, or neither."""
        reached = read_either(self.cleaned_data["contact"] if self.is_offered else "")
        if reached is None:
            raise forms.ValidationError(
                _("Neither a phone number, such as 0151 2345678, nor an e-mail address.")
            )
        return reached


class ReachedForm(forms.Form):
    """Asks for both on the page of an entry."""

    phone = LineField(required=False, max_length=LONGEST_TYPED, label=PHONE)
    mail = LineField(required=False, max_length=LONGEST_MAIL, label=MAIL)

    def __init__(self, reached: Reached, data: Mapping[str, str] | None = None) -> None:
        super().__init__(data, initial=reached._asdict())
        for name, keys in (("phone", "tel"), ("mail", "email")):
            self.fields[name].widget.attrs |= {"inputmode": keys, **AS_TYPED}

    def clean_phone(self) -> str:
        """The number in digits."""
        typed: str = self.cleaned_data["phone"]
        found = read_phone(typed) if typed else ""
        if found is None:
            raise forms.ValidationError(_("No phone number: digits, such as 0151 2345678."))
        return found

    def clean_mail(self) -> str:
        """The address in small letters."""
        typed: str = self.cleaned_data["mail"]
        found = read_mail(typed) if typed else ""
        if found is None:
            raise forms.ValidationError(_("No e-mail address, such as anna@example.org."))
        return found


# What on a list says that somebody has paid, or has not: a short table of words, and amounts.

SURE = {
    True: {"paid", "bezahlt", "gezahlt", "makstud", "✓", "✔", "☑", "✅"},
    False: {"unpaid", "not paid", "unbezahlt", "nicht bezahlt", "maksmata", "✗", "✘", "☐"},
}
"""Nobody is called so: they are understood in any column, behind a name too."""

SHORT = {True: {"x", "yes", "ja", "jah"}, False: {"no", "nein", "ei"}}
"""Understood in any column of a list without headings."""

TICKS = {
    True: {"1", "y", "j", "ok", "true", "wahr"},
    False: {"n", "open", "offen", "lahti", "false", "falsch"},
}
"""Understood where the column says paid; elsewhere asked about."""

NOTHING = {"", "-", "–", "0"}
"""In the column that says paid: no."""

AMOUNT = re.compile(
    r"(?P<before>€|\$|eur|usd)?\s*(?P<amount>\d{1,5}(?P<cents>[.,]\d{1,2})?)(,-)?\s*(?P<after>€|\$|eur|usd)?"
)
AROUND = "()[]:.!"


class PaidCell(NamedTuple):
    """What a cell says about paying: `is_paid`, None where that is to be asked about."""

    is_paid: bool | None
    is_sure: bool = False


def said_by(text: str, fee: int, *, is_paid_column: bool = False) -> PaidCell | None:
    """What a cell says about paying; None where it says nothing of it.

    >>> said_by("Bezahlt", 1000), said_by("x", 1000), said_by("Regen", 1000)
    (PaidCell(is_paid=True, is_sure=True), PaidCell(is_paid=True, is_sure=False), None)
    >>> said_by("10,00 €", 1000), said_by("5 €", 1000), said_by("10", 1000)
    (PaidCell(is_paid=True, is_sure=True), PaidCell(is_paid=None, is_sure=True), \
PaidCell(is_paid=None, is_sure=False))
    >>> said_by("10.00", 1000), said_by("5,50", 1000), said_by("5", 1000)
    (PaidCell(is_paid=True, is_sure=True), PaidCell(is_paid=None, is_sure=True), None)
    """
    word = " ".join(text.casefold().split()).strip(AROUND)
    for is_paid in (True, False):
        if word in SURE[is_paid]:
            return PaidCell(is_paid, is_sure=True)
        if word in SHORT[is_paid] or (is_paid_column and word in TICKS[is_paid]):
            return PaidCell(is_paid)
    if word in NOTHING:
        return PaidCell(is_paid=False) if is_paid_column else None
    amount = AMOUNT.fullmatch(word)
    if amount:
        is_money = bool(amount["before"] or amount["after"] or amount["cents"])
        is_fee = Decimal(amount["amount"].replace(",", ".")) * 100 == fee
        if is_money or is_paid_column:
            return PaidCell(True if is_fee else None, is_sure=is_money)
        return PaidCell(None) if is_fee or word in TICKS[True] else None
    is_tick = any(word in words for words in TICKS.values())
    return PaidCell(None) if is_tick or is_paid_column else None


def part_in(text: str, fee: int) -> int:
    """The cents that a cell may say were paid of a fee that is higher, 0 where it is no such sum.

    >>> part_in("5 €", 1000), part_in("2,50", 1000), part_in("10", 1000), part_in("later", 1000)
    (500, 250, 0, 0)
    """
    amount = AMOUNT.fullmatch(" ".join(text.casefold().split()).strip(AROUND))
    cents = int(Decimal(amount["amount"].replace(",", ".")) * 100) if amount else 0
    return cents if cents < fee else 0


def behind_a_name(text: str) -> tuple[str, bool] | None:
    """The name and what is said behind it, where that is one of the sure words.

    >>> behind_a_name("Otto Two (paid)"), behind_a_name("Otto Two – nicht bezahlt")
    (('Otto Two', True), ('Otto Two', False))
    >>> behind_a_name("Otto X") is None
    True
    """
    words = text.split()
    for count in (2, 1):
        if len(words) <= count:
            continue
        last = " ".join(words[-count:]).casefold().strip(AROUND + "-–— ")
        for is_paid in (False, True):
            if last in SURE[is_paid]:
                return " ".join(words[:-count]).rstrip("-–—:([ "), is_paid
    return None


def found_in(cells: Sequence[str], fee: int, *, only_sure: bool = False) -> int | None:
    """The first of these cells that says something of paying, the clearest before the others."""
    said = [(at, said_by(cell, fee)) for at, cell in enumerate(cells) if cell]
    ranked = [(each.is_paid is None, not each.is_sure, at) for at, each in said if each]
    if not ranked:
        return None
    is_open, is_unsure, at = min(ranked)
    return None if only_sure and (is_open or is_unsure) else at


# Reading a list that was pasted or uploaded: lines, their columns, and what is wrong with them.

MOST_LINES = 1_000
MOST_LETTERS = 100_000
COLUMNS = ("name", "home", "team", "paid", "group")
"""What the columns mean where the list does not say it in its first line."""

PAIR_COLUMNS = ("name", "partner", "home", "team", "paid", "group")
NAMES = {"name", "first", "last", "partner"}

HEADINGS = {
    "name": "name names namen name1 spieler spieler1 player player1 teilnehmer nimi mängija",
    "first": "vorname firstname givenname eesnimi",
    "last": "nachname familienname surname lastname familyname perekonnanimi perenimi",
    "partner": "partner name2 spieler2 player2 partnerin paariline",
    "home": "home ort wohnort place town city heimat from kodukoht elukoht linn",
    "team": "team mannschaft võistkond meeskond",
    "paid": "paid bezahlt gezahlt makstud fee startgeld osavõtumaks",
    "group": "group groups gruppe gruppen rühm rühmad",
}
MEANINGS = {
    "".join(folded(word)): column for column, words in HEADINGS.items() for word in words.split()
}
OWN_HEADS = {"Name": "name", "Home": "home", "Team": "team", "Paid": "paid", "Groups": "group"}
"""The heads of the lists that can be taken away, whose files are read again in any language."""

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
    answered = LineField(required=False, max_length=50_000)

    def __init__(self, request: HttpRequest, *, is_pairs: bool, fee: int) -> None:
        sent = (request.POST, request.FILES) if request.method == "POST" else ()
        super().__init__(*sent)
        self.is_pairs, self.fee = is_pairs, fee

    def clean_file(self) -> str:
        """The text of the file, which is UTF-8."""
        uploaded = self.cleaned_data["file"]
        if not uploaded:
            return ""
        if uploaded.size > MOST_LETTERS:
            raise ValidationError(_("This file is too long for a list of people."))
        try:
            return str(uploaded.read(), "utf-8-sig")
        except UnicodeDecodeError as error:
            raise ValidationError(
                _("The letters of this file cannot be read. Save it as “CSV UTF-8” and try again.")
            ) from error

    def clean(self) -> dict[str, object]:
        """One of both must hold something: its `lines`."""
        cleaned = super().clean() or {}
        cleaned["list"] = text = str(cleaned.get("file") or cleaned.get("text") or "")
        if not self.errors and not text.strip():
            self.add_error("text", _("Paste the list here, or choose a file."))
        try:
            cleaned["lines"] = read_list(text, is_pairs=self.is_pairs, fee=self.fee)
        except ValidationError as error:
            self.add_error("text", error)
        return cleaned


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
    usual: tuple[str, ...] = COLUMNS
    if is_pairs:
        first = (_split(line, next(iter(_marks(line)), ""))[0] for _number, line in lines)
        usual = COLUMNS if any(map(BETWEEN_TWO.search, first)) else PAIR_COLUMNS
    reader = _Reader(columns or usual, bool(columns), mark, is_pairs, fee)
    return [reader.line(number, line) for number, line in lines]


def read_answers(posted: Mapping[str, str]) -> dict[str, str]:
    """The answers to “is this the same person?”, those of earlier pages too."""
    kept = (pair.split("=", 1) for pair in posted.get("answered", "").split() if "=" in pair)
    new = {name: value for name, value in posted.items() if name.startswith("who-") and value}
    return dict(kept) | {name.removeprefix("who-"): value for name, value in new.items()}


def kept_answers(answers: Mapping[str, str]) -> str:
    """The answers as the form carries them unseen.

    >>> read_answers({"answered": kept_answers({"12-0": "new"})})
    {'12-0': 'new'}
    """
    return " ".join(f"{key}={value}" for key, value in answers.items())


def _headings(line: str) -> tuple[tuple[str, ...], str]:
    """What the columns mean and what stands between them, where a first line says it."""
    mark, meanings = next(iter(_marks(line)), ""), dict(MEANINGS)
    for language in Language.values:
        with translation.override(language):
            meanings |= {"".join(folded(_(head))): column for head, column in OWN_HEADS.items()}
    meant = tuple(meanings.get("".join(folded(cell)), "") for cell in _split(line, mark))
    return (meant, mark) if {"name", "first", "last"} & set(meant) else ((), "")


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


MOST_TABLES = 500
MOST_START_POINTS = 99_999


class EntryForm(forms.Form):
    """Asks what is noted about an entry.

    It carries what it was made from, so that `wanted` holds only what was changed in it: what
    another director changed meanwhile stays.
    """

    team = LineField(max_length=LONGEST_NAME, required=False, label=gettext_lazy("Team"))
    groups = forms.MultipleChoiceField(required=False, label=gettext_lazy("Groups"))
    is_guest = forms.BooleanField(required=False, label=gettext_lazy("Guest"))
    is_house = forms.BooleanField(required=False, label=gettext_lazy("House player"))
    pinned_table = forms.IntegerField(
        required=False, min_value=1, max_value=MOST_TABLES, label=gettext_lazy("Always at table")
    )
    pinned_seat = forms.IntegerField(
        required=False, min_value=1, label=gettext_lazy("Always in seat")
    )
    start_points = forms.IntegerField(
        required=False,
        min_value=-MOST_START_POINTS,
        max_value=MOST_START_POINTS,
        label=gettext_lazy("Start points"),
    )

    def __init__(
        self, entry: Entry, settings: EventSettings, data: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(data, initial=model_to_dict(entry, self.base_fields))
        if entry.pinned_seat is not None:
            self.initial["pinned_seat"] = entry.pinned_seat + 1
        groups = list(dict.fromkeys([*settings.groups, *entry.groups]))
        self.fields["groups"].choices = [(group, group) for group in groups]  # type: ignore[attr-defined]
        most = settings.size + (settings.odd == "up")
        too_many = _("A table has at most %(most)s seats.") % {"most": most}
        self.fields["pinned_seat"].validators.append(MaxValueValidator(most, too_many))
        for field in self.fields.values():
            field.show_hidden_initial = True
            field.widget.attrs["autocomplete"] = "off"
        for name in ("pinned_table", "pinned_seat", "start_points"):
            self.fields[name].widget = forms.TextInput(
                {"class": "figure", "inputmode": "numeric", "autocomplete": "off"}
            )

    @property
    def made_from(self) -> str:
        """What the form was made from, unseen."""
        return mark_safe("".join(one.as_hidden(only_initial=True) for one in self))

    @property
    def wanted(self) -> dict[str, Any]:
        """What was changed in this form, as it is kept."""
        values = {name: self.cleaned_data[name] for name in self.changed_data}
        if values.get("pinned_seat") is not None:
            values["pinned_seat"] -= 1
        if "start_points" in values:
            values["start_points"] = values["start_points"] or 0
        return values


class CompanionForm(forms.Form):
    """Asks with whom somebody came, by start number or name."""

    other = LineField(
        max_length=2 * LONGEST_NAME + 3,
        label=gettext_lazy("Start number or name"),
        widget=forms.TextInput({"autocomplete": "off"}),
        error_messages={"required": gettext_lazy("Type a start number or a name.")},
    )

    def __init__(
        self, entry: Entry, others: Sequence[Entry], data: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(data, auto_id="%s")
        self.entry = entry
        self.others = others

    def clean_other(self) -> Entry:
        """The one entry that is meant."""
        typed = str(self.cleaned_data["other"])
        number = read_key(typed, PLACE)
        if number is not None:
            found = [other for other in self.others if other.number == number]
        else:  # those of that name, else those of a name alike
            words = folded(typed)
            degrees = [(likeness(words, folded(other.name)), other) for other in self.others]
            alike = [(degree, other) for degree, other in degrees if degree is not None]
            nearest = min((degree for degree, _other in alike), default=0)
            found = [other for degree, other in alike if degree == nearest]
        if not found:
            raise forms.ValidationError(_("Nobody of that name or number is entered."))
        if len(found) > 1:
            names = ", ".join(f"{one.name} ({one.number})" for one in found if one.number)
            text = _("Several may be meant: %(names)s. Type the start number.")
            raise forms.ValidationError(text % {"names": names or found[0].name})
        if found[0].pk == self.entry.pk:
            raise forms.ValidationError(_("Nobody comes together with himself."))
        return found[0]


def person_of(form: PersonForm) -> Person:
    """Whom a form means that is valid."""
    answers = form.cleaned_data
    return Person(form.player_id, answers["name"], answers["home"], seen=form.was_shown)


def ask_again(club_id: int, posted: Mapping[str, str], sentence: str) -> PersonForm:
    """The form for one person again, with what was refused if nothing else is wrong in it."""
    form = PersonForm(known_names(club_id), 0, posted)
    if form.is_valid():
        form.add_error("name", sentence)
    return form


class SubstituteForm(forms.Form):
    """Asks from which round on somebody else plays, and of a pair for whom."""

    from_round = forms.TypedChoiceField(coerce=int, label=gettext_lazy("From round"))
    place = forms.TypedChoiceField(coerce=int, label=gettext_lazy("Who is replaced"))

    def __init__(
        self,
        rounds: Sequence[int],
        persons: Sequence[tuple[int, str]],
        data: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(data)
        self.fields["from_round"].choices = [(number, number) for number in rounds]  # type: ignore[attr-defined]
        self.fields["place"].choices = persons  # type: ignore[attr-defined]
