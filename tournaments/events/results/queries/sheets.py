"""What is known of an event's table: hands from phones, totals from paper, and which counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from scoring import Replay, find_ruleset
from scoring.ruleset import Ruleset
from scoring.table import Row
from tournaments.events.results.queries.own_games import games_lost, games_won
from tournaments.formats.good_points import worth_of_a_point
from tournaments.formats.settings import EventSettings
from tournaments.models import Decided, Event, EventTable, Table, TotalsVersion


@dataclass(frozen=True)
class Totals:
    """The figures of one sheet, one for each side (column, or pair).

    `hands` are those in which a side got cards, `played` those of the whole table; `solos` are
    those won, `solos_played` all of them, None or nothing where the paper does not say it.
    `decided`: how the sheet was decided that is gone.
    """

    points: list[int]
    hands: list[int]
    solos: list[int]
    games: list[int]
    played: int
    is_complete: bool
    lost: list[int] = field(default_factory=list)
    solos_played: list[int | None] = field(default_factory=list)
    decided: str = ""

    @property
    def is_made_up(self) -> bool:
        """Whether the figures come from no sheet of this table, and need not add up."""
        return is_made_up(self.decided)


def is_made_up(decided: str) -> bool:
    """Whether a sheet that was decided so has figures that come from no sheet of its table."""
    return decided in (Decided.AVERAGE, Decided.ANNULLED)


def latest_totals(place: EventTable) -> TotalsVersion | None:
    """The latest totals from paper, None where there are none or they were withdrawn."""
    latest = place.totals.order_by("-number").first()
    return None if latest is None or latest.is_withdrawn else latest


def counted_source(place: EventTable, keyed: TotalsVersion | None, *, has_hands: bool) -> str:
    """Which of the two counts: as decided; else the signed paper, for phones may stop half-way."""
    if keyed is None:
        return EventTable.HANDS
    if has_hands and place.counts:
        return place.counts
    return EventTable.TOTALS


def totals_of(place: EventTable, sheet: Replay, keyed: TotalsVersion | None) -> Totals:
    """The figures from paper where some are given, else those of the replayed hands."""
    if keyed is not None:
        return paper_totals(place, keyed)
    return phone_totals(place, sheet)


def paper_totals(place: EventTable, keyed: TotalsVersion) -> Totals:
    """The figures that somebody keyed from paper."""
    points: list[int] = keyed.record["points"]
    hands = int(keyed.record.get("hands", place.hands_due))
    return Totals(
        points=points,
        hands=keyed.record.get("hands_each")
        or [hands_each(place, hands, len(points))] * len(points),
        solos=keyed.record.get("solos", []),
        games=keyed.record.get("games", []),
        played=hands,
        is_complete=True,
        lost=keyed.record.get("lost", []),
        solos_played=keyed.record.get("solos_played", []),
        decided=keyed.record.get("decided", ""),
    )


def hands_each(place: EventTable, hands: int, sides: int) -> int:
    """In how many hands of a table each got cards, where all sat out equally often."""
    ruleset = find_ruleset(place.table.ruleset)
    if ruleset.scores == "pairs" or sides <= ruleset.seats:
        return hands
    return hands * ruleset.seats // sides


def phone_totals(place: EventTable, sheet: Replay) -> Totals:
    """The figures of the hands that were entered one by one."""
    sides = range(len(sheet.totals))
    played = [row for row in sheet.rows if row.dealer is not None]
    ruleset = find_ruleset(place.table.ruleset)
    settings = EventSettings.from_json(place.round.event.settings)
    solos_played, solos_won = _solos(ruleset, sheet, played)
    return Totals(
        points=_points(place, sheet),
        hands=[sum(got_cards(row.roles, side) for row in played) for side in sides],
        solos=solos_won,
        games=games_won(sheet, ruleset, settings),
        played=len(played),
        is_complete=_is_played_out(place, len(played), len(sheet.games)),
        lost=games_lost(sheet, settings),
        solos_played=solos_played,
    )


def comes_to_nothing(event: Event, table: Table | None = None) -> bool:
    """Whether the totals of a sheet must add up to nought; of a table by its own game."""
    played = event if table is None else table
    is_even = find_ruleset(played.ruleset).sums_to_zero(played.options)
    return is_even and not EventSettings.from_json(event.settings).only_good


def is_open_ended(event: Event) -> bool:
    """Whether a table plays as long as it likes, with no match that ends by itself either."""
    settings = EventSettings.from_json(event.settings)
    if not settings.rolling or settings.hands:
        return False
    return find_ruleset(event.ruleset).target(event.options) is None


def _points(place: EventTable, sheet: Replay) -> list[int]:
    """The points of the hands; where nobody writes a minus those of the hands that were won.

    What they are worth then says `worth_of_a_point`. Adjustments count as they stand on the sheet.
    """
    settings = EventSettings.from_json(place.round.event.settings)
    if not settings.only_good:
        return list(sheet.totals)
    worth = worth_of_a_point(settings, find_ruleset(place.table.ruleset))
    return [
        sum(
            row.points[side] if row.dealer is None else max(0, row.points[side]) * worth
            for row in sheet.rows
        )
        for side in range(len(sheet.totals))
    ]


def _is_played_out(place: EventTable, hands: int, games: int) -> bool:
    if place.hands_due:
        return hands >= place.hands_due
    if is_open_ended(place.round.event):
        return hands > 0
    return games >= EventSettings.from_json(place.round.event.settings).games_due


def is_overfull(place: EventTable, sheet: Replay) -> bool:
    """Whether more hands stand on a sheet than its table was to play."""
    dealt = [index for index, row in enumerate(sheet.rows) if row.dealer is not None]
    if place.hands_due:
        return len(dealt) > place.hands_due
    games = EventSettings.from_json(place.round.event.settings).games_due
    return len(sheet.games) >= games and any(i > sheet.games[games - 1].last for i in dealt)


def _solos(
    ruleset: Ruleset, sheet: Replay, hands: Sequence[Row]
) -> tuple[list[int | None], list[int]]:
    """How often each played alone against all others, and won, in a game that knows partners.

    Before the first hand nobody knows of any that was played.
    """
    played: list[int] = [0] * len(sheet.totals)
    won = [0] * len(sheet.totals)
    fields = ruleset.asked_fields(sheet.options)
    if not hands or not any(asked.name == "partner" for asked in fields):
        return [], won
    for row in hands:
        verdict = row.verdict
        if "picker" in row.roles and "partner" not in row.roles and verdict is not None:
            side = row.roles.index("picker")
            counts = ruleset.counts_as_solo(verdict, sheet.options)
            played[side] += counts
            won[side] += counts and verdict.won is True
    return [*played], won


def got_cards(roles: Sequence[str], side: int) -> bool:
    """Whether a side played in a hand, and neither sat out nor was away."""
    return side < len(roles) and roles[side] not in ("out", "away")
