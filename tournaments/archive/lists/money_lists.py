"""The cash book for a spreadsheet, and the prizes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from tournaments.common.doers import doer_of
from tournaments.common.listing import Listing, Value, moment, money, number, text
from tournaments.events.money.queries.money import line_sign, line_title
from tournaments.events.money.queries.prizes import prize_list
from tournaments.models import Event

OUT = "−"


def cash(event: Event) -> Listing:
    """Each line of the cash book, the first one first: what went out has a minus."""

    def rows() -> Iterator[Sequence[Value]]:
        lines = event.cash.select_related("entry", "reverses").order_by("pk")
        for line in lines:
            yield (
                line.made_at,
                line_title(line),
                -line.amount if line_sign(line) == OUT else line.amount,
                line.entry.number if line.entry else None,
                line.entry.name if line.entry else "",
                line.note,
                *doer_of(line),
            )

    columns = (
        moment(_("When")),
        text(_("What"), 20),
        money(_("Amount")),
        number(_("No."), 6),
        text(_("Name"), 28),
        text(_("Note"), 32),
        text(_("Said to be"), 18),
        text(_("Account"), 18),
    )
    return Listing("cash", _("Cash"), columns, rows)


def prizes(event: Event) -> Listing:
    """Each prize: who gets it, how much it is, and when it was handed over."""

    def rows() -> Iterator[Sequence[Value]]:
        for prize in prize_list(event).prizes:
            given = prize.given.at if prize.given else None
            more = "; ".join(filter(None, (", ".join(prize.members), prize.why)))
            number = prize.number or None
            yield (prize.title, number, prize.name, prize.cents, prize.goods, more, given)

    columns = (
        text(_("Prize"), 28),
        number(_("No."), 6),
        text(_("Name"), 28),
        money(_("Amount")),
        text(_("Goods"), 24),
        text(_("Members, or what it was"), 40),
        moment(_("Handed over")),
    )
    return Listing("prizes", _("Prizes"), columns, rows)


def has_cash(event: Event) -> bool:
    """Whether there is a line in the cash book."""
    return event.cash.exists()


def has_prizes(event: Event) -> bool:
    """Whether there is anything to win."""
    return bool(prize_list(event).prizes)
