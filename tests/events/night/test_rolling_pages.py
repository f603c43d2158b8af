"""The pages of a day on which tables open one by one, and what they cost."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.events.night.rolling_day import (
    FESTIVAL,
    NINE,
    NewEvent,
    again,
    come,
    ends,
    keys_in,
    opens,
)
from tests.tables.conftest import FormReader
from tournaments.events.check_in.services import leave, throw_out
from tournaments.events.desk.queries.concerns import missing, next_step
from tournaments.events.desk.queries.desk import desk_of
from tournaments.events.standings.queries.standings import event_standing
from tournaments.models import Author, Event


@pytest.fixture
def festival(new_event: NewEvent) -> Event:
    return new_event(**FESTIVAL)


def pages(event: Event, *names: str) -> list[str]:
    return [reverse(name, args=[event.pk]) for name in names]


def test_the_desk_leads_to_the_next_table(festival: Event, by: Author) -> None:
    def why() -> tuple[str, str]:
        festival.refresh_from_db()
        step = next_step(desk_of(festival))
        return step.links[0].page, step.sentence

    assert why() == ("door", "5 more have to come before a table opens.")
    come(festival, by, *NINE[:5])
    assert why() == ("rolling", "5 wait, and that makes a table.")
    played = opens(festival, by, 1, 2, 3, 4, 5)
    assert why() == ("rolling", "1 table plays.")
    keys_in(played, by)
    assert why() == ("rolling", "1 table is through.")
    assert [line.sentence for line in missing(desk_of(festival))] == []


def test_the_pages_of_a_rolling_day(
    festival: Event, by: Author, director: Client, stranger: Client
) -> None:
    come(festival, by, *NINE[:7])
    page = director.get(reverse("rolling", args=[festival.pk]))
    assert "7 wait" in page.content.decode()
    _where, fields = next(
        form for form in FormReader(page.content.decode()).forms if form[0].endswith("/open/")
    )
    answer = director.post(
        reverse("open_rolling", args=[festival.pk]), fields | {"who": ["1", "2", "3", "4", "5"]}
    )
    assert answer.status_code == 302
    for address in pages(festival, "desk", "keying", "event_tables", "rolling", "history", "door"):
        assert director.get(address).status_code == 200, address
    assert "Finn" in director.get(reverse("rolling", args=[festival.pk])).content.decode()
    assert director.get(reverse("rounds", args=[festival.pk])).status_code == 302
    assert director.get(reverse("round", args=[festival.pk, 2])).status_code == 302
    assert director.get(reverse("round", args=[festival.pk, 1])).status_code == 200
    seats = stranger.get(reverse("event_seats", args=[festival.pk])).content.decode()
    assert "2 wait for a table" in seats
    assert "Table 1" in seats
    own = stranger.get(reverse("event_entry", args=[festival.pk, 3])).content.decode()
    assert "Table 1" in own
    waits = stranger.get(reverse("event_entry", args=[festival.pk, 7])).content.decode()
    assert "2. in the queue" in waits
    assert stranger.get(reverse("event_screen", args=[festival.pk])).status_code == 200
    ends(festival.rounds.get(), by)
    standing = stranger.get(reverse("event", args=[festival.pk]) + "?view=persons")
    assert "The best entry of each person counts." in standing.content.decode()
    assert director.get(reverse("close_round", args=[festival.pk, 1])).status_code == 200


def test_a_refused_opening_keeps_what_was_ticked(
    festival: Event, by: Author, director: Client
) -> None:
    come(festival, by, *NINE[:7])
    page = director.get(reverse("rolling", args=[festival.pk])).content.decode()
    fields = next(form for where, form in FormReader(page).forms if where.endswith("/open/"))
    for who, words in ((["7"], "No tables can be made of 1:"), ([], "Tick who is to sit down.")):
        answer = director.post(
            reverse("open_rolling", args=[festival.pk]), fields | {"who": who, "table": "3"}
        )
        said = answer.content.decode()
        assert answer.status_code == 422
        assert words in said
        assert said.count("checked") == len(who)
        assert 'value="3"' in said
    gone = director.post(reverse("open_rolling", args=[festival.pk]), fields | {"who": ["99"]})
    assert gone.status_code == 422


def test_the_pages_cost_the_same_with_many_tables(
    festival: Event, by: Author, director: Client
) -> None:
    def cost(name: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert director.get(reverse(name, args=[festival.pk])).status_code == 200
        return len(queries)

    names = ("rolling", "desk", "keying", "event_seats")
    come(festival, by, *NINE)
    opens(festival, by, 1, 2, 3, 4, 5)
    for name in names:
        cost(name)
    before = [cost(name) for name in names]
    come(festival, by, *(f"{name} {turn}" for turn in range(3) for name in NINE))
    for first in (6, 11, 16, 21):
        opens(festival, by, *range(first, first + 5))
    for name in names:
        cost(name)
    assert [cost(name) for name in names] == before


def test_who_has_not_played_has_no_place_and_all_lists_can_be_taken_away(
    festival: Event, by: Author, stranger: Client
) -> None:
    ada, *_others = come(festival, by, *NINE[:6])
    played = opens(festival, by, 1, 2, 3, 4, 5)
    ends(played, by)
    again(ada, by)
    festival.refresh_from_db()
    assert [row.entry for row in event_standing(festival).ranked] == [1, 2, 3, 4, 5]
    leave(entry=festival.entries.get(number=2), by=by, submission=uuid4())
    throw_out(entry=festival.entries.get(number=3), reason="Cards", by=by, submission=uuid4())
    festival.refresh_from_db()
    standing = event_standing(festival)
    assert [row.entry for row in standing.ranked] == [1, 2, 4, 5]
    assert [row.entry for row in standing.out] == [3]
    lines = stranger.get(reverse("event_csv", args=[festival.pk])).content.decode().splitlines()
    assert len({line.count(",") for line in lines}) == 1
    assert stranger.get(reverse("standing_pdf", args=[festival.pk])).status_code == 200
    address = reverse("event", args=[festival.pk]) + "?view=entries"
    page = stranger.get(address).content.decode()
    heads, cells = page.count('<th scope="col"'), page.split('id="entry-1"')[1].split("</tr>")[0]
    assert cells.count("<td") + 1 == heads
