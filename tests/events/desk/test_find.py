"""Whatever a director looks for: people, tables and mishaps, with one tap to where it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.events.results import sheets
from tests.tables.conftest import words_of
from tournaments.models import Event, EventTable, Round


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    return new_event(entries=8, hands=4, rounds=2, fee=500)


@pytest.fixture
def played(event: Event) -> Round:
    return sheets.opens(event, [1, 2, 3, 4], [5, 6, 7, 8])


def looks_for(client: Client, event: Event, typed: str) -> tuple[str, str]:
    """What the page says, and its source."""
    answer = client.get(reverse("find", args=[event.pk]), {"q": typed})
    assert answer.status_code == 200
    return words_of(answer), answer.content.decode()


def test_a_name_leads_to_the_entry_and_to_the_table(
    director: Client, event: Event, played: Round
) -> None:
    said, page = looks_for(director, event, "anna 6")
    assert "Anna 6 No. 6 (here) The entry : Anna 6 Table 2 : Anna 6" in said
    place = EventTable.objects.get(round=played, number=2)
    assert reverse("desk_table", args=[event.pk, place.pk]) in page
    entry = event.entries.get(number=6)
    assert reverse("entry_form", args=[event.pk, entry.pk]) in page


def test_a_number_is_that_of_a_person_and_of_a_table(
    director: Client, event: Event, played: Round
) -> None:
    said, _page = looks_for(director, event, "2")
    assert "Anna 2 No. 2 (here)" in said
    assert "Table 2 Its sheet : Table 2" in said
    assert "Anna 6" not in said


def test_what_goes_wrong_is_found_as_well_and_nothing_says_so(
    director: Client, event: Event
) -> None:
    said, _page = looks_for(director, event, "no-show")
    assert "Fewer came than had registered" in said
    assert "Nothing fits “Xyzzy”." in looks_for(director, event, "Xyzzy")[0]
    assert "Whoever plays, a table, or what has happened" in looks_for(director, event, " ")[0]


def test_only_directors_look(stranger: Client, event: Event) -> None:
    assert stranger.get(reverse("find", args=[event.pk])).status_code != 200
