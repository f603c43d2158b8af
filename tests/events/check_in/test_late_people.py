"""Late people beside a no-show: offered first on the desk and in the repair."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.events.conftest import FormReader, arrive, words_of
from tests.events.draw.drawn_rounds import agrees, drawn, key, late_entry, table_of, the_round
from tests.events.draw.repairing import asks, does
from tournaments.events.check_in.services import first_round_for
from tournaments.events.desk.queries.checklist import checklist_of
from tournaments.events.desk.queries.concerns import NOTE, OPEN, PROBLEM, missing, next_step
from tournaments.events.desk.queries.desk import desk_of
from tournaments.models import Author, Entry, Event

pytestmark = pytest.mark.django_db


def come_late(event: Event, count: int) -> list[Entry]:
    """So many come through the door after the draw, as the door has it."""
    entries = arrive(event, count)
    for entry in entries:
        entry.first_round = first_round_for(event, entry)
        entry.save()
    return entries


def lines(event: Event) -> dict[str, str]:
    return {line.sentence: line.weight for line in missing(desk_of(Event.objects.get(pk=event.pk)))}


def everybody_has_a_seat(event: Event) -> bool:
    items = [item for phase in checklist_of(desk_of(event)) for item in phase.items]
    return next(item.is_done for item in items if item.key == "unseated")


def test_three_without_a_seat_come_first_on_the_desk(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=12)
    drawn(event, by)
    assert everybody_has_a_seat(event)
    come_late(event, 3)
    assert lines(event)["3 are here and have no seat in round 1"] == PROBLEM
    assert not everybody_has_a_seat(event)
    step = next_step(desk_of(event))
    assert (step.links[0].label, step.links[0].page) == ("Find seats for 3 people", "repair_round")
    assert [link.page for link in step.links[1:]] == ["round"]
    address = reverse("repair_round", args=[event.pk, 1])
    page = director.get(address)
    forms = [fields for _where, fields in FormReader(page.content.decode()).forms]
    assert any(fields.get("who") in ("13", "14", "15") for fields in forms)
    does(director, event, "kind=late&who=13&who=14&who=15")
    agrees(event)
    assert not any("no seat" in text for text in lines(event))
    assert next_step(desk_of(event)).links[0].page == "publish_round"


def test_a_late_person_takes_the_seat_of_who_did_not_come(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=12)
    played = drawn(event, by)
    come_late(event, 3)
    table = table_of(played, 5)
    shown = words_of(asks(director, event, "kind=no_show&who=5"))
    assert f"Anna 13 (13) takes a seat at table {table} (until now: Anna 5 (5))." in shown
    assert does(director, event, "kind=no_show&who=5").status_code == 302
    agrees(event)
    assert table_of(the_round(event, 1), 13) == table
    assert Entry.objects.get(event=event, number=13).first_round == 1
    assert Entry.objects.get(event=event, number=14).first_round == 2
    assert lines(event)["2 are here and have no seat in round 1"] == PROBLEM


def test_what_is_wished_of_a_late_person_counts(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=12)
    played = drawn(event, by)
    come_late(event, 2)
    mate = next(n for n in played.plan["tables"][table_of(played, 5) - 1] if n != 5)
    event.entries.filter(number__in=(13, mate)).update(party="car")
    shown = words_of(asks(director, event, "kind=no_show&who=5"))
    assert "Anna 14 (14) takes a seat" in shown
    assert "(until now: Anna 5 (5))" in shown


def test_when_all_tables_have_begun_they_wait_for_the_next_round(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=8)
    played = drawn(event, by)
    late_entry(event, first_round=2)
    played.started_at = played.drawn_at
    played.save()
    assert lines(event)["1 is here and has no seat in round 1"] == OPEN
    for place in played.tables.select_related("table", "round__event"):
        key(place, 0, 0, 0, 0)
    assert lines(event)["1 came late and plays from round 2 on"] == NOTE
    assert everybody_has_a_seat(event)
