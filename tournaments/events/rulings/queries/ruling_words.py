"""Rulings in words: what was decided, and the whole sentence."""

from __future__ import annotations

from typing import Protocol

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.rulings.queries.penalties import Ready
from tournaments.formats.settings import EventSettings
from tournaments.models import Ruling


class Said(Protocol):
    """What the words of a decision are made from: a `Ruling`, or one that is only ready."""

    @property
    def kind(self) -> str:
        """One of the kinds of `Ruling`."""

    @property
    def points(self) -> int:
        """Points, or strokes."""

    @property
    def others(self) -> int:
        """Points for each of the others."""


def decision_words(said: Said) -> str:
    """What was decided: “penalty −4, each of the others +1”."""
    if said.kind == Ruling.POINTS:
        return _points(said.points, said.others)
    if said.kind == Ruling.STROKES:
        text = ngettext(
            "%(count)s stroke to the other side", "%(count)s strokes to the other side", said.points
        )
        return text % {"count": said.points}
    words = {
        Ruling.WARNING: _("warning"),
        Ruling.OUT: _("excluded"),
        Ruling.NOTE: _("noted"),
    }
    return words[said.kind]


def ready_words(ready: Ready) -> str:
    """What a button says whose decision is ready."""
    words = decision_words(ready)
    return _("the whole table: %(decision)s") % {"decision": words} if ready.is_whole else words


def _points(points: int, others: int) -> str:
    parts = []
    if points:
        text = _("penalty %(points)s") if points < 0 else _("%(points)s points")
        parts.append(text % {"points": _signed(points)})
    if others:
        parts.append(_("each of the others %(points)s") % {"points": _signed(others)})
    return ", ".join(parts)


def _signed(points: int) -> str:
    return f"{points:+d}".replace("-", "\N{MINUS SIGN}")


def where_words(round_number: int, table: int | None, hand: int | None) -> str:
    """Where it was: “Round 2, table 3, hand 7”."""
    parts = [_("Round %(number)s") % {"number": round_number}]
    if table is not None:
        parts.append(_("table %(number)s") % {"number": table})
    if hand is not None:
        parts.append(_("hand %(number)s") % {"number": hand})
    return ", ".join(parts)


def history_words(ruling: Ruling) -> str:
    """A ruling as it stands in the history, after the number of its round."""
    parts = []
    if ruling.event_table is not None:
        parts.append(_("table %(number)s") % {"number": ruling.event_table.number})
    if ruling.hand is not None:
        parts.append(_("hand %(number)s") % {"number": ruling.hand})
    parts.append(about_whom(ruling))
    said = f"{', '.join(parts)}: {ruling.offence} – {decision_words(ruling)}"
    if ruling.protest is None:
        return said
    return _("%(ruling)s (protest %(number)s)") % {"ruling": said, "number": ruling.protest.number}


def about_whom(ruling: Ruling) -> str:
    """The name, or that it is about the whole table."""
    return ruling.entry.name if ruling.entry is not None else _("the whole table")


def unit_words(settings: EventSettings) -> str:
    """In what the points of a ruling are: those of the standing."""
    words = {
        "points": _("points of the standing"),
        "average": _("points, added before they are divided by the hands"),
        "places": _("points for places, as in the standing"),
        "match": _("match points, as in the standing"),
    }
    return words[settings.yields]
