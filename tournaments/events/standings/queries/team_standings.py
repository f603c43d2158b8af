"""The ranking of an event's teams, in whichever way the event counts them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scoring.ranking import Standing, TeamStanding, rank_teams
from scoring.teams import AVERAGE, rank_by_series
from tournaments.events.standings.queries.snapshots import Played, Snapshot


def ranked_teams(
    snapshot: Snapshot,
    counted: Iterable[Played],
    ranked: Sequence[Standing],
    members: Mapping[str, Sequence[int]],
) -> list[TeamStanding]:
    """The teams, best first; `members`: their start numbers, `counted`: the rounds that are in it.

    By series whoever sat out took part: only who is in no seat and not out is missing.
    """
    settings = snapshot.settings
    best_of = settings.team_best or None
    if settings.team_yields != "places":
        fills = settings.team_size if settings.team_missing == AVERAGE else 0
        return rank_teams(ranked, members, best_of=best_of, size=fills)
    numbers = {key: entry.number for key, entry in snapshot.entries.items()}
    return rank_by_series(
        ranked,
        members,
        there={one.number: {numbers[key] for key in one.rows} for one in counted if one.rows},
        size=settings.team_size,
        points=settings.team_points,
        best_of=best_of,
        missing=settings.team_missing,
    )
