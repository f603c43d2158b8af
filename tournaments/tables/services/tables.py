"""Opening a table, its links, and what changes of it beside its hands."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from math import ceil
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import get_language

from project_tools.models import Opening
from scoring import find_ruleset, replay, resolve_options
from scoring.reading_options import refuse_undecided
from tournaments.common.actions import run_action
from tournaments.common.locks import count_change, lock_club, lock_table, lock_tables
from tournaments.common.names import looks_taken
from tournaments.models import (
    Author,
    Club,
    EventTable,
    Seat,
    SwitchedOff,
    Table,
    TableChange,
    TableLink,
    hash_secret,
)
from tournaments.people.queries import players_at
from tournaments.people.services.people import count_anew, give_to_club, match_seat, take_from_club
from tournaments.rules.queries import played_rules
from tournaments.tables.queries import opened_it, what_was_taken


class OpenedTable(NamedTuple):
    """A table, the secret that writes at it (it is nowhere kept), and whether it was just made."""

    table: Table
    write_secret: str
    is_new: bool


def open_table(
    *,
    ruleset_key: str,
    options: dict[str, Any],
    names: Sequence[str],
    newcomers: Sequence[str] = (),
    first_dealer: int = 0,
    title: str = "",
    club: Club | None = None,
    submission: UUID | None = None,
    hands: Sequence[dict[str, Any]] = (),
    by: Author | None = None,
) -> OpenedTable:
    """Open a table for the people in `names`, clockwise, and make its two links.

    `newcomers` join later, and have their columns ready. With a `club` it is one of the club's
    evenings, and the record book counts it for those whom the club knows. `options`: only what
    differs from the defaults. `hands` are not written here, but belong to the content: the same
    submission with the same content leads to the same table and the same link. Raises HandProblem
    for options or a number of players that the ruleset does not know, and where something is still
    to be decided: a sheet that comes with its hands has been scored without it. `by` opens it, and
    can take it back; the table's language is the one that is spoken then.
    """
    opener = by or Author()
    ruleset = find_ruleset(ruleset_key)
    replay(ruleset, options, len(names), [])
    if not hands:
        refuse_undecided(ruleset, options)
    everybody = [*names, *newcomers]
    content: list[object] = [ruleset_key, options, everybody, first_dealer, title, list(hands)]
    if club is not None:
        content.append(club.pk)
    secret = secret_for(submission, content)
    table = Table(
        **played_rules(club.pk if club else None, ruleset, options)._asdict(),
        club=club,
        title=title,
        ruleset=ruleset.key,
        options=resolve_options(ruleset, options),
        players=len(names),
        first_dealer=first_dealer % len(names),
        language=get_language() or settings.SHEEPFOLD_LANGUAGE,
        opened_by=opener.user,
        opened_device=opener.device,
        opened_under=hash_secret(f"opened under {secret}"),
    )
    try:
        _write(table, everybody, secret)
    except IntegrityError:
        # The same form opened it, and its answer was lost before the device was known.
        again = Table.objects.filter(opened_under=table.opened_under)
        again.update(opened_device=table.opened_device)
        return OpenedTable(again.get(), secret, is_new=False)
    return OpenedTable(table, secret, is_new=True)


@transaction.atomic
def _write(table: Table, names: Sequence[str], secret: str) -> None:
    if table.club_id is not None:
        lock_club(table.club_id)
    table.save()
    known = players_at(table.club_id, names)
    Seat.objects.bulk_create(
        Seat(table=table, index=index, name=name, player_id=player)
        for index, (name, player) in enumerate(zip(names, known, strict=True))
    )
    make_links(table, secret, is_owners=True)


def secret_for(submission: UUID | None, content: object) -> str:
    """A secret that the same form leads to again, and nobody else can find."""
    if submission is None:
        return secrets.token_urlsafe(32)
    said = f"{submission} {json.dumps(content, sort_keys=True)}"
    return _digest(settings.SECRET_KEY, f"sheepfold: write {said}")


def make_links(table: Table, write_secret: str, *, is_owners: bool) -> None:
    """Make the pair of links that belongs to a secret; inside a transaction.

    `is_owners`: the writing one is that of whoever opened the table.
    """
    TableLink.objects.bulk_create(
        TableLink(table=table, rights=rights, secret_hash=hash_secret(secret), is_owners=is_first)
        for rights, secret, is_first in (
            (TableLink.WRITE, write_secret, is_owners),
            (TableLink.WATCH, watch_secret(write_secret), False),
        )
    )


def watch_secret(write_secret: str) -> str:
    """The secret of the watching link, found from that of the writing link and not back again."""
    return _digest(write_secret, "sheepfold: watch")


def _digest(key: str, text: str) -> str:
    """256 bits of a text that only the key's holder can find, as letters for an address."""
    digest = hmac.digest(key.encode(), text.encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


# Tables that anybody may open: so many from one address, and those nobody used are deleted.

HOUR = timedelta(hours=1)
EMPTY_FOR = timedelta(days=3)
"""So long a table of nobody's club stays without a single entry."""

AT_A_TIME = 500


class TooManyTables(Exception):
    """So many tables were opened from an address that the next one has to wait."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"wait {seconds} seconds")
        self.seconds = seconds


def count_opening(network: str) -> Opening:
    """Count a table that is being opened from there; raises TooManyTables.

    It is written first and counted then: of several at the same moment none is overlooked.
    """
    begun = timezone.now() - HOUR
    said = f"sheepfold: opened from {network}"
    digest = hmac.digest(settings.SECRET_KEY.encode(), said.encode(), hashlib.sha256).hex()
    recent = Opening.objects.filter(network=digest, at__gt=begun)
    most = settings.SHEEPFOLD_LIMITS.own_tables_of_an_address
    if recent.count() < most:
        Opening.objects.filter(at__lte=begun).delete()
        opening = Opening.objects.create(network=digest, at=timezone.now())
        if recent.count() <= most:
            return opening
        opening.delete()
    first = recent.order_by("at").values_list("at", flat=True).first()
    raise TooManyTables(max(1, ceil((first - begun).total_seconds())) if first else 1)


def forget_empty_tables(now: datetime | None = None) -> int:
    """Delete the tables of nobody's club on which nothing was ever entered; how many they were."""
    moment = now or timezone.now()
    Opening.objects.filter(at__lte=moment - HOUR).delete()
    is_seated = EventTable.objects.filter(table=OuterRef("pk"))
    empty = Table.objects.filter(
        ~Exists(is_seated), club=None, version=0, ended_at=None, opened_at__lt=moment - EMPTY_FOR
    )
    forgotten = 0
    while found := _forget_some(empty):
        forgotten += found
    return forgotten


@transaction.atomic
def _forget_some(empty: QuerySet[Table]) -> int:
    """Whoever enters a hand at this moment is waited for, and keeps the table."""
    some = list(empty.order_by("pk").values_list("pk", flat=True)[:AT_A_TIME])
    locked = lock_tables(Table.objects.filter(pk__in=some))
    still = list(empty.filter(pk__in=locked).values_list("pk", flat=True))
    Table.objects.filter(pk__in=still).delete()
    return len(still)


# Changes of a table beside its hands: names, links, the end of the evening, the club.
#
# Each is one transaction that locks the table's row first and writes down who did what; the same
# submission arriving again changes nothing more.


class NameTaken(Exception):
    """Somebody of that name is on the sheet already."""


class ChangeReused(Exception):
    """The submission has been saved before with something else in it."""


class NothingToTakeBack(Exception):
    """The evening is not the visitor's, or is no longer to be taken back by that link."""


class OfAnotherClub(Exception):
    """The sheet is one of an event, or stands in the record book of another club."""


def rename_seat(*, table: Table, index: int, name: str, by: Author, submission: UUID) -> None:
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

    stored = _change(table, by, submission, write, refuses_ended=True, names_at=table.club_id)
    if stored is not None and (stored.kind, stored.after) != (TableChange.RENAME, name):
        raise ChangeReused


def refuse_taken(name: str, others: Iterable[Seat]) -> None:
    """No two on a sheet may bear names that look the same; raises NameTaken."""
    if looks_taken(name, [other.name for other in others]):
        raise NameTaken


def end_evening(*, table: Table, by: Author, submission: UUID, is_over: bool = True) -> None:
    """Close the sheet: nothing is entered or corrected until it is opened again (not `is_over`)."""

    def write(locked: Table) -> TableChange | None:
        if (locked.ended_at is not None) == is_over:
            return None
        locked.ended_at = timezone.now() if is_over else None
        count_change(locked, "ended_at")
        return TableChange(kind=TableChange.END if is_over else TableChange.REOPEN)

    _change(table, by, submission, write)


def add_links(*, table: Table, by: Author, submission: UUID) -> str:
    """Make a second pair of links; the first go on working until they are switched off.

    Gives the secret of the writing one.

    So nobody is locked out when the answer with the new links is lost on its way. The same form
    leads to the same links again. Those that are made on the device which opened the table are
    again the links of whoever opened it.
    """
    secret = secret_for(submission, ["links", table.pk])

    def write(locked: Table) -> TableChange:
        make_links(locked, secret, is_owners=opened_it(locked, by.device))
        count_change(locked)
        return TableChange(kind=TableChange.NEW_LINKS)

    _change(table, by, submission, write)
    return secret


def switch_off_links(*, table: Table, links: list[TableLink], by: Author, submission: UUID) -> None:
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

    _change(table, by, submission, write)


def take_back(*, table: Table, by: Author, submission: UUID) -> str:
    """Give an evening back to whoever opened it, or to a director of its club.

    Every link of the table is switched off and a new pair made, of whose writing one it gives the
    secret; the same form leads to the same pair again. Raises NothingToTakeBack, and then nothing
    is kept.
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

    stored = _change(table, by, submission, write, by_any_link=True)
    if stored is not None and (stored.kind, stored.table_id) != (TableChange.TAKEN_BACK, table.pk):
        raise ChangeReused
    return secret


def put_into_club(*, table: Table, club: Club, by: Author, submission: UUID) -> None:
    """Take a sheet, ended or not, into a club's record book; raises OfAnotherClub."""

    def write(locked: Table) -> TableChange | None:
        if locked.club_id == club.pk:
            return None
        if locked.club_id is not None or EventTable.objects.filter(table=locked).exists():
            raise OfAnotherClub
        give_to_club(locked, club)
        count_change(locked, "club")
        return TableChange(kind=TableChange.CLUB_IN, after=club.name)

    _change(table, by, submission, write, names_at=club.pk)


def take_out_of_club(*, table: Table, club: Club, by: Author, submission: UUID) -> None:
    """Take a sheet out of a club's record book; what was counted is taken off at once."""

    def write(locked: Table) -> TableChange | None:
        if locked.club_id != club.pk:
            return None
        take_from_club(locked)
        count_change(locked, "club")
        return TableChange(kind=TableChange.CLUB_OUT, before=club.name)

    _change(table, by, submission, write)


def _change(
    table: Table,
    by: Author,
    submission: UUID,
    write: Callable[[Table], TableChange | None],
    *,
    refuses_ended: bool = False,
    names_at: int | None = None,
    by_any_link: bool = False,
) -> TableChange | None:
    """Do a change under the table's lock and keep who did it.

    `refuses_ended`: not on an ended sheet. `names_at`: it says who somebody is at that club, and
    waits for the club first. `write` gives None where nothing was changed. Returns what the
    submission led to before, if it has arrived before. A link that was switched off while somebody
    waited for the lock opens nothing more: raises SwitchedOff, except `by_any_link`.
    """

    def lock(table: Table) -> Table:
        if names_at is not None:
            lock_club(names_at)
        return lock_table(table, even_if_ended=not refuses_ended)

    def write_by_link(locked: Table) -> list[TableChange]:
        if not by_any_link:
            refuse_switched_off(by)
        change = write(locked)
        return [] if change is None else [change]

    done = run_action(
        TableChange, table, lock=lock, write=write_by_link, by=by, submission=submission
    )
    return done.change if done.is_repeat else None


def refuse_switched_off(by: Author) -> None:
    """Raise SwitchedOff where the link does not work any more; under the table's lock."""
    link = by.link
    if link is not None and not TableLink.objects.filter(pk=link.pk, revoked_at=None).exists():
        raise SwitchedOff
