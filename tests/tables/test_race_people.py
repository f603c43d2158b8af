"""Two phones at the same moment: corrections, newcomers, names, the end of the evening."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from operator import methodcaller

import pytest
from django.db import connections
from django.test import Client

from tests.answers import Answer
from tests.tables.conftest import Director, words_of
from tournaments.models import Hand, HandVersion, Seat, Table, TableChange
from tournaments.tables.services import hands
from tournaments.tables.services.hands import differences

pytestmark = [pytest.mark.alone, pytest.mark.django_db(transaction=True)]

PEOPLE = ("Anna", "Ben", "Cora", "Dirk", "Eva")

Sent = tuple[str, dict[str, str]]
"""An address, and the form that goes there."""


def on_its_own(deed: Callable[[Client], Answer]) -> Answer:
    """Do something from a client of its own, on a connection of its own."""
    try:
        return deed(Client(raise_request_exception=False))
    finally:
        connections.close_all()


def together(*sent: Sent) -> list[Answer]:
    """Send every form, all let go at once; the answers in their order."""
    start = threading.Barrier(len(sent))

    def send(one: Sent) -> Answer:
        start.wait()
        return on_its_own(lambda client: client.post(*one))

    with ThreadPoolExecutor(len(sent)) as threads:
        return list(threads.map(send, sent))


@pytest.fixture
def director(transactional_db: None) -> Director:
    director = Director()
    director.opens("sheepshead5-bump", *PEOPLE)
    director.enters(picker=2, partner=4, picker_points=75)
    return director


@pytest.fixture
def two_corrections(director: Director) -> list[Sent]:
    """Two different corrections of hand 1, each from a page of its own."""
    address = director.address("correct_hand", 1)
    return [
        (address, director.form("correct_hand", 1) | {"picker_points": n}) for n in ("91", "30")
    ]


def test_of_two_corrections_one_is_taken_and_both_are_shown(
    director: Director, two_corrections: list[Sent]
) -> None:
    answers = together(*two_corrections)
    assert sorted(answer.status_code for answer in answers) == [302, 409]
    conflict = next(answer for answer in answers if answer.status_code == 409)
    page = words_of(conflict)
    assert "Somebody changed this hand while you were correcting it." in page
    theirs, mine = page.split("Keep this one")
    taken, refused = ("91", "30") if answers[0].status_code == 302 else ("30", "91")
    assert f"Card points of the picker's side {taken}" in theirs
    assert f"Card points of the picker's side {refused}" in mine
    assert HandVersion.objects.count() == 2
    assert HandVersion.objects.latest("pk").record["picker_points"] == int(taken)
    assert not differences(Table.objects.get())


def test_control_without_the_version_both_win_silently(
    two_corrections: list[Sent], monkeypatch: pytest.MonkeyPatch
) -> None:
    def latest(hand: Hand, seen_version: int) -> HandVersion:
        return HandVersion.objects.select_related("hand").filter(hand=hand).latest("number")

    monkeypatch.setattr(hands, "_latest_if_unchanged", latest)
    answers = together(*two_corrections)
    assert [answer.status_code for answer in answers] == [302, 302]
    assert HandVersion.objects.count() == 3


@pytest.fixture
def two_newcomers(director: Director) -> list[Sent]:
    """Two people who sit down in the same place, each from a page of its own."""
    address = director.address("people")
    return [(address, director.people_form("join", name=n, after=4)) for n in ("Finn", "Gus")]


def test_of_two_newcomers_one_sits_down(director: Director, two_newcomers: list[Sent]) -> None:
    answers = together(*two_newcomers)
    assert sorted(answer.status_code for answer in answers) == [302, 409]
    refused = next(answer for answer in answers if answer.status_code == 409)
    assert "The sheet was changed meanwhile. Look it over and press again." in words_of(refused)
    assert Seat.objects.count() == 6
    assert Hand.objects.count() == 2
    assert director.totals() == [-1, -1, 2, -1, 1, 0]
    assert not differences(Table.objects.get())


def test_control_without_the_version_nobody_is_told_to_look_again(
    two_newcomers: list[Sent], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hands, "_check_unmoved", lambda table, seen_version: None)
    answers = together(*two_newcomers)
    assert 409 not in {answer.status_code for answer in answers}


def test_one_newcomer_sent_ten_times_is_one(director: Director) -> None:
    form = director.people_form("join", name="Finn", after=4)
    answers = together(*[(director.address("people"), form)] * 10)
    assert {(answer.status_code, answer.headers.get("Location")) for answer in answers} == {
        (302, director.address("table") + "?saved=2")
    }
    assert (Seat.objects.count(), Hand.objects.count()) == (6, 2)


def test_pages_that_are_read_while_somebody_joins_are_whole(director: Director) -> None:
    address, form = director.address("people"), director.people_form("join", name="Finn", after=4)
    pages = [director.address(name) for name in ("table", "print_sheet", "people")] * 12
    with ThreadPoolExecutor(12) as threads:
        reading = [threads.submit(on_its_own, methodcaller("get", page)) for page in pages]
        joining = threads.submit(on_its_own, lambda client: client.post(address, form))
        assert {page.result().status_code for page in reading} == {200}
        assert joining.result().status_code == 302


def test_two_names_alike_are_given_once(director: Director) -> None:
    address = director.address("people")
    forms = [(address, director.people_form("rename", column=n, name="Finn")) for n in (0, 1)]
    answers = together(*forms)
    assert sorted(answer.status_code for answer in answers) == [302, 422]
    assert Seat.objects.filter(name="Finn").count() == 1
    assert TableChange.objects.count() == 1


@pytest.mark.parametrize("turn", range(5))
def test_the_end_and_a_hand_come_one_after_the_other(director: Director, turn: int) -> None:
    hand = director.form("table") | {"picker": "0", "partner": "1", "picker_points": "61"}
    ended, entered = together(
        (director.address("end_evening"), director.form("end_evening")),
        (director.address("record_hand"), hand),
    )
    assert ended.status_code == 302
    assert entered.status_code in (302, 409)
    table = Table.objects.get()
    assert table.ended_at is not None
    assert Hand.objects.count() == (2 if entered.status_code == 302 else 1)
    if entered.status_code == 409:
        assert "The evening was ended while you were typing." in words_of(entered)
    assert not differences(table)
