"""A second person says that a sheet is right: at the table, or a director in its place."""

from __future__ import annotations

from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from tournaments.common.deeds import Refused
from tournaments.common.locks import count_change, lock_table
from tournaments.common.sent import compare_sent, keep_sent
from tournaments.events.deeds import Done, do
from tournaments.events.results.queries.progress import Progress, round_progress
from tournaments.events.results.services.late import (
    Deed,
    change_at,
    lock_place,
    lock_sheet,
    note_confirmed,
    settle_anew,
)
from tournaments.models import (
    Actor,
    By,
    Event,
    EventChange,
    EventTable,
    HandVersion,
    Result,
    Table,
    TableChange,
)


def confirm_sheet(
    *,
    place: EventTable,
    who: str,
    entered_by: str,
    seen_version: int,
    by: Actor,
    submission: UUID,
) -> None:
    """Note that `who` at the table has looked the sheet over and found it right.

    Locks the table alone. `entered_by`: who is said to have entered the hands, where no phone
    did; whoever it was is written down too, and is somebody else. Raises Refused.
    """
    try:
        with transaction.atomic(durable=True):
            locked = lock_table(place.table, even_if_ended=True)
            if TableChange.objects.filter(submission=submission).exists():
                compare_sent()
                return
            scorer = _scorer_beside(place, locked, who, entered_by, seen_version)
            claim = by._replace(who=who)
            _confirm(place, locked, who, claim.noted["account"])
            TableChange.objects.create(
                table=locked,
                kind=TableChange.CONFIRM,
                before=scorer,
                after=who,
                submission=submission,
                table_version=locked.version,
                **claim.noted,
            )
            keep_sent()
    except IntegrityError:
        compare_sent()
        if not TableChange.objects.filter(submission=submission).exists():
            raise


def scorer_of(table: Table) -> str:
    """Who entered the latest line of a sheet; empty where no phone said it."""
    lines = HandVersion.objects.filter(hand__table=table).order_by("-table_version")
    return lines.values_list("who", flat=True).first() or ""


def _scorer_beside(
    place: EventTable, locked: Table, who: str, entered_by: str, seen_version: int
) -> str:
    """Who entered the hands, and is not `who`, whatever phone it is; raises Refused."""
    if locked.ended_at is not None:
        raise Refused(_("The round is closed."))
    if locked.version != seen_version:
        raise Refused(_("The sheet has just been changed. Look at it again."))
    names = set(locked.seats.values_list("name", flat=True))
    if who not in names:
        raise Refused(_("Say who you are."), field="who")
    if not _is_played(place):
        raise Refused(_("Not all hands are played yet."))
    scorer = scorer_of(locked)
    if not scorer and entered_by not in names:
        raise Refused(_("Say who entered the hands."), field="entered_by")
    scorer = scorer or entered_by
    if who == scorer:
        text = _("%(name)s entered the hands. Somebody else at the table confirms them.")
        raise Refused(text % {"name": who}, field="who")
    return scorer


def _is_played(place: EventTable) -> bool:
    """Whether the sheet is complete; its stored results know, as nothing moves under the lock."""
    if place.totals.exists():
        return _progress(place).has_result
    return not Result.objects.filter(event_table=place, is_in=False).exists()


def _progress(place: EventTable) -> Progress:
    return round_progress(place.round, place.round.event, only=place.pk)[0]


def _confirm(place: EventTable, locked: Table, who: str, account: str) -> None:
    count_change(locked)
    note_confirmed(place, locked.version, who, account)


def confirm_at_desk(
    *, event: Event, place: EventTable, reason: str, by: By, submission: UUID
) -> Done:
    """Confirm a sheet in the place of its table."""

    def write(locked: Event) -> EventChange | None:
        here = lock_place(locked, place)
        row = _progress(here)
        if not row.has_result:
            raise Refused(_("Not all hands are played yet."))
        _refuse_own(row, locked, by)
        if row.keyed is not None and row.counts_paper:
            here.confirmed_totals = row.keyed.number
            here.save(update_fields=["confirmed_totals"])
        _confirm(here, here.table, by.who, by.account)
        return change_at(here, "sheet_confirmed", after=by.who, reason=_asked(reason))

    return do(event, by, submission, write)


def _refuse_own(row: Progress, event: Event, by: By) -> None:
    """Nobody confirms what he keyed himself, where a second person is asked for."""
    if not event.format.confirms_paper or by.user is None:
        return
    if row.keyed_by != by.user.pk:
        return
    if row.decided:
        raise Refused(
            _(
                "You decided it yourself. Somebody else of the desk, signed in under another name, "
                "has to agree."
            )
        )
    raise Refused(
        _(
            "You keyed it yourself. Somebody else of the desk, signed in under another name, "
            "compares it with the paper and confirms it."
        )
    )


def accept_short(*, event: Event, place: EventTable, reason: str, by: By, submission: UUID) -> Done:
    """Take a sheet as complete that has fewer hands than were due."""

    def write(locked: Event) -> EventChange | None:
        sheet, here = lock_sheet(locked, place)
        row, due = _progress(here), here.hands_due
        if not row.played:
            raise Refused(_("There is no hand yet."))
        if not row.is_short:
            return None
        here.hands_due = row.played
        here.save(update_fields=["hands_due"])
        _confirm(here, here.table, by.who, by.account)
        settle_anew(sheet, here, Deed(by, submission, _asked(reason)))
        played = str(row.played)
        return change_at(here, "short_accepted", before=str(due), after=played, reason=reason)

    return do(event, by, submission, write)


def choose_source(
    *, event: Event, place: EventTable, counts: str, reason: str, by: By, submission: UUID
) -> Done:
    """Decide which counts where both hands and totals from paper are there."""

    def write(locked: Event) -> EventChange | None:
        sheet, here = lock_sheet(locked, place)
        row = _progress(here)
        if row.keyed is None or not row.hands.played:
            raise Refused(_("There are not both hands and totals from paper at this table."))
        if here.counts == counts:
            return None
        before, here.counts = here.counts, counts
        here.save(update_fields=["counts"])
        settle_anew(sheet, here, Deed(by, submission, reason))
        return change_at(here, "counts_decided", before=before, after=counts, reason=reason)

    return do(event, by, submission, write)


def _asked(reason: str) -> str:
    if not reason:
        raise Refused(_("Say why."), field="reason")
    return reason
