"""Two people of one name are told apart by their place or number, wherever they are named."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.events.big import big_event
from tests.language import said
from tests.paper.printed import page_texts
from tests.tables.conftest import words_of
from tournaments.common.names import Called, told_apart
from tournaments.events.standings.queries.snapshots import snapshot_of
from tournaments.models import Club, Event, Member, Player, SamePerson
from tournaments.people.queries import people_of
from tournaments.series.queries.ranking import names_of

pytestmark = [pytest.mark.django_db, pytest.mark.made_up]

HOMES = ("Regen", "Zwiesel", "", "")


@pytest.fixture
def event(club: Club) -> Event:
    """Anna Huber from Regen, one from Zwiesel, one from nowhere, and Ben, who has two entries."""
    names = ("Anna Huber", "Anna Huber", "Anna Huber", "Ben", "Ben")
    event = big_event(club, entries=8, closed=1, running=True, rounds=3, names=names)
    entries = list(event.entries.order_by("number"))
    players = [
        Player.objects.create(club=club, name=entry.name, home=home)
        for entry, home in zip(entries, HOMES, strict=False)
    ]
    players.append(players[3])
    for entry, player in zip(entries, players, strict=False):
        Member.objects.create(entry=entry, player=player)
    return event


APART = ("Anna Huber (Regen)", "Anna Huber (Zwiesel)")


@pytest.mark.parametrize(
    ("page", "query"),
    [
        ("event", {}),
        ("event", {"q": "Huber"}),
        ("event_csv", {}),
        ("event_seats", {}),
        ("event_seats", {"by": "table"}),
        ("event_seats", {"q": "anna huber"}),
        ("event_screen", {"mode": "seats"}),
        ("event_screen", {"mode": "standings"}),
    ],
)
def test_namesakes_are_told_apart_on_every_list(
    event: Event, stranger: Client, page: str, query: dict[str, str]
) -> None:
    words = words_of(stranger.get(reverse(page, args=[event.pk]), query))
    assert all(name in words for name in APART)
    assert "Ben (" not in words


def test_a_page_of_ones_own_and_a_printed_standing_say_which_of_them_it_is(
    event: Event, stranger: Client
) -> None:
    own = words_of(stranger.get(reverse("event_entry", args=[event.pk, 2])))
    assert "Anna Huber (Zwiesel)" in own
    printed = " ".join(page_texts(stranger.get(reverse("standing_pdf", args=[event.pk])).content))
    assert all(name in printed for name in APART)


def test_the_place_finds_one_of_them(event: Event, stranger: Client) -> None:
    words = words_of(stranger.get(reverse("event", args=[event.pk]), {"q": "huber zwies"}))
    assert "1 entry for" in words


def test_without_places_the_number_tells(event: Event, tmp_path: Path) -> None:
    Player.objects.filter(name="Anna Huber").update(home="")
    Event.objects.update(version=F("version") + 1)
    event.refresh_from_db()
    lines = snapshot_of(event).entries.values()
    assert [line.name for line in lines][:5] == [
        "Anna Huber (No. 1)",
        "Anna Huber (No. 2)",
        "Anna Huber (No. 3)",
        "Ben",
        "Ben",
    ]
    Event.objects.update(version=F("version") + 1, language="de")
    event.refresh_from_db()
    with said(tmp_path, de={"No. %(number)s": "Nr. %(number)s"}):
        lines = snapshot_of(event).entries.values()
        assert [line.name for line in lines][:2] == ["Anna Huber (Nr. 1)", "Anna Huber (Nr. 2)"]


def test_names_that_nobody_shares_cost_no_question(
    club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    event = big_event(club, entries=40, closed=1)
    with django_assert_max_num_queries(5):
        snapshot_of(event)


def test_a_series_and_the_record_book_have_the_same_names(event: Event, club: Club) -> None:
    players = list(Player.objects.filter(name="Anna Huber").order_by("pk"))
    people = people_of(club, is_director=False)
    of_a_series = names_of([(one.pk,) for one in players])
    assert [of_a_series[(one.pk,)] for one in players] == [*APART, "Anna Huber"]
    assert [people.names[one.pk] for one in players] == [*APART, "Anna Huber"]


def test_whoever_is_shown_with_initials_is_not_told_by_the_place(event: Event, club: Club) -> None:
    Player.objects.filter(name="Anna Huber").update(shown=Player.INITIALS)
    names = people_of(club, is_director=False).names
    called = [names[one.pk] for one in Player.objects.filter(name="Anna Huber").order_by("pk")]
    assert called == ["A. H. (1)", "A. H. (2)", "A. H. (3)"]


def test_a_page_of_the_book_has_the_name_that_tells_apart(
    event: Event, club: Club, director: Client
) -> None:
    Club.objects.update(is_public=True)
    player = Player.objects.get(name="Anna Huber", home="Zwiesel")
    page = words_of(director.get(reverse("record_player", args=[club.pk, player.pk])))
    assert "Anna Huber (Zwiesel)" in page
    merge = reverse("merge_person", args=[club.pk, player.pk])
    into = Player.objects.get(name="Anna Huber", home="Regen")
    asked = words_of(director.get(merge, {"into": into.pk}))
    assert "Is Anna Huber (Zwiesel) really Anna Huber (Regen)?" in asked


def test_who_is_alike_in_everything_is_counted() -> None:
    people = [Called(1, 1, "Ann"), Called(2, 2, "Ann"), Called(3, 1, "Ann"), Called(4, 4, "Ben")]
    assert told_apart(people) == {1: "Ann (1)", 2: "Ann (2)", 3: "Ann (1)", 4: "Ben"}


def test_tickets_of_one_person_are_not_told_apart_from_one_another(club: Club) -> None:
    """Not even where only a director has said that they are one person's."""
    event = big_event(club, entries=2, closed=0, names=["Eva", "Eva"])
    first, second = entries = list(event.entries.order_by("number"))
    for entry in entries:
        player = Player.objects.create(club=club, name="Eva", home=f"Place {entry.number}")
        Member.objects.create(entry=entry, player=player)
    assert [line.name for line in snapshot_of(event).entries.values()] == [
        "Eva (Place 1)",
        "Eva (Place 2)",
    ]
    SamePerson.objects.create(event=event, first=first, later=second, is_same=True)
    Event.objects.update(version=F("version") + 1)
    event.refresh_from_db()
    assert [line.name for line in snapshot_of(event).entries.values()] == ["Eva", "Eva"]
