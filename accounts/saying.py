"""What is written down with a deed, in the language of whoever reads it."""

from __future__ import annotations

import re

from django.utils.translation import gettext, gettext_noop

WORDINGS = (
    gettext_noop("event %(event)s, round %(round)s, table %(table)s"),
    gettext_noop("event %(event)s, round %(round)s"),
    gettext_noop("event %(event)s"),
    gettext_noop("player %(one)s into player %(other)s"),
    gettext_noop("player %(one)s out of player %(other)s"),
    gettext_noop("player %(player)s"),
    gettext_noop("a new account"),
    gettext_noop("a name that nobody has here"),
    gettext_noop("the next try in %(seconds)s seconds"),
    gettext_noop("elsewhere: %(device)s"),
    gettext_noop("sign-ins ended: %(count)s, on the terminal"),
    gettext_noop("sign-ins ended: %(count)s"),
)
"""All that is written down but the names of files; of two that begin alike the longer first."""

FILLED_IN = re.compile(r"%\\\((\w+)\\\)s")
"""What is filled in, in an expression."""


def said(what: str) -> str:
    """What the log has in English, as its reader says it; what is no sentence stays as it is.

    >>> from django.utils.translation import override
    >>> with override("de"):
    ...     said("event 7, round 2")
    'Turnier 7, Runde 2'
    """
    for wording in WORDINGS:
        found = re.fullmatch(_pattern(wording), what)
        if found:
            return gettext(wording) % found.groupdict()
    return what


def _pattern(wording: str) -> str:
    """The expression that finds a wording, with whatever was filled in."""
    return FILLED_IN.sub(r"(?P<\1>.+)", re.escape(wording))
