"""Changes of a table beside its hands: names, links, the end of the evening.

Each is one transaction that locks the table's row first and writes down who did what; the same
submission arriving again changes nothing more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from tournaments.common.actions import compare_sent, keep_sent
from tournaments.common.locks import count_change, lock_club, lock_table
from tournaments.common.names import looks_taken
from tournaments.models import (
    Actor,
    Club,
    EventTable,
    Seat,
    SwitchedOff,
    Table,
    TableChange,
    TableLink,
)
from tournaments.people.services.people import count_anew, give_to_club, match_seat, take_from_club
from tournaments.tables.queries.owners import opened_it, what_was_taken
from tournaments.tables.services.tables import TableLinks, make_links, secret_for, watch_secret


class NameTaken(Exception):
    """Somebody of that name is on the sheet already."""


class ChangeReused(Exception):
    """The submission has been saved before with something else in it."""


class NothingToTakeBack(Exception):
    """The evening is not the visitor's, or is no longer to be taken back by that link."""


class OfAnotherClub(Exception):
    """The sheet is one of an event, or stands in the record book of another club."""


def rename_seat(*, table: Table, index: int, name: str, by: Actor, submission: UUID) -> None:
    """Give a column another name, for all its hands.

    At a club's own table it is counted for whoever bears the new name.

    Raises NameTaken, ChangeReused or SheetEnded, and then nothing is kept.
    """

    def write(locked: Table) -> TableChange | None:
        seat = Seat.objects.get(table=locked, index=index)
        before = seat.name
        if before == name:
            return None
        refuse_taken(name, Seat.objects.filter(table=locked).exclude(pk=seat.pk))
        seat.name = name
        seat.save(update_fields=["name"])
        if locked.club_id is not None:
            match_seat(locked, seat)
            count_anew(locked)
        count_change(locked)
        return TableChange(kind=TableChange.RENAME, before=before, after=name)

    stored = _change(table, by, submission, write, names_at=table.club_id)
    if stored is not None and (stored.kind, stored.after) != (TableChange.RENAME, name):
        raise ChangeReused


def refuse_taken(name: str, others: Iterable[Seat]) -> None:
    """No two on a sheet may bear names that look the same; raises NameTaken."""
    if looks_taken(name, [other.name for other in others]):
        raise NameTaken


def end_evening(*, table: Table, by: Actor, submission: UUID) -> None:
    """Close the sheet: nothing is entered or corrected until it is opened again."""

    def write(locked: Table) -> TableChange | None:
        if locked.ended_at is not None:
            return None
        locked.ended_at = timezone.now()
        count_change(locked, "ended_at")
        return TableChange(kind=TableChange.END)

    _change(table, by, submission, write, even_if_ended=True)


def reopen_sheet(*, table: Table, by: Actor, submission: UUID) -> None:
    """Let an ended sheet be written on again."""

    def write(locked: Table) -> TableChange | None:
        if locked.ended_at is None:
            return None
        locked.ended_at = None
        count_change(locked, "ended_at")
        return TableChange(kind=TableChange.REOPEN)

    _change(table, by, submission, write, even_if_ended=True)


def add_links(*, table: Table, by: Actor, submission: UUID) -> TableLinks:
    """Make a second pair of links; the first go on working until they are switched off.

    So nobody is locked out when the answer with the new links is lost on its way. The same form
    leads to the same links again. Those that are made on the device which opened the table are
    again the links of whoever opened it.
    """
    secret = secret_for(submission, ["links", table.pk])

    def write(locked: Table) -> TableChange:
        make_links(locked, secret, is_owners=opened_it(locked, by.device))
        count_change(locked)
        return TableChange(kind=TableChange.NEW_LINKS)

    _change(table, by, submission, write, even_if_ended=True)
    return TableLinks(secret, watch_secret(secret))


def switch_off_links(*, table: Table, links: list[TableLink], by: Actor, submission: UUID) -> None:
    """Switch links of the table off, from the next request on.

    Those that are switched off on the device which opened the table take nothing back.
    """

    def write(locked: Table) -> TableChange | None:
        mine = TableLink.objects.filter(table=locked, pk__in=[link.pk for link in links])
        rights = sorted(mine.filter(revoked_at=None).values_list("rights", flat=True))
        if not rights:
            return None
        mine.filter(revoked_at=None).update(revoked_at=timezone.now())
        if opened_it(locked, by.device):
            mine.update(is_owners=False)
        count_change(locked)
        return TableChange(kind=TableChange.LINKS_OFF, before=", ".join(rights))

    _change(table, by, submission, write, even_if_ended=True)


