"""A player's results by event: what the sheets brought, and the place in the final list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Max, QuerySet, Sum

from tournaments.events.standings.queries.final import KEPT_UNDER
from tournaments.models import Event, Member, Round, SheetTally

PAGE = 20


class Placed(NamedTuple):
    """A line of a final list: the place, None for whoever has none, and among how many."""

    place: int | None
    among: int


class EventResult(NamedTuple):
    """What a player did at an event.

    `number` is the start number of the entry, `name` what the entry is called; `placed` is None
    while there is no final list. `points` and `hands` are those of the sheets.
    """

    event: Event
    day: date
    number: int | None
    name: str
    placed: Placed | None
    hands: int
    points: int


class _Sums(NamedTuple):
    """What the sheets of one event came to."""

    event: int
    day: date
    hands: int
    points: int


def event_results(
    rows: QuerySet[SheetTally], records: Sequence[int], asked: str | None
) -> tuple[list[EventResult], Page[Any]]:
    """A page of results, the latest event first, and the page itself; at most five SQL queries."""
    page = Paginator(_by_event(rows), PAGE).get_page(asked)
    return _filled([_sums(row) for row in page.object_list], records), page


def all_results(rows: QuerySet[SheetTally], records: Sequence[int]) -> list[EventResult]:
    """Every result, for taking away."""
    return _filled([_sums(row) for row in _by_event(rows)], records)


def _by_event(rows: QuerySet[SheetTally]) -> QuerySet[SheetTally, Any]:
    sums = rows.exclude(event=None).order_by().values("event")
    added = sums.annotate(day=Max("played_on"), all_hands=Sum("hands"), all_points=Sum("points"))
    return added.order_by("-day", "-event")


def _sums(row: Mapping[str, Any]) -> _Sums:
    return _Sums(row["event"], row["day"], row["all_hands"], row["all_points"])


def _filled(sums: Sequence[_Sums], records: Sequence[int]) -> list[EventResult]:
    keys = [one.event for one in sums]
    events = Event.objects.in_bulk(keys)
    entries = _entries(keys, records)
    lists = final_places(events.values())
    return [
        EventResult(
            event=events[one.event],
            day=one.day,
            number=number,
            name=name,
            placed=lists.get(one.event, {}).get(number) if number is not None else None,
            hands=one.hands,
            points=one.points,
        )
        for one in sums
        for number, name in [entries.get(one.event, (None, ""))]
    ]


def _entries(events: Sequence[int], records: Sequence[int]) -> dict[int, tuple[int | None, str]]:
    """By event the start number and the name of the entry that the player was of, first of all."""
    members = Member.objects.filter(player__in=records, entry__event__in=events)
    rows = members.order_by("-from_round", "-pk")
    return {
        event: (number, name)
        for event, number, name in rows.values_list(
            "entry__event_id", "entry__number", "entry__name"
        )
    }


def final_places(events: Iterable[Event]) -> dict[int, dict[int, Placed]]:
    """By event and start number the place in the final list that holds; one SQL query."""
    final = {event.pk: event for event in events if event.state == Event.FINAL}
    if not final:
        return {}
    rounds = Round.objects.filter(event__in=final, report__has_key=KEPT_UNDER)
    found: dict[int, dict[int, Placed]] = {}
    for event, lists in rounds.values_list("event_id", f"report__{KEPT_UNDER}"):
        held = lists.get(str(final[event].revision))
        if held is not None:
            among = sum(place is not None for _number, place, _total in held)
            found[event] = {number: Placed(place, among) for number, place, _total in held}
    return found
