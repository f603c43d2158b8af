"""Lines of the cash book in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.events.money.queries.money import INTO_THE_BOX, OUT_OF_THE_BOX
from tournaments.models import CashLine


def line_title(line: CashLine) -> str:
    """What kind of line it is.

    >>> line_title(CashLine(kind="refund"))
    'Given back'
    """
    return {
        CashLine.PART: _("Part of the fee"),
        CashLine.REENTRY: _("Second fee"),
        CashLine.REFUND: _("Given back"),
        CashLine.LOST: _("Lost-game money"),
        CashLine.PUT_IN: _("Put in"),
        CashLine.TAKEN_OUT: _("Taken out"),
        CashLine.PRIZE: _("Prize handed over"),
        CashLine.COUNT: _("Counted"),
        CashLine.REVERSAL: _("Reversed"),
    }[line.kind]


def line_sign(line: CashLine) -> str:
    """Which way the money went: a sign, or nothing where none moved.

    >>> line_sign(CashLine(kind="refund")), line_sign(CashLine(kind="count"))
    ('−', '')
    >>> line_sign(CashLine(kind="reversal", reverses=CashLine(kind="refund")))
    '+'
    """
    if line.kind == CashLine.REVERSAL and line.reverses:
        return {"+": "−", "−": "+"}.get(line_sign(line.reverses), "")
    if line.kind in (CashLine.PART, *INTO_THE_BOX):
        return "+"
    return "−" if line.kind in OUT_OF_THE_BOX else ""
