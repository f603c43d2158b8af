"""Forms that come again: the same one has the same answer, one that says something else asks.

Every form with a number passes here, whatever it is for. What it said is kept with the action that
it led to (`tournaments.common.actions`). So a form that is sent once more after the way back, or by
a browser that heard nothing, is answered as before where it says the same; where it says something
else, both are shown and nothing is done yet.
"""

from __future__ import annotations

import inspect
import json
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from hashlib import sha256
from types import CodeType
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from uuid import UUID

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.utils.crypto import salted_hmac
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from formats.event import EventSettings
from formats.series import SeriesSettings
from tournaments.common.access import clubs_of, keep_private
from tournaments.common.actions import (
    CONFLICT,
    SaidOtherwise,
    Submitted,
    begin_answer,
    find_sent,
    keep_answer,
    new_form_token,
    no_form,
)
from tournaments.common.asked_again import UNSENT
from tournaments.common.requests import PLACE, page_before, read_key
from tournaments.models import Entry, Player, Role, SentForm
from tournaments.site.queries import kept_actions

# What each field of a form is called where its form is told again, outside of its page.
#
# The form that has the field says it itself, where it can. Fields that get their label only while
# their form is made, or that stand in a page alone, are named here.

UNTOLD = {
    *UNSENT,
    *(
        "among",
        "answered",
        "opened",
        "website",
        "at",
        "cents",
        "csrfmiddlewaretoken",
        "dealer_given",
        "from",
        "game",
    ),
    *("into", "item", "key", "knows", "line", "mark", "next", "page", "players", "protest", "q"),
    *("row", "said", "seen", "seen_version", "start", "submission", "then", "total", "turn"),
    "with",
}
"""What a page carries unseen, so that its form is about what was shown there."""

NAMES: Mapping[str, str | Promise] = {
    "is_usual": gettext_lazy("Usual here"),
    "answer": gettext_lazy("Button"),
    "after": gettext_lazy("Sits down behind"),
    "amount": gettext_lazy("Amount"),
    "arrive": gettext_lazy("They are all here"),
    "check": gettext_lazy("Only check them"),
    "column": gettext_lazy("Which column"),
    "comes_no_more": gettext_lazy("Comes no more"),
    "count": gettext_lazy("Button"),
    "counts": gettext_lazy("What counts"),
    "dealer": gettext_lazy("Who deals"),
    "deed": gettext_lazy("Button"),
    "else": gettext_lazy("Somebody else"),
    "entered_by": gettext_lazy("Who entered it"),
    "entry": gettext_lazy("Who"),
    "fee": gettext_lazy("Fee"),
    "free": gettext_lazy("Not kept any more: table"),
    "hands": pgettext_lazy("one deal", "Hands"),
    "is_agreed": gettext_lazy("The table agrees on it"),
    "is_signed": gettext_lazy("The paper is signed"),
    "is_sure": gettext_lazy("It is right so"),
    "keep": gettext_lazy("Kept: table"),
    "keeps_rest": gettext_lazy("What is too much stays in the box"),
    "kind": gettext_lazy("Which way"),
    "language": gettext_lazy("Language"),
    "initials_after": gettext_lazy("Names in old events and evenings"),
    "lost": gettext_lazy("Lost games"),
    "one": gettext_lazy("One of the two"),
    "other": gettext_lazy("The other of the two"),
    "paid": gettext_lazy("Paid"),
    "part": gettext_lazy("Amount"),
    "per_table": gettext_lazy("How many of each table"),
    "person": gettext_lazy("Who"),
    "place": gettext_lazy("Which of them"),
    "player": gettext_lazy("Player"),
    "points": gettext_lazy("Points"),
    "ready": gettext_lazy("Ready decision"),
    "role": gettext_lazy("As what"),
    "quick": gettext_lazy("Why"),
    "reason": gettext_lazy("Why"),
    "remedy": gettext_lazy("How the table goes on"),
    "sizes": gettext_lazy("How many in each final"),
    "solos": gettext_lazy("Solos"),
    "swap": gettext_lazy("Change seats"),
    "take": gettext_lazy("Lines to be booked"),
    "tables": gettext_lazy("Tables"),
    "username": gettext_lazy("Your name"),
    "way": gettext_lazy("What stands in the place of the sheet"),
    "which": gettext_lazy("Which links"),
    "who": gettext_lazy("Who"),
    "words": gettext_lazy("What it was"),
    "yes": gettext_lazy("Button"),
}

