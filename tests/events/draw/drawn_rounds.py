"""What the tests of draws share: rounds drawn, accepted, played and closed without detours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.answers import Answer, there
from tests.events.conftest import arrive
from tests.tables.conftest import FormReader
from tournaments.events.draw.queries.drawing import Choice, ground_for
from tournaments.events.draw.queries.repairing import Ask, change_for
from tournaments.events.draw.queries.seatings import seated_round
from tournaments.events.draw.services import rounds
from tournaments.events.results.services.results import result_differences
from tournaments.events.results.services.totals import key_totals
from tournaments.models import Author, Entry, Event, EventTable, Result, Round, Table


def drawn(event: Event, by: Author, number: int = 1, draw: str = "", odd: str = "") -> Round:
    """Draw a round and accept it."""
    propose(event, by, number, draw, odd)
    rounds.accept_draw(event=event, number=number, anyway=False, by=by, submission=uuid4())
    event.refresh_from_db()
    return the_round(event, number)


def propose(
    event: Event, by: Author, number: int = 1, draw: str = "", odd: str = "", dial: int = 50
) -> Round:
    """Draw a round, and leave it proposed."""
    usual = ground_for(event, number).choice
    choice = Choice(draw or usual.draw, odd or usual.odd, dial)
    rounds.draw_round(event=event, number=number, choice=choice, by=by, submission=uuid4())
    return the_round(event, number)


def the_round(event: Event, number: int) -> Round:
    """The round of that number that is not cancelled."""
    return event.rounds.exclude(state=Round.CANCELLED).get(number=number)


def key(place: EventTable, *points: int) -> None:
    """Key the totals of a sheet with as many hands as were due."""
    key_totals(
        event=place.round.event,
        place=place,
        record={"points": list(points), "hands": place.hands_due},
        seen_number=place.totals.count(),
        by=Author(),
        submission=uuid4(),
        is_sure=True,
    )


def play(played: Round) -> None:
    """Give every table of a round points that sum to zero, by start number, and close it."""
    places = played.tables.select_related("table", "round__event")
    for place in places:
        numbers = [
            there(r.entry.number) for r in place.results.select_related("entry").order_by("side")
        ]
        mean = sum(numbers) // len(numbers)
        points = [number - mean for number in numbers]
        points[-1] -= sum(points)
        key(place, *points)
    close(played)


def close(played: Round) -> None:
    """The round is over."""
    Round.objects.filter(pk=played.pk).update(state=Round.CLOSED, closed_at=timezone.now())
    Table.objects.filter(event_table__round=played).update(ended_at=timezone.now())
    Event.objects.filter(pk=played.event_id).update(version=played.event.version + 1000)


def table_of(played: Round, number: int) -> int:
    """The number of the table at which somebody sits."""
    result = played.results.select_related("event_table").get(entry__number=number)
    return result.event_table.number if result.event_table else 0


def repaired(
    event: Event, by: Author, number: int, ask: Ask, *, comes_no_more: bool = True
) -> None:
    """Do the repair that is shown."""
    played = the_round(event, number)
    change = change_for(ground_for(event, number), played, seated_round(played), ask)
    rounds.repair_round(
        event=event,
        number=number,
        ask=ask,
        mark=change.mark,
        comes_no_more=comes_no_more,
        by=by,
        submission=uuid4(),
    )


def press(
    client: Client, event: Event, page: str, action: str, number: int = 1, at: str = "", **more: Any
) -> Answer:
    """Fill in the form of a round's page that goes to that address, and send it."""
    shown = client.get(reverse(page, args=[event.pk, number]) + at).content.decode()
    where = reverse(action, args=[event.pk, number])
    sent: dict[str, Any] = dict(hidden_of(shown))
    sent |= more
    return client.post(where, sent)


def hidden_of(page: str) -> Mapping[str, str]:
    """What every form of a page carries unseen."""
    forms = [fields for _where, fields in FormReader(page).forms if "submission" in fields]
    return {name: forms[0][name] for name in ("csrfmiddlewaretoken", "submission", "seen_version")}


def agrees(event: Event) -> None:
    """Each entry has one result in a round, which its sheet bears out, and its name at a seat."""
    for played in event.rounds.filter(state__in=(Round.DRAWN, Round.CLOSED)):
        results = Result.objects.filter(round=played).select_related("entry", "event_table")
        assert len({r.entry_id for r in results}) == len(results)
        for place in played.tables.select_related("table"):
            at = sorted(
                (r for r in results if r.event_table_id == place.pk), key=lambda r: r.side or 0
            )
            assert [r.side for r in at] == list(range(len(at)))
            names = [seat.name for seat in place.table.seats.all()]
            assert names == [r.entry.name for r in at]
            assert place.table.players == len(at)
            assert not result_differences(place.table)
            assert place.table.links.filter(revoked_at=None).count() == 1
        numbers = sorted(place.number for place in played.tables.all())
        assert numbers == list(range(1, len(numbers) + 1))


def late_entry(event: Event, first_round: int = 1) -> Entry:
    """Somebody who comes through the door now."""
    (entry,) = arrive(event, 1)
    entry.first_round = first_round
    entry.save()
    return entry
