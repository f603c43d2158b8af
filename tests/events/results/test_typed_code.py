"""The short code on a table's card: typed, it leads to the sheet, and nobody guesses one."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import StringIO
from threading import Barrier

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connections
from django.test import Client, override_settings
from django.urls import reverse

from accounts.models import SignInTry
from accounts.tries import Held, count_code, count_try
from tests.accounts.conftest import Travels, travels
from tests.answers import Answer
from tests.events.results.sheets import opens, table
from tests.events.states import closed
from tests.paper.printed import page_texts, round_pdf
from tests.tables.conftest import FormReader, words_of
from tournaments.events.draw.services.tables import renew_links, write_secret
from tournaments.events.results.queries.sheet_codes import typed_code
from tournaments.models import Event, Round

__all__ = ["travels"]

FREE, IN_ALL, WHILE_MANY = 10, 100, 3
HALL, ELSEWHERE = "192.0.2.7", "198.51.100.1"
WRONG = "K7QM-2XHD"

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(new_event: Callable[..., Event]) -> Round:
    return opens(new_event(entries=8, hands=4, rounds=2), [1, 2, 3, 4], [5, 6, 7, 8])


def types(code: str, address: str = HALL, browser: Client | None = None) -> Answer:
    """What whoever types that code at the page gets, from that address."""
    return (browser or Client()).post(reverse("typed_code"), {"code": code}, REMOTE_ADDR=address)


def test_the_code_leads_to_its_own_table(played: Round) -> None:
    home = Client().get(reverse("home")).content.decode()
    assert f'href="{reverse("typed_code")}"' in home
    for number in (1, 2):
        place = table(played, number)
        code = typed_code(place)
        for typed in (code, code.lower().replace("-", ""), f" {code.replace('-', ' - ')} "):
            answer = types(typed)
            assert answer["Location"] == reverse("table", args=[write_secret(place)])
            assert answer["Cache-Control"] == "no-store"


def test_it_is_printed_on_the_card(played: Round, director: Client) -> None:
    page = director.get(reverse("round_cards", args=[played.event_id, 1])).content.decode()
    (pdf,) = page_texts(round_pdf(director, played.event, 1, "cards").content)
    for number in (1, 2):
        code = typed_code(table(played, number))
        assert re.fullmatch("[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}", code)
        assert code in page
        assert code in pdf
    assert "testserver/code/" in pdf


def test_a_code_that_was_made_anew_or_whose_round_is_over_leads_nowhere(played: Round) -> None:
    place = table(played, 1)
    old = typed_code(place)
    renew_links([place])
    assert typed_code(place) != old
    assert types(old).status_code == 422
    assert types(typed_code(place)).status_code == 302
    Round.objects.update(**closed())
    refused = types(typed_code(place))
    assert "No table that is being played has this code" in words_of(refused)


def guesses(count: int, address: str = ELSEWHERE, browser: Client | None = None) -> None:
    """Somebody types so many codes that no table has."""
    for _try in range(count):
        assert types(WRONG, address, browser).status_code == 422


def test_whoever_guesses_waits_longer_and_longer_and_nobody_else(
    played: Round, travels: Travels
) -> None:
    code = typed_code(table(played, 1))
    for _try in range(FREE):
        guesses(1)
        types("far too short", ELSEWHERE)  # no guess: it could be none
        assert types(code, HALL).status_code == 302
    for wait in (30, 60, 120):
        answer = types(code, ELSEWHERE)
        assert (answer.status_code, answer["Retry-After"]) == (429, str(wait))
        assert types(code, HALL).status_code == 302
        travels(wait)
        guesses(1)
    assert "wait 4 minutes, then try again." in words_of(types(code, ELSEWHERE))
    assert "can be scanned all the same" in words_of(types(code, ELSEWHERE))
    assert SignInTry.objects.count() == FREE + 3
    travels(900)
    assert types(code, ELSEWHERE).status_code == 302


def test_many_wrong_codes_from_everywhere_slow_down_who_types_wrong_ones(
    played: Round, travels: Travels
) -> None:
    code = typed_code(table(played, 1))
    for number in range(IN_ALL + 1):
        guesses(1, f"203.0.113.{number}")
    assert types(code, HALL).status_code == 302
    guesses(WHILE_MANY, HALL)
    for _again in range(4):
        answer = types(code, HALL)
        assert (answer.status_code, answer["Retry-After"]) == (429, "30")
        assert types(code, "192.0.2.8").status_code == 302
        travels(30)
        guesses(1, HALL)
    for _again in range(FREE - 4 - WHILE_MANY + 1):
        travels(30)
        guesses(1, HALL)
    assert types(code, HALL)["Retry-After"] == "60"
    travels(60)
    assert types(code, HALL).status_code == 302


def test_whoever_was_let_in_to_a_table_before_is_counted_by_that(played: Round) -> None:
    code = typed_code(table(played, 1))
    phone = Client()
    phone.get(types(code, HALL)["Location"])
    for number in range(IN_ALL + 1):
        guesses(1, f"203.0.113.{number}")
    guesses(WHILE_MANY, HALL)
    assert types(code, HALL).status_code == 429
    for _try in range(FREE - 1):
        guesses(1, HALL, phone)
        assert types(code, HALL, phone).status_code == 302
    guesses(1, HALL, phone)
    assert types(code, HALL, phone).status_code == 429


def test_wrong_codes_and_wrong_passwords_do_not_count_for_each_other(
    played: Round, travels: Travels
) -> None:
    guesses(FREE)
    limits = replace(settings.SHEEPFOLD_SIGN_INS, tries_of_an_address=1)
    with override_settings(SHEEPFOLD_SIGN_INS=limits):
        count_try(name="Dora", network=ELSEWHERE)
    assert types(WRONG, ELSEWHERE).status_code == 429


def test_of_a_wrong_code_a_digest_is_kept_for_thirty_days(played: Round, travels: Travels) -> None:
    guesses(1)
    (kept,) = SignInTry.objects.values_list("name", "network")
    assert all(re.fullmatch("[0-9a-f]{64}", text) for text in kept)
    for days, left in ((29, 1), (2, 0)):
        travels(days * 86400)
        call_command("tidy", stdout=StringIO())
        assert SignInTry.objects.count() == left


def at_once(count: int) -> int:
    """So many connections count a wrong code in the same moment; how many may look at it."""
    barrier = Barrier(count)

    def tries(_number: int) -> int:
        try:
            barrier.wait()
            count_code(network=ELSEWHERE)
        except Held:
            return 0
        finally:
            connections.close_all()
        return 1

    with ThreadPoolExecutor(count) as threads:
        return sum(threads.map(tries, range(count)))


@pytest.mark.alone
@pytest.mark.django_db(transaction=True)
def test_all_connections_count_together_and_none_is_overlooked() -> None:
    for _again in range(5):
        SignInTry.objects.all().delete()
        for _try in range(FREE - 1):
            assert at_once(1) == 1
        assert at_once(4) <= 1
        assert SignInTry.objects.count() < FREE + 1


def test_what_is_typed_wrong_stays_and_says_why(played: Round) -> None:
    for typed, why in (
        ("", "Type the code on the card of your table."),
        ("K7QM", "A code has eight letters and digits"),
        (f"E{played.event_id}-R1-T1", "This is the number of a score sheet"),
    ):
        answer = types(typed)
        assert answer.status_code == 422
        assert why in words_of(answer)
        page = FormReader(answer.content.decode())
        assert page.sent_to(reverse("typed_code"))["code"] == typed


def test_the_code_of_a_score_sheet_tells_a_player_what_it_is_for(played: Round) -> None:
    code = f"E{played.event_id}-R1-T1"
    address = f"{reverse('keying', args=[played.event_id])}?table={code}"
    scanned = Client().get(address, follow=True)
    assert "You scanned the code of a score sheet" in words_of(scanned)
    assert f'href="{reverse("typed_code")}"' in scanned.content.decode()
    assert "score sheet" not in words_of(Client().get(reverse("sign_in")))
