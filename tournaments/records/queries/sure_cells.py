"""Shares and means in a list for spreadsheets: the figure and both ends of its interval."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring.intervals import Estimate
from tournaments.common.listing import Column, Kind, Value

DECIMALS = 4


def ends(found: Estimate | None) -> tuple[Value, Value, Value]:
    """A share or a mean with both ends of its interval, as three cells."""
    if found is None:
        return (None, None, None)
    low = None if found.low is None else round(found.low, DECIMALS)
    high = None if found.high is None else round(found.high, DECIMALS)
    return (round(found.value, DECIMALS), low, high)


def sure_columns(head: str, kind: Kind = Kind.SHARE) -> tuple[Column, ...]:
    """The heads of these cells; means are points."""
    words = {"head": head}
    heads = (head, _("%(head)s, at least") % words, _("%(head)s, at most") % words)
    return tuple(Column(each, kind, 14) for each in heads)
