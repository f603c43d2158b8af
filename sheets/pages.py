"""What the parts of a table's page are drawn from, wherever that happens."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from sheets.forms import CounterForm, HandForm
from sheets.previews import Preview, preview_hand
from sheets.sheet import Sheet


def save_words(sheet: Sheet) -> str:
    """What stands on the button that saves the coming hand."""
    return _("Save hand %(number)s") % {"number": sheet.coming.place}


def preview_context(
    sheet: Sheet, form: HandForm, counter: CounterForm, number: int | None = None
) -> dict[str, Any]:
    """What is shown of a hand while it is typed, or while hand `number` is corrected."""
    found = _preview(form, sheet, number)
    return {
        "preview": found,
        "gets": list(enumerate(found.points or [None] * len(sheet.sides))),
        "is_untouched": form.is_untouched,
        "slot": form.slot_of(found.result),
        "takes_count": form.takes_count,
        "count": counter.count,
        "call": counter.call,
    }


def _preview(form: HandForm, sheet: Sheet, number: int | None) -> Preview:
    if form.is_valid():
        return preview_hand(sheet, form.record, number)
    texts = [text for _name, _label, text in form.all_problems()]
    return Preview(problem=" ".join(texts))
