"""Where a form is told again, every field has the words of its page: never a key."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

from django import forms
from django.conf import settings
from django.test import Client
from django.urls import reverse

import tournaments.forms
from tests.events import sheets
from tests.events.sent_forms import envelope
from tests.tournaments.conftest import words_of
from tournaments.forms.told import field_called, is_told

PAGES = Path(settings.BASE_DIR) / "templates"
POSTED = re.compile(r'<form[^>]*method="post".*?</form>', re.DOTALL)
NAMED = re.compile(r'<(?:input|select|textarea|button)[^>]*?\sname="([^"{]+)"')


def declared() -> set[str]:
    """Every field of every form that is declared."""
    modules = walk_packages(tournaments.forms.__path__, "tournaments.forms.")
    kinds = [kind for each in modules for kind in vars(import_module(each.name)).values()]
    found = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, forms.Form)]
    return {name for kind in found for name in kind.base_fields}


def written() -> set[str]:
    """Every field that stands in the form of a page, or in a part that has no form of its own."""
    found: set[str] = set()
    for path in PAGES.rglob("*.html"):
        text = path.read_text()
        for part in POSTED.findall(text) if "<form" in text else [text]:
            found |= set(NAMED.findall(part))
    return found


def test_every_field_is_called_as_its_page_says():
    names = declared() | written()
    assert len(names) > 150
    assert [name for name in sorted(names) if is_told(name) and not field_called(name, {})] == []


def test_the_page_that_shows_both_says_it(new_event, director: Client):
    event = new_event(entries=4, hands=4, rounds=1)
    place = sheets.table(sheets.opens(event, [1, 2, 3, 4]), 1)
    where = reverse("decide_gone", args=[event.pk, place.pk])
    form = envelope() | {"way": "annulled", "reason": "Burnt"}
    assert director.post(where, form).status_code == 302
    asked = director.post(where, form | {"reason": "Lost"})
    assert asked.status_code == 409
    typed = words_of(asked).rpartition("What it says now")[2]
    assert "What stands in the place of the sheet annulled Why Lost" in typed


def test_what_the_page_carries_unseen_is_not_told(new_event, director: Client):
    event = new_event(entries=4, hands=4, rounds=1)
    sheets.opens(event, [1, 2, 3, 4])
    where = reverse("clock_start", args=[event.pk, 1])
    form = envelope() | {"minutes": "40", "from": "desk", "seen": ""}
    assert director.post(where, form).status_code == 302
    words = words_of(director.post(where, form | {"minutes": "60"}))
    assert "Minutes 60" in words
    assert "From desk" not in words
