"""What the templates of a sheet load as `tables`: its words and signs, and its addresses."""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import NamedTuple

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.utils.translation import get_language

from sheets import words
from sheets.great import great_of
from sheets.lines import Addressed, drawn_lines
from sheets.questions import chip_input, drawn_who, marked_unless, question_hint, question_problem
from sheets.sheet import brought
from sheets.told import told_on

register = template.Library()
register.filters |= words.register.filters
register.filters |= {"told": told_on, "great": great_of, "brought": brought}
register.filter("unless", marked_unless)
for drawn in (drawn_lines, drawn_who, chip_input, question_hint, question_problem):
    register.simple_tag(drawn)


@register.simple_tag
def table_url(access: Addressed, name: str, *args: object) -> str:
    """The address of a table's page."""
    return access.address(name, *args)


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
