"""Which hand of a sheet brought an entry most: the highest game, as far as a table knows it.

It is a game that the entry took on and won: as the picker or with the picker, in the same side. A
hand that everybody passed (a leaster, a doubler that was played out) is nobody's game, what
defenders get for a lost one is not theirs, and an adjustment is no hand. Where pairs play, it is
whichever pair won the hand. Points are those of the sheet, marks and doublings included.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scoring import Replay, find_ruleset
from scoring.ruleset import Ruleset
from scoring.table import Row
from tournaments.events.results.queries.leavings import first_hands, leaving_of
from tournaments.events.results.queries.sheets import got_cards
from tournaments.formats.good_points import worth_of_a_point
from tournaments.formats.settings import EventSettings
from tournaments.models import EventTable, Leaving, Result
from tournaments.tables.queries.replays import side_of

TOOK_IT = ("picker", "partner")


class Top(NamedTuple):
    """The most that a side won with a game of its own, and the number of that hand on the sheet.

    Both are 0 where it won none. `kept` are the hands in which it got cards.
    """

    points: int = 0
    hand: int = 0
    kept: int = 0


def tops_of(
    place: EventTable, results: Iterable[Result], sheet: Replay, numbers: Sequence[int]
) -> dict[int, Top]:
    """By the column of each result, its highest game.

    `numbers` are those of the lines that count, in the order of the sheet. Where a director
    decided that the totals from paper count instead of the hands, no highest game is known.
    """
    found = {result.side or 0: Top() for result in results}
    if not sheet.rows or place.counts == EventTable.TOTALS:
        return found
    ruleset = find_ruleset(place.table.ruleset)
    settings = EventSettings.from_json(place.round.event.settings)
    worth = worth_of_a_point(settings, ruleset)
    for result in results:
        leaving = leaving_of(result)
        is_outside = leaving is not None and leaving.remedy == Leaving.OUTSIDE
        counting = first_hands(sheet, leaving.hands) if leaving and is_outside else sheet
        own = result.side or 0
        side = side_of(ruleset, own)
        top = _top(ruleset, counting.rows, side, numbers)
        found[own] = top._replace(points=top.points * worth)
    return found


def _top(ruleset: Ruleset, rows: list[Row], side: int, numbers: Sequence[int]) -> Top:
    played = [(row, number) for row, number in zip(rows, numbers, strict=False) if _is_dealt(row)]
    kept = sum(got_cards(row.roles, side) for row, _number in played)
    best = Top(kept=kept)
    for row, number in played:
        if row.points[side] > best.points and _is_own(ruleset, row, side):
            best = Top(row.points[side], number, kept)
    return best


def _is_dealt(row: Row) -> bool:
    return row.dealer is not None


def _is_own(ruleset: Ruleset, row: Row, side: int) -> bool:
    return ruleset.scores == "pairs" or row.roles[side] in TOOK_IT
