"""What is noted about an entry: by two directors at once, found by number or name, written down."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.answers import Answer, there
from tests.events.check_in.door_stories import arrives, registers
from tests.events.conftest import FormReader, words_of
from tournaments.common.actions import Refused
from tournaments.events.check_in.services import Person, enter
from tournaments.events.desk.queries.history import values_said
from tournaments.models import Author, Club, Entry, Event, EventChange, Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    return new_event(entries=4, fee=1000, groups=("Ladies", "Seniors"), team_size=4)


@pytest.fixture
def entry(event: Event) -> Entry:
    return event.entries.get(number=1)


def noted(client: Client, entry: Entry) -> dict[str, str]:
    """What the form of an entry's page would send as it stands."""
    address = reverse("entry_form", args=[entry.event_id, entry.pk])
    return FormReader(client.get(address).content.decode()).sent_to(address)


def notes(client: Client, entry: Entry, form: dict[str, str], **more: object) -> Answer:
    address = reverse("entry_form", args=[entry.event_id, entry.pk])
    response = client.post(address, form | more)
    entry.refresh_from_db()
    return response


def test_what_is_noted_is_kept_and_written_down(director: Client, entry: Entry) -> None:
    response = notes(
        director,
        entry,
        noted(director, entry),
        team="Rot",
        groups=["Ladies"],
        is_guest="on",
        pinned_table="2",
        pinned_seat="1",
        start_points="15",
    )
    assert response.status_code == 302
    assert (entry.team, entry.groups, entry.is_guest) == ("Rot", ["Ladies"], True)
    assert (entry.pinned_table, entry.pinned_seat, entry.start_points) == (2, 0, 15)
    change = EventChange.objects.latest("pk")
    assert change.kind == "changed"
    _before, after = values_said(change)
    assert "team: Rot" in after
    assert "seat: 1" in after
    assert noted(director, entry)["pinned_seat"] == "1"


def test_a_single_thing_is_written_down_under_its_own_name(director: Client, entry: Entry) -> None:
    for field, value, kind in (
        ("team", "Rot", "team"),
        ("groups", ["Seniors"], "groups"),
        ("pinned_table", "3", "pinned"),
        ("is_house", "on", "changed"),
    ):
        notes(director, entry, noted(director, entry), **{field: value})
        assert EventChange.objects.latest("pk").kind == kind


def test_saving_what_stands_there_already_changes_nothing(director: Client, entry: Entry) -> None:
    notes(director, entry, noted(director, entry), team="Rot")
    changes, version = EventChange.objects.count(), Event.objects.get().version
    notes(director, entry, noted(director, entry), groups=[])
    assert EventChange.objects.count() == changes
    assert Event.objects.get().version == version


def test_two_directors_who_note_different_things_both_have_their_way(
    director: Client, entry: Entry
) -> None:
    first, second = noted(director, entry), noted(director, entry)
    notes(director, entry, first, team="Rot")
    notes(director, entry, second, start_points="10")
    assert (entry.team, entry.start_points) == ("Rot", 10)


def test_what_cannot_be_is_said_at_its_field_and_nothing_typed_is_lost(
    director: Client, entry: Entry
) -> None:
    response = notes(
        director, entry, noted(director, entry), team="Rot", pinned_seat="9", start_points="viel"
    )
    assert response.status_code == 422
    words = words_of(response)
    assert "A table has at most 5 seats." in words
    assert "Enter a whole number." in words
    form = FormReader(response.content.decode()).sent_to(
        reverse("entry_form", args=[entry.event_id, entry.pk])
    )
    assert (form["team"], form["start_points"]) == ("Rot", "viel")
    assert entry.team == ""


def test_groups_stay_with_the_player_for_the_next_event(
    director: Client, entry: Entry, new_event: Callable[..., Event], by: Author
) -> None:
    notes(director, entry, noted(director, entry), groups=["Ladies"])
    player = entry.members.get().player
    assert player.groups == ["Ladies"]
    later = new_event(groups=("ladies", "Youth"))
    done = enter(event=later, people=[Person(player.pk)], by=by, submission=uuid4())
    assert there(there(done.change).entry).groups == ["ladies"]


# Who came together.


def together(client: Client, entry: Entry, other: str, deed: str = "together") -> Answer:
    address = reverse("entry_party", args=[entry.event_id, entry.pk])
    sent = {"submission": uuid4(), "seen_version": 0, "other": other, "deed": deed}
    response = client.post(address, sent, follow=True)
    entry.refresh_from_db()
    return response


