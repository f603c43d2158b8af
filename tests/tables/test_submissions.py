"""A submission counts once; two people at one sheet are both shown what the other did."""

from __future__ import annotations

import pytest

from tests.tables.conftest import Director, FormReader, Visitor, words_of
from tournaments.models import Hand, HandVersion, Table

pytestmark = pytest.mark.django_db

HAND = {"picker": "2", "picker_points": "61"}


@pytest.fixture
def table(director: Director) -> Table:
    return director.opens("sheepshead3-coins", "Anna", "Ben", "Cora")


@pytest.fixture
def second(director: Director, table: Table) -> Visitor:
    """Another phone with the same link."""
    return Visitor(director.secret)


def test_the_same_submission_is_one_hand(director: Director, table: Table) -> None:
    sent = director.form("table") | HAND
    first, again = (director.client.post(director.address("record_hand"), sent) for _ in range(2))
    assert first["Location"] == again["Location"]
    director.enters(picker=0, picker_points=61)
    late = director.client.post(director.address("record_hand"), sent)
    assert late["Location"] == first["Location"]
    assert Hand.objects.count() == 2
    assert Table.objects.get().version == 2


def test_the_same_submission_with_other_answers(director: Director, table: Table) -> None:
    sent = director.form("table") | HAND
    director.client.post(director.address("record_hand"), sent)
    conflict = director.client.post(director.address("record_hand"), sent | {"picker": "0"})
    assert conflict.status_code == 409
    page = words_of(conflict)
    assert "Picker Cora" in page
    assert "Picker Anna" in page
    assert Hand.objects.count() == 1
    mine = FormReader(conflict.content.decode()).sent_to(director.address("correct_hand", 1))
    assert director.client.post(director.address("correct_hand", 1), mine).status_code == 302
    assert director.totals() == [2, -1, -1]


def test_a_submission_of_another_table(director: Director, table: Table) -> None:
    sent = director.form("table") | HAND
    director.client.post(director.address("record_hand"), sent)
    director.opens("sheepshead3-coins", "Dirk", "Eva", "Finn")
    conflict = director.client.post(director.address("record_hand"), sent | {"seen_version": "0"})
    assert conflict.status_code == 409
    assert "Cora" not in words_of(conflict)
    assert Hand.objects.count() == 1
    kept = FormReader(conflict.content.decode()).sent_to(director.address("record_hand"))
    assert kept["picker"] == "2"
    assert kept["submission"] != sent["submission"]
    assert director.client.post(director.address("record_hand"), kept).status_code == 302


def test_two_new_hands_at_once(director: Director, second: Visitor) -> None:
    mine = director.form("table") | HAND
    second.enters(picker=0, picker_points=75)
    conflict = director.client.post(director.address("record_hand"), mine)
    assert conflict.status_code == 409
    page = words_of(conflict)
    assert "Hand 1 saved Picker: Anna" in page
    assert "You typed: Picker: Cora" in page
    assert Hand.objects.count() == 1
    kept = FormReader(conflict.content.decode()).sent_to(director.address("record_hand"))
    assert (kept["picker"], kept["picker_points"]) == ("2", "61")
    assert director.client.post(director.address("record_hand"), kept).status_code == 302
    assert Hand.objects.count() == 2


def test_two_corrections_of_one_hand(director: Director, second: Visitor) -> None:
    director.enters(**HAND)
    mine = director.form("correct_hand", 1) | {"picker_points": "75"}
    assert second.corrects(1, picker_points=91).status_code == 302
    conflict = director.client.post(director.address("correct_hand", 1), mine)
    assert conflict.status_code == 409
    page = words_of(conflict)
    assert "91" in page
    assert "75" in page
    assert HandVersion.objects.count() == 2
    assert "Keep this one" in page
    assert "Change mine first" in page
    kept = FormReader(conflict.content.decode()).sent_to(director.address("correct_hand", 1))
    assert kept["picker_points"] == "75"
    assert director.client.post(director.address("correct_hand", 1), kept).status_code == 302
    assert director.totals() == [-1, -1, 2]
    assert [version.number for version in HandVersion.objects.order_by("pk")] == [1, 2, 3]


def test_a_correction_and_a_withdrawal(director: Director, second: Visitor) -> None:
    director.enters(**HAND)
    page = director.client.get(director.address("hand", 1)).content.decode()
    stale = FormReader(page).sent_to(director.address("withdraw_hand", 1))
    second.corrects(1, picker_points=91)
    conflict = director.client.post(director.address("withdraw_hand", 1), stale)
    assert conflict.status_code == 409
    assert "This hand was changed meanwhile." in words_of(conflict)
    assert director.totals() == [-2, -2, 4]


def test_a_correction_sent_twice_is_one_version(director: Director, table: Table) -> None:
    director.enters(**HAND)
    sent = director.form("correct_hand", 1) | {"picker_points": "75"}
    for _ in range(2):
        response = director.client.post(director.address("correct_hand", 1), sent)
        assert response.status_code == 302
    assert HandVersion.objects.count() == 2
    page = director.client.get(director.address("hand", 1)).content.decode()
    sent = FormReader(page).sent_to(director.address("withdraw_hand", 1))
    for _ in range(2):
        assert director.client.post(director.address("withdraw_hand", 1), sent).status_code == 302
    assert HandVersion.objects.count() == 3


def test_versions_are_never_overwritten(director: Director, table: Table) -> None:
    director.enters(**HAND)
    version = HandVersion.objects.get()
    version.reason = "Something else"
    with pytest.raises(TypeError):
        version.save()
