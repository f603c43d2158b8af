"""Who did something: an account that was signed in, or what somebody typed on a phone.

Every page and every list asks here, so that the two can never be taken for each other.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

NOBODY = gettext_lazy("nobody gave a name")


class Doer(NamedTuple):
    """Who a row names: `account` was signed in, `says` is a claim of whoever held the phone."""

    says: str = ""
    account: str = ""

    @property
    def names(self) -> bool:
        """Whether anybody is named."""
        return bool(self.says or self.account)

    def __str__(self) -> SafeString:
        """For pages: a tick stands beside an account alone, and is read out as a word."""
        claim = _("says: %(name)s") % {"name": self.says} if self.says else ""
        if not self.account:
            return format_html('<span class="doer">{}</span>', claim or NOBODY)
        return format_html(
            '<span class="doer"><span aria-hidden="true">✓</span>'
            '<span class="unseen">{}</span> {}{}</span>',
            _("signed in:"),
            self.account,
            f" · {claim}" if claim else "",
        )


def doer_of(row: Any) -> Doer:  # noqa: ANN401 - a row of any model, or a line made of one
    """Who a row of the history names, of whatever kind; asks the database nothing.

    At a table both are kept. A director's row has the name of the account alone.
    """
    if hasattr(row, "account") and (row.account or getattr(row, "user_id", None) is None):
        claim = "" if row.who == row.account else row.who
        return Doer(claim, row.account)
    return Doer(account=row.who) if row.user_id is not None else Doer(row.who)
