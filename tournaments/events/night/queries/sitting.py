"""Who sits at a table of a free night, and who may join it, leave it or come back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring import find_ruleset
from tournaments.events.night.queries.rolling import Waiting, read_queue
from tournaments.events.results.queries.sheets import is_open_ended
from tournaments.models import EventTable, HandVersion, Result, Round
from tournaments.tables.queries.readings import SheetReading
from tournaments.tables.queries.replays import counted, is_hand

# When whoever sits at a table of a free night joined, left or came back between two hands.


class Stay(NamedTuple):
    """When the person of a column last joined, left or came back, and whether he sits there."""

    moved_at: datetime | None = None
    is_away: bool = False


STAYED = Stay()


def stays_at(place: EventTable, versions: Iterable[HandVersion], players: int) -> dict[int, Stay]:
    """By column, what the lines of a sheet say of those who moved; nobody where hands are due.

    `players` sat down at first. Where hands are due somebody leaves in one of four ways, and
    these say what counts.
    """
    if not is_open_ended(place.round.event):
        return {}
    circle, found = frozenset(range(players)), dict[int, Stay]()
    for version in versions:
        if "seated" in version.record and not version.is_withdrawn:
            seated = frozenset(version.record["seated"])
            found |= {column: Stay(version.made_at, True) for column in circle - seated}
            found |= {column: Stay(version.made_at, False) for column in seated - circle}
            circle = seated
    return found


def hands_each_problem(place: EventTable, record: dict[str, Any]) -> str:
    """Why the hands of each, keyed from paper, cannot be; "" where nobody joined or left.

    In every hand as many get cards as the game has players. One SQL query where tables play as
    long as they like, none elsewhere.
    """
    if not is_open_ended(place.round.event):
        return ""
    if not place.results.filter(moved_at__isnull=False).exists():
        return ""
    each: list[int] = record.get("hands_each", [])
    if len(each) != len(record["points"]) or not any(each):
        return _("People joined or left here: of each say in how many hands he got cards.")
    playing, hands = find_ruleset(place.table.ruleset).seats, record.get("hands") or 0
    if max(each) > hands:
        return _("Nobody got cards in more than the %(hands)s hands.") % {"hands": hands}
    if sum(each) != playing * hands:
        text = _(
            "%(playing)s play each of the %(hands)s hands: that is %(due)s, and here are %(sum)s."
        )
        return text % {"playing": playing, "hands": hands, "due": playing * hands, "sum": sum(each)}
    return ""


class AtTable(NamedTuple):
    """Somebody with a column at a table: the entry's key, start number and name."""

    column: int
    entry: int
    number: int
    name: str


@dataclass(frozen=True)
class Sitting:
    """A table of a free night: who sits there clockwise, who has left, and who could join.

    Of those who have left the last one is first; he sat to the left of `sat_after`, if that one
    is there still. `dealt` hands are on the sheet. `is_keyed`: its totals from paper are in, so
    that nobody moves any more.
    """

    place: EventTable
    there: tuple[AtTable, ...]
    gone: tuple[AtTable, ...]
    waiting: tuple[Waiting, ...]
    dealt: int
    is_keyed: bool
    sat_after: int | None = None

    @property
    def sizes(self) -> str:
        """How many may sit at a table of this game."""
        return ", ".join(map(str, find_ruleset(self.place.table.ruleset).tables))

    @property
    def is_fixed(self) -> bool:
        """Whether fixed pairs play, so that nobody can join or leave."""
        return find_ruleset(self.place.table.ruleset).scores == "pairs"


def sitting_at(place: EventTable) -> Sitting:
    """Who sits at a table of a free night now; its table, round and event must be fresh."""
    sheet = SheetReading(place.table, place)
    rows = {result.side or 0: result for result in sheet.results}
    circle = [column for column in sheet.replay.next.seated if column in rows]
    sits_elsewhere = _sitting_elsewhere(place, sheet.results)
    gone = sorted(rows.keys() - set(circle), key=lambda one: (rows[one].moved_at, one))[::-1]
    queue = read_queue(place.round.event)
    mine = {result.entry_id for result in sheet.results}
    return Sitting(
        place=place,
        there=tuple(_at(rows[column]) for column in circle),
        gone=tuple(_at(rows[one]) for one in gone if rows[one].entry_id not in sits_elsewhere),
        waiting=tuple(one for one in queue.waiting if not one.is_twice and one.pk not in mine),
        dealt=sum(is_hand(version.record) for version in counted(sheet.versions)),
        is_keyed=sheet.keyed is not None,
        sat_after=_sat_after(sheet, gone[0], circle) if gone else None,
    )


def _sat_after(sheet: SheetReading, column: int, there: Sequence[int]) -> int | None:
    """To whose left somebody sat who has left; of those who sit there now."""
    circles = [tuple(range(sheet.table.players))]
    circles += [
        tuple(version.record["seated"])
        for version in counted(sheet.versions)
        if "seated" in version.record
    ]
    last = next((circle for circle in reversed(circles) if column in circle), ())
    place = last.index(column) if last else 0
    before = (one for one in (*last[:place][::-1], *last[place:][::-1]) if one in there)
    return next(before, None)


def _at(result: Result) -> AtTable:
    entry = result.entry
    return AtTable(result.side or 0, entry.pk, entry.number or 0, entry.name)


def _sitting_elsewhere(place: EventTable, results: Iterable[Result]) -> frozenset[int]:
    """Who of them sits at another table now."""
    others = Result.objects.filter(
        entry__in=[result.entry_id for result in results],
        round__state=Round.DRAWN,
        event_table__isnull=False,
        is_away=False,
    )
    return frozenset(others.exclude(event_table=place).values_list("entry", flat=True))