CHOICES: Mapping[tuple[str, str], str | Promise] = {
    ("is_usual", "yes"): gettext_lazy("Usual here"),
    **{("role", role.value): role.label for role in Role},
    ("yes", "yes"): gettext_lazy("Join the club"),
    ("is_usual", "no"): gettext_lazy("No longer usual"),
    ("check", "yes"): gettext_lazy("Only check them"),
    ("count", "yes"): pgettext_lazy("verb", "Count"),
    ("counts", "hands"): gettext_lazy("The phone counts"),
    ("counts", "totals"): gettext_lazy("The paper counts"),
    ("deed", "again"): gettext_lazy("Take another"),
    ("deed", "alone"): gettext_lazy("Came alone"),
    ("deed", "back"): gettext_lazy("Comes back"),
    ("deed", "book"): gettext_lazy("Book what is ticked"),
    ("deed", "charge"): gettext_lazy("The fee is due again"),
    ("deed", "confirm"): pgettext_lazy("that an account is somebody", "Confirm"),
    ("deed", "decline"): pgettext_lazy("that an account is somebody", "Decline"),
    ("deed", "done"): gettext_lazy("done"),
    ("deed", "drop"): gettext_lazy("Leave it"),
    ("deed", "end"): gettext_lazy("It is somebody else: take it away"),
    ("deed", "free"): gettext_lazy("No fee is due"),
    ("deed", "here"): gettext_lazy("Here"),
    ("deed", "in"): gettext_lazy("Take it into the record book"),
    ("deed", "join"): gettext_lazy("Sits down"),
    ("deed", "leave"): gettext_lazy("Leaves"),
    ("deed", "left"): gettext_lazy("Has left"),
    ("deed", "look"): gettext_lazy("Look at it"),
    ("deed", "mend"): gettext_lazy("Look at it again"),
    ("deed", "move_up"): gettext_lazy("Move up"),
    ("deed", "no_show"): gettext_lazy("Did not come"),
    ("deed", "not_here"): pgettext_lazy("at the door", "Not here"),
    ("deed", "off"): gettext_lazy("No such time"),
    ("deed", "open"): gettext_lazy("Take it back"),
    ("deed", "other"): gettext_lazy("No, others"),
    ("deed", "out"): gettext_lazy("Disqualify"),
    ("deed", "paid"): gettext_lazy("Paid"),
    ("deed", "paid_here"): gettext_lazy("Paid, here"),
    ("deed", "part"): gettext_lazy("Note it"),
    ("deed", "refund"): gettext_lazy("Give it back"),
    ("deed", "register"): gettext_lazy("Register"),
    ("deed", "remove"): gettext_lazy("Remove"),
    ("deed", "rename"): gettext_lazy("Rename"),
    ("deed", "return"): gettext_lazy("Comes back"),
    ("deed", "same"): gettext_lazy("Yes, the same"),
    ("deed", "take"): gettext_lazy("Go on with these answers"),
    ("deed", "together"): gettext_lazy("Keep them apart"),
    ("deed", "unpaid"): gettext_lazy("Not paid"),
    ("others", "yes"): gettext_lazy("Whoever is left open is new and becomes a player of the club"),
    ("way", "average"): gettext_lazy("The average of the other rounds"),
    ("way", "agreed"): gettext_lazy("What the table agrees on"),
    ("way", "annulled"): gettext_lazy("Nothing: the sheet is annulled"),
    ("which", "others"): gettext_lazy("Switch the older links off"),
    ("which", "watch"): gettext_lazy("Switch it off"),
    ("who", "table"): gettext_lazy("The whole table"),
}
"""What stands on a button or beside a choice that no form has, as its page says it."""

CHOICES_AT: Mapping[tuple[str, str, str], str | Promise] = {
    ("bring_in_preview", "deed", "take"): gettext_lazy("Bring it in"),
    ("new_entry", "deed", "paid"): gettext_lazy("Register, paid"),
    ("sheet_club", "deed", "out"): gettext_lazy("Take it out of the record book"),
    ("tick_item", "deed", "open"): gettext_lazy("not done"),
}
"""The same where the page at an address says it otherwise."""


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
        setting = EventSettings.options().get(key) or SeriesSettings.options().get(key)
        found = (
            getattr(fields.get(key), "label", None)
            or NAMES.get(key)
            or (setting and _(setting.label))
            or everywhere.get(key)
        )
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


