"""With which status the page of a form is shown once more."""

from __future__ import annotations

UNPROCESSABLE = 422
"""Something is wrong with what was typed, or it cannot be done now."""

CONFLICT = 409
"""Somebody else was faster, or the form came before and said something else."""
