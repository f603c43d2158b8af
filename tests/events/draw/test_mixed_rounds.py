"""Rounds with a game of their own: another game, table size, hands, or weight."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from formats.checks import unfit
from formats.event import EventSettings
from formats.games import RoundGame
from scoring import find_ruleset
from tests.events.browser_form import fields_of
from tests.events.conftest import words_of
from tests.events.draw.cut_stories import plays_round
from tests.events.draw.drawn_rounds import drawn, key
from tests.events.setup.setting_up import freeze, now, sessions
from tournaments.common.actions import Refused
from tournaments.events.draw.queries.drawing import ground_for
from tournaments.events.standings.queries.standings import event_standing
from tournaments.models import Author, Club, Event

THREE = "sheepshead3-coins"
FOUR = "sheepshead4-cutthroat"


@pytest.fixture
def social(new_event: Callable[..., Event]) -> Event:
    """Twelve: four at a table, then three at a table for half as much again, then four again."""
    return new_event(
        entries=12,
        rounds=3,
        hands=4,
        draws=("random_wishes",),
        ruleset=FOUR,
        round_games=(RoundGame(), RoundGame(THREE, 3, "up", 6, "1.5")),
    )


def test_each_round_is_drawn_and_opened_with_its_own_game(social: Event, by: Author) -> None:
    first = plays_round(social, by, 1)
    second = plays_round(social, by, 2)
    third = drawn(social, by, 3)
    found = [
        sorted(
            (place.table.ruleset, place.table.players, place.hands_due)
            for place in played.tables.select_related("table")
        )
        for played in (first, second, third)
    ]
    assert found == [[(FOUR, 4, 4)] * 3, [(THREE, 3, 6)] * 4, [(FOUR, 4, 4)] * 3]
    table = second.tables.select_related("table")[0].table
    assert table.options == find_ruleset(THREE).defaults()
    assert (second.hands, third.hands) == (6, 4)
    assert ground_for(social, 2).settings.size == 3


def test_a_round_counts_times_its_factor(social: Event, by: Author) -> None:
    plays_round(social, by, 1)
    played = drawn(social, by, 2)
    for place in played.tables.select_related("table", "round__event"):
        key(place, 5, -2, -3)
    social.refresh_from_db()
    result = played.results.select_related("entry").filter(points=5)[0]
    row = event_standing(social).row_of(result.entry.number or 0)
    assert row
    values = {cell.number: cell.value for cell in row.cells}
    assert Fraction(values.get(2) or Fraction(15, 2)) == Fraction(15, 2)
    assert social.format.rules("").factors == (1, Fraction(3, 2))


def test_places_make_tables_of_three_and_four_alike(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(
        entries=12,
        rounds=2,
        hands=4,
        yields="places",
        draws=("manual",),
        ruleset=FOUR,
        round_games=(RoundGame(), RoundGame(THREE, 3)),
    )
    plays_round(event, by, 1)
    plays_round(event, by, 2)
    rows = event_standing(event).ranked
    values = [{row.rounds[number] for row in rows} for number in (1, 2)]
    assert values == [{7, 5, 3, 1}, {7, 4, 1}]


def test_a_sheet_that_does_not_come_to_nothing_is_refused_by_its_own_game(
    social: Event, by: Author
) -> None:
    plays_round(social, by, 1)
    played = drawn(social, by, 2)
    place = played.tables.select_related("table", "round__event")[0]
    with pytest.raises(Refused):
        key(place, 5, -2, -2)


@pytest.mark.parametrize(
    ("game", "part", "words"),
    [
        (RoundGame(factor="much"), "factor", "such as 2 or 1.5"),
        (RoundGame(factor="0"), "factor", "such as 2 or 1.5"),
        (RoundGame(factor="1/0"), "factor", "such as 2 or 1.5"),
        (RoundGame("whist"), "ruleset", "no such game"),
        (RoundGame("saskop"), "ruleset", "not mixed"),
        (RoundGame(THREE, 7), "size", "sit"),
        (RoundGame(size=4, odd="down"), "odd", "no tables of that size"),
    ],
)
def test_what_does_not_fit_is_said_at_its_input(game: RoundGame, part: str, words: str) -> None:
    ruleset = find_ruleset(FOUR)
    settings = EventSettings(round_games=(RoundGame(), game))
    (problem,) = unfit(settings, ruleset, ruleset.defaults())
    assert problem.field == f"round_games-2-{part}"
    assert words in problem.sentence


def test_set_in_the_form_and_on_the_rule_card(club: Club, by: Author, director: Client) -> None:
    event = sessions(club, by)
    address = reverse("event_settings", args=[event.pk])
    form = fields_of(director.get(address).content.decode(), address)
    typed = {
        "round_games-2-ruleset": THREE,
        "round_games-2-size": "3",
        "round_games-2-hands": "18",
        "round_games-2-factor": "1,5",
    }
    refused = director.post(address, form | typed | {"round_games-2-size": "8"})
    assert refused.status_code == 422
    assert "At a table of this game may sit: " in words_of(refused)
    assert director.post(address, form | typed).status_code == 302
    assert now(event).round_games == (RoundGame(), RoundGame(THREE, 3, "", 18, "1,5"))
    card = words_of(director.get(reverse("event_rules", args=[event.pk])))
    assert "at a table: 3 · hands: 18 · × 1,5" in card
    page = words_of(director.get(reverse("rounds", args=[event.pk])))
    assert find_ruleset(THREE).name in page
    freeze(event)
    shown = director.get(address).content.decode()
    assert "round_games-2-size" not in shown
    assert "at a table: 3 · hands: 18" in shown


def test_taken_away_again_in_the_form(club: Club, by: Author, director: Client) -> None:
    event = sessions(club, by)
    games = (RoundGame(), RoundGame(hands=10))
    event.settings = replace(now(event), round_games=games).to_json()
    event.save()
    address = reverse("event_settings", args=[event.pk])
    form = fields_of(director.get(address).content.decode(), address)
    assert form["round_games-2-hands"] == "10"
    again = form | {"round_games-2-hands": "", "submission": str(uuid4())}
    assert director.post(address, again).status_code == 302
    assert now(event).round_games == ()
