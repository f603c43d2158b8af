"""A sheet is confirmed, due, closed or opened again; and a round is closed."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import partial
from typing import Unpack
from uuid import UUID, uuid5

from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.common.actions import Refused, run_action
from tournaments.common.locks import announce, count_change, lock_table, lock_tables
from tournaments.events.actions import Done, OfEvent, perform
from tournaments.events.results.queries.progress import (
    MARKED,
    UNMARKED,
    is_confirmed,
    missing_of,
    progress_at,
    round_progress,
)
from tournaments.events.results.services.results import (
    AtTable,
    Figures,
    ResultChange,
    change_at,
    change_table,
    figures_at,
    note_confirmed,
    note_late,
    on_one_line,
    settle_anew,
)
from tournaments.models import (
    Author,
    Event,
    EventChange,
    EventTable,
    HandVersion,
    Result,
    Round,
    Table,
    TableChange,
)
from tournaments.tables.queries import SheetReading

# A second person says that a sheet is right: at the table, or a director in its place.


def confirm_sheet(
    *, place: EventTable, who: str, entered_by: str, seen_version: int, by: Author, submission: UUID
) -> None:
    """Note that `who` at the table has looked the sheet over and found it right.

    Locks the table alone. `entered_by`: who is said to have entered the hands, where no phone
    did; whoever it was is written down too, and is somebody else. Raises Refused.
    """

    def write(locked: Table) -> list[TableChange]:
        if locked.ended_at is not None:
            raise Refused(_("The round is closed."))
        if locked.version != seen_version:
            raise Refused(_("The sheet has just been changed. Look at it again."))
        names = set(locked.seats.values_list("name", flat=True))
        if who not in names:
            raise Refused(_("Say who you are."), field="who")
        if place.totals.exists():
            is_played = progress_at(place).has_result
        else:  # the stored results know, as nothing moves under the lock
            is_played = not Result.objects.filter(event_table=place, is_in=False).exists()
        if not is_played:
            raise Refused(_("Not all hands are played yet."))
        scorer = scorer_of(locked) or (entered_by if entered_by in names else "")
        if not scorer:
            raise Refused(_("Say who entered the hands."), field="entered_by")
        if who == scorer:
            text = _("%(name)s entered the hands. Somebody else at the table confirms them.")
            raise Refused(text % {"name": who}, field="who")
        _confirm(place, locked, who, by.account)
        return [TableChange(kind=TableChange.CONFIRM, before=scorer, after=who)]

    run_action(
        TableChange,
        place.table,
        lock=partial(lock_table, even_if_ended=True),
        write=write,
        by=by._replace(who=who),
        submission=submission,
    )


OWN_DECISION = gettext_lazy(
    "You decided it yourself. Somebody else of the desk, signed in under another name, "
    "has to agree."
)
OWN_KEYING = gettext_lazy(
    "You keyed it yourself. Somebody else of the desk, signed in under another name, "
    "compares it with the paper and confirms it."
)


def scorer_of(table: Table) -> str:
    """Who entered the latest line of a sheet; empty where no phone said it."""
    lines = HandVersion.objects.filter(hand__table=table).order_by("-table_version")
    return lines.values_list("who", flat=True).first() or ""


def _confirm(place: EventTable, locked: Table, who: str, account: str) -> None:
    count_change(locked)
    note_confirmed(place, locked.version, who, account)


def confirm_at_desk(**asked: Unpack[AtTable]) -> Done:
    """Confirm a sheet in the place of its table."""

    def write(_sheet: SheetReading, here: EventTable, action: ResultChange) -> EventChange | None:
        row = progress_at(here)
        if not row.has_result:
            raise Refused(_("Not all hands are played yet."))
        by = action.by
        is_own = by.user is not None and row.keyed_by == by.user.pk
        if here.round.event.format.confirms_paper and is_own:
            raise Refused(str(OWN_DECISION if row.decided else OWN_KEYING))
        if row.keyed is not None and row.counts_paper:
            here.confirmed_totals = row.keyed.number
            here.save(update_fields=["confirmed_totals"])
        action.require_reason(_("Say why."))
        _confirm(here, here.table, by.who, by.account)
        return change_at(here, "sheet_confirmed", after=by.who, reason=action.reason)

    return change_table(write, asked)


def accept_short(**asked: Unpack[AtTable]) -> Done:
    """Take a sheet as complete that has fewer hands than were due."""

    def write(sheet: SheetReading, here: EventTable, action: ResultChange) -> EventChange | None:
        row, due = progress_at(here), here.hands_due
        if not row.played:
            raise Refused(_("There is no hand yet."))
        if not row.is_short:
            return None
        action.require_reason(_("Say why."))
        here.hands_due = row.played
        here.save(update_fields=["hands_due"])
        _confirm(here, here.table, action.by.who, action.by.account)
        settle_anew(sheet, here, action)
        played = str(row.played)
        return change_at(
            here, "short_accepted", before=str(due), after=played, reason=action.reason
        )

    return change_table(write, asked)


def choose_source(*, counts: str, **asked: Unpack[AtTable]) -> Done:
    """Decide which counts where both hands and totals from paper are there."""

    def write(sheet: SheetReading, here: EventTable, action: ResultChange) -> EventChange | None:
        row = progress_at(here)
        if row.keyed is None or not row.hands.played:
            raise Refused(_("There are not both hands and totals from paper at this table."))
        if here.counts == counts:
            return None
        before, here.counts = here.counts, counts
        here.save(update_fields=["counts"])
        settle_anew(sheet, here, action)
        return change_at(here, "counts_decided", before=before, after=counts, reason=action.reason)

    return change_table(write, asked)


def mark_table(**asked: Unpack[AtTable]) -> Done:
    """Note something about a table; an empty note takes the one away that is there."""

    def write(_sheet: SheetReading, here: EventTable, action: ResultChange) -> EventChange | None:
        noted, reason = progress_at(here).mark, action.reason
        if reason == noted:
            return None
        return change_at(here, MARKED if reason else UNMARKED, before=noted, reason=reason)

    return change_table(write, asked)


# Closing a round, and opening a single sheet of it again.


def close_round(*, number: int, **asked: Unpack[OfEvent]) -> Done:
    """Close a round: its sheets take no more changes; Refused while something is missing."""

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
            text = ngettext(
                "Something is missing at table %(tables)s.",
                "Something is missing at %(count)s tables: %(tables)s.",
                len(missing),
            )
            shown = ", ".join(str(each.row.place.number) for each in missing[:20])
            more = "…" if len(missing) > 20 else ""
            raise Refused(text % {"tables": shown + more, "count": len(missing)})
        # What was confirmed stays confirmed.
        confirmed = EventTable.objects.filter(round=played, confirmed_version=F("table__version"))
        confirmed.update(confirmed_version=F("confirmed_version") + 1)
        ended = Table.objects.filter(pk__in=locked_keys)
        ended.update(ended_at=timezone.now(), version=F("version") + 1)
        for table in locked_keys:
            announce(table)
        played.closed_at, played.state = timezone.now(), Round.CLOSED
        played.save(update_fields=["closed_at", "state"])
        return EventChange(kind="round_closed", round_number=number)

    return perform(**asked, write=write)


def reopen_sheet(**asked: Unpack[AtTable]) -> Done:
    """Open one sheet of a closed round again, so that its hands can be corrected."""

    def write(_sheet: SheetReading, here: EventTable, action: ResultChange) -> EventChange | None:
        if here.table.ended_at is None:
            return None
        action.require_reason(_("Say why the sheet is opened again."))
        here.table.ended_at = None
        count_change(here.table, "ended_at")
        figures = figures_at(here)
        words = on_one_line(figures)
        change = change_at(here, "sheet_reopened", before=words, reason=action.reason)
        change.figures = [[number, *each] for number, each in figures.items()]
        return change

    return change_table(write, asked)


def close_sheet(**asked: Unpack[AtTable]) -> Done:
    """Close a sheet that was opened again; what its results became is written down as late."""

    def write(_sheet: SheetReading, here: EventTable, action: ResultChange) -> EventChange | None:
        if here.table.ended_at is not None:
            return None
        if here.round.closed_at is None:
            raise Refused(_("This sheet is closed together with its round."))
        event = here.round.event
        missing = missing_of([progress_at(here)], event)
        if missing:
            raise Refused(missing[0].sentence)
        here.table.ended_at = timezone.now()
        was_confirmed = is_confirmed(here)
        count_change(here.table, "ended_at")
        if was_confirmed:
            here.confirmed_version = here.table.version
            here.save(update_fields=["confirmed_version"])
        opened = event.changes.filter(
            kind="sheet_reopened", round_number=here.round.number, table_number=here.number
        ).last()
        if opened is not None:
            before = {number: Figures(*each) for number, *each in opened.figures}
            note_late(here, before, action._replace(reason=opened.reason))
        words = on_one_line(figures_at(here))
        return change_at(here, "sheet_closed", after=words, reason=action.reason)

    return change_table(write, asked)


# Until when the sheets of an event have to be in: said, moved, taken away.


def set_due(*, at: datetime | None, reason: str = "", **asked: Unpack[OfEvent]) -> Done:
    """Say until when the sheets have to be in; None takes the time away.

    Once it is over it is moved only with a reason: it makes sheets late, or no longer late.
    """

    def write(locked: Event) -> EventChange | None:
        before = locked.sheets_due_at
        if before == at:
            return None
        if before is not None and before <= timezone.now() and not reason:
            text = _("The time is over. Say why it is another one now.")
            raise Refused(text, field="reason")
        locked.sheets_due_at = at
        locked.save(update_fields=["sheets_due_at"])
        return EventChange(
            kind="sheets_due" if at else "sheets_due_off",
            before=before.isoformat() if before else "",
            after=at.isoformat() if at else "",
            reason=reason[:200],
        )

    return perform(**asked, write=write)


def set_due_at_all(
    *, events: Iterable[Event], at: datetime | None, by: Author, submission: UUID, reason: str = ""
) -> list[Event]:
    """The same at each of these events, a deed for each; those at which it was refused."""
    refused = []
    for event in events:
        own = uuid5(submission, f"due {event.pk}")
        try:
            set_due(event=event, at=at, by=by, submission=own, reason=reason)
        except Refused:
            refused.append(event)
    return refused
