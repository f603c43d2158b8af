"""Sentences that can be said in another language, and with the names of people at the table."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Self

Translate = Callable[[str], str]
"""Says a marked text in a language."""

Choose = Callable[[str, str, int], str]
"""Of a text for one and a text for several the one for so many, in a language."""


def _(text: str) -> str:
    """Mark `text` for translation and leave it as it is.

    >>> _("All passed")
    'All passed'
    """
    return text


class Counted(NamedTuple):
    """A text for one and a text for several; `by` names the value that says for how many."""

    one: str
    many: str
    by: str


def _n(one: str, many: str, by: str = "count") -> Counted:
    """Mark two texts for translation, of which a number chooses one.

    >>> _n("%(count)s hand", "%(count)s hands").by
    'count'
    """
    return Counted(one, many, by)


Template = str | Counted
"""What a sentence is made from."""


class InContext(str):
    """A short word that means this in its context, and something else in another."""

    __slots__ = ("context",)
    context: str

    def __new__(cls, text: str, context: str = "") -> Self:
        """The text, and what it is about."""
        made = super().__new__(cls, text)
        made.context = context
        return made


def _p(context: str, text: str) -> InContext:
    """Mark a short word for translation as it is meant here; it stays as it is.

    >>> won = _p("result of a hand", "Won")
    >>> won, won.context
    ('Won', 'result of a hand')
    """
    return InContext(text, context)


def in_words(
    template: Template,
    values: Mapping[str, Any],
    translate: Translate | None = None,
    choose: Choose | None = None,
) -> str:
    """A template with its values, in a language where one is given.

    >>> in_words(_n("%(count)s hand", "%(count)s hands"), {"count": 1})
    '1 hand'
    """
    if isinstance(template, Counted):
        number = values[template.by]
        if choose:
            return choose(template.one, template.many, number) % values
        template = template.one if number == 1 else template.many
    return (translate(template) if translate else template) % values


def signed(points: int) -> str:
    """Points with their sign, as they are written on a sheet.

    >>> signed(4), signed(-4), signed(0)
    ('+4', '−4', '0')
    """
    if points > 0:
        return f"+{points}"
    return f"−{-points}" if points else "0"


# Translators: ten thousand, with what your language writes between the thousands of figures that
# have five digits or more: a narrow no-break space, for example, or nothing.
TEN_THOUSAND = _p("figure", "10000")
FIVE_DIGITS = 5
LARGE = re.compile(r"(\D*)([0-9]{5,})(.*)")


def grouped(figure: str, translate: Translate) -> str:
    """A figure with what a language writes between the thousands of one from 10000 on.

    >>> [grouped(figure, lambda text: "10 000") for figure in ("9999", "−12345.50", "1234567")]
    ['9999', '−12 345.50', '1 234 567']
    """
    found = LARGE.fullmatch(figure) if len(figure) >= FIVE_DIGITS else None
    if found is None:
        return figure
    sign, whole, rest = found.groups()
    between = re.sub(r".*10(\D*)000.*", r"\1", translate(TEN_THOUSAND))
    return sign + f"{int(whole):,}".replace(",", between) + rest


class Side(int):
    """A scoring side in a sentence: a seat, or a pair; shown by its name where names are known."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"#{self:d}"


class Sides(tuple[int, ...]):
    """Several sides in a sentence, by their names where these are known.

    >>> str(Sides((0, 2)))
    '#0, #2'
    """

    __slots__ = ()

    def __str__(self) -> str:
        return ", ".join([f"#{side:d}" for side in self])


class Word(NamedTuple):
    """A word inside a sentence that is translated like the sentence, such as a field's label.

    >>> str(Word("Bid"))
    'Bid'
    """

    text: str

    def __str__(self) -> str:
        return self.text


QUOTED = _("“%(word)s”")


class Words(tuple[str, ...]):
    """Words to choose from inside a sentence, translated one by one.

    >>> str(Words(("Won", "Lost")))
    '“Won”, “Lost”'
    """

    __slots__ = ()

    def said(self, translate: Translate) -> str:
        """All of them, in the quotation marks of the language."""
        quoted = translate(QUOTED)
        return ", ".join(quoted % {"word": translate(word)} for word in self)

    def __str__(self) -> str:
        return self.said(_)


class Sentence:
    """A template and what fills it; the words are put together only when somebody reads them.

    >>> str(Sentence(_("%(points)s card points: won"), points=75))
    '75 card points: won'
    >>> Sentence(_("%(side)s wins the leaster"), side=Side(1)).render(names=["Ann", "Ben"])
    'Ben wins the leaster'
    >>> Sentence(_("%(sides)s tie"), sides=Sides((0, 1))).render(names=["Ann", "Ben"])
    'Ann, Ben tie'
    >>> str(Sentence(_n("%(count)s trick", "%(count)s tricks"), count=2))
    '2 tricks'
    """

    __slots__ = ("template", "values")

    def __init__(
        self, template: Template, given: dict[str, object] | None = None, /, **values: object
    ) -> None:
        self.template = template
        self.values = values if given is None else given

    def render(
        self,
        translate: Translate | None = None,
        names: Sequence[str] | None = None,
        choose: Choose | None = None,
    ) -> str:
        """The sentence, with `names` (by side) for the sides.

        `translate` and `choose` say it in a language: what is said of anything, and what of so
        many. Without them it is English.
        """
        if not (translate or names or isinstance(self.template, Counted)):
            return self.template % self.values  # what is in them says itself
        values = {
            key: _said(value, translate, names) if isinstance(value, _SAID) else value
            for key, value in self.values.items()
        }
        return in_words(self.template, values, translate, choose)

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
    value: Side | Sides | Word | Words, translate: Translate | None, names: Sequence[str] | None
) -> object:
    """A side by its name, a word in the language, where these are known."""
    if isinstance(value, Side):
        return names[value] if names and value < len(names) else value
    if isinstance(value, Sides):
        return ", ".join(str(_said(Side(side), translate, names)) for side in value)
    if isinstance(value, Words):
        return value.said(translate or _)
    return translate(value.text) if translate else value
