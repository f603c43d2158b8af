"""Who may: the director by the writing link, the player by the watching one, a stranger nothing."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.tournaments.conftest import Director, Visitor
from tournaments.models import Club, Table, TableLink

pytestmark = pytest.mark.django_db

READING = [("table", ()), ("hand", (1,))]
WRITING = [
    ("table_links", ()),
    ("revoke_link", ()),
    ("adjust", ()),
    ("record_hand", ()),
    ("correct_hand", (1,)),
    ("withdraw_hand", (1,)),
]


@pytest.fixture
def table(director: Director, player: Visitor) -> Table:
    table = director.opens("sheepshead3-coins", "Anna", "Ben", "Cora")
    director.enters(picker=2, picker_points=61)
    player.secret = director.watch_secret()
    return table


@pytest.mark.parametrize(("name", "args"), READING + WRITING)
def test_a_stranger_finds_nothing(stranger: Visitor, table: Table, name, args):
    assert stranger.client.get(stranger.address(name, *args)).status_code == 404
    assert stranger.client.post(stranger.address(name, *args), {}).status_code == 404


@pytest.mark.parametrize(("name", "args"), READING)
def test_a_player_watches(director: Director, player: Visitor, table: Table, name, args):
    response = player.client.get(player.address(name, *args))
    assert response.status_code == 200
    assert director.secret not in response.content.decode()
    assert "<form" not in response.content.decode()


@pytest.mark.parametrize(("name", "args"), WRITING)
def test_a_player_writes_nothing(player: Visitor, table: Table, name, args):
    assert player.client.get(player.address(name, *args)).status_code == 404
    assert player.client.post(player.address(name, *args), {}).status_code == 404
    assert Table.objects.get().version == 1


@pytest.mark.parametrize(("name", "args"), READING + WRITING)
def test_pages_behind_a_link_are_kept_private(director: Director, table: Table, name, args):
    response = director.client.get(director.address(name, *args))
    if response.status_code == 200:
        assert response.headers["Cache-Control"] == "no-store"
        assert "noindex" in response.headers["X-Robots-Tag"]
        assert response.headers["Referrer-Policy"] in ("same-origin", "no-referrer")


def test_the_secrets_are_not_kept(director: Director, player: Visitor, table: Table):
    kept = " ".join(TableLink.objects.values_list("secret_hash", flat=True))
    assert len(director.secret) >= 22
    assert director.secret not in kept
    assert player.secret not in kept


def test_the_watching_link_can_be_switched_off(director: Director, player: Visitor, table: Table):
    director.client.post(director.address("revoke_link"), {"rights": "watch"})
    assert player.client.get(player.address("table")).status_code == 404
    assert "This link is switched off." in director.sees("table_links")


def test_a_closed_sheet_can_only_be_watched(director: Director, player: Visitor, table: Table):
    form = director.form("table")
    response = director.client.post(director.address("revoke_link"), {"rights": "write"})
    assert response["Location"] == player.address("table")
    assert director.client.post(director.address("record_hand"), form).status_code == 404
    assert player.totals() == [-1, -1, 2]


def test_a_public_club_s_table_is_watched_by_all(stranger: Visitor, table: Table):
    addresses = [
        reverse("public_table", args=[table.pk]),
        reverse("public_hand", args=[table.pk, 1]),
    ]
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
        assert "<form" not in response.content.decode()


def test_a_hand_of_another_table_is_not_reached(director: Director, table: Table):
    director.opens("sheepshead3-coins", "Dirk", "Eva", "Finn")
    for name in ("hand", "correct_hand"):
        assert director.client.get(director.address(name, 1)).status_code == 404


def test_forms_are_protected_against_other_sites(director: Director, table: Table):
    director.client.handler.enforce_csrf_checks = True
    sent = director.form("table") | {"picker": "1", "picker_points": "61"}
    del sent["csrfmiddlewaretoken"]
    assert director.client.post(director.address("record_hand"), sent).status_code == 403
    assert Table.objects.get().version == 1
