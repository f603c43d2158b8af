"""What directors do with money and prizes, with its sentences in the history."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

MONEY_GROUP = "money"
MONEY_TITLE = _("Prizes and cash")

MONEY_SENTENCES = {
    "part_paid": _("%(entry)s paid a part of the fee: %(after)s"),
    "freed": _("%(entry)s plays for nothing"),
    "charged": _("%(entry)s pays the fee after all"),
    "refunded": _("%(after)s were given back to %(entry)s"),
    "reentered": _("%(entry)s paid for another entry: %(after)s"),
    "lost_money": _("Lost-game money was written down: %(after)s"),
    "cash_in": _("Put into the cash box: %(after)s"),
    "cash_out": _("Taken out of the cash box: %(after)s"),
    "cash_counted": _("The cash was counted: %(after)s, expected %(before)s"),
    "cash_reversed": _("A line of the cash book was reversed: %(before)s"),
    "prize_given": _("%(entry)s got the prize: %(after)s"),
    "prize_taken_back": _("%(entry)s did not get the prize after all: %(before)s"),
    "team_prize_given": _("A team got its prize: %(after)s"),
    "team_prize_taken_back": _("A team did not get its prize after all: %(before)s"),
    "highest_named": _("The highest game was named: %(after)s"),
    "highest_taken_back": _("The highest game that was named counts no more: %(before)s"),
}
"""Every kind of deed with its sentence."""
