"""A club's page in the record book: everything it says, in a number of SQL queries that is fixed.

Sums come from the years and months of the club; single sheets are only looked up at the ends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.rulesets import RULESETS
from tournaments.models import Club
from tournaments.people.queries.people import People
from tournaments.records.queries.charts import BarChart, LineChart
from tournaments.records.queries.club_page_activity import (
    Amount,
    Evening,
    Played,
    activity_charts,
    amounts,
    games_played,
    latest_evenings,
    months_within,
)
from tournaments.records.queries.club_page_champions import Champions, champions_of
from tournaments.records.queries.club_page_records import (
    ENOUGH_HANDS,
    Board,
    RecordKind,
    Toast,
    board_of,
    hidden_in,
    records_of_club,
    toasts,
)
from tournaments.records.queries.filters import Choices, Filters, choices_in


@dataclass(frozen=True)
class ClubPage:
    """What a club did, as far as somebody asked for it.

    `game` is the game of the board and the records: the one that was asked for, or that is played
    most; empty where nothing was played. `filters` are those of the address, `of_game` the same
    with that game.
    """

    filters: Filters
    of_game: Filters
    choices: Choices
    games: Sequence[Played]
    amounts: Sequence[Amount]
    line: LineChart | None
    bars: BarChart | None
    champions: Champions
    board: Board
    records: Sequence[RecordKind]
    toasts: Sequence[Toast]
    evenings: Sequence[Evening]

    enough = ENOUGH_HANDS

    @property
    def game(self) -> str:
        """The name of the game that the board and the records are about."""
        key = self.of_game.ruleset
        return RULESETS[key].name if key else ""

    @property
    def has_records(self) -> bool:
        """Whether there is a sheet of which something can be said."""
        return any(kind.records for kind in self.records)

    @property
    def is_empty(self) -> bool:
        """Whether the book knows nothing of what was asked for."""
        return not (self.games or self.champions.years)

    @property
    def sheets(self) -> int:
        """The sheets of all games."""
        return sum(game.sheets for game in self.games)

    @property
    def hands(self) -> int:
        """The hands of all games: hands may be added, points may not."""
        return sum(game.hands for game in self.games)


def club_page(
    club: Club,
    filters: Filters,
    people: People,
    *,
    is_director: bool,
    asked: Mapping[str, str],
) -> ClubPage:
    """The page; at most some twenty SQL queries, none of which grows with the hands.

    `asked`: what the address asks for besides the filters: the page of the champions.
    """
    months = months_within(club, filters)
    games = games_played(months)
    of_game = filters
    if not filters.ruleset and games:
        of_game = replace(filters, ruleset=games[0].key)
    found = amounts(months)
    line, bars = activity_charts(found)
    hidden = hidden_in(club, is_director=is_director) if games else []
    return ClubPage(
        filters=filters,
        of_game=of_game,
        choices=choices_in(club),
        games=games,
        amounts=found,
        line=line,
        bars=bars,
        champions=champions_of(club, filters, people, asked.get("page")),
        board=board_of(club, of_game, people) if games else Board((), 0, 0),
        records=records_of_club(club, of_game, people, hidden) if games else (),
        toasts=toasts(club, filters, people, hidden) if games else (),
        evenings=latest_evenings(club, filters, people) if games else (),
    )
