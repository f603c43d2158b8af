"""Announcements: up until they are taken down, with who and when."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.events.states import final
from tests.tables.conftest import FormReader, words_of
from tournaments.common.actions import Refused
from tournaments.common.history import Doer
from tournaments.events.desk.queries.desk import announcements_of
from tournaments.events.desk.services import MOST_AT_ONCE, announce, end_announcement
from tournaments.models import Author, Event


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    return new_event(entries=8)


def says(event: Event, text: str, by: Author, submission: UUID | None = None) -> None:
    announce(event=event, text=text, by=by, submission=submission or uuid4())


def up(event: Event) -> list[str]:
    return [shown.text for shown, _doer in announcements_of(event) if shown.ended_at is None]


def test_up_until_it_is_taken_down(event: Event, by: Author) -> None:
    says(event, "Soup is ready", by)
    says(event, "Round 2 at 20:15", Author(None, "Otto"))
    assert up(event) == ["Round 2 at 20:15", "Soup is ready"]
    soup = event.announcements.get(text="Soup is ready")
    end_announcement(event=event, announcement=soup.pk, by=by, submission=uuid4())
    assert up(event) == ["Round 2 at 20:15"]
    latest, first = announcements_of(event)
    assert (latest.doer, first.doer) == (Doer("Otto"), Doer(account="Dora"))
    assert first.announcement.ended_at is not None
    assert list(event.changes.values_list("kind", flat=True)) == [
        "made",
        "announced",
        "announced",
        "announcement_ended",
    ]


def test_the_same_press_twice_announces_once(event: Event, by: Author) -> None:
    submission = uuid4()
    says(event, "Soup is ready", by, submission=submission)
    says(event, "Soup is ready", by, submission=submission)
    assert up(event) == ["Soup is ready"]


def test_taken_down_once(event: Event, by: Author) -> None:
    says(event, "Soup is ready", by)
    soup = event.announcements.get()
    for _press in range(2):
        end_announcement(event=event, announcement=soup.pk, by=by, submission=uuid4())
    assert event.changes.filter(kind="announcement_ended").count() == 1


def test_nobody_takes_down_what_another_event_says(
    event: Event, new_event: Callable[..., Event], by: Author
) -> None:
    other = new_event()
    says(other, "Elsewhere", by)
    foreign = other.announcements.get()
    end_announcement(event=event, announcement=foreign.pk, by=by, submission=uuid4())
    assert up(other) == ["Elsewhere"]


def test_no_more_than_people_read(event: Event, by: Author) -> None:
    for number in range(MOST_AT_ONCE):
        says(event, f"Number {number}", by)
    with pytest.raises(Refused, match="Take one down"):
        says(event, "One more", by)
    assert len(up(event)) == MOST_AT_ONCE


def test_also_after_the_final_list_is_locked(event: Event, by: Author) -> None:
    Event.objects.filter(pk=event.pk).update(**final())
    says(event, "Prizes in ten minutes", by)
    assert up(event) == ["Prizes in ten minutes"]


def test_written_and_taken_down_on_the_page(event: Event, director: Client) -> None:
    address = reverse("announce", args=[event.pk])
    form = FormReader(director.get(address).content.decode()).sent_to(address)
    assert director.post(address, form | {"text": "Soup is ready"}).status_code == 302
    page = director.get(address)
    assert "Soup is ready" in words_of(page)
    assert "Dora" in words_of(page)
    down = reverse("end_announcement", args=[event.pk, event.announcements.get().pk])
    director.post(down, FormReader(page.content.decode()).sent_to(down))
    assert up(event) == []
    assert "Taken down" in words_of(director.get(address))


def test_taken_down_on_the_desk(event: Event, director: Client) -> None:
    address = reverse("announce", args=[event.pk])
    form = FormReader(director.get(address).content.decode()).sent_to(address)
    director.post(address, form | {"text": "Soup is ready"})
    desk = director.get(reverse("desk", args=[event.pk])).content.decode()
    down = reverse("end_announcement", args=[event.pk, event.announcements.get().pk])
    director.post(down, FormReader(desk).sent_to(down))
    assert up(event) == []


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("", "Write what everybody is to read."), ("x" * 201, "At most 200 letters; these are 201.")],
)
def test_nothing_typed_is_lost(text: str, sentence: str, event: Event, director: Client) -> None:
    address = reverse("announce", args=[event.pk])
    form = FormReader(director.get(address).content.decode()).sent_to(address)
    response = director.post(address, form | {"text": text})
    assert response.status_code == 422
    assert sentence in words_of(response)
    assert f'value="{text}"' in response.content.decode()
    assert up(event) == []
