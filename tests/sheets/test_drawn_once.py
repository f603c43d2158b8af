"""What is drawn once for all pages is what would be drawn for each of them."""

from __future__ import annotations

import pytest
from django.template import Context, Template
from django.template.loader import render_to_string
from django.utils import translation

from scoring import RULESETS, resolve_options
from sheets import tags
from sheets.coming import replay_sheet
from sheets.entries import SheetEntry, SheetTable
from sheets.forms import CounterForm, HandForm, form_for_coming_hand
from sheets.sheet import Sheet
from tests.scoring.evenings import evening

NAMES = ("Anna", "Ben", "Cora", "Dirk", "Eva", "Finn", "Gita", "Hans")
COUNTED = """{% load tables %}{% for who in people %}{% kept by word who %}
    <p>{{ word }} {{ note }}</p>{% endkept %}{% endfor %}"""


def forms_of(key: str) -> list[HandForm]:
    """Forms of that game under several house rules, new ones and one that is filled in."""
    ruleset, found = RULESETS[key], []
    for seed in range(3):
        record = evening(ruleset, seed, 4).record
        table = SheetTable(ruleset, resolve_options(ruleset, record["options"]), record["players"])
        entries = [SheetEntry(number, hand) for number, hand in enumerate(record["hands"], 1)]
        names = list(NAMES[: record["players"]])
        sheet = Sheet(table, entries, replay_sheet(table, entries), names)
        new = form_for_coming_hand(sheet, None)
        found += [new, HandForm(new.setting, record=record["hands"][-1])]
        found.append(HandForm(new.setting, dict.fromkeys(new.fields, "7")))
    return found


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
        patched.setattr(tags, "MOST_DRAWN", 0)
        assert [drawn(form) for form in forms] == again
    with translation.override("de"):
        assert drawn(forms[0]) != again[0]


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
