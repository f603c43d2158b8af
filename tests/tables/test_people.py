"""Who sits at the table: another name, somebody joins, leaves and comes back; the sheet goes on."""

from __future__ import annotations

import pytest

from scoring import score_record
from tests.tables.conftest import Director, Visitor, saved, words_of
from tournaments.models import Hand, Seat, Table, TableChange
from tournaments.tables.services.hands import differences

PEOPLE = ("Anna", "Ben", "Cora", "Dirk", "Eva")

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(director: Director) -> Table:
    """Two hands are played, and Cora is due to deal."""
    table = director.opens("sheepshead5-bump", *PEOPLE)
    director.enters(picker=2, partner=4, picker_points=75)
    director.enters(picker=0, partner=1, picker_points=61)
    return table


def there(visitor: Visitor) -> list[int]:
    """Who sits at the table by the sheet's record, clockwise."""
    return list(score_record(visitor.record())["next"]["seated"])


def names() -> list[str]:
    return list(Seat.objects.order_by("index").values_list("name", flat=True))


def test_another_name_for_all_hands(director: Director, player: Visitor, table: Table) -> None:
    player.secret = director.watch_secret()
    director.client.post(director.address("me"), {"name": "Eva"})
    response = director.seats("rename", column=2, name=" Corinna ")
    assert (response.status_code, response["Location"]) == (302, director.address("people"))
    assert names() == ["Anna", "Ben", "Corinna", "Dirk", "Eva"]
    page = player.sees("table")
    assert "Corinna deals." in page
    assert "Cora" not in page
    change = TableChange.objects.get()
    assert (change.kind, change.before, change.after) == ("rename", "Cora", "Corinna")
    assert (change.who, change.table_version) == ("Eva", 3)
    assert director.totals() == [1, 0, 1, -2, 0]


def test_a_name_in_other_letters_and_the_same_name(director: Director, table: Table) -> None:
    assert director.seats("rename", column=2, name="cora").status_code == 302
    assert director.seats("rename", column=2, name="cora").status_code == 302
    assert names()[2] == "cora"
    assert TableChange.objects.count() == 1


def test_somebody_joins_between_two(director: Director, player: Visitor, table: Table) -> None:
    player.secret = director.watch_secret()
    response = director.seats("join", name="Finn", after=1)
    assert saved(response)
    page = words_of(director.client.get(response["Location"]))
    assert "The table has changed." in page
    assert "Finn joins the table." in page
    assert there(director) == [0, 1, 5, 2, 3, 4]
    assert "Cora deals and sits out." in page
    assert player.totals() == [1, 0, 1, -2, 0, 0]
    assert "not at the table" in player.sees("table")
    assert director.chips("picker") == ["3", "4", "0", "1", "5", "none"]
    assert saved(director.enters(picker=5, partner="none", picker_points=61))
    assert director.points_of(4) == [-1, -1, 0, -1, -1, 4]
    assert player.totals() == [0, -1, 1, -3, -1, 4]
    assert not differences(table)


def test_who_leaves_keeps_the_points_and_comes_back(director: Director, table: Table) -> None:
    director.seats("join", name="Finn", after=4)
    assert saved(director.seats("leave", column=2))
    # Cora was due: the next one clockwise deals.
    assert there(director) == [0, 1, 3, 4, 5]
    assert "Dirk deals." in director.sees("table")
    assert saved(director.enters(picker=0, partner="none", picker_points=61))
    assert director.totals() == [5, -1, 1, -3, -1, -1]
    assert "Cora left after hand 2" in director.sees("screen")
    page = director.sees("people")
    assert "Who has left Who comes back? Cora" in page
    assert saved(director.seats("return", column=2, after=5))
    assert there(director) == [0, 1, 3, 4, 5, 2]
    assert "Eva deals and sits out." in director.sees("table")
    assert saved(director.enters(picker=2, partner="none", picker_points=61))
    assert director.points_of(7) == [-1, -1, 4, -1, 0, -1]
    assert director.totals() == [4, -2, 5, -4, -1, -2]
    assert not differences(table)


def test_a_change_is_on_the_sheet_for_good(director: Director, table: Table) -> None:
    director.seats("join", name="Finn", after=4)
    assert "Finn joins the table." in director.sees("table")
    page = director.sees("hand", 3)
    assert "Who sits at the table" in page
    assert "At the table, clockwise Anna, Ben, Cora, Dirk, Eva, Finn" in page
    assert "Correct it" not in page
    assert "Withdraw it" not in page
    form = director.form("table")
    for name in ("correct_hand", "withdraw_hand", "preview_correction"):
        assert director.client.post(director.address(name, 3), form).status_code == 404
    assert director.client.get(director.address("correct_hand", 3)).status_code == 404
    assert Hand.objects.get(number=3).version == 1


