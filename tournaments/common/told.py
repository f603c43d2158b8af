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


CHOICES: Mapping[tuple[str, str], str | Promise] = {
    ("check", "yes"): _("Only check them"),
    ("count", "yes"): _("Count"),
    ("counts", "hands"): _("The phone counts"),
    ("counts", "totals"): _("The paper counts"),
    ("deed", "again"): _("Take another"),
    ("deed", "alone"): _("Came alone"),
    ("deed", "back"): _("Comes back"),
    ("deed", "charge"): _("The fee is due again"),
    ("deed", "done"): _("done"),
    ("deed", "drop"): _("Leave it"),
    ("deed", "free"): _("No fee is due"),
    ("deed", "here"): _("Here"),
    ("deed", "in"): _("Take it into the record book"),
    ("deed", "join"): _("Sits down"),
    ("deed", "leave"): _("Leaves"),
    ("deed", "left"): _("Has left"),
    ("deed", "look"): _("Look at it"),
    ("deed", "mend"): _("Look at it again"),
    ("deed", "move_up"): _("Move up"),
    ("deed", "no_show"): _("Did not come"),
    ("deed", "not_here"): _("Not here"),
    ("deed", "off"): _("No such time"),
    ("deed", "open"): _("Take it back"),
    ("deed", "other"): _("No, others"),
    ("deed", "out"): _("Disqualify"),
    ("deed", "paid"): _("Paid"),
    ("deed", "paid_here"): _("Paid, here"),
    ("deed", "part"): _("Note it"),
    ("deed", "refund"): _("Give it back"),
    ("deed", "register"): _("Register"),
    ("deed", "remove"): _("Take away"),
    ("deed", "rename"): _("Rename"),
    ("deed", "return"): _("Comes back"),
    ("deed", "same"): _("Yes, the same"),
    ("deed", "take"): _("Go on with these answers"),
    ("deed", "together"): _("Keep them apart"),
    ("deed", "unpaid"): _("Not paid"),
    ("others", "yes"): _("Whoever is left open is new and becomes a player of the club"),
    ("way", "average"): _("The average of the other rounds"),
    ("way", "agreed"): _("What the table agrees on"),
    ("way", "annulled"): _("Nothing: the sheet is annulled"),
    ("which", "others"): _("Switch the older links off"),
    ("which", "watch"): _("Switch it off"),
    ("who", "table"): _("The whole table"),
}
"""What stands on a button or beside a choice that no form has, as its page says it."""

CHOICES_AT: Mapping[tuple[str, str, str], str | Promise] = {
    ("bring_in_preview", "deed", "take"): _("Bring it in"),
    ("new_entry", "deed", "paid"): _("Register, paid"),
    ("sheet_club", "deed", "out"): _("Take it out of the record book"),
    ("tick_item", "deed", "open"): _("not done"),
}
"""The same where the page at an address says it otherwise."""


def choice_called(page: str, name: str, value: str) -> str:
    """What a button or a choice is called on its page, "" where only its form can say.

    >>> choice_called("entry_deed", "deed", "out"), choice_called("sheet_club", "deed", "out")
    ('Disqualify', 'Take it out of the record book')
    """
    return str(CHOICES_AT.get((page, name, value)) or CHOICES.get((name, value)) or "")


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
