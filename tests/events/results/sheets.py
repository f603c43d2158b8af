"""Rounds with tables, and hands and totals on them: what the stories of results begin with."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.answers import Answer
from tests.events.states import drawn, running
from tests.tables.conftest import FormReader, Visitor, words_of
from tournaments.events.draw.services.tables import open_tables, write_secret
from tournaments.models import Author, Event, EventTable, Result, Round
from tournaments.tables.services.hands import record_hand

WON = {"picker": 1, "picker_points": 75}
"""A hand at a table of four in which the second seat wins 3 and the others lose 1 each."""


def opens(event: Event, *tables: list[int], out: tuple[int, ...] = ()) -> Round:
    """A published round with these tables, by start numbers; the event's rules are frozen then."""
    Event.objects.filter(pk=event.pk, state=Event.SETUP).update(**running())
    event.refresh_from_db(fields=["state", "frozen_at"])
    played = Round.objects.create(
        event=event,
        number=event.rounds.count() + 1,
        draw="manual",
        hands=4,
        **drawn(),
        plan={"tables": [list(table) for table in tables], "out": list(out)},
        published_at=event.made_at,
    )
    with transaction.atomic():
        open_tables(played)
    return played


def table(played: Round, number: int) -> EventTable:
    """A table of a round, read anew."""
    places = EventTable.objects.select_related("table", "round__event")
    return places.get(round=played, number=number)


def plays(place: EventTable, count: int, *, who: str = "", record: dict[str, Any] = WON) -> None:
    """Enter so many hands on a phone."""
    for _ in range(count):
        actor = Author(device="a" * 16, who=who)
        record_hand(table=place.table, record=record, by=actor, submission=uuid4())


def points(played: Round) -> dict[int | None, int]:
    """What everybody has from a round, by start number."""
    rows = Result.objects.filter(round=played).order_by("entry__number")
    return dict(rows.values_list("entry__number", "points"))


def at(place: EventTable) -> Visitor:
    """Somebody at an event's table with its link."""
    return Visitor(write_secret(place))


def keys(client: Client, place: EventTable, *totals: object, **more: object) -> Answer:
    """Key a table as a browser would: fetch its form, fill it, send it; a question has its tap."""
    action, sent = keying_form(client, place)
    form = filled(sent, *totals, **more)
    answer = client.post(action, form)
    asks = answer.status_code == 422 and "Yes, it is so: save it" in words_of(answer)
    return client.post(action, form | {"is_sure": "on"}) if asks else answer


def keying_form(client: Client, place: EventTable) -> tuple[str, dict[str, str]]:
    """Where the form of a table's totals is sent, and what it holds as it stands."""
    address = reverse("keying", args=[place.round.event_id])
    page = client.get(address, {"table": place.number, "round": place.round.number})
    forms = FormReader(page.content.decode()).forms
    return next((action, sent) for action, sent in forms if "points-0" in sent)


def filled(sent: dict[str, str], *totals: object, **more: object) -> dict[str, str]:
    """The same form with these totals; `solos=[…]` fills a row of boxes."""
    answers = {f"points-{side}": number for side, number in enumerate(totals)}
    for name, value in more.items():
        if isinstance(value, list):
            answers |= {f"{name}-{side}": number for side, number in enumerate(value)}
        else:
            answers[name] = value
    return sent | {name: str(value) for name, value in answers.items()}


def does(client: Client, place: EventTable, deed: str, *args: int, **sent: object) -> Answer:
    """Press a button on the desk's page of a table, and follow it."""
    page = client.get(reverse("desk_table", args=[place.round.event_id, place.pk]))
    action = reverse(deed, args=[place.round.event_id, place.pk, *args])
    form = FormReader(page.content.decode()).sent_to(action)
    return client.post(action, form | {k: str(v) for k, v in sent.items()}, follow=True)
