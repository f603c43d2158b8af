"""Paper in German and Estonian: the letters of both languages are printed, and read back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from tests.paper.printed import a_match, event_pdf, page_texts, renamed, round_pdf
from tournaments.models import Author, Event

NAMES = ("Õie Šarapova", "Žanna Žürii", "Jürgen Weißmüller", "Märt Ääremäe")
TOTAL = {"de": "Gesamt", "et": "Kokku"}


@pytest.mark.django_db
@pytest.mark.one_database
@pytest.mark.parametrize("language", TOTAL)
def test_letters_of_the_language(
    language: str, director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = a_match(new_event, by)
    renamed(event, *NAMES)
    Event.objects.filter(pk=event.pk).update(language=language)
    standings = " ".join(page_texts(event_pdf(director, event, "standing").content))
    sheets = " ".join(page_texts(round_pdf(director, event, 1, "sheets").content))
    assert TOTAL[language] in standings
    for name in NAMES:
        assert name in standings
        assert name in sheets
