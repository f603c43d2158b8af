"""Somebody helps at one event: asked by its director, and let in by a link."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from accounts.models import SecurityEvent
from tests.answers import there
from tests.members.test_inviting import PASSWORD, TYPED, joins, link_of
from tests.signed_in import signed_in
from tests.tables.conftest import FormReader, words_of
from tournaments.models import Event, Membership, Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    return new_event(entries=8, ruleset="sheepshead4-cutthroat", hands=4, rounds=1)


@pytest.fixture
def berta(event: Event) -> Client:
    """Directs the club."""
    user = User.objects.create_user("Berta")
    Membership.objects.create(club=event.club, user=user)
    return signed_in(user)


def asks_in(director: Client, event: Event, role: str) -> str:
    page = reverse("helpers", args=[event.pk])
    where = reverse("invite_helper", args=[event.pk])
    form = FormReader(director.get(page).content.decode()).sent_to(where)
    return link_of(director.post(where, form | {"role": role}))


def emma_helps(director: Client, event: Event, role: str = "door") -> Client:
    emma = Client()
    joins(emma, asks_in(director, event, role), **TYPED)
    return emma


def test_a_helper_opens_the_door_and_nothing_else(event: Event, berta: Client) -> None:
    address = asks_in(berta, event, "door")
    emma = Client()
    asked = words_of(emma.get(address))
    assert f"You are asked to help at this event: {event.title}." in asked
    assert "Notes who is here" in asked
    door = reverse("door", args=[event.pk])
    assert joins(emma, address, **TYPED)["Location"] == door
    page = emma.get(door)
    assert page.status_code == 200
    assert "Paste a list" not in words_of(page)
    assert "Settings" not in words_of(page)
    for name in ("desk", "keying", "helpers", "event_settings"):
        assert emma.get(reverse(name, args=[event.pk])).status_code == 404
    assert emma.get(reverse("club", args=[event.club_id])).status_code == 404
    assert emma.get(reverse("clubs"))["Location"] == door
    assert Client().login(username="Emma", password=PASSWORD)
    member = Membership.objects.get(user__username="Emma")
    assert (member.role, member.event, there(member.invited_by).username) == (
        Role.DOOR,
        event,
        "Berta",
    )
    assert "Emma Door" in words_of(berta.get(reverse("helpers", args=[event.pk])))


def test_whoever_helps_here_and_elsewhere_finds_both(
    event: Event, berta: Client, new_event: Callable[..., Event]
) -> None:
    emma = emma_helps(berta, event)
    another = new_event(entries=4, ruleset="saskop")
    Event.objects.filter(pk=another.pk).update(title="Another evening")
    Membership.objects.create(
        club=another.club, event=another, user=User.objects.get(username="Emma"), role=Role.KEYER
    )
    page = words_of(emma.get(reverse("clubs")))
    assert f"{event.title} Door" in page
    assert "Another evening Results" in page
    assert emma.get(reverse("door", args=[another.pk])).status_code == 404


def test_a_director_sends_a_helper_home(event: Event, berta: Client) -> None:
    emma = emma_helps(berta, event)
    key = str(Membership.objects.get(user__username="Emma").pk)
    for _press in range(2):
        berta.post(reverse("end_helping", args=[event.pk]), {"key": key})
    assert emma.get(reverse("door", args=[event.pk])).status_code == 404
    assert SecurityEvent.objects.filter(kind="left").count() == 1


def test_an_invitation_to_help_waits_at_its_event_alone(event: Event, berta: Client) -> None:
    address = asks_in(berta, event, "cashier")
    page = berta.get(reverse("helpers", args=[event.pk]))
    assert "Cash desk good until" in words_of(page)
    assert "Cash desk good until" not in words_of(berta.get(f"/clubs/{event.club_id}/members/"))
    form = FormReader(page.content.decode()).sent_to(reverse("withdraw_helper", args=[event.pk]))
    berta.post(reverse("withdraw_helper", args=[event.pk]), form)
    assert Client().get(address).status_code == 410


def test_whoever_may_it_already_uses_no_invitation_up(event: Event, berta: Client) -> None:
    address = asks_in(berta, event, "keyer")
    assert "You may do all of this already." in words_of(berta.get(address))
    berta.post(address, {"yes": "yes"})
    assert not Membership.objects.exclude(event=None).exists()
    assert Client().get(address).status_code == 200


def test_nobody_owns_an_event_alone(event: Event, berta: Client) -> None:
    where = reverse("invite_helper", args=[event.pk])
    form = FormReader(berta.get(reverse("helpers", args=[event.pk])).content.decode()).sent_to(
        where
    )
    for role in ("owner", "statistician", "king"):
        assert berta.post(where, form | {"role": role}).status_code == 400


def test_a_director_of_one_event_who_is_sent_home_takes_his_invitations_along(
    event: Event, berta: Client
) -> None:
    emma = emma_helps(berta, event, "director")
    kept = asks_in(emma, event, "director")
    key = str(Membership.objects.get(user__username="Emma").pk)
    berta.post(reverse("end_helping", args=[event.pk]), {"key": key})
    assert Client().get(kept).status_code == 410


def test_whoever_joins_after_the_final_list_helps_for_a_week_as_well(
    event: Event, berta: Client
) -> None:
    address = asks_in(berta, event, "auditor")
    made_at = event.made_at
    Event.objects.filter(pk=event.pk).update(state=Event.FINAL, revision=1, frozen_at=made_at)
    joins(Client(), address, **TYPED)
    assert there(Membership.objects.get(user__username="Emma").until) > made_at


def test_a_browser_gets_a_page_anew_when_its_reader_may_something_else(
    event: Event, berta: Client
) -> None:
    page = reverse("event", args=[event.pk])
    Event.objects.filter(pk=event.pk).update(published_at=event.made_at)
    tag = berta.get(page)["ETag"]
    assert berta.get(page, headers={"if-none-match": tag}).status_code == 304
    Membership.objects.filter(user__username="Berta").update(role=Role.DOOR)
    assert berta.get(page, headers={"if-none-match": tag}).status_code == 200
    was = berta.get(page)["ETag"]
    Membership.objects.filter(user__username="Berta").update(role=Role.KEYER)
    assert berta.get(page)["ETag"] != was
