"""A second factor that the operator asks for: nothing opens before it is switched on."""

from __future__ import annotations

from types import SimpleNamespace
from uuid import uuid4

import pytest
from allauth.mfa.totp.internal import auth as totp
from django.contrib.auth.models import User
from django.urls import reverse
from pytest_django import Settings

from accounts.second_factor import NEW
from formats.event import EventSettings
from tests.accounts.conftest import is_signed_in, signs_in
from tests.accounts.test_second_factor import OFF, PAPER, SETUP, code_of
from tests.answers import Answer
from tests.events.making import create_event
from tests.events.registration.registering import opens, own_address, registers
from tests.tables.conftest import words_of
from tournaments.models import Author, Club, Membership, Role
from tournaments.tables.services.tables import open_table

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(totp, "time", SimpleNamespace(time=lambda: 1_800_000_000))


@pytest.fixture
def club(dora: User) -> Club:
    club = Club.objects.create(name="Card room", is_public=True)
    Membership.objects.create(club=club, user=dora, role=Role.DIRECTOR)
    return club


@pytest.fixture
def page(club: Club) -> str:
    return reverse("club", args=[club.pk])


def leads_to_the_factor(answer: Answer) -> bool:
    return answer.status_code == 302 and answer["Location"] == SETUP


def owns(club: Club) -> None:
    Membership.objects.filter(club=club).update(role=Role.OWNER)


def test_nobody_is_asked_as_long_as_the_operator_does_not_ask(club: Club, page: str) -> None:
    owns(club)
    here = signs_in()
    assert here.get(page).status_code == 200


def test_owners_are_led_there_and_then_to_where_they_wanted_to_go(
    club: Club, page: str, settings: Settings
) -> None:
    settings.SHEEPFOLD_SECOND_FACTOR = "owners"
    here = signs_in()
    assert here.get(page).status_code == 200
    owns(club)
    for address in ("/", "/account/", PAPER, reverse("record_book", args=[club.pk]), page):
        assert leads_to_the_factor(here.get(address)), address
    assert leads_to_the_factor(here.post(OFF, {}))
    assert leads_to_the_factor(here.post(reverse("club_sites", args=[club.pk]), {}))
    shown = here.get(SETUP)
    assert "everything else opens once it is on" in words_of(shown)
    assert "Back to your account" not in words_of(shown)

    done = here.post(SETUP, {"code": code_of(here.session[NEW])}, follow=True)
    assert "I have them: go on" in words_of(done)
    assert f'href="{page}"' in done.content.decode()
    assert here.get(page).status_code == 200
    assert "it is switched on anew at once" in words_of(here.get(SETUP))
    assert here.post(OFF, {})["Location"].endswith("?done=factor_off")
    assert leads_to_the_factor(here.get(page))


def test_where_all_are_asked_a_director_is_too_and_can_sign_out(
    page: str, settings: Settings
) -> None:
    settings.SHEEPFOLD_SECOND_FACTOR = "all"
    here = signs_in()
    assert leads_to_the_factor(here.get(page))
    assert here.get("/privacy/").status_code == 200
    assert here.post("/language/", {"language": "de", "next": SETUP}).status_code == 302
    assert here.post("/sign-out/").status_code == 302
    assert not is_signed_in(here)
    assert here.get("/").status_code == 200
    assert here.get(page)["Location"].startswith("/sign-in/")


def test_whoever_looks_after_the_site_owns_every_club(dora: User, settings: Settings) -> None:
    settings.SHEEPFOLD_SECOND_FACTOR = "owners"
    here = signs_in()
    assert here.get("/").status_code == 200
    dora.is_superuser = True
    dora.save()
    assert leads_to_the_factor(here.get("/"))


def test_a_table_s_link_goes_on_opening_its_table_as_for_everybody(
    dora: User, settings: Settings
) -> None:
    opened = open_table(ruleset_key="saskop", options={}, names=["Ann", "Ben", "Carl", "Dan"])
    settings.SHEEPFOLD_SECOND_FACTOR = "all"
    here = signs_in()
    answer = here.get(f"/t/{opened.write_secret}/")
    assert answer.status_code == 200
    assert not answer.wsgi_request.user.is_authenticated
    assert leads_to_the_factor(here.get("/"))


def test_so_does_the_own_link_of_whoever_registered(
    club: Club, dora: User, settings: Settings
) -> None:
    event = create_event(
        club=club,
        title="Thursday cup",
        ruleset="saskop",
        settings=EventSettings(),
        by=Author(dora, "Dora", ""),
        submission=uuid4(),
    )
    own = own_address(registers(opens(event), "Anna"))
    settings.SHEEPFOLD_SECOND_FACTOR = "all"
    here = signs_in()
    answer = here.get(own)
    assert answer.status_code == 200
    assert not answer.wsgi_request.user.is_authenticated
    assert leads_to_the_factor(here.get("/"))
