"""A number that is none, or far too long, is answered as any other that nothing has."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.events.stage import Stage
from tests.tables.conftest import Director
from tournaments.models import Event
from tournaments.urls import urlpatterns

PAGES = {pattern.name: pattern for pattern in urlpatterns}
STRANGE = ["9" * 5_000, "9" * 18, "²", "٧", "-1", "1\0"]
SENT = [
    ("two_people", ["one", "other"]),
    ("new_entry", ["person-0-seen", "person-0-player"]),
    ("do_repair", ["who", "by", "turn"]),
    ("keying", ["table"]),
    ("check_in", ["entry"]),
    ("cash_reverse", ["line"]),
    ("entry_same", ["other"]),
]


@pytest.fixture
def stage(new_event: Callable[..., Event]) -> Stage:
    return Stage(new_event(entries=8, ruleset="sheepshead4-cutthroat", hands=4, rounds=2))


@pytest.mark.parametrize(("name", "fields"), SENT)
def test_a_strange_number_in_a_form_is_refused(
    name: str, fields: list[str], stage: Stage, director: Client
) -> None:
    director.raise_request_exception = False
    version = stage.event.version
    for strange in STRANGE:
        sent = {"submission": uuid4(), "seen_version": version} | dict.fromkeys(fields, strange)
        answer = director.post(stage.address(PAGES[name]), sent)
        assert answer.status_code in (400, 404, 422), strange
    assert Event.objects.get(pk=stage.event.pk).version == version


ASKED = ["round", "place", "person", "page", "table", "number", "new", "known", "done", "about"]


def test_a_strange_number_in_an_address_is_none(stage: Stage, director: Client) -> None:
    director.raise_request_exception = False
    for name in ("keying", "rulings", "repair_round", "door", "cash_entries", "players", "event"):
        for strange in STRANGE:
            answer = director.get(stage.address(PAGES[name]), dict.fromkeys(ASKED, strange))
            assert answer.status_code in (200, 302, 400, 404), (name, strange)


def test_the_door_tells_of_its_own_event_alone(
    stage: Stage, new_event: Callable[..., Event], director: Client
) -> None:
    other = new_event().entries.create(name="Zenzi Kneissl")
    for about in (other.pk, other.pk + 1):
        answer = director.get(reverse("door", args=[stage.event.pk]), {"about": about})
        assert answer.status_code == 200
        assert "Zenzi" not in answer.content.decode()


def test_a_sheet_is_put_into_no_club_of_a_strange_number(db: None, stage: Stage) -> None:
    table = Director()
    table.client.raise_request_exception = False
    table.opens("sheepshead3-coins", "Anna", "Ben", "Cora")
    for strange in STRANGE:
        sent = {"submission": uuid4(), "seen_version": 0, "club": strange}
        assert table.client.post(table.address("sheet_club"), sent).status_code == 404


def test_a_strange_number_in_the_path_is_no_page(stage: Stage, director: Client) -> None:
    director.raise_request_exception = False
    at = reverse("desk", args=[stage.event.pk])
    for strange in ("9" * 19, "9" * 400, "9" * 5_000, "²", "٧"):
        for path in (f"/desk/{strange}/", f"/watch/{strange}/", f"/c/{strange}/people/"):
            assert director.get(path).status_code == 404
            assert director.post(path, {"submission": uuid4()}).status_code in (404, 405)
        answer = director.post(f"{at}rounds/{strange}/clock/start/", {})
        assert answer.status_code in (404, 422), "there is no such round"
