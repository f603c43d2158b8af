"""Changes of people sent twice, sent late, and hands that were typed before somebody left."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tables.conftest import Director, FormReader, Visitor, saved, texts, words_of
from tournaments.models import Hand, Seat, Table, TableChange

PEOPLE = ("Anna", "Ben", "Cora", "Dirk", "Eva", "Finn")

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(director: Director) -> Table:
    return director.opens("sheepshead5-bump", *PEOPLE)


def twice(director: Director, form: dict[str, str]) -> list[str]:
    """Send a form two times; where both answers lead."""
    answers = [director.client.post(director.address("people"), form) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302], words_of(answers[1])
    return [answer["Location"] for answer in answers]


def test_the_same_form_is_one_deed(director: Director, table: Table) -> None:
    forms: list[tuple[str, dict[str, Any]]] = [
        ("join", {"name": "Gus", "after": 5}),
        ("leave", {"column": 3}),
        ("return", {"column": 3, "after": 2}),
        ("rename", {"column": 3, "name": "Dieter"}),
    ]
    for number, (deed, answers) in enumerate(forms, 1):
        first, again = twice(director, director.people_form(deed, **answers))
        assert first == again
        assert Hand.objects.count() == min(number, 3)
    assert Seat.objects.count() == 7
    assert TableChange.objects.count() == 1
    assert Table.objects.get().version == 4


def test_a_form_that_comes_late_changes_nothing_more(director: Director, table: Table) -> None:
    form = director.people_form("join", name="Gus", after=5)
    first = director.client.post(director.address("people"), form)
    director.seats("leave", column=6)
    director.seats("leave", column=0)
    late = director.client.post(director.address("people"), form)
    assert late["Location"] == first["Location"]
    assert Hand.objects.count() == 3
    assert "Gus leaves the table." in director.sees("table")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("join", {"name": "Gus", "after": 5}), ("join", {"name": "Hanno", "after": 5})),
        (("join", {"name": "Gus", "after": 5}), ("join", {"name": "Gus", "after": 0})),
        (("leave", {"column": 3}), ("leave", {"column": 4})),
        (("rename", {"column": 3, "name": "Dieter"}), ("rename", {"column": 4, "name": "Evi"})),
        (("rename", {"column": 3, "name": "Dieter"}), ("leave", {"column": 4})),
    ],
)
def test_a_form_with_something_else_in_it_is_refused(
    director: Director,
    table: Table,
    first: tuple[str, dict[str, Any]],
    second: tuple[str, dict[str, Any]],
) -> None:
    address, page = director.address("people"), director.people_form("")
    sent, other = (page | {"deed": deed} | texts(answers) for deed, answers in (first, second))
    assert director.client.post(address, sent).status_code == 302
    version = Table.objects.get().version
    refused = director.client.post(address, other)
    assert refused.status_code == 409
    renames = "Sent before, with something else in it"
    joins = "The sheet was changed meanwhile. Look it over and press again."
    assert (renames if first[0] == "rename" else joins) in words_of(refused)
    assert Table.objects.get().version == version


def test_a_stale_form_is_refused_and_can_be_pressed_again(director: Director, table: Table) -> None:
    stale = director.people_form("leave", column=2)
    assert saved(Visitor(director.secret).enters(picker=1, partner=2, picker_points=61))
    refused = director.client.post(director.address("people"), stale)
    assert refused.status_code == 409
    assert "The sheet was changed meanwhile." in words_of(refused)
    assert Hand.objects.count() == 1
    assert saved(director.seats("leave", column=2))


def test_a_hand_whose_dealer_has_left_meanwhile(director: Director, table: Table) -> None:
    assert "Anna deals and sits out." in director.sees("table")
    mine = director.form("table") | {"picker": "1", "partner": "2", "picker_points": "75"}
    assert saved(Visitor(director.secret).seats("leave", column=0))
    conflict = director.client.post(director.address("record_hand"), mine)
    assert conflict.status_code == 409
    page = words_of(conflict)
    assert "Anna leaves the table." in page
    assert "You typed: Picker: Ben ; Partner: Cora ; Card points of the picker's side: 75" in page
    kept = FormReader(conflict.content.decode()).sent_to(director.address("record_hand"))
    assert (kept["dealer"], kept["picker"], kept["picker_points"]) == ("1", "1", "75")
    assert saved(director.client.post(director.address("record_hand"), kept))
    assert director.totals() == [0, 2, 1, -1, -1, -1]


def test_a_hand_of_somebody_who_has_left_meanwhile(director: Director, table: Table) -> None:
    mine = director.form("table") | {"picker": "3", "partner": "2", "picker_points": "75"}
    assert saved(Visitor(director.secret).seats("leave", column=3))
    refused = director.client.post(director.address("record_hand"), mine)
    assert refused.status_code == 422
    assert "Picker: Select a valid choice." in words_of(refused)
    kept = FormReader(refused.content.decode()).sent_to(director.address("record_hand"))
    assert (kept["partner"], kept["picker_points"]) == ("2", "75")
    conflict = director.client.post(director.address("record_hand"), kept | {"picker": "4"})
    assert conflict.status_code == 409
    assert "Dirk leaves the table." in words_of(conflict)
    assert Hand.objects.count() == 1


def test_an_early_adjustment_is_corrected_among_those_who_were_there(
    director: Director, table: Table
) -> None:
    director.adjusts("Revoked", points=[-5, 5])
    assert saved(director.seats("join", name="Gus", after=5))
    form = director.form("correct_hand", 1)
    assert "points-5" in form
    assert "points-6" not in form
    assert saved(director.corrects(1, points=[-4, 4]))
    assert director.totals() == [-4, 4, 0, 0, 0, 0, 0]
    director.adjusts("Late", points={6: -1, 0: 1})
    assert director.totals() == [-3, 4, 0, 0, 0, 0, -1]
