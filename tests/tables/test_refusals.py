"""What is refused comes back at its field, with everything that was typed."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from tests.tables.conftest import Director, FormReader, saved, words_of
from tournaments.models import Hand, Table

PEOPLE = ("Anna", "Ben", "Cora", "Dirk", "Eva")

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def table(director: Director) -> Table:
    return director.opens("sheepshead5-wikipedia", *PEOPLE)


def at_field(page: str, field: str) -> str:
    """The part of a page that belongs to one field."""
    return page[page.index(f'id="question-{field}"') :].split('id="question-')[1]


def test_the_engine_s_refusal_is_beside_its_field(director: Director, table: Table) -> None:
    before = director.form("table")
    refused = director.enters(picker=2, partner=4, picker_points=119)
    assert refused.status_code == 422
    page = refused.content.decode()
    assert "nobody can have 119 card points" in at_field(page, "picker_points")
    assert 'href="#question-picker_points"' in page
    kept = FormReader(page).sent_to(director.address("record_hand"))
    assert (kept["picker"], kept["partner"], kept["picker_points"]) == ("2", "4", "119")
    assert kept["submission"] != before["submission"]
    assert not Hand.objects.exists()
    mended = director.client.post(director.address("record_hand"), kept | {"picker_points": "75"})
    assert mended.status_code == 302


def test_the_form_keeps_its_submission(director: Director, table: Table) -> None:
    sent = director.form("table") | {"picker": "2", "picker_points": "1"}
    refused = director.client.post(director.address("record_hand"), sent)
    kept = FormReader(refused.content.decode()).sent_to(director.address("record_hand"))
    assert kept["submission"] == sent["submission"]


@pytest.mark.parametrize(
    ("answers", "field", "sentence"),
    [
        ({}, "picker", "Say who picked"),
        ({"picker": 2, "picker_points": "many"}, "picker_points", "Enter a whole number."),
        ({"picker": 2, "picker_points": "9" * 5000}, "picker_points", "whole number"),
        ({"picker": 2, "picker_points": 121}, "picker_points", "120"),
        ({"picker": 2}, "picker_points", "Enter the card points, or choose the result."),
        ({"picker": 2, "partner": 2, "picker_points": 61}, "partner", "picker"),
        ({"picker": 7, "picker_points": 61}, "picker", "valid choice"),
        ({"picker": "none"}, "winners", "Say who won, or enter the card points"),
        (
            {"picker": "none", "card_points": {0: 100, 1: 20}},
            "card_points",
            "Cora: Enter a number here too.",
        ),
    ],
)
def test_at_the_field(
    director: Director, table: Table, answers: dict[str, Any], field: str, sentence: str
) -> None:
    refused = director.enters(**answers)
    assert refused.status_code == 422
    assert sentence in at_field(refused.content.decode().replace("&#x27;", "'"), field)
    assert not Hand.objects.exists()


def test_what_does_not_fit_a_passed_hand_is_not_sent_on(director: Director) -> None:
    director.opens("sheepshead5-wikipedia", *PEOPLE, all_pass="doubler")
    assert director.enters(picker="none", partner=3, picker_points=61).status_code == 302
    assert "thrown in" in director.sees("hand", 1)


def test_a_correction_that_makes_a_later_hand_impossible(director: Director) -> None:
    director.opens("saskop", "Mart", "Kati", "Jaan", "Liis")
    director.enters(makers=0, trump="hearts", card_points=[60, 60])
    director.enters(card_points=[75, 45])
    refused = director.corrects(1, makers=1)
    assert refused.status_code == 422
    page = words_of(refused)
    assert "Then hand 2 could not have been as it is on the sheet" in page
    assert director.totals() == [2, 0]


def test_an_adjustment_needs_points_and_a_reason(director: Director, table: Table) -> None:
    for extra in ({}, {"points-0": "5"}, {"reason": "Because"}, {"points-0": "x", "reason": "y"}):
        sent = director.form("adjust") | extra
        refused = director.client.post(director.address("adjust"), sent)
        assert refused.status_code == 422, extra
    assert not Hand.objects.exists()


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"name-0": ""}, "This field is required."),
        ({"name-0": "anna", "name-1": "Anna"}, "Somebody of that name sits here already."),
        ({"name-0": "A" * 41}, "at most 40 characters"),
        ({"name-0": "A\0"}, "Null characters"),
        ({"option-tiers": "9-9-9"}, "valid choice"),
        ({"option-leaster_unit": "none"}, "whole number"),
        ({"first_dealer": "17"}, "valid choice"),
    ],
)
def test_opening_a_table(director: Director, fields: dict[str, str], sentence: str) -> None:
    sent = {"submission": uuid4(), "seen_version": 0, "players": 5, "first_dealer": 0} | {
        f"name-{i}": n for i, n in enumerate(PEOPLE)
    }
    refused = director.client.post("/open/sheepshead5-wikipedia/", sent | fields)
    assert refused.status_code == 422
    assert sentence in words_of(refused)
    assert not Table.objects.exists()


def test_a_hand_cannot_be_doubled_without_end(director: Director) -> None:
    director.opens("sheepshead5-wikipedia", *PEOPLE, all_pass="doubler", doublers="compound")
    for _ in range(10):
        assert director.enters(picker="none").status_code == 302
    refused = director.enters(picker="none")
    assert refused.status_code == 422
    assert "already counts 1024 times; it cannot be doubled again" in words_of(refused)


def test_a_reason_that_is_too_long(director: Director, table: Table) -> None:
    director.enters(picker=2, partner=4, picker_points=75)
    assert director.withdraws(1, why="a" * 201).status_code == 422
    assert director.corrects(1, picker_points=61, why="a" * 201).status_code == 422
    assert director.totals() == [-1, -1, 2, -1, 1]


def test_malformed_requests_are_answered(director: Director, table: Table) -> None:
    record, correct = director.address("record_hand"), director.address("correct_hand", 1)
    whole = director.form("table")
    for field, value in (("submission", "1"), ("seen_version", "9" * 30), ("dealer", "-1")):
        assert director.client.post(record, whole | {field: value}).status_code == 400
    assert director.client.post(record, {}).status_code == 400
    assert director.client.get(record).status_code == 302
    assert director.client.post(correct, whole).status_code == 404
    far = f"{director.address('table')}hands/{'9' * 30}/"
    assert director.client.get(far).status_code == 404
    assert director.client.get(f"/watch/{'9' * 30}/").status_code == 404
    assert director.client.get(director.address("table") + "?dealer=99&saved=x").status_code == 200


def test_a_refusal_beside_its_question_does_not_say_the_label_again(director: Director) -> None:
    director.opens("sheepshead4-auction", *PEOPLE[:4])
    refused = director.enters(bidders=0, bidder_points=75, **{"bid-other": 140})
    assert refused.status_code == 422
    page = refused.content.decode()
    assert "Only 61 to 120 is possible." in at_field(page, "bid")
    assert "Bid: Only 61 to 120 is possible." in words_of(refused)
    assert "Bid: Bid" not in words_of(refused)


@pytest.mark.parametrize("said", ["10", "10 over", "10 Over", "70"])
@pytest.mark.parametrize(("entry", "kept"), [("total", 70), ("over_60", 10)])
def test_a_bid_is_taken_as_it_is_said(director: Director, said: str, entry: str, kept: int) -> None:
    house = {"value": "said", "bid_entry": entry}
    table = director.opens("sheepshead4-auction", *PEOPLE[:4], **house)
    asked = at_field(director.client.get(director.address("table")).content.decode(), "bid")
    assert 'maxlength="12"' in asked
    hand = {"bidders": 0, "bid-other": said, "bidder_points": 75}
    assert saved(director.enters(**hand))
    assert table.hands.get().versions.get().record["bid"] == kept
    assert director.totals() == [10, 0]
    page = director.sees("hand", 1)
    assert "70 (10 over)" in page
    assert "The bidders (Anna + Cora) bid 10 over, that is 70, and made it." in page


@pytest.mark.parametrize("said", ["70 over", "0", "121", "ten over"])
def test_a_bid_that_nobody_can_say_is_refused_with_what_can_be_said(
    director: Director, said: str
) -> None:
    director.opens("sheepshead4-auction", *PEOPLE[:4])
    refused = director.enters(bidders=0, bidder_points=75, **{"bid-other": said})
    assert refused.status_code == 422
    page = refused.content.decode()
    problem = at_field(page, "bid")
    assert "Only 61 to 120 is possible." in problem or "Enter a whole number." in problem
    assert f'value="{said}"' in problem
