"""Who may: every address of an event, by every kind of person, asked and written to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker, Settings

from tests.answers import Answer
from tests.events.conftest import at_a_new_club, signs_in
from tests.events.stage import Stage
from tests.prepared import taken_back
from tests.signed_in import signed_in
from tournaments.common.rights import Right
from tournaments.events.draw.services.tables import write_secret
from tournaments.live.state import table_states
from tournaments.models import Club, Event, EventTable, Round, Series
from tournaments.urls import ROOMS, urlpatterns

OF_NO_EVENT = [pattern.name for pattern in ROOMS["tables"]] + ["sheet_club"]
"""What a table has by itself; whether an event's sheets are in the book the event says."""

PAGES = {pattern.name: pattern for pattern in urlpatterns if pattern.name not in OF_NO_EVENT}
BY_ACCESS: dict[str, list[str]] = {}
for _name, _pattern in PAGES.items():
    BY_ACCESS.setdefault(getattr(_pattern.callback, "access", ""), []).append(str(_name))
DIRECTED = [
    name
    for kind in ("event", "club", "series", "rules")
    for name in BY_ACCESS[kind]
    if PAGES[name].callback.right != Right.CLUB  # type: ignore[attr-defined]
]
PUBLIC = BY_ACCESS["public_event"] + BY_ACCESS["public_series"]
AFTER_A_ROUND = {"take_event_story"}
OF_OWN = {"letters", "confirm_address"}
"""Of those for accounts, what is there for some of them alone."""
"""What is not there before a round is closed."""


@pytest.fixture(scope="module")
def staged(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Stage]:
    """Made once for all tests; what one of them changes is taken back after it."""
    with django_db_blocker.unblock(), taken_back():
        new_event = at_a_new_club()
        yield Stage(new_event(entries=8, ruleset="sheepshead4-cutthroat", hands=4, rounds=2))


@pytest.fixture
def stage(staged: Stage, db: None) -> Stage:
    return deepcopy(staged)


@pytest.fixture
def club(staged: Stage, db: None) -> Club:
    return Club.objects.get(pk=staged.event.club_id)


@pytest.fixture
def director(staged: Stage, db: None) -> Client:
    return signed_in(User.objects.get(username="Dora"))


@pytest.fixture
def nobody(db: None) -> Client:
    """Has an account and directs no club."""
    return signs_in("Nora")


@pytest.fixture
def admin(db: None) -> Client:
    """Looks after the whole site."""
    return signs_in("Alma", is_admin=True)


def asks(client: Client, address: str) -> Iterator[Answer]:
    """The answers to reading an address and to writing to it."""
    yield client.get(address)
    yield client.post(address, {})


def is_sent_to_sign_in(response: Answer) -> bool:
    return response.status_code == 302 and response["Location"].startswith(reverse("sign_in"))


def is_let_in(response: Answer) -> bool:
    """Whatever the answer to an empty form is, it is not one to a stranger."""
    return response.status_code not in (403, 404, 500) and not is_sent_to_sign_in(response)


def test_every_address_says_who_may() -> None:
    known = {
        "open",
        "signed_in",
        "club",
        "event",
        "public_event",
        "series",
        "public_series",
        "record_book",
        "claim",
        "rules",
        "table_link",
        "table_write",
        "administrator",
    }
    assert set(BY_ACCESS) <= known
    assert len(DIRECTED) > 20
    assert len(PUBLIC) >= 5


@pytest.mark.parametrize("name", DIRECTED)
def test_only_the_club_s_directors_and_the_administrator_are_let_in(
    name: str,
    stage: Stage,
    stranger: Client,
    nobody: Client,
    other_director: Client,
    director: Client,
    admin: Client,
) -> None:
    address = stage.address(PAGES[name])
    version = Event.objects.get(pk=stage.event.pk).version
    for response in asks(stranger, address):
        assert is_sent_to_sign_in(response)
    for outsider in (nobody, other_director):
        for response in asks(outsider, address):
            assert response.status_code == 404
    assert Event.objects.get(pk=stage.event.pk).version == version
    for insider in (director, admin):
        reading, writing = asks(insider, address)
        assert is_let_in(reading) or reading.status_code == 405
        assert writing.status_code not in (403, 500)
        assert not is_sent_to_sign_in(writing)
        if reading.status_code == 200:
            assert "no-store" in reading.headers["Cache-Control"]


@pytest.mark.parametrize("name", PUBLIC)
def test_what_is_published_is_for_all_and_nothing_else(
    name: str,
    stage: Stage,
    stranger: Client,
    nobody: Client,
    other_director: Client,
    director: Client,
    admin: Client,
) -> None:
    address = stage.address(PAGES[name])
    everybody = (stranger, nobody, other_director, director, admin)
    for client in everybody:
        assert client.get(address).status_code == (404 if name in AFTER_A_ROUND else 200)
        assert client.post(address, {}).status_code in (302, 400, 405)
    Event.objects.update(published_at=None)
    Series.objects.update(published_at=None)
    for client in (stranger, nobody, other_director):
        for response in asks(client, address):
            assert response.status_code == 404
    for client in (director, admin):
        assert client.get(address).status_code == (404 if name in AFTER_A_ROUND else 200)


