"""A role is called the same where a hand is asked for, under the sheet and in a hand's sentence."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils.translation import override

from sheets.forms import form_for_coming_hand
from sheets.told import told_on
from sheets.words import role_name
from tests.sheets.test_great import sheet_of

CALLED: dict[str, Any] = {"declarer": 0, "contract": "rufspiel", "partner": 2, "result": "won"}
PICKED: dict[str, Any] = {"picker": 0, "partner": 2, "result": "won"}
RE: dict[str, Any] = {"declarer": 0, "partner": 2, "declarer_points": 130}
MADE: dict[str, Any] = {"makers": 0, "trump": "clubs", "card_points": [70, 50]}


@pytest.mark.parametrize(
    ("key", "hand", "language", "begins"),
    [
        ("schafkopf", CALLED, "en", "Anna played: Rufspiel · Mitspieler: Cora · Won"),
        ("schafkopf", CALLED, "de", "Anna spielte: Rufspiel · Mitspieler: Cora · Gewonnen"),
        ("schafkopf", CALLED, "et", "Anna mängis: Rufspiel · Partner: Cora · "),
        ("sheepshead5-coins", PICKED, "en", "Anna picked · Partner: Cora · Won"),
        ("sheepshead5-coins", PICKED, "de", "Anna nahm auf · Partner: Cora · Gewonnen"),
        ("doppelkopf", RE, "en", "Anna played · The other one of Re: Cora · Won"),
        ("doppelkopf", RE, "de", "Anna spielte · Der Zweite von Re: Cora · Gewonnen"),
        ("saskop", MADE, "de", "Trumpfpaar: Anna + Cora, ♣ Kreuz · Gewonnen"),
    ],
)
def test_form_sheet_and_sentence_have_one_word(
    key: str, hand: dict[str, Any], language: str, begins: str
) -> None:
    players = 5 if key == "sheepshead5-coins" else 4
    with override(language):
        sheet = sheet_of(key, hand, players=players)
        assert sheet.newest is not None
        told = told_on(sheet.newest, sheet)
        asked = [str(question.label) for question in form_for_coming_hand(sheet, None).questions()]
        assert told.startswith(begins)
        for role, word in sheet.role_words.items():
            assert word in asked
            assert role_name(role, sheet.role_words) == word


def test_a_game_without_a_partner_has_no_word_for_one() -> None:
    assert list(sheet_of("sheepshead3-coins", players=3).role_words) == ["picker"]
    assert list(sheet_of("skat", players=3).role_words) == ["picker"]
