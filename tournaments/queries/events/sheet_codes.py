"""The code printed on a sheet: which event, round and table it is of.

"E12-R1-T7" is table 7 of round 1 at event 12. A round that was drawn again has a letter for each
draw after the first ("R1B"), so that a sheet of a draw that no longer holds is found out.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournaments.models import Event, EventTable, Round

A, LETTERS = ord("A"), 26
LONGEST_CODE = 30
WRITTEN = re.compile(r"(?:E(\d{1,9})[ .-]*)?R(\d{1,4})([A-Z]{0,3})[ .-]*T(\d{1,4})", re.ASCII)


class Coded(NamedTuple):
    """Where a code leads to: the numbers of round and table, or a sentence why nowhere."""

    round: int = 0
    table: int = 0
    problem: str = ""

    @property
    def place(self) -> dict[str, int]:
        """Round and table as the addresses of the desk name them."""
        return {"round": self.round, "table": self.table}


def sheet_code(event_id: int, played: Round, table: int) -> str:
    """The code of a table's sheet.

    >>> sheet_code(12, Round(number=1), 7), sheet_code(12, Round(number=1, attempt=2), 7)
    ('E12-R1-T7', 'E12-R1B-T7')
    """
    return f"E{event_id}-R{played.number}{_letters(played.attempt)}-T{table}"


def read_code(event: Event, text: str) -> Coded | None:
    """The table that a typed or scanned code names; None where the text is no code at all.

    The event may be left out, and so may be the dashes. At most two SQL queries.
    """
    found = WRITTEN.fullmatch(text.strip().upper())
    if found is None:
        return None
    event_id, number, letters, table = found.groups()
    if event_id and int(event_id) != event.pk:
        return Coded(problem=_("This is a sheet of another event, not of this one."))
    attempt = _number(letters)
    rounds = {one.attempt: one for one in event.rounds.filter(number=number).defer("plan")}
    played = rounds.get(attempt)
    if played is not None and played.state == Round.CANCELLED:
        return Coded(problem=_cancelled(played.number))
    if played is None or played.state == Round.PROPOSED:
        return Coded(problem=_("Round %(number)s has no such sheet.") % {"number": number})
    if not EventTable.objects.filter(round=played, number=table).exists():
        text = _("There is no table %(table)s in round %(round)s.")
        return Coded(problem=text % {"table": table, "round": number})
    return Coded(int(number), int(table))


def _cancelled(number: int) -> str:
    """Why a sheet of a draw that was cancelled cannot be keyed."""
    text = _(
        "This sheet is of a draw of round %(number)s that was cancelled. "
        "Ask the table for the sheet with its new code."
    )
    return text % {"number": number}


def _letters(attempt: int) -> str:
    """Nothing for the first draw, then B, C … Z, AA, AB and so on.

    >>> [_letters(attempt) for attempt in (1, 2, 26, 27, 28)]
    ['', 'B', 'Z', 'AA', 'AB']
    """
    text, left = "", attempt
    while left > 0 and attempt > 1:
        left, at = divmod(left - 1, LETTERS)
        text = chr(A + at) + text
    return text


def _number(letters: str) -> int:
    """Which draw the letters stand for; `A` is the first one too.

    >>> [_number(letters) for letters in ("", "A", "B", "Z", "AA", "AB")]
    [1, 1, 2, 26, 27, 28]
    """
    number = 0
    for letter in letters:
        number = number * LETTERS + ord(letter) - A + 1
    return number or 1
