"""The card counter: chips that need no JavaScript, on its own page and within another form."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from sheets.forms import CounterForm
from tests.tables.conftest import FormReader, words_of

EXAMPLE = {"count_aces": "3", "count_kings": "1", "count_jacks": "0"}


def test_only_what_differs_is_tapped() -> None:
    form = CounterForm(EXAMPLE)
    assert form.count is not None
    assert (form.count.points, form.count.others) == (63, 57)
    assert form.call == ["over-ace", "under-king", "double-under-jack"]


@pytest.mark.parametrize("sent", [{}, {"picker": "2"}, {"count_aces": ""}, {"count": "yes"}])
def test_nothing_tapped_is_no_count(sent: dict[str, str]) -> None:
    assert CounterForm(sent).count is None


@pytest.mark.parametrize("number", ["5", "-1", "two", "4.0", "٣"])
def test_what_cannot_be_is_no_count(number: str) -> None:
    form = CounterForm(EXAMPLE | {"count_tens": number})
    assert form.count is None
    assert form.errors == {"count_tens": ["Only 0 to 4 is possible."]}


def test_two_of_one_rank_are_even() -> None:
    assert CounterForm({"count_tens": "2"}).call == ["even"]


def page(sent: dict[str, str]) -> str:
    response = Client().get(reverse("counter"), sent)
    assert response.status_code == 200
    return response.content.decode()


def test_the_page_asks_for_five_ranks_and_checks_nothing() -> None:
    form = FormReader(page({}))
    assert form.chips == {
        f"count_{rank}": ["0", "1", "2", "3", "4"]
        for rank in ("aces", "tens", "kings", "queens", "jacks")
    }
    assert form.sent_to(reverse("counter")) == {}


def test_the_address_keeps_what_was_tapped() -> None:
    found = page(EXAMPLE | {"count": "yes"})
    assert FormReader(found).sent_to(reverse("counter")) == EXAMPLE
    flat = " ".join(found.split())
    assert '<output class="notice"><b>63 card points</b> · the others 57 · ' in flat
    assert "<i>over-ace</i>, <i>under-king</i>, <i>double-under-jack</i></output>" in flat


def test_an_impossible_number_is_said_at_its_rank() -> None:
    response = Client().get(reverse("counter"), EXAMPLE | {"count_queens": "9"})
    assert "Queens 3 points 0 1 2 3 4 Only 0 to 4 is possible." in words_of(response)


def test_the_page_is_only_read() -> None:
    assert Client().post(reverse("counter"), EXAMPLE).status_code == 405
