"""A hand that is added leaves the lines below it as they are, so that it may come alone."""

from __future__ import annotations

from itertools import pairwise

import pytest
from django.template.loader import render_to_string

from scoring import RULESETS
from sheets.coming import replay_sheet
from sheets.drawings import sheet_context
from sheets.entries import SheetEntry, SheetTable
from tests.scoring.evenings import evening
from tournaments.live.rendered import AnyTableAccess, with_new_line_alone, without_indents
from tournaments.models import Table
from tournaments.tables.queries import SheetReading, TableSheet

HANDS = 6
NAMES = ("Anna", "Ben", "Cora", "Dirk", "Eva", "Finn", "Gita", "Hans")


@pytest.mark.parametrize("key", sorted(RULESETS))
def test_a_hand_that_is_added_changes_no_other_line(key: str) -> None:
    record = evening(RULESETS[key], 1, HANDS).record
    players = record["players"]
    table = SheetTable(RULESETS[key], record["options"], players=players)
    entries = [SheetEntry(number, hand) for number, hand in enumerate(record["hands"], 1)]
    names, pages = list(NAMES[:players]), []
    for played in range(1, len(entries) + 1):
        shown = entries[:played]
        played_through = replay_sheet(table, shown)
        sheet = TableSheet(table, shown, played_through, names, reading=SheetReading(Table()))
        context = {"access": AnyTableAccess(), **sheet_context(sheet)}
        pages.append(without_indents(render_to_string("tables/sheet.html", context)))
    for before, now in pairwise(pages):
        alone = with_new_line_alone(before, now)
        assert alone is not None
        assert alone.count('id="hand-') == 1
        assert len(alone) < len(now)
