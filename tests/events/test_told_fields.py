"""Where a form is told again, every field has the words of its page: never a key."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from formats.event import EventSettings
from formats.series import SeriesSettings
from tests.declared_forms import modules_of_forms
from tests.events.results import sheets
from tests.events.sent_forms import form_token
from tests.tables.conftest import words_of
from tournaments import urls
from tournaments.models import Event
from tournaments.site.sent_again import CHOICES_AT, field_called, is_told, typed_words

PAGES = Path(settings.BASE_DIR) / "templates"
POSTED = re.compile(r'<form[^>]*method="post".*?</form>', re.DOTALL)
NAMED = re.compile(r'<(?:input|select|textarea|button)[^>]*?\sname="([^"{]+)"')
TAPPED = re.compile(
    r'<(?:button|input type="(?:radio|checkbox)")\s([^>]*)>(.*?)</(?:button|label)>', re.DOTALL
)
NAME = re.compile(r'(?:^|\s)name="([^"{]+)"')
VALUE = re.compile(r'(?:^|\s)value="([^"]*)"')
IN_VALUE = re.compile(r"%}(\w+){%")
WORD = re.compile(r"[a-z]\w*")


def all_forms() -> list[type[forms.Form]]:
    """Every form that is declared."""
    kinds = [kind for module in modules_of_forms() for kind in vars(module).values()]
    return [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, forms.Form)]


def declared() -> set[str]:
    """Every field of every form that is declared, and every setting that a form asks for."""
    asked = {name for kind in all_forms() for name in kind.base_fields}
    return asked | EventSettings.options().keys() | SeriesSettings.options().keys()


def written() -> set[str]:
    """Every field that stands in the form of a page, or in a part that has no form of its own."""
    found: set[str] = set()
    for path in PAGES.rglob("*.html"):
        text = path.read_text()
        for part in POSTED.findall(text) if "<form" in text else [text]:
            found |= set(NAMED.findall(part))
    return found


def test_every_field_is_called_as_its_page_says() -> None:
    names = declared() | written()
    assert len(names) > 150
    assert [name for name in sorted(names) if is_told(name) and not field_called(name, {})] == []


def test_the_page_that_shows_both_says_it(
    new_event: Callable[..., Event], director: Client
) -> None:
    event = new_event(entries=4, hands=4, rounds=1)
    place = sheets.table(sheets.opens(event, [1, 2, 3, 4]), 1)
    where = reverse("decide_gone", args=[event.pk, place.pk])
    form = form_token() | {"way": "annulled", "reason": "Burnt"}
    assert director.post(where, form).status_code == 302
    asked = director.post(where, form | {"reason": "Lost"})
    assert asked.status_code == 409
    typed = words_of(asked).rpartition("What it says now")[2]
    assert "What stands in the place of the sheet Nothing: the sheet is annulled Why Lost" in typed


def test_a_button_is_told_by_what_stands_on_it(
    new_event: Callable[..., Event], director: Client
) -> None:
    event = new_event(entries=4, fee=1000, payout=(50,))
    where = reverse("entry_money", args=[event.pk, event.entries.get(number=1).pk])
    form = form_token() | {"deed": "part", "part": "4"}
    assert director.post(where, form).status_code == 302
    asked = director.post(where, form | {"part": "5"})
    assert "Button Note it Amount 5" in words_of(asked)


def test_a_decision_is_told_as_its_form_says(
    new_event: Callable[..., Event], director: Client
) -> None:
    event = new_event(entries=4, hands=4, rounds=1)
    place = sheets.table(sheets.opens(event, [1, 2, 3, 4]), 1)
    where = reverse("new_ruling", args=[event.pk]) + f"?table={place.number}"
    form = form_token() | {
        "who": "table",
        "offence": "Loud",
        "kind": "warning",
        "round": "1",
        "table": str(place.number),
    }
    assert director.post(where, form).status_code == 302
    words = words_of(director.post(where, form | {"offence": "Very loud"}))
    assert "Whom it is about The whole table What happened Very loud Decision Warning" in words


def test_what_the_page_carries_unseen_is_not_told(
    new_event: Callable[..., Event], director: Client
) -> None:
    event = new_event(entries=4, hands=4, rounds=1)
    sheets.opens(event, [1, 2, 3, 4])
    where = reverse("clock_start", args=[event.pk, 1])
    form = form_token() | {"minutes": "40", "from": "desk", "seen": ""}
    assert director.post(where, form).status_code == 302
    words = words_of(director.post(where, form | {"minutes": "60"}))
    assert "Minutes 60" in words
    assert "From desk" not in words


class Tapped(NamedTuple):
    """A button or a choice that stands in a page: where it is sent to, and what it says."""

    page: str
    name: str
    value: str
    label: str
    file: str


def tapped() -> Iterator[Tapped]:
    """Every button and every choice whose value is written in a page, in a form that is posted."""
    for path in PAGES.rglob("*.html"):
        text = path.read_text()
        parts = POSTED.findall(text) if "<form" in text else [text]
        for part in parts:
            if "<form" in part and "parts/form_token.html" not in part:
                continue
            page = re.search(r"action=\"{% url '(\w+)'", part)
            for attributes, label in TAPPED.findall(part):
                name, value = NAME.search(attributes), VALUE.search(attributes)
                if name and value and is_told(name[1]):
                    for each in IN_VALUE.findall(value[1]) or [value[1]]:
                        yield Tapped(page[1] if page else "", name[1], each, label, text)


def test_every_button_and_every_choice_is_told_as_its_page_says() -> None:
    found = [each for each in tapped() if WORD.fullmatch(each.value) and each.value != "on"]
    assert len(found) > 60
    raw = [each[:3] for each in found if words_at(each) == each.value]
    assert raw == [("tick_item", "deed", "done")]  # a word of the page as well
    # Where an address is put together only as the page is made, any page with that button will do.
    said = {(each.name, each.value) for each in found if is_beside(words_at(each), each)}
    assert {(each.name, each.value) for each in found} - said == set()
    assert [each[:3] for each in found if each.page and not is_beside(words_at(each), each)] == []


def test_what_one_page_says_otherwise_stands_there() -> None:
    found = list(tapped())
    for (_page, name, value), words in CHOICES_AT.items():
        same = [each for each in found if (each.name, each.value) == (name, value)]
        assert any(is_beside(str(words), each) for each in same), (name, value)


def is_beside(words: str, each: Tapped) -> bool:
    """Whether a button or a choice says so; where its words are made, whether its page does."""
    return words.casefold() in (each.label if "trans" in each.label else each.file).casefold()


def forms_at(page: str) -> list[type[forms.Form]]:
    """The forms that the view at an address reads."""
    views = {each.name: each.callback for each in urls.urlpatterns}
    named = vars(sys.modules[views[page].__module__]).values() if page in views else []
    return [kind for kind in named if isinstance(kind, type) and issubclass(kind, forms.Form)]


def words_at(each: Tapped) -> str:
    """What the page that shows both says of it."""
    said = f"{each.name}={each.value}"
    return typed_words(QueryDict(said), (), forms_at(each.page), each.page)[0].value


def test_every_choice_of_a_form_has_words() -> None:
    bare = [
        (kind.__name__, name, value)
        for kind in all_forms()
        for name, field in kind.base_fields.items()
        if isinstance(field, forms.ChoiceField) and is_told(name)
        for value, words in list(field.choices)  # type: ignore[arg-type]  # they are known when the form is
        if str(words) == str(value) and not str(value).isdigit()
    ]
    assert bare == []
