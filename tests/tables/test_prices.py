"""What is played for what: at a table, beside the form that opens one, on a rule page."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring import RULESETS
from sheets.prices import prices
from tests.tables.conftest import Director, Visitor, words_of
from tournaments.common.house_rules import typed

FOUR = ("Anna", "Ben", "Cora", "Dirk")

pytestmark = pytest.mark.django_db


def test_the_rules_of_a_table_are_its_own(director: Director, player: Visitor) -> None:
    director.opens("schafkopf", *FOUR, base=5, solo=20)
    player.secret = director.watch_secret()
    page = player.sees("table_rules")
    assert "Rufspiel (called ace) +5 others −5 +15 others −15 +25 others −25" in page
    assert "Solo · Wenz · Geier · Farbwenz +60 others −20 +90 others −30 +120 others −40" in page
    assert "Rufspiel 5 not as usual" in page
    assert "Laufende count from 3 Laufende in a Wenz" in page
    assert "What the loser of a Ramsch" not in page


def test_from_the_sheet_one_gets_to_its_rules(director: Director, player: Visitor) -> None:
    director.opens("schafkopf", *FOUR)
    player.secret = director.watch_secret()
    for visitor in (director, player):
        page = visitor.client.get(visitor.address("table")).content.decode()
        assert f'href="{visitor.address("table_rules")}"' in page


def test_whoever_opens_a_table_sees_what_the_house_rules_come_to(client: Client) -> None:
    page = words_of(client.get(reverse("open_table", args=["sheepshead5-bump"])))
    assert "Lost 31–60 −4 partner −2 · others +2" in page
    asked = {"double_on_bump": False, "schneider": "both30", "tiers": "2-4-6"}
    bump = RULESETS["sheepshead5-bump"]
    house = bump.defaults() | asked
    sent = dict(pair for option in bump.options for pair in typed(option, house[option.name]))
    prices = client.get(reverse("prices_of", args=["sheepshead5-bump"]), sent)
    assert "Won 61–90 +4 partner +2 · others −2 +8 others −2" in words_of(prices)
    assert "A lost hand costs as much." in words_of(prices)
    assert "Not as usual here: Schneider, Prices, Double on the bump." in words_of(prices)
    assert "Not as usual here" not in page


def test_whoever_sent_something_wrong_sees_the_chart_of_what_was_typed(director: Director) -> None:
    sent = director.opening("saskop", *FOUR) | {"name-1": "", "option-passed": "3"}
    address = reverse("open_table", args=["saskop"])
    page = words_of(director.client.post(address, sent))
    assert "Everybody passed Who won +3" in page
    wrong = words_of(director.client.post(address, sent | {"option-passed": "many"}))
    mend = "Something is wrong with these house rules: mend it"
    assert mend in wrong
    prices = director.client.get(
        reverse("prices_of", args=["saskop"]), sent | {"option-passed": ""}
    )
    assert mend in words_of(prices)


def test_a_rule_page_has_its_chart_and_worked_hands(client: Client) -> None:
    page = words_of(client.get(reverse("ruleset", args=["saskop"])))
    assert "Won 61–90 +2 +4 Won, schneider 91–120 +4 +6" in page
    assert "Lost 30–59 others +4 others +6" in page
    assert "Everybody passed Who won +1 Who won · All nine tricks +16" in page
    assert "A worked hand A + C +2 · B + D 0 The makers (A + C) won: 2." in page
    assert client.get(reverse("prices_of", args=["nothing"])).status_code == 404


def test_a_price_that_falls_is_asked_about(client: Client) -> None:
    tariff = RULESETS["schafkopf-tariff"]
    usual = tariff.defaults()
    house = usual | {"prices": usual["prices"] | {"solo": [50, 40, 70]}}
    sent = dict(pair for option in tariff.options for pair in typed(option, house[option.name]))
    asked = words_of(client.get(reverse("prices_of", args=[tariff.key]), sent))
    assert "Solo: the price falls (Plain → Schneider). Is that meant?" in asked
    page = words_of(client.get(reverse("ruleset", args=[tariff.key])))
    assert "Is that meant?" not in page


def test_the_printed_sheet_says_what_was_played_for_what(director: Director) -> None:
    director.opens("schafkopf", *FOUR, base=5)
    assert "What is played for what: Rufspiel (called ace): Won 61–90 +5" in director.sees(
        "print_sheet"
    )


def test_whoever_opens_schafkopf_may_go_on_to_a_price_table(client: Client) -> None:
    page = client.get(reverse("open_table", args=["schafkopf"])).content.decode()
    (link,) = re.findall(r'href="([^"]*/open/schafkopf-tariff/[^"]*)"', page)
    form = client.get(link.replace("&amp;", "&")).content.decode()
    assert 'name="option-prices-geier-0" value="50"' in form  # as Schafkopf plays it
    other = client.get(reverse("open_table", args=["saskop"])).content.decode()
    assert "/open/schafkopf-tariff/" not in other


def test_the_wall_says_what_is_played_for_what_until_the_evening_ends(director: Director) -> None:
    director.opens("sheepshead5-bump", *FOUR, "Eva")
    wall = director.client.get(director.address("screen"))
    assert "What is played for what with a partner alone Won 61–90 +2" in words_of(wall)
    director.presses("end_evening", "end_evening")
    wall = director.client.get(director.address("screen"))
    assert "What is played for what" not in words_of(wall)


def test_that_the_others_get_each_is_said_where_they_get_anything(client: Client) -> None:
    each = "What stands small for the others is for each of them."
    assert each in words_of(client.get(reverse("ruleset", args=["sheepshead5-bump"])))
    assert each not in words_of(client.get(reverse("ruleset", args=["skat"])))


def test_where_card_points_are_paid_for_the_chart_goes_by_them(client: Client) -> None:
    bump = RULESETS["sheepshead5-bump"]
    for step, in_steps in ((10, False), (1, True)):
        house = bump.defaults() | {"pay": "spread", "double_on_bump": False, "spread_step": step}
        sent = dict(pair for option in bump.options for pair in typed(option, house[option.name]))
        page = words_of(client.get(reverse("prices_of", args=[bump.key]), sent))
        some = "Won 65 +20 partner +10" if in_steps else "Won 61–65 +2 partner +1"
        assert some in page
        assert ("Only some card points stand here" in page) is in_steps


def test_where_no_table_has_the_prices_it_says_why(client: Client) -> None:
    undecided = words_of(client.get(reverse("prices_of", args=["muck"])))
    assert "Decide what is still open" in undecided


def test_a_game_that_is_not_won_by_card_points_has_none_beside_it() -> None:
    ruleset = RULESETS["schafkopf"]
    rows = {row.label: row.cells for row in prices(ruleset, ruleset.defaults()).rows}
    said = {
        label: [(head, cell.main) for head, cell in cells if cell] for label, cells in rows.items()
    }
    assert said["Bettel (no trick)"] == [("Won", "+90")]
    assert said["Solo · Farbwenz, Sie"] == [("Won", "+1560")]
    assert said["Rufspiel (called ace)"][0] == ("Won 61–90", "+20")
