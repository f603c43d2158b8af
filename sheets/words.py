"""Small words and signs of a sheet, as filters for its templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.words import InContext, Sentence, grouped

register = template.Library()


@register.filter
def spoken(text: str | Sentence, names: Sequence[str] = ()) -> str:
    """A sentence or a word of the games in the reader's language, with `names` for the sides.

    A word that means several things is looked up in its context, which `gettext` alone does not
    know: so whatever a page shows of the games is said by this.
    """
    if isinstance(text, Sentence):
        return text.render(spoken, names, ngettext)
    return pgettext(text.context, text) if isinstance(text, InContext) else _(text)


@register.filter
def signed(points: int | None) -> str:
    """Points with their sign, a real minus among them.

    >>> signed(2), signed(-1), signed(0)
    ('+2', '−1', '0')
    """
    if points is None:
        return "–"
    return _written(f"{points:+d}") if points else "0"


@register.filter
def number(points: int | None) -> str:
    """A total, negative ones with a real minus.

    >>> number(-12)
    '−12'
    """
    return "–" if points is None else _written(str(points))


def _written(figure: str) -> str:
    return grouped(figure.replace("-", "\N{MINUS SIGN}"), spoken)


@register.filter
def sign(points: int | None) -> str:
    """The CSS class of won, lost or neither.

    >>> sign(-3)
    'lost'
    """
    if not points:
        return "even"
    return "won" if points > 0 else "lost"


@register.filter
def role_name(role: str, words: Mapping[str, str]) -> str:
    """What somebody was in a hand, in the game's own `words`."""
    return words.get(role, pgettext("in a hand", "sat out") if role == "out" else "")


@register.filter
def role_mark(role: str) -> str:
    """The mark of a role on the sheet; most have none."""
    if role == "picker":
        return pgettext("mark of the picker", "P")
    if role == "partner":
        return pgettext("mark of the partner", "+")
    return pgettext("mark of the makers", "M") if role == "makers" else ""


# Small drawings in the text: the signs of the suits.

SUITS = {"♣": "clubs", "♠": "spades", "♥": "hearts", "♦": "diamonds"}


@register.filter
def suit(label: object) -> SafeString:
    """A label with the sign of a suit in front in that suit's colour; any other as it is.

    >>> suit("♥ Hearts")
    '<span class="suit suit-hearts" aria-hidden="true">♥</span> Hearts'
    >>> suit("Wenz & Geier")
    'Wenz &amp; Geier'
    """
    text = str(label)
    name = SUITS.get(text[:1])
    if name is None:
        return format_html("{}", text)
    sign, words = text[0], text[1:]
    if not words.strip():
        return format_html('<span class="suit suit-{}">{}</span>{}', name, sign, words)
    # The word beside it says the same: nobody needs to hear both.
    drawn = '<span class="suit suit-{}" aria-hidden="true">{}</span>{}'
    return format_html(drawn, name, sign, words)
