"""Telling everybody where to sit, and the signal to begin; new codes for tables."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.events import Kind
from tournaments.common.deeds import Refused
from tournaments.common.noted import note_deed
from tournaments.events.deeds import Done, do
from tournaments.events.desk.services import run_clock
from tournaments.events.draw.services.draws import refuse_unseen
from tournaments.events.draw.services.reseating import lock_tables_of
from tournaments.events.draw.services.tables import renew_links
from tournaments.models import By, Event, EventChange, Round


def publish_round(
    *, event: Event, number: int, by: By, submission: UUID, seen_version: int | None = None
) -> Done:
    """Let everybody see who sits where."""

    def write(played: Round) -> EventChange | None:
        if played.published_at is not None:
            return None
        played.published_at = timezone.now()
        played.save(update_fields=["published_at"])
        return EventChange(kind="round_published")

    return on_drawn(event, number, by, submission, write, seen_version=seen_version)


def start_round(
    *, event: Event, number: int, by: By, submission: UUID, seen_version: int | None = None
) -> Done:
    """Give the signal to begin, which starts the clock where the event has one.

    Refused before everybody can know where to sit.
    """

    def write(played: Round) -> EventChange | None:
        if played.published_at is None:
            raise Refused(_("Publish the round first, so that everybody knows where to sit."))
        if played.started_at is not None:
            return None
        now, minutes = timezone.now(), played.event.format.minutes
        played.started_at = now
        if minutes and played.ends_at is None and played.seconds_left is None:
            run_clock(played, timedelta(minutes=minutes), now)
        played.save(update_fields=["started_at", "ends_at"])
        return EventChange(kind="round_started")

    return on_drawn(event, number, by, submission, write, seen_version=seen_version)


def renew_codes(
    *,
    event: Event,
    number: int,
    table: int | None,
    by: By,
    submission: UUID,
    seen_version: int | None = None,
) -> Done:
    """Make new codes for one table of the round, or for all; the old ones stop at once."""

    def write(played: Round) -> EventChange:
        lock_tables_of(played)
        places = played.tables.order_by("table_id")
        chosen = list(places if table is None else places.filter(number=table))
        if not chosen:
            raise Refused(_("There is no table %(table)s.") % {"table": table})
        renew_links(chosen)
        where = f"event {played.event.pk}, round {number}"
        what = where if table is None else f"{where}, table {table}"
        note_deed(Kind.NEW_CODES, club=played.event.club, by=by, what=what)
        return EventChange(kind="codes_renewed" if table is None else "code_renewed")

    return on_drawn(event, number, by, submission, write, table, seen_version)


def on_drawn(
    event: Event,
    number: int,
    by: By,
    submission: UUID,
    write: Callable[[Round], EventChange | None],
    table: int | None = None,
    seen_version: int | None = None,
) -> Done:
    """Change a round that is drawn and not closed, under the event's lock.

    Refused where it was drawn anew after `seen_version` of the event.
    """

    def change(locked: Event) -> EventChange | None:
        played = locked.rounds.filter(number=number).exclude(state=Round.CANCELLED).first()
        if played is None or played.state == Round.PROPOSED:
            raise Refused(_("Round %(number)s is not drawn yet.") % {"number": number})
        if played.state == Round.CLOSED:
            raise Refused(_("Round %(number)s is closed.") % {"number": number})
        refuse_unseen(locked, number, seen_version)
        played.event = locked
        done = write(played)
        if done is not None:
            done.round_number, done.table_number = number, table
        return done

    return do(event, by, submission, change)
