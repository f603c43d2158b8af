"""The page of words shows all of them."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from glossary import GROUPS
from tests.tables.conftest import words_of


def test_the_page_shows_them_all() -> None:
    response = Client().get(reverse("words"))
    assert response.status_code == 200
    page, text = response.content.decode(), words_of(response)
    for group in GROUPS:
        assert f'href="#{group.anchor}"' in page
        assert f'id="{group.anchor}"' in page
        for entry in group.entries:
            assert f'id="{entry.anchor}"' in page
            assert f"{entry.term} {entry.said_in} {entry.meaning}" in text
