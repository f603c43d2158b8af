"""Protests: written down, put right, decided, opened again; the list waits for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.answers import there
from tests.archive.test_archive import is_the_same_elsewhere
from tests.events.played import keys, plays, starts
from tests.events.rulings.protested import SAID, is_decided, is_opened_again, protests
from tests.events.rulings.ruled import decide, fresh, totals, withdraws
from tournaments.common.actions import Refused
from tournaments.events.desk.queries.checklist import checklist_of
from tournaments.events.desk.queries.concerns import Concern, missing
from tournaments.events.desk.queries.desk import desk_of
from tournaments.events.desk.queries.history import sentence_of
from tournaments.events.rulings.queries import protest_line, protest_lines
from tournaments.events.rulings.services import Written, change_protest
from tournaments.events.standings.services import lock_final, reopen_final
from tournaments.models import Author, Event, EventTable, Protest, Ruling


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    return new_event(entries=8, hands=4, rounds=2)


@pytest.fixture
def on(event: Event, by: Author) -> EventTable:
    """Table 1 of the round that is on: entries 1 to 4."""
    return starts(event, by).tables.get(number=1)


def sentences(event: Event) -> list[str]:
    kinds = ("protest_made", "protest_changed", "protest_decided", "protest_reopened", "ruled")
    return [sentence_of(change) for change in event.changes.filter(kind__in=kinds).order_by("pk")]


def test_written_down_with_who_when_and_the_next_number(
    on: EventTable, by: Author, event: Event
) -> None:
    first = protests(event, by, on, hand=3, start=2, fee=2000)
    assert (first.number, first.round, first.event_table, first.hand) == (1, on.round, on, 3)
    assert (there(first.entry).number, first.fee, first.who, first.decision) == (
        2,
        2000,
        "Dora",
        "",
    )
    assert protests(event, by).number == 2
    change = event.changes.get(kind="protest_made", table_number=1)
    assert (change.who, change.entry, change.round_number) == ("Dora", first.entry, 1)
    assert sentence_of(change) == (
        "Protest 1 (Round 1, table 1, hand 3), Ben, captain of Blue: Cards were shown in hand 3"
    )


def test_a_start_number_alone_says_who(on: EventTable, by: Author, event: Event) -> None:
    assert protests(event, by, on, protester="", start=3).protester == "Anna 3"


@pytest.mark.parametrize(
    ("more", "field", "words"),
    [
        ({"round": 7}, "round", "Round 7 has no tables."),
        ({"round": 1, "table": 9}, "table", "There is no table 9 in this round."),
        ({"table": 1}, "round", "Say of which round the table is."),
        ({"start": 99}, "start", "Nobody has start number 99."),
    ],
)
def test_what_there_is_not_is_refused_at_its_field(
    on: EventTable, by: Author, event: Event, more: dict[str, Any], field: str, words: str
) -> None:
    with pytest.raises(Refused, match=words) as refused:
        protests(event, by, **more)
    assert refused.value.field == field
    assert not Protest.objects.exists()


def test_put_right_while_it_is_open_and_no_longer(on: EventTable, by: Author, event: Event) -> None:
    protest = protests(event, by, on)
    written = Written(**SAID, round=1, table=2)
    how: dict[str, Any] = {"written": written, "by": by}
    change_protest(protest=protest, seen_version=1, submission=uuid4(), **how)
    here = Protest.objects.get()
    assert (there(here.event_table).number, here.version) == (2, 2)
    assert change_protest(protest=here, seen_version=2, submission=uuid4(), **how).change is None
    with pytest.raises(Refused, match=r"changed meanwhile \(✓ Dora, signed in\)"):
        change_protest(protest=here, seen_version=1, submission=uuid4(), **how)
    is_decided(here, by, "dismissed")
    other: dict[str, Any] = {**how, "written": replace(written, wanted="−4")}
    with pytest.raises(Refused, match=r"It is decided\. Open it again"):
        change_protest(protest=here, seen_version=3, submission=uuid4(), **other)


def test_the_list_is_not_locked_before_it_is_decided(by: Author, event: Event) -> None:
    plays(event, by, 1)
    last = plays(event, by, 2)
    protest = protests(event, by, last.tables.get(number=1))
    protests(event, by)
    with pytest.raises(Refused, match=r"Protests 1, 2 are not decided\."):
        lock_final(event=fresh(event), by=by, submission=uuid4())
    for each in event.protests.all():
        is_decided(each, by, "withdrawn", reason="They shook hands")
    lock_final(event=fresh(event), by=by, submission=uuid4())
    assert fresh(event).state == Event.FINAL
    with pytest.raises(Refused, match="The final list is locked"):
        is_opened_again(protest, by)
    reopen_final(event=fresh(event), reason="Protest", by=by, submission=uuid4())
    is_opened_again(protest, by)
    with pytest.raises(Refused, match="Protest 1 is not decided"):
        lock_final(event=fresh(event), by=by, submission=uuid4())


def test_upheld_it_leads_to_a_ruling_that_counts(on: EventTable, by: Author, event: Event) -> None:
    keys(on, by, 9, -3, -3, -3)
    protest = protests(event, by, on, start=2)
    before = totals(event)
    with pytest.raises(Refused, match="Protest 1 is not upheld"):
        decide(on, by, "points", 1, -4, protest=protest)
    is_decided(protest, by, "upheld", decided_by="The referee")
    assert totals(event) == before
    line = protest_line(event, protest.pk)
    assert there(line).lacks_a_ruling
    decide(on, by, "points", 1, -4, protest=protest)
    assert totals(event)[1] == before[1] - 4
    line = protest_line(event, protest.pk)
    assert not there(line).lacks_a_ruling
    assert [words for _ruling, words in there(line).rulings] == ["Anna 1: penalty −4"]
    assert sentences(event)[-1].endswith("Talking – penalty −4 (protest 1)")


def test_opened_again_only_without_a_ruling_that_stands(
    on: EventTable, by: Author, event: Event
) -> None:
    protest = is_decided(protests(event, by, on), by, "upheld")
    ruling = decide(on, by, "points", 1, -4, protest=protest)
    with pytest.raises(Refused, match="A ruling followed from it and stands"):
        is_opened_again(protest, by)
    withdraws(ruling, by)
    with pytest.raises(Refused, match="Say why it is opened again"):
        is_opened_again(protest, by, reason="")
    again = is_opened_again(protest, by)
    assert (again.decision, again.reason, again.decided_at) == ("", "", None)
    again = is_decided(again, by, "dismissed", reason="It was hand 4")
    assert again.version == 4
    assert [each.split(":")[0] for each in sentences(event)] == [
        "Protest 1 (Round 1, table 1), Ben, captain of Blue",
        "Protest decided (upheld)",
        "Ruling in round 1",
        "Protest opened again (before",
        "Protest decided (dismissed)",
    ]
    assert [change.reason for change in event.changes.filter(kind="protest_reopened")] == [
        "A third one spoke"
    ]


def test_a_decision_needs_its_reason_and_comes_once(
    on: EventTable, by: Author, event: Event
) -> None:
    protest = protests(event, by, on, fee=2000)
    with pytest.raises(Refused, match="Say why") as refused:
        is_decided(protest, by, "dismissed", reason="")
    assert refused.value.field == "reason"
    is_decided(protest, by, "upheld", is_fee_back=True)
    with pytest.raises(Refused, match="It is decided"):
        is_decided(protest, by, "dismissed")
    here = Protest.objects.get()
    assert (here.decision, here.is_fee_back, here.decided_by) == ("upheld", True, "Dora")


def test_the_desk_and_the_checklist_name_what_is_open(
    on: EventTable, by: Author, event: Event
) -> None:
    protest = protests(event, by, on)
    (line,) = [each for each in missing(desk_of(fresh(event))) if "protest" in each.sentence]
    assert line.sentence == "1 protest is to be decided"
    assert line.each[0].label == "1: Round 1, table 1"
    assert item(event).note == "open: 1"
    is_decided(protest, by, "dismissed")
    assert not [each for each in missing(desk_of(fresh(event))) if "protest" in each.sentence]
    assert not item(event).note


def item(event: Event) -> Concern:
    phases = checklist_of(desk_of(fresh(event)))
    return next(each for phase in phases for each in phase.items if each.key == "protests")


def test_open_ones_stand_before_decided_ones(
    on: EventTable,
    by: Author,
    event: Event,
    director: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for _each in range(3):
        protests(event, by, on)
    is_decided(event.protests.get(number=2), by, "dismissed")
    with django_assert_num_queries(2):
        lines = protest_lines(event)
    assert [line.protest.number for line in lines] == [3, 2, 1]
    shown = director.get(reverse("protests", args=[event.pk])).context
    assert [line.protest.number for line in (*shown["open"], *shown["decided"])] == [3, 1, 2]


def test_a_table_that_is_given_up_leaves_its_protest(
    on: EventTable, by: Author, event: Event
) -> None:
    protest = protests(event, by, on.round.tables.get(number=2))
    on.round.tables.get(number=2).table.delete()
    assert there(protest_line(event, protest.pk)).where == "Round 1"
    plays_on = protests(event, by, on)
    assert plays_on.number == 2


def test_protests_go_with_the_event(on: EventTable, by: Author, event: Event) -> None:
    keys(on, by, 9, -3, -3, -3)
    protests(event, by, start=4)
    protest = is_decided(protests(event, by, on, fee=500), by, "upheld", is_fee_back=True)
    decide(on, by, "points", 1, -4, protest=protest)
    here = is_the_same_elsewhere(event)
    whole, upheld = here.protests.all()
    assert (there(whole.entry).number, whole.round) == (4, None)
    assert Ruling.objects.get().protest == upheld
    assert (upheld.fee, upheld.reason) == (500, "Two at the table saw it")
