"""All tables of a round at a glance, each one by itself, and who may."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.events.conftest import FormReader, words_of
from tests.events.results.sheets import at, does, keys, opens, plays, table
from tournaments.events.draw.services.tables import write_secret
from tournaments.events.results.queries.progress import round_progress
from tournaments.models import Entry, Event, EventTable, HandVersion, Round, Table

EVEN = (14, -8, -10, 4)


def rounds_of(event: Event, count: int) -> Round:
    return opens(event, *([n, n + 1, n + 2, n + 3] for n in range(1, 4 * count + 1, 4)))


@pytest.fixture
def played(new_event: Callable[..., Event]) -> Round:
    return rounds_of(new_event(entries=24, hands=12, rounds=2), 6)


def states(played: Round) -> list[str]:
    return [row.state for row in round_progress(played, played.event)]


def test_every_table_with_its_people_hands_and_state(director: Client, played: Round) -> None:
    plays(table(played, 2), 3)
    plays(table(played, 3), 12)
    plays(table(played, 4), 12)
    keys(director, table(played, 4), *EVEN)
    keys(director, table(played, 5), *EVEN)
    plays(table(played, 6), 12)
    does(director, table(played, 6), "confirm_at_desk", reason="seen")
    assert states(played) == ["waiting", "playing", "complete", "differs", "keyed", "confirmed"]
    address = reverse("event_tables", args=[played.event_id])
    page = words_of(director.get(address))
    assert re.search(r"Table 2 playing .*?3 /12 .*?5 Anna 5 6 Anna 6 7 Anna 7 8 Anna 8 As on", page)
    assert "phone and paper differ 1" in page
    only = words_of(director.get(address, {"state": "keyed"}))
    assert "Table 5" in only
    assert "Table 2" not in only
    assert director.get(address, {"round": 7}).status_code == 404


def test_what_people_typed_stands_among_the_tables_as_they_typed_it(
    director: Client, played: Round
) -> None:
    Entry.objects.filter(event=played.event, number=5).update(name="<b>Anna</b> & Ben")
    does(director, table(played, 2), "mark_table", reason="<i>loud</i>")
    page = director.get(reverse("event_tables", args=[played.event_id])).content.decode()
    assert "</span> &lt;b&gt;Anna&lt;/b&gt; &amp; Ben</li>" in page
    assert "⚑ &lt;i&gt;loud&lt;/i&gt;</p>" in page


def test_slow_tables_are_marked_beside_the_others(director: Client, played: Round) -> None:
    for number in (1, 2, 3):
        plays(table(played, number), 9)
    plays(table(played, 4), 3)
    plays(table(played, 5), 12)
    HandVersion.objects.filter(hand__table=table(played, 4).table).update(
        made_at=F("made_at") - timedelta(minutes=12)
    )
    rows = {row.place.number: row for row in round_progress(played, played.event)}
    assert [number for number, row in rows.items() if row.is_behind] == [4]
    assert {number: row.quiet_minutes for number, row in rows.items()} == {
        1: 0,
        2: 0,
        3: 0,
        4: 12,
        5: 0,
        6: 0,
    }
    page = words_of(
        director.get(reverse("event_tables", args=[played.event_id]), {"state": "slow"})
    )
    assert "nothing for 12 min" in page
    assert "Table 1" not in page


def test_before_a_few_hands_nobody_is_slow(played: Round) -> None:
    plays(table(played, 1), 4)
    plays(table(played, 2), 4)
    plays(table(played, 3), 1)
    assert not any(row.is_behind for row in round_progress(played, played.event))


def test_a_table_is_opened_as_its_phone_has_it(director: Client, played: Round) -> None:
    place = table(played, 3)
    answer = director.get(reverse("open_desk_table", args=[played.event_id, place.pk]))
    assert answer["Location"] == reverse("table", args=[write_secret(place)])
    assert "Table 3" in at(place).sees("table")


def test_phone_and_paper_side_by_side_and_which_counts(director: Client, played: Round) -> None:
    place = table(played, 1)
    plays(place, 12)
    keys(director, place, -12, 35, -12, -11)
    page = director.get(reverse("desk_table", args=[played.event_id, place.pk]))
    assert page.content.decode().count('<tr class="warn">') == 2
    assert "Anna 2 +36 ≠ differs +35" in words_of(page)
    done = words_of(does(director, place, "choose_source", counts="hands"))
    assert "phone and paper differ" not in done
    assert EventTable.objects.get(pk=place.pk).counts == "hands"
    assert played.event.changes.get(kind="counts_decided").after == "hands"
    address = reverse("choose_source", args=[played.event_id, place.pk])
    assert director.post(address, {"counts": "both"}).status_code == 404
    alone = table(played, 2)
    sent = FormReader(
        director.get(reverse("desk_table", args=[played.event_id, alone.pk])).content.decode()
    ).sent_to(reverse("mark_table", args=[played.event_id, alone.pk]))
    refused = director.post(
        reverse("choose_source", args=[played.event_id, alone.pk]), sent | {"counts": "hands"}
    )
    assert "There are not both hands and totals" in words_of(refused)


def test_paper_that_agrees_with_the_phone_needs_no_decision(
    director: Client, played: Round
) -> None:
    plays(table(played, 1), 12)
    keys(director, table(played, 1), -12, 36, -12, -12)
    assert states(played)[0] == "keyed"


def test_a_note_stands_in_the_list_until_it_is_emptied(director: Client, played: Round) -> None:
    place = table(played, 4)
    does(director, place, "mark_table", reason="Anna 13 is on the telephone")
    address = reverse("event_tables", args=[played.event_id])
    assert "⚑ Anna 13 is on the telephone" in words_of(director.get(address))
    does(director, place, "mark_table", reason="")
    assert "⚑" not in words_of(director.get(address))
    kinds = played.event.changes.filter(kind__startswith="table_").values_list("kind", flat=True)
    assert list(kinds) == ["table_marked", "table_unmarked"]


def everything(director: Client, played: Round, count: int) -> None:
    for number in range(1, count + 1):
        place = table(played, number)
        plays(place, 12)
        keys(director, place, -12, 35, -12, -11)
        does(director, place, "mark_table", reason="look again")


@pytest.mark.parametrize("count", [1, 5])
def test_pages_cost_the_same_for_many_tables(
    director: Client,
    new_event: Callable[..., Event],
    count: int,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    played = rounds_of(new_event(entries=20, hands=12, rounds=2), 5)
    everything(director, played, count)
    place = table(played, 1)
    with django_assert_max_num_queries(12):
        director.get(reverse("event_tables", args=[played.event_id]))
    with django_assert_max_num_queries(12):
        director.get(reverse("keying", args=[played.event_id]), {"table": 1})
    with django_assert_max_num_queries(11):
        director.get(reverse("close_round", args=[played.event_id, 1]))
    with django_assert_max_num_queries(17):
        director.get(reverse("desk_table", args=[played.event_id, place.pk]))
    with django_assert_max_num_queries(6):
        at(place).sees("table")


TABLE_PAGES = ("desk_table", "open_desk_table", "key_hands", "key_points")
DEEDS = (
    "choose_source",
    "confirm_at_desk",
    "accept_short",
    "mark_table",
    "withdraw_totals",
    "reopen_sheet",
    "close_sheet",
)


def addresses(event_id: int, place: int) -> tuple[list[str], list[str]]:
    """What can be looked at, and what can only be done."""
    reads = [
        reverse("keying", args=[event_id]),
        reverse("event_tables", args=[event_id]),
        reverse("close_round", args=[event_id, 1]),
        *(reverse(name, args=[event_id, place]) for name in TABLE_PAGES),
    ]
    deeds = [reverse(name, args=[event_id, place]) for name in DEEDS]
    return reads, [*deeds, reverse("restore_totals", args=[event_id, place, 1])]


def test_only_directors_of_the_club(
    director: Client,
    other_director: Client,
    stranger: Client,
    played: Round,
    new_event: Callable[..., Event],
) -> None:
    place = table(played, 1)
    keys(director, place, *EVEN)
    before = Table.objects.get(pk=place.table_id).version
    reads, deeds = addresses(played.event_id, place.pk)
    holder = at(place).client
    for address in [*reads, *deeds]:
        for nobody in (stranger, holder):
            assert nobody.get(address)["Location"].startswith(reverse("sign_in"))
            assert nobody.post(address, {})["Location"].startswith(reverse("sign_in"))
        assert other_director.get(address).status_code == 404
        assert other_director.post(address, {}).status_code == 404
    for address in reads:
        assert director.get(address).status_code in (200, 302)
    for address in deeds:
        assert director.get(address).status_code == 405
    elsewhere = new_event(entries=4)
    for name in (*TABLE_PAGES, *DEEDS):
        wrong = reverse(name, args=[elsewhere.pk, place.pk])
        assert director.post(wrong, {}).status_code in (404, 405)
        assert director.get(wrong).status_code in (404, 405)
    assert place.totals.count() == 1
    assert Table.objects.get(pk=place.table_id).version == before


def test_the_link_of_one_table_opens_no_other(played: Round) -> None:
    plays(table(played, 2), 12, who="Anna 5")
    first, second = at(table(played, 1)), table(played, 2)
    answer = first.client.post(
        first.address("confirm_sheet"),
        first.form("table") | {"who": "Anna 6", "seen_version": str(second.table.version)},
    )
    assert answer.status_code == 422
    assert EventTable.objects.filter(confirmed_version__isnull=False).count() == 0
