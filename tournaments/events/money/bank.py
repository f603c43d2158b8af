"""The lines of a bank, as it gives them away: each amount, and when, from whom, with what text.

No two banks write the same file. Whatever stands above the headings is left out; between the
columns is a semicolon, a tab or a comma; amounts are read as they are written. Where there are no
headings, the amount is the only cell that can be one.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from io import StringIO
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.common.names import folded

MOST_LINES = 1_000
SEPARATORS = ";\t,"

AMOUNT = re.compile(
    r"(?P<before>[+-]?)"
    r"(?P<whole>[0-9]{1,3}[.,'][0-9]{3}|[0-9]{1,6})(?:[.,](?P<cents>[0-9]{1,2}))?"
    r"(?P<after>[+-]?)(?P<side>[SHDCK]?)"
)
CURRENCY = re.compile(r"EUR|€|\s+", re.IGNORECASE)
WITH_CENTS = re.compile(r"[.,][0-9]{2}(?![0-9])")
IN_EUROS = re.compile(r"\(.*?\)|\bin\b|\beur\b|€", re.IGNORECASE)
DASHES = str.maketrans("−‐‑–", "----")
AWAY = ("S", "D")
SIDE = re.compile(r"S|D|Soll|Debit|Deebet", re.IGNORECASE)
"""Beside an amount: it went from the account."""

CODE_OF_CURRENCY = re.compile(r"[A-Z]{3}")

HEADINGS = {
    "amount": "betrag umsatz amount summa",
    "credit": "haben gutschrift gutschriften credit kreedit paidin moneyin",
    "debit": "soll lastschrift lastschriften debit deebet paidout moneyout",
    "side": "sollhaben sh shkennzeichen sollhabenkennzeichen deebetkreedit debitcredit dc",
    "currency": "wahrung waehrung currency valuuta",
    "day": "buchungstag buchungsdatum buchung datum bookingdate date kuupaev valuta wertstellung "
    "valutadatum",
    "text": "verwendungszweck vorgangverwendungszweck verwendungszweckkundenreferenz vwz "
    "zahlungsgrund paymentreference purpose description selgitus reference beschreibung "
    "buchungstext",
    "payer": "namezahlungsbeteiligter beguenstigterzahlungspflichtiger "
    "begunstigterzahlungspflichtiger zahlungspflichtiger zahlungspflichtigerr auftraggeber "
    "auftraggeberempfanger auftraggeberbegunstigter begunstigterauftraggeber "
    "auftraggeberzahlungsempfanger partnername payer saajamaksjanimi maksja name",
}
"""What the columns of banks are called, in one word; of several the first one here counts."""


class BankLine(NamedTuple):
    """A line of a bank: its amount in cents, None where it is not clear; what it says."""

    number: int
    cents: int | None
    day: str
    payer: str
    text: str
    cells: tuple[str, ...]
    is_foreign: bool = False

    @property
    def identity(self) -> tuple[str, ...]:
        """By what the same line is known again, also in another file of the same bank."""
        return (self.day, str(self.cents), _word(self.payer), _word(self.text))


def read_amount(cell: str) -> int | None:
    """The cents of an amount, negative where it went away; None where it is none.

    >>> [read_amount(cell) for cell in ("1.234,56 EUR", "+10 €", "-12.5", "10,00-", "7 S")]
    [123456, 1000, -1250, -1000, -700]
    >>> [read_amount(cell) for cell in ("1,234.50", "1.234", "", "12.11.2026", "RF18")]
    [123450, 123400, None, None, None]
    """
    found = AMOUNT.fullmatch(CURRENCY.sub("", cell.translate(DASHES)).upper())
    if not found:
        return None
    whole = re.sub(r"[^0-9]", "", found["whole"])
    cents = int(whole) * 100 + int((found["cents"] or "").ljust(2, "0"))
    is_away = "-" in (found["before"], found["after"]) or found["side"] in AWAY
    return -cents if is_away else cents


def read_statement(text: str) -> list[BankLine]:
    """The lines of a statement below its headings; ValidationError where it cannot be read."""
    try:
        readings = [_rows(text, mark) for mark in SEPARATORS]
    except csv.Error as error:
        raise ValidationError(_("This is no list of a bank that can be read.")) from error
    for rows in readings:
        for at, (_number, cells) in enumerate(rows):
            columns = _columns(cells)
            if columns:
                return _lines(rows[at + 1 :], columns)
    parted = (rows for rows in readings if any(len(cells) > 1 for _number, cells in rows))
    return _lines(next(parted, readings[0]), {})


def _rows(text: str, mark: str) -> list[tuple[int, list[str]]]:
    """The rows that hold something, each with the number of the line on which it ends."""
    reader = csv.reader(
        StringIO(text.removeprefix("\ufeff").replace("\0", ""), newline=""), delimiter=mark
    )
    rows = [(reader.line_num, [" ".join(cell.split()) for cell in cells]) for cells in reader]
    found = [(number, cells) for number, cells in rows if any(cells)]
    if len(found) > MOST_LINES:
        raise ValidationError(_("At most %(most)s lines at once.") % {"most": MOST_LINES})
    return found


def _word(cell: str) -> str:
    """What a cell says, in letters and digits alone."""
    return "".join(filter(str.isalnum, "".join(folded(cell))))


def _columns(cells: Sequence[str]) -> dict[str, int]:
    """In which column each meaning stands, where these are headings; else none."""
    if any(read_amount(cell) is not None for cell in cells):
        return {}
    names = [{_word(cell), _word(IN_EUROS.sub(" ", cell))} for cell in cells]
    found: dict[str, int] = {}
    for meaning, words in HEADINGS.items():
        for word in words.split():
            at = next((at for at, either in enumerate(names) if _word(word) in either), None)
            if at is not None:
                found.setdefault(meaning, at)
    is_heading = len(found) > 1 and ("amount" in found or "credit" in found)
    return found if is_heading else {}


def _lines(rows: Sequence[tuple[int, list[str]]], columns: Mapping[str, int]) -> list[BankLine]:
    found = []
    for number, cells in rows:
        said = {meaning: cells[at] for meaning, at in columns.items() if at < len(cells)}
        currency = said.get("currency", "").upper()
        found.append(
            BankLine(
                number,
                _came(cells, said, columns) if columns else _only_amount(cells),
                said.get("day", ""),
                said.get("payer", ""),
                said.get("text", "") if "text" in columns else " ".join(cells),
                tuple(cells),
                is_foreign=bool(CODE_OF_CURRENCY.fullmatch(currency)) and currency != "EUR",
            )
        )
    return found


def _only_amount(cells: Sequence[str]) -> int | None:
    """The amount of a line without headings, where one cell alone can be one."""
    amounts = [read_amount(cell) for cell in cells if WITH_CENTS.search(cell)]
    known = [cents for cents in amounts if cents is not None]
    return known[0] if len(known) == 1 else None


def _came(cells: Sequence[str], said: Mapping[str, str], columns: Mapping[str, int]) -> int | None:
    """What came to the account by a line; negative where it went."""
    for meaning in ("amount", "credit"):
        cents = read_amount(said.get(meaning, ""))
        if cents is not None:
            beside = cells[columns[meaning] + 1 : columns[meaning] + 2]
            is_away = any(SIDE.fullmatch(word) for word in (said.get("side", ""), *beside))
            return -abs(cents) if is_away else cents
    gone = read_amount(said.get("debit", ""))
    return None if gone is None else -abs(gone)
