"""Opening a table, and its links."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction

from scoring import find_ruleset, replay, resolve_options
from scoring.reading import refuse_undecided
from tournaments.common.locks import lock_club
from tournaments.models import Actor, Club, Seat, Table, TableLink, hash_secret
from tournaments.people.queries.names import players_at


class OpenedTable(NamedTuple):
    """A table, the secret that writes at it (it is nowhere kept), and whether it was just made."""

    table: Table
    write_secret: str
    is_new: bool


class TableLinks(NamedTuple):
    """The secrets of a pair of links."""

    write: str
    watch: str


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
    by: Actor | None = None,
) -> OpenedTable:
    """Open a table for the people in `names`, clockwise, and make its two links.

    `newcomers` join later, and have their columns ready. With a `club` it is one of the club's
    evenings, and the record book counts it for those whom the club knows. `options`: only what
    differs from the defaults. `hands` are not written here, but belong to the content: the same
    submission with the same content leads to the same table and the same link. Raises HandProblem
    for options or a number of players that the ruleset does not know, and where something is still
    to be decided: a sheet that comes with its hands has been scored without it. `by` opens it, and
    can take it back.
    """
    opener = by or Actor()
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
        club=club,
        title=title,
        ruleset=ruleset.key,
        options=resolve_options(ruleset, options),
        players=len(names),
        first_dealer=first_dealer % len(names),
        opened_by=opener.user,
        opened_device=opener.device,
        opened_under=hash_secret(f"opened under {secret}"),
    )
    try:
        _write(table, everybody, secret)
    except IntegrityError:
        return OpenedTable(_opened_before(table), secret, is_new=False)
    return OpenedTable(table, secret, is_new=True)


def _opened_before(table: Table) -> Table:
    """The table that the same form opened, whose answer was lost before the device was known."""
    again = Table.objects.filter(opened_under=table.opened_under)
    again.update(opened_device=table.opened_device)
    return again.get()


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
    made = TableLinks(write_secret, watch_secret(write_secret))
    TableLink.objects.bulk_create(
        TableLink(table=table, rights=rights, secret_hash=hash_secret(secret), is_owners=is_first)
        for rights, secret, is_first in (
            (TableLink.WRITE, made.write, is_owners),
            (TableLink.WATCH, made.watch, False),
        )
    )


def watch_secret(write_secret: str) -> str:
    """The secret of the watching link, found from that of the writing link and not back again."""
    return _digest(write_secret, "sheepfold: watch")


def _digest(key: str, text: str) -> str:
    """256 bits of a text that only the key's holder can find, as letters for an address."""
    digest = hmac.digest(key.encode(), text.encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")
