"""The same hands under other rules, beside what was played; nothing is changed by it."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring import RULESETS
from tests.events.conftest import words_of
from tests.events.played import keys, starts
from tournaments.common.house_rules import typed
from tournaments.models import Author, Event, Hand, Result, Table
from tournaments.records.queries.what_if import Rules, alike, options_for, what_if
from tournaments.tables.queries import table_sheet
from tournaments.tables.services.hands import record_hand
from tournaments.tables.services.tables import open_table

pytestmark = pytest.mark.django_db

NAMES = ["Anna", "Bert", "Carl", "Dora", "Emil"]
LOST = {"picker": 0, "partner": 1, "picker_points": 50}
WON = {"picker": 2, "partner": None, "picker_points": 75}


@pytest.fixture
def table(db: None) -> tuple[Table, str]:
    opened = open_table(ruleset_key="sheepshead5-wikipedia", options={}, names=NAMES)
    for hand in (LOST, WON):
        record_hand(table=opened.table, record=hand, by=Author(), submission=uuid4())
    return opened.table, opened.write_secret


def asked(table: Table, **options: object) -> Rules:
    ruleset = RULESETS[table.ruleset]
    return Rules(ruleset, table.options | options)


def test_double_on_the_bump_costs_twice_and_only_there(table: tuple[Table, str]) -> None:
    played, _secret = table
    found = what_if(table_sheet(played), asked(played, double_on_bump=True))
    assert [hand.number for hand in found.changed] == [1]
    [bump] = found.changed
    assert list(bump.after) == [2 * points for points in bump.before]
    assert "Double on the bump" in " ".join(bump.reasons)
    assert sum(side.after for side in found.sides) == 0


def test_as_played_nothing_differs(table: tuple[Table, str]) -> None:
    played, _secret = table
    found = what_if(table_sheet(played), asked(played))
    assert (list(found.changed), found.ends_alike) == ([], True)
    assert all(side.change == 0 for side in found.sides)


def test_a_hand_that_the_other_rules_do_not_know_is_named(table: tuple[Table, str]) -> None:
    played, _secret = table
    passed = {"picker": None, "card_points": [10, 20, 30, 25, 35], "tricks": [1, 1, 2, 1, 1]}
    record_hand(table=played, record=passed, by=Author(), submission=uuid4())
    found = what_if(table_sheet(played), asked(played, all_pass="redeal"))
    assert found.number == 3
    assert found.problem


def test_adjusted_points_are_no_hand(client: Client, table: tuple[Table, str]) -> None:
    played, secret = table
    adjusted = {"adjustment": [0, -4, 1, 1, 2], "reason": "misplay"}
    passed = {"picker": None, "card_points": [10, 20, 30, 25, 35], "tricks": [1, 1, 2, 1, 1]}
    record_hand(table=played, record=adjusted, by=Author(), submission=uuid4())
    assert what_if(table_sheet(played), asked(played, double_on_bump=True)).hands == 2
    options = as_sent(played)
    query = {"asked": played.ruleset, "ruleset": played.ruleset, **options}
    address = reverse("what_if", args=[secret])
    page = words_of(client.get(address, {**query, "option-double_on_bump": "on"}))
    assert "Hands that would count otherwise: 1 of 2" in page
    record_hand(table=played, record=passed, by=Author(), submission=uuid4())
    refused = what_if(table_sheet(played), asked(played, all_pass="redeal"))
    assert (refused.number, refused.hands) == (3, 3)


def test_only_games_of_the_same_shape_are_offered() -> None:
    five = [each.key for each in alike(RULESETS["sheepshead5-wikipedia"], 5)]
    assert "sheepshead5-bump" in five
    assert not {"saskop", "sheepshead4-coins"} & set(five)
    assert "sasku-karvane12" in [each.key for each in alike(RULESETS["saskop"], 4)]


def test_another_game_comes_with_its_own_rules_and_the_house_rules_of_the_evening() -> None:
    played, other = RULESETS["sheepshead5-wikipedia"], RULESETS["sheepshead5-bump"]
    kept = options_for(other, played, played.defaults() | {"cracking": "recrack", "base": 3})
    assert kept == other.defaults() | {"cracking": "recrack"}
    assert kept["double_on_bump"]  # it is what makes the other game
    assert options_for(played, played, kept) == kept


def as_sent(table: Table) -> dict[str, str]:
    """What a browser sends of the house rules of a table that nobody has touched."""
    rules = RULESETS[table.ruleset].options
    return dict(pair for option in rules for pair in typed(option, table.options[option.name]))


def test_the_page_of_a_table(client: Client, table: tuple[Table, str]) -> None:
    played, secret = table
    address = reverse("what_if", args=[secret])
    assert address in client.get(reverse("table", args=[secret])).content.decode()
    assert "These are the rules by which it was played" in words_of(client.get(address))
    options = as_sent(played)
    query = {"asked": played.ruleset, "ruleset": played.ruleset, **options}
    page = words_of(client.get(address, {**query, "option-double_on_bump": "on"}))
    assert "Hands that would count otherwise: 1 of 2" in page
    assert "Double on the bump: yes played: no" in page
    other = words_of(client.get(address, {"ruleset": "sheepshead5-bump"}))
    assert "Sheepshead, five-handed, double on the bump played: Sheepshead, five-handed" in other
    assert "Hands that would count otherwise: 1 of 2" in other
    wrong = client.get(address, {**query, "option-tiers": "none"})
    assert wrong.status_code == 422
    assert Hand.objects.filter(table=played).count() == 2


def test_the_page_of_an_event(client: Client, new_event: Callable[..., Event], by: Author) -> None:
    event = new_event(entries=5, ruleset="sheepshead5-wikipedia", size=5, rounds=1, hands=2)
    place = starts(event, by).tables.get()
    for hand in (LOST, WON):
        record_hand(table=place.table, record=hand, by=Author(), submission=uuid4())
    before = list(Result.objects.order_by("pk").values_list("points", flat=True))
    address = reverse("event_what_if", args=[event.pk])
    place.table.refresh_from_db()
    options = as_sent(place.table)
    query = {"asked": "sheepshead5-wikipedia", **options, "option-double_on_bump": "on"}
    page = words_of(client.get(address, query))
    assert "1 sheet was counted anew." in page
    assert list(Result.objects.order_by("pk").values_list("points", flat=True)) == before


def test_an_event_on_paper_has_nothing_that_could_be_counted_otherwise(
    client: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=4, rounds=1, hands=4)
    keys(starts(event, by).tables.get(), by, 9, -3, -3, -3)
    page = words_of(client.get(reverse("event_what_if", args=[event.pk])))
    assert "No hand of this event is known" in page
    assert "Count it so" not in page


def test_an_event_that_hides_its_standings_says_nothing(
    client: Client, director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=4, shows="at_the_end")
    assert client.get(reverse("event_what_if", args=[event.pk])).status_code == 404
    assert director.get(reverse("event_what_if", args=[event.pk])).status_code == 200
