"""A table's sheet in a phone: asked, drawn and written on without a server, JSON in and out.

Hands that wait for the network lie on the sheet below those that the server has told of.
"""

from __future__ import annotations

import json
from typing import Any

from django.apps import apps
from django.conf import settings
from django.utils import translation
from django.utils.datastructures import MultiValueDict

from kit.drawn import HOME, OF_FORM, OF_SHEET, Drawer, FieldSheet
from kit.empty import empty_sheet
from scoring import RULESETS, find_ruleset
from sheets.coming import ImpossibleHand, replay_sheet
from sheets.entries import SheetEntry, SheetTable
from sheets.forms import (
    CounterForm,
    HandForm,
    HandSetting,
    form_for_coming_hand,
    setting_typed,
    with_count,
)
from sheets.pages import save_words
from sheets.previews import then_impossible
from sheets.words import spoken

Given = dict[str, Any]
Answers = list[tuple[str, str]]
Typed = MultiValueDict[str, str]

TOLD = ("number", "record", "version", "is_withdrawn")
"""What is read of each line of the sheet as the server tells it."""

TYPED = -1
"""The number, among the hands of this phone, of the one that is being typed."""


class Field:
    """An open sheet: `state` is what the server told of it, `waiting` the hands of this phone."""

    def __init__(self, state: Given) -> None:
        self.due: int | None = state.get("hands_due")
        self.games_due: int = state.get("games_due") or 1
        self.drawer = Drawer(state["address"], self.due)
        ruleset, options = find_ruleset(state["ruleset"]), state["options"]
        players, dealer = state["players"], state["first_dealer"]
        self.table = SheetTable(ruleset, options, players, dealer, state.get("title") or "")
        lines = [{key: line[key] for key in TOLD if key in line} for line in state["entries"]]
        self.told = [SheetEntry(**line) for line in lines]
        self.names: list[str] = state["names"]
        self.corrections: str = state.get("corrections") or ""
        self.waiting: dict[int, Given] = {}
        self.sheet = self._sheet_with(self.waiting)

    def page(self, dealer: int | None = None, held: int | None = None) -> Given:
        """What the page shows; `dealer`: who deals the coming hand, where that was chosen.

        `held`: which of the hands of this phone is being changed: then the form is that hand's.
        """
        sheet, before = self.sheet, self._before(held)
        lines, counter = sheet.lines[len(self.told) :], CounterForm()
        form = form_for_coming_hand(before, dealer)
        drawn = self.drawer.parts(sheet, form, counter, *OF_SHEET)
        return drawn | {
            **self.drawer.parts(before, form, counter, *OF_FORM),
            "save_words": save_words(before),
            "place": sheet.coming.place,
            "is_done": self.due is not None and sheet.is_played(self.due, self.games_due),
            "waiting": [
                {"seq": seq, "number": line.number, "place": line.place}
                for seq, line in zip(self.waiting, lines, strict=True)
            ],
        }

    def preview(self, answers: Answers, held: int | None = None) -> Given:
        """What the hand would come to as it is typed."""
        typed = as_typed(answers)
        form = HandForm(self._setting(self._before(held), typed), typed)
        number = None if held is None else self._number(held)
        return {"preview": self.drawer.preview(self.sheet, form, CounterForm(typed), number)}

    def read(self, answers: Answers, held: int | None = None) -> Given:
        """The record of a typed hand and what it brings, or the questions with what is wrong.

        Where counted cards were to be put in, the questions with their points.
        """
        typed, before = as_typed(answers), self._before(held)
        setting, is_counted = self._setting(before, typed), "count" in typed
        form = HandForm(setting, with_count(setting, typed) if is_counted else typed)
        if form.is_valid() and not is_counted:
            seq = TYPED if held is None else held
            waiting = {**self.waiting, seq: form.record}
            try:
                points = brought(self._sheet_with(waiting, seq), waiting)[seq]
                return {"record": form.record, "dealer": setting.dealer, "points": points}
            except ImpossibleHand as impossible:
                if held is None or impossible.number == self._number(held):
                    form.refuse(impossible.problem, self.sheet.sides)
                else:
                    form.general_problems.append(then_impossible(self.sheet, impossible))
        found = [] if is_counted else form.all_problems()
        drawn = self.drawer.parts(before, form, CounterForm(typed), "questions")
        return drawn | {"problems": found, "refused": self.drawer.problems(found)}

    def add(self, record: Given, seq: int) -> Given:
        """Write a hand of this phone below the others; or say why it cannot stand there.

        Both changes say what all the hands of this phone bring then.
        """
        return self._change({**self.waiting, seq: record}, newest=seq)

    def remove(self, seq: int) -> Given:
        """Take such a hand away; or say why one after it could not stand then."""
        return self._change({each: it for each, it in self.waiting.items() if each != seq})

    def _change(self, waiting: dict[int, Given], newest: int = TYPED) -> Given:
        try:
            sheet = self._sheet_with(waiting, newest)
        except ImpossibleHand as impossible:
            seq = list(waiting)[impossible.number - self._sheet_with({}).coming.number]
            if seq not in self.waiting:
                return {"problem": spoken(impossible.problem.text, self.sheet.sides)}
            as_shown = ImpossibleHand(self._number(seq), impossible.place, impossible.problem)
            return {"problem": then_impossible(self.sheet, as_shown)}
        self.waiting, self.sheet = waiting, sheet
        return {"points": brought(sheet, waiting)}

    def _number(self, seq: int) -> int:
        """The number of its line."""
        return self.sheet.entries[len(self.told) + list(self.waiting).index(seq)].number

    def _before(self, held: int | None) -> FieldSheet:
        """The sheet as it was when that hand was due."""
        if held is None:
            return self.sheet
        first = list(self.waiting)[: list(self.waiting).index(held)]
        return self._sheet_with({seq: self.waiting[seq] for seq in first})

    def _sheet_with(self, waiting: dict[int, Given], newest: int = TYPED) -> FieldSheet:
        """The sheet with these hands; the newest is asked what is asked of hands today."""
        entries = list(self.told)
        for seq, record in waiting.items():
            number = entries[-1].number + 1 if entries else 1
            entries.append(SheetEntry(number, record, is_new=seq == newest))
        came_to = replay_sheet(self.table, entries)
        return FieldSheet(self.table, entries, came_to, self.names, self.corrections)

    def _setting(self, sheet: FieldSheet, typed: Typed) -> HandSetting:
        """What a form was made from; one that was kept without its dealer, for whoever is due."""
        typed.setdefault("dealer", str(sheet.coming.dealer))
        setting = setting_typed(sheet, sheet.coming, typed)
        if setting is None:
            raise ValueError("The form came without its dealer.")
        return setting


