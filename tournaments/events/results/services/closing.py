"""Closing a round, and opening a single sheet of it again."""

from __future__ import annotations

from uuid import UUID

from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.common.announce import announce
from tournaments.common.deeds import Refused
from tournaments.common.locks import count_change, lock_tables
from tournaments.events.deeds import Done, do
from tournaments.events.results.queries.closing import missing_of
from tournaments.events.results.queries.progress import MARKED, UNMARKED, round_progress
from tournaments.events.results.services.late import (
    Deed,
    change_at,
    figures_at,
    kept_figures,
    lock_place,
    note_late,
    on_one_line,
    to_keep,
)
from tournaments.models import By, Event, EventChange, EventTable, Round, Table

# Notes of directors about a table, for whoever looks after it next.


def mark_table(*, event: Event, place: EventTable, reason: str, by: By, submission: UUID) -> Done:
    """Note something about a table; an empty note takes the one away that is there."""

    def write(locked: Event) -> EventChange | None:
        here = lock_place(locked, place)
        noted = round_progress(here.round, locked, only=here.pk)[0].mark
        if reason == noted:
            return None
        return change_at(here, MARKED if reason else UNMARKED, before=noted, reason=reason)

    return do(event, by, submission, write)


def close_round(*, event: Event, number: int, by: By, submission: UUID) -> Done:
    """Close a round when nothing is missing: its sheets take no more changes.

    Raises Refused while something is missing.
    """

    def write(locked: Event) -> EventChange | None:
        played = Round.objects.filter(
            event=locked, number=number, state__in=(Round.DRAWN, Round.CLOSED)
        ).first()
        if played is None:
            raise Refused(_("This round has no tables."))
        if played.state == Round.CLOSED:
            return None
        locked_keys = lock_tables(Table.objects.filter(event_table__round=played))
        missing = missing_of(round_progress(played, locked), locked)
        if missing:
            raise Refused(_what_is_missing([each.row.place.number for each in missing]))
        _end_sheets(played, locked_keys)
        played.closed_at, played.state = timezone.now(), Round.CLOSED
        played.save(update_fields=["closed_at", "state"])
        return EventChange(kind="round_closed", round_number=number)

    return do(event, by, submission, write)


def _what_is_missing(numbers: list[int]) -> str:
    text = ngettext(
        "Something is missing at table %(tables)s.",
        "Something is missing at %(count)s tables: %(tables)s.",
        len(numbers),
    )
    shown = ", ".join(map(str, numbers[:20])) + ("…" if len(numbers) > 20 else "")
    return text % {"tables": shown, "count": len(numbers)}


def _end_sheets(played: Round, tables: list[int]) -> None:
    """End the sheets of locked tables; what was confirmed stays confirmed."""
    EventTable.objects.filter(round=played, confirmed_version=F("table__version")).update(
        confirmed_version=F("confirmed_version") + 1
    )
    Table.objects.filter(pk__in=tables).update(ended_at=timezone.now(), version=F("version") + 1)
    for table in tables:
        announce(table)


def reopen_sheet(*, event: Event, place: EventTable, reason: str, by: By, submission: UUID) -> Done:
    """Open one sheet of a closed round again, so that its hands can be corrected."""

    def write(locked: Event) -> EventChange | None:
        here = lock_place(locked, place)
        if here.table.ended_at is None:
            return None
        if not reason:
            raise Refused(_("Say why the sheet is opened again."), field="reason")
        here.table.ended_at = None
        count_change(here.table, "ended_at")
        figures = figures_at(here)
        words = on_one_line(figures)
        change = change_at(here, "sheet_reopened", before=words, reason=reason)
        change.figures = to_keep(figures)
        return change

    return do(event, by, submission, write)


def close_sheet(
    *, event: Event, place: EventTable, by: By, submission: UUID, reason: str = ""
) -> Done:
    """Close a sheet of a closed round that was opened again.

    What became of its results is written down as late corrections.
    """

    def write(locked: Event) -> EventChange | None:
        here = lock_place(locked, place)
        if here.table.ended_at is not None:
            return None
        if here.round.closed_at is None:
            raise Refused(_("This sheet is closed together with its round."))
        missing = missing_of(round_progress(here.round, locked, only=here.pk), locked)
        if missing:
            raise Refused(missing[0].sentence)
        _end_sheets_of(here)
        opened = locked.changes.filter(
            kind="sheet_reopened", round_number=here.round.number, table_number=here.number
        ).last()
        if opened is not None:
            before = kept_figures(opened.figures)
            note_late(here, before, Deed(by, submission, opened.reason))
        words = on_one_line(figures_at(here))
        return change_at(here, "sheet_closed", after=words, reason=reason)

    return do(event, by, submission, write)


def _end_sheets_of(place: EventTable) -> None:
    place.table.ended_at = timezone.now()
    was_confirmed = place.confirmed_version == place.table.version
    count_change(place.table, "ended_at")
    if was_confirmed:
        place.confirmed_version = place.table.version
        place.save(update_fields=["confirmed_version"])