# What a form says, in words: each field that was filled in, with what it is called.

LONGEST_SHOWN = 400


class Typed(NamedTuple):
    """A field as it was filled in."""

    label: str
    value: str


def typed_words(
    posted: QueryDict, unseen: Collection[str], kinds: Iterable[type[forms.Form]], page: str
) -> list[Typed]:
    """Every field that says something; its label and choices are those of the form that has it.

    `page`: the name of the address to which the form was sent.
    """
    any_form: dict[str, forms.Field] = {}
    by_prefix: dict[str, dict[str, forms.Field]] = {}
    for kind in kinds:
        any_form |= kind.base_fields
        by_prefix.setdefault(kind.prefix or "", {}).update(kind.base_fields)
    found = []
    for name, values in posted.lists():
        filled = [value.strip() for value in values if value.strip()]
        if filled and name not in unseen and is_told(name):
            prefix, _dash, key = name.rpartition("-")
            fields = any_form | by_prefix.get(prefix, {})
            label = field_called(name, fields) or key.replace("_", " ").capitalize()
            words = ", ".join(_value_called(page, key, value, fields.get(key)) for value in filled)
            found.append(Typed(label, words[:LONGEST_SHOWN]))
    return found


def _value_called(page: str, name: str, value: str, field: forms.Field | None) -> str:
    """What a value is called by its field's own form, else by its page; else as it was sent.

    >>> _value_called("entry_action", "deed", "out", None)
    'Disqualify'
    >>> _value_called("sheet_club", "deed", "out", None)
    'Take it out of the record book'
    """
    if isinstance(field, forms.BooleanField):
        return _("yes")
    if isinstance(field, forms.ChoiceField):
        choices = {str(key): str(words) for key, words in field.choices}  # type: ignore[misc, union-attr]
        if choices.get(value):
            return choices[value]
    return str(CHOICES_AT.get((page, name, value)) or CHOICES.get((name, value)) or value)


# Every form with a number passes here.

UNSEEN = UNSENT | {"submission", "seen_version"}
UNSAID = UNSEEN | {"q"}
"""What a form carries besides what it says; `q` is what the list behind it was searched for."""

PREVIEW = "preview"
REFUSED = 400
PATIENCE = 1.0  # seconds in which the answer to the first of two at once is written down
PAUSE = 0.05
ITS_SECRET = "~"

View = Callable[..., HttpResponse]


