"""Names on one sheet: none with nothing to see, and no two that look the same."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.answers import Answer
from tests.tables.conftest import Director, words_of
from tournaments.models import Seat, Table
from tournaments.people.queries import Known, alike
from tournaments.tables.forms import NameForm

LOOK_LIKE_ANNA = [
    "Anna\u200b",
    "An\u00adna",
    "\u202eAnna",
    "\u2066Anna\u2069",
    "Anna\u3164",
    "\u0410nna",
    "Ann\u0430",
    "\u0391nna",
    "\uff21nna",
    "A\u0301nna",
    "\u00c1nna",
    "A\u2060nna",
    "\u00a0Anna\u2003",
    "Anna\ufe0f",
]
NOTHING = [
    "\u3164",
    "\u2800",
    "\u200b\u200b",
    "\u202e",
    "\u00ad",
    "\u3164 \u3164",
    "\u115f",
    "\u0301",
]


def opens(director: Director, *names: str) -> Answer:
    sent = director.opening("sheepshead3-coins", *names)
    return director.client.post(reverse("open_table", args=["sheepshead3-coins"]), sent)


@pytest.mark.parametrize("name", LOOK_LIKE_ANNA)
def test_nobody_on_a_sheet_gets_the_look_of_another(name: str) -> None:
    form = NameForm(["Anna", "Ben"], {"name": name})
    assert not form.is_valid()
    (said,) = form.errors["name"]
    assert "looks the same. Is it somebody else?" in said or "Somebody of that name" in said


@pytest.mark.parametrize("name", LOOK_LIKE_ANNA)
def test_a_director_is_asked_about_whoever_looks_like_a_player_of_the_club(name: str) -> None:
    assert (
        alike(f"{name} Huber", [Known(1, "Anna Huber", ""), Known(2, "Ben Maier", "")])[0].pk == 1
    )


@pytest.mark.parametrize("name", NOTHING)
def test_a_name_with_nothing_to_see_is_refused_at_its_field(name: str) -> None:
    form = NameForm(["Anna"], {"name": name})
    assert not form.is_valid()
    assert form.errors["name"] == ["There is nothing to see in the name."]


@pytest.mark.django_db
def test_no_table_is_opened_for_two_who_look_the_same(director: Director) -> None:
    for name in ("\u0410nna", "Anna\u200b", "\u3164"):
        answer = opens(director, "Anna", name, "Cora")
        assert answer.status_code == 422
        assert Table.objects.count() == 0
    assert "There is nothing to see in the name." in words_of(answer)


@pytest.mark.django_db
def test_nobody_is_renamed_to_or_joins_as_a_look_alike(director: Director) -> None:
    director.opens("sheepshead3-coins", "Anna", "Ben", "Cora")
    for name in ("\u0410nna", "Anna\u3164", "\u2800"):
        assert director.seats("rename", column=1, name=name).status_code == 422
        assert director.seats("join", name=name, after=1).status_code == 422
    assert list(Seat.objects.values_list("name", flat=True)) == ["Anna", "Ben", "Cora"]


@pytest.mark.django_db
def test_a_name_is_kept_as_it_is_seen(director: Director) -> None:
    assert (
        opens(director, "Jo\u0308rg\u200b", "Be\u00adn", "\u202eC  \u2003Huber").status_code == 302
    )
    assert list(Seat.objects.values_list("name", flat=True)) == ["J\u00f6rg", "Ben", "C Huber"]


@pytest.mark.django_db
def test_names_that_people_can_tell_apart_sit_together(director: Director) -> None:
    assert opens(director, "Elia", "Ella", "\u041d\u0438\u043d\u0430").status_code == 302
