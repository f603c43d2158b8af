"""What each person did at a table, counted; every figure here was counted by hand."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import find_ruleset, replay
from scoring.figures import Feat, Figures, Sitting, figures_of, hands_of, points_of
from scoring.rulesets import RULESETS
from tests.scoring.evenings import evening

ANNA, BERT, CARL, DORA, EMIL = 11, 12, 13, 14, 15

FIVE_HANDED = [
    {"picker": 0, "partner": 2, "picker_points": 75},
    {"picker": 1, "partner": None, "picker_points": 120, "picker_tricks": 6},
    {"picker": 3, "partner": 4, "picker_points": 25},
    {"picker": None, "card_points": [10, 20, 30, 25, 35], "tricks": [1, 1, 2, 1, 1]},
    {"adjustment": [0, -4, 1, 1, 2], "reason": "misplay"},
]
SASKOP = [
    {"makers": 0, "trump": "hearts", "card_points": [70, 50]},
    {"makers": 1, "trump": "diamonds", "card_points": [95, 25]},
    {"makers": None, "card_points": [61, 59]},
    {"makers": 0, "trump": "clubs", "card_points": [60, 60]},
    {"makers": 0, "trump": "clubs", "card_points": [120, 0], "tricks": [9, 0]},
]


def counted(
    key: str, hands: object, people: list[Sitting], options: dict[str, Any] | None = None
) -> tuple[dict[int, Figures], list[Feat]]:
    ruleset = find_ruleset(key)
    return figures_of(ruleset, replay(ruleset, options or {}, None, hands), people)


def everybody(*people: int) -> list[Sitting]:
    return [Sitting(column, person) for column, person in enumerate(people)]


def test_an_evening_of_five() -> None:
    found, feats = counted(
        "sheepshead5-wikipedia", FIVE_HANDED, everybody(ANNA, BERT, CARL, DORA, EMIL)
    )
    anna = found[ANNA]
    assert {name: n for name, n in anna.counts.items() if not name.startswith("place")} == {
        **{"picker.hands": 1, "picker.won": 1, "picker.points": 2, "picker.squares": 4},
        **{"defender.hands": 2, "defender.won": 1, "defender.points": -1, "defender.squares": 13},
        **{"everyone.hands": 1, "everyone.won": 1, "everyone.points": 4, "everyone.squares": 16},
        **{"schneider.given": 1, "trickless.taken": 1},
    }
    assert (anna.best, anna.worst, anna.won_run, anna.lost_run) == ((4, 3), (-3, 1), 2, 1)
    assert dict(anna.others[CARL]) == {
        **{"with.hands": 3, "with.won": 2, "with.points": 1},
        **{"called.hands": 1, "called.won": 1, "called.points": 2},
        **{"against.hands": 1, "against.won": 1, "against.points": 4},
    }
    bert = found[BERT]
    assert bert.counts["alone.points"] == 12
    assert bert.counts["adjusted"] == -4
    assert points_of(bert.counts) == -1 + 12 + 2 - 1 - 4
    assert hands_of(bert.counts) == 4
    assert feats == [Feat(BERT, 1, "swept_alone")]
    # Seat 0 deals first: Anna is fifth then, and one place earlier in each hand after it.
    assert [anna.counts[f"place.{place}.points"] for place in (5, 4, 3, 2)] == [2, -3, 2, 4]
    assert [anna.counts[f"place.{place}.won"] for place in (5, 4, 3, 2)] == [1, 0, 1, 1]


def test_a_game_of_saskop() -> None:
    found, feats = counted("saskop", SASKOP, everybody(ANNA, BERT, CARL, DORA))
    anna, bert = found[ANNA], found[BERT]
    assert hands_of(anna.counts) == 4  # the tied hand was played again
    assert (anna.counts["picker.hands"], anna.counts["picker.won"]) == (2, 2)
    assert anna.counts["contract.clubs.points"] == 16
    assert (bert.counts["contract.diamonds.hands"], bert.counts["contract.diamonds.won"]) == (1, 0)
    assert (bert.counts["schneider.taken"], bert.counts["trickless.taken"]) == (1, 1)
    assert (points_of(anna.counts), anna.counts["conceded"]) == (27, 0)
    assert (points_of(bert.counts), bert.counts["conceded"]) == (0, 27)
    assert anna.counts["lambapea.given"] == bert.counts["lambapea.suffered"] == 1
    assert (anna.counts["games.won"], bert.counts["games.played"]) == (1, 1)
    assert (anna.won_run, bert.lost_run) == (4, 4)
    assert anna.others[CARL]["with.hands"] == 4
    assert anna.others[CARL]["called.hands"] == 2
    assert feats == [Feat(ANNA, 4, "lambapea"), Feat(CARL, 4, "lambapea")]


def test_sixteen_to_nothing_and_a_called_sweep() -> None:
    hand = {"makers": 0, "trump": "diamonds", "card_points": [95, 25]}
    found, feats = counted("saskop", [hand] * 3, everybody(ANNA, BERT, CARL, DORA))
    assert found[BERT].counts["shutout.suffered"] == 1
    assert [feat.kind for feat in feats] == ["shutout", "shutout"]
    called = {"picker": 0, "partner": 1, "picker_points": 120, "picker_tricks": 6}
    _found, feats = counted(
        "sheepshead5-bump", [called | {"called_all": True}], everybody(ANNA, BERT)
    )
    assert [(feat.person, feat.kind) for feat in feats] == [
        (ANNA, "called_sweep"),
        (BERT, "called_sweep"),
    ]


def test_whoever_takes_a_seat_over_has_the_hands_from_then_on() -> None:
    people = [*everybody(ANNA, BERT, CARL, DORA), Sitting(4, EMIL, 2)]
    found, _feats = counted("sheepshead5-wikipedia", FIVE_HANDED, people)
    assert hands_of(found[EMIL].counts) == 2
    assert found[EMIL].counts["adjusted"] == 2
    assert EMIL not in found[ANNA].others or found[ANNA].others[EMIL]["against.hands"] == 2
    both = [Sitting(0, ANNA, 0, 2), Sitting(0, BERT, 2)]
    found, _feats = counted("sheepshead5-wikipedia", FIVE_HANDED, both)
    assert [hands_of(found[who].counts) for who in (ANNA, BERT)] == [2, 2]
    assert found[ANNA].others == {}


@pytest.mark.parametrize("key", sorted(RULESETS))
@pytest.mark.parametrize("seed", range(4))
def test_what_everybody_has_adds_up_to_the_sheet(key: str, seed: int) -> None:
    """No hand and no point is lost or counted twice, in any game."""
    ruleset = RULESETS[key]
    record, _dealers = evening(ruleset, seed, 20, moves=True)
    sheet = replay(ruleset, record.get("options", {}), record.get("players"), record["hands"])
    is_pairs = ruleset.scores == "pairs"
    columns = 4 if is_pairs else len(sheet.totals)
    found, _feats = figures_of(ruleset, sheet, everybody(*range(columns)))
    for column, figures in found.items():
        counts = figures.counts
        assert points_of(counts) == sheet.totals[column % 2 if is_pairs else column]
        assert hands_of(counts) == sum(counts[f"place.{place}.hands"] for place in range(1, 9))
        for other, met in figures.others.items():
            back = found[other].others[column]
            assert (met["with.hands"], met["against.hands"]) == (
                back["with.hands"],
                back["against.hands"],
            )


def test_a_solo_is_played_alone_and_a_pot_is_no_hand() -> None:
    hands = [
        {"declarer": 0, "contract": "rufspiel", "partner": 2, "result": "won"},
        {"declarer": 0, "contract": "wenz", "announced": "tout", "result": "won"},
        {"declarer": None},
        {"declarer": 1, "contract": "solo", "result": "lost_schneider"},
    ]
    people = everybody(ANNA, BERT, CARL, DORA)
    found, feats = counted("schafkopf", hands, people, {"all_pass": "pot"})
    anna, bert = found[ANNA].counts, found[BERT].counts
    assert (anna["picker.points"], anna["alone.points"], anna["defender.points"]) == (20, 300, 60)
    assert (anna["contract.rufspiel.won"], anna["contract.wenz.won"]) == (1, 1)
    assert (bert["contract.solo.hands"], bert["schneider.taken"]) == (1, 1)
    assert (bert["alone.points"], bert["adjusted"]) == (-220, -10)
    assert [points_of(figures.counts) for figures in found.values()] == [370, -350, -30, -70]
    assert [hands_of(figures.counts) for figures in found.values()] == [3, 3, 3, 3]
    assert feats == [Feat(ANNA, 1, "called_sweep")]
