"""Everybody may open tables, and nobody so many that the others have to pay for it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from project_tools.models import Opening
from tests.answers import Answer
from tests.tables.conftest import Director, words_of
from tests.tables.test_race import all_at_once
from tournaments.models import Club, Table
from tournaments.tables.services.tables import EMPTY_FOR, forget_empty_tables, open_table

OPEN = "/open/sheepshead3-coins/"
MOST = 40
HALL, ELSEWHERE = "192.0.2.7", "192.0.2.8"

pytestmark = pytest.mark.django_db


@pytest.fixture
def form() -> dict[str, str]:
    """A filled form that opens a table for three."""
    return Director().opening("sheepshead3-coins", "Anna", "Ben", "Cora")


def sends(form: dict[str, str], client: Client | None = None, address: str = HALL) -> Answer:
    fields = form | {"submission": str(uuid4())}
    return (client or Client()).post(OPEN, fields, REMOTE_ADDR=address)


@pytest.fixture
def full(form: dict[str, str]) -> dict[str, str]:
    """As many were opened from the hall as may be."""
    for _ in range(MOST):
        assert sends(form).status_code == 302
    return form


def test_the_next_table_of_an_address_waits_until_the_first_is_an_hour_old(
    full: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = sends(full)
    assert refused.status_code == 429
    assert 3500 < int(refused["Retry-After"]) <= 3600
    assert "go back in 60 minutes and send the form once more" in words_of(refused)
    assert Table.objects.count() == Opening.objects.count() == MOST
    assert sends(full, address=ELSEWHERE).status_code == 302
    later = timezone.now() + timedelta(hours=1)
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert sends(full).status_code == 302
    assert Opening.objects.count() == 1


def test_what_is_kept_of_an_address_does_not_tell_it(full: dict[str, str]) -> None:
    networks = set(Opening.objects.values_list("network", flat=True))
    assert len(networks) == 1
    assert "192" not in networks.pop()[:3]


def test_directors_and_links_of_a_club_are_not_counted(full: dict[str, str]) -> None:
    director = Client()
    director.force_login(get_user_model().objects.create_user("dora"))
    assert sends(full, director).status_code == 302
    club = Club.objects.create(name="Club")
    table = open_table(
        ruleset_key="sheepshead3-coins", options={}, names=("A", "B", "C"), club=club
    )
    phone = Client()
    phone.get(f"/t/{table.write_secret}/")
    assert sends(full, phone).status_code == 302
    own = Client()
    own.get(
        f"/t/{open_table(ruleset_key='sheepshead3-coins', options={}, names='ABC').write_secret}/"
    )
    assert sends(full, own).status_code == 429


def test_a_form_that_is_sent_again_and_one_that_is_refused_count_nothing(
    form: dict[str, str],
) -> None:
    fields = form | {"submission": str(uuid4())}
    for _ in range(2):
        assert Client().post(OPEN, fields).status_code == 302
    assert Client().post(OPEN, fields | {"players": "3", "name-0": ""}).status_code == 422
    assert Opening.objects.count() == 1


def test_sheets_that_are_taken_in_count_as_well(full: dict[str, str]) -> None:
    record = '{"ruleset": "sheepshead3-coins", "names": ["A", "B", "C"], "hands": []}'
    fields = {"text": record, "submission": str(uuid4()), "seen_version": "0"}
    assert Client().post("/import/", fields, REMOTE_ADDR=HALL).status_code == 429
    assert Client().post("/import/", fields, REMOTE_ADDR=ELSEWHERE).status_code == 302


@pytest.mark.alone
@pytest.mark.django_db(transaction=True)
def test_of_many_at_the_same_moment_no_more_are_opened(
    form: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    forms = [form | {"submission": str(uuid4())} for _ in range(MOST + 10)]
    statuses = [status for status, _address in all_at_once(OPEN, forms)]
    assert statuses.count(302) == Table.objects.count() <= MOST
    assert statuses.count(302) + statuses.count(429) == MOST + 10


def opened_long_ago(**more: Any) -> Table:
    """A table of three that was opened a little more than three days ago."""
    opened = open_table(ruleset_key="sheepshead3-coins", options={}, names=("A", "B", "C"), **more)
    opened.table.opened_at = timezone.now() - EMPTY_FOR - timedelta(minutes=1)
    opened.table.save(update_fields=["opened_at"])
    return opened.table


def test_a_table_that_nobody_used_is_gone_after_three_days() -> None:
    empty = opened_long_ago()
    young = Director().opens("sheepshead3-coins", "Anna", "Ben", "Cora")
    of_a_club = opened_long_ago(club=Club.objects.create(name="Club"))
    assert forget_empty_tables() == 1
    assert set(Table.objects.all()) == {young, of_a_club}
    assert not empty.links.exists()
    assert forget_empty_tables(timezone.now() + EMPTY_FOR) == 1
    assert set(Table.objects.all()) == {of_a_club}
    assert not Opening.objects.exists()


def test_the_command_says_what_it_deleted(capsys: pytest.CaptureFixture[str]) -> None:
    opened_long_ago()
    call_command("tidy")
    said = capsys.readouterr().out
    assert said == "Deleted: 1 – Tables of no club on which nothing was entered\n"
    assert not Table.objects.exists()


def test_a_table_with_a_hand_or_a_change_stays() -> None:
    played = Director()
    played.opens("sheepshead3-coins", "Anna", "Ben", "Cora")
    played.enters(picker=2, picker_points=61)
    renamed = Director()
    renamed.opens("sheepshead3-coins", "Anna", "Ben", "Cora")
    renamed.adjusts("a bet", points=[4, -4])
    assert forget_empty_tables(timezone.now() + 2 * EMPTY_FOR) == 0
    assert Table.objects.count() == 2
