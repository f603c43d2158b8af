"""The people of an event, whose stories are told here as well."""

from __future__ import annotations

from tests.events.conftest import (
    by,
    club,
    director,
    new_event,
    nothing_differs,
    other_club,
    other_director,
    stranger,
)

__all__ = [
    "by",
    "club",
    "director",
    "new_event",
    "nothing_differs",
    "other_club",
    "other_director",
    "stranger",
]
