"""Who pays whom: the fewest payments, in points and in money, or why nobody pays."""

from __future__ import annotations

import pytest

from tests.tables.conftest import Director, Visitor, words_of

PEOPLE = ("Anna", "Ben", "Cora", "Dirk", "Eva")

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(director: Director, player: Visitor) -> Director:
    """Anna 4, Ben −4, Cora 3, Dirk −2, Eva −1."""
    director.opens("sheepshead5-bump", *PEOPLE)
    director.adjusts("Brought along", points=[4, -4, 3, -2, -1])
    player.secret = director.watch_secret()
    return director


def pays(visitor: Visitor, worth: str | None = None) -> str:
    """The words of the page, perhaps for what a point is worth."""
    fields = {} if worth is None else {"worth": worth}
    response = visitor.client.get(visitor.address("pays"), fields)
    assert response.status_code == 200
    return words_of(response)


def test_in_points(evening: Director, player: Visitor) -> None:
    page = pays(player)
    assert "As it stands now; the evening goes on." in page
    assert "Ben pays Anna 4" in page
    assert "Dirk pays Cora 2" in page
    assert "Eva pays Cora 1" in page
    assert "3 payments settle everything; fewer would not." in page
    assert "that is" not in page


@pytest.mark.parametrize("worth", ["0.25", "0,25", " 0.25 ", "00.25"])
def test_in_money(evening: Director, player: Visitor, worth: str) -> None:
    page = pays(player, worth)
    assert "Ben pays Anna 4 that is 1.00" in page
    assert "Dirk pays Cora 2 that is 0.50" in page
    assert "Eva pays Cora 1 that is 0.25" in page


def test_on_paper(evening: Director, player: Visitor) -> None:
    assert "Who pays whom: Ben pays Anna: 4 · " in player.sees("print_sheet")


@pytest.mark.parametrize(
    ("worth", "sentence"),
    [
        ("much", "Enter a number."),
        ("0", "greater than or equal to 0.01"),
        ("-1", "greater than or equal to 0.01"),
        ("0.125", "no more than 2 decimal places"),
        ("1234567", "no more than 6 digits"),
        ("NaN", "Enter a number."),
        ("Infinity", "Enter a number."),
        ("1e9999", "no more than"),
        ("0.0.1", "Enter a number."),
        ("\0", "Enter a number."),
    ],
)
def test_nonsense_is_refused_at_the_field(
    evening: Director, player: Visitor, worth: str, sentence: str
) -> None:
    page = pays(player, worth)
    part = page[page.index("What is a point worth?") :]
    assert sentence in part
    assert "Ben pays Anna 4" in page
    assert "that is" not in page


def test_an_empty_box_is_points(evening: Director, player: Visitor) -> None:
    page = pays(player, "")
    assert "Ben pays Anna 4" in page
    assert "that is" not in page


def test_after_a_one_sided_penalty(evening: Director, player: Visitor) -> None:
    evening.adjusts("Revoked", points={0: -4})
    page = pays(player)
    assert "Adjustments leave the totals at −4 together instead of 0" in page
    assert "pays Anna" not in page
    evening.adjusts("Into the pot", points={2: 4})
    assert "Ben pays Cora 4" in pays(player)


def test_everybody_at_zero(director: Director) -> None:
    director.opens("sheepshead5-bump", *PEOPLE)
    assert "Everybody is at zero: nobody pays." in pays(director)
    assert "What is a point worth?" not in pays(director)


@pytest.mark.parametrize("ruleset", ["saskop", "sheepshead4-partners", "sheepshead4-auction"])
def test_pairs_pay_nobody(director: Director, ruleset: str) -> None:
    director.opens(ruleset, "Mart", "Kati", "Jaan", "Liis")
    director.adjusts("Brought along", points=[4, 0])
    assert "nobody pays." in pays(director)
    assert "What is a point worth?" not in pays(director)


def test_where_points_are_not_paid_by_the_others(director: Director) -> None:
    director.opens("sheepshead5-bump", *PEOPLE, alone="picker_amount_only")
    director.enters(picker=0, partner=1, picker_points=61)
    assert "points are won, not paid by the others: nobody pays." in pays(director)


def test_it_goes_on_while_they_play(evening: Director, player: Visitor) -> None:
    evening.enters(picker=1, partner=3, picker_points=61)
    # Anna 3, Ben −2, Cora 2, Dirk −1, Eva −2.
    page = pays(player)
    assert "3 payments settle everything" in page
    assert "pays" in page
