"""The prize list, and receipts to be signed."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments.events.money.queries.prizes import PrizeList, Receipt
from tournaments.paper.press import Part
from tournaments.settings.labels import amount, money


def prizes_part(listed: PrizeList) -> Part:
    """The prizes, places first, with a box for each that is handed over."""
    if listed.is_final:
        note = _("Final list, revision %(number)s") % {"number": listed.revision}
    else:
        note = _("If it ended now: the final list is not locked.")
    return {
        "kind": "prizes",
        "title": _("Prize list"),
        "note": note,
        "lines": [
            {
                "title": one.title,
                "number": ", ".join(map(str, one.numbers)),
                "name": one.name,
                "more": "; ".join(filter(None, (", ".join(one.members), one.why))),
                "total": amount(one.total),
                "money": money(one.cents) if one.cents else "",
                "goods": one.goods,
                "note": _("fee not paid") if one.owes else "",
                "given": one.given is not None,
            }
            for one in listed.prizes
        ],
        "sum": money(sum(one.cents for one in listed.prizes)),
        "words": {
            "prize": _("Prize"),
            "number": _("No."),
            "name": _("Name"),
            "total": _("Total"),
            "money": _("Money"),
            "goods": _("Goods"),
            "given": _("Given"),
            "sum": _("Together"),
            "nothing": _("There is nothing to give yet."),
        },
    }


def receipts_part(receipts: Sequence[Receipt]) -> Part:
    """A receipt for each winner of money, three to a page, to be cut."""
    return {
        "kind": "receipts",
        "title": _("Receipts"),
        "receipts": [
            {
                "number": ", ".join(map(str, one.numbers)),
                "name": one.name,
                "members": ", ".join(one.members),
                "lines": [{"for": title, "money": money(cents)} for title, cents in one.lines],
                "sum": money(one.cents),
            }
            for one in receipts
        ],
        "words": {
            "receipt": _("Receipt"),
            "number": _("No."),
            "team": _("Team"),
            "sum": _("Received"),
            "day": _("Day"),
            "signature": _("Signature"),
            "nothing": _("Nobody has won money yet."),
        },
    }
