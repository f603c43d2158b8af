"""The events of a club, and those that everybody may see."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import SecurityEvent
from tests.events.browser_form import form_on
from tests.events.conftest import arrive, signs_in, words_of
from tests.events.states import final, running
from tournaments.models import Club, Entry, Event, Membership

pytestmark = pytest.mark.django_db


def test_the_events_of_a_club_in_the_order_in_which_they_matter(
    director: Client,
    club: Club,
    new_event: Callable[..., Event],
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    titles = ["Third", "Second", "First", "Over", "Long over", "Now"]
    for place, title in enumerate(titles):
        event = new_event(entries=4, published=title != "Second")
        event.title, event.starts_at = title, timezone.now() + timedelta(days=3 - place)
        event.save()
        state = {"Now": running(), "Over": final(), "Long over": final()}.get(title, {})
        Event.objects.filter(pk=event.pk).update(title=title, **state)
    Entry.objects.filter(event__title="Now", number=1).update(status=Entry.NO_SHOW)
    with django_assert_max_num_queries(8):
        page = words_of(director.get(f"/clubs/{club.pk}/"))
    in_order = ["Running", "Now", "Coming", "First", "Second", "Third", "Finished", "Over"]
    places = [page.index(f" {word} ") for word in in_order]
    assert places == sorted(places)
    assert page.count("not published") == 1
    assert page.count("4 entries") == 5
    assert page.count("3 entries") == 1


def test_the_club_s_language_is_changed_with_one_press(
    director: Client, other_director: Client, club: Club, new_event: Callable[..., Event]
) -> None:
    event = new_event()
    assert director.post(reverse("club_language", args=[club.pk])).status_code == 404
    Membership.objects.filter(club=club).update(role=Membership.OWNER)
    was = Club.objects.get(pk=club.pk).language
    address = reverse("club_language", args=[club.pk])
    for _twice in range(2):
        form = form_on(director, reverse("club", args=[club.pk]), address)
        assert director.post(address, form | {"language": "et"}).status_code == 302
        assert Club.objects.get(pk=club.pk).language == "et"
    assert Event.objects.get(pk=event.pk).language == "en"
    page = director.get(reverse("club", args=[club.pk])).content.decode()
    assert re.search(r'lang="et"\s+aria-pressed="true">Eesti', page)
    assert director.post(address, {"language": "fr"}).status_code == 400
    assert other_director.post(address, {"language": "de"}).status_code == 404
    assert Club.objects.get(pk=club.pk).language == "et"
    (deed,) = SecurityEvent.objects.filter(kind="language")  # what is pressed twice is one deed
    assert (was, deed.account_name, deed.club_id) == ("en", "Dora", club.pk)
    assert "Changed the club’s language: English → Eesti Dora" in words_of(
        director.get(reverse("security"))
    )


def test_many_events_cost_no_more_queries(
    director: Client,
    club: Club,
    new_event: Callable[..., Event],
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for _number in range(12):
        arrive(new_event(), 8)
    for address, most in ((f"/clubs/{club.pk}/", 8), ("/events/", 5), ("/", 8)):
        with django_assert_max_num_queries(most):
            assert director.get(address).status_code == 200


def test_everybody_sees_published_events_of_public_clubs(
    stranger: Client, club: Club, other_club: Club, new_event: Callable[..., Event]
) -> None:
    shown, hidden, foreign, old = (new_event() for _each in range(4))
    for event, title in ((shown, "Shown"), (hidden, "Hidden"), (foreign, "Foreign"), (old, "Old")):
        event.title, event.starts_at = title, timezone.now() + timedelta(days=1)
        event.save()
    Event.objects.filter(pk=hidden.pk).update(published_at=None)
    Event.objects.filter(pk=foreign.pk).update(club=other_club)
    Event.objects.filter(pk=old.pk).update(starts_at=timezone.now() - timedelta(days=9), **final())
    listed, home = words_of(stranger.get("/events/")), words_of(stranger.get("/"))
    assert "Shown" in listed
    assert "Shown" in home
    assert "Old" in listed
    assert " Old " not in home
    for page in (listed, home):
        assert "Hidden" not in page
        assert "Foreign" not in page


def test_nothing_announced(stranger: Client, club: Club) -> None:
    assert "Nothing is announced at the moment." in words_of(stranger.get("/events/"))
    assert "All events" not in words_of(stranger.get("/"))


def test_who_directs_two_clubs_chooses(club: Club, other_club: Club) -> None:
    client = signs_in("Emma", club, other_club)
    page = client.get("/clubs/").content.decode()
    assert f'href="/clubs/{club.pk}/"' in page
    assert f'href="/clubs/{other_club.pk}/"' in page


def test_who_directs_no_club_is_told(club: Club) -> None:
    assert "You are in no club yet." in words_of(signs_in("Emma").get("/clubs/"))
