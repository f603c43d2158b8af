"""Where nobody writes a minus: what is taken from paper, and what hands from phones are worth."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.events.night.rolling_day import NewEvent
from tests.events.results.sheets import opens, plays, points, table
from tournaments.common.actions import Refused
from tournaments.events.results.services.totals import key_totals
from tournaments.models import Author, Event


@pytest.fixture
def event(new_event: NewEvent) -> Event:
    return new_event(entries=4, hands=4, rounds=1, only_good=True, good_step=5)


def keys(event: Event, by: Author, *figures: int | None) -> None:
    key_totals(
        event=event,
        place=table(event.rounds.get(), 1),
        record={"points": list(figures), "hands": 4},
        seen_number=0,
        by=by,
        submission=uuid4(),
        is_sure=True,
    )


def test_totals_need_not_come_to_nothing(event: Event, by: Author) -> None:
    played = opens(event, [1, 2, 3, 4])
    keys(event, by, 35, 0, 20, 5)
    assert points(played) == {1: 35, 2: 0, 3: 20, 4: 5}


@pytest.mark.parametrize(
    ("figures", "words"),
    [
        ((35, -5, 20, 5), "only plus points"),
        ((35, 0, 23, 5), "no multiple of 5. Is it 20 or 25?"),
        ((35, None, 20, 5), "Total missing: "),
    ],
)
def test_what_cannot_be_is_refused(
    event: Event, by: Author, figures: tuple[int | None, ...], words: str
) -> None:
    played = opens(event, [1, 2, 3, 4])
    with pytest.raises(Refused, match=words):
        keys(event, by, *figures)
    assert set(points(played).values()) == {0}


def test_hands_from_a_phone_count_what_was_won_in_steps(event: Event) -> None:
    played = opens(event, [1, 2, 3, 4])
    plays(table(played, 1), 2)
    assert points(played) == {1: 0, 2: 2 * 3 * 5, 3: 0, 4: 0}


def test_paper_and_phone_agree_when_both_say_the_same(
    event: Event, by: Author, director: Client
) -> None:
    played = opens(event, [1, 2, 3, 4])
    plays(table(played, 1), 4)
    keys(event, by, 0, 60, 0, 0)
    page = director.get(reverse("event_tables", args=[event.pk])).content.decode()
    assert "differs" not in page.split("<tbody>")[1]


def test_the_form_asks_for_no_sum(event: Event, director: Client) -> None:
    opens(event, [1, 2, 3, 4])
    page = director.get(reverse("keying", args=[event.pk]) + "?table=1").content.decode()
    assert "data-even " not in page
    assert "Together" not in page


def test_herz_soli_alone_are_counted_where_only_they_are_circled(new_event: NewEvent) -> None:
    event = new_event(
        ruleset="schafkopf-self", entries=4, hands=4, counted="solos", tie_breaks=("solos", "lot")
    )
    played = opens(event, [1, 2, 3, 4])
    for contract in ("solo", "heart_solo", "heart_solo"):
        won = {"contract": contract, "declarer": 1, "result": "won"}
        plays(table(played, 1), 1, record=won)
    plays(table(played, 1), 1, record={"contract": "heart_solo", "declarer": 0, "result": "lost"})
    solos = played.results.order_by("side").values_list("solos", flat=True)
    assert list(solos) == [0, 2, 0, 0]
