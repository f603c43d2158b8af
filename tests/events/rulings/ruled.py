"""What the stories of rulings share: a ruling made, withdrawn, and what the totals are then."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from tournaments.events.rulings.services import rule, withdraw_ruling
from tournaments.events.standings.queries.standings import event_standing
from tournaments.models import Author, Event, EventTable, Ruling


def fresh(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


def key_of(event: Event, number: int) -> int:
    return event.entries.get(number=number).pk


def decide(
    place: EventTable,
    by: Author,
    kind: str,
    number: int | None = None,
    points: int = 0,
    *,
    seen_version: int | None = None,
    is_sure: bool = False,
    **more: Any,
) -> Ruling:
    """A ruling about the entry with that start number, or about the whole table."""
    event = fresh(Event.objects.get(pk=place.round.event_id))
    submission = uuid4()
    asked = Ruling(
        round=place.round,
        event_table=place,
        entry_id=None if number is None else key_of(event, number),
        kind=kind,
        points=points,
        **{"offence": "Talking"} | more,
    )
    seen = event.version if seen_version is None else seen_version
    rule(event=event, asked=asked, by=by, submission=submission, seen_version=seen, is_sure=is_sure)
    return Ruling.objects.get(submission=submission)


def withdraws(ruling: Ruling, by: Author, reason: str = "It was Ben") -> None:
    withdraw_ruling(
        event=fresh(ruling.event), ruling=ruling, reason=reason, by=by, submission=uuid4()
    )


def totals(event: Event) -> dict[int, Any]:
    standing = event_standing(fresh(event))
    return {row.entry: row.total for row in (*standing.ranked, *standing.out)}


def changed(event: Event, before: dict[int, Any]) -> dict[int, Any]:
    """By how much the totals are not what they were."""
    after = totals(event)
    return {n: after[n] - before[n] for n in after if after[n] != before[n]}


def sheet(place: EventTable) -> list[int]:
    return list(place.results.order_by("side").values_list("points", flat=True))
