"""Who is qualified for the final of a series, and by what."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from scoring.qualifying import Ticket, qualify
from scoring.series import Person
from tournaments.formats.series import SeriesSettings
from tournaments.models import Series
from tournaments.people.queries.naming import main_records
from tournaments.series.queries.series import SeriesRanking, StageLine, series_ranking


@dataclass(frozen=True)
class Tickets:
    """The places in the final in the order in which they were won.

    `is_settled`: every stage is final, so that wild cards and the lot change no more.
    """

    tickets: list[Ticket]
    lines: dict[int, StageLine]
    lot_seed: str
    is_settled: bool

    def stage_of(self, ticket: Ticket) -> StageLine | None:
        """The stage at which a ticket was won."""
        return self.lines.get(ticket.stage) if ticket.stage is not None else None


def lot_seed_of(series: Series) -> str:
    """The seed of the lots: fixed since the series was made, before anybody had played."""
    return sha256(f"lots of series {series.submission}".encode()).hexdigest()[:16]


def tickets_of(series: Series) -> Tickets:
    """The tickets as a director sees them; the SQL queries of the ranking and no more."""
    return tickets_from(series_ranking(series, is_public=False))


def tickets_from(ranking: SeriesRanking) -> Tickets:
    """The tickets of a ranking: only stages that are final give some."""
    seed = lot_seed_of(ranking.series)
    settings: SeriesSettings = ranking.settings
    lines = {line.key: line for line in ranking.counted if line.state == "final"}
    stages = [stage for stage in ranking.stages if stage.key in lines]
    kept = main_records(player for person in ranking.series.given for player in person)
    given: list[Person] = [
        tuple(kept[player] for player in person) for person in ranking.series.given
    ]
    is_settled = bool(lines) and all(line.state == "final" for line in ranking.lines)
    tickets = qualify(stages, settings.qualifying(seed), given)
    return Tickets(tickets, lines, seed, is_settled)
