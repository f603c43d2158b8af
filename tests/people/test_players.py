"""The people whom a club knows: found as one types, asked about, renamed everywhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.answers import Answer
from tests.events.check_in.door_stories import arrives
from tests.events.conftest import FormReader, words_of
from tests.events.draw.drawn_rounds import drawn, play
from tests.events.states import final
from tournaments.common.names import NameIndex, begins, folded, likeness
from tournaments.models import Author, Club, Event, EventChange, Player, Seat
from tournaments.people.queries import alike, known_names, looked_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(club: Club) -> dict[str, Player]:
    rows = [
        ("Anna Huber", "Regen"),
        ("Jörg Müller", "Zwiesel"),
        ("Ben Maier", ""),
        ("Hans-Peter O’Neill", ""),
        ("Łukasz Groß", ""),
    ]
    return {name: Player.objects.create(club=club, name=name, home=home) for name, home in rows}


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Jörg Müller", "Jörg Müller"),
        ("JOERG MUELLER", "Jörg Müller"),
        ("Muller, Jorg", "Jörg Müller"),
        ("Jörg Müler", "Jörg Müller"),
        ("Jögr Müller", "Jörg Müller"),
        ("J. Müller", "Jörg Müller"),
        ("Müller", "Jörg Müller"),
        ("Huber Ana", "Anna Huber"),
        ("Anna Maria Huber", "Anna Huber"),
        ("Hanspeter ONeill", "Hans-Peter O’Neill"),
        ("Lukasz Gross", "Łukasz Groß"),
    ],
)
def test_these_may_be_the_same_person(
    club: Club, people: dict[str, Player], typed: str, name: str
) -> None:
    assert [known.name for known in alike(typed, known_names(club.pk))] == [name]


@pytest.mark.parametrize(
    "typed", ["Ben Huber", "Jen Maier", "Eva Müller", "Anna Hofer", "B. M.", "", "—", "Hubert Anno"]
)
def test_these_are_somebody_else(club: Club, people: dict[str, Player], typed: str) -> None:
    assert alike(typed, known_names(club.pk)) == []


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("mul", ["Jörg Müller"]),
        ("zwie", ["Jörg Müller"]),
        ("h a", ["Anna Huber"]),
        ("Mulelr", ["Jörg Müller"]),
        ("xyz", []),
    ],
)
def test_somebody_is_found_while_one_types(
    club: Club, people: dict[str, Player], typed: str, names: list[str]
) -> None:
    assert [known.name for known in looked_up(typed, known_names(club.pk))] == names


def test_the_index_finds_what_a_look_at_every_name_finds(club: Club) -> None:
    first = ("Anna", "Ana", "Hanna", "Ben", "Jörg", "A.", "Hans-Peter", "Hanspeter")
    last = ("Huber", "Hubre", "Müller", "Mueler", "Groß", "Gros", "Li")
    names = [f"{one} {other}" for one in first for other in last] + list(first)
    index = NameIndex(enumerate(names))
    for name in names:
        words = folded(name)
        expected = {
            key for key, other in enumerate(names) if likeness(words, folded(other)) is not None
        }
        assert set(index.like(name)) == expected, name


def test_likeness_goes_both_ways() -> None:
    names = ("Anna Huber", "Huber", "A Huber", "Ana Huber", "Anna Maria Huber", "Maria", "Li Ng")
    for one in names:
        for other in names:
            assert likeness(folded(one), folded(other)) == likeness(folded(other), folded(one))


def test_what_fits_is_still_found_with_every_further_letter() -> None:
    name = "Hans-Peter Oberhuber"
    for length in range(1, len(name) + 1):
        assert begins(folded(name[:length]), folded(name))


# The pages.


def test_the_list_is_searched_without_a_script(
    director: Client, club: Club, people: dict[str, Player]
) -> None:
    address = reverse("players", args=[club.pk])
    assert "5 players" in words_of(director.get(address))
    found = words_of(director.get(address, {"q": "mueller"}))
    assert "Found: 1 of 5" in found
    assert "Anna Huber" not in found
    nobody = words_of(director.get(address, {"q": "Zenzi"}))
    assert "Nobody fits “Zenzi”. Add somebody of that name" in nobody


def test_an_empty_club_says_how_to_begin(director: Client, club: Club) -> None:
    assert "The club knows nobody yet." in words_of(
        director.get(reverse("players", args=[club.pk]))
    )


def test_while_typing_those_alike_are_shown(
    director: Client, club: Club, people: dict[str, Player]
) -> None:
    address = reverse("alike_players", args=[club.pk])
    seen = director.get(address, {"name": "Joerg Muler"})
    assert "Is it the same person? Jörg Müller · Zwiesel" in words_of(seen)
    assert words_of(director.get(address, {"name": "Zenzi"})) == ""
    asked = director.get(address, {"prefix": "person-1", "person-1-name": "Ana Huber"})
    assert f'name="person-1-who" value="{people["Anna Huber"].pk}"' in asked.content.decode()


def added(client: Client, club: Club, **typed: str) -> Answer:
    address = reverse("new_player", args=[club.pk])
    form = FormReader(client.get(address).content.decode()).sent_to("")
    return client.post(address, form | typed, follow=True)


def test_somebody_is_added_once(director: Client, club: Club) -> None:
    for _again in range(2):
        response = added(
            director, club, name="Zenzi Kneissl", home="Regen", groups="ladies, ladies"
        )
    assert response.status_code == 422
    assert "Zenzi Kneissl (Regen) is in the list already." in words_of(response)
    player = Player.objects.get()
    assert (player.name, player.home, player.groups) == ("Zenzi Kneissl", "Regen", ["ladies"])


def test_two_of_one_name_are_told_apart_by_their_place(director: Client, club: Club) -> None:
    added(director, club, name="Zenzi Kneissl")
    refused = added(director, club, name="Zenzi Kneissl")
    assert "If it is somebody else, say where from." in words_of(refused)
    added(director, club, name="Zenzi Kneissl", home="Zwiesel")
    assert Player.objects.count() == 2


def renamed(client: Client, player: Player, **typed: str) -> Answer:
    address = reverse("player", args=[player.club_id, player.pk])
    form = FormReader(client.get(address).content.decode()).sent_to("")
    return client.post(address, form | typed)


def test_a_new_name_reaches_open_events_and_open_tables_alone(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=4, rounds=2)
    player = Player.objects.get(name="Anna 2")
    play(drawn(event, by))
    drawn(event, by, 2)
    renamed(director, player, name="Anna Zwo")
    assert event.entries.get(number=2).name == "Anna Zwo"
    seats = Seat.objects.filter(name__in=("Anna 2", "Anna Zwo"))
    rounds = dict(seats.values_list("name", "table__event_table__round__number"))
    assert rounds == {"Anna 2": 1, "Anna Zwo": 2}
    change = EventChange.objects.latest("pk")
    assert (change.kind, change.before, change.after) == ("renamed", "Anna 2", "Anna Zwo")


def test_a_final_list_keeps_the_name_it_was_locked_with(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=1)
    Event.objects.update(**final())
    renamed(director, Player.objects.get(), name="Anna Zwo")
    assert event.entries.get().name == "Anna 1"
    assert Player.objects.get().name == "Anna Zwo"


def test_a_rename_that_is_cut_off_in_the_middle_changes_nothing_and_can_be_sent_again(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event, player = drawn(new_event(entries=4), by).event, Player.objects.get(name="Anna 2")
    address = reverse("player", args=[player.club_id, player.pk])
    form = FormReader(director.get(address).content.decode()).sent_to("") | {"name": "Anna Zwo"}

    def cuts(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if sql.startswith('UPDATE "tournaments_entry"'):
            raise OperationalError("the power went")
        return execute(sql, *rest)

    with connection.execute_wrapper(cuts), pytest.raises(OperationalError):
        director.post(address, form)
    assert not Player.objects.filter(name="Anna Zwo").exists()
    assert director.post(address, form).status_code == 302
    assert event.entries.get(number=2).name == "Anna Zwo"
    assert Seat.objects.filter(name="Anna Zwo").exists()


def test_half_of_a_pair_is_renamed(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(unit="pair", size=2, odd="bye")
    arrives(event, by, "Anna Huber", "Ben Maier")
    renamed(director, Player.objects.get(name="Ben Maier"), name="Ben Mayer")
    assert event.entries.get().name == "Anna Huber / Ben Mayer"


def test_another_clubs_player_is_not_found(director: Client, other_club: Club, club: Club) -> None:
    stranger = Player.objects.create(club=other_club, name="Otto")
    assert director.get(reverse("player", args=[club.pk, stranger.pk])).status_code == 404
    assert director.get(reverse("player", args=[other_club.pk, stranger.pk])).status_code == 404


def test_five_thousand_players_cost_one_query(
    director: Client, club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    Player.objects.bulk_create(Player(club=club, name=f"Anna Huber {at}") for at in range(5_000))
    with django_assert_max_num_queries(4):
        director.get(reverse("players", args=[club.pk]), {"q": "huber 49"})
    with django_assert_max_num_queries(4):
        director.get(reverse("alike_players", args=[club.pk]), {"name": "Ana Huber"})
