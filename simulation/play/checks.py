"""What has to hold at every moment of an event: stored figures equal those reckoned anew."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from django.db.models import Sum

from tournaments.common.cache import uncached
from tournaments.events.results.queries.sheets import comes_to_nothing, latest_totals
from tournaments.events.results.services.results import result_differences
from tournaments.events.standings.queries.standings import EventStanding, event_standing
from tournaments.models import (
    Event,
    EventTable,
    HandPoints,
    HandVersion,
    Leaving,
    Result,
    Round,
    TotalsVersion,
)

State = tuple[object, ...]


class Checks:
    """Looks an event over; a table of which nothing has changed since is not reckoned again."""

    def __init__(self) -> None:
        self.seen: dict[int, State] = {}
        self.made = 0

    def problems(self, event: Event) -> list[str]:
        """What is wrong, a sentence each."""
        self.made += 1
        return [*self._sheets(event), *_seats(event), *_standing(event)]

    def _sheets(self, event: Event) -> Iterator[str]:
        places = EventTable.objects.filter(round__event=event).select_related("table", "round")
        states = _states(event)
        for place in places:
            state = (place.table.version, place.counts, *states[place.pk])
            if self.seen.get(place.pk) == state:
                continue
            found = result_differences(place.table)
            place.round.event = event
            if comes_to_nothing(event, place.table):
                found += _uneven(place)
            yield from found
            if not found:
                self.seen[place.pk] = state


def _states(event: Event) -> dict[int, list[State]]:
    """All that is stored of each table beside its hands, which its version counts."""
    found: dict[int, list[State]] = defaultdict(list)
    for model, path in (
        (Result, "event_table"),
        (TotalsVersion, "event_table"),
        (Leaving, "result__event_table"),
    ):
        names = [field.attname for field in model._meta.concrete_fields]
        rows = model._default_manager.filter(**{f"{path}__round__event": event}).order_by("pk")
        for place, *values in rows.values_list(path, *names):
            found[place].append(tuple(map(str, values)))
    return found


def _uneven(place: EventTable) -> Iterator[str]:
    """Totals that should come to nothing and do not."""
    keyed = latest_totals(place)
    if keyed is not None and sum(keyed.record["points"]):
        yield f"table {place.number}: the totals from paper come to {sum(keyed.record['points'])}"
    points = HandPoints.objects.filter(hand__table=place.table_id)
    lines = points.values("hand__number").annotate(total=Sum("points")).exclude(total=0)
    adjusted = HandVersion.objects.filter(record__has_key="adjustment", hand__table=place.table_id)
    for line in lines.exclude(hand__in=adjusted.values("hand")):
        yield f"table {place.number}: hand {line['hand__number']} comes to {line['total']}"


def _seats(event: Event) -> Iterator[str]:
    """Everybody sits once in a round, and in a column of his own."""
    states = (Round.DRAWN, Round.CLOSED)
    rows = Result.objects.filter(event=event, round__state__in=states)
    for what, names in (
        ("entry", ("round__number", "entry__number")),
        ("seat", ("round__number", "event_table__number", "side")),
    ):
        seated = rows.exclude(event_table=None) if what == "seat" else rows
        twice = [key for key, count in Counter(seated.values_list(*names)).items() if count > 1]
        yield from (f"{what} {key} is taken twice" for key in twice)


def _standing(event: Event) -> Iterator[str]:
    """The standing in memory is that which is read anew, and has what the sheets brought."""
    kept_now = event_standing(event)
    with uncached():
        anew = event_standing(event)
    if _lines(kept_now) != _lines(anew):
        yield "the standing in memory is not the one that is read anew"
    if anew.snapshot.settings.yields != "points":
        return
    rows = Result.objects.filter(event=event, round__in=[one.round for one in anew.counted])
    seated = rows.exclude(event_table=None)
    for entry, number, points in seated.values_list("entry__number", "round__number", "points"):
        row = anew.places.get(entry or 0)
        brought = row.rounds.get(number) if row is not None else points
        if brought != points and (brought or points):
            yield f"entry {entry}, round {number}: the standing has {brought}, the sheet {points}"


def _lines(standing: EventStanding) -> list[tuple[object, ...]]:
    return [(row.entry, row.place, row.total) for row in standing.ranked]
