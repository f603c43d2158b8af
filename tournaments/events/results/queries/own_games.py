"""The games that people took on themselves: how many each of a table won, and how many it lost."""

from __future__ import annotations

from scoring import Replay
from scoring.ruleset import Ruleset
from tournaments.events.standings.queries.standings import EventStanding
from tournaments.settings.event import EventSettings

# How many solos somebody has played at the tables of an event, beside those that were won.


def solos_played(standing: EventStanding, entry: int) -> int | None:
    """The solos of the entry with that key in the rounds that are in a standing.

    None where they do not count, and where one of its sheets does not say how many were played.
    """
    if standing.snapshot.settings.counted != "solos":
        return None
    lines = [line for one in standing.counted if (line := one.line_of(entry)) and line.hands]
    known = [line.solos_played for line in lines if line.solos_played is not None]
    return sum(known) if len(known) == len(lines) else None


def own_games(sheet: Replay, *, won: bool) -> list[int]:
    """How many games each side took on and won, or lost; in the order of the sheet."""
    counted = [0] * len(sheet.totals)
    for row in sheet.rows:
        if "picker" in row.roles and row.verdict is not None and row.verdict.won is won:
            counted[row.roles.index("picker")] += 1
    return counted


def games_won(sheet: Replay, ruleset: Ruleset, settings: EventSettings) -> list[int]:
    """The games that each side has won: those that ended, or of its own where none ever ends."""
    if settings.counted in ("games", "won_lost") and ruleset.target(sheet.options) is None:
        return own_games(sheet, won=True)
    return [sum(side in game.winners for game in sheet.games) for side in range(len(sheet.totals))]


def games_lost(sheet: Replay, settings: EventSettings) -> list[int]:
    """The games of its own that each side has lost, where the event counts them; else nothing."""
    return own_games(sheet, won=False) if settings.counted == "won_lost" else []
