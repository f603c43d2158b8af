"""Deeds at a club that are written down for those who answer for it."""

from __future__ import annotations

from accounts.events import Kind, note
from tournaments.models import By, Club


def note_deed(kind: Kind, *, club: Club, by: By, what: str) -> None:
    """Write it down with the deed; `what` names no player, for players may be erased."""
    note(kind, account=by.user, club_id=club.pk, club_name=club.name, what=what)
