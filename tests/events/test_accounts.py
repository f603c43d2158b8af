"""Signing in and out, how long it lasts, and who is made a director."""

from __future__ import annotations

import re
import stat
import sys
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from project_tools.management.commands import start
from simulation.demo import CLUB
from tests.answers import Answer, there
from tests.events.conftest import signs_in, words_of
from tournaments.models import Club, Membership
from tournaments.site.services import DEMO_DIRECTOR, demo_director

PASSWORD = "a long password"
SIGN_IN = "/sign-in/"

pytestmark = pytest.mark.django_db


@pytest.fixture
def dora(club: Club) -> User:
    user = User.objects.create_user("Dora", password=PASSWORD)
    Membership.objects.create(club=club, user=user)
    return user


def tries_to_sign_in(client: Client, name: str, password: str, **more: Any) -> Answer:
    return client.post(SIGN_IN, {"username": name, "password": password}, **more)


def is_signed_in(client: Client) -> bool:
    return client.get("/clubs/", follow=True).wsgi_request.user.is_authenticated


def test_a_director_signs_in_and_is_where_she_wanted_to_go(dora: User, club: Club) -> None:
    client = Client()
    response = client.get(f"/clubs/{club.pk}/new/")
    assert response.status_code == 302
    assert response["Location"].startswith(SIGN_IN)
    page = client.get(response["Location"]).content.decode()
    wanted = there(re.search(r'name="next" value="([^"]+)"', page)).group(1)
    answer = client.post(SIGN_IN, {"username": "Dora", "password": PASSWORD, "next": wanted})
    assert answer["Location"] == wanted == f"/clubs/{club.pk}/new/"
    assert "Clubs Your account: Dora" in words_of(client.get("/"))


def test_one_is_never_sent_to_another_site(dora: User) -> None:
    answer = Client().post(
        SIGN_IN, {"username": "Dora", "password": PASSWORD, "next": "https://elsewhere.example/"}
    )
    assert answer["Location"] == "/clubs/"


def test_a_wrong_password_is_said_and_the_name_stays(dora: User) -> None:
    for name in ("Dora", "nobody"):
        answer = tries_to_sign_in(Client(), name, "wrong")
        assert answer.status_code == 422
        assert "Name and password do not go together." in words_of(answer)
        assert f'value="{name}"' in answer.content.decode()
        assert "wrong" not in re.findall(r'value="([^"]*)"', answer.content.decode())


def test_signing_out_takes_a_press(dora: User) -> None:
    client = signs_in("Emma")
    assert client.get("/sign-out/").status_code == 405
    assert is_signed_in(client)
    assert client.post("/sign-out/")["Location"] == "/"
    assert not is_signed_in(client)


def test_forms_are_protected_against_other_sites(dora: User) -> None:
    client = Client(enforce_csrf_checks=True)
    assert tries_to_sign_in(client, "Dora", PASSWORD).status_code == 403


def test_it_ends_after_twelve_hours_without_a_sign_of_life(dora: User) -> None:
    client = Client()
    tries_to_sign_in(client, "Dora", PASSWORD)
    kept = Session.objects.get()
    hours = (kept.expire_date - timezone.now()) / timedelta(hours=1)
    assert 11.9 < hours <= 12
    assert is_signed_in(client)
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert not is_signed_in(client)