@pytest.mark.parametrize("name", BY_ACCESS.get("signed_in", []))
def test_pages_for_accounts_send_others_to_sign_in(
    name: str, stage: Stage, stranger: Client, nobody: Client, settings: Settings
) -> None:
    settings.SHEEPFOLD_MAIL = True  # without it there are no letters to read
    address = stage.address(PAGES[name])
    for response in asks(stranger, address):
        assert is_sent_to_sign_in(response)
    # A player's own, whose account this is not, is nothing for it either.
    if name in OF_OWN or "claim_id" in PAGES[name].pattern.converters:
        assert nobody.get(address).status_code in (404, 405)
    else:
        assert is_let_in(nobody.get(address))


@pytest.mark.parametrize("name", BY_ACCESS.get("table_write", []))
def test_what_a_table_s_code_opens_is_for_that_table_alone(
    name: str, stage: Stage, stranger: Client, director: Client
) -> None:
    address = stage.address(PAGES[name])
    assert is_let_in(next(asks(stranger, address)))
    unknown = address.replace(write_secret(stage.place), "A" * 43)
    for client in (stranger, director):
        for response in asks(client, unknown):
            assert response.status_code == 404


def test_one_table_s_code_shows_nothing_of_another(stage: Stage, stranger: Client) -> None:
    mine, other = stage.place, stage.other_place
    page = stranger.get(f"/t/{write_secret(mine)}/").content.decode()
    assert write_secret(other) not in page
    assert "Anna 5" not in page
    assert "Anna 1" in page


@pytest.mark.made_up
def test_seats_and_tables_of_a_round_are_public_once_it_is_published(
    stage: Stage, stranger: Client
) -> None:
    watch = reverse("public_table", args=[stage.place.table_id])
    assert stranger.get(watch).status_code == 200
    for hidden in ({"published_at": None}, {"state": Round.CANCELLED}):
        Round.objects.filter(pk=stage.round.pk).update(
            **({"published_at": stage.event.made_at, "state": Round.DRAWN} | hidden)
        )
        assert stranger.get(watch).status_code == 404


@pytest.mark.parametrize(
    ("shows", "rounds", "status"),
    [("always", 1, 200), ("before_last", 2, 200), ("before_last", 1, 404), ("at_the_end", 2, 404)],
)
def test_sheets_are_hidden_with_the_standing(
    stage: Stage, stranger: Client, shows: str, rounds: int, status: int
) -> None:
    event = stage.event
    event.settings |= {"shows": shows, "rounds": rounds}
    event.save()
    watch = reverse("public_table", args=[stage.place.table_id])
    assert stranger.get(watch).status_code == status
    state = table_states([stage.place.table_id])[stage.place.table_id]
    assert state.is_public == (status == 200)
    assert stranger.get(f"/t/{write_secret(stage.place)}/").status_code == 200
    event.state, event.revision = Event.FINAL, 1
    event.save()
    assert stranger.get(watch).status_code == 200
    assert table_states([stage.place.table_id])[stage.place.table_id].is_public


def test_a_director_of_two_clubs_finds_both_and_an_event_only_under_its_own(
    stage: Stage, club: Club, other_club: Club
) -> None:
    both = signs_in("Berta", club, other_club)
    page = both.get(reverse("clubs")).content.decode()
    assert club.name in page
    assert other_club.name in page
    assert both.get(reverse("desk", args=[stage.event.pk])).status_code == 200
    User.objects.get(username="Berta").memberships.filter(club=club).delete()
    assert both.get(reverse("desk", args=[stage.event.pk])).status_code == 404


def test_what_belongs_to_another_event_is_not_found_at_mine(
    stage: Stage, director: Client, new_event: Callable[..., Event]
) -> None:
    mine = new_event(entries=4, ruleset="sheepshead4-cutthroat")
    theirs = {
        "entry_id": stage.event.entries.get(number=1).pk,
        "place": stage.place.pk,
        "announcement": stage.announcement.pk,
        "ruling": stage.ruling.pk,
        "decision": stage.tie.pk,
    }
    for name in BY_ACCESS["event"]:
        names = set(PAGES[name].pattern.converters)
        wrong = {key: theirs[key] for key in names & set(theirs)}
        if not wrong:
            continue
        rest = dict.fromkeys(names - set(wrong) - {"event_id"}, 1)
        address = reverse(name, kwargs={"event_id": mine.pk} | wrong | rest)
        sent = {"submission": str(uuid4()), "seen_version": "0"}
        assert director.get(address).status_code in (404, 405), name
        assert director.post(address, sent).status_code in (404, 405), name
    assert EventTable.objects.get(pk=stage.place.pk).totals.count() == 1