def test_an_earlier_hand_moves_the_deal_after_a_change(director: Director, table: Table) -> None:
    director.seats("join", name="Finn", after=4)
    director.enters(picker=5, partner="none", picker_points=61)
    assert director.points_of(4) == [-1, -1, 0, -1, -1, 4]
    assert saved(director.withdraws(2))
    # Without hand 2 it is Ben who deals hand 4 and sits out.
    assert director.points_of(4) == [-1, 0, -1, -1, -1, 4]
    assert saved(director.withdraws(1))
    assert director.points_of(4) == [0, -1, -1, -1, -1, 4]


@pytest.mark.parametrize("deed", ["join", "rename"])
@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "This field is required."),
        ("   ", "This field is required."),
        ("bEN", "Somebody of that name is on this sheet already."),
        ("F" * 41, "at most 40 characters"),
        ("Fi\nnn", "Only what can be written on one line."),
        ("Fi\0nn", "Null characters"),
    ],
)
def test_a_name_is_refused_at_its_field(
    director: Director, table: Table, deed: str, name: str, sentence: str
) -> None:
    answers = {"name": name, "after": 4} if deed == "join" else {"name": name, "column": 0}
    refused = director.seats(deed, **answers)
    assert refused.status_code == 422
    page = refused.content.decode()
    assert page.count(sentence) == 2
    part = page[page.index('id="newcomer"' if deed == "join" else 'id="name-0"') :]
    assert sentence in part[part.index('class="problem"') :].split("</p>")[0]
    assert names() == list(PEOPLE)
    assert Hand.objects.count() == 2


def test_what_was_typed_stays(director: Director, table: Table) -> None:
    refused = director.seats("join", name="Ben", after=1)
    page = " ".join(refused.content.decode().split())
    assert 'id="newcomer" list="known-names" value="Ben"' in page
    assert '<input type="radio" name="after" value="1" checked>' in page


def test_too_few_stay_at_the_table(director: Director, table: Table) -> None:
    refused = director.seats("leave", column=1)
    assert refused.status_code == 422
    text = "is played at tables of 5, 6, 7, 8. Here would sit: 4."
    assert words_of(refused).count(text) == 2
    assert there(director) == [0, 1, 2, 3, 4]


def test_too_many_on_one_sheet(director: Director, table: Table) -> None:
    for number in range(7):
        assert saved(director.seats("join", name=f"Guest {number}", after=0))
        assert saved(director.seats("leave", column=5 + number))
    refused = director.seats("join", name="One more", after=0)
    assert refused.status_code == 422
    assert "A sheet has room for 12 people: start a new one." in words_of(refused)
    assert len(names()) == 12


def test_fixed_pairs_only_change_names(director: Director) -> None:
    director.opens("saskop", "Mart", "Kati", "Jaan", "Liis")
    page = director.sees("people")
    assert "Two fixed pairs play." in page
    assert "Leaves" not in page
    assert "Sits down" not in page
    for deed, answers in (("join", {"name": "Siim", "after": 0}), ("leave", {"column": 1})):
        refused = director.seats(deed, **answers)
        assert refused.status_code == 422
        assert "nobody can join or leave; a new name can take a seat" in words_of(refused)
    assert director.seats("rename", column=1, name="Siim").status_code == 302
    assert "Siim + Liis" in director.sees("table")
    assert not Hand.objects.exists()


@pytest.mark.parametrize(
    ("deed", "answers"),
    [
        ("join", {"name": "Finn"}),
        ("join", {"name": "Finn", "after": "77"}),
        ("return", {"column": 2, "after": 0}),
        ("return", {"column": "x", "after": 0}),
        ("leave", {"column": 99}),
        ("dance", {}),
        ("rename", {"column": 5, "name": "Finn"}),
    ],
)
def test_what_no_form_asks(
    director: Director, table: Table, deed: str, answers: dict[str, int | str]
) -> None:
    refused = director.seats(deed, **answers)
    assert refused.status_code == 422
    assert "Nothing was changed" in words_of(refused)
    assert (Hand.objects.count(), names()) == (2, list(PEOPLE))
