"""The end of the evening: the sheet takes nothing more, and nothing that was typed is lost."""

from __future__ import annotations

import pytest

from tests.answers import Answer
from tests.tables.conftest import Director, FormReader, Visitor, saved, words_of
from tournaments.models import HandVersion, Table, TableChange

PEOPLE = ("Anna", "Ben", "Cora", "Dirk", "Eva")
HAND = {"picker": "1", "partner": "3", "picker_points": "75"}
ENDED = "The evening has ended. Open the sheet again first."

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(director: Director) -> Table:
    table = director.opens("sheepshead5-bump", *PEOPLE)
    director.enters(picker=2, partner=4, picker_points=75)
    return table


@pytest.fixture
def second(director: Director, table: Table) -> Visitor:
    """Another phone with the same link."""
    return Visitor(director.secret)


def ends(visitor: Visitor) -> None:
    response = visitor.presses("end_evening", "end_evening")
    assert (response.status_code, response["Location"]) == (302, visitor.address("table"))


def kept_by(response: Answer, address: str) -> dict[str, str]:
    """What the form on the page of a refusal still holds."""
    return FormReader(response.content.decode()).sent_to(address)


def test_everybody_sees_it_ended(director: Director, player: Visitor, table: Table) -> None:
    player.secret = director.watch_secret()
    assert "The evening has ended." not in player.sees("table")
    page = director.sees("end_evening")
    assert "End the evening?" in page
    assert "Cora 2" in page
    ends(director)
    for visitor in (director, player):
        page = visitor.sees("table")
        assert "The evening has ended." in page
        assert "deals" not in page
        assert visitor.totals() == [-1, -1, 2, -1, 1]
    assert "Open the sheet again" in director.sees("table")
    assert "Open the sheet again" not in player.sees("table")
    assert "The evening has ended." in player.sees("screen")
    assert "How the evening ended." in player.sees("pays")
    assert "Correct it" not in director.sees("hand", 1)


def test_what_waits_is_said_before(director: Director) -> None:
    director.opens("sheepshead5-bump", *PEOPLE, all_pass="doubler")
    director.enters(picker="none")
    page = director.sees("end_evening")
    assert "What waits for hand 2: It counts 2 times: everybody passed before." in page
    director.opens("saskop", "Mart", "Kati", "Jaan", "Liis")
    director.enters(makers=0, trump="hearts", card_points=[60, 60])
    page = director.sees("end_evening")
    assert "What waits for hand 2: The tied hand is played again" in page


def test_a_hand_typed_meanwhile_is_kept_and_then_saved(
    director: Director, second: Visitor, player: Visitor
) -> None:
    player.secret = director.watch_secret()
    mine = director.form("table") | HAND
    ends(second)
    record, reopen = director.address("record_hand"), director.address("reopen")
    refused = director.client.post(record, mine)
    assert refused.status_code == 409
    page = words_of(refused)
    assert "The evening was ended while you were typing." in page
    assert "You typed: Picker: Ben ; Partner: Dirk" in page
    assert f'form="hand-form" formaction="{reopen}"' in refused.content.decode()
    kept = kept_by(refused, record)
    assert {name: kept[name] for name in HAND} == HAND
    assert HandVersion.objects.count() == 1

    opened = director.client.post(reopen, kept)
    assert opened.status_code == 200
    assert "The evening has ended." not in player.sees("table")
    kept = kept_by(opened, record)
    assert {name: kept[name] for name in HAND} == HAND
    assert saved(director.client.post(record, kept))
    assert player.totals() == [-2, 1, 1, 0, 0]


def test_a_hand_that_was_saved_before_the_end_is_still_saved(
    director: Director, second: Visitor
) -> None:
    sent, record = director.form("table") | HAND, director.address("record_hand")
    first = director.client.post(record, sent)
    ends(second)
    assert director.client.post(record, sent)["Location"] == first["Location"]
    assert HandVersion.objects.count() == 2


def test_a_correction_is_refused_and_kept(director: Director, second: Visitor) -> None:
    address = director.address("correct_hand", 1)
    sent = director.form("correct_hand", 1) | {"picker_points": "91", "why": "Counted anew"}
    ends(second)
    refused = director.client.post(address, sent)
    assert refused.status_code == 422
    assert ENDED in words_of(refused)
    kept = kept_by(refused, address)
    assert (kept["picker_points"], kept["why"]) == ("91", "Counted anew")
    assert director.totals() == [-1, -1, 2, -1, 1]
    director.presses("table", "reopen")
    assert saved(director.client.post(address, kept))
    assert director.totals() == [-2, -2, 4, -2, 2]


def test_an_adjustment_is_refused_and_kept(director: Director, second: Visitor) -> None:
    address = director.address("adjust")
    sent = director.form("adjust") | {"points-0": "-2", "reason": "Revoked"}
    ends(second)
    refused = director.client.post(address, sent)
    assert refused.status_code == 422
    assert ENDED in words_of(refused)
    kept = kept_by(refused, address)
    assert (kept["points-0"], kept["reason"]) == ("-2", "Revoked")
    director.presses("table", "reopen")
    assert saved(director.client.post(address, kept))
    assert director.totals() == [-3, -1, 2, -1, 1]


def test_a_withdrawal_is_refused(director: Director, second: Visitor) -> None:
    address = director.address("withdraw_hand", 1)
    page = director.client.get(director.address("table")).content.decode()
    undo = FormReader(page).sent_to(address)
    ends(second)
    refused = director.client.post(address, undo)
    assert refused.status_code == 409
    assert ENDED in words_of(refused)
    assert director.totals() == [-1, -1, 2, -1, 1]


@pytest.mark.parametrize(
    ("deed", "answers"),
    [
        ("join", {"name": "Finn", "after": 4}),
        ("leave", {"column": 0}),
        ("rename", {"column": 0, "name": "Anne"}),
    ],
)
def test_people_stay_as_they_are(
    director: Director, second: Visitor, deed: str, answers: dict[str, int | str]
) -> None:
    ends(second)
    refused = director.seats(deed, **answers)
    assert refused.status_code == 409
    page = refused.content.decode()
    assert ENDED in page
    if "name" in answers:
        assert f'value="{answers["name"]}"' in page
    assert "Anne" not in director.sees("table")
    assert director.totals() == [-1, -1, 2, -1, 1]


def test_ending_twice_is_harmless(director: Director, second: Visitor) -> None:
    form, address = director.form("end_evening"), director.address("end_evening")
    other = second.form("end_evening")
    for sent in (form, form, other):
        assert director.client.post(address, sent).status_code == 302
    table = Table.objects.get()
    assert (table.version, TableChange.objects.count()) == (2, 1)
    director.presses("table", "reopen")
    assert director.client.post(address, form).status_code == 302
    table.refresh_from_db()
    assert table.ended_at is None
    ends(director)
    kinds = TableChange.objects.values_list("kind", flat=True)
    assert list(kinds) == ["end", "reopen", "end"]


def test_opening_it_again_twice_is_harmless(director: Director, second: Visitor) -> None:
    ends(director)
    page = director.client.get(director.address("table")).content.decode()
    form = FormReader(page).sent_to(director.address("reopen"))
    for _ in range(2):
        assert director.client.post(director.address("reopen"), form).status_code == 302
    assert saved(director.enters(**HAND))
    assert [change.kind for change in TableChange.objects.all()] == ["end", "reopen"]