class SentForms:
    """Answers a form that was done before; every other one is answered by its view."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Let the form be answered, and note where its answer leads."""
        with no_form():
            response = self.get_response(request)
        said: Submitted | None = getattr(request, "said", None)
        if said is None or getattr(response, "asks_which", False):
            return response
        if response.status_code >= REFUSED and not said.is_kept:
            # Of two at once the other one was done, after this one was looked up.
            stored = find_sent(said)
            return response if stored is None else _answer_again(request, said, stored)
        is_done = said.is_kept or said.is_repeat
        if is_done and isinstance(response, HttpResponseRedirect):
            keep_answer(said, _without_secret(request, response.url))
        return response

    def process_view(
        self, request: HttpRequest, view: View, _args: list[Any], _kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        """Answer at once what was done before, however the event looks by now."""
        said = None if getattr(view, "compares_itself", False) else said_by(request)
        if said is None:
            return None
        request.said = said  # type: ignore[attr-defined]
        stored = find_sent(said)
        if stored is not None and (stored.digest != said.digest or stored.answer):
            return _answer_again(request, said, stored)
        # A form whose answer is a page of its own is answered by its view every time.
        said.is_repeat = stored is not None
        begin_answer(said)
        return None

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Of two at once that say different things the later one asks."""
        return _conflict_page(request) if isinstance(exception, SaidOtherwise) else None


def said_by(request: HttpRequest) -> Submitted | None:
    """What a form says; None for everything that has no number, and for a preview."""
    if request.method != "POST" or PREVIEW in request.POST:
        return None
    try:
        submission = UUID(request.POST.get("submission", ""))
    except ValueError:
        return None
    said = json.dumps([request.path, request.META.get("QUERY_STRING", ""), *_fields(request)])
    digest = salted_hmac(
        f"tournaments.common.sent {submission}", said, algorithm="sha256"
    ).hexdigest()
    return Submitted(submission, digest)


def _fields(request: HttpRequest) -> Iterator[list[str]]:
    """Everything that the form says, in one order; a field left empty says nothing."""
    for name, values in sorted(request.POST.lists()):
        texts = ["\n".join(value.strip().splitlines()) for value in values]
        if name not in UNSAID and any(texts):
            yield [name, *texts]
    for name, files in sorted(request.FILES.lists()):
        for file in files:
            yield [name, file.name or "", sha256(b"".join(file.chunks())).hexdigest()]
            file.seek(0)


def _answer_again(request: HttpRequest, said: Submitted, stored: SentForm) -> HttpResponse:
    """The answer once more; both pages side by side where the form said something else then."""
    if stored.digest != said.digest:
        return _conflict_page(request)
    until = time.monotonic() + PATIENCE
    while not stored.answer and time.monotonic() < until:
        time.sleep(PAUSE)
        stored.refresh_from_db()
    address = stored.answer.replace(ITS_SECRET, _secret_of(request))
    return HttpResponseRedirect(address or page_before(request))


def _secret_of(request: HttpRequest) -> str:
    """The secret of a table's link, where the form was sent to one of its addresses."""
    match = request.resolver_match
    return str(match.kwargs.get("secret", "")) if match else ""


def _without_secret(request: HttpRequest, address: str) -> str:
    """An address as it may be kept: no link's secret is; empty where it has that of another."""
    try:
        secret = resolve(urlsplit(address).path).kwargs.get("secret", "")
    except Resolver404:
        return ""
    if not secret:
        return address
    return address.replace(secret, ITS_SECRET) if secret == _secret_of(request) else ""


def _conflict_page(request: HttpRequest) -> HttpResponse:
    """What was done beside what the form says now, and the ways out."""
    match = request.resolver_match
    assert match is not None
    submission = UUID(request.POST["submission"])
    actions = kept_actions(submission, request.user, _secret_of(request))
    posted = [
        (name, value)
        for name, values in request.POST.lists()
        for value in values
        if name not in UNSEEN
    ]
    unseen = UNSEEN | {"entry", "seen", "q"}
    typed = typed_words(request.POST, unseen, _forms_of(match.func), match.url_name or "")
    seen = read_key(request.POST.get("seen_version"), PLACE)
    context = {
        "actions": actions,
        "typed": [*_about(request, match.kwargs), *typed],
        "posted": posted,
        "has_files": bool(request.FILES),
        "address": request.get_full_path(),
        "back": page_before(request),
        "form_token": new_form_token(seen or 0),
    }
    response = render(request, "site/sent_otherwise.html", context, status=CONFLICT)
    if request.htmx:  # type: ignore[attr-defined]
        response.headers["HX-Retarget"] = "body"
        response.headers["HX-Reswap"] = "innerHTML show:top"
    response.asks_which = True  # type: ignore[attr-defined]
    keep_private(response)
    return response


def _forms_of(view: View) -> Iterator[type[forms.Form]]:
    """The forms that a view reads, itself or by functions of its module."""
    seen: set[str] = set()
    functions = [inspect.unwrap(view)]
    while functions:
        function = functions.pop()
        for name in _names_in(function.__code__):
            found = None if name in seen else function.__globals__.get(name)
            seen.add(name)
            if isinstance(found, type) and issubclass(found, forms.Form):
                yield found
            elif inspect.isfunction(found) and found.__module__ == function.__module__:
                functions.append(found)


def _names_in(code: CodeType) -> Iterator[str]:
    """The global names that a function uses, in its inner functions too."""
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names_in(inner)


def _about(request: HttpRequest, kwargs: Mapping[str, Any]) -> Iterator[Typed]:
    """Whom the form is about, where its address or a field has the key."""
    clubs = clubs_of(request.user)
    entry = str(request.POST.get("entry", kwargs.get("entry_id", "")))
    player = str(kwargs.get("player_id", ""))
    entries = Entry.objects.filter(event__club__in=clubs)
    players = Player.objects.filter(club__in=clubs)
    for key, known in ((entry, entries), (player, players)):
        number = read_key(key)
        found = known.filter(pk=number).first() if number is not None else None
        if found is not None:
            yield Typed(_("Who"), found.name)
