"""Real house rules, as somebody would type them in from a flyer: each as a set of options.

The figures are facts of their sources; whatever else is printed there stays there. Of each the
hands that it (or whoever read it) works out, with the points of everybody.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from scoring import RULESETS, HandProblem, replay, resolve_options
from scoring.chart import chart

TARIFF = RULESETS["schafkopf-tariff"]
Hand = dict[str, Any]


def called(declarer: int, partner: int, result: str = "won", **more: object) -> Hand:
    """A Rufspiel, or with `contract` another game with a partner."""
    hand = {"contract": "rufspiel", "declarer": declarer, "partner": partner, "result": result}
    return hand | more


def alone(contract: str, declarer: int, result: str = "won", **more: object) -> Hand:
    return {"contract": contract, "declarer": declarer, "result": result} | more


def counted(contract: str, declarer: int, points: int, tricks: int, **more: object) -> Hand:
    hand = {"contract": contract, "declarer": declarer}
    return hand | {"declarer_points": points, "declarer_tricks": tricks} | more


def passed(**more: object) -> Hand:
    return {"declarer": None} | more


class Flyer(NamedTuple):
    """House rules with their source; evenings of a few hands with what everybody has from each.

    `refused`: hands that cannot be played there, and the field at which that is said.
    """

    source: str
    options: dict[str, Any]
    evenings: list[list[tuple[Hand, list[int]]]]
    refused: tuple[tuple[Hand, str], ...] = ()


def each(*hands: tuple[Hand, list[int]]) -> list[list[tuple[Hand, list[int]]]]:
    """Hands of which none leaves anything to the next."""
    return [[one] for one in hands]


QUIET = {"knocks_most": 0, "kontra_most": 0}
ONE_TWO_THREE = [1, 2, 3]
INNS = {"rufspiel": [20, 30, 40], "solo": [50, 60, 70], "wenz": [50, 60, 70]}

FLYERS = {
    "Heilsbronn 2008": Flyer(
        "kulturverein-heilsbronn.de, Schafkopfturnier 27.12.2008",
        {
            "prices": {"rufspiel": ONE_TWO_THREE, "solo": [4, 5, 6], "wenz": [4, 5, 6]},
            "schneider": "both30",
            "runners_each": 1,
            "runners_from_wenz": 3,
            "runners_most": 4,
            "all_pass": "kreuz",
            **QUIET,
        },
        each(
            (called(0, 2), [1, -1, 1, -1]),
            (called(1, 3, "lost_schneider"), [2, -2, 2, -2]),
            (counted("rufspiel", 0, 30, 3, partner=1), [-1, -1, 1, 1]),
            (counted("rufspiel", 0, 90, 5, partner=1), [1, 1, -1, -1]),
            (alone("solo", 1, runners=4), [-8, 24, -8, -8]),
            (alone("wenz", 2, "lost", runners=2), [4, 4, -12, 4]),
            (called(3, 1, "lost", contract="kreuz"), [1, -1, 1, -1]),
        ),
        ((called(0, 2, kontra=1), "kontra"), (passed(), "declarer")),
    ),
    "Vohenstrauß, the school": Flyer(
        "realschule-vohenstrauss.de, Turnierregeln",
        {
            "prices": {"rufspiel": ONE_TWO_THREE, "solo": [2, 3, 4], "wenz": None},
            "runners_each": 0,
            "tout": "fixed",
            "tout_amount": 8,
            "sie": "off",
            "booking": "good_points",
            **QUIET,
        },
        each(
            (called(0, 2), [1, 0, 1, 0]),
            (called(1, 3, "won_schneider"), [0, 2, 0, 2]),
            (called(2, 0, "won_schwarz"), [3, 0, 3, 0]),
            (alone("solo", 2), [0, 0, 6, 0]),
            (alone("solo", 2, "won_schneider"), [0, 0, 9, 0]),
            (alone("solo", 2, "won_schwarz"), [0, 0, 12, 0]),
            (alone("solo", 2, "lost"), [2, 2, 0, 2]),
            (alone("solo", 0, "lost_schwarz"), [0, 4, 4, 4]),
        ),
        ((alone("wenz", 1), "contract"), (alone("solo", 1, announced="sie"), "announced")),
    ),
    "Niederfüllbach 2024": Flyer(
        "schafkopfrennen.de, TSG Niederfüllbach 31.10.2024",
        {
            "pack": "short",
            "prices": {
                "rufspiel": [5, 10, 15],
                "solo": [20, 20, 20],
                "heart_solo": [30, 30, 30],
                "wenz": [20, 20, 20],
                "geier": [20, 20, 20],
            },
            "runners_each": 5,
            "runners_from": 2,
            "runners_from_solo": 2,
            "runners_most": 4,
            "all_pass": "kreuz",
            "kreuz_sixty": "replay",
            "booking": "good_points",
            "soloist_writes": "once",
            "lost_solo": "each_called",
            **QUIET,
        },
        each(
            (alone("heart_solo", 3), [0, 0, 0, 30]),
            (alone("solo", 1, "won_schwarz", runners=2), [0, 30, 0, 0]),
            (alone("solo", 0, announced="tout", runners=2), [60, 0, 0, 0]),
            (called(1, 2, "lost_schneider", runners=1), [10, 0, 0, 10]),
            (alone("wenz", 1, "lost", runners=2), [15, 0, 15, 15]),
            (counted("kreuz", 1, 60, 3, partner=3), [0, 0, 0, 0]),
        ),
    ),
    "Donauwörth 2015": Flyer(
        "Donauwörther Zeitung, 31.10.2015",
        {
            "prices": {"rufspiel": ONE_TWO_THREE, "solo": [5, 6, 7], "wenz": [5, 6, 7]},
            "runners_each": 1,
            "without_alone": True,
            "all_pass": "kreuz",
            **QUIET,
        },
        each(
            (called(0, 2, runners=3, without=True), [7, -4, 1, -4]),
            (called(1, 3, "lost", runners=4, without=True), [5, -9, 5, -1]),
            (alone("wenz", 2, runners=2), [-7, -7, 21, -7]),
            (alone("solo", 2, runners=2), [-5, -5, 15, -5]),
        ),
    ),
    "Großreuth": Flyer(
        "grossreuth.de, Schafkopfturnier",
        {
            "prices": {"rufspiel": ONE_TWO_THREE, "solo": [2, 3, 4], "wenz": [2, 3, 4]},
            "schneider": "both30",
            "tout": "fixed",
            "tout_amount": 8,
            "sie": "off",
            "runners_each": 0,
            "kontra_most": 0,
            "all_pass": "muss",
        },
        each(
            (counted("muss", 1, 60, 4, partner=0), [1, 1, -1, -1]),
            (counted("solo", 2, 30, 2), [2, 2, -6, 2]),
            (counted("solo", 2, 29, 2), [3, 3, -9, 3]),
        ),
        ((called(0, 2, kontra=1), "kontra"),),
    ),
    "Plus and minus list": Flyer(
        "expydoc.com/doc/9170019",
        {
            "prices": {"rufspiel": ONE_TWO_THREE, "solo": [2, 3, 4], "wenz": [2, 3, 4]},
            "runners_each": 1,
            "tout": "fixed",
            "tout_amount": 6,
            "sie": "fixed",
            "sie_amount": 14,
            "sweep_runners": "none",
        },
        each(
            (alone("solo", 0, announced="tout", runners=4), [18, -6, -6, -6]),
            (alone("solo", 2, "lost", announced="tout", runners=3), [6, 6, -18, 6]),
        ),
    ),
    "Stock of 20": Flyer(
        "internet-schafkopf.de, Regeln",
        {
            "prices": INNS | {"geier": [50, 60, 70]},
            "all_pass": "pot",
            "stock": 20,
            "stock_in": "called",
        },
        [
            [(passed(), [-20, -20, -20, -20]), (called(0, 2), [60, -20, 60, -20])],
            [
                (passed(), [-20, -20, -20, -20]),
                (alone("solo", 1), [-50, 150, -50, -50]),
                (called(1, 3, "lost"), [20, -60, 20, -60]),
            ],
        ],
    ),
    "Nürnberg circle": Flyer(
        "github PanchoVarallo/Schafkopf-Application, README",
        {
            "prices": INNS | {"hochzeit": [30, 40, 50], "geier": [50, 60, 70]},
            "all_pass": "ramsch",
            "jungfrau": "off",
            "durchmarsch": "points",
            "durchmarsch_price": 50,
        },
        each(
            (called(1, 3, contract="hochzeit", runners=3), [-60, 60, -60, 60]),
            (called(1, 2, "lost_schneider", contract="hochzeit", knocks=1), [80, -80, -80, 80]),
            (passed(card_points=[90, 10, 10, 10]), [-60, 20, 20, 20]),
            (passed(card_points=[20, 95, 0, 5], knocks=2), [-200, 600, -200, -200]),
        ),
    ),
    "Kreuzbock": Flyer(
        "an open-source Schafkopf table app",
        {"all_pass": "kreuz", "prices": {"kreuz": [40, 60, 80]}},
        each((called(2, 0, "won_schneider", contract="kreuz"), [60, -60, 60, -60])),
    ),
    "Laufende from 2 in a Rufspiel": Flyer(
        "github redevening/schafkopftarif",
        {"runners_from": 2},
        each(
            (called(0, 2, runners=2), [40, -40, 40, -40]),
            (alone("solo", 3, "lost", runners=2), [50, 50, 50, -150]),
        ),
    ),
    "5 and 20": Flyer(
        "online-schafkopf-lernen.de, Spielwerte",
        {
            "prices": {"rufspiel": [5, 10, 15], "solo": [20, 25, 30], "wenz": None},
            "runners_each": 5,
        },
        each(
            (called(0, 2, "won_schneider", runners=3), [25, -25, 25, -25]),
            (alone("solo", 1, "lost_schwarz"), [30, -90, 30, 30]),
        ),
    ),
    "10 and 50": Flyer(
        "online-schafkopf-lernen.de, Spielwerte",
        {"prices": {"rufspiel": [10, 20, 30]}},
        each((called(3, 0, "lost_schwarz", kontra=1), [-60, 60, 60, -60])),
    ),
}


@pytest.mark.parametrize("name", FLYERS)
def test_a_flyer_can_be_typed_in_and_its_hands_come_out_as_it_says(name: str) -> None:
    flyer = FLYERS[name]
    for evening in flyer.evenings:
        hands = [hand for hand, _points in evening]
        rows = replay(TARIFF, flyer.options, 4, hands).rows
        assert [row.points for row in rows] == [points for _hand, points in evening]


@pytest.mark.parametrize("name", FLYERS)
def test_what_a_flyer_does_not_play_is_refused_at_its_field(name: str) -> None:
    flyer = FLYERS[name]
    for hand, field in flyer.refused:
        with pytest.raises(HandProblem) as refused:
            replay(TARIFF, flyer.options, 4, [hand])
        assert refused.value.field == field


@pytest.mark.parametrize("name", FLYERS)
def test_of_a_flyer_only_what_differs_and_matters_is_typed_in(name: str) -> None:
    flyer = FLYERS[name]
    house = resolve_options(TARIFF, flyer.options)
    usual = TARIFF.defaults()
    assert [one for one in flyer.options if house[one] == usual[one]] == []
    rules = TARIFF.options_by_name
    assert [one for one in flyer.options if not rules[one].matters(house)] == []


@pytest.mark.parametrize("name", FLYERS)
def test_the_chart_of_a_flyer_has_a_line_for_every_game_it_prices(name: str) -> None:
    house = resolve_options(TARIFF, FLYERS[name].options)
    found = chart(TARIFF, house)
    labels = {label for line in found.lines for label in line.labels}
    played = {
        choice.label
        for choice in TARIFF.fields_by_name["contract"].choices
        if choice.is_played(house) and choice.value != "ramsch"
    }
    assert played <= labels
