"""Two directors change an event at the same time: what one typed and what the other saved."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple


class Merged(NamedTuple):
    """A form's texts with the other's changes taken over.

    `taken`: inputs that only the other changed; `both`: those that both did, where what was
    typed stands.
    """

    texts: dict[str, str]
    taken: list[str]
    both: list[str]


def merge(posted: Mapping[str, str], saved: Mapping[str, str]) -> Merged:
    """Put together what was typed and what has been saved since the form was made.

    `posted["seen"]` has what the form began with. An input that was left alone gets what has been
    saved; one that was typed into keeps it.

    >>> posted = {"rounds": "3", "fee": "10", "seen": '{"rounds": "2", "fee": "10"}'}
    >>> merge(posted, {"rounds": "4", "fee": "12"})
    Merged(texts={'rounds': '3', 'fee': '12'}, taken=['fee'], both=['rounds'])
    """
    seen = _seen(posted.get("seen", ""))
    texts: dict[str, str] = {}
    taken: list[str] = []
    both: list[str] = []
    for name, now in saved.items():
        typed = _plain(posted.get(name, ""))
        began = _plain(seen.get(name, typed))
        now = _plain(now)
        texts[name] = now if typed == began else typed
        if now not in (began, typed):
            (taken if typed == began else both).append(name)
    return Merged(texts, taken, both)


def _plain(text: str) -> str:
    return "\n".join(text.splitlines())


def _seen(text: str) -> dict[str, str]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    if not isinstance(found, dict):
        return {}
    return {str(name): str(value) for name, value in found.items()}
