"""Filters that templates need no `{% load %}` for: days, figures and quotation marks."""

from __future__ import annotations

from django import template

from config.formats.dates import dated
from formats.figures import amount, money, plain, quoted

register = template.Library()
for each in (dated, amount, money, plain, quoted):
    register.filter(each)
