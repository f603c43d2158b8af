"""Who may: the director by the writing link, the player by the watching one, a stranger nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy

import pytest
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from tests.answers import Answer
from tests.prepared import taken_back
from tests.tables.conftest import Director, FormReader, Visitor
from tournaments.models import Club, Table, TableChange, TableLink
from tournaments.urls import urlpatterns

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

HAND = (1,)
READING = [
    ("table", ()),
    ("hand", HAND),
    ("screen", ()),
    ("pays", ()),
    ("table_rules", ()),
    ("what_if", ()),
    ("print_sheet", ()),
    ("sheet_csv", ()),
    ("sheet_json", ()),
]
WRITING = [
    ("table_links", ()),
    ("new_links", ()),
    ("links_off", ()),
    ("people", ()),
    ("play_again", ()),
    ("table_sitting", ()),
    ("sheet_club", ()),
    ("me", ()),
    ("end_evening", ()),
    ("reopen", ()),
    ("adjust", ()),
    ("preview", ()),
    ("record_hand", ()),
    ("correct_hand", HAND),
    ("preview_correction", HAND),
    ("withdraw_hand", HAND),
    ("restore_hand", (1, 1)),
    ("confirm_sheet", ()),
]
OF_PHONES: list[tuple[str, tuple[int, ...]]] = [("table_state", ()), ("bring_in_hands", ())]
"""Answer whoever may only watch as well: with what is seen, and why hands must wait."""


def test_no_address_behind_a_link_is_forgotten() -> None:
    behind = {
        pattern.name
        for pattern in urlpatterns
        if getattr(pattern.callback, "access", "") in ("table_link", "table_write")
    }
    assert behind == {name for name, _args in READING + WRITING + OF_PHONES}


@pytest.fixture(scope="module")
def opened(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Director]:
    """Opens a table and enters a hand: once for all tests, for what one changes is taken back."""
    with django_db_blocker.unblock(), taken_back():
        director = Director()
        director.opens("sheepshead3-coins", "Anna", "Ben", "Cora")
        director.enters(picker=2, picker_points=61)
        yield director


@pytest.fixture(scope="module")
def watching(opened: Director, django_db_blocker: DjangoDbBlocker) -> str:
    with django_db_blocker.unblock():
        return opened.watch_secret()


@pytest.fixture
def director(opened: Director, db: None) -> Director:
    found = Director()
    found.secret, found.client.cookies = opened.secret, deepcopy(opened.client.cookies)
    return found


@pytest.fixture
def table(director: Director) -> Table:
    return Table.objects.get()


@pytest.fixture
def player(watching: str, db: None) -> Visitor:
    found = Visitor()
    found.secret = watching
    return found


def writes_nothing(response: Answer) -> bool:
    """Whether all that can be sent from a page is in which language it shall be read."""
    sent = re.findall(r'method="post" action="([^"]*)"', response.content.decode())
    return response.content.count(b'method="post"') == sent.count(reverse("choose_language"))


@pytest.mark.parametrize(("name", "args"), READING + WRITING + OF_PHONES)
def test_a_stranger_finds_nothing(
    stranger: Visitor, table: Table, name: str, args: tuple[int, ...]
) -> None:
    assert stranger.client.get(stranger.address(name, *args)).status_code == 404
    assert stranger.client.post(stranger.address(name, *args), {}).status_code == 404


@pytest.mark.parametrize(("name", "args"), READING)
def test_a_player_watches(
    director: Director, player: Visitor, table: Table, name: str, args: tuple[int, ...]
) -> None:
    response = player.client.get(player.address(name, *args))
    assert response.status_code == 200
    assert director.secret not in response.content.decode()
    assert writes_nothing(response)


@pytest.mark.parametrize(("name", "args"), WRITING)
def test_a_player_writes_nothing(
    player: Visitor, table: Table, name: str, args: tuple[int, ...]
) -> None:
    assert player.client.get(player.address(name, *args)).status_code == 404
    assert player.client.post(player.address(name, *args), {}).status_code == 404
    assert Table.objects.get().version == 1


@pytest.mark.parametrize(("name", "args"), READING + WRITING + OF_PHONES)
def test_pages_behind_a_link_are_kept_private(
    director: Director, table: Table, name: str, args: tuple[int, ...]
) -> None:
    response = director.client.get(director.address(name, *args))
    if response.status_code == 200:
        assert response.headers["Cache-Control"] == "no-store"
        assert "noindex" in response.headers["X-Robots-Tag"]
        assert response.headers["Referrer-Policy"] in ("same-origin", "no-referrer")


def test_the_secrets_are_not_kept(director: Director, player: Visitor, table: Table) -> None:
    kept = " ".join(TableLink.objects.values_list("secret_hash", flat=True))
    assert len(director.secret) >= 22
    assert director.secret not in kept
    assert player.secret not in kept


def switches_off(director: Director, which: str) -> None:
    page = director.client.get(director.address("table_links")).content.decode()
    sent = FormReader(page).sent_to(director.address("links_off")) | {"which": which}
    director.client.post(director.address("links_off"), sent)


def test_the_watching_link_can_be_switched_off(
    director: Director, player: Visitor, table: Table
) -> None:
    switches_off(director, "watch")
    assert player.client.get(player.address("table")).status_code == 404
    assert "This link is switched off." in director.sees("table_links")
    assert director.totals() == [-1, -1, 2]


def test_new_links_lock_nobody_out(director: Director, player: Visitor, table: Table) -> None:
    page = director.client.get(director.address("table_links")).content.decode()
    sent = FormReader(page).sent_to(director.address("new_links"))
    response = director.client.post(director.address("new_links"), sent)
    again = director.client.post(director.address("new_links"), sent)
    assert again["Location"] == response["Location"]
    newer = Director()
    newer.secret = response["Location"].split("/")[2]
    assert newer.secret != director.secret
    assert director.totals() == newer.totals() == player.totals() == [-1, -1, 2]
    assert "Older links of this table still work." in newer.sees("table_links")

    switches_off(newer, "others")
    assert player.client.get(player.address("table")).status_code == 404
    shut_out = director.client.get(director.address("table"))
    assert shut_out["Location"] == director.address("take_back")
    assert director.client.post(director.address("record_hand"), {}).status_code == 404
    assert newer.enters(picker=0, picker_points=75).status_code == 302
    assert "Older links" not in newer.sees("table_links")
    kinds = TableChange.objects.values_list("kind", "before")
    assert list(kinds) == [("new_links", ""), ("links_off", "watch, write")]


def test_a_public_club_s_table_is_watched_by_all(stranger: Visitor, table: Table) -> None:
    addresses = [reverse(f"public_{name}", args=[table.pk, *args]) for name, args in READING]
    for address in addresses:
        assert stranger.client.get(address).status_code == 404
    table.club = Club.objects.create(name="Private club")
    table.save()
    for address in addresses:
        assert stranger.client.get(address).status_code == 404
    Club.objects.update(is_public=True)
    for address in addresses:
        response = stranger.client.get(address)
        assert response.status_code == 200
        assert writes_nothing(response)


def test_a_hand_of_another_table_is_not_reached(director: Director, table: Table) -> None:
    director.opens("sheepshead3-coins", "Dirk", "Eva", "Finn")
    for name in ("hand", "correct_hand"):
        assert director.client.get(director.address(name, 1)).status_code == 404


def test_forms_are_protected_against_other_sites(director: Director, table: Table) -> None:
    director.client.handler.enforce_csrf_checks = True
    sent = director.form("table") | {"picker": "1", "picker_points": "61"}
    del sent["csrfmiddlewaretoken"]
    assert director.client.post(director.address("record_hand"), sent).status_code == 403
    assert Table.objects.get().version == 1
