"""Sentences for directors: written in English here, translated where they are shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


def _(text: str) -> str:
    """Mark a sentence for the translators; it stays as it is."""
    return text


@dataclass(frozen=True)
class Words:
    """A sentence with named places, and what stands there.

    >>> str(Words("%(count)s sit out.", {"count": 3}))
    '3 sit out.'
    """

    template: str
    values: Mapping[str, object] = field(default_factory=dict)

    def render(self, translate: Callable[[str], str]) -> str:
        """The sentence in the reader's language."""
        return translate(self.template) % self.values

    def __str__(self) -> str:
        return self.template % self.values
