"""What happens to events that concerns the rooms above: each of them does its part of it."""

from __future__ import annotations

from tournaments.common.followers import Followers, Question
from tournaments.models import Event

standing_in_book: Question[[Event], object] = Question()
"""How an event stands to the record book."""

moved_in_book: Followers[[Event]] = Followers()
"""It stands otherwise now; inside a deed."""

public_series: Question[[Event], tuple[object, ...]] = Question()
"""The published series of an event, for its public page."""
