"""Who sat at which column of a sheet, as the record book counts it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scoring.figures import Sitting
from tournaments.events.results.queries.leavings import leaving_of
from tournaments.models import EventTable, Leaving, Member, Result
from tournaments.tables.queries.readings import SheetReading


def sittings_of(sheet: SheetReading) -> list[Sitting]:
    """Who sat where and for which hands; columns of whom the club does not know are left out.

    One SQL query besides the seats or the results.
    """
    place, found = sheet.place, sheet.results
    if place is None:
        known = [(seat.index, seat.player_id) for seat in sheet.seats]
        return [Sitting(index, player) for index, player in known if player is not None]
    members = Member.objects.filter(entry__in=[result.entry_id for result in found])
    by_entry: dict[int, list[Member]] = {}
    for member in members.order_by("from_round", "pk"):
        by_entry.setdefault(member.entry_id, []).append(member)
    return [
        sitting
        for result in found
        for sitting in _of_entry(result, by_entry.get(result.entry_id, []), place, len(found))
    ]


def _of_entry(
    result: Result, members: Sequence[Member], place: EventTable, entries: int
) -> Iterable[Sitting]:
    """The columns of one entry: a pair has two, crosswise."""
    leaving = leaving_of(result)
    number = place.round.number
    for line in sorted({member.place for member in members}):
        column = (result.side or 0) + line * entries
        own = [member for member in members if member.place == line]
        now = [member for member in own if _plays(member, number)]
        if leaving is not None and leaving.remedy == Leaving.INHERITED and leaving.member in now:
            before = [m for m in own if m.from_round <= number and m.pk != leaving.member_id]
            if before:
                yield Sitting(column, before[-1].player_id, 0, leaving.hands)
            yield Sitting(column, now[-1].player_id, leaving.hands)
        elif now:
            until = leaving.hands if leaving and leaving.remedy == Leaving.OUTSIDE else None
            yield Sitting(column, now[-1].player_id, 0, until)


def _plays(member: Member, number: int) -> bool:
    is_over = member.until_round is not None and member.until_round < number
    return member.from_round <= number and not is_over
