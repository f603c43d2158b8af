"""What an entry of the word list is, and who says a word."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ALL_GAMES = _("all games")
SHEEPSHEAD = _("Sheepshead")
THREE_HANDED = _("three-handed games")
FIVE_HANDED = _("five-handed Sheepshead")
SASKOP = _("Saskop and Sasku")
SASKU = _("Sasku with karvane")
SCHAFKOPF = _("Bavarian Schafkopf")
SKAT = _("Skat")
DOPPELKOPF = _("Doppelkopf")
HERE = _("this program")


class Entry(NamedTuple):
    """A word: its anchor on the page, the word itself, who says it, and what it means."""

    anchor: str
    term: str | Promise
    said_in: str | Promise
    meaning: str | Promise


class Group(NamedTuple):
    """Words that belong together."""

    anchor: str
    title: str | Promise
    entries: tuple[Entry, ...]
