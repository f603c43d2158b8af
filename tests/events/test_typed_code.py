"""The short code on a table's card: typed, it leads to the sheet, and nobody guesses one."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests.events.printed import page_texts, round_pdf
from tests.events.sheets import opens, table
from tests.tournaments.conftest import words_of
from tournaments.forms.events.typed_code import MOST_OF_ADDRESS, MOST_OF_ALL
from tournaments.models import Round
from tournaments.queries.events.typed_codes import typed_code
from tournaments.services.events.tables import renew_links, write_secret

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def untried() -> None:
    cache.clear()


@pytest.fixture
def played(new_event) -> Round:
    return opens(new_event(entries=8, hands=4, rounds=2), [1, 2, 3, 4], [5, 6, 7, 8])


def types(code: str, address: str = "10.0.0.1"):
    """What whoever types that code at the page gets, from that address."""
    return Client(REMOTE_ADDR=address).post(reverse("typed_code"), {"code": code})


def test_the_code_leads_to_its_own_table(played):
    home = Client().get(reverse("home")).content.decode()
    assert f'href="{reverse("typed_code")}"' in home
    for number in (1, 2):
        place = table(played, number)
        code = typed_code(place)
        for typed in (code, code.lower().replace("-", ""), f" {code.replace('-', ' - ')} "):
            answer = types(typed)
            assert answer["Location"] == reverse("table", args=[write_secret(place)])
            assert answer["Cache-Control"] == "no-store"


def test_it_is_printed_on_the_card(played, director):
    page = director.get(reverse("round_cards", args=[played.event_id, 1])).content.decode()
    (pdf,) = page_texts(round_pdf(director, played.event, 1, "cards").content)
    for number in (1, 2):
        code = typed_code(table(played, number))
        assert re.fullmatch("[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}", code)
        assert code in page
        assert code in pdf
    assert "testserver/code/" in pdf


def test_a_code_that_was_made_anew_or_whose_round_is_over_leads_nowhere(played):
    place = table(played, 1)
    old = typed_code(place)
    renew_links([place])
    assert typed_code(place) != old
    assert types(old).status_code == 422
    assert types(typed_code(place)).status_code == 302
    Round.objects.update(state=Round.CLOSED)
    refused = types(typed_code(place))
    assert "No table that is being played has this code" in words_of(refused)


def test_whoever_guesses_is_stopped(played):
    code = typed_code(table(played, 1))
    for _try in range(MOST_OF_ADDRESS):
        assert "No table" in words_of(types("K7QM-2XHD"))
        types("far too short")  # no guess: it could be none
        assert types(code, "10.0.0.2").status_code == 302
    assert "Too many wrong codes" in words_of(types("K7QM-2XHD"))
    assert "Too many wrong codes" in words_of(types(code))
    assert types(code, "10.0.0.2").status_code == 302
    for nth in range(MOST_OF_ALL):
        types("K7QM-2XHD", f"10.1.{nth}.1")
    assert "Too many wrong codes" in words_of(types(code, "10.0.0.3"))


def test_what_is_typed_wrong_stays_and_says_why(played):
    for typed, why in (
        ("", "Type the code on the card of your table."),
        ("K7QM", "A code has eight letters and digits"),
        (f"E{played.event_id}-R1-T1", "This is the number of a score sheet"),
    ):
        answer = types(typed)
        assert answer.status_code == 422
        assert why in words_of(answer)
        assert f'value="{typed}"' in answer.content.decode()


def test_the_code_of_a_score_sheet_tells_a_player_what_it_is_for(played):
    code = f"E{played.event_id}-R1-T1"
    address = f"{reverse('keying', args=[played.event_id])}?table={code}"
    scanned = Client().get(address, follow=True)
    assert "You scanned the code of a score sheet" in words_of(scanned)
    assert f'href="{reverse("typed_code")}"' in scanned.content.decode()
    assert "score sheet" not in words_of(Client().get(reverse("sign_in")))
