"""An evening in each language: a table is opened, five hands are saved, one is put right, all ends.

Whoever plays finds every button by the words of the language, and no English word on the way.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from tests.browser.evening import CALM, Device
from tests.languages.whole import LANGUAGES_WHOLE

pytestmark = [CALM, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = ("Õie", "Šarlotte", "Jürgen", "Märt")
OURS, THEIRS = "Õie + Jürgen", "Šarlotte + Märt"


@dataclass(frozen=True)
class Words:
    """What stands on the buttons and beside the questions."""

    player: str
    open_table: str
    to_sheet: str
    makers: str
    trumps: str
    hearts: str
    result: str
    won: str
    lost: str
    every_trick: str
    save: str
    saved: str
    why: str
    correct: str
    save_correction: str
    corrected: str
    end: str
    ended: str


WORDS = {
    "en": Words(
        player="Player %s",
        open_table="Open the table",
        to_sheet="To the sheet",
        makers="Makers",
        trumps="Trumps",
        hearts="Hearts",
        result="Result",
        won="Won",
        lost="Lost",
        every_trick="Won, every trick",
        save="Save hand %s",
        saved="Hand %s is saved.",
        why="Why, or correct it",
        correct="Correct it",
        save_correction="Save the correction",
        corrected="Hand %s is corrected.",
        end="End the evening",
        ended="The evening has ended.",
    ),
    "de": Words(
        player="Spieler %s",
        open_table="Tisch öffnen",
        to_sheet="Zur Liste",
        makers="Trumpfpaar",
        trumps="Trumpf",
        hearts="Herz",
        result="Ergebnis",
        won="Gewonnen",
        lost="Verloren",
        every_trick="Gewonnen, alle Stiche",
        save="Spiel %s speichern",
        saved="Spiel %s ist gespeichert.",
        why="Warum, oder korrigieren",
        correct="Korrigieren",
        save_correction="Korrektur speichern",
        corrected="Spiel %s ist korrigiert.",
        end="Abend beenden",
        ended="Der Abend ist beendet.",
    ),
    "et": Words(
        player="Mängija %s",
        open_table="Ava laud",
        to_sheet="Lehe juurde",
        makers="Trumbi tegi",
        trumps="Trump",
        hearts="Ärtu",
        result="Tulemus",
        won="Võit",
        lost="Kaotus",
        every_trick="Võit, kõik tihid",
        save="Salvesta jaotus %s",
        saved="Jaotus %s on salvestatud.",
        why="Miks, või paranda",
        correct="Paranda",
        save_correction="Salvesta parandus",
        corrected="Jaotus %s on parandatud.",
        end="Lõpeta õhtu",
        ended="Õhtu on lõppenud.",
    ),
}


@pytest.mark.parametrize("language", ["en", *LANGUAGES_WHOLE])
def test_an_evening(phone: Device, language: str) -> None:
    words = WORDS[language]
    phone.reads_in(language)
    opens_a_table(phone, words)
    for number, (makers, result) in enumerate(
        ((OURS, "won"), (THEIRS, "lost"), (OURS, "lost"), (THEIRS, "every_trick"), (OURS, "won")), 1
    ):
        saves_a_hand(phone, words, number, makers, result)
    assert phone.totals() == [2, 0]
    assert phone.games() == [0, 1]
    puts_right(phone, words, 5)
    assert phone.totals() == [0, 4]
    ends(phone, words)
    expect(phone.page.locator("html")).to_have_attribute("lang", language)
    assert phone.said == []


def opens_a_table(phone: Device, words: Words) -> None:
    phone.opens("/open/saskop/?players=4")
    for place, name in enumerate(NAMES, 1):
        phone.page.get_by_label(words.player % place, exact=True).fill(name)
    phone.page.get_by_role("button", name=words.open_table, exact=True).click()
    phone.follows(words.to_sheet)


def saves_a_hand(phone: Device, words: Words, number: int, makers: str, result: str) -> None:
    phone.chooses(words.makers, makers)
    phone.chooses(words.trumps, words.hearts)
    phone.chooses(words.result, getattr(words, result))
    phone.page.get_by_role("button", name=words.save % number, exact=True).click()
    phone.reads(words.saved % number)


def puts_right(phone: Device, words: Words, number: int) -> None:
    phone.follows(words.why)
    phone.follows(words.correct)
    phone.chooses(words.result, words.lost)
    phone.page.get_by_role("button", name=words.save_correction, exact=True).click()
    phone.reads(words.corrected % number)


def ends(phone: Device, words: Words) -> None:
    phone.follows(words.end)
    phone.page.get_by_role("button", name=words.end, exact=True).click()
    expect(phone.page.locator("body")).to_contain_text(re.compile(re.escape(words.ended)))
