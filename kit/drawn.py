"""The parts of a table's page that a hand changes, drawn in a phone by the server's templates."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django import template

from sheets import tags
from sheets.drawings import sheet_context
from sheets.forms import CounterForm, HandForm
from sheets.pages import preview_context
from sheets.pays import settlement
from sheets.sheet import Sheet

HOME = Path(__file__).parent.parent
PAGES = {"people": "people/", "hand": "hands/{}/", "correct_hand": "hands/{}/correct/"}
"""Where a table's pages are, seen from its own: those to which the drawn parts lead."""

OF_FORM = {
    "coming": "tables/coming_head.html",
    "questions": "tables/hand_questions.html",
    "said": "tables/said.html",
}
OF_SHEET = {
    "standing": "tables/ranking.html",
    "sheet": "tables/sheet.html",
    "drawings": "tables/drawings.html",
    "pays": "tables/payments.html",
}
PARTS = OF_FORM | OF_SHEET
PREVIEW, PROBLEMS = "tables/preview.html", "parts/problems.html"

register = template.Library()
register.filters |= tags.register.filters
register.tags |= tags.register.tags
register.filter("corrections", lambda sheet: sheet.corrections)

LIBRARIES = {"i18n": "django.templatetags.i18n", "tables": __name__}
ENGINE = template.Engine([str(HOME / "templates")], libraries=LIBRARIES)


@dataclass(frozen=True)
class FieldSheet(Sheet):
    """A sheet with what the server says of its corrections: none are made in the phone."""

    corrections: str


class Door:
    """The link by which somebody is at the table: one that writes, at that address."""

    can_write = True

    def __init__(self, url: str) -> None:
        self.url = url

    def address(self, name: str, *args: object) -> str:
        """The address of one of the table's pages.

        >>> Door("/t/secret/").address("hand", 7)
        '/t/secret/hands/7/'
        """
        return self.url + PAGES[name].format(*args)


class Drawer:
    """Draws for the table at that address; `due`: its hands at an event, None at no event."""

    def __init__(self, url: str, due: int | None) -> None:
        self.door, self.due = Door(url), due

    def hands_left(self, sheet: Sheet) -> int | None:
        """How many hands are still due; None where nobody has said."""
        return self.due - sheet.hands_dealt if self.due else None

    def parts(
        self, sheet: Sheet, form: HandForm, counter: CounterForm, *names: str
    ) -> dict[str, str]:
        """These parts of the page."""
        context = sheet_context(sheet, self.hands_left(sheet)) | {
            "access": self.door,
            "at_event": None if self.due is None else {"place": {"hands_due": self.due}},
            "form": form,
            "counter": counter,
            "next": True,
            "clear": self.door.url,
            "settlement": settlement(sheet),
        }
        return {name: self._draw(PARTS[name], context) for name in names}

    def preview(
        self, sheet: Sheet, form: HandForm, counter: CounterForm, number: int | None
    ) -> str:
        """What a hand would come to as it is typed, or hand `number` as it is changed."""
        return self._draw(PREVIEW, preview_context(sheet, form, counter, number))

    def problems(self, found: list[tuple[str, str, str]]) -> str:
        """Why nothing was saved."""
        return self._draw(PROBLEMS, {"problems": found})

    def _draw(self, name: str, context: dict[str, Any]) -> str:
        return str(ENGINE.get_template(name).render(template.Context(context, use_l10n=False)))
