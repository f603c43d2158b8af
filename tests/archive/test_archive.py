"""An event taken away and brought into an empty installation: the same in everything."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from threading import Thread
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from config.environment import sqlite_has_safe_wal
from tests.archive.archives import brought, forget_everything, taken
from tests.events.draw.drawn_rounds import drawn, play, the_round
from tests.events.played import draws, keys, plays, starts
from tournaments.archive.graph import LEFT_OUT, is_key, parts, target_of
from tournaments.archive.writing import one_moment
from tournaments.events.desk.queries.history import PAGE, history
from tournaments.events.desk.services import announce
from tournaments.events.draw.services.rounds import cancel_round
from tournaments.events.draw.services.tables import write_secret
from tournaments.events.results.queries.at_tables import Wanted, at_tables
from tournaments.events.results.services.sheets import close_round, close_sheet, reopen_sheet
from tournaments.events.standings.queries.final import final_marks, final_rows
from tournaments.events.standings.queries.standings import event_standing
from tournaments.events.standings.services import lock_final, reopen_final
from tournaments.models import (
    Announcement,
    Author,
    Event,
    EventTable,
    HandVersion,
    Round,
    TableLink,
)
from tournaments.tables.services.hands import correct_hand, record_hand

HAND = {"picker": 0, "contract": "partner", "partner": 2, "picker_points": 75}


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    return new_event(entries=8, hands=4, rounds=2)


def fresh(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


def as_seen(event: Event) -> dict[str, Any]:
    """Everything of an event that people see: without the keys of this database."""
    deeds = history(event, Wanted())
    at_the_tables = at_tables(event, Wanted(), 500)
    return {
        "standing": final_rows(event_standing(event)),
        "places": [(row.entry.name, row.place, row.cells) for row in event_standing(event).rows()],
        "marks": final_marks(event),
        "history": [(deed.sentence, deed.at, deed.who, deed.reason) for deed in deeds.actions],
        "tables": [(deed.sentence, deed.at, deed.who, deed.reason) for deed in at_the_tables],
        "state": (event.state, event.version, event.revision, event.published_at),
    }


def is_the_same_elsewhere(event: Event) -> Event:
    """Take it away, empty everything, bring it in: the same to see, and the same file again."""
    before, raw = as_seen(fresh(event)), taken(event)
    assert taken(event) == raw
    forget_everything()
    here = brought(raw)
    seen = as_seen(here)
    (sentence, *_others), *told = seen.pop("history")
    assert sentence == "The event was brought in from a file"
    assert {**seen, "history": told[: PAGE - 1]} == {
        **before,
        "history": before["history"][: PAGE - 1],
    }
    assert taken(here) == raw
    return here


def unexplained() -> Iterator[str]:
    """Models and fields that are neither taken nor named among what stays behind."""
    taken = {part.model for part in parts()}
    for part in parts():
        for field in filter(is_key, part.model._meta.concrete_fields):
            target = target_of(field)
            if target not in taken and target.__name__ not in LEFT_OUT:
                yield f"{part.name}.{field.name} points at {target.__name__}"
        yield from (f"{part.name}.{field.name}" for field in part.model._meta.many_to_many)


def test_nothing_is_forgotten() -> None:
    """A new model or field goes with the event, or `graph` says why it stays behind."""
    assert [*unexplained()] == []


def test_a_day_that_was_played(event: Event, by: Author) -> None:
    plays(event, by, 1)
    plays(event, by, 2)
    announce(event=event, text="Prizes at six", by=by, submission=uuid4())
    lock_final(event=event, by=by, submission=uuid4())
    here = is_the_same_elsewhere(event)
    assert here.state == Event.FINAL
    assert Announcement.objects.get().text == "Prizes at six"


def test_an_event_that_nobody_has_come_to(event: Event) -> None:
    is_the_same_elsewhere(event)


def test_an_event_without_anybody(new_event: Callable[..., Event]) -> None:
    is_the_same_elsewhere(new_event(published=False))


def test_late_corrections_and_amended_lists(event: Event, by: Author) -> None:
    plays(event, by, 1)
    plays(event, by, 2)
    lock_final(event=event, by=by, submission=uuid4())
    reopen_final(event=event, reason="Table 2 was read wrong", by=by, submission=uuid4())
    place = event.rounds.get(number=1).tables.get(number=2)
    reopen_sheet(event=event, place=place, reason="Hand 3", by=by, submission=uuid4())
    keys(place, by, 10, -2, -4, -4)
    close_sheet(event=event, place=EventTable.objects.get(pk=place.pk), by=by, submission=uuid4())
    lock_final(event=event, by=by, submission=uuid4())
    here = is_the_same_elsewhere(event)
    assert [mark.revision for mark in final_marks(here)] == [1, 2]


def test_rounds_that_were_called_off(event: Event, by: Author) -> None:
    starts(event, by)
    cancel_round(event=event, number=1, reason="", anyway=False, by=by, submission=uuid4())
    plays(event, by, 1)
    draws(event, by, 2)
    here = is_the_same_elsewhere(event)
    states = list(here.rounds.order_by("number", "attempt").values_list("state", flat=True))
    assert states == [Round.CANCELLED, Round.CLOSED, Round.PROPOSED]


def test_reports_of_draws(new_event: Callable[..., Event], by: Author) -> None:
    event = new_event(entries=13, hands=4, rounds=3)
    for number in (1, 2, 3):
        play(drawn(event, by, number))
        event.refresh_from_db()
    here = is_the_same_elsewhere(event)
    assert the_round(here, 2).report["choice"]


def test_hands_with_every_version(new_event: Callable[..., Event], by: Author) -> None:
    event = new_event(entries=4, hands=4, rounds=1, ruleset="sheepshead4-coins")
    table = starts(event, by).tables.get().table
    for _ in range(3):
        record_hand(table=table, record=HAND, by=Author(who="Anna 1"), submission=uuid4())
    correct_hand(
        hand=table.hands.get(number=2),
        record=HAND | {"picker": 1},
        reason="Anna picked",
        seen_version=1,
        by=Author(device="phone", who="Ben"),
        submission=uuid4(),
    )
    here = is_the_same_elsewhere(event)
    version = HandVersion.objects.get(hand__number=2, number=2)
    assert (version.who, version.reason, version.device) == ("Ben", "Anna picked", "")
    place = here.rounds.get().tables.get()
    assert place.table.seats.exclude(points=0).exists()


def test_pairs_with_matches(new_event: Callable[..., Event], by: Author) -> None:
    event = new_event(
        entries=4, unit="pair", size=2, yields="match", ruleset="saskop", hands=0, odd="bye"
    )
    draws(event, by)
    is_the_same_elsewhere(event)


def test_codes_are_new_and_open_the_tables(event: Event, by: Author, client: Client) -> None:
    place = starts(event, by).tables.get(number=1)
    old = write_secret(place)
    assert old.encode() not in taken(event)
    here = is_the_same_elsewhere(event)
    new = write_secret(here.rounds.get().tables.get(number=1))
    assert TableLink.objects.count() == 2
    assert client.get(f"/t/{new}/").status_code == 200
    assert client.get(f"/t/{old}/").status_code == 404


def test_a_running_day_goes_on(event: Event, by: Author) -> None:
    starts(event, by)
    here = is_the_same_elsewhere(event)
    for place in here.rounds.get().tables.order_by("number"):
        keys(place, by, 9, -3, -3, -3)
    close_round(event=here, number=1, by=by, submission=uuid4())
    plays(fresh(here), by, 2)
    lock_final(event=here, by=by, submission=uuid4())


def test_nothing_secret_and_nobody_s_account_is_in_it(event: Event, by: Author) -> None:
    starts(event, by)
    whole = json.loads(taken(event))
    fields = {name for part in whole["parts"].values() for name in part["fields"]}
    assert not fields & {"user", "device", "link", "secret_hash", "opened_under"}
    assert "TableLink" not in whole["parts"]


def test_moments_are_in_utc(event: Event) -> None:
    event.starts_at = timezone.now().astimezone(timezone.get_fixed_timezone(120))
    event.save()
    whole = json.loads(taken(event))["parts"]["Event"]
    moment = whole["rows"][0][whole["fields"].index("starts_at")]
    assert moment == event.starts_at.astimezone(timezone.get_fixed_timezone(0)).strftime(
        "%Y-%m-%dT%H:%M:%S.%fZ"
    )


@pytest.mark.alone
@pytest.mark.django_db(transaction=True)
def test_a_file_is_of_one_moment(new_event: Callable[..., Event]) -> None:
    """What others save while it is written is not in it."""
    event = new_event(entries=4)
    if connection.vendor == "sqlite" and not sqlite_has_safe_wal():
        assert json.loads(taken(event))["format"]
        pytest.skip("without the write-ahead log nobody can save meanwhile")

    def rename() -> None:
        Event.objects.filter(pk=event.pk).update(title="Friday cup")
        connection.close()

    with one_moment():
        before = Event.objects.get(pk=event.pk).title
        other = Thread(target=rename)
        other.start()
        other.join()
        assert Event.objects.get(pk=event.pk).title == before
    assert Event.objects.get(pk=event.pk).title == "Friday cup"
    part = json.loads(taken(event))["parts"]["Event"]
    assert part["rows"][0][part["fields"].index("title")] == "Friday cup"
