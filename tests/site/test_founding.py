"""Clubs by themselves: asked for, accepted or declined; or made at once, but not without end."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import SecurityEvent
from tests.answers import Answer
from tests.events.browser_form import fields_of
from tests.events.conftest import signs_in
from tests.tables.conftest import words_of
from tournaments.models import Club, ClubRequest, Membership, Role
from tournaments.site.retention import forget_old_requests

pytestmark = pytest.mark.django_db

NEW, ASKED, ANSWER = "/clubs/new/", "/clubs/asked/", "/clubs/asked/answer/"
PASSWORD = "seven wet umbrellas"


@pytest.fixture
def nora(db: None) -> Client:
    """Has an account and is in no club."""
    return signs_in("Nora")


@pytest.fixture
def alma(db: None) -> Client:
    """Looks after the site."""
    return signs_in("Alma", is_admin=True)


def asks(client: Client, club: str = "River cards", **more: str) -> Answer:
    """Fills in the page that asks for a club."""
    form = fields_of(client.get(NEW).content.decode(), NEW)
    return client.post(NEW, form | {"club": club} | more)


def answers(alma: Client, answer: str) -> Answer:
    key = ClubRequest.objects.latest("pk").pk
    return alma.post(ANSWER, {"key": str(key), "answer": answer})


def noted() -> list[tuple[str, str, str]]:
    lines = SecurityEvent.objects.exclude(kind="sign_in").order_by("pk")
    return [(each.kind, each.account_name, each.what_said()) for each in lines]


def test_where_clubs_are_not_by_themselves_there_is_no_such_page(
    stranger: Client, nora: Client
) -> None:
    for client in (stranger, nora):
        assert client.get(NEW).status_code == 404
        assert client.post(NEW, {"club": "River cards"}).status_code == 404
        assert NEW not in client.get("/").content.decode()


def test_somebody_without_an_account_makes_one_asks_and_is_accepted(
    stranger: Client, nora: Client, alma: Client, settings: Settings
) -> None:
    settings.SHEEPFOLD_CLUBS = "ask"
    assert f'href="{NEW}"' in stranger.get("/").content.decode()
    wrong = stranger.post(NEW, {"username": "Emil", "password": PASSWORD, "again": "another one"})
    assert wrong.status_code == 422
    made = stranger.post(NEW, {"username": "Emil", "password": PASSWORD, "again": PASSWORD})
    assert made["Location"] == NEW
    assert "Whoever looks after this site answers." in words_of(stranger.get(NEW))

    assert asks(stranger, about="Emil of the Lamb inn", is_public="on")["Location"] == NEW
    page = stranger.get(NEW)
    assert "River cards" in words_of(page)
    assert "not answered yet" in words_of(page)
    assert 'name="club"' not in page.content.decode()
    assert not Club.objects.exists()

    assert nora.get(ASKED).status_code == 404
    assert answers(nora, "accept").status_code == 404
    assert "Clubs that are asked for: 1" in words_of(alma.get("/clubs/"))
    shown = words_of(alma.get(ASKED))
    assert "Emil of the Lamb inn" in shown
    assert "Asked by: Emil" in shown
    for _twice in range(2):
        assert answers(alma, "accept")["Location"] == ASKED
    assert answers(alma, "decline").status_code == 302
    club = Club.objects.get()
    assert (club.name, club.is_public) == ("River cards", True)
    member = Membership.objects.get()
    assert (member.user.username, member.role) == ("Emil", Role.OWNER)
    assert stranger.get("/clubs/")["Location"] == f"/clubs/{club.pk}/"
    assert noted() == [
        ("account", "Emil", ""),
        ("club_asked", "Emil", "River cards"),
        ("club_made", "Alma", "for the account: Emil"),
        ("directs", "Emil", "as an owner"),
    ]


def test_who_was_declined_reads_it_and_may_ask_for_another(
    nora: Client, alma: Client, settings: Settings
) -> None:
    settings.SHEEPFOLD_CLUBS = "ask"
    asks(nora)
    refused = nora.post(NEW, {"club": "Another", "submission": str(uuid4()), "seen_version": "0"})
    assert refused.status_code == 422
    assert "it is not answered yet" in words_of(refused)
    answers(alma, "decline")
    assert not Club.objects.exists()
    assert noted()[-1] == ("club_declined", "Alma", "for the account: Nora")
    assert "declined" in words_of(nora.get(NEW))
    assert asks(nora, "Another").status_code == 302
    ClubRequest.objects.update(made_at=timezone.now() - timedelta(days=40))
    ClubRequest.objects.filter(state=ClubRequest.DECLINED).update(
        answered_at=timezone.now() - timedelta(days=31)
    )
    assert forget_old_requests() == 1
    assert ClubRequest.objects.get().name == "Another"


def test_two_clubs_have_no_name_in_common_whoever_was_first(
    nora: Client, alma: Client, settings: Settings
) -> None:
    settings.SHEEPFOLD_CLUBS = "ask"
    asks(nora)
    Club.objects.create(name="River cards")
    answer = answers(alma, "accept")
    assert answer.status_code == 422
    assert "There is a club of that name here already." in words_of(answer)
    assert ClubRequest.objects.get().state == ClubRequest.WAITING
    emil = signs_in("Emil")
    again = asks(emil, "RIVER cards")
    assert again.status_code == 422
    assert fields_of(again.content.decode(), NEW)["club"] == "RIVER cards"


def test_where_everybody_may_each_makes_one_a_day_and_owns_three(
    nora: Client, settings: Settings
) -> None:
    settings.SHEEPFOLD_CLUBS = "open"
    assert "Who are you" not in words_of(nora.get(NEW))
    form = fields_of(nora.get(NEW).content.decode(), NEW) | {"club": "River cards"}
    first, second = nora.post(NEW, form), nora.post(NEW, form)
    club = Club.objects.get()
    assert first["Location"] == second["Location"] == f"/clubs/{club.pk}/"
    assert noted() == [("club_made", "Nora", ""), ("directs", "Nora", "as an owner")]
    refused = asks(nora, "Hill cards")
    assert refused.status_code == 422
    assert "the next one can be made tomorrow" in words_of(refused)
    for name in ("Hill cards", "Lake cards"):
        ClubRequest.objects.update(made_at=timezone.now() - timedelta(hours=25))
        assert asks(nora, name).status_code == 302
    ClubRequest.objects.update(made_at=timezone.now() - timedelta(hours=25))
    refused = asks(nora, "Sea cards")
    assert "You own 3 clubs already" in words_of(refused)
    assert Club.objects.count() == 3


def test_a_form_of_somebody_else_makes_nothing(nora: Client, settings: Settings) -> None:
    settings.SHEEPFOLD_CLUBS = "open"
    form = fields_of(nora.get(NEW).content.decode(), NEW) | {"club": "River cards"}
    nora.post(NEW, form)
    emil = signs_in("Emil")
    assert emil.post(NEW, form | {"club": "Hill cards"}).status_code in (400, 409)
    assert not User.objects.get(username="Emil").memberships.exists()
