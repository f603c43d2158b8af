"""The standing on a page of another site: whose pages may show it, and what is in it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import SecurityEvent
from tests.answers import Answer
from tests.events.browser_form import fields_of
from tests.events.conftest import signs_in, words_of
from tests.events.played import keys, plays
from tournaments.models import Author, Club, Event, Membership, Role

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

SITE = "https://www.club.example"


def embedded(client: Client, event: Event) -> Answer:
    return client.get(reverse("event_embed", args=[event.pk]))


def ancestors(answer: Answer) -> str:
    rules = answer["Content-Security-Policy"].split("; ")
    return next(rule for rule in rules if rule.startswith("frame-ancestors"))


@pytest.fixture
def owner(club: Club) -> Client:
    client = signs_in("Olga", club)
    Membership.objects.filter(user__username="Olga").update(role=Role.OWNER)
    return client


def names_sites(owner: Client, club: Club, typed: str) -> Answer:
    return owner.post(reverse("club_sites", args=[club.pk]), {"sites": typed})


@pytest.fixture
def event(new_event: Callable[..., Event], by: Author) -> Event:
    event = new_event(entries=4, hands=4, rounds=2)
    plays(event, by)
    return event


def test_no_site_shows_a_standing_before_an_owner_names_it(
    club: Club, event: Event, owner: Client, director: Client, stranger: Client
) -> None:
    answer = embedded(stranger, event)
    assert ancestors(answer) == "frame-ancestors 'none'"
    assert "The club lets no other site show its standings." in words_of(answer)
    assert "Anna 1" not in words_of(answer)

    assert names_sites(director, club, SITE).status_code == 404
    typed = f"WWW.Club.example/news?page=2\n\n{SITE}\nhttp://spielstraße.example:8080"
    assert names_sites(owner, club, typed).status_code == 302
    club.refresh_from_db()
    assert club.sites == [SITE, "http://xn--spielstrae-e4a.example:8080"]

    answer = embedded(stranger, event)
    assert ancestors(answer) == f"frame-ancestors {' '.join(club.sites)}"
    assert "X-Frame-Options" not in answer
    assert "Anna 1" in words_of(answer)
    assert ancestors(stranger.get(reverse("event", args=[event.pk]))) == "frame-ancestors 'none'"
    line = SecurityEvent.objects.get(kind="sites")
    assert (line.account_name, line.club_id, line.what) == ("Olga", club.pk, ", ".join(club.sites))

    assert names_sites(owner, club, "").status_code == 302
    assert ancestors(embedded(stranger, event)) == "frame-ancestors 'none'"


def test_it_needs_no_script_and_no_cookie_and_its_links_leave_the_frame(
    event: Event, stranger: Client
) -> None:
    Club.objects.update(sites=[SITE])
    answer = embedded(stranger, event)
    page = answer.content.decode()
    assert not answer.cookies
    assert "<script" not in page
    assert '<base target="_blank">' in page


@pytest.mark.made_up
def test_it_shows_to_everybody_what_everybody_may_see(
    event: Event, by: Author, director: Client, stranger: Client
) -> None:
    Club.objects.update(sites=[SITE])
    keys(event.rounds.get().tables.get(), by, 12, -4, -4, -4)
    assert "1. Anna" in words_of(embedded(stranger, event))
    event.refresh_from_db()
    event.settings |= {"shows": "at_the_end"}
    event.version += 1
    event.save()
    for client in (director, stranger):
        words = words_of(embedded(client, event))
        assert "The standings are hidden until the final list" in words
        assert "Anna" not in words
    Event.objects.update(published_at=None)
    assert embedded(stranger, event).status_code == 404


@pytest.mark.parametrize(
    "typed",
    ["https://club.example;script-src *", "ftp://club.example", "https://", "a b", "https://[::1",
     "club.example:port", "*.example", "https://user@club.example", "'self'"],
)  # fmt: skip
def test_what_is_no_site_is_refused_and_nothing_typed_is_lost(
    club: Club, owner: Client, typed: str
) -> None:
    answer = names_sites(owner, club, f"{SITE}\n{typed}")
    assert answer.status_code == 422
    assert f"This is not the address of a site: {typed}" in words_of(answer)
    page = answer.content.decode()
    form = fields_of(page, reverse("club_sites", args=[club.pk]))
    assert form["sites"] == f"{SITE}\n{typed}"
    club.refresh_from_db()
    assert club.sites == []


def test_the_page_that_publishes_an_event_says_what_to_paste(
    event: Event, director: Client
) -> None:
    page = reverse("publish_event", args=[event.pk])
    assert "iframe" not in words_of(director.get(page))
    Club.objects.update(sites=[SITE])
    line = f'<iframe src="http://testserver/e/{event.pk}/embed/"'
    assert line in words_of(director.get(page))
