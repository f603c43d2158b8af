"""Sentences that can be said in another language, and with the names of people at the table."""

from collections.abc import Callable, Sequence


def _(text: str) -> str:
    """Mark `text` for translation and leave it as it is.

    >>> _("All passed")
    'All passed'
    """
    return text


def signed(points: int) -> str:
    """Points with their sign, as they are written on a sheet.

    >>> signed(4), signed(-4), signed(0)
    ('+4', '−4', '0')
    """
    return f"{points:+d}".replace("-", "−") if points else "0"


class Side(int):
    """A scoring side in a sentence: a seat, or a pair; shown by its name where names are known."""

    def __str__(self) -> str:
        return f"#{int(self)}"


class Sides(tuple[int, ...]):
    """Several sides in a sentence, by their names where these are known.

    >>> str(Sides((0, 2)))
    '#0, #2'
    """

    __slots__ = ()

    def __str__(self) -> str:
        return ", ".join(str(Side(side)) for side in self)


class Word(str):
    """A word inside a sentence that is translated like the sentence, such as a field's label."""


class Words(tuple[str, ...]):
    """Words to choose from inside a sentence, translated one by one.

    >>> str(Words(("Won", "Lost")))
    '“Won”, “Lost”'
    """

    __slots__ = ()

    def __str__(self) -> str:
        return ", ".join(f"“{word}”" for word in self)


class Sentence:
    """A template and what fills it; the words are put together only when somebody reads them.

    >>> str(Sentence(_("%(points)s card points: won"), points=75))
    '75 card points: won'
    >>> Sentence(_("%(side)s wins the leaster"), side=Side(1)).render(names=["Ann", "Ben"])
    'Ben wins the leaster'
    >>> Sentence(_("%(sides)s tie"), sides=Sides((0, 1))).render(names=["Ann", "Ben"])
    'Ann, Ben tie'
    """

    __slots__ = ("template", "values")

    def __init__(
        self, template: str, given: dict[str, object] | None = None, /, **values: object
    ) -> None:
        self.template = template
        self.values = values if given is None else given

    def render(
        self, translate: Callable[[str], str] | None = None, names: Sequence[str] | None = None
    ) -> str:
        """The sentence, in the language of `translate`, with `names` (by side) for the sides."""
        values = {
            key: _said(value, translate, names) if isinstance(value, _SAID) else value
            for key, value in self.values.items()
        }
        template = translate(self.template) if translate else self.template
        return template % values

    def __str__(self) -> str:
        return self.render()

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Sentence)
            and self.template == other.template
            and self.values == other.values
        )

    def __hash__(self) -> int:
        return hash((self.template, tuple(sorted(self.values.items()))))


_SAID = (Side, Sides, Word, Words)


def _said(
    value: Side | Sides | Word | Words,
    translate: Callable[[str], str] | None,
    names: Sequence[str] | None,
) -> object:
    """A side by its name, a word in the language, where these are known."""
    if isinstance(value, Side):
        return names[value] if names and value < len(names) else value
    if isinstance(value, Sides):
        return ", ".join(str(_said(Side(side), translate, names)) for side in value)
    if isinstance(value, Words):
        return Words(map(translate, value)) if translate else value
    return translate(value) if translate else value
