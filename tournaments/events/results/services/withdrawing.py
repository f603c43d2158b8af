"""Withdrawing what was decided: it stays to be seen, with who did it and why."""

from __future__ import annotations

from django.utils import timezone

from tournaments.models import By, Leaving, NamedHighest, Ruling, TieDecision


def note_withdrawn(row: Leaving | NamedHighest | Ruling | TieDecision, by: By, reason: str) -> None:
    """Let a decision count no more, as part of a deed."""
    row.withdrawn_at, row.withdrawn_why = timezone.now(), reason[:200]
    row.withdrawn_by, row.withdrawn_account = by.who[:80], by.account
    row.save(update_fields=["withdrawn_at", "withdrawn_by", "withdrawn_account", "withdrawn_why"])