def take_back(*, table: Table, by: Actor, submission: UUID) -> TableLinks:
    """Give an evening back to whoever opened it, or to a director of its club.

    Every link of the table is switched off and a new pair made; the same form leads to the same
    pair again. Raises NothingToTakeBack, and then nothing is kept.
    """
    secret = secret_for(submission, ["taken back", table.pk])

    def write(locked: Table) -> TableChange:
        taken = what_was_taken(locked, by)
        if taken is None:
            raise NothingToTakeBack
        links = TableLink.objects.filter(table=locked)
        working = links.filter(revoked_at=None)
        rights = set(working.values_list("rights", flat=True))
        working.update(revoked_at=timezone.now())
        links.update(is_owners=False)
        make_links(locked, secret, is_owners=True)
        count_change(locked)
        return TableChange(
            kind=TableChange.TAKEN_BACK,
            before=", ".join(sorted({*rights, TableLink.WRITE})),
            after=TableChange.BY_ACCOUNT if taken.is_by_account else "",
        )

    stored = _change(table, by, submission, write, even_if_ended=True, by_any_link=True)
    if stored is not None and (stored.kind, stored.table_id) != (TableChange.TAKEN_BACK, table.pk):
        raise ChangeReused
    return TableLinks(secret, watch_secret(secret))


def put_into_club(*, table: Table, club: Club, by: Actor, submission: UUID) -> None:
    """Take a sheet into a club's record book, ended or not; it is counted at once.

    Raises OfAnotherClub, and then nothing is kept.
    """

    def write(locked: Table) -> TableChange | None:
        if locked.club_id == club.pk:
            return None
        if locked.club_id is not None or EventTable.objects.filter(table=locked).exists():
            raise OfAnotherClub
        give_to_club(locked, club)
        count_change(locked, "club")
        return TableChange(kind=TableChange.CLUB_IN, after=club.name)

    _change(table, by, submission, write, even_if_ended=True, names_at=club.pk)


def take_out_of_club(*, table: Table, club: Club, by: Actor, submission: UUID) -> None:
    """Take a sheet out of a club's record book; what was counted is taken off at once."""

    def write(locked: Table) -> TableChange | None:
        if locked.club_id != club.pk:
            return None
        take_from_club(locked)
        count_change(locked, "club")
        return TableChange(kind=TableChange.CLUB_OUT, before=club.name)

    _change(table, by, submission, write, even_if_ended=True)


def _change(
    table: Table,
    by: Actor,
    submission: UUID,
    write: Callable[[Table], TableChange | None],
    *,
    even_if_ended: bool = False,
    names_at: int | None = None,
    by_any_link: bool = False,
) -> TableChange | None:
    """Do a change under the table's lock and keep who did it.

    `names_at`: it says who somebody is at that club, and waits for the club first. `write` gives
    None where nothing was changed. Returns what the submission led to before, if it
    has arrived before. A link that was switched off while somebody waited for the lock opens
    nothing more: raises SwitchedOff, except `by_any_link`.
    """
    try:
        with transaction.atomic(durable=True):
            if names_at is not None:
                lock_club(names_at)
            locked = lock_table(table, even_if_ended=even_if_ended)
            stored = _find_change(submission)
            if stored is not None:
                compare_sent()
                return stored
            if not by_any_link:
                refuse_switched_off(by)
            change = write(locked)
            if change is None:
                return None
            change.table = locked
            change.table_version = locked.version
            change.submission = submission
            for name, value in by.kept_in(TableChange).items():
                setattr(change, name, value)
            change.save()
            keep_sent()
    except IntegrityError:
        compare_sent()
        stored = _find_change(submission)
        if stored is None:
            raise
        return stored
    return None


def refuse_switched_off(by: Actor) -> None:
    """Raise SwitchedOff where the link does not work any more; under the table's lock."""
    link = by.link
    if link is not None and not TableLink.objects.filter(pk=link.pk, revoked_at=None).exists():
        raise SwitchedOff


def _find_change(submission: UUID) -> TableChange | None:
    return TableChange.objects.filter(submission=submission).first()
