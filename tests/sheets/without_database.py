"""Reads and asks a sheet in a process without a database, and prints what it saw as JSON.

Django's own forms name two classes of its models, which are stood in for: so nothing else of it is
there, and whatever asked for more would fail.
"""

from __future__ import annotations

import json
import sys
import types
from typing import Any

AWAY = ("accounts", "config", "project_tools", "psycopg", "seating", "sqlite3", "tournaments")


def stand_in(name: str, **names: object) -> None:
    """Put a module in the place of one that is not to be loaded."""
    module = types.ModuleType(name)
    module.__path__ = []
    vars(module).update(names)
    sys.modules[name] = module


def is_away(name: str) -> bool:
    """Whether a module should not be here: the program above the sheets, a request, a database."""
    loaded = getattr(sys.modules[name], "__spec__", None) is not None
    return loaded and (name.split(".")[0] in AWAY or name.startswith(("django.db", "django.http")))


def read_and_ask() -> dict[str, Any]:
    """One hand's lines, the form for the next, and what that one would come to."""
    from django.template import Context, Engine

    from scoring import find_ruleset
    from sheets.coming import replay_sheet
    from sheets.drawings import sheet_context
    from sheets.entries import SheetEntry, SheetTable
    from sheets.forms import HandForm, form_for_coming_hand
    from sheets.previews import preview_hand
    from sheets.sheet import Sheet

    ruleset = find_ruleset("sheepshead3-coins")
    table = SheetTable(ruleset, ruleset.defaults(), players=3)
    entries = [SheetEntry(1, {"picker": 1, "picker_points": 75})]
    names = ["Anna", "Bert", "Carl"]
    sheet = Sheet(table, entries, replay_sheet(table, entries), names)
    asked = form_for_coming_hand(sheet, None)
    typed = HandForm(asked.setting, {"picker": "0", "picker_points": "95"})
    assert typed.is_valid(), typed.all_problems()
    page = Engine(libraries={"tables": "sheets.tags"}).from_string(
        "{% load tables %}{{ sheet.standing.0.1|number }}"
    )
    return {
        "written": page.render(Context(sheet_context(sheet))),
        "points": [cell.points for cell in sheet.lines[0].cells],
        "called": sheet.lines[0].called,
        "dealer": sheet.coming_dealer,
        "questions": [str(question.label) for question in asked.questions()],
        "chips": [chip.radio.choice_label for chip in asked.questions()[0].chips],
        "told": preview_hand(sheet, typed.record).told,
        "shown": sorted(sheet_context(sheet)),
    }


if __name__ == "__main__":
    stand_in("django.db", connections=None)
    stand_in("django.db.models")
    stand_in("django.db.models.utils", AltersData=type("AltersData", (), {}))
    stand_in("django.db.models.enums", ChoicesType=type("ChoicesType", (type,), {}))
    from django.conf import settings

    settings.configure(USE_I18N=False)
    seen = read_and_ask()
    print(json.dumps({**seen, "too much": sorted(filter(is_away, sys.modules))}))
