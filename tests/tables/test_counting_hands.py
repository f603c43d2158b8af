"""Counting the pile within the form of a hand: it fills the points in and saves nothing."""

from __future__ import annotations

import pytest

from tests.tables.conftest import Director, FormReader, saved, texts, words_of
from tournaments.models import Hand, HandVersion

PEOPLE = ("Anna", "Ben", "Cora", "Dirk", "Eva")
PAIRS = ("Mart", "Kati", "Jaan", "Liis")
COUNTED = {"count_aces": "3", "count_kings": "1", "count_jacks": "0", "count": "yes"}
"""Three aces, one king and no jack: 63, and 57 for the others."""

pytestmark = pytest.mark.django_db


def counts(director: Director, **answers: object) -> dict[str, str]:
    """Press “count” in the form of the next hand; what the form then holds."""
    address = director.address("record_hand")
    response = director.client.post(address, director.form("table") | texts(answers) | COUNTED)
    assert response.status_code == 200
    assert not Hand.objects.exists()
    return FormReader(response.content.decode()).sent_to(address)


def test_it_fills_the_points_and_keeps_everything_else(director: Director) -> None:
    table = director.opens("sheepshead5-bump", *PEOPLE, cracking="crack")
    before = director.form("table")
    filled = counts(director, picker=2, partner=4, crack="on")
    assert filled["picker_points"] == "63"
    assert (filled["picker"], filled["partner"], filled["crack"]) == ("2", "4", "on")
    assert (filled["count_aces"], filled["count_kings"], filled["count_jacks"]) == ("3", "1", "0")
    assert filled["seen_version"] == before["seen_version"]
    table.refresh_from_db()
    assert table.version == 0
    assert saved(director.client.post(director.address("record_hand"), filled))
    assert director.totals() == [-2, -2, 4, -2, 2]


def test_the_form_keeps_its_own_number(director: Director) -> None:
    director.opens("sheepshead5-bump", *PEOPLE)
    sent = director.form("table") | {"picker": "2"} | COUNTED
    address = director.address("record_hand")
    for _ in range(2):
        page = director.client.post(address, sent).content.decode()
        assert FormReader(page).sent_to(address)["submission"] == sent["submission"]
    assert "63 card points" in page
    assert "the others 57" in page


def test_another_dealer_stays_chosen(director: Director) -> None:
    director.opens("sheepshead5-bump", *PEOPLE)
    sent = director.form("table", at="?dealer=3") | {"picker": "0"} | COUNTED
    address = director.address("record_hand")
    page = director.client.post(address, sent).content.decode()
    kept = FormReader(page).sent_to(address)
    assert (kept["dealer"], kept["dealer_given"], kept["picker"]) == ("3", "yes", "0")


@pytest.mark.parametrize(
    ("makers", "points"), [("0", ("63", "57")), ("1", ("57", "63")), ("none", ("63", "57"))]
)
def test_in_pairs_it_is_the_makers_pile(
    director: Director, makers: str, points: tuple[str, str]
) -> None:
    director.opens("saskop", *PAIRS)
    filled = counts(director, makers=makers)
    assert (filled["card_points-0"], filled["card_points-1"]) == points


def test_nothing_tapped_fills_nothing(director: Director) -> None:
    director.opens("sheepshead5-bump", *PEOPLE)
    sent = director.form("table") | {"picker": "2", "picker_points": "75", "count": "yes"}
    address = director.address("record_hand")
    page = director.client.post(address, sent).content.decode()
    assert FormReader(page).sent_to(address)["picker_points"] == "75"
    page = director.client.post(address, sent | {"count_aces": "9"}).content.decode()
    assert FormReader(page).sent_to(address)["picker_points"] == "75"
    assert "Only 0 to 4 is possible." in page
    assert not Hand.objects.exists()


def test_a_passed_hand_has_no_pile_to_fill(director: Director) -> None:
    director.opens("sheepshead5-bump", *PEOPLE)
    filled = counts(director, picker="none", card_points={0: 63})
    assert filled["picker"] == "none"
    assert filled["picker_points"] == ""
    assert filled["card_points-0"] == "63"


def test_in_a_correction(director: Director) -> None:
    director.opens("sheepshead5-bump", *PEOPLE)
    director.enters(picker=2, partner=4, picker_points=75)
    address = director.address("correct_hand", 1)
    sent = director.form("correct_hand", 1) | COUNTED | {"why": "Counted once more"}
    page = director.client.post(address, sent)
    assert page.status_code == 200
    assert HandVersion.objects.count() == 1
    filled = FormReader(page.content.decode()).sent_to(address)
    assert (filled["picker_points"], filled["picker"], filled["partner"]) == ("63", "2", "4")
    assert (filled["why"], filled["submission"]) == ("Counted once more", sent["submission"])
    assert saved(director.client.post(address, filled))
    assert "63 card points" in director.sees("hand", 1)
    assert "“Counted once more”" in words_of(director.client.get(director.address("hand", 1)))


def test_an_adjustment_has_nothing_to_count(director: Director) -> None:
    director.opens("sheepshead5-bump", *PEOPLE)
    director.adjusts("Revoked", points=[-2, 2])
    address = director.address("correct_hand", 1)
    sent = director.form("correct_hand", 1) | COUNTED | {"points-0": "-4"}
    page = director.client.post(address, sent)
    assert page.status_code == 200
    assert FormReader(page.content.decode()).sent_to(address)["points-0"] == "-4"
    assert HandVersion.objects.count() == 1
