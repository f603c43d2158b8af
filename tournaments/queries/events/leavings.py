"""What counts for people at a table that somebody left in the middle of a round."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from scoring import Replay, find_ruleset
from tournaments.models import EventTable, Leaving, Result
from tournaments.queries.events.sheets import Totals, phone_totals
from tournaments.queries.replays import side_of


def leaving_of(result: Result) -> Leaving | None:
    """How the entry of a result left its table, None where it stayed to the end.

    No SQL query where the result was read with `select_related("leaving")`.
    """
    return getattr(result, "leaving", None)


def figures_by_side(
    place: EventTable, results: Iterable[Result], sheet: Replay, counting: Totals, *, is_paper: bool
) -> dict[int, Totals]:
    """The figures of a sheet as they count, by the column of each result.

    `counting` are those of the whole sheet; whoever left early may have only a part of them.
    `is_paper`: they were keyed from paper, which does not say who got cards in which hand.
    """
    ruleset = find_ruleset(place.table.ruleset)
    found = {result.side or 0: counting for result in results}
    for result in results:
        leaving = leaving_of(result)
        if leaving is None:
            continue
        own = result.side or 0
        if leaving.remedy == Leaving.OUTSIDE:
            found[own] = _until(leaving, place, side_of(ruleset, own), sheet, counting, is_paper)
        elif leaving.remedy == Leaving.SHORT_HANDED and is_paper:
            found |= _short_handed(leaving, own, found, ruleset.seats)
    return found


def _until(
    leaving: Leaving,
    place: EventTable,
    side: int,
    sheet: Replay,
    counting: Totals,
    is_paper: bool,
) -> Totals:
    """The figures of whoever left, from the first hands alone."""
    first = first_hands(sheet, leaving.hands)
    of_hands = phone_totals(place, first)
    if leaving.points is None or (not is_paper and of_hands.played >= leaving.hands):
        return replace(of_hands, is_complete=counting.is_complete)
    sides = len(counting.points)
    seats = find_ruleset(place.table.ruleset).seats
    hands = leaving.hands * min(seats, sides) // sides

    def only(figure: int) -> list[int]:
        return [figure if each == side else 0 for each in range(sides)]

    return replace(
        counting,
        points=only(leaving.points),
        hands=only(hands),
        solos=only(leaving.solos),
        games=only(leaving.games),
    )


def _short_handed(
    leaving: Leaving, own: int, found: dict[int, Totals], seats: int
) -> dict[int, Totals]:
    """In how many hands each got cards where nobody sat out any more after somebody had left."""
    sides = len(found)
    until = leaving.hands * seats // sides
    changed = {}
    for side, totals in found.items():
        got = until if side == own else until + max(0, totals.played - leaving.hands)
        changed[side] = replace(totals, hands=[got] * len(totals.points))
    return changed


def first_hands(sheet: Replay, hands: int) -> Replay:
    """A sheet as it was before the hand after so many was dealt.

    Its totals are the sums of what is left; they do not know of games that ended.
    """
    dealt = [index for index, row in enumerate(sheet.rows) if row.dealer is not None]
    rows = sheet.rows[: dealt[hands]] if hands < len(dealt) else sheet.rows
    totals = [sum(row.points[side] for row in rows) for side in range(len(sheet.totals))]
    return sheet._replace(rows=rows, totals=totals)
