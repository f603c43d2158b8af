"""Keys of rows inside JSON: in the file they are the file's own numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Numbers = Mapping[str, Mapping[int, int]]
"""By the name of a part, what takes the place of each key."""

Translate = Callable[[Any, Numbers], Any]


def _shares(kept: list[list[int]], numbers: Numbers) -> list[list[int]]:
    """`[[entry, …], …]`."""
    return [[numbers["Entry"][key], *rest] for key, *rest in kept]


def _by_entry(kept: dict[str, Any], numbers: Numbers) -> dict[str, Any]:
    """`{entry: …}`."""
    return {str(numbers["Entry"][int(key)]): rest for key, rest in kept.items()}


INSIDE: dict[tuple[str, str], Translate] = {
    ("Ruling", "shares"): _shares,
    ("Ruling", "was"): _by_entry,
}
"""The fields whose JSON names rows of other parts by their keys."""
