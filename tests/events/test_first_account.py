"""An empty installation: the first account and club are made on a page, once."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from io import StringIO
from threading import Barrier
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connections
from django.test import Client
from pytest_django import Settings

from project_tools.management.commands import start
from tests.answers import Answer
from tests.tables.conftest import FormReader, words_of
from tournaments.models import Club, Membership
from tournaments.site import services
from tournaments.site.services import NotTheFirst, make_first_director

FIRST = "/first/"
CODE = "abcd-efgh-jkmn-pqrs"
TYPED = {
    "club": "Kaardiklubi Ülem",
    "username": "Vera",
    "password": "seven wet umbrellas",
    "again": "seven wet umbrellas",
}
AT_HOME: dict[str, Any] = {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "localhost:8000"}
FROM_A_PHONE = {"REMOTE_ADDR": "192.0.2.7", "HTTP_HOST": "localhost:8000"}

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def just_started(settings: Settings) -> None:
    """The start has printed a code."""
    settings.SHEEPFOLD_FIRST_CODE = CODE


def sends(client: Client, where: dict[str, Any], **more: str) -> Answer:
    """What the page answers to its own form, filled in."""
    page = client.get(FIRST, **where)
    assert page.status_code == 200
    form = FormReader(page.content.decode()).sent_to(FIRST)
    return client.post(FIRST, form | TYPED | more, **where)


def test_somebody_at_the_machine_finds_the_way_in() -> None:
    client = Client()
    for page in ("/", "/sign-in/"):
        body = client.get(page, **AT_HOME)
        assert "Make the first account" in words_of(body)
        assert f'href="{FIRST}"' in body.content.decode()
    answer = sends(client, AT_HOME)
    club = Club.objects.get()
    assert (club.name, club.is_public) == ("Kaardiklubi Ülem", False)
    assert answer["Location"] == f"/clubs/{club.pk}/"
    assert Membership.objects.get().user == User.objects.get(username="Vera")
    assert "Kaardiklubi Ülem" in words_of(client.get(answer["Location"]))
    other = Client()
    assert other.login(username="Vera", password="seven wet umbrellas")
    for page in ("/", "/sign-in/"):
        assert "Make the first account" not in words_of(Client().get(page))


def test_the_club_speaks_the_language_of_whoever_makes_it() -> None:
    sends(Client(headers={"Accept-Language": "et"}), AT_HOME)
    assert Club.objects.get().language == "et"


def test_once_there_is_an_account_the_page_is_gone(club: Club) -> None:
    User.objects.create_user("Dora", password="x")
    for answer in (Client().get(FIRST, **AT_HOME), Client().post(FIRST, TYPED, **AT_HOME)):
        assert answer.status_code == 410
        assert "this one has a director" in words_of(answer)
        assert 'name="password"' not in answer.content.decode()
    assert User.objects.count() == 1


def test_a_second_press_leads_to_signing_in_and_a_signed_in_one_to_the_clubs() -> None:
    client = Client()
    sends(client, AT_HOME)
    assert Client().post(FIRST, TYPED, **AT_HOME).status_code == 410
    assert client.get(FIRST, **AT_HOME)["Location"] == "/clubs/"


@pytest.mark.parametrize(
    "where",
    [
        FROM_A_PHONE,
        AT_HOME | {"HTTP_X_FORWARDED_FOR": "192.0.2.7"},
        AT_HOME | {"HTTP_FORWARDED": "for=192.0.2.7"},
        AT_HOME | {"HTTP_HOST": "cards.example:8000"},
    ],
)
def test_from_elsewhere_it_takes_the_code_of_the_start(
    where: dict[str, Any], settings: Settings
) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "cards.example"]
    client = Client()
    assert "printed it on the terminal" in words_of(client.get(FIRST, **where))
    for wrong in ("", "abcd-efgh-jkmn-pqrt", "abcd"):
        answer = sends(client, where, code=wrong)
        assert answer.status_code == 422
        assert "Code:" in words_of(answer)
        assert 'value="Kaardiklubi Ülem"' in answer.content.decode()
        assert answer.content.decode().count('value="seven wet umbrellas"') == 2
        assert not User.objects.exists()
    answer = sends(client, where, code=" ABCD efgh–jkmn-pqrs ")
    assert answer.status_code == 302
    assert User.objects.get().username == "Vera"


def test_a_public_server_trusts_nobody_for_his_address(settings: Settings) -> None:
    settings.SHEEPFOLD_LOCAL, settings.SHEEPFOLD_FIRST_CODE = False, ""
    answer = Client().get(FIRST, **AT_HOME)
    assert "Whoever runs this server makes the first account there" in words_of(answer)
    assert "<form" not in answer.content.decode().split("<main", 1)[1].split("</main")[0]
    for code in ("", "-"):
        assert Client().post(FIRST, TYPED | {"code": code}, **AT_HOME).status_code == 422
    assert not User.objects.exists()


def test_behind_a_proxy_this_machine_is_everybody(settings: Settings) -> None:
    settings.SHEEPFOLD_TRUST_PROXY = True
    assert Client().post(FIRST, TYPED, **AT_HOME).status_code == 422
    assert not User.objects.exists()


def test_guessing_the_code_is_slowed_down() -> None:
    for number in range(10):
        where = FROM_A_PHONE | {"REMOTE_ADDR": f"192.0.2.{number}"}
        assert "not the code" in words_of(sends(Client(), where, code=f"guess {number}"))
    answer = sends(Client(), FROM_A_PHONE | {"REMOTE_ADDR": "192.0.2.99"}, code=CODE)
    assert "Too many wrong tries: wait 30 seconds" in words_of(answer)
    assert (answer.status_code, answer["Retry-After"]) == (429, "30")
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"club": ""}, "Your club: This field is required."),
        ({"club": "x" * 81}, "Your club: At most 80 letters; these are 81."),
        ({"club": "a\u2028b"}, "Your club: Only what can be written on one line."),
        ({"username": "who am I?"}, "Your name: Enter a valid username."),
        ({"again": "another thing"}, "Password once more: The two passwords are not the same."),
        ({"password": "12345678", "again": "12345678"}, "Password: This password is too common."),
    ],
)
def test_what_cannot_be_is_said_at_its_field(typed: dict[str, str], said: str) -> None:
    answer = sends(Client(), AT_HOME, **typed)
    assert answer.status_code == 422
    assert said in words_of(answer)
    kept = TYPED | typed
    page = FormReader(answer.content.decode()).sent_to(FIRST)
    assert page["username"] == kept["username"]
    assert not User.objects.exists()
    assert not Club.objects.exists()


def test_the_form_is_protected_against_other_sites() -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post(FIRST, TYPED, **AT_HOME).status_code == 403


def at_once(count: int) -> list[str]:
    """So many make the first account in the same moment; what each was told."""
    barrier = Barrier(count)

    def makes(number: int) -> str:
        barrier.wait()
        try:
            make_first_director(club_name=f"Club {number}", name=f"Vera {number}", password="x")
        except NotTheFirst:
            return "refused"
        finally:
            connections.close_all()
        return "made"

    with ThreadPoolExecutor(count) as threads:
        return sorted(threads.map(makes, range(count)))


@pytest.mark.alone
@pytest.mark.django_db(transaction=True)
def test_of_several_at_once_one_makes_the_first_account() -> None:
    for _again in range(5):
        User.objects.all().delete()
        Club.objects.all().delete()
        assert at_once(6) == ["made"] + ["refused"] * 5
        assert User.objects.count() == Club.objects.count() == 1


@pytest.mark.alone
@pytest.mark.django_db(transaction=True)
def test_without_looking_under_the_lock_there_would_be_several(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(services, "nobody_has_an_account", lambda: True)
    assert at_once(6) == ["made"] * 6


def test_the_start_says_how_to_begin(settings: Settings) -> None:
    settings.SHEEPFOLD_FIRST_CODE = ""
    out = StringIO()
    start.Command(stdout=out).say_how_to_begin(8123)
    assert "On this machine, without a code: http://localhost:8123/first/" in out.getvalue()
    (code,) = re.findall(r"the code ([a-z]{4}(?:-[a-z]{4}){3})$", out.getvalue(), re.MULTILINE)
    assert code == settings.SHEEPFOLD_FIRST_CODE
    assert sends(Client(), FROM_A_PHONE, code=code).status_code == 302
    again = StringIO()
    start.Command(stdout=again).say_how_to_begin(8123)
    assert again.getvalue() == ""
