"""Many at the same moment, each on a connection of their own; and proof that the tests can fail."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection, connections
from django.test import Client

from tests.tables.conftest import Director
from tests.tables.waiting_phones import Phone
from tournaments.models import Author, Hand, HandVersion, Seat, Table
from tournaments.tables.queries import SheetReading
from tournaments.tables.services import bringing_in, hands
from tournaments.tables.services.hands import differences

pytestmark = [pytest.mark.alone, pytest.mark.django_db(transaction=True)]

PHONES = 50


def all_at_once(address: str, forms: list[dict[str, str]]) -> list[tuple[int, str]]:
    """Send every form from a thread of its own; the answers as (status, address)."""

    def send(form: dict[str, str]) -> tuple[int, str]:
        try:
            response = Client(raise_request_exception=False).post(address, form)
            return response.status_code, response.headers.get("Location", "")
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(forms)) as threads:
        return list(threads.map(send, forms))


@pytest.fixture
def hand_form(transactional_db: None) -> tuple[str, dict[str, str]]:
    """A filled form for the first hand of a table, and where to send it."""
    director = Director()
    director.opens("sheepshead5-wikipedia", "Anna", "Ben", "Cora", "Dirk", "Eva")
    form = director.form("table") | {"picker": "2", "partner": "4", "picker_points": "75"}
    return director.address("record_hand"), form


@pytest.fixture
def unprotected(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Without the unique key, without looking a submission up, without the sheet's version."""
    kept = HandVersion._meta.get_field("submission")
    loose = copy(kept)
    loose._unique = False  # type: ignore[attr-defined]  # Django's own
    with connection.schema_editor() as editor:
        editor.alter_field(HandVersion, kept, loose)
    monkeypatch.setattr(hands, "find_submission", lambda submission: None)
    monkeypatch.setattr(hands, "_check_unmoved", lambda table, seen_version: None)
    yield
    Table.objects.all().delete()
    with connection.schema_editor() as editor:
        editor.alter_field(HandVersion, loose, kept)


def test_one_submission_sent_fifty_times_is_one_hand(hand_form: tuple[str, dict[str, str]]) -> None:
    address, form = hand_form
    answers = all_at_once(address, [form] * PHONES)
    assert len(set(answers)) == 1, set(answers)
    assert answers[0][0] == 302
    assert Hand.objects.count() == HandVersion.objects.count() == 1
    assert Table.objects.get().version == 1
    assert [seat.points for seat in Seat.objects.order_by("index")] == [-1, -1, 2, -1, 1]


def test_control_without_the_protection_it_is_many_hands(
    hand_form: tuple[str, dict[str, str]], unprotected: None
) -> None:
    address, form = hand_form
    all_at_once(address, [form] * PHONES)
    assert Hand.objects.count() > 1


@pytest.fixture
def corrections(hand_form: tuple[str, dict[str, str]]) -> tuple[str, list[dict[str, str]]]:
    """Ten different corrections of one hand, all made from its first version."""
    address, form = hand_form
    director = Director(address.split("/")[2])
    assert director.client.post(address, form).status_code == 302
    forms = [director.form("correct_hand", 1) | {"picker_points": str(62 + i)} for i in range(10)]
    return director.address("correct_hand", 1), forms


def test_one_of_ten_corrections_made_from_one_version_is_taken(
    corrections: tuple[str, list[dict[str, str]]],
) -> None:
    answers = all_at_once(*corrections)
    assert sorted(status for status, _ in answers) == [302] + [409] * 9
    assert HandVersion.objects.count() == 2
    assert not differences(Table.objects.get())


def test_control_without_the_version_later_ones_win_silently(
    corrections: tuple[str, list[dict[str, str]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def latest(hand: Hand, seen_version: int) -> HandVersion:
        return HandVersion.objects.select_related("hand").filter(hand=hand).latest("number")

    monkeypatch.setattr(hands, "_latest_if_unchanged", latest)
    answers = all_at_once(*corrections)
    assert sum(status == 302 for status, _ in answers) > 1


def test_different_hands_at_once_leave_a_whole_sheet(hand_form: tuple[str, dict[str, str]]) -> None:
    address, form = hand_form
    director = Director(address.split("/")[2])
    filled = {key: form[key] for key in ("picker", "partner", "picker_points")}
    forms = [director.form("table") | filled for _ in range(10)]
    answers = all_at_once(address, forms)
    assert sorted(status for status, _ in answers) == [302] + [409] * 9
    assert not differences(Table.objects.get())


# Lists that waited on phones.


@pytest.fixture
def phones(transactional_db: None) -> list[Phone]:
    """Ten phones of one table, all as it is at the beginning."""
    director = Director()
    director.opens("sheepshead3-coins", "Anna", "Ben", "Cora")
    return [Phone(director.secret) for _ in range(10)]


def bring_in_at_once(phones: list[Phone]) -> list[int]:
    """Send what waits from a thread for each; the statuses."""

    def send(phone: Phone) -> int:
        try:
            return phone.sends().status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(phones)) as threads:
        return list(threads.map(send, phones))


def test_one_list_sent_many_times_at_once_arrives_once(phones: list[Phone]) -> None:
    for picker in (0, 1, 2):
        phones[0].enters(picker=picker, picker_points=75)
    for phone in phones:
        phone.waiting = phones[0].waiting
    assert bring_in_at_once(phones) == [200] * 10
    assert Hand.objects.count() == 3
    assert [
        version.record["picker"] for version in HandVersion.objects.order_by("hand__number")
    ] == [0, 1, 2]
    assert not differences(Table.objects.get())


def test_control_a_list_arrives_more_than_once_without_the_protection(
    phones: list[Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nobody asks what has arrived or changed, and each hand is saved under a new number."""
    monkeypatch.setattr(bringing_in, "stored_under", lambda hands: {})
    monkeypatch.setattr(bringing_in.ListAtSheet, "why_stopped", lambda self, seen: ("", []))
    with_new_number = hands.record_below

    def record(sheet: SheetReading, record: dict[str, Any], *, by: Author, **_more: UUID) -> object:
        return with_new_number(sheet, record, by=by, submission=uuid4())

    monkeypatch.setattr(bringing_in, "record_below", record)
    phones[0].enters(picker=0, picker_points=75)
    for phone in phones:
        phone.waiting = phones[0].waiting
    assert bring_in_at_once(phones) == [200] * 10
    assert Hand.objects.count() == 10


def test_of_many_lists_at_once_one_arrives_whole_and_the_others_wait(phones: list[Phone]) -> None:
    for phone in phones:
        for picker in (0, 1, 2):
            phone.enters(picker=picker, picker_points=75)
    assert sorted(bring_in_at_once(phones)) == [200] + [409] * 9
    assert Hand.objects.count() == 3
    assert not differences(Table.objects.get())
