"""What everybody at an event wants to know at a glance: announcements, the clock, what is on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from tournaments.events.desk.queries.announcements import Clock, clock_of
from tournaments.events.standings.queries.final import FinalMark, final_mark
from tournaments.events.standings.queries.snapshots import Played, Snapshot, sheets_of
from tournaments.models import Event


@dataclass(frozen=True)
class News:
    """The news of an event; `mark` is that of the final list, where there is one."""

    snapshot: Snapshot
    announcements: tuple[str, ...]
    clock: Clock
    mark: FinalMark | None

    @property
    def event(self) -> Event:
        """The event."""
        return self.snapshot.event

    @property
    def current(self) -> Played | None:
        """The round that is on or comes next."""
        return self.snapshot.current

    @property
    def is_started(self) -> bool:
        """Whether the current round is being played."""
        return self.current is not None and self.current.round.started_at is not None

    @property
    def sheets(self) -> str:
        """How many sheets of the current round are there, as the end of a sentence."""
        return sheets_words(self.snapshot) if self.current else ""

    @cached_property
    def marker(self) -> str:
        """Changes when a player's own page may have changed, but for the own table's sheet."""
        closed = [one for one in self.snapshot.rounds if one.is_closed]
        return "-".join(
            str(part)
            for part in (
                self.snapshot.closed,
                sum(sheets_of(one.round) for one in closed),
                "-".join(f"{one.round.pk}-{len(one.rows)}" for one in self.snapshot.on) or "0-0",
                int(self.is_started),
                self.event.state,
                self.event.revision,
            )
        )

    @cached_property
    def stamp(self) -> str:
        """Says all that is shown of the news, but for the seconds of a clock that runs."""
        left = self.clock.seconds_left if self.clock.is_paused else None
        return repr((self.announcements, self.marker, self.clock.ends_at, left))


def sheets_words(snapshot: Snapshot) -> str:
    """How many sheets of the round that is on are there, and how many were confirmed.

    Where nobody has to confirm a sheet it is in as soon as it is complete.
    """
    played = snapshot.current
    if played is None:
        return ""
    values = {
        "in": played.tables_in,
        "tables": len(played.by_table),
        "confirmed": played.tables_confirmed,
    }
    if snapshot.settings.needs_confirmation:
        words = _("%(in)s of %(tables)s sheets are entered, %(confirmed)s of them confirmed")
    else:
        words = _("%(in)s of %(tables)s sheets are in")
    return words % values


def news_of(snapshot: Snapshot) -> News:
    """The news of an event; one SQL query, two where the list is final."""
    event = snapshot.event
    texts = event.announcements.filter(ended_at=None).values_list("text", flat=True)
    current = snapshot.current
    return News(
        snapshot,
        tuple(texts),
        clock_of(current.round) if current else Clock(),
        final_mark(event) if event.state == Event.FINAL else None,
    )
