"""What each field of a form is called where its form is told again, outside of its page.

The form that has the field says it itself, where it can. Fields that get their label only while
their form is made, or that stand in a page alone, are named here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.formats import series_wording, wording

UNTOLD = frozenset(
    [
        "among",
        "answered",
        "at",
        "cents",
        "csrfmiddlewaretoken",
        "dealer_given",
        "from",
        "game",
        "into",
        "item",
        "key",
        "knows",
        "line",
        "mark",
        "next",
        "page",
        "players",
        "protest",
        "q",
        "row",
        "seen",
        "seen_version",
        "start",
        "submission",
        "then",
        "total",
        "turn",
    ]
)
"""What a page carries unseen, so that its form is about what was shown there."""

NAMES: Mapping[str, str | Promise] = {
    "after": _("Sits down behind"),
    "amount": _("Amount"),
    "arrive": _("They are all here"),
    "check": _("Only check them"),
    "column": _("Which column"),
    "comes_no_more": _("Comes no more"),
    "count": _("Count"),
    "counts": _("What counts"),
    "dealer": _("Who deals"),
    "deed": _("Button"),
    "else": _("Somebody else"),
    "entered_by": _("Entered by"),
    "entry": _("Who"),
    "fee": _("Fee"),
    "free": _("Not kept any more: table"),
    "hands": _("Hands"),
    "is_agreed": _("The table agrees on it"),
    "is_signed": _("The paper is signed"),
    "is_sure": _("It is right so"),
    "keep": _("Kept: table"),
    "keeps_rest": _("What is too much stays in the box"),
    "kind": _("Which way"),
    "lost": _("Lost games"),
    "one": _("One"),
    "other": _("The other"),
    "paid": _("Paid"),
    "part": _("Amount"),
    "per_table": _("How many of each table"),
    "person": _("Who"),
    "place": _("Place"),
    "player": _("Player"),
    "points": _("Points"),
    "ready": _("Ready decision"),
    "quick": _("Why"),
    "reason": _("Why"),
    "remedy": _("How the table goes on"),
    "sizes": _("How many in each final"),
    "solos": _("Solos"),
    "swap": _("Change seats"),
    "tables": _("Tables"),
    "username": _("Your name"),
    "way": _("What stands in the place of the sheet"),
    "which": _("Which links"),
    "who": _("Who"),
    "words": _("What it was"),
}


def is_told(name: str) -> bool:
    """Whether a field says something that its reader has typed or chosen.

    >>> is_told("line-amount"), is_told("person-0-seen")
    (True, False)
    """
    return _keys(name)[0] not in UNTOLD


def field_called(name: str, fields: Mapping[str, forms.Field]) -> str:
    """What a field is called: as its form says, or as above, or as any form says; else "".

    >>> field_called("who-12-0", {}), field_called("zzz", {})
    ('Who', '')
    """
    everywhere = _everywhere()
    for key in _keys(name):
        said = [getattr(fields.get(key), "label", None), NAMES.get(key)]
        said += [wording.LABELS.get(key), series_wording.LABELS.get(key), everywhere.get(key)]
        found = next((each for each in said if each), "")
        if found:
            return str(found)
    return ""


def _keys(name: str) -> list[str]:
    """The words of a name, the last one first; what only counts is none.

    >>> _keys("person-0-name"), _keys("7")
    (['name', 'person'], ['7'])
    """
    words = [part for part in name.split("-") if part and not part.isdigit()]
    return words[::-1] or [name]


def _everywhere() -> dict[str, str | Promise]:
    """The labels of all forms that are declared; where two differ, one of them."""
    return {
        key: field.label
        for kind in _kinds(forms.Form)
        for key, field in kind.base_fields.items()
        if field.label
    }


def _kinds(kind: type[forms.Form]) -> Iterator[type[forms.Form]]:
    for each in kind.__subclasses__():
        yield each
        yield from _kinds(each)
