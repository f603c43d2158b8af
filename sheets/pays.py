"""Who pays whom after a sheet: names and points, perhaps money, or why nobody pays."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from scoring.payments import fewest_payments
from scoring.words import signed
from sheets.sheet import Sheet


@dataclass(frozen=True)
class Payment:
    """One payment; `payee` is empty where it goes into the pot, `money` if a point has no worth."""

    payer: str
    payee: str
    points: int
    money: str = ""


@dataclass(frozen=True)
class Settlement:
    """The payments of a sheet, or the sentence that says why there are none."""

    payments: list[Payment] = field(default_factory=list)
    why_none: str = ""


def settlement(sheet: Sheet, *, worth: int | None = None) -> Settlement:
    """The fewest payments that settle a sheet; `worth`: what a point is worth, in cents.

    What lies in the pot is paid to the pot, and stays there for another evening.
    """
    ruleset, options = sheet.ruleset, sheet.table.options
    is_paid = ruleset.sums_to_zero(options) or ruleset.keeps_pot(options)
    if ruleset.scores != "seats" or not is_paid:
        return Settlement(
            why_none=_("In this game points are won, not paid by the others: nobody pays.")
        )
    totals = [*sheet.totals, sheet.coming.carried.pot]
    if sum(totals):
        text = _(
            "Adjustments leave the totals at %(sum)s together instead of 0, so they cannot be "
            "settled. Adjust the points until they sum to zero."
        )
        return Settlement(why_none=text % {"sum": signed(sum(totals))})
    found = fewest_payments(totals)
    if not found:
        return Settlement(why_none=_("Everybody is at zero: nobody pays."))
    names = [*sheet.names, ""]
    return Settlement(
        [
            Payment(
                payer=names[payment.payer],
                payee=names[payment.payee],
                points=payment.points,
                money="" if worth is None else money_text(payment.points * worth),
            )
            for payment in found
        ]
    )


def money_text(cents: int) -> str:
    """Cents as money is written, without a currency, for nobody said which.

    >>> money_text(350), money_text(5)
    ('3.50', '0.05')
    """
    return str(number_format(Decimal(cents) / 100, decimal_pos=2, use_l10n=True))
