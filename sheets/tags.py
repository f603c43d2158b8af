"""What the templates of a sheet load as `tables`: its words and signs, and its addresses."""

from __future__ import annotations

from django import template

from sheets import words
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
