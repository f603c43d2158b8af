"""Who did what at an event, when and why: the directors' deeds, and the hands at its tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments.common.history import doer_of
from tournaments.events.desk.queries.kinds import AFTER, BEFORE, CODES, HANDS, KINDS, Kind
from tournaments.events.results.queries.at_tables import (
    Deed,
    Wanted,
    at_tables,
    changed_when_confirmed,
    done_by,
)
from tournaments.models import Event, EventChange, EventTable, Round

PAGE = 50

Places = Mapping[tuple[int | None, int | None], int]
"""By round and table, the key of the event's table."""


@dataclass(frozen=True)
class History:
    """A page of the history, newest first."""

    deeds: list[Deed]
    page: int
    has_older: bool


def history(event: Event, wanted: Wanted) -> History:
    """The deeds that are wanted, in four SQL queries however many there are.

    Where no kind is asked for these are the directors', and what was changed on a sheet after it
    had been confirmed.
    """
    first = (wanted.page - 1) * PAGE
    most = first + PAGE + 1
    if wanted.group == HANDS:
        deeds = at_tables(event, wanted, most)[first:most]
    elif wanted.group:
        deeds = _directors(event, list(_changes(event, wanted)[first:most]))
    else:
        deeds = _directors(event, list(_changes(event, wanted)[:most]))
        if late := changed_when_confirmed(event, wanted, most):
            deeds = sorted([*deeds, *late], key=lambda deed: deed.at, reverse=True)
        deeds = deeds[first:most]
    return History(deeds[:PAGE], wanted.page, len(deeds) > PAGE)


def _directors(event: Event, rows: list[EventChange]) -> list[Deed]:
    places = _places(event, rows)
    return [_deed(change, places) for change in rows]


def latest_deeds(event: Event, most: int, places: Places) -> list[Deed]:
    """The last things that directors did, with links to those tables; one SQL query."""
    return [_deed(change, places) for change in _changes(event, Wanted())[:most]]


def people_of(event: Event) -> list[str]:
    """Everybody who did something as a director of this event."""
    return list(
        event.changes.exclude(who="").order_by("who").values_list("who", flat=True).distinct()
    )


def sentence_of(change: EventChange) -> str:
    """What was done, in a sentence."""
    return _deed(change, {}).sentence


def _deed(change: EventChange, places: Places) -> Deed:
    kind = KINDS.get(change.kind, Kind("", change.kind.replace("%", "%%")))
    said = {BEFORE: _said(change.before, kind), AFTER: _said(change.after, kind)}
    return Deed(
        sentence=str(kind.sentence) % _values(change, said),
        at=change.made_at,
        who=change.who,
        device=change.device,
        account=doer_of(change).account,
        reason=change.reason,
        before=said[BEFORE] if BEFORE in kind.below else "",
        after=said[AFTER] if AFTER in kind.below else "",
        round=change.round_number,
        entry=change.entry_id,
        place=places.get((change.round_number, change.table_number)),
    )


def _said(text: str, kind: Kind) -> str:
    return str(CODES.get(text, text)) if kind.has_codes else text


def _values(change: EventChange, said: Mapping[str, str]) -> dict[str, object]:
    """What may stand in the sentence of a change."""
    entry = change.entry
    return {
        "entry": entry.name if entry else _("an entry"),
        "round": change.round_number if change.round_number is not None else "–",
        "table": change.table_number if change.table_number is not None else "–",
        BEFORE: said[BEFORE] or "–",
        AFTER: said[AFTER] or "–",
    }


def _changes(event: Event, wanted: Wanted) -> QuerySet[EventChange]:
    changes = event.changes.select_related("entry").order_by("-pk")
    if wanted.group:
        kinds = [name for name, kind in KINDS.items() if kind.group == wanted.group]
        changes = changes.filter(kind__in=kinds)
    if wanted.who:
        changes = changes.filter(done_by(wanted.who, event.changes.all()))
    if wanted.entry is not None:
        changes = changes.filter(entry__number=wanted.entry)
    if wanted.round is not None:
        changes = changes.filter(round_number=wanted.round)
    if wanted.table is not None:
        changes = changes.filter(table_number=wanted.table)
    return changes


def _places(event: Event, changes: Iterable[EventChange]) -> Places:
    """By round and table, the key of the table that counts there."""
    named = {
        (change.round_number, change.table_number)
        for change in changes
        if change.round_number is not None and change.table_number is not None
    }
    if not named:
        return {}
    found = EventTable.objects.filter(
        round__event=event,
        round__number__in={number for number, _table in named},
        number__in={table for _number, table in named},
    ).exclude(round__state=Round.CANCELLED)
    return {
        (number, table): key
        for number, table, key in found.values_list("round__number", "number", "pk")
    }
