"""Hands that people talk about for years, and those that only look like one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scoring import find_ruleset
from sheets.coming import replay_sheet
from sheets.entries import SheetEntry, SheetTable
from sheets.great import Great, great_of
from sheets.sheet import Sheet
from sheets.told import told_on

NAMES = ("Anna Berg", "Ben", "Cora", "Dirk", "Eva")
BUMP = "sheepshead5-bump"
SWEPT = {"picker": 1, "partner": None, "result": "won_schwarz"}
WON = {"makers": 0, "trump": "diamonds", "card_points": [95, 25]}
LAMBAPEA = {"makers": 1, "trump": "spades", "result": "won_schwarz"}


def sheet_of(key: str, *records: dict[str, Any], players: int, **options: object) -> Sheet:
    ruleset = find_ruleset(key)
    table = SheetTable(ruleset, {**ruleset.defaults(), **options}, players=players)
    entries = [SheetEntry(number, record) for number, record in enumerate(records, 1)]
    return Sheet(table, entries, replay_sheet(table, entries), NAMES[:players])


def told(key: str, *records: dict[str, Any], players: int, **options: object) -> Great | None:
    sheet = sheet_of(key, *records, players=players, **options)
    return great_of(sheet, sheet.newest)


def test_a_lambapea_and_a_game_without_a_stroke_are_told_with_the_games() -> None:
    shutout = told("saskop", WON, WON, WON, players=4)
    assert shutout is not None
    assert shutout.title == "Not one stroke for the others!"
    assert shutout.words.endswith("Games 1\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}0.")
    lambapea = told("saskop", WON, WON, WON, LAMBAPEA, players=4)
    assert lambapea is not None
    assert (lambapea.kind, lambapea.title) == ("lambapea", "Lambapea!")
    assert lambapea.words.startswith(
        "All nine tricks: a lambapea, the whole game. Won by: Ben + Dirk"
    )
    assert lambapea.words.endswith("Games 1\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}1.")


@pytest.mark.parametrize(
    ("hand", "kind"),
    [
        (SWEPT, "swept_alone"),
        ({**SWEPT, "partner": 2}, ""),
        ({**SWEPT, "result": "won_schneider"}, ""),
        ({**SWEPT, "result": "lost_schwarz"}, ""),
        ({"picker": None, "card_points": [40, 30, 20, 19, 11]}, ""),
    ],
)
def test_every_trick_is_great_for_somebody_alone(hand: dict[str, Any], kind: str) -> None:
    great = told(BUMP, hand, players=5)
    assert (great.kind if great else "") == kind


def test_a_leaster_without_a_trick_is_great_where_it_wins() -> None:
    passed = {"picker": None, "winners": [2]}
    rules: dict[str, Any] = {"players": 3, "leaster": "1-2", "must_take_trick": False}
    great = told("sheepshead3-coins", {**passed, "no_trick": [2]}, **rules)
    assert great is not None
    assert (great.kind, great.words[:32]) == ("trickless", "All passed, a leaster: Cora took")
    assert told("sheepshead3-coins", passed, **rules) is None
    counted = {"picker": None, "card_points": [70, 50, 0], "tricks": [6, 4, 0]}
    great = told("sheepshead3-coins", counted, **rules)
    assert great is not None
    assert great.kind == "trickless"


def test_whoever_marches_through_a_ramsch_is_told() -> None:
    passed = {"declarer": None, "sweeper": 3}
    rules: dict[str, Any] = {"players": 4, "all_pass": "ramsch", "durchmarsch": "all_tricks"}
    great = told("schafkopf", passed, **rules)
    assert great is not None
    assert (great.kind, great.title) == ("durchmarsch", "Durchmarsch!")


def test_an_adjustment_or_an_empty_sheet_is_never_great() -> None:
    assert told(BUMP, players=5) is None
    brought = {"adjustment": [9, -9, 0, 0, 0], "reason": "Brought along"}
    assert told(BUMP, SWEPT, brought, players=5) is None


def test_who_stands_out_in_a_passed_hand_is_marked_and_others_are_not() -> None:
    leaster = {"picker": None, "card_points": [40, 30, 20, 19, 11]}
    sheet = sheet_of(BUMP, SWEPT, leaster, players=5)
    assert [cell.stands_out for cell in sheet.lines[1].cells] == [False] * 4 + [True]
    assert not any(cell.stands_out for cell in sheet.lines[0].cells)
    assert (sheet.lines[1].passed_mark, sheet.passed_word) == ("L", "Leaster")
    assert [name for name, _ in sheet.heads] == list(NAMES)
    assert [short for _, short in sheet.heads] == ["Anna", "Ben", "Cora", "Dirk", "Eva"]


def test_a_sentence_calls_people_as_the_heads_of_their_columns_do() -> None:
    people = ["Anna Berg", "Bartholomäus Obermeier", "Anna Bauer", "Cora", "Dirk"]
    sheet = replace(sheet_of(BUMP, SWEPT | {"partner": 0}, players=5), everybody=people)
    assert [short for _name, short in sheet.heads][:3] == ["Anna Be.", "Barth.", "Anna Ba."]
    assert sheet.newest is not None
    assert told_on(sheet.newest, sheet).startswith("Barth. picked · Partner: Anna Be. · Won")


def test_the_ranking_across_the_hall_knows_who_deals_and_who_has_left() -> None:
    sheet = sheet_of(BUMP, SWEPT, players=5)
    assert [place.name for place in sheet.places if place.deals] == [sheet.coming_dealer]
    assert not any(place.has_left for place in sheet.places)
    without = sheet_of("sheepshead3-coins", {"seated": [0, 2, 3]}, players=4)
    assert [(place.name, place.has_left) for place in without.places][-1] == ("Ben", True)
