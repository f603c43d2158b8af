"""How many solos somebody has played at the tables of an event, beside those that were won."""

from __future__ import annotations

from tournaments.events.standings.queries.standings import EventStanding


def solos_played(standing: EventStanding, entry: int) -> int | None:
    """The solos of the entry with that key in the rounds that are in a standing.

    None where they do not count, and where one of its sheets does not say how many were played.
    """
    if standing.snapshot.settings.counted != "solos":
        return None
    lines = [line for one in standing.counted if (line := one.line_of(entry)) and line.hands]
    known = [line.solos_played for line in lines if line.solos_played is not None]
    return sum(known) if len(known) == len(lines) else None
