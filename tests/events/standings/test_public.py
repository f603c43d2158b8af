"""What everybody sees of an event, and what only its directors do."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.answers import there
from tests.events.big import big_event
from tests.events.conftest import signs_in
from tests.events.played import plays, starts
from tests.events.states import closed
from tests.tables.conftest import words_of
from tournaments.models import Author, Club, Entry, Event, Result, Round, Table

pytestmark = [pytest.mark.django_db, pytest.mark.made_up]

PAGES = ("event", "event_seats", "event_screen", "event_csv", "event_entry")


def address(event: Event, name: str) -> str:
    return reverse(name, args=[event.pk, 1] if name == "event_entry" else [event.pk])


def see(client: Client, event: Event, name: str = "event", query: str = "") -> str:
    response = client.get(address(event, name) + query)
    assert response.status_code == 200
    return words_of(response)


@pytest.fixture
def event(club: Club) -> Event:
    return big_event(club, entries=12, closed=1, running=True, rounds=3)


@pytest.mark.parametrize("name", PAGES)
def test_nobody_but_its_directors_sees_an_unpublished_event(
    event: Event, director: Client, other_director: Client, stranger: Client, name: str
) -> None:
    Event.objects.update(published_at=None)
    for client in (other_director, stranger, signs_in("Paul")):
        assert client.get(address(event, name)).status_code == 404
    for client in (director, signs_in("Root", is_admin=True)):
        response = client.get(address(event, name))
        assert response.status_code == 200
        assert "no-store" in response.headers["Cache-Control"]


@pytest.mark.parametrize("name", PAGES)
def test_everybody_sees_a_published_one_and_nobody_can_post(
    event: Event, stranger: Client, other_director: Client, name: str
) -> None:
    for client in (stranger, other_director):
        assert client.get(address(event, name)).status_code == 200
        assert client.post(address(event, name)).status_code == 405
    assert stranger.get(address(event, name)[:-2] + "999/").status_code == 404


@pytest.mark.parametrize("name", ["event", "event_seats", "event_screen", "event_entry"])
def test_a_page_that_is_known_is_not_drawn_again(
    event: Event, stranger: Client, django_assert_max_num_queries: DjangoAssertNumQueries, name: str
) -> None:
    first = stranger.get(address(event, name))
    known = {"if-none-match": first.headers["ETag"]}
    with django_assert_max_num_queries(3):
        again = stranger.get(address(event, name), headers=known)
    assert (again.status_code, again.content) == (304, b"")
    Event.objects.update(version=F("version") + 1)
    assert stranger.get(address(event, name), headers=known).status_code == 200


def test_a_hand_makes_the_standing_new_and_only_the_pages_of_those_at_the_table(
    event: Event, stranger: Client
) -> None:
    table = Table.objects.filter(event_table__round__state=Round.DRAWN).first()
    at_it = list(there(table).event_table.results.values_list("entry__number", flat=True))
    elsewhere = next(n for n in range(1, 13) if n not in at_it)
    pages = [address(event, "event")]
    pages += [reverse("event_entry", args=[event.pk, n]) for n in (at_it[0], elsewhere)]
    tags = [stranger.get(page).headers["ETag"] for page in pages]
    Table.objects.filter(pk=there(table).pk).update(version=F("version") + 1)
    answers = [
        stranger.get(page, headers={"if-none-match": tag}).status_code
        for page, tag in zip(pages, tags, strict=True)
    ]
    assert answers == [200, 200, 304]


def test_who_sees_more_has_another_page(event: Event, stranger: Client, director: Client) -> None:
    tags = {client.get(address(event, "event")).headers["ETag"] for client in (stranger, director)}
    assert len(tags) == 2


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("size", [8, 160])
def test_few_questions_whatever_the_size(
    club: Club,
    stranger: Client,
    django_assert_max_num_queries: DjangoAssertNumQueries,
    name: str,
    size: int,
) -> None:
    event = big_event(club, entries=size, closed=3, running=True, hands_a_table=2)
    with django_assert_max_num_queries(10 if name in ("event", "event_entry") else 9):
        assert stranger.get(address(event, name)).status_code == 200


def test_the_standing_says_that_it_still_moves_and_what_it_was(
    event: Event, stranger: Client
) -> None:
    now = see(stranger, event)
    assert "If it ended now" in now
    assert "Round 2, sheets entered: 0 of 3, confirmed: 0" in now
    assert "Standings after round 1" in see(stranger, event, query="?view=closed")


def test_places_and_figures_stand_in_the_table(event: Event, stranger: Client) -> None:
    page = stranger.get(address(event, "event") + "?view=closed").content.decode()
    places = re.findall(r'<tr id="entry-(\d+)"><td class="figure">(\d+)\.', page)
    results = Result.objects.filter(event=event, round__number=1)
    best = results.order_by("-points").values_list("entry__number", flat=True).first()
    assert places[0] == (str(best), "1")
    assert len(places) == 12


def test_a_row_says_how_far_somebody_has_moved_since_the_round_before(
    event: Event, stranger: Client
) -> None:
    assert "▲" not in see(stranger, event, query="?view=closed")  # of one round
    page = stranger.get(address(event, "event")).content.decode()
    moved = re.findall(r"(▲|▼)(\d+)</span><span class=\"unseen\"> \d+ places? (up|down)<", page)
    assert {(sign, way) for sign, _places, way in moved} == {("▲", "up"), ("▼", "down")}
    up, down = (sum(int(n) for sign, n, _way in moved if sign == each) for each in "▲▼")
    assert up == down


def test_names_are_written_as_they_are_and_never_as_markup(event: Event, stranger: Client) -> None:
    Entry.objects.filter(event=event, number=1).update(name="<b>Ünal & Söhne</b>", team="<i>")
    Event.objects.update(version=F("version") + 1)
    for name in ("event", "event_seats", "event_screen", "event_entry"):
        page = stranger.get(address(event, name)).content.decode()
        assert "<b>Ünal" not in page
        assert "<i>" not in page
        assert "&lt;b&gt;Ünal &amp; Söhne" in page


def test_before_anything_is_played_there_are_no_places(club: Club, stranger: Client) -> None:
    event = big_event(club, entries=3, closed=0)
    words = see(stranger, event)
    assert "Who takes part" in words
    assert "Anna 2" in words
    assert "Not begun yet" in words
    assert "No seats to show now" in see(stranger, event, "event_seats")
    assert "Nobody is on the list yet" in see(stranger, big_event(club, entries=0, closed=0))


def test_one_finds_the_own_seat(event: Event, stranger: Client) -> None:
    line = Result.objects.get(event=event, round__number=2, entry__number=5)
    words = see(stranger, event, "event_seats", "?q=anna+5")
    assert f"Table {there(line.event_table).number} Seat {there(line.side) + 1}" in words
    assert "0 entries for “nobody”" in see(stranger, event, "event_seats", "?q=nobody")
    assert "Table 3" in see(stranger, event, "event_seats", "?by=table")


def test_seats_that_are_not_published_are_not_told(
    event: Event, stranger: Client, director: Client
) -> None:
    event.rounds.filter(number=2).update(published_at=None)
    Event.objects.update(version=F("version") + 1)
    for client in (stranger, director):
        assert "No seats to show now" in see(client, event, "event_seats")
        assert "It stands here as soon as the draw is published." in see(
            client, event, "event_entry"
        )
        assert "If it ended now" not in see(client, event)


def test_my_page_has_my_seat_my_rounds_and_my_place(event: Event, stranger: Client) -> None:
    line = Result.objects.get(event=event, round__number=2, entry__number=1)
    first = Result.objects.get(event=event, round__number=1, entry__number=1)
    words = see(stranger, event, "event_entry")
    assert f"Table {there(line.event_table).number} Seat {there(line.side) + 1}" in words
    assert "After round 1 Place" in words
    assert f"Round 1 Table {there(first.event_table).number}" in words
    page = stranger.get(address(event, "event_entry")).content.decode()
    assert reverse("public_table", args=[there(first.event_table).table_id]) in page
    others = (
        there(first.event_table).results.exclude(pk=first.pk).values_list("entry__name", flat=True)
    )
    assert all(name in words for name in others)


def test_the_standing_for_a_spreadsheet(event: Event, stranger: Client) -> None:
    Entry.objects.filter(event=event, number=1).update(name="=1+1")
    response = stranger.get(address(event, "event_csv"))
    text = response.content.decode().removeprefix("\ufeff")
    rows = list(csv.reader(text.splitlines()))
    assert rows[0][:6] == ["Place", "No.", "Name", "Team", "Round 1", "Total"]
    assert len(rows) == 13
    assert "'=1+1" in {row[2] for row in rows}
    assert "attachment" in response.headers["Content-Disposition"]


HIDDEN = "The standings are hidden"


def figures(event: Event) -> set[str]:
    """The totals, as they would be written anywhere."""
    totals = [sum(r.points for r in e.results.all()) for e in event.entries.all()]
    return {f"{total:+d}".replace("-", "−") for total in totals if abs(total) > 9}


@pytest.mark.parametrize(("shows", "running"), [("before_last", 3), ("at_the_end", 2)])
def test_a_hidden_standing_is_nowhere_to_be_seen(
    club: Club, stranger: Client, director: Client, shows: str, running: int
) -> None:
    event = big_event(club, entries=12, closed=running - 1, running=True, rounds=3, shows=shows)
    secret = figures(event)
    assert secret
    for query in ("", "?view=closed", "?view=teams", "?q=anna", "?group=ladies", "?page=2"):
        words = see(stranger, event, query=query)
        assert HIDDEN in words
        assert not secret & set(words.split())
    assert HIDDEN in see(stranger, event, "event_entry")
    assert HIDDEN in see(director, event, "event_screen", "?mode=standings")
    assert len(stranger.get(address(event, "event_csv")).content.decode().splitlines()) == 1
    assert "Only you see this" in see(director, event)
    assert secret & set(see(director, event).split())
    assert "Only you see this" in see(director, event, "event_entry")


def test_the_results_of_a_hidden_round_are_not_on_a_players_page(
    club: Club, stranger: Client
) -> None:
    event = big_event(club, entries=4, closed=1, running=True, rounds=2, shows="before_last")
    event.results.filter(round__number=2).update(points=777)
    event.results.filter(round__number=1).update(points=555)
    words = see(stranger, event, "event_entry")
    assert "+555" in words
    assert "777" not in words
    settings = event.settings | {"shows": "at_the_end"}
    Event.objects.update(settings=settings, version=F("version") + 1)
    assert "555" not in see(stranger, event, "event_entry")


def test_the_standing_is_shown_until_the_last_draw_and_from_the_final_list_on(
    club: Club, stranger: Client
) -> None:
    event = big_event(club, entries=8, closed=1, running=True, rounds=3, shows="before_last")
    assert HIDDEN not in see(stranger, event)
    event.rounds.update(**closed())
    event.settings["rounds"] = 2
    event.version += 1
    event.save()
    assert HIDDEN in see(stranger, event)
    event.state, event.revision, event.version = Event.FINAL, 1, event.version + 1
    event.save()
    assert "Final standing" in see(stranger, event)


def test_a_player_sits_with_the_others_and_a_pair_against_the_other_pair(
    event: Event, new_event: Callable[..., Event], by: Author, client: Client
) -> None:
    assert see(client, event, "event_entry").count(" At the table: ") == 2
    pairs = new_event(entries=4, unit="pair", size=2, ruleset="saskop", rounds=2)
    plays(pairs, by)
    starts(pairs, by, 2)
    said = see(client, pairs, "event_entry")
    assert " At the table: " not in said
    assert len(re.findall(r" Opponents: Anna \d / Ben \d ", said)) == 2
