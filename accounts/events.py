"""Writing down who signed in and what cannot be undone, for those who answer for a club."""

from __future__ import annotations

import json
import logging
from datetime import timedelta
from functools import partial

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone, translation

from accounts.digests import network_digest
from accounts.models import Kind, SecurityEvent

log = logging.getLogger("sheepfold.security")


__all__ = ["Kind", "forget_old_events", "line_of", "note"]


def note(
    kind: Kind,
    *,
    account: User | None = None,
    account_name: str = "",
    club_id: int | None = None,
    club_name: str = "",
    what: str = "",
    network: str = "",
) -> SecurityEvent:
    """Write it down with the deed, and say it in the log once the deed is kept.

    `network` is the address somebody came from, of IPv6 its first half; a digest of it is kept.
    """
    event = SecurityEvent.objects.create(
        kind=kind,
        account=account,
        account_name=account_name or (account.username if account else ""),
        club_id=club_id,
        club_name=club_name,
        what=what,
        network=network_digest(network),
    )
    transaction.on_commit(partial(log.info, "%s", line_of(event)))
    return event


def line_of(event: SecurityEvent) -> str:
    """The line for the log: one object of JSON, in English."""
    with translation.override("en"):
        what = event.what_said()
    said = {
        "at": event.at.isoformat(timespec="milliseconds"),
        "kind": str(event.kind),
        "account": event.account_name,
        "club": event.club_name,
        "what": what,
        "network": event.network[:12],
    }
    return json.dumps({name: value for name, value in said.items() if value})


def forget_old_events() -> int:
    """Delete what has been kept for long enough; how many lines it was."""
    kept = timedelta(days=settings.SHEEPFOLD_SIGN_INS.events_kept_days)
    return SecurityEvent.objects.filter(at__lt=timezone.now() - kept).delete()[0]
