"""The cards of the tables, with the code that opens a table's sheet on a phone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _

from tournaments.events.draw.queries.rounds import TableList
from tournaments.events.results.queries.sheet_codes import typed_code
from tournaments.models import EventTable, Round
from tournaments.paper.codes import drawing
from tournaments.paper.press import Part
from tournaments.paper.sheets import Kind


def table_cards(
    kind: Kind,
    played: Round,
    tables: Sequence[TableList],
    address_of: Callable[[EventTable], str],
    typed_at: str,
) -> Part:
    """A card for each table, four to a page; `address_of`: the secret way to its sheet.

    `typed_at`: where the short code on it is typed by whoever cannot scan.
    """
    cards = []
    for each in tables:
        address = address_of(each.table.place)
        cards.append(
            {
                "table": each.table.number,
                "people": [
                    {"seat": who.seat, "name": who.name, "number": who.number}
                    for who in each.people
                ],
                "length": kind.length(each.table.place.hands_due),
                "address": address.split("://", 1)[-1],
                "qr": drawing(address),
                "typed": typed_code(each.table.place),
            }
        )
    return {
        "kind": "cards",
        "cards": cards,
        "round": _("Round %(number)s") % {"number": played.number},
        "words": {
            "table": _("Table"),
            "scan": _("Scan to write this table’s sheet."),
            "type": _("Or type this code at %(address)s") % {"address": typed_at},
        },
    }
