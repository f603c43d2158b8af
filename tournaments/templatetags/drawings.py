"""Small drawings in the text: the signs of the suits."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

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
