"""A table keeps the language in which it was opened; whoever looks at it reads his own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from tests.language import said
from tests.site.test_language import asking, language_of
from tests.tables.conftest import Director
from tournaments.models import Club, Table

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def catalogues(tmp_path: Path) -> Iterator[None]:
    with said(tmp_path, de={}, et={"Why": "Põhjus"}):
        yield


@pytest.fixture
def estonian() -> Director:
    """Opens tables with a phone that asks for Estonian."""
    found = Director()
    found.client = Client(headers={"Accept-Language": "et"})
    return found


def test_a_table_is_opened_in_the_language_of_whoever_opens_it(
    estonian: Director, director: Director
) -> None:
    assert estonian.opens("sheepshead3-coins", "Anna", "Ben", "Cora").language == "et"
    assert director.opens("sheepshead3-coins", "Anna", "Ben", "Cora").language == "en"
    assert Table.objects.count() == 2


def test_who_asks_for_no_language_reads_that_of_the_table(estonian: Director) -> None:
    estonian.opens("sheepshead3-coins", "Anna", "Ben", "Cora")
    for address in (estonian.address("table"), estonian.address("table_rules")):
        assert language_of(Client().get(address)) == "et"


def test_a_phone_in_german_reads_german_at_a_table_that_was_opened_in_estonian(
    estonian: Director,
) -> None:
    estonian.opens("sheepshead3-coins", "Anna", "Ben", "Cora")
    phone = asking("de-DE,de;q=0.9")
    for name in ("table", "table_rules", "people", "pays"):
        assert language_of(phone.get(estonian.address(name))) == "de"
    Club.objects.create(name="Klubi", is_public=True)
    Table.objects.update(club=Club.objects.get())
    watched = reverse("public_table", args=[Table.objects.get().pk])
    assert language_of(phone.get(watched)) == "de"
    assert language_of(Client().get(watched)) == "et"


def test_the_wall_the_paper_and_the_file_of_a_table_are_in_its_own_language(
    estonian: Director,
) -> None:
    estonian.opens("sheepshead3-coins", "Anna", "Ben", "Cora")
    phone = asking("de")
    for name in ("screen", "print_sheet"):
        page = phone.get(estonian.address(name))
        assert language_of(page) == "et"
        assert language_of(phone.get(estonian.address(name), {"lang": "en"})) == "en"
    printed = phone.get(estonian.address("print_sheet")).content.decode()
    assert "Põhjus" in printed
    assert 'href="?lang=de" lang="de" hreflang="de">Deutsch</a>' in printed
    assert 'name="language"' not in printed
    assert "Põhjus" in phone.get(estonian.address("sheet_csv")).content.decode()
