"""The demo club."""

from __future__ import annotations

import pytest
from django.test import Client

from scoring import RULESETS
from tests.tournaments.conftest import words_of
from tournaments.demo import build_demo
from tournaments.models import Club, Hand, Table
from tournaments.services.settling import differences

pytestmark = pytest.mark.django_db


def test_it_has_an_evening_of_each_family():
    build_demo()
    played = {RULESETS[table.ruleset].family for table in Table.objects.all()}
    assert played == {ruleset.family for ruleset in RULESETS.values()}
    assert Table.objects.filter(players=6, ruleset__startswith="sheepshead5").exists()
    assert not [text for table in Table.objects.all() for text in differences(table)]


def test_it_is_built_once():
    build_demo()
    hands = Hand.objects.count()
    build_demo()
    assert Hand.objects.count() == hands
    assert Club.objects.get().name == "Demo club"


def test_its_evenings_are_watched_from_the_first_page():
    build_demo()
    client = Client()
    page = client.get("/")
    for table in Table.objects.all():
        assert f'href="/watch/{table.pk}/"' in page.content.decode()
        assert "why these points" in words_of(client.get(f"/watch/{table.pk}/"))
        for number in (1, 14):
            assert client.get(f"/watch/{table.pk}/hands/{number}/").status_code == 200
