"""Sentences for directors: written in English here, translated where they are shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple


def _(text: str) -> str:
    """Mark a sentence for the translators; it stays as it is."""
    return text


class Counted(NamedTuple):
    """A text for one and a text for several; `by` names the value that says for how many."""

    one: str
    many: str
    by: str


def _n(one: str, many: str, by: str = "count") -> Counted:
    """Mark two texts for the translators, of which a number chooses one."""
    return Counted(one, many, by)


Template = str | Counted
"""What a sentence is made from."""


@dataclass(frozen=True)
class Words:
    """A sentence with named places, and what stands there.

    >>> str(Words("%(count)s sit out.", {"count": 3}))
    '3 sit out.'
    >>> str(Words(_n("%(count)s sits out.", "%(count)s sit out."), {"count": 1}))
    '1 sits out.'
    """

    template: Template
    values: Mapping[str, Any] = field(default_factory=dict)

    def render(
        self,
        translate: Callable[[str], str] = _,
        choose: Callable[[str, str, int], str] | None = None,
    ) -> str:
        """The sentence in a language; `choose` says which of its texts is for so many there."""
        template = self.template
        if isinstance(template, Counted):
            number = self.values[template.by]
            if choose:
                return choose(template.one, template.many, number) % self.values
            template = template.one if number == 1 else template.many
        return translate(template) % self.values

    def __str__(self) -> str:
        return self.render()

    def kept(self) -> dict[str, Any]:
        """The sentence as JSON keeps it, to be said in any language later.

        >>> Words("%(count)s sit out.", {"count": 3}).kept()
        {'template': '%(count)s sit out.', 'values': {'count': 3}}
        """
        template = self.template
        texts = template._asdict() if isinstance(template, Counted) else template
        return {"template": texts, "values": dict(self.values)}

    @classmethod
    def from_kept(cls, kept: Mapping[str, Any]) -> Words:
        """The sentence that `kept` gave."""
        texts = kept["template"]
        return cls(texts if isinstance(texts, str) else Counted(**texts), kept["values"])
