"""What settings are said to be, where a number may be one."""

from __future__ import annotations

import pytest

from formats.event import EventSettings
from formats.games import RoundGame
from formats.series import SeriesSettings, sentences


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"fewest": 1}, "A place takes at least 1 stage."),
        ({"fewest": 3}, "A place takes at least 3 stages."),
        ({"fewest": 1, "adding": "average_round"}, "A place takes at least 1 round."),
        ({"fewest": 9, "adding": "average_round"}, "A place takes at least 9 rounds."),
        (
            {"absence": (80, 60), "absence_after": 1},
            "Missed stages bring a share of the own average, in per cent: 80, 60; then nothing.",
        ),
        (
            {"absence": (80,), "absence_after": 1},
            "Only who has taken part in at least 1 stage gets that.",
        ),
        (
            {"absence": (80,), "absence_after": 3},
            "Only who has taken part in at least 3 stages gets that.",
        ),
        (
            {"has_final": True, "final_by": "season", "final_sizes": (8, 1)},
            "After the season the places decide who plays where: "
            "A final: 8 places; B final: 1 place; C final: all others.",
        ),
    ],
)
def test_the_rules_of_a_series(settings: dict[str, object], said: str) -> None:
    assert said in sentences(SeriesSettings(**settings))  # type: ignore[arg-type]


def test_nobody_is_kept_from_a_share_where_no_stage_is_asked_for() -> None:
    told = sentences(SeriesSettings(absence=(80,), absence_after=0))
    assert not any(sentence.startswith("Only who") for sentence in told)


def test_a_round_with_a_game_of_its_own() -> None:
    games = (RoundGame(), RoundGame("skat", 4, "down", 1, "2"))
    assert EventSettings(round_games=games).said("round_games") == (
        "round 2 (Skat · at a table: 4 · the remainder: tables of one less · hands: 1 · × 2)"
    )
