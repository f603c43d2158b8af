"""What the templates of a sheet load as `tables`: its words and signs, and its addresses."""

from __future__ import annotations

from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe

from sheets import words
from sheets.answers import NOBODY
from sheets.forms import Chip, Question, SeatColumn, Unless
from sheets.great import great_of
from sheets.lines import Addressed, drawn_lines
from sheets.sheet import Sheet, brought
from sheets.told import told_on

register = template.Library()
register.filters |= words.register.filters
register.filters |= {"told": told_on, "great": great_of, "brought": brought}
register.simple_tag(drawn_lines)


@register.simple_tag
def table_url(access: Addressed, name: str, *args: object) -> str:
    """The address of a table's page."""
    return access.address(name, *args)


@register.filter
def total_of(sheet: Sheet, side: int) -> int:
    """What a side has so far: in the running game, where one is played to a target."""
    return sheet.standing[side][1]


# What a form has dozens of: drawn here, for a template of its own takes ten times as long.


@register.filter("unless")
def marked_unless(unless: Unless | None) -> SafeString | str:
    """How a question or a chip says to the script beside which answers it is taken away.

    >>> from sheets.forms import Unless
    >>> marked_unless(Unless("game", "wenz ramsch")), marked_unless(None)
    ('data-unless="game" data-answers="wenz ramsch"', '')
    """
    if unless is None:
        return ""
    return mark_safe(f'data-unless="{unless.name}" data-answers="{escape(unless.answers)}"')


@register.simple_tag
def chip_input(chip: Chip, question: Question, name: object = "") -> SafeString:
    """The input of a chip; `name`: what it is called, where its label does not say it."""
    data, value = chip.radio.data, chip.value
    marks = f' aria-label="{escape(str(name))}"' if name else ""
    if not chip.is_left:
        marks += " disabled data-gone"
    elif data["selected"] and value:
        marks += " checked"
    if question.is_deciding and value == NOBODY:
        marks += " data-passed"
    said = f'<input type="{data["type"]}" name="{data["name"]}" value="{escape(value)}"{marks}>\n'
    return mark_safe(said)


@register.simple_tag
def marks_of(column: SeatColumn) -> SafeString:
    """The marks of a question in the rows of the people."""
    drawn = []
    letter = escape(column.letter)
    for row, name, chip in column.marks:
        beside = f" {marked_unless(chip.unless)}" if chip.unless else ""
        drawn.append(
            f'<label class="mark at-{row}" title="{escape(name)}"{beside}>\n'
            f"{chip_input(chip, column.question, name)}"
            f'<span aria-hidden="true">{letter}</span></label>\n'
        )
    return mark_safe("".join(drawn))
