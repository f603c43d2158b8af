"""The hands of all tables: one row for each line of each sheet, with the points of everybody."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from django.db.models import F, Max
from django.utils.translation import gettext as _

from scoring import find_ruleset
from scoring.table import Row
from tournaments.common.doers import doer_of
from tournaments.common.listing import Listing, Value, moment, number, points, text
from tournaments.models import Event, EventTable, HandVersion, Result, Round, Seat
from tournaments.tables.queries.declared import declared
from tournaments.tables.queries.replays import is_hand, replay_table

TABLES_AT_ONCE = 50

Sheet = tuple[EventTable, list[str], list[HandVersion], dict[int, int]]
"""A table, the names on its sheet, the latest versions, and the start number of each side."""


def hands(event: Event) -> Listing:
    """Every line of every sheet that counts for a round."""
    places = EventTable.objects.filter(round__event=event).exclude(round__state=Round.CANCELLED)
    highest = Seat.objects.filter(table__event_table__in=places).aggregate(Max("index"))
    sides = 0 if highest["index__max"] is None else highest["index__max"] + 1
    if find_ruleset(event.ruleset).scores == "pairs":
        sides = min(sides, 2)

    def rows() -> Iterator[Sequence[Value]]:
        keys = list(places.order_by("round__number", "number").values_list("pk", flat=True))
        for start in range(0, len(keys), TABLES_AT_ONCE):
            for sheet in _sheets(keys[start : start + TABLES_AT_ONCE]):
                yield from _lines(sheet, sides)

    each = [
        column
        for side in range(1, sides + 1)
        for column in (
            number(_("No. %(side)s") % {"side": side}, 7),
            points(_("Points %(side)s") % {"side": side}),
        )
    ]
    columns = (
        number(_("Round"), 8),
        number(_("Table"), 8),
        number(_("Hand"), 8),
        text(_("Dealer"), 24),
        text(_("What"), 50),
        *each,
        text(_("Entered by"), 18),
        text(_("Account"), 18),
        moment(_("When")),
        number(_("Version"), 8),
        text(_("Counts"), 8),
        text(_("Why"), 24),
    )
    return Listing("hands", _("Hands"), columns, rows)


def _sheets(keys: Sequence[int]) -> Iterator[Sheet]:
    """These tables with all that stands on their sheets; four SQL queries."""
    places = EventTable.objects.select_related("table", "round").in_bulk(keys)
    tables = [place.table_id for place in places.values()]
    versions: dict[int, list[HandVersion]] = defaultdict(list)
    latest = HandVersion.objects.filter(hand__table__in=tables, number=F("hand__version"))
    for version in latest.select_related("hand").order_by("hand__number"):
        versions[version.hand.table_id].append(version)
    names: dict[int, list[str]] = defaultdict(list)
    for seat in Seat.objects.filter(table__in=tables).order_by("index"):
        names[seat.table_id].append(seat.name)
    numbers: dict[int, dict[int, int]] = defaultdict(dict)
    rows = Result.objects.filter(event_table__in=keys).values_list(
        "event_table_id", "side", "entry__number"
    )
    for key, side, start in rows:
        if side is not None and start is not None:
            numbers[key][side] = start
    for key in keys:
        place = places[key]
        yield place, names[place.table_id], versions[place.table_id], numbers[key]


def _lines(sheet: Sheet, sides: int) -> Iterator[Sequence[Value]]:
    place, names, versions, numbers = sheet
    table = place.table
    replayed = iter(replay_table(table, versions).rows if versions else ())
    circle: Sequence[int] = range(table.players)
    played = 0
    for version in versions:
        row = None if version.is_withdrawn else next(replayed)
        is_counted = row is not None and is_hand(version.record)
        played += is_counted
        yield (
            place.round.number,
            place.number,
            played if is_counted else None,
            names[row.dealer] if row and row.dealer is not None else "",
            _what(version, place, names, circle, row),
            *_each(row, numbers, sides),
            *doer_of(version),
            version.made_at,
            version.number,
            _("yes") if row else _("no"),
            version.reason,
        )
        if row:
            circle = version.record.get("seated", circle)


def _each(row: Row | None, numbers: dict[int, int], sides: int) -> Iterator[Value]:
    for side in range(sides):
        yield numbers.get(side)
        yield row.points[side] if row and side < len(row.points) else None


def _what(
    version: HandVersion,
    place: EventTable,
    names: Sequence[str],
    circle: Sequence[int],
    row: Row | None,
) -> str:
    """A hand in words; of one that was withdrawn nobody knows who would have dealt it."""
    if row is None:
        return _("Withdrawn: does not count.")
    ruleset = find_ruleset(place.table.ruleset)
    found = declared(ruleset, version.record, names, circle, row.dealer or 0)
    return "; ".join(f"{each.label}: {each.value}" for each in found)
