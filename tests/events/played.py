"""A day that is played through the services: rounds drawn, keyed from paper, closed."""

from __future__ import annotations

from uuid import uuid4

from tournaments.events.draw.queries.drawing import Choice
from tournaments.events.draw.services.rounds import (
    accept_draw,
    draw_round,
    publish_round,
    start_round,
)
from tournaments.events.results.services.sheets import close_round
from tournaments.events.results.services.totals import key_totals
from tournaments.models import Author, Event, EventTable, Round


def draws(event: Event, by: Author, number: int = 1) -> Round:
    """Propose a round in the order of start numbers."""
    is_pairs = event.format.is_pairs
    choice = Choice("manual", "bye" if is_pairs else "up")
    draw_round(event=event, number=number, choice=choice, by=by, submission=uuid4())
    return event.rounds.get(number=number, state=Round.PROPOSED)


def starts(event: Event, by: Author, number: int = 1) -> Round:
    """Draw, accept, publish and start a round."""
    draws(event, by, number)
    accept_draw(event=event, number=number, anyway=True, by=by, submission=uuid4())
    publish_round(event=event, number=number, by=by, submission=uuid4())
    start_round(event=event, number=number, by=by, submission=uuid4())
    return event.rounds.get(number=number, state=Round.DRAWN)


def keys(place: EventTable, by: Author, *points: int) -> None:
    """Key the totals of a paper sheet, or correct them."""
    latest = place.totals.order_by("-number").first()
    key_totals(
        event=place.round.event,
        place=place,
        record={"points": list(points), "hands": place.hands_due},
        seen_number=latest.number if latest else 0,
        by=by,
        submission=uuid4(),
        reason="Read anew",
        is_sure=True,
    )


def plays(event: Event, by: Author, number: int = 1) -> Round:
    """A whole round: the first seat of each table wins 3 from each of the others, and so on."""
    played = starts(event, by, number)
    for place in played.tables.order_by("number"):
        entries = place.results.count()
        keys(place, by, *(3 * (entries - 1) if seat == 0 else -3 for seat in range(entries)))
    close_round(event=event, number=number, by=by, submission=uuid4())
    return event.rounds.get(number=number, state=Round.CLOSED)
