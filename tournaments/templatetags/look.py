"""Drawn signs, written into the page: no second request, and nothing for the browser's policy.

And the style sheets of a page: one file where files are collected, else each as it lies.
"""

from __future__ import annotations

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from config.hashed import sheets_loaded

register = template.Library()

ICONS = {
    "back": "M15 5l-7 7 7 7",
    "more": "M5 11a1 1 0 1 0 .01 0M12 11a1 1 0 1 0 .01 0M19 11a1 1 0 1 0 .01 0",
    "close": "M6 6l12 12M18 6L6 18",
    "search": "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.5 15.5L21 21",
    "add": "M12 5v14M5 12h14",
    "pencil": "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
    "undo": "M8 5L4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-4",
    "check": "M5 12.5l4.5 4.5L19 7",
    "warning": "M12 4l9.5 16h-19zM12 10v5M12 17.5v.01",
    "offline": "M2 8.5a15 15 0 0 1 20 0M6 12.5a9 9 0 0 1 12 0M9.5 16.5a4 4 0 0 1 5 0M4 4l16 16",
    "clock": "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v5l3.5 2",
    "pause": "M9 5v14M15 5v14",
    "play": "M7 5l12 7-12 7z",
    "projector": "M3 5h18v11H3zM12 16v4M8 20h8",
    "phone": "M8 4h8v16H8zM4 9v6M20 9v6",
    "printer": "M7 8V4h10v4M5 16H3V8h18v8h-2M7 13h10v7H7z",
    "share": "M12 15V4M8 7.5L12 4l4 3.5M6 11H4v9h16v-9h-2",
    "copy": "M9 9h11v11H9zM15 9V4H4v11h5",
    "link": "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1"
    "M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
    "download": "M12 4v11M8 11.5l4 3.5 4-3.5M4 20h16",
    "person": "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4 21c1-5 4-6.5 8-6.5s7 1.5 8 6.5",
    "people": "M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M2 20c.8-4 3.5-5.5 7-5.5s6.2 1.5 7 5.5"
    "M16 5.5a3.5 3.5 0 0 1 0 6.5M18.5 14.5c2 .8 3 2.5 3.5 5.5",
    "table": "M12 6c5 0 9 2.2 9 5s-4 5-9 5-9-2.2-9-5 4-5 9-5M7 15.5V20M17 15.5V20",
    "sheet": "M5 3h14v18H5zM9 8h6M9 12h6M9 16h3",
    "curve": "M4 4v16h16M7 15l4-5 3 3 5-7",
    "list": "M8 6h13M8 12h13M8 18h13M3.5 6h.01M3.5 12h.01M3.5 18h.01",
    "podium": "M9 20V8h6v12M3 20v-8h6M15 20v-6h6v6M3 20h18",
    "door": "M6 21V3h12v18M3 21h18M14.5 12v.01",
    "coin": "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M14.5 9.5c-.5-1-1.5-1.5-2.5-1.5"
    "c-3 0-3 4 0 4s3 4 0 4c-1 0-2-.5-2.5-1.5",
    "draw": "M3 7h4l10 10h4M18 14l3 3-3 3M3 17h4l3-3M14 10l3-3h4M18 4l3 3-3 3",
    "swap": "M4 8h14M15 5l3 3-3 3M20 16H6M9 13l-3 3 3 3",
    "leave": "M10 4H5v16h5M9 12h11M16 8l4 4-4 4",
    "gavel": "M13 4l6 6M10 7l6 6M14.5 5.5l-6 6 3 3 6-6M9.5 13.5L4 19M12 21h9",
    "stamp": "M12 3a3 3 0 0 1 2.5 4.7L14 13h5v4H5v-4h5l-.5-5.3A3 3 0 0 1 12 3M4 20.5h16",
    "settings": "M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4",
    "history": "M4 5v5h5M4.5 10a8 8 0 1 1-.3 4.5M12 8v4.5l3 2",
    "home": "M4 11l8-7 8 7v9h-5v-6H9v6H4z",
    "book": "M12 6c-2-1.5-5-2-8-2v14c3 0 6 .5 8 2 2-1.5 5-2 8-2V4c-3 0-6 .5-8 2zM12 6v14",
}
"""Each as one path on a grid of 24; a new one needs a use on two pages."""


@register.simple_tag
def icon(name: str) -> SafeString:
    """Return a sign that no screen reader says: a word or an `aria-label` stands beside it."""
    return format_html(
        '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="{}"/></svg>', ICONS[name]
    )


@register.simple_tag
def offered_languages() -> list[tuple[str, str]]:
    """Return the code of each language in which pages are offered, and what it calls itself."""
    return settings.LANGUAGES


@register.simple_tag
def stylesheets(room: str = "") -> SafeString:
    """The links to the style sheets of a room's pages; without a room to those of every page."""
    link = '<link rel="stylesheet" href="{}">'
    return format_html_join("\n  ", link, ((static(name),) for name in sheets_loaded(room)))
