"""A sentence of the games is said in the reader's language."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoring.words import Sentence, Side, Word, Words, _, _n, _p
from sheets.words import spoken
from tests.language import CONTEXT, PLURAL, speaking

HANDS = _n("%(side)s has %(count)s hand", "%(side)s has %(count)s hands")
TEXTS = {
    "%(bid)s: say it.": "%(bid)s: powiedz to.",
    "Bid": "Licytacja",
    "Won": "Wygrane",
    "result of a hand" + CONTEXT + "Won": "Wygrana",
    "%(words)s: one of these.": "%(words)s: jedno z tych.",
    HANDS.one + PLURAL + HANDS.many: PLURAL.join(
        ["%(side)s: jedna ręka", "%(side)s: %(count)s ręce", "%(side)s: %(count)s rąk"]
    ),
}


def test_a_word_inside_a_sentence_is_said_in_its_language(tmp_path: Path) -> None:
    sentence = Sentence(_("%(bid)s: say it."), bid=Word("Bid"))
    assert spoken(sentence) == "Bid: say it."
    with speaking(TEXTS, tmp_path):
        assert spoken(sentence) == "Licytacja: powiedz to."


@pytest.mark.parametrize(
    ("count", "english", "told"),
    [
        (0, "Ann has 0 hands", "Ann: 0 rąk"),
        (1, "Ann has 1 hand", "Ann: jedna ręka"),
        (2, "Ann has 2 hands", "Ann: 2 ręce"),
        (25, "Ann has 25 hands", "Ann: 25 rąk"),
    ],
)
def test_the_language_chooses_by_the_number(
    count: int, english: str, told: str, tmp_path: Path
) -> None:
    sentence = Sentence(HANDS, count=count, side=Side(0))
    assert spoken(sentence, ["Ann"]) == english
    with speaking(TEXTS, tmp_path):
        assert spoken(sentence, ["Ann"]) == told


def test_a_word_that_means_several_things_is_said_as_it_is_meant(tmp_path: Path) -> None:
    won = _p("result of a hand", "Won")
    one = Sentence(_("%(words)s: one of these."), words=Words((won, "Bid")))
    assert (won, spoken(won), spoken(Word(won).text)) == ("Won", "Won", "Won")
    with speaking(TEXTS, tmp_path):
        assert (spoken(won), spoken("Won")) == ("Wygrana", "Wygrane")
        assert spoken(Sentence(_("%(bid)s: say it."), bid=Word(won))) == "Wygrana: powiedz to."
        assert spoken(one) == "“Wygrana”, “Licytacja”: jedno z tych."
