"""What counts for people at a table that somebody left in the middle of a round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from scoring import Replay, find_ruleset
from tournaments.events.results.queries.sheets import Totals, phone_totals
from tournaments.models import EventTable, Leaving, Result
from tournaments.tables.queries.readings import leaving_of
from tournaments.tables.queries.replays import side_of


def figures_by_side(
    place: EventTable, results: Iterable[Result], sheet: Replay, counting: Totals, *, is_paper: bool
) -> dict[int, Totals]:
    """The figures of a sheet as they count, by the column of each result.

    `counting` are those of the whole sheet; whoever left early may have only a part of them.
    `is_paper`: they were keyed from paper, which does not say who got cards in which hand.
    """
    ruleset = find_ruleset(place.table.ruleset)
    here = [(result.side or 0, leaving_of(result)) for result in results]
    found = {own: counting for own, _leaving in here}
    if counting.is_made_up:
        return found
    if is_paper:
        found |= _short_handed(here, counting, ruleset.seats)
    for own, leaving in here:
        if leaving is not None and leaving.remedy == Leaving.OUTSIDE:
            side = side_of(ruleset, own)
            found[own] = _until(leaving, place, side, sheet, counting, is_paper)
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
        solos_played=[],
        games=only(leaving.games),
        lost=only(0),
    )


def _short_handed(
    here: Sequence[tuple[int, Leaving | None]], counting: Totals, seats: int
) -> dict[int, Totals]:
    """In how many hands each got cards, at a table from which some have gone one after the other.

    Between two leavings all who sit there sit out equally often.
    """
    gone = [
        (leaving.hands, own)
        for own, leaving in here
        if leaving is not None and leaving.remedy == Leaving.SHORT_HANDED
    ]
    if not gone:
        return {}
    got, still = dict.fromkeys((own for own, _leaving in here), 0), {own for own, _one in here}
    begins = 0
    for ends, leaver in [*sorted(gone), (counting.played, None)]:
        played = max(0, min(ends, counting.played) - begins)
        for own in still:
            got[own] += played * min(seats, len(still)) // len(still)
        begins, still = begins + played, still - {leaver}
    sides = len(counting.points)
    return {own: replace(counting, hands=[hands] * sides) for own, hands in got.items()}


def first_hands(sheet: Replay, hands: int) -> Replay:
    """A sheet as it was before the hand after so many was dealt.

    Its totals are the sums of what is left; they do not know of games that ended.
    """
    dealt = [index for index, row in enumerate(sheet.rows) if row.dealer is not None]
    rows = sheet.rows[: dealt[hands]] if hands < len(dealt) else sheet.rows
    totals = [sum(row.points[side] for row in rows) for side in range(len(sheet.totals))]
    return sheet._replace(rows=rows, totals=totals)
