"""What an entry has from a round is what counts of its table's sheet, whatever comes first."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.events.results.sheets import opens
from tournaments.events.draw.services.tables import open_tables, renew_links, write_secret
from tournaments.events.results.services.results import result_differences, settle_results
from tournaments.models import Author, Event, EventTable, Result, Round, TotalsVersion
from tournaments.tables.queries import SheetReading
from tournaments.tables.services.hands import record_hand, settle


def keys(place: EventTable, *points: int, **more: object) -> None:
    """Totals from paper, as they are stored."""
    number = place.totals.count() + 1
    record = {"points": list(points), **more}
    TotalsVersion.objects.create(event_table=place, number=number, record=record)
    with transaction.atomic():
        settle_results(settle(SheetReading(place.table)))


def points_of(played: Round) -> dict[int | None, int]:
    rows = Result.objects.filter(round=played).values_list("entry__number", "points")
    return dict(rows.order_by("entry__number"))


@pytest.fixture
def played(new_event: Callable[..., Event]) -> Round:
    event = new_event(entries=9, ruleset="sheepshead4-cutthroat", hands=4, rounds=2)
    return opens(event, [1, 2, 3, 4], [5, 6, 7, 8], out=(9,))


def test_everybody_has_a_result_and_a_seat(played: Round) -> None:
    place = played.tables.get(number=1)
    names = list(place.table.seats.values_list("name", flat=True))
    assert names == ["Anna 1", "Anna 2", "Anna 3", "Anna 4"]
    assert place.hands_due == 4
    assert points_of(played) == dict.fromkeys(range(1, 10), 0)
    out = Result.objects.get(round=played, entry__number=9)
    assert out.event_table is None
    assert out.is_in


def test_opening_tables_costs_the_same_for_many(
    new_event: Callable[..., Event], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    event = new_event(entries=48, ruleset="sheepshead4-cutthroat")
    numbers = [[first, first + 1, first + 2, first + 3] for first in range(1, 49, 4)]
    played = Round.objects.create(
        event=event, number=1, draw="manual", hands=4, plan={"tables": numbers, "out": []}
    )
    with django_assert_num_queries(9), transaction.atomic():
        open_tables(played)


def test_hands_from_a_phone_count(played: Round) -> None:
    place = played.tables.get(number=1)
    record = {"picker": 1, "picker_points": 75}
    record_hand(table=place.table, record=record, by=Author(), submission=uuid4())
    seats = list(place.table.seats.values_list("points", flat=True))
    assert list(points_of(played).values())[:4] == seats
    result = Result.objects.get(round=played, entry__number=2)
    assert (result.hands, result.is_in) == (1, False)
    assert result_differences(place.table) == []


def test_signed_paper_counts_before_unfinished_hands_until_somebody_decides(played: Round) -> None:
    place = played.tables.get(number=1)
    record = {"picker": 1, "picker_points": 75}
    record_hand(table=place.table, record=record, by=Author(), submission=uuid4())
    keys(place, 10, -4, -4, -2, solos=[1, 0, 0, 0])
    assert list(points_of(played).values())[:4] == [10, -4, -4, -2]
    result = Result.objects.get(round=played, entry__number=1)
    assert (result.hands, result.solos, result.is_in) == (4, 1, True)
    EventTable.objects.filter(pk=place.pk).update(counts=EventTable.HANDS)
    assert result_differences(place.table)
    settle_results(SheetReading(place.table))
    assert result_differences(place.table) == []
    assert list(points_of(played).values())[:4] == list(
        place.table.seats.values_list("points", flat=True)
    )


def test_a_pair_has_the_points_of_its_side(new_event: Callable[..., Event]) -> None:
    event = new_event(entries=2, ruleset="saskop", unit="pair", size=2, hands=0)
    played = opens(event, [1, 2])
    place = played.tables.get()
    names = list(place.table.seats.values_list("name", flat=True))
    assert names == ["Anna 1", "Anna 2", "Ben 1", "Ben 2"]
    record = {"makers": 0, "trump": "clubs", "result": "won"}
    record_hand(table=place.table, record=record, by=Author(), submission=uuid4())
    first = Result.objects.get(entry__number=1)
    assert first.points > 0
    assert not first.is_in
    swept = record | {"result": "won_schwarz"}
    record_hand(table=place.table, record=swept, by=Author(), submission=uuid4())
    first.refresh_from_db()
    assert (first.games, first.is_in) == (1, True)
    assert Result.objects.get(entry__number=2).games == 0


def test_two_of_the_same_name_are_told_apart_at_a_table(new_event: Callable[..., Event]) -> None:
    event = new_event(entries=4, ruleset="sheepshead4-cutthroat")
    for entry in event.entries.all():
        member = entry.members.get()
        member.player.name = "Anna Huber"
        member.player.save()
    played = opens(event, [1, 2, 3, 4])
    names = list(played.tables.get().table.seats.values_list("name", flat=True))
    assert names == ["Anna Huber 1", "Anna Huber 2", "Anna Huber 3", "Anna Huber 4"]


def test_a_code_can_be_printed_again_and_a_new_one_ends_the_old(
    played: Round, stranger: Client
) -> None:
    place = played.tables.get(number=2)
    first = write_secret(place)
    assert stranger.get(f"/t/{first}/").status_code == 200
    with transaction.atomic():
        renew_links([place])
    second = write_secret(played.tables.get(number=2))
    assert second != first
    assert stranger.get(f"/t/{first}/").status_code == 404
    assert stranger.get(f"/t/{second}/").status_code == 200


def test_a_table_s_code_is_no_way_to_what_directors_decide(played: Round, stranger: Client) -> None:
    secret = write_secret(played.tables.get(number=1))
    for page in ("people/", "links/", "links/new/", "end/", "reopen/", "adjust/"):
        assert stranger.get(f"/t/{secret}/{page}").status_code == 404
        assert stranger.post(f"/t/{secret}/{page}", {}).status_code == 404


def test_a_version_of_totals_is_never_changed(played: Round, by: Author) -> None:
    keys(played.tables.get(number=1), 1, -1, 0, 0)
    version = TotalsVersion.objects.get()
    with pytest.raises(TypeError):
        version.save()
