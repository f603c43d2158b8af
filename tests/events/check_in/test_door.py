"""The door: two taps a person, numbers in the order of arrival, and everything taken back."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.events.check_in.door_stories import Desk, arrives, registers
from tests.events.conftest import FormReader, words_of
from tournaments.events.check_in.services import leave, move_up, not_here
from tournaments.models import Author, Entry, Event, EventChange, Member, Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    return new_event(fee=1000)


@pytest.fixture
def desk(director: Client, event: Event) -> Desk:
    return Desk(director, event)


def state(name: str) -> tuple[str, int | None, bool]:
    entry = Entry.objects.get(name=name)
    return entry.status, entry.number, entry.is_paid


def test_somebody_registered_is_found_and_checked_in_with_one_button(
    desk: Desk, event: Event, by: Author
) -> None:
    registers(event, by, "Anna Huber")
    registers(event, by, "Ben Maier")
    assert "Ben Maier" not in desk.sees("hub")
    after = words_of(desk.taps("paid_here", "Anna Huber", typed="hub"))
    assert state("Anna Huber") == (Entry.HERE, 1, True)
    assert "No. 1 Anna Huber here · paid" in after
    assert "here 1 paid 1 registered, not here yet 1" in after


def test_the_next_one_gets_the_next_number_and_the_search_is_empty_again(
    desk: Desk, event: Event, by: Author
) -> None:
    registers(event, by, "Anna Huber")
    registers(event, by, "Ben Maier")
    desk.taps("paid_here", "Ben Maier")
    response = desk.taps("here", "Anna Huber", typed="anna")
    assert state("Anna Huber") == (Entry.HERE, 2, False)
    assert "fee open: 10" in words_of(response)
    assert FormReader(response.content.decode()).sent_to(desk.address)["q"] == ""


def test_a_walk_in_is_a_name_and_one_button(desk: Desk, event: Event) -> None:
    after = words_of(desk.taps("paid_here", "Zenzi Kneissl", typed="Zenzi Kneissl"))
    assert "No. 1 Zenzi Kneissl" in after
    assert state("Zenzi Kneissl") == (Entry.HERE, 1, True)
    assert Player.objects.get().name == "Zenzi Kneissl"


def test_a_known_player_is_proposed_though_misspelt_and_stays_the_same_person(
    desk: Desk, event: Event
) -> None:
    known = Player.objects.create(club=event.club, name="Jörg Müller", home="Regen")
    seen = desk.sees("Joerg Muler")
    assert "Known, but not entered Jörg Müller the same person · Regen" in seen
    desk.taps("here", "Jörg Müller", typed="Joerg Muler")
    assert Member.objects.get().player == known
    assert Player.objects.count() == 1
    assert "Known, but not entered" not in desk.sees("Jörg Müller")


def test_somebody_else_of_the_same_name_is_a_second_player(
    desk: Desk, event: Event, by: Author
) -> None:
    arrives(event, by, "Anna Huber")
    desk.taps("paid_here", "Anna Huber", typed="Anna Huber")
    assert Player.objects.filter(name="Anna Huber").count() == 2
    assert set(Entry.objects.values_list("number", flat=True)) == {1, 2}
    assert Entry.objects.count() == 2


def test_an_arrival_taken_back_keeps_its_number(desk: Desk, event: Event, by: Author) -> None:
    registers(event, by, "Anna Huber")
    desk.taps("paid_here", "Anna Huber")
    desk.taps("not_here", "Anna Huber")
    assert state("Anna Huber") == (Entry.REGISTERED, 1, True)
    arrives(event, by, "Ben Maier")
    desk.taps("here", "Anna Huber")
    assert state("Anna Huber") == (Entry.HERE, 1, True)
    assert state("Ben Maier")[1] == 2


def test_the_fee_is_paid_and_taken_back_with_one_button_each(
    desk: Desk, event: Event, by: Author
) -> None:
    registers(event, by, "Anna Huber")
    desk.taps("here", "Anna Huber")
    for deed, is_paid in (("paid", True), ("unpaid", False), ("paid", True)):
        desk.taps(deed, "Anna Huber")
        assert state("Anna Huber")[2] is is_paid
    kinds = list(EventChange.objects.order_by("pk").values_list("kind", flat=True))
    assert kinds == ["made", "registered", "arrived", "paid", "unpaid", "paid"]


def test_without_a_fee_there_is_one_button(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    desk = Desk(director, new_event())
    registers(desk.event, by, "Anna Huber")
    assert "Paid" not in desk.sees()
    desk.taps("here", "Anna Huber")
    assert state("Anna Huber") == (Entry.HERE, 1, False)


def test_the_same_tap_twice_is_one_arrival(
    desk: Desk, event: Event, by: Author, director: Client
) -> None:
    registers(event, by, "Anna Huber")
    form = FormReader(desk.page().content.decode()).sent_to(reverse("check_in", args=[event.pk]))
    for _tap in range(2):
        response = director.post(
            reverse("check_in", args=[event.pk]), form | {"deed": "paid_here"}, follow=True
        )
        assert "No. 1 Anna Huber" in words_of(response)
    assert EventChange.objects.filter(kind="arrived").count() == 1
    event.refresh_from_db()
    assert event.next_number == 2


def test_two_desks_check_in_the_same_person_once(
    desk: Desk, event: Event, by: Author, director: Client
) -> None:
    registers(event, by, "Anna Huber")
    address = reverse("check_in", args=[event.pk])
    first, second = (FormReader(desk.page().content.decode()).sent_to(address) for _ in range(2))
    director.post(address, first | {"deed": "here"})
    response = director.post(address, second | {"deed": "here"}, follow=True)
    assert "it was so already" in words_of(response)
    assert state("Anna Huber") == (Entry.HERE, 1, False)


def test_htmx_gets_the_part_that_changes(director: Client, event: Event, by: Author) -> None:
    registers(event, by, "Anna Huber")
    part = {"HX-Request": "true", "HX-Target": "found"}
    found = director.get(reverse("door", args=[event.pk]), {"q": "anna"}, headers=part)
    assert b"<html" not in found.content
    assert b'id="door-q"' not in found.content
    assert "Anna Huber" in words_of(found)
    whole = director.get(
        reverse("door", args=[event.pk]), headers={"HX-Request": "true", "HX-Target": "door"}
    )
    assert b'id="door-q"' in whole.content
    assert b"<html" not in whole.content


def test_what_is_refused_is_said_and_what_was_typed_stays(
    desk: Desk, event: Event, by: Author, director: Client
) -> None:
    entry = registers(event, by, "Anna Huber")
    leave(entry=entry, by=by, submission=uuid4())
    address = reverse("check_in", args=[event.pk])
    sent = {
        "submission": uuid4(),
        "seen_version": 0,
        "entry": entry.pk,
        "deed": "here",
        "q": "anna",
    }
    response = director.post(address, sent)
    assert response.status_code == 422
    assert "Anna Huber is out. Use “Comes back”." in words_of(response)
    assert FormReader(response.content.decode()).sent_to(desk.address)["q"] == "anna"


def test_an_unknown_deed_or_entry_is_no_page(director: Client, event: Event, by: Author) -> None:
    entry = registers(event, by, "Anna Huber")
    address = reverse("check_in", args=[event.pk])
    sent = {"submission": uuid4(), "seen_version": 0, "entry": entry.pk, "deed": "fly"}
    assert director.post(address, sent).status_code == 400
    assert director.post(address, sent | {"entry": "999"}).status_code == 404
    assert director.post(address, sent | {"entry": "x"}).status_code == 404


@pytest.mark.parametrize(
    ("here", "words"),
    [
        (3, "3 are too few for tables of 4. With 1 more it comes out even."),
        (8, "8 people · tables of 4: 2"),
        (14, "14 people · tables of 4: 1 · tables of 5: 2 With 2 more it comes out even."),
    ],
)
def test_what_the_number_means_for_the_tables(
    director: Client, new_event: Callable[..., Event], here: int, words: str
) -> None:
    assert words in Desk(director, new_event(entries=here)).sees()


# The waiting list.


@pytest.fixture
def small(new_event: Callable[..., Event]) -> Event:
    return new_event(fee=1000, capacity=2)


def test_beyond_the_places_people_wait_in_order_and_move_up_by_a_tap(
    director: Client, small: Event, by: Author
) -> None:
    desk = Desk(director, small)
    anna, _ben = registers(small, by, "Anna"), registers(small, by, "Ben Maier")
    for name in ("Cora Zeiler", "Dirk Gruber"):
        registers(small, by, name)
    assert state("Cora Zeiler")[0] == state("Dirk Gruber")[0] == Entry.WAITING
    assert "Move up" not in desk.sees()
    assert "Free places: 0 of 2" in desk.sees()
    leave(entry=anna, by=by, submission=uuid4())
    assert "Move up: Cora Zeiler" in desk.sees()
    desk.taps("move_up", "Cora Zeiler")
    assert state("Cora Zeiler")[0] == Entry.REGISTERED
    assert EventChange.objects.latest("pk").kind == "moved_up"
    assert "Move up" not in desk.sees()


def test_a_walk_in_waits_where_no_place_is_free(director: Client, small: Event, by: Author) -> None:
    desk = Desk(director, small)
    for name in ("Anna Huber", "Ben Maier"):
        arrives(small, by, name)
    after = words_of(desk.taps("register", "Cora Zeiler", typed="Cora Zeiler"))
    assert "Cora Zeiler on the waiting list · turn: 1" in after
    assert state("Cora Zeiler") == (Entry.WAITING, None, False)


def test_whoever_waits_comes_in_when_a_place_is_free(
    director: Client, small: Event, by: Author
) -> None:
    desk = Desk(director, small)
    anna = arrives(small, by, "Anna Huber")
    for name in ("Ben Maier", "Cora Zeiler"):
        registers(small, by, name)
    assert "no place is free" in desk.sees("Cora")
    not_here(entry=anna, by=by, submission=uuid4())
    leave(entry=anna, by=by, submission=uuid4())
    desk.taps("paid_here", "Cora Zeiler")
    assert state("Cora Zeiler") == (Entry.HERE, 2, True)


def test_nobody_moves_up_without_a_place(small: Event, by: Author) -> None:
    for name in ("Anna Huber", "Ben Maier", "Cora Zeiler"):
        registers(small, by, name)
    cora = Entry.objects.get(name="Cora Zeiler")
    with pytest.raises(Exception, match="No place is free"):
        move_up(entry=cora, by=by, submission=uuid4())
    cora.refresh_from_db()
    assert cora.status == Entry.WAITING


# Fixed pairs.


@pytest.fixture
def pairs(new_event: Callable[..., Event]) -> Event:
    return new_event(unit="pair", size=2, odd="bye", fee=500)


def test_a_new_pair_is_typed_with_a_stroke_between(director: Client, pairs: Event) -> None:
    after = words_of(
        Desk(director, pairs).taps("paid_here", "Anna", typed="Anna Huber / Ben Maier")
    )
    assert "No. 1 Anna Huber / Ben Maier" in after
    assert [one.player.name for one in Entry.objects.get().members.all()] == [
        "Anna Huber",
        "Ben Maier",
    ]


def test_the_partner_of_last_time_is_proposed(
    director: Client, pairs: Event, new_event: Callable[..., Event], by: Author
) -> None:
    arrives(pairs, by, "Anna Huber", "Ben Maier")
    tonight = new_event(unit="pair", size=2, odd="bye", fee=500)
    desk = Desk(director, tonight)
    assert "Anna Huber / Ben Maier played together before" in desk.sees("hub")
    Player.objects.create(club=tonight.club, name="Cora Huber")
    assert "Cora Huber" not in desk.sees("hub")
    desk.taps("paid_here", "Anna Huber", typed="hub")
    assert Player.objects.count() == 3
    assert Entry.objects.get(event=tonight).name == "Anna Huber / Ben Maier"


def test_a_pair_asks_whether_its_second_is_somebody_known(director: Client, pairs: Event) -> None:
    known = Player.objects.create(club=pairs.club, name="Ben Maier", home="Zwiesel")
    desk = Desk(director, pairs)
    asked = desk.taps("here", "", typed="Anna Huber / Ben Mayer")
    assert asked.status_code == 422
    assert "Ben Maier · Zwiesel" in words_of(asked)
    address = reverse("new_entry", args=[pairs.pk])
    form = FormReader(asked.content.decode()).sent_to(address)
    assert form["person-0-name"] == "Anna Huber"
    director.post(address, form | {"person-1-who": str(known.pk), "deed": "here"})
    entry = Entry.objects.get()
    assert entry.name == "Anna Huber / Ben Maier"
    assert entry.number == 1


def test_a_pair_of_one_person_is_refused(director: Client, pairs: Event) -> None:
    anna = Player.objects.create(club=pairs.club, name="Anna Huber")
    address = reverse("new_entry", args=[pairs.pk])
    form = FormReader(director.get(address).content.decode()).sent_to(address)
    person = {"name": "Anna Huber", "home": "", "who": str(anna.pk)}
    sent = form | {f"person-{at}-{key}": text for at in (0, 1) for key, text in person.items()}
    response = director.post(address, sent | {"deed": "register"})
    assert response.status_code == 422
    assert "A pair is two different people." in words_of(response)
    assert not Entry.objects.exists()
