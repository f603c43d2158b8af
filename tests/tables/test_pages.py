"""Every game has its pages and its form, and the error pages are in the house's style."""

from __future__ import annotations

from random import Random
from uuid import UUID

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import get_resolver, reverse

from scoring import RULESETS
from scoring.ruleset import Deal
from sheets.answers import answers_from_record
from simulation.hands import plausible_hand
from tests.deciding import decided
from tests.tables.conftest import Director, words_of
from tournaments.models import Club
from tournaments.tables.queries import coming_hand, latest_versions
from tournaments.tables.services.tables import open_table

NAMES = ("Anna", "Ben", "Cora", "Dirk", "Eva", "Finn", "Greta", "Hanno")

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.mark.parametrize("key", RULESETS)
def test_each_game_is_played_through_its_form(director: Director, key: str) -> None:
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
def test_each_game_has_its_rules(key: str) -> None:
    page = words_of(Client().get(reverse("ruleset", args=[key])))
    ruleset = RULESETS[key]
    assert ruleset.summary in page
    assert all(figure.what in page for figure in ruleset.figures)
    assert "proposal no source at all: our own suggestion" in page


def test_games_are_chosen_by_how_many_play() -> None:
    client = Client()
    for players in (None, *range(2, 9)):
        page = words_of(client.get("/open/", {"players": players} if players else {}))
        for ruleset in RULESETS.values():
            assert (ruleset.summary in page) == (players is None or players in ruleset.tables)
    assert words_of(client.get("/open/?players=77")) == words_of(client.get("/open/"))


def test_unknown_pages() -> None:
    for address in ("/rules/nothing/", "/open/nothing/", "/nothing/"):
        response = Client().get(address)
        assert response.status_code == 404
        assert "Sheepfold" in words_of(response)


@pytest.mark.parametrize("name", ["400", "403", "403_csrf", "404", "500", "503"])
def test_error_pages_need_nothing(name: str) -> None:
    assert "Sheepfold" in render_to_string(f"{name}.html")


def test_search_engines_are_told_to_leave_pages_with_people_alone() -> None:
    response = Client().get("/robots.txt")
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert response.content.decode().splitlines() == [
        "User-agent: *",
        "Disallow: /",
        "Allow: /$",
        "Allow: /rules/",
        "Allow: /words/",
        "Allow: /open/$",
        "Allow: /count/$",
    ]


SEARCHED = {"home", "robots", "choose_game", "rulesets", "ruleset", "counter", "words"}
MADE_UP = {"IntConverter": 1, "UUIDConverter": UUID(int=1)}


def test_search_engines_may_keep_no_page_but_those_that_hold_nobody_s_name() -> None:
    kept = set()
    client = Client()
    included = get_resolver().url_patterns
    for pattern in [each for one in included for each in getattr(one, "url_patterns", [one])]:
        converters = pattern.pattern.converters
        known = {"key": "sheepshead5-wikipedia"} if pattern.name == "ruleset" else {}
        args = {name: MADE_UP.get(type(each).__name__, "x") for name, each in converters.items()}
        response = client.get(reverse(pattern.name, kwargs=args | known))
        if "noindex" not in response.headers.get("X-Robots-Tag", ""):
            kept.add(pattern.name)
    assert kept == SEARCHED


def test_search_engines_keep_no_public_evening_and_no_page_that_is_not_there() -> None:
    club = Club.objects.create(name="Skat room", is_public=True)
    opened = open_table(
        ruleset_key="sheepshead3-coins", options={}, names=["Anna", "Ben", "Cora"], club=club
    )
    for address in (reverse("public_table", args=[opened.table.pk]), "/nothing/"):
        assert Client().get(address).headers["X-Robots-Tag"] == "noindex"
