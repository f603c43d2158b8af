"""Fields of an event or a round that was brought to a state without the deeds that lead there."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from tournaments.models import Event, Round


def running() -> dict[str, Any]:
    """Those of an event whose rules are frozen."""
    return {"state": Event.RUNNING, "frozen_at": timezone.now()}


def final() -> dict[str, Any]:
    """Those of an event with a locked list."""
    return running() | {"state": Event.FINAL, "revision": 1}


def drawn() -> dict[str, Any]:
    """Those of a round that is played."""
    return {"state": Round.DRAWN, "drawn_at": timezone.now(), "closed_at": None}


def closed() -> dict[str, Any]:
    """Those of a round that is over."""
    return drawn() | {"state": Round.CLOSED, "closed_at": timezone.now()}


def cancelled() -> dict[str, Any]:
    """Those of a round that was taken back."""
    return {"state": Round.CANCELLED, "closed_at": None}
