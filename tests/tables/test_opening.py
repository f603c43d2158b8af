"""Opening a table: one form, one table; and the names that a device remembers."""

from __future__ import annotations

import re
from urllib.parse import quote, unquote

import pytest

from tests.answers import Answer
from tests.tables.conftest import Director, Visitor, words_of
from tournaments.common.requests import LONGEST_COOKIE, MOST_NAMES, NAMES_COOKIE
from tournaments.models import Seat, Table, TableLink

OPEN = "/open/sheepshead3-coins/"

pytestmark = pytest.mark.django_db


PEOPLE = ("Anna", "Ben", "Cora")


def opening(*names: str) -> dict[str, str]:
    """A filled form that opens a table for three."""
    return Director().opening("sheepshead3-coins", *names)


def opens(visitor: Visitor, form: dict[str, str]) -> str:
    """Send the form; the address of the links that it leads to."""
    response = visitor.client.post(OPEN, form)
    assert response.status_code == 302, words_of(response)
    return response["Location"]


def known(visitor: Visitor) -> list[str]:
    """The names that the page for opening a table offers."""
    page = visitor.client.get(OPEN).content.decode()
    offered = re.findall(r'data-name="([^"]*)"', page)
    assert offered == re.findall(r'<option value="([^"]*)"></option>', page)
    return offered


def test_the_same_form_is_one_table_and_the_same_link(stranger: Visitor) -> None:
    form = opening(*PEOPLE)
    assert opens(stranger, form) == opens(stranger, form) == opens(Visitor(), form)
    assert (Table.objects.count(), Seat.objects.count(), TableLink.objects.count()) == (1, 3, 2)


@pytest.mark.parametrize(
    "change", [{"name-2": "Carl"}, {"title": "Upstairs"}, {"first_dealer": "1"}]
)
def test_other_content_under_the_same_number_is_another_table(
    stranger: Visitor, change: dict[str, str]
) -> None:
    form = opening(*PEOPLE)
    assert opens(stranger, form) != opens(stranger, form | change)
    assert Table.objects.count() == 2


def test_the_same_content_under_another_number_is_another_table(stranger: Visitor) -> None:
    assert opens(stranger, opening(*PEOPLE)) != opens(stranger, opening(*PEOPLE))


def test_after_a_refusal_the_same_form_opens_it(stranger: Visitor) -> None:
    form = opening("Anna", "", "Cora")
    refused = stranger.client.post(OPEN, form)
    assert refused.status_code == 422
    page = refused.content.decode()
    assert f'value="{form["submission"]}"' in page
    assert 'value="Cora"' in page
    opens(stranger, form | {"name-1": "Ben"})
    assert Table.objects.count() == 1


@pytest.mark.parametrize("name", ["A\nB", "A\x07B", "A\u2028B"])
def test_a_name_is_on_one_line(stranger: Visitor, name: str) -> None:
    for fields in ({"name-0": name}, {"title": name}):
        refused = stranger.client.post(OPEN, opening(*PEOPLE) | fields)
        assert refused.status_code == 422
        assert "Only what can be written on one line." in words_of(refused)
    assert not Table.objects.exists()


def test_names_are_offered_at_the_next_table(director: Director) -> None:
    assert known(director) == []
    director.opens("sheepshead3-coins", *PEOPLE)
    assert known(director) == ["Anna", "Ben", "Cora"]
    director.opens("sheepshead3-coins", "Dirk", "Anna", "Äva & “Co”")
    director.enters(picker=0, picker_points=61)
    assert known(director) == ["Dirk", "Anna", "Äva &amp; “Co”", "Ben", "Cora"]
    assert known(Visitor()) == []


def test_whoever_joins_or_is_renamed_is_remembered(director: Director) -> None:
    director.opens("sheepshead3-coins", *PEOPLE)
    director.seats("join", name="Dirk", after=2)
    director.seats("rename", column=0, name="Anne")
    assert known(director) == ["Anne", "Dirk", "Anna", "Ben", "Cora"]
    page = director.client.get(director.address("people")).content.decode()
    assert '<datalist id="known-names"><option value="Anna"></option></datalist>' in page


def test_only_so_many_are_kept(stranger: Visitor) -> None:
    for number in range(12):
        opens(stranger, opening(*(f"Guest {number} {letter}" for letter in "abc")))
    names = known(stranger)
    assert len(names) == MOST_NAMES == 24
    assert names[:3] == ["Guest 11 a", "Guest 11 b", "Guest 11 c"]


def test_the_cookie_stays_small(stranger: Visitor) -> None:
    for number in range(4):
        opens(stranger, opening(*(f"{number}{letter}{'🐑' * 38}" for letter in "abc")))
    kept = stranger.client.cookies[NAMES_COOKIE].value
    assert 2_000 < len(kept) <= LONGEST_COOKIE
    names = known(stranger)
    assert names == unquote(kept).split("\n")
    assert names[0] == f"3a{'🐑' * 38}"


@pytest.mark.parametrize(
    ("cookie", "offered"),
    [
        (quote("<script>alert(1)</script>"), ["&lt;script&gt;alert(1)&lt;/script&gt;"]),
        (quote("\n".join(["A" * 41, "Ben", " ", "C\0", "D\u202ee"])), ["Ben"]),
        (quote("\n".join(f"Guest {number}" for number in range(500))), None),
        ("%ed%a0%80", None),
        ("%zz%", None),
    ],
)
def test_a_hostile_cookie(stranger: Visitor, cookie: str, offered: list[str] | None) -> None:
    stranger.client.cookies[NAMES_COOKIE] = cookie
    found = known(stranger)
    assert len(found) <= MOST_NAMES
    if offered is not None:
        assert found == offered
    opens(stranger, opening(*PEOPLE))
    assert known(stranger)[:3] == ["Anna", "Ben", "Cora"]


def test_the_cookie_is_for_the_server_alone(director: Director) -> None:
    director.opens("sheepshead3-coins", *PEOPLE)
    response: Answer = director.client.get(director.address("table_links"))
    assert response.headers["Cache-Control"] == "no-store"
    cookie = director.client.cookies[NAMES_COOKIE]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
