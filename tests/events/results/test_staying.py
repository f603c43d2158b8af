"""Leaving in the middle of a round is taken back, each way of it; or refused, with the way out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.answers import Answer, there
from tests.events.results import sheets
from tests.events.results.test_leaving import entry, leaves, points
from tests.events.states import closed
from tests.tables.conftest import FormReader, words_of
from tournaments.events.check_in.services import Person
from tournaments.events.results.services.leaving import substitute
from tournaments.models import Author, Entry, Event, HandVersion, Leaving, Result, Round
from tournaments.tables.services.hands import differences

HAND = {"picker": 1, "picker_points": 75}


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    """Two tables of five who play four-handed, five hands each."""
    return new_event(entries=10, hands=4, rounds=2)


@pytest.fixture
def played(event: Event) -> Round:
    """At the first table two hands are on the phone, the second writes on paper."""
    played = sheets.opens(event, [1, 2, 3, 4, 5], [6, 7, 8, 9, 10])
    plays(played, 1, 1, 2)
    return played


def plays(played: Round, number: int, *pickers: int) -> None:
    for picker in pickers:
        sheets.plays(sheets.table(played, number), 1, record=HAND | {"picker": picker})


def back_page(client: Client, event: Event, number: int) -> str:
    address = reverse("leaving", args=[event.pk])
    return client.get(address, {"entry": entry(event, number).pk}).content.decode()


def comes_back(client: Client, event: Event, number: int, reason: str = "A mistake") -> Answer:
    """Take it back as the page offers it."""
    stay = reverse("stay", args=[event.pk, entry(event, number).pk])
    sent = FormReader(back_page(client, event, number)).sent_to(stay)
    return client.post(stay, sent | {"reason": reason})


def names(played: Round, number: int) -> list[str]:
    return [seat.name for seat in sheets.table(played, number).table.seats.all()]


def state(played: Round) -> list[object]:
    """What everybody has, and what the tables are to play."""
    results = Result.objects.filter(round=played).order_by("pk")
    due = [sheets.table(played, number).hands_due for number in (1, 2)]
    rows = results.values_list("points", "hands", "is_in", "entry__status", "entry__last_round")
    return [*rows, due, names(played, 1), names(played, 2)]


WAYS: list[tuple[str, int, dict[str, Any]]] = [
    ("inherited", 1, {"person-0-name": "Cora"}),
    ("outside", 1, {"stand_in": "Cora"}),
    ("short_handed", 1, {}),
    ("void", 1, {}),
    ("inherited", 7, {"person-0-name": "Eva", "hands": 2}),
    ("outside", 7, {"stand_in": "Cora", "hands": 2, "points": 3}),
    ("short_handed", 7, {"hands": 2}),
    ("void", 7, {"hands": 2}),
]


def test_every_way_is_taken_back_and_nothing_of_it_is_lost(
    director: Client, event: Event, played: Round
) -> None:
    before = state(played)
    for nth, (remedy, number, answers) in enumerate(WAYS, 1):
        assert leaves(director, event, number, remedy, **answers).status_code == 302, remedy
        assert state(played) != before, remedy
        answer = comes_back(director, event, number)
        assert answer.status_code == 302, words_of(answer)
        assert state(played) == before, remedy
        assert Leaving.objects.exclude(withdrawn_at=None).count() == nth
        assert not differences(sheets.table(played, 1).table)
    kept = Leaving.objects.filter(withdrawn_by="Dora", withdrawn_why="A mistake")
    assert kept.count() == event.changes.filter(kind="stayed", reason="A mistake").count() == 8
    page = words_of(director.get(answer["Location"]))
    assert "Anna 7 left after 2 hands. Taken back ( ✓ signed in: Dora ): “A mistake”" in page
    line = HandVersion.objects.filter(hand__table=sheets.table(played, 1).table).last()
    assert (there(line).number, there(line).is_withdrawn, there(line).reason) == (
        2,
        True,
        "A mistake",
    )
    visitor = sheets.at(sheets.table(played, 1))
    assert "Somebody had left the table, and has not after all." in visitor.sees("table")
    assert "“A mistake”" in visitor.sees("hand", 3)
    plays(played, 1, 1, 1, 1)
    assert Result.objects.get(entry__number=1).is_in


def test_whoever_took_over_gives_back_with_the_hands_played_since(
    director: Client, event: Event, played: Round, by: Author
) -> None:
    leaves(director, event, 3, "inherited", **{"person-0-name": "Cora"})
    plays(played, 1, 3)
    assert comes_back(director, event, 3).status_code == 302
    assert names(played, 1)[2] == "Anna 3"
    assert points(event, 3) == (2, 2)  # number 3 dealt the third hand and sat out
    persons = entry(event, 3).members.values_list("player__name", "from_round", "until_round")
    assert list(persons) == [("Anna 3", 1, 0), ("Cora", 1, 0), ("Anna 3", 1, None)]
    leaves(director, event, 3, "inherited", **{"person-0-name": "Eva"})
    substitute(
        entry=entry(event, 3),
        place=0,
        person=Person(name="Finn"),
        from_round=1,
        by=by,
        submission=uuid4(),
    )
    page = back_page(director, event, 3)
    assert "Somebody else plays for this entry since (Anna 3)." in page
    assert reverse("entry_form", args=[event.pk, entry(event, 3).pk]) in page


def test_whoever_played_out_of_competition_plays_for_the_entry_then(
    director: Client, event: Event, played: Round
) -> None:
    leaves(director, event, 2, "outside", stand_in="Cora")
    plays(played, 1, 1)
    before = points(event, 2)
    said = "All hands on the sheet count (3), also those that the stand-in has played (Cora)."
    assert said in back_page(director, event, 2)
    assert comes_back(director, event, 2).status_code == 302
    assert points(event, 2) == (before[0] + 3, before[1] + 1)
    assert entry(event, 2).status == Entry.HERE


def test_one_less_is_not_taken_back_over_hands_that_were_played_so(
    director: Client, event: Event, played: Round
) -> None:
    leaves(director, event, 1, "short_handed")
    stay = reverse("stay", args=[event.pk, entry(event, 1).pk])
    early = FormReader(back_page(director, event, 1)).sent_to(stay)
    plays(played, 1, 3)
    page = back_page(director, event, 1)
    assert "One hand is on the sheet that was played by the others alone." in page
    place = sheets.table(played, 1)
    assert reverse("open_desk_table", args=[event.pk, place.pk]) in page
    refused = director.post(stay, early | {"reason": "A mistake"})
    assert refused.status_code == 422
    assert "withdraw it on the sheet, then take this back" in words_of(refused)
    assert sheets.at(place).withdraws(4, "Dealt wrong").status_code == 302
    assert comes_back(director, event, 1).status_code == 302
    assert sheets.table(played, 1).hands_due == 5


def test_the_later_one_is_taken_back_first(director: Client, event: Event, played: Round) -> None:
    leaves(director, event, 1, "short_handed")
    leaves(director, event, 2, "void")
    assert "Anna 2 has left this table later. Take that back first." in back_page(
        director, event, 1
    )
    for number in (2, 1):
        assert comes_back(director, event, number).status_code == 302
    assert sheets.table(played, 1).hands_due == 5


def test_totals_that_were_keyed_since_go_first(
    director: Client, event: Event, played: Round
) -> None:
    leaves(director, event, 7, "short_handed", hands=2)
    place = sheets.table(played, 2)
    sheets.keys(director, place, 4, 0, -4, 0, 0, hands=5)
    assert "Withdraw them first if they are wrong" in back_page(director, event, 7)
    sheets.does(director, place, "withdraw_totals", reason="Five played")
    assert comes_back(director, event, 7).status_code == 302


def test_it_is_said_why_and_what_is_missing_stands_at_its_field(
    director: Client, event: Event, played: Round
) -> None:
    leaves(director, event, 2, "void")
    refused = comes_back(director, event, 2, reason="  ")
    assert refused.status_code == 422
    assert 'aria-describedby="id_reason_error"' in refused.content.decode()
    assert "Say why: it is written down." in words_of(refused)
    Round.objects.update(**closed())
    stay = reverse("stay", args=[event.pk, entry(event, 2).pk])
    form = FormReader(refused.content.decode()).sent_to(stay)
    late = director.post(stay, form | {"reason": "A mistake"})
    assert (late.status_code, Leaving.objects.get().withdrawn_at) == (422, None)
    assert "This round is closed" in words_of(late)


def test_the_same_form_twice_takes_back_once(director: Client, event: Event, played: Round) -> None:
    leaves(director, event, 1, "short_handed")
    stay = reverse("stay", args=[event.pk, entry(event, 1).pk])
    form = FormReader(back_page(director, event, 1)).sent_to(stay) | {"reason": "A mistake"}
    assert [director.post(stay, form).status_code for _ in range(2)] == [302, 302]
    assert event.changes.filter(kind="stayed").count() == 1


def grid(client: Client, played: Round) -> tuple[str, str, dict[str, str]]:
    """The page for the hands of the table on paper, its address, and what its form sends."""
    address = reverse("key_hands", args=[played.event_id, sheets.table(played, 2).pk])
    page = client.get(address).content.decode()
    return page, address, FormReader(page).sent_to(address)


def test_the_grid_goes_on_with_one_less_from_the_hand_at_which_somebody_left(
    director: Client, event: Event, played: Round
) -> None:
    leaves(director, event, 7, "short_handed", hands=2)
    page, address, sent = grid(director, played)
    rows = page.split("data-row=")[1:]
    assert len(rows) == sheets.table(played, 2).hands_due == 5
    assert ["Anna 7" in row.split("</tr>")[0] for row in rows] == [True, True] + [False] * 3
    assert page.index("Anna 7 has left: not there from here on.") > page.index('data-row="1"')
    for row, picker in enumerate((1, 2, 2, 3, 2)):
        sent |= {f"r{row}-picker": str(picker), f"r{row}-picker_points": "75"}
    wrong = director.post(address, sent | {"r2-picker": "1"})
    assert wrong.status_code == 422
    assert "Hand 3: Choose one of the words." in words_of(wrong)
    answer = director.post(address, sent)
    assert answer.status_code == 302, words_of(answer)
    place = sheets.table(played, 2)
    lines = HandVersion.objects.filter(hand__table=place.table).order_by("hand__number")
    assert [line.record.get("seated") for line in lines] == [None, None, [0, 2, 3, 4], *[None] * 3]
    assert points(event, 7) == (3, 1)
    assert all(Result.objects.get(entry__number=n).is_in for n in range(6, 11))
    assert min(points(event, n)[1] for n in (6, 8, 9, 10)) >= 4
    assert not differences(place.table)


def test_a_phone_that_takes_the_paper_over_goes_on_with_one_less(
    director: Client, event: Event, played: Round
) -> None:
    leaves(director, event, 7, "short_handed", hands=2)
    plays(played, 2, 1, 2)
    page = sheets.at(sheets.table(played, 2)).sees("table")
    assert "Anna 7 leaves the table." in page
    plays(played, 2, 2, 2, 2)
    assert points(event, 7)[1] == 1
    grid = director.get(reverse("key_hands", args=[event.pk, sheets.table(played, 2).pk]))
    assert "No hand is missing." in words_of(grid)


def test_two_who_go_one_after_the_other(director: Client, new_event: Callable[..., Event]) -> None:
    event = new_event(entries=7, size=5, hands=20, rounds=2, ruleset="sheepshead5-bump")
    played = sheets.opens(event, [1, 2, 3, 4, 5, 6, 7])
    due = sheets.table(played, 1).hands_due
    leaves(director, event, 7, "short_handed", hands=7)
    assert sheets.table(played, 1).hands_due == 7 + -(-(due - 7) * 5 // 7 * 6 // 5)
    leaves(director, event, 6, "short_handed", hands=13)
    place = sheets.table(played, 1)
    assert sheets.keys(director, place, *[0] * 7, hands=place.hands_due).status_code == 302
    last = place.hands_due - 13
    got = [points(event, number)[1] for number in (7, 6, 1)]
    assert got == [5, 10, 10 + last]
    page = director.get(reverse("leaving", args=[event.pk]), {"entry": entry(event, 5).pk})
    assert "So many would sit here: 4. Tables of this game: 5, 6, 7, 8." in words_of(page)
