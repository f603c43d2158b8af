"""An earlier version of a hand can be made to count again; that adds a version."""

from __future__ import annotations

import pytest

from tests.answers import Answer
from tests.tables.conftest import Director, FormReader, Visitor, saved, words_of
from tournaments.common.history import reason_in_words
from tournaments.models import HandVersion, Table
from tournaments.tables.services.hands import differences

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(director: Director) -> Director:
    director.opens("sheepshead3-coins", "Anna", "Ben", "Cora")
    director.enters(picker=2, picker_points=61)
    director.corrects(1, picker=1, picker_points=91)
    return director


def restores(director: Director, version: int, at: str = "") -> Answer:
    page = at or director.client.get(director.address("hand", 1)).content.decode()
    action = director.address("restore_hand", 1, version)
    return director.client.post(action, FormReader(page).sent_to(action))


def test_the_first_version_counts_again(director: Director) -> None:
    before = director.totals()
    assert before != [-1, -1, 2]
    assert saved(restores(director, 1))
    assert director.totals() == [-1, -1, 2]
    assert differences(Table.objects.get()) == []
    latest = HandVersion.objects.latest("pk")
    assert (latest.number, reason_in_words(latest.reason)) == (3, "As in version 1")
    assert "“As in version 1”" in director.sees("hand", 1)
    in_german = director.client.get(
        director.address("hand", 1), headers={"accept-language": "de"}
    ).content.decode()
    assert "„Wie in Fassung 1“" in in_german
    HandVersion.objects.filter(pk=latest.pk).update(reason="As in version 1")  # as it was once kept
    assert "“As in version 1”" in director.sees("hand", 1)
    assert saved(restores(director, 2))
    assert director.totals() == before


def test_what_counts_already_is_not_offered(director: Director) -> None:
    restores(director, 1)
    page = director.client.get(director.address("hand", 1)).content.decode()
    assert director.address("restore_hand", 1, 2) in page
    assert director.address("restore_hand", 1, 1) not in page
    assert director.address("restore_hand", 1, 3) not in page


def test_a_withdrawn_hand_comes_back_by_its_version(director: Director) -> None:
    director.withdraws(1)
    assert director.totals() == [0, 0, 0]
    assert saved(restores(director, 1))
    assert director.totals() == [-1, -1, 2]


def test_an_old_page_restores_nothing(director: Director) -> None:
    old = director.client.get(director.address("hand", 1)).content.decode()
    director.corrects(1, picker=0, picker_points=61)
    answer = restores(director, 1, at=old)
    assert answer.status_code == 409
    assert "This hand was changed meanwhile." in words_of(answer)
    assert director.totals() == [2, -1, -1]


def test_a_version_that_is_not_there_or_a_line_of_people(director: Director) -> None:
    sent = director.form("correct_hand", 1)
    assert director.client.post(director.address("restore_hand", 1, 9), sent).status_code == 404
    director.seats("join", joins="Dirk", after=0)
    assert director.client.post(director.address("restore_hand", 2, 1), sent).status_code == 404


def test_whoever_only_watches_restores_nothing(director: Director) -> None:
    player = Visitor(director.watch_secret())
    page = player.client.get(player.address("hand", 1)).content.decode()
    assert "Make this version count again" not in page
