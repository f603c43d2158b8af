"""Whose an evening is, and whether it can be taken back from whoever holds its links now."""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser, User
from django.utils import timezone

from scoring import find_ruleset
from tournaments.common.access import clubs_of
from tournaments.models import Actor, EventTable, Table, TableChange, TableLink

BACK_FOR = timedelta(hours=24)
"""So long after its links were changed an evening is taken back by the link that opened it."""

MOST_OPENED = 30


class Taken(NamedTuple):
    """What is taken back: the last change of the links, or None where they are the first ones."""

    change: TableChange | None
    is_by_account: bool


def opened_it(table: Table, device: str) -> bool:
    """Whether it is the device on which the table was opened."""
    return bool(table.opened_device) and table.opened_device == device


def owns(table: Table, user: User | AnonymousUser | None) -> bool:
    """Whether an account has a table whatever its links are: it opened it, or directs its club.

    The tables of an event are their directors' at the desk. Asks nothing of strangers.
    """
    if user is None or not user.is_authenticated or not user.is_active or table.is_totals:
        return False
    if EventTable.objects.filter(table=table).exists():
        return False
    if table.opened_by_id == user.pk:
        return True
    return table.club_id is not None and clubs_of(user).filter(pk=table.club_id).exists()


def what_was_taken(table: Table, by: Actor) -> Taken | None:
    """What somebody can take back: always by account, for a day by a link switched off since.

    On the device that opened the table every link does that it ever had; elsewhere only that of
    whoever opened it. What was taken back there or by an account stays so.
    """
    last = _last_change(table)
    if owns(table, by.user):
        return Taken(last, is_by_account=True)
    if last is None or timezone.now() - last.made_at >= BACK_FOR:
        return None
    if not _opens_nothing(table, by.link):
        return None
    if last.kind == TableChange.TAKEN_BACK and (last.after or opened_it(table, last.device)):
        return None
    has_standing = opened_it(table, by.device) or _is_owners(by.link)
    return Taken(last, is_by_account=False) if has_standing else None


def tables_opened_by(user: User) -> list[tuple[Table, str, list[str]]]:
    """The evenings that an account opened, what to call them and who sat there.

    The latest first; not all; two SQL queries.
    """
    opened = Table.objects.filter(opened_by=user).prefetch_related("seats")
    return [
        (table, title_of(table), [seat.name for seat in table.seats.all()])
        for table in opened.order_by("-opened_at", "-pk")[:MOST_OPENED]
    ]


def title_of(table: Table) -> str:
    """What to call an evening: as whoever opened it did, or by its game."""
    return table.title or find_ruleset(table.ruleset).name


def _last_change(table: Table) -> TableChange | None:
    """How the writing links were last switched off."""
    kinds = (TableChange.LINKS_OFF, TableChange.TAKEN_BACK)
    changes = TableChange.objects.filter(table=table, kind__in=kinds)
    return changes.filter(before__contains=TableLink.WRITE).last()


def _opens_nothing(table: Table, link: TableLink | None) -> bool:
    """Whether it is a writing link of this own table that was switched off; read anew."""
    if link is None or EventTable.objects.filter(table=table).exists():
        return False
    mine = TableLink.objects.filter(table=table, pk=link.pk, rights=TableLink.WRITE)
    return mine.exclude(revoked_at=None).exists()


def _is_owners(link: TableLink | None) -> bool:
    """Whether it is that of whoever opened the table; read anew."""
    return link is not None and TableLink.objects.filter(pk=link.pk, is_owners=True).exists()
