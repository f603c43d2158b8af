"""The code printed on a sheet: which event, round and table it is of; and spare sheets."""

from __future__ import annotations

import hashlib
import hmac
import re
from datetime import datetime
from secrets import compare_digest
from typing import NamedTuple

from django.conf import settings as site
from django.db.models import Prefetch
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.formats.dates import dated
from tournaments.common.history import Doer, doer_of
from tournaments.models import Event, EventChange, EventTable, Result, Round

# Spare sheets: printed with a number of their own, for a table that nobody knows yet.
#
# Nothing is kept of them but what the history says: which numbers were printed, and of which table
# somebody said that a sheet was.


PRINTED, NAMED = "spares_printed", "spare_named"
NEVER_PRINTED = gettext_lazy("No spare sheet with this number was printed.")
MOST = 99_999
"""The largest number that a spare sheet may have."""


class Batch(NamedTuple):
    """Spare sheets that were printed together; `round`: for which one, 0 where it is left open."""

    first: int
    last: int
    round: int

    @property
    def sheets(self) -> int:
        """How many they are."""
        return self.last - self.first + 1


class Spare(NamedTuple):
    """A spare sheet that was printed.

    `code`: of the table that it was said to be of, as it may be typed; nothing while nobody has
    said it. `table`: the number of that table, `doer` said so, and when.
    """

    number: int
    round: int
    code: str = ""
    table: int = 0
    doer: Doer = Doer()
    at: datetime | None = None


def spare_batches(event: Event) -> list[Batch]:
    """The spare sheets that were printed, the latest first; one SQL query."""
    printed = event.changes.filter(kind=PRINTED).order_by("-pk")
    return [batch_of(change) for change in printed]


def last_spare(event: Event) -> int:
    """The highest number that was printed, 0 where there is none."""
    latest = event.changes.filter(kind=PRINTED).order_by("-pk").first()
    return batch_of(latest).last if latest else 0


def spare_sheet(event: Event, number: int) -> Spare | None:
    """A spare sheet, None where none with that number was printed; two SQL queries."""
    batches = spare_batches(event)
    batch = next((one for one in batches if one.first <= number <= one.last), None)
    if batch is None:
        return None
    named = event.changes.filter(kind=NAMED, before=short_name(number)).first()
    if named is None:
        return Spare(number, batch.round)
    return Spare(
        number,
        named.round_number or 0,
        code=named.after,
        table=named.table_number or 0,
        doer=doer_of(named),
        at=named.made_at,
    )


def tables_by_name(event: Event) -> list[tuple[int, int, str]]:
    """Every table that was opened, the latest first: round, number, and who sat there.

    For events whose tables open one by one: there nobody knows of a round's number. Two queries.
    """
    states = (Round.DRAWN, Round.CLOSED)
    places = EventTable.objects.filter(round__event=event, round__state__in=states)
    results = Result.objects.select_related("entry").order_by("side")
    found = places.select_related("round").prefetch_related(Prefetch("results", results))
    tables = []
    for place in found.order_by("-round__number", "number"):
        names = ", ".join(result.entry.name for result in place.results.all())
        begun = dated(place.round.drawn_at, "time")
        values = {"table": place.number, "time": begun, "names": names}
        words = _("Table %(table)s, %(time)s: %(names)s") % values
        tables.append((place.round.number, place.number, words))
    return tables


def short_name(number: int) -> str:
    """What a spare sheet is called in the history.

    >>> short_name(5)
    'S5'
    """
    return f"S{number}"


def batch_of(change: EventChange) -> Batch:
    """The spare sheets that were printed by this deed."""
    first, last = (int(name.removeprefix("S")) for name in (change.before, change.after))
    return Batch(first, last, change.round_number or 0)


# The short code on a table's card, for whoever cannot scan: typed, it leads to the same sheet.
#
# Like the secret of the card's link it follows from the table and from how often its code was made
# anew, and is nowhere kept. It is short enough to be guessed by whoever could try without end, so
# tries are limited where it is typed.

CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Those that nobody mistakes for one another."""

LENGTH = 8


def typed_code(place: EventTable) -> str:
    """The code of a table as it is printed, in two halves."""
    text = f"sheepfold: event table {place.pk}, typed code {place.links}"
    digest = hmac.digest(site.SECRET_KEY.encode(), text.encode(), hashlib.sha256)
    number = int.from_bytes(digest, "big")
    letters = ""
    for _place in range(LENGTH):
        number, digit = divmod(number, len(CODE_LETTERS))
        letters += CODE_LETTERS[digit]
    return f"{letters[: LENGTH // 2]}-{letters[LENGTH // 2 :]}"


def place_of_code(typed: str) -> EventTable | None:
    """The table with that code in a round that is being played; one SQL query."""
    wanted = bare_code(typed).encode()
    playing = EventTable.objects.filter(round__state=Round.DRAWN, table__ended_at=None)
    for place in playing.only("pk", "links"):
        if compare_digest(bare_code(typed_code(place)).encode(), wanted):
            return place
    return None


def bare_code(typed: str) -> str:
    """A code without what somebody types between its halves.

    >>> bare_code(" k7qm - 2xhd ")
    'K7QM2XHD'
    """
    return "".join(letter for letter in typed.upper() if letter.isalnum())


A, LETTERS = ord("A"), 26
# The code printed on a sheet: which event, round and table it is of.
#
# "E12-R1-T7" is table 7 of round 1 at event 12. A round that was drawn again has a letter for each
# draw after the first ("R1B"), so that a sheet of a draw that no longer holds is found out.
# "E12-R1-T7E" was printed empty, before anybody was drawn: it is of no draw, so it names table 7
# of whichever draw of round 1 holds. "E12-S5" is a spare sheet, whose table somebody says later.


LONGEST_CODE = 30
OF_EVENT = r"(?:E(\d{1,9})[ .-]*)?"
WRITTEN = re.compile(OF_EVENT + r"R(\d{1,4})([A-Z]{0,3})[ .-]*T(\d{1,4})(E?)", re.ASCII)
SPARE = re.compile(OF_EVENT + r"S(\d{1,5})", re.ASCII)


class Coded(NamedTuple):
    """Where a code leads to: the numbers of round and table, or a sentence why nowhere.

    `spare`: the number of a spare sheet, which says nothing of its table. `is_empty`: the names on
    the sheet were written by hand.
    """

    round: int = 0
    table: int = 0
    problem: str = ""
    spare: int = 0
    is_empty: bool = False

    @property
    def place(self) -> dict[str, int]:
        """Round and table as the addresses of the desk name them."""
        empty = {"empty": 1} if self.is_empty else {}
        return {"round": self.round, "table": self.table, **empty}


def sheet_code(event_id: int, played: Round, table: int) -> str:
    """The code of a table's sheet.

    >>> sheet_code(12, Round(number=1), 7), sheet_code(12, Round(number=1, attempt=2), 7)
    ('E12-R1-T7', 'E12-R1B-T7')
    """
    return f"E{event_id}-{draw_code(played, table)}"


def draw_code(played: Round, table: int) -> str:
    """The same without the event, as it may be typed.

    >>> draw_code(Round(number=1, attempt=3), 7)
    'R1C-T7'
    """
    return f"R{played.number}{_letters(played.attempt)}-T{table}"


def empty_code(event_id: int, number: int, table: int) -> str:
    """The code of a sheet that is printed before its round is drawn.

    >>> empty_code(12, 1, 7)
    'E12-R1-T7E'
    """
    return f"E{event_id}-R{number}-T{table}E"


def spare_code(event_id: int, number: int) -> str:
    """The code of a spare sheet.

    >>> spare_code(12, 5)
    'E12-S5'
    """
    return f"E{event_id}-S{number}"


def is_sheet_code(text: str) -> bool:
    """Whether that is how the code of a score sheet is written.

    >>> is_sheet_code("e12-R1-T7"), is_sheet_code("K7QM-2XHD")
    (True, False)
    """
    code = text.strip().upper()
    return bool(WRITTEN.fullmatch(code) or SPARE.fullmatch(code))


def read_code(event: Event, text: str) -> Coded | None:
    """The table that a typed or scanned code names; None where the text is no code at all.

    The event may be left out, and so may be the dashes. At most two SQL queries.
    """
    code = text.strip().upper()
    found = WRITTEN.fullmatch(code) or SPARE.fullmatch(code)
    if found is None:
        return None
    event_id, number = found[1], found[2]
    if event_id and int(event_id) != event.pk:
        return Coded(problem=_("This is a sheet of another event, not of this one."))
    if found.re is SPARE:
        if not 1 <= int(number) <= last_spare(event):
            return Coded(problem=str(NEVER_PRINTED))
        return Coded(spare=int(number))
    letters, table, empty = found.groups()[2:]
    values = {"table": table, "round": int(number), "number": int(number)}
    rounds = list(event.rounds.filter(number=number).defer("plan"))
    drawn = [one for one in rounds if one.state in (Round.DRAWN, Round.CLOSED)]
    if not empty:  # printed for one draw of the round
        attempt = _number(letters)
        if any(one.attempt == attempt and one.state == Round.CANCELLED for one in rounds):
            text = _(
                "This sheet is of a draw of round %(number)s that was cancelled. "
                "Ask the table for the sheet with its new code."
            )
            return Coded(problem=text % values)
        drawn = [one for one in drawn if one.attempt == attempt]
    if not drawn:
        text = _("Round %(number)s has no such sheet.")
        if empty:
            text = _(
                "Round %(number)s is not drawn yet. Draw it by hand, as the sheets say, and accept "
                "the draw; then key in this sheet."
            )
        return Coded(problem=text % values)
    if not EventTable.objects.filter(round=drawn[0], number=table).exists():
        return Coded(problem=_("There is no table %(table)s in round %(round)s.") % values)
    return Coded(int(number), int(table), is_empty=bool(empty))


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
