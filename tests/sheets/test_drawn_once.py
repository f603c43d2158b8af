"""What is drawn once for all pages is what would be drawn for each of them."""

from __future__ import annotations

from typing import Any

import pytest
from django.template import Context, Template
from django.template.loader import render_to_string
from django.utils import translation

from scoring import RULESETS, resolve_options
from sheets import tags
from sheets.coming import replay_sheet
from sheets.drawings import sheet_context, stroke_games
from sheets.entries import SheetEntry, SheetTable
from sheets.forms import CounterForm, HandForm, form_for_coming_hand
from sheets.sheet import Sheet
from tests.scoring.evenings import evening

NAMES = ("Anna", "Ben", "Cora", "Dirk", "Eva", "Finn", "Gita", "Hans")
COUNTED = """{% load tables %}{% for who in people %}{% kept by word who %}
    <p>{{ word }} {{ note }}</p>{% endkept %}{% endfor %}"""


def sheet_of(key: str, seed: int, hands: int) -> tuple[Sheet, dict[str, Any]]:
    """A sheet of that game under house rules of its own, and the last hand as it was declared."""
    ruleset = RULESETS[key]
    record = evening(ruleset, seed, hands).record
    table = SheetTable(ruleset, resolve_options(ruleset, record["options"]), record["players"])
    entries = [SheetEntry(number, hand) for number, hand in enumerate(record["hands"], 1)]
    names = list(NAMES[: record["players"]])
    return Sheet(table, entries, replay_sheet(table, entries), names), record["hands"][-1]


def forms_of(key: str) -> list[HandForm]:
    """Forms of that game under several house rules, new ones and one that is filled in."""
    found = []
    for seed in range(3):
        sheet, last = sheet_of(key, seed, 4)
        new = form_for_coming_hand(sheet, None)
        found += [new, HandForm(new.setting, record=last)]
        found.append(HandForm(new.setting, dict.fromkeys(new.fields, "7")))
    return found


def drawn_anew(node: tags.KeptNode, context: Context) -> tags.Part:
    """As if nothing had been drawn before."""
    return tags._part(node.nodelist.render(context).strip())


def drawn(form: HandForm) -> str:
    shown = {"form": form, "counter": CounterForm()}
    return render_to_string("tables/hand_questions.html", shown)


@pytest.mark.parametrize("key", sorted(RULESETS))
def test_a_question_is_as_if_it_had_not_been_asked_before(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    forms = forms_of(key)
    for _ in range(2):
        again = [drawn(form) for form in forms]
    with monkeypatch.context() as patched:
        patched.setattr(tags.KeptNode, "_part", drawn_anew)
        assert [drawn(form) for form in forms] == again
    with translation.override("de"):
        assert drawn(forms[0]) != again[0]


def test_the_strokes_of_games_that_are_over_are_as_if_drawn_for_the_first_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also those of another table, of another pair, and of one that has just been won."""
    sheets = [sheet_of("saskop", seed, hands)[0] for seed in range(4) for hands in range(20, 30)]
    assert any(game.as_always for sheet in sheets for game in stroke_games(sheet))
    assert not all(game.as_always for sheet in sheets for game in stroke_games(sheet)[:-1])

    def drawn_strokes() -> list[str]:
        pages = (sheet_context(sheet) for sheet in sheets)
        return [render_to_string("tables/drawings.html", page) for page in pages]

    for _ in range(2):
        again = drawn_strokes()
    with monkeypatch.context() as patched:
        patched.setattr(tags.KeptNode, "_part", drawn_anew)
        assert drawn_strokes() == again
    with translation.override("et"):
        assert drawn_strokes() != again


def test_a_part_is_drawn_once_for_each_value_and_language() -> None:
    seen: list[str] = []
    page = Template(COUNTED)

    def draw(*people: object, word: str) -> str:
        def note() -> str:
            seen.append(word)
            return ""

        return str(page.render(Context({"people": people, "word": word, "note": note})))

    first = draw("Anna", "Ben", "Anna", word="one")
    assert first.count("data-keep=") == 3
    assert seen == ["one", "one"]
    assert draw("Anna", "Ben", "Anna", word="one") == first
    assert len(seen) == 2
    with translation.override("de"):
        draw("Anna", word="one")
    assert len(seen) == 3
    draw(None, None, word="one")
    assert len(seen) == 5
