"""Before what cannot be undone or lets others in the password is asked for again, and no more."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import NamedTuple

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from accounts.proofs import PROVED
from tests.answers import Answer
from tests.events.played import starts
from tests.events.states import final
from tests.signed_in import signed_in
from tests.tables.conftest import words_of
from tournaments.models import (
    Author,
    Club,
    Event,
    EventChange,
    Invitation,
    Membership,
    Player,
    Role,
)

PASSWORD = "seven wet umbrellas"
ELEVEN_MINUTES = 11 * 60
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)">')

pytestmark = [pytest.mark.django_db, pytest.mark.made_up]


@pytest.fixture
def owner(club: Club, by: Author) -> Client:
    """Has signed in eleven minutes ago, and looked at pages since."""
    user = User.objects.get(username="Dora")
    user.set_password(PASSWORD)
    user.save()
    Membership.objects.filter(user=user).update(role=Role.OWNER)
    browser = signed_in(user)
    session = browser.session
    session[PROVED] -= ELEVEN_MINUTES
    session.save()
    return browser


class Deed(NamedTuple):
    """What is sent where, and what counts how often it was done."""

    address: str
    sent: dict[str, str]
    done: Callable[[], int]


TOKEN = {"submission": "5a5c4f1e-4f0e-4a61-9b6c-0b8d0a3f5c11", "seen_version": "0"}


@pytest.fixture(
    params=[
        *("erase", "merge", "reopen", "codes", "invite", "change_role", "end_membership"),
        *("invite_helper", "end_helping"),
    ]
)
def deed(
    request: pytest.FixtureRequest, club: Club, by: Author, new_event: Callable[..., Event]
) -> Deed:
    name: str = request.param
    if name in ("erase", "merge"):
        one, other = (Player.objects.create(club=club, name=each) for each in ("Annie", "Anna"))
        address = reverse(f"{name}_person", args=[club.pk, one.pk])
        if name == "merge":
            gone = Player.objects.filter(merged_into=other)
            return Deed(address, {"into": str(other.pk), **TOKEN}, gone.count)
        gone = Player.objects.filter(erased_at__isnull=False)
        return Deed(address, {"typed": "Annie", "reason": "Asked for it", **TOKEN}, gone.count)
    if name == "reopen":
        event = new_event(entries=4, rounds=1)
        Event.objects.filter(pk=event.pk).update(**final())
        sent = {"reason": 'A sheet <b>came</b> "late" & wet', **TOKEN}
        reopened = EventChange.objects.filter(event=event, kind="final_reopened")
        return Deed(reverse("reopen_final", args=[event.pk]), sent, reopened.count)
    if name == "codes":
        event = new_event(entries=4, rounds=1)
        starts(event, by)
        event.refresh_from_db()
        address = reverse("renew_codes", args=[event.pk, 1])
        renewed = EventChange.objects.filter(event=event, kind="codes_renewed")
        return Deed(address, TOKEN | {"seen_version": str(event.version)}, renewed.count)
    if name in ("invite_helper", "end_helping"):
        event = new_event()
        address = reverse(name, args=[event.pk])
        if name == "invite_helper":
            return Deed(address, {"role": "door", **TOKEN}, event.invitations.count)
        emil = User.objects.create_user("Emil")
        helper = Membership.objects.create(club=club, event=event, user=emil, role=Role.DOOR)
        ended = Membership.objects.filter(pk=helper.pk, until__isnull=False)
        return Deed(address, {"key": str(helper.pk)}, ended.count)
    address = reverse(name, args=[club.pk])
    if name == "invite":
        return Deed(address, {"role": "owner", **TOKEN}, Invitation.objects.count)
    member = Membership.objects.create(club=club, user=User.objects.create_user("Emil"))
    if name == "change_role":
        made = Membership.objects.filter(pk=member.pk, role=Role.OWNER)
        return Deed(address, {"key": str(member.pk), "role": "owner"}, made.count)
    left = Membership.objects.filter(pk=member.pk, until__isnull=False)
    return Deed(address, {"key": str(member.pk)}, left.count)


def carried(answer: Answer) -> dict[str, str]:
    """What the page that asks sends once more."""
    found = dict(HIDDEN.findall(answer.content.decode()))
    return {name: unescape(value) for name, value in found.items()}


def test_it_is_asked_first_and_then_done_once(deed: Deed, owner: Client) -> None:
    asked = owner.post(deed.address, deed.sent)
    assert asked.status_code == 422
    assert "Your password once more" in words_of(asked)
    assert f'action="{deed.address}"' in asked.content.decode()
    assert deed.done() == 0
    again = carried(asked)
    assert deed.sent.items() <= again.items()
    wrong = owner.post(deed.address, again | {"proof": "six dry umbrellas"})
    assert wrong.status_code == 422
    assert "This is not your password." in words_of(wrong)
    assert "six dry" not in wrong.content.decode()
    assert deed.done() == 0
    assert carried(wrong) == again | {"csrfmiddlewaretoken": carried(wrong)["csrfmiddlewaretoken"]}
    right = again | {"proof": PASSWORD}
    assert owner.post(deed.address, right).status_code in (200, 302)
    assert deed.done() == 1
    assert owner.post(deed.address, right).status_code in (200, 302, 404)
    assert deed.done() == 1


def test_whoever_has_just_typed_it_is_not_asked(deed: Deed, owner: Client) -> None:
    session = owner.session
    session[PROVED] += ELEVEN_MINUTES
    session.save()
    assert owner.post(deed.address, deed.sent).status_code in (200, 302)
    assert deed.done() == 1


def test_nobody_is_asked_for_what_is_not_his(deed: Deed, other_director: Client) -> None:
    session = other_director.session
    session[PROVED] -= ELEVEN_MINUTES
    session.save()
    assert other_director.post(deed.address, deed.sent).status_code == 404


def test_one_answer_is_good_for_ten_minutes(club: Club, owner: Client) -> None:
    address = reverse("invite", args=[club.pk])
    sent = {"role": "director", **TOKEN}
    owner.post(address, sent | {"proof": PASSWORD})
    assert Invitation.objects.count() == 1
    other = TOKEN | {"submission": TOKEN["submission"].replace("5a5c", "5a5d")}
    owner.post(address, sent | other)
    assert Invitation.objects.count() == 2


def test_a_password_is_guessed_here_no_faster_than_at_the_door(club: Club, owner: Client) -> None:
    address = reverse("invite", args=[club.pk])
    sent = {"role": "director", **TOKEN}
    for _ in range(10):
        assert owner.post(address, sent | {"proof": "guessed"}).status_code == 422
    held = owner.post(address, sent | {"proof": PASSWORD})
    assert held.status_code == 429
    assert int(held.headers["Retry-After"]) > 0
    assert not Invitation.objects.exists()


@pytest.mark.parametrize(
    ("came", "leads"),
    [
        ("http://testserver/clubs/7/members/?q=1", "/clubs/7/members/?q=1"),
        ("http://elsewhere.example/trap/", "/events/"),
        ("", "/events/"),
    ],
)
def test_the_way_back_stays_after_a_wrong_password(
    came: str, leads: str, club: Club, owner: Client
) -> None:
    address = reverse("invite", args=[club.pk])
    asked = owner.post(address, {"role": "owner", **TOKEN}, headers={"referer": came})
    again = carried(asked) | {"proof": "wrong"}
    wrong = owner.post(address, again, headers={"referer": f"http://testserver{address}"})
    for page in (asked, wrong):
        assert f'<a class="button quiet" href="{leads}">' in page.content.decode()
    trap = owner.post(address, again | {"proof_back": "//elsewhere.example/"})
    assert 'href="/events/"' in trap.content.decode()
