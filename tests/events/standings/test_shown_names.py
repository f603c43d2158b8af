"""Whoever is shown with initials, or not at all, is so on every public page of an event."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from io import BytesIO
from uuid import uuid4

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.answers import Answer
from tests.events.stage import Stage
from tests.events.states import final
from tests.events.test_access import BY_ACCESS, PAGES
from tests.paper.printed import page_texts
from tests.tables.conftest import words_of
from tournaments.events.standings.queries.snapshots import snapshot_of
from tournaments.live.rendered import draw_event
from tournaments.live.tickets import EVENT, Ticket
from tournaments.models import Author, Club, Event, Member, Player, Round
from tournaments.people.services.people import show_as

HIDDEN, INITIALS = "Zenobia Quandt", "Yvonne Paffrath"
pytestmark = pytest.mark.made_up

PUBLIC = [*{*BY_ACCESS["public_event"], *BY_ACCESS["public_series"]} - {"take_event_story"}]
ALSO = ("event?view=closed", "event?view=persons", "event?view=teams", "event?q=quandt")
SCREENS = tuple(f"event_screen?mode={mode}" for mode in ("standings", "seats", "tables", "clock"))
SEATS = ("event_seats?by=table", "event_seats?q=paffrath", "event_seats?q=1", "event_seats?q=2")


def text_of(response: Answer) -> str:
    """All words of an answer, whatever it is."""
    kind, content = response.headers.get("Content-Type", ""), response.getvalue()
    if "pdf" in kind:
        return " ".join(page_texts(content))
    if content[:2] == b"PK":
        with zipfile.ZipFile(BytesIO(content)) as book:
            return " ".join(book.read(name).decode() for name in book.namelist())
    return content.decode()


@pytest.fixture
def stage(new_event: Callable[..., Event]) -> Stage:
    """Entry 1 is hidden, entry 2 is shown by initials; they have not been anything else before."""
    event = new_event(entries=8, ruleset="sheepshead4-cutthroat", hands=4, rounds=2)
    for number, name in ((1, HIDDEN), (2, INITIALS)):
        event.entries.filter(number=number).update(name=name)
        Player.objects.filter(memberships__entry__number=number).update(name=name)
    stage = Stage(event)
    for number, shown in ((1, Player.HIDDEN), (2, Player.INITIALS)):
        Player.objects.filter(memberships__entry__number=number).update(shown=shown)
    return stage


def is_over(stage: Stage) -> None:
    """The round is closed and the list is final, with prizes for everybody to see."""
    Round.objects.update(state=Round.CLOSED, closed_at=stage.event.made_at)
    stage.round.results.update(is_in=True, hands=4)
    settings = stage.event.settings | {"prizes": [50, 30], "prizes_public": True}
    Event.objects.update(settings=settings, version=F("version") + 1, **final())
    stage.event.refresh_from_db()


def walk(stage: Stage, client: Client) -> dict[str, str]:
    found = {}
    for asked in (*PUBLIC, *ALSO, *SCREENS, *SEATS):
        name, _, query = asked.partition("?")
        response = client.get(f"{stage.address(PAGES[name])}?{query}")
        found[asked] = text_of(response) if response.status_code == 200 else ""
    for listing, ending in (("rounds", "csv"), ("race", "csv"), ("all", "xlsx")):
        address = reverse("take_event_story", args=[stage.event.pk, listing, ending])
        found[f"story {listing}"] = text_of(client.get(address))
    ticket = Ticket(EVENT, stage.event.pk, "en", view="standing")
    found["live"] = draw_event(ticket).event.decode()
    return found


@pytest.mark.parametrize("over", [False, True])
def test_no_public_address_says_a_name_that_is_not_shown(
    stage: Stage, stranger: Client, director: Client, over: bool
) -> None:
    if over:
        is_over(stage)
    pages = walk(stage, stranger)
    pages["director's wall"] = text_of(director.get(stage.address(PAGES["event_screen"])))
    told = {
        page: name
        for page, text in pages.items()
        for name in (HIDDEN, INITIALS, *HIDDEN.split(), *INITIALS.split())
        # A word that somebody typed stands in the field again.
        if name in text.replace('value="quandt"', "").replace('value="paffrath"', "")
    }
    assert told == {}
    assert "Y. P." in pages["event"]
    assert "No. 1" in pages["event"]
    assert "Y. P." in pages["standing_pdf"]
    if over:
        assert "Y. P." in pages["event_story"]
        assert "Y. P." in pages["story rounds"]


def test_the_desk_still_knows_everybody(stage: Stage, director: Client) -> None:
    entries = snapshot_of(stage.event).entries.values()
    assert {HIDDEN, INITIALS} <= {entry.name for entry in entries}
    assert HIDDEN in words_of(director.get(reverse("door", args=[stage.event.pk]), {"q": "quandt"}))


def test_who_is_hidden_today_is_gone_from_the_page_at_once(
    stage: Stage, club: Club, stranger: Client, by: Author
) -> None:
    address = reverse("event", args=[stage.event.pk])
    other = stage.event.entries.get(number=3)
    player = other.members.get().player
    assert other.name in words_of(stranger.get(address))
    known = {"if-none-match": stranger.get(address).headers["ETag"]}
    show_as(player=player, shown="initials", reason="", by=by, submission=uuid4())
    again = stranger.get(address, headers=known)
    assert again.status_code == 200
    assert f"{other.name}<" not in again.content.decode()


def test_a_pair_is_named_as_far_as_its_two_are_shown(
    new_event: Callable[..., Event], by: Author, stranger: Client
) -> None:
    event = new_event(unit="pair", ruleset="saskop", entries=4, rounds=2)
    hidden, short = Member.objects.filter(entry__event=event).order_by("pk")[:4:3]
    Player.objects.filter(pk=hidden.player_id).update(shown=Player.HIDDEN)
    Player.objects.filter(pk=short.player_id).update(shown=Player.INITIALS)
    Event.objects.update(version=F("version") + 1)
    words = words_of(stranger.get(reverse("event", args=[event.pk])))
    other = Member.objects.filter(entry=hidden.entry).exclude(pk=hidden.pk).get().player.name
    assert f"Somebody / {other}" in words or f"{other} / Somebody" in words
    assert hidden.player.name not in words.split()


def test_nobody_hidden_costs_one_question(
    new_event: Callable[..., Event],
    stranger: Client,
    club: Club,
    django_assert_max_num_queries: DjangoAssertNumQueries,
    by: Author,
) -> None:
    event = new_event(entries=8, rounds=2)
    with django_assert_max_num_queries(9):
        stranger.get(reverse("event", args=[event.pk]))


def test_whoever_is_hidden_is_told_that_the_number_finds_the_seat(
    stage: Stage, stranger: Client
) -> None:
    seats = stage.address(PAGES["event_seats"])
    assert "Names can be hidden; then search for your number." in words_of(stranger.get(seats))
    assert "1 entry for “1”" in words_of(stranger.get(seats, {"q": "1"}))
    screen = stage.address(PAGES["event_screen"])
    said = "Names can be hidden; then look for your number."
    wall = words_of(stranger.get(screen, {"mode": "seats"}))
    assert said in wall
    assert "No. 1" in wall
    assert said not in words_of(stranger.get(screen, {"mode": "standings"}))
    Player.objects.update(shown=Player.NAME)
    Event.objects.update(version=F("version") + 1)
    assert said not in words_of(stranger.get(screen, {"mode": "seats"}))


def test_what_is_printed_has_full_names_and_says_so_where_it_is_printed_and_chosen(
    stage: Stage, director: Client
) -> None:
    event = stage.event
    paper = words_of(director.get(reverse("paper", args=[event.pk])))
    assert "full names, also of those who are shown with initials or not at all" in paper
    number = stage.round.number
    assert f"{HIDDEN} 1" in words_of(director.get(reverse("round_lists", args=[event.pk, number])))
    assert f"{HIDDEN} 1" in words_of(director.get(reverse("round_cards", args=[event.pk, number])))
    door = words_of(director.get(reverse("door", args=[event.pk]), {"q": "quandt"}))
    assert f"No. 1 {HIDDEN}" in door
    person = Player.objects.get(name=HIDDEN)
    page = words_of(director.get(reverse("record_person", args=[event.club_id, person.pk])))
    assert "start number, which is said at the door, and finds the seat by it alone" in page
    assert "what is printed for the hall, but for the standings, has it" in page
