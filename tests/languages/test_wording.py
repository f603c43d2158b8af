"""What a translation must keep of its message, and how German and Estonian word things."""

from __future__ import annotations

import pytest
from babel.messages import Message

from project_tools.wording import faults

BROKEN = (
    ("places", "%(name)s deals.", "%(names)s gibt."),
    ("places", "{one} left", "eines übrig"),
    ("signs", "%(n)s %%", "%(n)s\u00a0%"),
    ("signs", "half", "50\u00a0%%"),
    ("tags", '<b class="x">Won</b>', "<b>Gewonnen</b>"),
    ("entities", "hand&nbsp;%(n)s", "Spiel %(n)s"),
    ("breaks", "Won\nLost", "Gewonnen Verloren"),
    ("breaks", " and ", "und "),
    ("ending", "Won.", "Gewonnen"),
    ("ending", "Won", "Gewonnen."),
    ("ending", "Won:", "Gewonnen."),
    ("ending", "<b>Won.</b>", "<b>Gewonnen</b>"),
    ("hand", "Hand %(n)s", "Runde %(n)s"),
    ("card points", "61 card points", "61 Punkte"),
    ("Hand", "Hand %(n)s", "Hand %(n)s, ein Spiel"),
    ("Sie", "You may not do this.", "Das dürfen Sie nicht."),
    ("Sie", "Ask your club.", "Fragt bei Ihrem Verein."),
    ("stars", "Players", "Spieler*innen"),
    ("please", "Ask at the table.", "Bitte am Tisch fragen."),
    ("exclamation mark", "Saved.", "Gespeichert!"),
    ("quotes", "Say “alone”.", "Sag “allein”."),
    ("quotes", "Say “alone”.", 'Sag "allein".'),
    ("dash", "Won – lost", "Gewonnen - verloren"),
    ("minus", "−4", "-4"),
    ("ellipsis", "Connecting…", "Verbinde…"),
    ("space before a sign", "58%%", "58 %%"),
    ("space before a sign", "10 €", "10 €"),
    ("thousands", "10,000", "10.000"),
    ("spaces", "Won: 2", "Gewonnen : 2".replace(" : ", " :")),
)
WHOLE = (
    ("%(name)s: %(number)s hand of 100 %%", "%(name)s: %(number)s. Spiel von 100\u00a0%%"),
    ("<b>%(payer)s</b> pays <b>%(payee)s</b>", "<b>%(payer)s</b> zahlt an <b>%(payee)s</b>"),
    ("Say who held the ace.", "Wer hatte das Ass?"),
    ("You score: keep the sheet", "Ihr schreibt: Führt die Liste"),
    ("Sie", "Sie"),
    ("Please send it once more", "Bitte noch einmal senden"),
    ("60 to 60", "60 : 60"),
    ("By hand", "Von Hand"),
    ("Choose “alone”.", "„Allein“ wählen."),
    ("1–3 points", "1–3 Punkte"),
    ("10,000 points", "10\u202f000 Punkte"),
)
ESTONIAN = (
    ("Teie", "Your place.", "Teie koht."),
    ("glued to a name", "Points: %(name)s", "Punktid: %(name)s-le"),
    ("ellipsis", "Connecting…", "Ühendan …"),
    ("space before a sign", "58%%", "58 %%"),
    ("stroke", "Strokes", "Punktid"),
)


def found(english: str, text: str, language: str = "de", *comments: str) -> list[str]:
    message = Message(english, text, user_comments=comments)
    return [fault.split(":")[0] for fault in faults(message, language)]


@pytest.mark.parametrize(("rule", "english", "german"), BROKEN)
def test_broken(rule: str, english: str, german: str) -> None:
    assert rule in found(english, german)
    assert rule not in found(english, german, "de", f"without: {rule}")


@pytest.mark.parametrize(("english", "german"), WHOLE)
def test_whole(english: str, german: str) -> None:
    assert found(english, german) == []


@pytest.mark.parametrize(("rule", "english", "estonian"), ESTONIAN)
def test_estonian(rule: str, english: str, estonian: str) -> None:
    assert rule in found(english, estonian, "et")


def test_each_form_of_a_plural_is_looked_at() -> None:
    message = Message(("One hand.", "%(n)s hands."), ("Ein Spiel.", "%(n)s Runden."))
    [fault] = faults(message, "de")
    assert fault.startswith("hand:")
