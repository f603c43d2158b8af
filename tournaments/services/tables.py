"""Opening a table, and its links."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from scoring import find_ruleset, replay, resolve_options
from tournaments.models import Club, Seat, Table, TableLink, hash_secret


class OpenedTable(NamedTuple):
    """A new table, and the one secret that writes at it; it is nowhere kept."""

    table: Table
    write_secret: str


def open_table(
    *,
    ruleset_key: str,
    options: dict[str, Any],
    names: Sequence[str],
    first_dealer: int = 0,
    title: str = "",
    club: Club | None = None,
) -> OpenedTable:
    """Open a table for the people in `names`, clockwise, and make its two links.

    `options`: only what differs from the defaults. Raises HandProblem for options or a number of
    players that the ruleset does not know.
    """
    ruleset = find_ruleset(ruleset_key)
    replay(ruleset, options, len(names), [])
    with transaction.atomic():
        table = Table.objects.create(
            club=club,
            title=title,
            ruleset=ruleset.key,
            options=resolve_options(ruleset, options),
            players=len(names),
            first_dealer=first_dealer % len(names),
        )
        Seat.objects.bulk_create(
            Seat(table=table, index=index, name=name) for index, name in enumerate(names)
        )
        write_secret = secrets.token_urlsafe(32)
        TableLink.objects.bulk_create(
            TableLink(table=table, rights=rights, secret_hash=hash_secret(secret))
            for rights, secret in (
                (TableLink.WRITE, write_secret),
                (TableLink.WATCH, watch_secret(write_secret)),
            )
        )
    return OpenedTable(table, write_secret)


def watch_secret(write_secret: str) -> str:
    """The secret of the watching link, found from that of the writing link and not back again."""
    digest = hmac.digest(write_secret.encode(), b"sheepfold: watch", hashlib.sha256)
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def revoke_links(*, table: Table, rights: str) -> None:
    """Switch off the links of a table that carry these rights, from the next request on."""
    TableLink.objects.filter(table=table, rights=rights, revoked_at=None).update(
        revoked_at=timezone.now()
    )
