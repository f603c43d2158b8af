"""A ruling as it stands on a player's own page: what it brought, where it was, and why."""

from __future__ import annotations

from typing import NamedTuple

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.rulings.queries import decision_words, where_words
from tournaments.events.standings.queries.entry_page import EntryDay
from tournaments.events.standings.queries.snapshots import Ruled, Share, Snapshot
from tournaments.settings.labels import amount

register = template.Library()


class OwnRuling(NamedTuple):
    """A ruling in words for one of those to whom it gave something, or from whom it took.

    `whom` says for which offence of another it was, `late` that the round was closed before.
    """

    has: str
    where: str
    offence: str
    whom: str
    late: str


@register.simple_tag
def ruling_line(ruling: Ruled, day: EntryDay, snapshot: Snapshot) -> OwnRuling:
    """The line of a ruling on the page of an entry."""
    share = ruling.share_of(day.entry.pk)
    assert share is not None
    return OwnRuling(
        _has(share),
        where_words(ruling.round, ruling.table, ruling.hand),
        ruling.offence,
        _whom(ruling, day, snapshot),
        _("Decided after the round was closed: %(why)s") % {"why": ruling.reason}
        if ruling.is_late
        else "",
    )


def _has(share: Share) -> str:
    if share.points:
        return amount(share.points)
    text = ngettext("%(strokes)s stroke", "%(strokes)s strokes", share.strokes)
    return text % {"strokes": amount(share.strokes)}


def _whom(ruling: Ruled, day: EntryDay, snapshot: Snapshot) -> str:
    if ruling.entry == day.entry.pk:
        return ""
    if ruling.entry is None:
        return _("the whole table")
    values = {"name": snapshot.entries[ruling.entry].name, "decision": decision_words(ruling)}
    return _("%(name)s: %(decision)s") % values
