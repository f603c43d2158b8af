"""Who did something: an account that was signed in, or what somebody typed on a phone.

Every page, every list and every paper asks here, so that the two can never be taken for each other.
What was there before and after is kept as values, which are said when somebody reads them.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models.base import Change

NOBODY = gettext_lazy("nobody gave a name")


class Doer(NamedTuple):
    """Who a row names: `account` was signed in, `says` is a claim of whoever held the phone."""

    says: str = ""
    account: str = ""

    @property
    def names(self) -> bool:
        """Whether anybody is named."""
        return bool(self.says or self.account)

    @property
    def plain(self) -> str:
        """For paper and for sentences, where nothing can be hidden or read out beside it.

        >>> Doer("Anna", "dora").plain, Doer("Anna").plain, Doer().plain
        ('✓ dora, signed in · says: Anna', 'says: Anna', '')
        """
        account = _("✓ %(name)s, signed in") % {"name": self.account} if self.account else ""
        return " · ".join(filter(None, (account, self._claim)))

    def __str__(self) -> SafeString:
        """For pages: a tick stands beside an account alone, and is read out as a word."""
        if not self.account:
            return format_html('<span class="doer">{}</span>', self._claim or NOBODY)
        return format_html(
            '<span class="doer"><span aria-hidden="true">✓</span>'
            '<span class="unseen">{}</span> {}{}</span>',
            _("signed in:"),
            self.account,
            f" · {self._claim}" if self.says else "",
        )

    @property
    def _claim(self) -> str:
        return _("says: %(name)s") % {"name": self.says} if self.says else ""


NAMELESS = Doer()


def doer_called(claim: str, account: str) -> Doer:
    """Who is meant by a name and an account: a director's own name claims nothing beside it."""
    return Doer("" if claim == account else claim, account)


def doer_of(row: Any, action: str = "") -> Doer:  # noqa: ANN401 - a row of any model, or a line of one
    """Who a row of whatever kind names; asks the database nothing.

    `action`: not who wrote it, but who `decided`, `confirmed` or `withdrew` ("withdrawn") it.
    """
    if isinstance(doer := getattr(row, "doer", None), Doer) and not action:
        return doer
    if action:
        return doer_called(getattr(row, f"{action}_by"), getattr(row, f"{action}_account"))
    return doer_called(row.who, row.account)


BETWEEN = "\t"
"""Stands between the values of a history: nothing that people type has one in it."""


def kept_values(*values: object) -> str:
    """Values as a history keeps them; one that may be long is the last, for it may be cut.

    >>> kept_values(150, None, "change for the bar")
    '150\\t\\tchange for the bar'
    """
    return BETWEEN.join("" if value is None else str(value) for value in values)


def said_by(says: Callable[[str], str], kept: str) -> str:
    """What is kept, said by `says`; as it stands where a file has what nobody can say.

    >>> said_by(lambda kept: f"hand {int(kept)}", "7"), said_by(lambda kept: f"{int(kept)}", "x")
    ('hand 7', 'x')
    """
    try:
        return says(kept)
    except (LookupError, ValueError):
        return kept


# Reasons that the program gives or proposes, as they are kept.

SWAPPED = f"{BETWEEN}swapped"
LOST = f"{BETWEEN}lost"
AS_IN = f"{BETWEEN}as in"
BY_OWN_LINK = f"{BETWEEN}by own link"
NEVER_CAME = f"{BETWEEN}never came"
PROPOSED = {
    SWAPPED: gettext_lazy("Two totals stood at the wrong names"),
    LOST: gettext_lazy("Sheet lost: made up again, and signed by all"),
    BY_OWN_LINK: gettext_lazy("Asked for by the own link of the registration"),
    NEVER_CAME: gettext_lazy("Registered and never came, long ago"),
}


def as_in(version: int) -> str:
    """The reason for which an earlier version counts again."""
    return kept_values(AS_IN, version)


def kept_reason(typed: str) -> str:
    """A reason as it is kept: a proposed one, where it was left as it was, or what was typed.

    >>> kept_reason("Sheet lost: made up again, and signed by all") == LOST, kept_reason("Misread")
    (True, 'Misread')
    """
    return next((kept for kept, words in PROPOSED.items() if str(words) == typed), typed)


def reason_in_words(kept: str) -> str:
    """Why something was done, to whoever reads it: as it was typed, or what the program said.

    >>> reason_in_words("Anna signed twice"), reason_in_words(SWAPPED), reason_in_words(as_in(2))
    ('Anna signed twice', 'Two totals stood at the wrong names', 'As in version 2')
    """
    if kept in PROPOSED:
        return str(PROPOSED[kept])
    begins, _between, number = kept.rpartition(BETWEEN)
    return _("As in version %(number)s") % {"number": number} if begins == AS_IN else kept


class HistoryLine(NamedTuple):
    """An action as a history shows it; `before` where that says more than the sentence."""

    sentence: str
    reason: str
    doer: Doer
    at: datetime
    before: str = ""


def history_line(change: Change, sentence: str, before: str = "") -> HistoryLine:
    """The line of a change whose sentence is this."""
    reason = reason_in_words(getattr(change, "reason", ""))
    return HistoryLine(sentence, reason, doer_of(change), change.made_at, before)
