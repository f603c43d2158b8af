"""Lines of the cash book in words."""

from __future__ import annotations

from django import template

from tournaments.events.money.queries.money import line_sign, line_title

register = template.Library()
register.filter(line_title)
register.filter(line_sign)
