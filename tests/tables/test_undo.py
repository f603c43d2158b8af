"""Taking the last hand back with one tap, and bringing it back."""

from __future__ import annotations

import pytest

from tests.tables.conftest import Director, FormReader, Visitor, saved, words_of
from tournaments.models import HandVersion, Table

PEOPLE = ("Anna", "Ben", "Cora", "Dirk", "Eva")

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(director: Director) -> Table:
    table = director.opens("sheepshead5-bump", *PEOPLE)
    director.enters(picker=2, partner=4, picker_points=75)
    director.enters(picker=0, partner=1, picker_points=61)
    return table


def undo_form(visitor: Visitor, number: int) -> dict[str, str]:
    """What the button on the table's page would send."""
    page = visitor.client.get(visitor.address("table")).content.decode()
    return FormReader(page).sent_to(visitor.address("withdraw_hand", number))


def test_one_tap_takes_the_last_hand_back(
    director: Director, player: Visitor, table: Table
) -> None:
    player.secret = director.watch_secret()
    assert director.totals() == [1, 0, 1, -2, 0]
    assert "Undo hand 2" in director.sees("table")
    address = director.address("withdraw_hand", 2)
    response = director.client.post(address, undo_form(director, 2))
    assert saved(response)
    assert "The hand is withdrawn." in words_of(director.client.get(response["Location"]))
    assert director.totals() == [-1, -1, 2, -1, 1]
    page = player.sees("table")
    assert "Withdrawn: does not count." in page
    assert "Undo" not in page
    assert "“Undone”" in player.sees("hand", 2)
    # The deal goes back with it, and the next tap would take the hand before.
    assert "Ben deals." in director.sees("table")
    assert "Undo hand 1" in director.sees("table")


def test_the_same_form_twice_is_one_deed(director: Director, table: Table) -> None:
    form, address = undo_form(director, 2), director.address("withdraw_hand", 2)
    first, again = (director.client.post(address, form) for _ in range(2))
    assert first["Location"] == again["Location"]
    assert HandVersion.objects.filter(hand__number=2).count() == 2
    table.refresh_from_db()
    assert table.version == 3
    assert saved(director.corrects(2))
    assert saved(director.client.post(address, form))
    assert director.totals() == [1, 0, 1, -2, 0]


def test_a_stale_form_changes_nothing(director: Director, table: Table) -> None:
    form = undo_form(director, 2)
    assert saved(Visitor(director.secret).corrects(2, picker_points=91))
    refused = director.client.post(director.address("withdraw_hand", 2), form)
    assert refused.status_code == 409
    assert "This hand was changed meanwhile." in words_of(refused)
    assert HandVersion.objects.count() == 3
    assert director.totals() == [3, 1, 0, -3, -1]


def test_a_form_of_one_hand_does_not_withdraw_another(director: Director, table: Table) -> None:
    form = undo_form(director, 2)
    assert saved(director.client.post(director.address("withdraw_hand", 2), form))
    refused = director.client.post(director.address("withdraw_hand", 1), form)
    assert refused.status_code == 409
    assert director.totals() == [-1, -1, 2, -1, 1]


def test_brought_back_it_counts_again(director: Director, table: Table) -> None:
    director.client.post(director.address("withdraw_hand", 2), undo_form(director, 2))
    page = director.client.get(director.address("table") + "?saved=2").content.decode()
    assert f'href="{director.address("correct_hand", 2)}"' in page
    assert saved(director.corrects(2))
    assert director.totals() == [1, 0, 1, -2, 0]
    assert "Undo hand 2" in director.sees("table")
    assert [version.is_withdrawn for version in HandVersion.objects.filter(hand__number=2)] == [
        False,
        True,
        False,
    ]


def test_an_adjustment_too_but_no_change_of_people(director: Director, table: Table) -> None:
    director.adjusts("Revoked", points=[-2, 2])
    assert "Undo" in director.sees("table")
    assert "Undo hand" not in director.sees("table")
    form = undo_form(director, 3)
    assert saved(director.client.post(director.address("withdraw_hand", 3), form))
    assert director.totals() == [1, 0, 1, -2, 0]
    assert saved(director.seats("join", name="Finn", after=4))
    assert "Undo" not in director.sees("table")


def test_there_is_nothing_to_undo_on_an_empty_sheet(director: Director) -> None:
    director.opens("sheepshead5-bump", *PEOPLE)
    assert "Undo" not in director.sees("table")


def test_a_great_moment_is_offered_for_undoing_only_while_it_is_the_last(
    director: Director, table: Table
) -> None:
    swept: dict[str, object] = {"picker": 1, "partner": "none", "result": "won_schwarz"}
    page = words_of(director.client.get(director.enters(**swept)["Location"]))
    assert "Every trick, alone! Hand 3 is saved." in page
    page = words_of(director.client.get(director.corrects(1, picker_points=90)["Location"]))
    assert "Hand 1 is corrected." in page
    assert "Every trick" not in page.partition("Hand 1 is corrected.")[0][-40:]
    director.enters(picker=2, partner=4, picker_points=75)
    answer = director.client.get(director.corrects(3, why="Read again")["Location"])
    assert "Every trick, alone! Hand 3 is corrected." in words_of(answer)
    assert 'aria-label="Undo hand 3"' not in answer.content.decode()