def test_every_visit_prolongs_it_but_is_not_always_written(
    dora: User, club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = Client()
    tries_to_sign_in(client, "Dora", PASSWORD)
    client.get(f"/clubs/{club.pk}/")
    before = Session.objects.get().expire_date
    client.get(f"/clubs/{club.pk}/")
    assert Session.objects.get().expire_date == before
    Session.objects.update(expire_date=timezone.now() + timedelta(hours=2))
    answer = client.get(f"/clubs/{club.pk}/")
    assert Session.objects.get().expire_date > timezone.now() + timedelta(hours=11)
    assert int(answer.cookies[settings.SESSION_COOKIE_NAME]["max-age"]) > 11 * 3600


def test_after_a_month_one_signs_in_again(dora: User, club: Club) -> None:
    client = Client()
    tries_to_sign_in(client, "Dora", PASSWORD)
    session = client.session
    session["began"] -= settings.SESSION_LONGEST - 3600
    session.save()
    client.get(f"/clubs/{club.pk}/")
    left = Session.objects.get().expire_date - timezone.now()
    assert timedelta(minutes=55) < left <= timedelta(hours=1)


def test_a_visitor_without_account_gets_no_session() -> None:
    client = Client()
    client.get("/")
    assert not Session.objects.exists()
    assert settings.SESSION_COOKIE_NAME not in client.cookies


def adds(
    monkeypatch: pytest.MonkeyPatch, typed: str, *, club: str = "Skat room", **more: object
) -> str:
    """What the command says when this is typed as the password."""
    out = StringIO()
    monkeypatch.setattr(sys, "stdin", StringIO(typed))
    call_command("add_director", club=club, user="Vera", password_stdin=True, stdout=out, **more)
    return out.getvalue()


def test_a_director_is_added_to_a_club(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    said = adds(monkeypatch, "seven wet umbrellas\n")
    assert said == "Vera now directs the events of “Skat room”.\n"
    client = Client()
    assert tries_to_sign_in(client, "Vera", "seven wet umbrellas").status_code == 302
    assert client.get("/clubs/")["Location"] == f"/clubs/{club.pk}/"

    said = adds(monkeypatch, "", club="Harbour", public=True)
    assert "The club “Harbour” is new." in said
    assert "keeps the password" in said
    assert Club.objects.get(name="Harbour").is_public
    assert "directs already" in adds(monkeypatch, "")
    assert Membership.objects.count() == 2


@pytest.mark.parametrize("typed", ["short", "12345678901", "password123", ""])
def test_a_poor_password_makes_nothing(
    club: Club, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    with pytest.raises(CommandError):
        adds(monkeypatch, typed, club="Harbour")
    assert not User.objects.exists()
    assert Club.objects.count() == 1


def test_the_password_is_asked_for_twice(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    from tournaments.management.commands import add_director

    answers = iter(["seven wet umbrellas", "six wet umbrellas"])
    monkeypatch.setattr(add_director, "getpass", lambda _question: next(answers))
    with pytest.raises(CommandError, match="not the same"):
        call_command("add_director", club="Skat room", user="Vera")
    assert not User.objects.exists()


def test_the_demo_s_director_can_be_said_again(tmp_path: Path) -> None:
    Club.objects.create(name=CLUB, is_public=True)
    password = demo_director(CLUB, tmp_path)
    assert len(password) >= 16
    assert demo_director(CLUB, tmp_path) == password
    kept = tmp_path / "demo_director"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert tries_to_sign_in(Client(), DEMO_DIRECTOR, password).status_code == 302

    user = User.objects.get(username=DEMO_DIRECTOR)
    user.set_password("chosen by somebody")
    user.save()
    assert demo_director(CLUB, tmp_path) == ""


def test_every_installation_has_its_own_password(tmp_path: Path) -> None:
    Club.objects.create(name=CLUB)
    first = demo_director(CLUB, tmp_path / "one")
    User.objects.all().delete()
    assert demo_director(CLUB, tmp_path / "two") != first


def test_an_account_of_that_name_is_left_alone(tmp_path: Path) -> None:
    Club.objects.create(name=CLUB)
    User.objects.create_user(DEMO_DIRECTOR, password=PASSWORD)
    assert demo_director(CLUB, tmp_path) == ""
    assert not Membership.objects.exists()


def test_without_the_demo_club_there_is_no_demo_director(tmp_path: Path) -> None:
    assert demo_director(CLUB, tmp_path) == ""
    assert not User.objects.exists()


@pytest.mark.parametrize("is_local", [True, False])
def test_start_says_how_to_sign_in_on_one_s_own_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_local: bool
) -> None:
    Club.objects.create(name=CLUB)
    monkeypatch.setattr(settings, "SHEEPFOLD_VAR", tmp_path)
    monkeypatch.setattr(settings, "SHEEPFOLD_LOCAL", is_local)
    out = StringIO()
    start.Command(stdout=out).say_who_directs()
    assert ("sign in as director with the password" in out.getvalue()) is is_local
    assert User.objects.exists() is is_local
