"""The small links from a line of a standing or of a final list into the record book."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments.people.queries.people import InTheBook

Key = TypeVar("Key", bound=Hashable)
Books = Mapping[Key, Sequence[InTheBook]]
"""By start number, or by whoever is ranked in a series: whose pages may be opened."""

register = template.Library()

BOOK = mark_safe(
    '<svg viewBox="0 0 16 16" aria-hidden="true">'
    '<path d="M3 12.5V3.8C3 2.8 3.7 2 4.7 2H13v9H4.6a1.5 1.5 0 0 0 0 3H13"/></svg>'
)


@register.simple_tag
def book_links(books: Books[Key], key: Key) -> SafeString:
    """One small link for each person of an entry, nothing for those whom nobody may look up."""
    links = format_html_join(
        "",
        '<a href="{}" title="{}">{}<span class="unseen">{}</span></a>',
        ((_address(one), _words(one), BOOK, _words(one)) for one in books.get(key, ())),
    )
    return format_html(' <span class="book-links no-print">{}</span>', links) if links else links


def book_sentences(books: Books[Key], key: Key) -> SafeString:
    """The same links in words, each in a paragraph of its own."""
    people = books.get(key, ())
    return format_html_join(
        "", '<p><a href="{}">{}</a></p>', ((_address(one), _words(one)) for one in people)
    )


def _address(one: InTheBook) -> str:
    return reverse("record_player", args=[one.club, one.player])


def _words(one: InTheBook) -> str:
    return _("%(name)s in the record book") % {"name": one.name}
