"""Every game has its pages and its form, and the error pages are in the house's style."""

from __future__ import annotations

from random import Random

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from scoring import RULESETS
from scoring.ruleset import Deal
from tests.deciding import decided
from tests.tournaments.conftest import Director, words_of
from tournaments.demo_hands import plausible_hand
from tournaments.forms.answers import answers_from_record
from tournaments.queries.replays import coming_hand, latest_versions

NAMES = ("Anna", "Ben", "Cora", "Dirk", "Eva", "Finn", "Greta", "Hanno")

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.mark.parametrize("key", RULESETS)
def test_each_game_is_played_through_its_form(director: Director, key):
    ruleset = RULESETS[key]
    chance = Random(key)
    for players in ruleset.tables:
        here = decided(ruleset)
        table = director.opens(key, *NAMES[:players], first_dealer=players - 1, **here)
        for _ in range(4):
            coming = coming_hand(table, latest_versions(table))
            deal = Deal(coming.dealer, coming.active, players, table.options, coming.carried)
            record = plausible_hand(chance, ruleset, deal)
            fields = ruleset.asked_fields(table.options)
            answers = answers_from_record(fields, record, coming.active)
            sent = {name: "on" if value is True else value for name, value in answers.items()}
            response = director.enters(**sent)
            assert response.status_code == 302, words_of(response)
            assert latest_versions(table)[-1].record == record
        assert director.client.get(director.address("hand", 4)).status_code == 200
        assert director.client.get(director.address("correct_hand", 4)).status_code == 200


@pytest.mark.parametrize("key", RULESETS)
def test_each_game_has_its_rules(key):
    page = words_of(Client().get(reverse("ruleset", args=[key])))
    ruleset = RULESETS[key]
    assert ruleset.summary in page
    assert all(figure.what in page for figure in ruleset.figures)
    assert "proposal no source at all: our own suggestion" in page


def test_games_are_chosen_by_how_many_play():
    client = Client()
    for players in (None, *range(2, 9)):
        page = words_of(client.get("/open/", {"players": players} if players else {}))
        for ruleset in RULESETS.values():
            assert (ruleset.summary in page) == (players is None or players in ruleset.tables)
    assert words_of(client.get("/open/?players=77")) == words_of(client.get("/open/"))


def test_unknown_pages():
    for address in ("/rules/nothing/", "/open/nothing/", "/nothing/"):
        response = Client().get(address)
        assert response.status_code == 404
        assert "Sheepfold" in words_of(response)


@pytest.mark.parametrize("name", ["400", "403", "403_csrf", "404", "500", "503"])
def test_error_pages_need_nothing(name):
    assert "Sheepfold" in render_to_string(f"{name}.html")


def test_search_engines_are_told_to_leave_pages_with_people_alone():
    response = Client().get("/robots.txt")
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert response.content.decode().splitlines() == [
        "User-agent: *",
        "Disallow: /",
        "Allow: /$",
        "Allow: /rules/",
        "Allow: /words/",
    ]
