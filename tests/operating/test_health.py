"""A machine that looks after the server is told whether it is well, and how much it has to do."""

from __future__ import annotations

import time
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from pytest_django import Settings

from config.front_door import FrontDoor
from project_tools import views
from project_tools.models import Upkeep
from project_tools.views import Health
from scoring.figures import COUNTING
from tests.door.conftest import Serves, asks, door, serves
from tests.serving import PATIENCE, Served, served

__all__ = ["served", "serves"]

FORWARDED: dict[str, Any] = {"headers": {"X-Forwarded-For": "192.0.2.7"}}


@pytest.fixture
def kept(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database as the start of the program leaves it, of which nobody has asked yet."""
    Upkeep.objects.update_or_create(pk=1, defaults={"counting": COUNTING})
    monkeypatch.setattr(views, "health", Health())


def test_a_server_that_is_well_says_so_and_keeps_nothing_of_who_asks(
    kept: None, client: Client
) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert not answer.cookies
    assert "no-store" in answer["Cache-Control"]
    assert client.post("/healthz").status_code == 405


def test_a_database_that_nobody_can_write_is_said_within_its_time(
    kept: None, client: Client
) -> None:
    with transaction.atomic():
        Upkeep.objects.select_for_update().get()
        Upkeep.objects.update(counting=COUNTING)
        began = time.monotonic()
        answers = [client.get("/healthz") for _each in range(5)]
        assert {answer.status_code for answer in answers} == {503}
        assert time.monotonic() - began < PATIENCE / 4
    deadline = time.monotonic() + PATIENCE
    while client.get("/healthz").status_code != 200:
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_a_database_without_its_table_is_not_well(kept: None, client: Client) -> None:
    with connection.schema_editor() as editor:
        editor.delete_model(Upkeep)
    try:
        assert client.get("/healthz").status_code == 503
    finally:
        with connection.schema_editor() as editor:
            editor.create_model(Upkeep)


def test_the_figures_are_for_this_machine_or_whoever_has_the_token(
    db: None, settings: Settings
) -> None:
    settings.SHEEPFOLD_LOCAL = True
    here = Client(headers={"host": "localhost"})
    assert here.get("/metrics").status_code == 200
    assert here.get("/metrics", **FORWARDED).status_code == 404
    assert here.get("/metrics", REMOTE_ADDR="192.0.2.7").status_code == 404
    settings.SHEEPFOLD_LOCAL = False
    assert here.get("/metrics").status_code == 404
    assert here.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404
    settings.SHEEPFOLD_METRICS_TOKEN = "of the operator"
    for given, status in (("of the operator", 200), ("of another", 404), ("ö", 404)):
        answer = here.get("/metrics", headers={"Authorization": f"Bearer {given}"})
        assert answer.status_code == status
        assert not answer.cookies


def test_what_is_answered_and_refused_is_counted(serves: Serves) -> None:
    counted: FrontDoor = door(form_bytes=10)
    site = serves(counted)
    for _each in range(3):
        assert asks(site).status == 200
    assert asks(site, body=b"x" * 11).status == 413
    found = {figure.name: figure.values for figure in counted.figures()}
    assert found == {
        "sheepfold_requests_total": {'status="200"': 3},
        "sheepfold_refused_total": {'status="413"': 1},
        "sheepfold_threads_busy": {"": 0},
        "sheepfold_waiting": {"": 0},
        "sheepfold_streams": {"": 0},
    }


def test_the_figures_of_a_server_are_those_of_its_door(
    kept: None, served: Served, settings: Settings
) -> None:
    settings.SHEEPFOLD_METRICS_TOKEN = "of the operator"
    asks(served, "/no-such-page/")
    answer = asks(served, "/metrics", headers={"Authorization": "Bearer of the operator"})
    assert answer.status == 200
    lines = answer.text.splitlines()
    assert any(line.startswith('sheepfold_requests_total{status="404"} ') for line in lines)
    assert "sheepfold_threads_busy 1" in lines
    (size,) = (line for line in lines if line.startswith("sheepfold_database_bytes "))
    assert int(size.split()[1]) > 100_000
