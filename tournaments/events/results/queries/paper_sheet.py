"""The one paper sheet whose totals somebody sends in: where it is of, and whose sides it has."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import F, Subquery

from tournaments.common.numbers import PLACE, read_key
from tournaments.events.draw.queries.seatings import Side, people_at, sides_of
from tournaments.formats.settings import EventSettings
from tournaments.models import Event, EventTable, Round


@dataclass(frozen=True)
class PaperSheet:
    """A table of an event by its number; `round_number` where it is not that of the latest round.

    `place` has its table and its round with it.
    """

    place: EventTable
    sides: list[Side]
    round_number: int | None


def paper_sheet(event: Event, number: str, asked_round: str) -> PaperSheet | None:
    """The sheet of the table with that number, in the round that is asked for or the latest.

    Where tables open one by one, and no round is asked for, it is one of those that are open. Two
    SQL queries.
    """
    table, in_round = read_key(number, PLACE), read_key(asked_round, PLACE)
    if table is None or (asked_round and in_round is None):
        return None
    played = Round.objects.filter(event=event, state__in=(Round.DRAWN, Round.CLOSED))
    latest = Subquery(played.order_by("-number").values("number")[:1])
    places = EventTable.objects.filter(round__in=played).select_related("table", "round")
    places = places.annotate(latest=latest).order_by("number", "round__number")
    if in_round is not None:
        places = places.filter(round__number=in_round)
    elif EventSettings.from_json(event.settings).rolling:
        places = places.filter(round__state=Round.DRAWN)
    else:
        places = places.filter(round__number=F("latest"))
    place = places.filter(number=table).first()
    if place is None:
        return None
    place.round.event = event
    is_elsewhere = asked_round and place.round.number != place.latest
    people = people_at([place], event).get(place.pk, [])
    return PaperSheet(place, sides_of(people), place.round.number if is_elsewhere else None)