def brought(sheet: FieldSheet, waiting: dict[int, Given]) -> dict[int, list[int]]:
    """What each of these hands, the last of a sheet, brings."""
    rows = sheet.replay.rows[len(sheet.replay.rows) - len(waiting) :]
    return {seq: list(row.points) for seq, row in zip(waiting, rows, strict=True)}


def as_typed(answers: Answers) -> Typed:
    """The fields of a form as Django's forms read them."""
    typed: Typed = MultiValueDict()
    for name, value in answers:
        typed.appendlist(name, value)
    return typed


CALLS = {
    call.__name__: call for call in (Field.page, Field.preview, Field.read, Field.add, Field.remove)
}
opened: list[Field] = []


def answer(text: str) -> str:
    """The answer to `[call, *what it is given]`; before all others comes `open`, and again."""
    call, *given = json.loads(text)
    if call == "open":
        translation.activate(given[0]["language"])
        opened[:] = [Field(given[0])]
        return "{}"
    return json.dumps(CALLS[call](opened[0], *given))


def begin(language: str) -> None:
    """Make Django ready for forms, templates and words; a first sheet has them all there."""
    settings.configure(USE_I18N=True, LOCALE_PATHS=[str(HOME / "locale")])
    apps.populate([])
    answer(json.dumps(["open", empty_sheet(next(iter(RULESETS)), language)]))
    answer(json.dumps(["page"]))
    opened.clear()
