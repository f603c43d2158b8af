"""What whoever looks at a page may do besides, so that nobody is led to what is not for him."""

from __future__ import annotations

from django import template

from tournaments.common.access import Signs, rights_needed
from tournaments.common.rights import Right

register = template.Library()

DEEDS = frozenset({Right.DOOR, Right.KEY, Right.MONEY, Right.CALL, Right.RUN, Right.SET_UP})
"""With any of these something of an event is changed."""


@register.filter
def may_open(access: Signs, page: str) -> bool:
    """Whether a page, by its name, is for whoever was let in like this; what needs no right is."""
    needed = rights_needed(page)
    return not needed or bool(access.may & needed)


@register.filter
def only_looks(access: Signs) -> bool:
    """Whether he changes nothing of an event."""
    return not access.may & DEEDS
