"""Anna, Ben and Cora register by themselves for an evening of the club."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.answers import there
from tests.events.registration.registering import (
    form_of,
    opens,
    own_address,
    page_of,
    presses,
    registers,
)
from tests.tables.conftest import FormReader, words_of
from tournaments.common.requests import REGISTRATIONS_COOKIE
from tournaments.events.registration import queries
from tournaments.models import Entry, Event, Player, Registration, RegistrationTerms

pytestmark = pytest.mark.django_db

Makes = Callable[..., Event]


@pytest.fixture
def event(new_event: Makes) -> Event:
    """An evening with places for two."""
    return opens(new_event(capacity=2))


def statuses(event: Event) -> dict[str, str]:
    return dict(event.entries.order_by("pk").values_list("name", "status"))


def test_whoever_registers_gets_a_page_of_his_own(event: Event) -> None:
    assert "2 places are free." in words_of(Client().get(page_of(event)))
    own = own_address(registers(event, "Anna Huber", home="Regen"))
    page = Client().get(own)
    said = words_of(page)
    assert "Anna Huber" in said
    assert "You have a place." in said
    code = Registration.objects.get().code
    assert f"{code[:4]} {code[4:]}" in said
    assert "no-store" in page["Cache-Control"]
    assert "noindex" in page["X-Robots-Tag"]
    player = Player.objects.get(name="Anna Huber")
    assert (player.home, player.club) == ("Regen", event.club)
    assert "1 is registered. 1 place is free." in words_of(Client().get(page_of(event)))


def test_ones_own_page_leads_into_the_calendar(event: Event) -> None:
    own = own_address(registers(event, "Anna"))
    Event.objects.update(starts_at=timezone.now() + timedelta(days=1))
    assert reverse("event_calendar", args=[event.pk]) in Client().get(own).content.decode()


def test_whoever_comes_too_late_waits_and_moves_up_in_order(event: Event) -> None:
    anna = own_address(registers(event, "Anna"))
    registers(event, "Ben")
    cora = own_address(registers(event, "Cora"))
    dirk = own_address(registers(event, "Dirk"))
    assert "You wait for a place: your turn is number 2." in words_of(Client().get(dirk))
    presses(anna, "withdraw")
    assert "You have withdrawn." in words_of(Client().get(anna))
    assert "You have a place." in words_of(Client().get(cora))
    assert "your turn is number 1." in words_of(Client().get(dirk))
    assert statuses(event) == {
        "Anna": Entry.LEFT,
        "Ben": Entry.REGISTERED,
        "Cora": Entry.REGISTERED,
        "Dirk": Entry.WAITING,
    }
    kinds = [change.kind for change in event.changes.order_by("pk")][-2:]
    assert sorted(kinds) == ["moved_up", "withdrew"]


def test_without_a_waiting_list_it_is_full(new_event: Makes) -> None:
    event = opens(new_event(capacity=1), has_waiting_list=False)
    registers(event, "Anna")
    assert "All places are taken, and there is no waiting list." in words_of(
        Client().get(page_of(event))
    )


def test_where_each_is_looked_at_all_wait_and_nobody_moves_up_by_himself(
    new_event: Makes, director: Client
) -> None:
    event = opens(new_event(capacity=8), accepts_each=True)
    anna = own_address(registers(event, "Anna"))
    own_address(registers(event, "Ben"))
    presses(anna, "withdraw")
    assert statuses(event)["Ben"] == Entry.WAITING
    desk = reverse("registration", args=[event.pk])
    said = words_of(director.get(desk))
    assert "Ben on the waiting list · turn: 1" in said
    accept = reverse("accept_registration", args=[event.pk])
    form = FormReader(director.get(desk).content.decode()).sent_to(accept)
    director.post(accept, form)
    assert statuses(event)["Ben"] == Entry.REGISTERED


def test_a_long_list_has_pages_and_a_press_leads_back_to_its_own(
    new_event: Makes, director: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queries, "PAGE", 2)
    event = opens(new_event(capacity=8), accepts_each=True)
    for name in ("Anna", "Ben", "Cora"):
        registers(event, name)
    desk = reverse("registration", args=[event.pk])
    accept = reverse("accept_registration", args=[event.pk])
    first = words_of(director.get(desk))
    assert "3 registrations" in first
    assert "Cora on" in first
    assert "Anna on" not in first
    second = f"{desk}?page=2"
    form = FormReader(director.get(second).content.decode()).sent_to(f"{accept}?page=2")
    assert director.post(f"{accept}?page=2", form)["Location"] == second
    assert statuses(event)["Anna"] == Entry.REGISTERED
    again = form | {"submission": str(uuid4())}
    assert director.post(f"{accept}?page=²", again)["Location"] == desk


def test_the_same_form_twice_is_one_registration(event: Event) -> None:
    phone = Client()
    form = form_of(phone, event) | {"name-0": "Anna"}
    first, second = (phone.post(page_of(event), form) for _time in range(2))
    assert first["Location"] == second["Location"]
    assert event.entries.count() == Registration.objects.count() == 1


def test_whoever_is_entered_already_is_asked_and_nothing_is_told(event: Event) -> None:
    registers(event, "Anna Huber", home="Regen")
    again = registers(event, "anna huber", home="regen")
    assert again.status_code == 422
    said = words_of(again)
    assert "Somebody of this name and home is entered already." in said
    assert "registered already" not in said
    assert 'value="anna huber"' in again.content.decode()
    assert registers(event, "Anna Huber", home="Zwiesel").status_code == 302


def test_whom_the_club_knows_by_name_and_home_is_that_player(new_event: Makes) -> None:
    event = opens(new_event())
    known = Player.objects.create(club=event.club, name="Anna Huber", home="Regen")
    registers(event, "Anna Huber", home="Regen")
    assert there(event.entries.get().members.get()).player == known


def test_whoever_has_withdrawn_may_come_back_to_the_end_of_the_list(event: Event) -> None:
    anna = own_address(registers(event, "Anna"))
    for name in ("Ben", "Cora"):
        registers(event, name)
    presses(anna, "withdraw")
    again = own_address(registers(event, "Anna"))
    assert again != anna
    assert Client().get(anna).status_code == 404
    assert "your turn is number 1." in words_of(Client().get(again))
    assert event.entries.count() == 3


def test_a_pair_registers_together_and_changes_one_of_them(new_event: Makes) -> None:
    event = opens(new_event(unit="pair", size=2, odd="bye"))
    own = own_address(registers(event, "Anna", "Ben"))
    assert statuses(event) == {"Anna / Ben": Entry.REGISTERED}
    changed = presses(own, "change", **{"name-1": "Cora", "home-1": "Regen"})
    assert changed["Location"] == own
    assert statuses(event) == {"Anna / Cora": Entry.REGISTERED}
    assert not Player.objects.filter(name="Ben").exists()
    refused = presses(own, "change", **{"name-1": "anna", "home-1": ""})
    assert "A pair is two different people." in words_of(refused)
    assert statuses(event) == {"Anna / Cora": Entry.REGISTERED}


def test_a_name_is_spelled_otherwise_unless_the_club_knows_it(new_event: Makes) -> None:
    event = opens(new_event())
    own = own_address(registers(event, "Anna Baur", home="Regen"))
    presses(own, "change", **{"name-0": "Anna Bauer"})
    presses(own, "change", **{"home-0": "REGEN"})
    assert statuses(event) == {"Anna Bauer": Entry.REGISTERED}
    assert Player.objects.values_list("name", "home").get() == ("Anna Bauer", "REGEN")
    another = opens(new_event())
    own = own_address(registers(another, "anna bauer", home="Regen"))
    refused = presses(own, "change", **{"name-0": "Anna Bauer", "home-0": "Regen"})
    assert "The club spells this name otherwise" in words_of(refused)
    assert Player.objects.get().home == "REGEN"


def test_a_name_that_is_only_alike_is_somebody_else(new_event: Makes) -> None:
    event = opens(new_event())
    registers(event, "Anna Bauer", home="Regen")
    assert registers(event, "Anna Baur", home="Regen").status_code == 302
    assert Player.objects.count() == 2


def test_a_team_and_a_group_are_chosen_where_there_are_any(new_event: Makes) -> None:
    event = opens(new_event(team_size=4, groups=("Ladies", "Juniors")))
    said = words_of(Client().get(page_of(event)))
    assert "Your team" in said
    assert "Your group, if it is one of these" in said
    registers(event, "Anna", team="Upper Village", groups="Ladies")
    entry = event.entries.get()
    assert (entry.team, entry.groups) == ("Upper Village", ["Ladies"])
    assert registers(event, "Ben", groups="Seniors").status_code == 422


def test_a_message_is_read_at_the_desk_alone(new_event: Makes, director: Client) -> None:
    event = opens(new_event(), asks_message=True)
    own = own_address(registers(event, "Anna", message="I bring my own cards"))
    desk = reverse("registration", args=[event.pk])
    assert "I bring my own cards" in words_of(director.get(desk))
    assert "own cards" not in words_of(Client().get(page_of(event)))
    presses(own, "change", message="")
    assert "own cards" not in words_of(director.get(desk))


@pytest.mark.parametrize(
    ("terms", "said"),
    [
        ({"opens_at": timedelta(days=1)}, "Registration opens on"),
        ({"closes_at": timedelta(days=-1)}, "Registration closed on"),
    ],
)
def test_outside_of_its_time_nobody_registers(
    new_event: Makes, terms: dict[str, timedelta], said: str
) -> None:
    event = opens(new_event())
    phone = Client()
    form = form_of(phone, event) | {"name-0": "Anna"}
    RegistrationTerms.objects.update(
        **{name: timezone.now() + after for name, after in terms.items()}
    )
    assert said in words_of(phone.get(page_of(event)))
    sent = phone.post(page_of(event), form)
    assert sent.status_code == 422
    assert said in words_of(sent)
    assert event.entries.count() == 0


def test_where_nobody_said_so_nobody_registers(new_event: Makes) -> None:
    event = new_event()
    said = words_of(Client().get(page_of(event)))
    assert "For this event nobody registers here." in said
    everybody_reads = reverse("event", args=[event.pk])
    assert page_of(event) not in Client().get(everybody_reads).content.decode()
    opens(event)
    assert page_of(event) in Client().get(everybody_reads).content.decode()


def test_what_is_not_published_is_nowhere(new_event: Makes) -> None:
    event = opens(new_event())
    Event.objects.update(published_at=None)
    assert Client().get(page_of(event)).status_code == 404


def test_no_machine_fills_it_in(event: Event) -> None:
    phone = Client()
    typed = {"name-0": "Anna"}
    quick = phone.post(page_of(event), form_of(phone, event, seconds=0) | typed)
    assert "That was very quick." in words_of(quick)
    late = phone.post(page_of(event), form_of(phone, event, seconds=13 * 3600) | typed)
    assert "This page was open for very long." in words_of(late)
    filled = registers(event, "Anna", website="https://example.org/")
    assert "A field that cannot be seen was filled in" in words_of(filled)
    forged = registers(event, "Anna", opened="12:abc:def")
    assert "Send it once more, from this page." in words_of(forged)
    assert event.entries.count() == 0


def test_three_from_one_device_and_no_more(new_event: Makes) -> None:
    event = opens(new_event())
    phone = Client()
    for name in ("Anna", "Ben", "Cora"):
        own_address(registers(event, name, person=phone))
    fourth = registers(event, "Dirk", person=phone)
    assert "From this device several are registered already" in words_of(fourth)
    assert registers(event, "Dirk").status_code == 302


def test_the_device_finds_again_whom_it_registered(event: Event, new_event: Makes) -> None:
    phone = Client()
    anna, ben = (own_address(registers(event, name, person=phone)) for name in ("Anna", "Ben"))
    said = words_of(phone.get(page_of(event)))
    assert "Registered from this device: Ben Anna" in said
    assert anna in phone.get(page_of(event)).content.decode()
    presses(ben, "withdraw")
    assert "Registered from this device: Anna" in words_of(phone.get(page_of(event)))
    assert "from this device" not in words_of(Client().get(page_of(event)))
    assert "from this device" not in words_of(phone.get(page_of(opens(new_event()))))
    kept = phone.cookies[REGISTRATIONS_COOKIE]
    assert (kept["httponly"], kept["samesite"]) == (True, "Lax")
    forged = Client()
    forged.cookies[REGISTRATIONS_COOKIE] = anna.split("/")[2]
    assert "from this device" not in words_of(forged.get(page_of(event)))


def test_many_of_one_network_are_withdrawn_together(new_event: Makes, director: Client) -> None:
    event = opens(new_event(capacity=4))
    for name in ("Anna", "Ben", "Cora", "Dirk", "Emma"):
        registers(event, name)
    desk = reverse("registration", args=[event.pk])
    where = reverse("withdraw_network", args=[event.pk])
    assert "Registrations from the same network: 5" in words_of(director.get(desk))
    form = FormReader(director.get(desk).content.decode()).sent_to(where)
    assert "Say why" in words_of(director.post(where, form))
    form = FormReader(director.get(desk).content.decode()).sent_to(where)
    director.post(where, form | {"reason": "a joke"})
    assert set(statuses(event).values()) == {Entry.LEFT}
    assert not event.changes.filter(kind="moved_up").exists()


def test_the_list_names_people_as_each_is_shown(new_event: Makes) -> None:
    event = opens(new_event(), listed="names")
    for name in ("Änne Berg", "Ben Wolf", "Anna Maier"):
        registers(event, name)
    ben, anna = (Player.objects.get(name=name) for name in ("Ben Wolf", "Anna Maier"))
    Player.objects.filter(pk=ben.pk).update(shown=Player.HIDDEN)
    Player.objects.filter(pk=anna.pk).update(shown=Player.INITIALS)
    page = Client().get(page_of(event)).content.decode()
    assert re.findall(r"<li>([^<]+)</li>", page)[-2:] == ["A. M.", "Änne Berg"]
    assert "Ben Wolf" not in page


def test_where_nobody_is_named_no_page_of_the_event_names_them(new_event: Makes) -> None:
    event = opens(new_event())
    registers(event, "Anna Huber")
    for page in ("event", "event_seats", "event_screen", "register"):
        said = words_of(Client().get(reverse(page, args=[event.pk]) + "?q=Anna"))
        assert "Anna Huber" not in said
    another = opens(new_event(), listed="names")
    registers(another, "Anna Huber")
    assert "Anna Huber" in words_of(Client().get(reverse("event", args=[another.pk])))


def test_an_address_that_nobody_was_given_leads_nowhere(event: Event) -> None:
    for where in ("/r/nothing/", "/in/nothing/"):
        assert Client().get(where).status_code == 404
    for where in ("/r/nothing/change/", "/r/nothing/withdraw/"):
        assert Client().post(where).status_code == 404


def test_whoever_is_here_asks_at_the_door(event: Event, director: Client) -> None:
    own = own_address(registers(event, "Anna"))
    form = FormReader(Client().get(own).content.decode()).sent_to(f"{own}withdraw/")
    event.entries.update(status=Entry.HERE, number=1)
    refused = Client().post(f"{own}withdraw/", form)
    assert refused.status_code == 422
    assert "The door has noted something else meanwhile" in words_of(refused)
