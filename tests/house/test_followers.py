"""What a room tells those above it, or asks them, is heard."""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages

import tournaments
from tournaments.common.followers import Followers, Question


def told_or_asked() -> dict[str, Followers[...] | Question[..., object]]:
    """All of it, by the module that tells or asks."""
    return {
        f"{found.name}.{name}": value
        for found in walk_packages(tournaments.__path__, "tournaments.")
        for name, value in vars(import_module(found.name)).items()
        if isinstance(value, Followers | Question)
    }


def is_heard(told: Followers[...] | Question[..., object]) -> bool:
    """Whether a room above follows, or answers."""
    return bool(told._functions) if isinstance(told, Followers) else told._function is not None


def test_whatever_is_told_or_asked_is_heard() -> None:
    found = told_or_asked()
    assert "tournaments.tables.services.hands.sheet_changed" in found
    assert [name for name, told in found.items() if not is_heard(told)] == []
