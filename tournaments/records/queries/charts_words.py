"""Figures of the record book in words: points, shares, counts, and how sure they are.

A figure is of one kind: `points` (signed, two decimals), `total` (signed, whole), `share` (of 1,
as percent), `count` (whole) or `number` (two decimals, no sign).
"""

from __future__ import annotations

from math import floor
from typing import Literal

from django.utils.formats import number_format
from django.utils.translation import gettext as _

Kind = Literal["points", "total", "share", "count", "number"]

MINUS = "\N{MINUS SIGN}"
PERCENT = "\N{NO-BREAK SPACE}%"


def figure_text(value: float | None, kind: Kind = "points") -> str:
    r"""A figure of a chart in words; a dash for none.

    >>> [figure_text(1.5), figure_text(-2), figure_text(0.425, "share"), figure_text(None)]
    ['+1.50', '−2.00', '43\xa0%', '–']
    >>> figure_text(1234, "count"), figure_text(1512.25, "number"), figure_text(7, "total")
    ('1234', '1512.25', '+7')
    >>> figure_text(-0.002), figure_text(-0.0, "total")
    ('0.00', '0')
    """
    if value is None:
        return "–"
    if kind == "share":
        return f"{floor(value * 100 + 0.5)}{PERCENT}"
    if kind in ("count", "total"):
        whole = round(value)
        return ("+" if kind == "total" and whole > 0 else "") + with_minus(str(whole))
    rounded = round(value, 2) or 0.0  # a nought has no sign
    is_positive = kind == "points" and rounded > 0
    return ("+" if is_positive else "") + with_minus(number_format(rounded, 2))


def interval_text(low: float | None, high: float | None, kind: Kind = "points") -> str:
    r"""From where to where the truth likely lies; empty where nothing can be said.

    >>> interval_text(-0.5, 1.25)
    '−0.50 to +1.25'
    >>> interval_text(0.36, 0.5, "share")
    '36 to 50\xa0%'
    >>> interval_text(None, None)
    ''
    """
    if low is None or high is None:
        return ""
    return _("%(low)s to %(high)s") % {
        "low": figure_text(low, kind).removesuffix(PERCENT),
        "high": figure_text(high, kind),
    }


def with_minus(text: str) -> str:
    """The figure with a real minus.

    >>> with_minus("-3")
    '−3'
    """
    return text.replace("-", MINUS)
