"""What the templates of a sheet load as `tables`: its words and signs, and its addresses."""

from __future__ import annotations

import re
from hashlib import blake2b
from html import escape
from typing import NamedTuple

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

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


FIRST_TAG = re.compile(r"^<([\w-]+)")


MOST_DRAWN = 500
"""So many drawn parts are remembered at one place of a page, and then it begins anew."""


class Part(NamedTuple):
    """A part of a page as it is sent with its key, and the key alone in its place."""

    key: str
    whole: str
    alone: str


class KeptNode(template.Node):
    """A part of a page that a later answer need not bring again; see `kept`."""

    def __init__(self, nodelist: NodeList, by: list[FilterExpression]) -> None:
        self.nodelist, self.by = nodelist, by
        self.drawn: dict[tuple[object, ...], Part] = {}

    def render(self, context: template.Context) -> str:
        """The part with its key, or the key alone."""
        known = context.get("kept") or frozenset()
        with context.push(kept=None):
            part = self._part(context)
        if part.key in known:
            return part.alone
        if known and not self.by:  # parts of it may be known
            text = self.nodelist.render(context).strip()
            return _part(text, part.key).whole
        return part.whole

    def _part(self, context: template.Context) -> Part:
        by = [one.resolve(context) for one in self.by]
        if not by or None in by:
            return _part(self.nodelist.render(context).strip())
        same = (get_language(), *by)
        part = self.drawn.get(same)
        if part is None:
            if len(self.drawn) >= MOST_DRAWN:
                self.drawn.clear()
            part = self.drawn[same] = _part(self.nodelist.render(context).strip())
        return part


def _part(text: str, key: str = "") -> Part:
    """A drawn element with its key, that of all that is in it unless it is said; text has none."""
    tag = FIRST_TAG.match(text)
    if tag is None:
        return Part("", text, text)
    key = key or blake2b(text.encode(), digest_size=5).hexdigest()
    whole = f'{tag[0]} data-keep="{key}"{text[tag.end() :]}'
    return Part(key, whole, f'{tag[0]} data-kept="{key}"></{tag[1]}>')


@register.tag
def kept(parser: Parser, token: Token) -> KeptNode:
    """One element of a page under a key that tells what is in it.

    An open page says which keys it has, and `kept` in the context are those: of what is the same as
    before the key alone is sent, and the page puts in what it has.

    `kept by …`: nothing else but the reader's language makes a difference to what is in it, and so
    it is drawn once for all pages on which these values are the same. Where one of them is None,
    it is drawn each time.
    """
    by = token.split_contents()[2:]
    nodelist = parser.parse(("endkept",))
    parser.delete_first_token()
    return KeptNode(nodelist, [parser.compile_filter(one) for one in by])


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
