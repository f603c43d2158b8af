"""Lists: who is to play, and who sits where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.check_in.queries.start_list import StartLine
from tournaments.events.draw.queries.rounds import Letter, Person, TableList
from tournaments.events.draw.queries.seatings import Sitter
from tournaments.models import Round
from tournaments.paper.press import Part
from tournaments.settings.labels import money

SPARE_LINES = 12
"""Empty lines at the end of a start list, for those who come without being on it."""


def names_list(played: Round, letters: Sequence[Letter]) -> Part:
    """Everybody from A to Z with table and seat."""
    people = [
        {"letter": one.letter, "people": [_who(who) for who in one.people]} for one in letters
    ]
    return {
        "kind": "by-name",
        "title": _("Round %(number)s") % {"number": played.number},
        "note": _("Where you sit: table and seat"),
        "letters": people,
        "words": {"out": _("out")},
    }


def tables_list(played: Round, tables: Sequence[TableList], out: Sequence[Sitter]) -> Part:
    """The tables with their people."""
    return {
        "kind": "by-table",
        "title": _("Round %(number)s") % {"number": played.number},
        "note": _("Who sits at which table"),
        "tables": [
            {"table": each.table.number, "people": [_who(who) for who in each.people]}
            for each in tables
        ],
        "out": ", ".join(f"{sitter.name} ({sitter.number})" for sitter in out),
        "words": {"out": _("Sitting out")},
    }


def start_list_part(lines: Sequence[StartLine], *, by_number: bool = False) -> Part:
    """The list for the door, with boxes for who has paid and who is here, and empty lines.

    Who has paid only a part of the fee has no tick, but how much it is.
    """
    has_more = any(line.homes or line.team or line.is_waiting for line in lines)
    count = ngettext("%(count)s entry", "%(count)s entries", len(lines)) % {"count": len(lines)}
    order = _("by start number") if by_number else _("by name")
    return {
        "kind": "start-list",
        "title": _("Start list"),
        "note": f"{count}, {order}" if lines else _("Fill it in by hand"),
        "columns": [_("From, team")] if has_more else [],
        "lines": [
            *(_line(line) for line in lines),
            *(_line(NOBODY) for _spare in range(SPARE_LINES if lines else 2 * SPARE_LINES)),
        ],
        "words": {
            "number": _("No."),
            "name": _("Name"),
            "paid": _("Paid"),
            "here": _("Here"),
        },
    }


NOBODY = StartLine(None, "", "", "", is_paid=False, is_here=False, is_waiting=False)


def _line(line: StartLine) -> dict[str, Any]:
    part = _("%(part)s of %(fee)s") % {"part": money(line.part), "fee": money(line.fee)}
    waiting = [_("waiting list")] if line.is_waiting else []
    return {
        "number": str(line.number or ""),
        "name": line.name,
        "more": ", ".join([*filter(None, [line.homes, line.team]), *waiting]),
        "paid": line.is_paid,
        "part": part if line.part and not line.is_paid else "",
        "here": line.is_here,
    }


def _who(person: Person) -> dict[str, Any]:
    return person._asdict()
