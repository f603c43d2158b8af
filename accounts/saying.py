"""What is written down with a deed: kept as values, said in the language of whoever reads it."""

from __future__ import annotations

import re

from django.utils.translation import gettext, gettext_noop

BETWEEN = "\t"
"""Begins what is kept as values, and stands between them; no name of a file has one in it."""

WORDINGS = {
    "table": gettext_noop("event %(event)s, round %(round)s, table %(table)s"),
    "round": gettext_noop("event %(event)s, round %(round)s"),
    "event": gettext_noop("event %(event)s"),
    "merged": gettext_noop("player %(one)s into player %(other)s"),
    "unmerged": gettext_noop("player %(one)s out of player %(other)s"),
    "player": gettext_noop("player %(player)s"),
    "new account": gettext_noop("a new account"),
    "invited owner": gettext_noop("to be an owner"),
    "invited director": gettext_noop("to be a director"),
    "invited door": gettext_noop("to do the door"),
    "invited keyer": gettext_noop("to enter results"),
    "invited cashier": gettext_noop("to keep the cash"),
    "invited auditor": gettext_noop("to be an auditor"),
    "invited statistician": gettext_noop("to keep the record book"),
    "invited helper": gettext_noop("to help at event %(event)s"),
    "as owner": gettext_noop("as an owner"),
    "as director": gettext_noop("as a director"),
    "as door": gettext_noop("for the door"),
    "as keyer": gettext_noop("for the results"),
    "as cashier": gettext_noop("for the cash"),
    "as auditor": gettext_noop("as an auditor"),
    "as statistician": gettext_noop("for the record book"),
    "as helper": gettext_noop("as a helper at event %(event)s"),
    "now owner": gettext_noop("%(name)s is an owner now"),
    "now director": gettext_noop("%(name)s is a director now"),
    "now door": gettext_noop("%(name)s does the door now"),
    "now keyer": gettext_noop("%(name)s enters results now"),
    "now cashier": gettext_noop("%(name)s keeps the cash now"),
    "now auditor": gettext_noop("%(name)s is an auditor now"),
    "now statistician": gettext_noop("%(name)s keeps the record book now"),
    "helped": gettext_noop("%(name)s, a helper at event %(event)s"),
    "for account": gettext_noop("for the account: %(name)s"),
    "on the terminal": gettext_noop("on the terminal"),
    "by mail": gettext_noop("by e-mail"),
    "passkey": gettext_noop("a passkey"),
    "recovery code": gettext_noop("with a recovery code, left: %(count)s"),
    "unknown name": gettext_noop("a name that nobody has here"),
    "no site": gettext_noop("none any more"),
    "wait": gettext_noop("the next try in %(seconds)s seconds"),
    "elsewhere": gettext_noop("elsewhere: %(device)s"),
    "months": gettext_noop("initials in what is older, in months: %(count)s"),
    "in full": gettext_noop("never shortened"),
    "ended on the terminal": gettext_noop("sign-ins ended: %(count)s, on the terminal"),
    "ended": gettext_noop("sign-ins ended: %(count)s"),
}
"""All that is written down but names, of files or languages; of two that begin alike the longer
first, for lines of earlier versions are sentences."""

FILLED_IN = re.compile(r"%\((\w+)\)s")
"""What is filled in."""


def kept_what(wording: str, **values: object) -> str:
    r"""What was done, as it is written down.

    >>> kept_what("round", event=7, round=2)
    '\tround\t7\t2'
    """
    filled_in = (str(values[name]) for name in FILLED_IN.findall(WORDINGS[wording]))
    return BETWEEN.join(["", wording, *filled_in])


def said(what: str) -> str:
    """What was written down, as its reader says it; what is neither kept nor a sentence as it is.

    >>> from django.utils.translation import override
    >>> with override("de"):
    ...     said(kept_what("round", event=7, round=2)), said("event 7"), said("old.sqlite3")
    ('Turnier 7, Runde 2', 'Turnier 7', 'old.sqlite3')
    """
    wording, values = _read(what)
    return gettext(wording) % values if wording else what


def _read(what: str) -> tuple[str, dict[str, str]]:
    """The wording of what was written down, and what fills it; no wording where it has none."""
    if what.startswith(BETWEEN):
        name, *values = what.split(BETWEEN)[1:]
        wording = WORDINGS[name]
        return wording, dict(zip(FILLED_IN.findall(wording), values, strict=True))
    for wording in WORDINGS.values():  # lines of earlier versions are English sentences
        found = re.fullmatch(_pattern(wording), what)
        if found:
            return wording, found.groupdict()
    return "", {}


def _pattern(wording: str) -> str:
    """The expression that finds a wording, with whatever was filled in."""
    return re.sub(r"%\\\((\w+)\\\)s", r"(?P<\1>.+)", re.escape(wording))
