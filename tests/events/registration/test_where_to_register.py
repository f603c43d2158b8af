"""In the list of events stands for which one can register now."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.events.registration.registering import opens, page_of
from tournaments.models import Club, Event, RegistrationTerms

pytestmark = pytest.mark.django_db

Makes = Callable[..., Event]


@pytest.fixture
def event(new_event: Makes) -> Event:
    Club.objects.update(is_public=True)
    return opens(new_event())


@pytest.mark.parametrize("where", ["events", "home"])
def test_who_looks_for_an_event_finds_where_to_register(event: Event, where: str) -> None:
    Event.objects.update(starts_at=timezone.now() + timedelta(days=1))
    assert page_of(event) in Client().get(reverse(where)).content.decode()
    RegistrationTerms.objects.update(closes_at=timezone.now() - timedelta(hours=1))
    assert page_of(event) not in Client().get(reverse(where)).content.decode()


def test_the_page_of_the_club_leads_there_too(event: Event, new_event: Makes) -> None:
    unpublished = opens(new_event())
    Event.objects.filter(pk=unpublished.pk).update(published_at=None)
    book = reverse("record_book", args=[event.club_id])
    page = Client().get(book).content.decode()
    assert page_of(event) in page
    assert page_of(unpublished) not in page
    RegistrationTerms.objects.update(is_on=False)
    assert page_of(event) not in Client().get(book).content.decode()


def test_it_costs_no_query_for_each_event(event: Event, new_event: Makes) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as caught:
            Client().get(reverse("events"))
        return len(caught)

    one = asked()
    for _more in range(4):
        opens(new_event())
        new_event()
    Event.objects.update(published_at=timezone.now())
    assert asked() == one