def test_a_car_pool_is_noted_by_number_or_name(
    director: Client, event: Event, entry: Entry
) -> None:
    together(director, entry, "3")
    fourth = event.entries.get(number=4)
    response = together(director, fourth, "Anna 1")
    parties = dict(event.entries.values_list("number", "party"))
    assert parties[1] == parties[3] == parties[4] != ""
    assert parties[2] == ""
    assert "No. 1 Anna 1" in words_of(response)
    assert EventChange.objects.latest("pk").kind == "party"


def test_whoever_came_alone_is_taken_out(director: Client, entry: Entry) -> None:
    together(director, entry, "3")
    together(director, entry, "", deed="alone")
    assert entry.party == ""


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "Type a start number or a name."),
        ("99", "Nobody of that name or number is entered."),
        ("Zenzi", "Nobody of that name or number is entered."),
        ("1", "Nobody comes together with himself."),
        ("Anna", "Several may be meant"),
    ],
)
def test_a_companion_who_cannot_be_is_refused_at_the_field(
    director: Client, entry: Entry, typed: str, sentence: str
) -> None:
    response = together(director, entry, typed)
    assert response.status_code == 422
    assert sentence in words_of(response)
    assert entry.party == ""


# The same player twice.


def test_nobody_is_entered_twice(event: Event, by: Author) -> None:
    player = Player.objects.get(name="Anna 2")
    with pytest.raises(Refused, match=r"Anna 2 is entered already: No. 2 Anna 2"):
        enter(event=event, people=[Person(player.pk)], by=by, submission=uuid4())
    assert event.entries.count() == 4


def test_at_the_field_it_is_said_and_what_was_typed_stays(director: Client, event: Event) -> None:
    player = Player.objects.get(name="Anna 2")
    address = reverse("new_entry", args=[event.pk])
    sent = {
        "submission": uuid4(),
        "seen_version": 0,
        "deed": "register",
        "person-0-name": "Anna 2",
        "person-0-home": "Regen",
        "person-0-who": player.pk,
    }
    response = director.post(address, sent)
    assert response.status_code == 422
    assert "Anna 2 is entered already: No. 2 Anna 2." in words_of(response)
    assert FormReader(response.content.decode()).sent_to(address)["person-0-home"] == "Regen"


def test_a_player_of_another_club_is_not_known(event: Event, by: Author, other_club: Club) -> None:
    stranger = Player.objects.create(club=other_club, name="Otto")
    with pytest.raises(Refused, match="does not know this player"):
        enter(event=event, people=[Person(stranger.pk)], by=by, submission=uuid4())


def test_the_same_form_twice_enters_once(event: Event, by: Author) -> None:
    submission = uuid4()
    for _again in range(2):
        done = enter(
            event=event, people=[Person(name="Zenzi")], by=by, submission=submission, arrives=True
        )
    assert done.is_repeat
    assert Entry.objects.filter(name="Zenzi").count() == 1
    assert Player.objects.filter(name="Zenzi").count() == 1


def test_a_house_player_takes_no_place(new_event: Callable[..., Event], by: Author) -> None:
    event = new_event(capacity=1)
    registers(event, by, "Helper", is_house=True)
    assert registers(event, by, "Anna Huber").status == Entry.REGISTERED
    assert arrives(event, by, "Ben Maier").status == Entry.WAITING


def test_registering_asks_nothing_about_names_that_are_new(director: Client, event: Event) -> None:
    address = reverse("new_entry", args=[event.pk])
    form = FormReader(director.get(address).content.decode()).sent_to(address)
    form |= {"person-0-name": "Zenzi Kneissl", "person-0-home": "Regen", "deed": "register"}
    response = director.post(address, form, follow=True)
    assert "Zenzi Kneissl registered" in words_of(response)
    assert Player.objects.get(name="Zenzi Kneissl").home == "Regen"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("", "Type the name."), ("17", "There are no letters in the name."), ("x" * 41, "at most 40")],
)
def test_a_name_that_is_none_is_refused(
    director: Client, event: Event, name: str, sentence: str
) -> None:
    address = reverse("new_entry", args=[event.pk])
    form = FormReader(director.get(address).content.decode()).sent_to(address)
    response = director.post(address, form | {"person-0-name": name, "deed": "register"})
    assert response.status_code == 422
    assert sentence in words_of(response)
