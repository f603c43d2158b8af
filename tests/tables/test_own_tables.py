"""A device finds its tables again: on the first page, and the last game to be opened once more."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tables.conftest import Director, FormReader, Visitor, words_of
from tests.tables.test_taken_back import changes_links
from tournaments.common.requests import MOST_TABLES, PLAYERS_COOKIE, TABLES_COOKIE
from tournaments.models import Table

pytestmark = pytest.mark.django_db

PEOPLE = ("Anna", "Ben", "Cora")
FORGET = "/forget/"


def opens(director: Director, *names: str, title: str = "", **more: object) -> Table:
    """A table whose sheet the device has looked at."""
    table = director.opens("sheepshead3-coins", *(names or PEOPLE), title=title, **more)
    director.client.get(director.address("table"))
    return table


def own(client: Client) -> str:
    """What the first page says of the tables of this device."""
    page = client.get("/")
    if "data-own-tables hidden" in page.content.decode():
        return ""  # there for what only a browser knows
    words = words_of(page)
    return words.partition("Your tables")[2].partition("Join with a code")[0]


def forgets(client: Client, which: object) -> None:
    """Press a button that forgets, on a page that has it."""
    sent = FormReader(client.get("/").content.decode()).sent_to(FORGET)
    assert client.post(FORGET, sent | {"which": str(which)})["Location"] == "/"


def test_whoever_writes_goes_on_with_the_next_hand(director: Director) -> None:
    opens(director, title="Upstairs")
    director.enters(picker=0, picker_points=61)
    page = director.client.get("/")
    assert "Upstairs running" in own(director.client)
    assert f'href="{director.address("table")}">Enter hand 2</a>' in page.content.decode()
    assert page.headers["Cache-Control"] == "no-store"


def test_whoever_watches_is_offered_nothing_to_enter(director: Director, player: Visitor) -> None:
    opens(director, title="Upstairs")
    player.secret = director.watch_secret()
    player.sees("table")
    assert "Upstairs watched running" in own(player.client)
    assert "Enter hand" not in own(player.client)
    assert "See the sheet" in own(player.client)
    assert "Played last" not in words_of(player.client.get("/open/"))


def test_both_links_of_a_table_are_one_table(director: Director) -> None:
    opens(director)
    director.client.get(reverse("table", args=[director.watch_secret()]))
    assert own(director.client).count("running") == 1
    assert "Enter hand 1" in own(director.client)


def test_the_line_of_whoever_uses_the_device_is_marked(director: Director) -> None:
    opens(director)
    director.client.post(director.address("me"), {"name": "Ben"})
    page = director.client.get("/").content.decode()
    [mine] = re.findall(r'<tr class="mine">.*?</tr>', page, re.DOTALL)
    assert "Ben" in mine


def test_where_hands_are_entered_stands_first(director: Director) -> None:
    opens(director, title="The first")
    opens(director, title="The second")
    director.presses("end_evening", "end_evening")
    words = own(director.client)
    assert words.index("The first running") < words.index("The second ended")


def test_one_is_forgotten_or_all(director: Director) -> None:
    kept = opens(director, title="The first")
    gone = opens(director, title="The second")
    forgets(director.client, gone.pk)
    assert "The first" in own(director.client)
    assert "The second" not in own(director.client)
    forgets(director.client, "all")
    assert own(director.client) == ""
    assert Table.objects.filter(pk__in=[kept.pk, gone.pk]).count() == 2


def test_a_link_that_was_switched_off_leads_nowhere_from_here(director: Director) -> None:
    opens(director)
    other = Visitor(director.secret)
    changes_links(other)
    assert own(director.client) == ""


def test_only_so_many_are_kept(director: Director) -> None:
    for number in range(MOST_TABLES + 1):
        opens(director, title=f"Table {number}.")
    words = own(director.client)
    assert "Table 0." not in words
    assert "Table 1." in words


def test_a_cookie_that_is_not_ours_is_none(director: Director) -> None:
    opens(director)
    stranger = Client()
    stranger.cookies[TABLES_COOKIE] = director.secret
    assert own(stranger) == ""
    kept = director.client.cookies[TABLES_COOKIE]
    assert (kept["httponly"], kept["samesite"], kept["max-age"]) == (True, "Lax", 60 * 24 * 3600)
    stranger.cookies[TABLES_COOKIE] = kept.value.replace(director.secret, "x" * 43)
    assert own(stranger) == ""


def test_the_last_game_is_opened_again_in_one_tap(director: Director) -> None:
    first = opens(director, all_pass="moster")
    page = director.client.get("/open/")
    assert "Played last on this device" in words_of(page)
    action = reverse("open_table", args=["sheepshead3-coins"])
    sent = FormReader(page.content.decode()).sent_to(action)
    assert director.client.post(action, sent).status_code == 302
    again = Table.objects.latest("pk")
    assert again.pk != first.pk
    assert (again.ruleset, again.options) == (first.ruleset, first.options)
    assert [seat.name for seat in again.seats.order_by("index")] == list(PEOPLE)


@pytest.mark.parametrize(
    ("words", "found", "others"),
    [
        ("bump", "a lost pick costs twice", "Plus and minus"),
        ("WESTERNACH", "Schafkopf, Westernach", "ProHof"),
        ("1-2-3", "1, 2, 3 with each opponent", "Jacks above queens"),
        ("sheepshead wisconsin", "usual in Wisconsin", "southern Indiana"),
    ],
)
def test_a_game_is_found_by_its_words(words: str, found: str, others: str) -> None:
    page = words_of(Client().get("/open/", {"q": words}))
    assert found in page
    assert others not in page


def test_what_no_game_is_called_is_said() -> None:
    page = words_of(Client().get("/open/", {"q": "canasta", "players": "5"}))
    assert "No game has all these words." in page


def test_how_many_they_are_is_said_once(client: Client) -> None:
    """The device keeps it until something else is said."""
    at_first = client.get("/open/")
    assert "no-store" not in at_first.headers.get("Cache-Control", "")
    assert "Sheepshead for five to eight" in words_of(at_first)
    client.get("/open/", {"players": "4"})
    again = client.get("/open/")
    assert 'href="?players=4" aria-current="true"' in " ".join(again.content.decode().split())
    assert "Sheepshead for five to eight" not in words_of(again)
    assert again.headers["Cache-Control"] == "no-store"
    client.get("/open/", {"players": "all", "q": "bump"})
    assert "Sheepshead for five to eight" in words_of(client.get("/open/"))
    assert not client.cookies[PLAYERS_COOKIE].value
    client.cookies[PLAYERS_COOKIE] = "99; none"
    assert "Sheepshead for five to eight" in words_of(client.get("/open/"))
