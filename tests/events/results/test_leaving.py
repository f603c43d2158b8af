"""Leaving in the middle of a round: four ways on, each exact."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.answers import Answer
from tests.events.results import sheets
from tests.tables.conftest import FormReader, words_of
from tournaments.events.standings.queries.standings import event_standing
from tournaments.models import Entry, Event, EventTable, Leaving, Result, Round

DUE = 4


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    return new_event(entries=8, hands=DUE, rounds=2, ruleset="sheepshead4-cutthroat")


@pytest.fixture
def played(event: Event) -> Round:
    """Two tables of four; at the first two hands are on the phone."""
    played = sheets.opens(event, [1, 2, 3, 4], [5, 6, 7, 8])
    sheets.plays(sheets.table(played, 1), 2)
    return played


def entry(event: Event, number: int) -> Entry:
    return Entry.objects.get(event=event, number=number)


def asks(client: Client, event: Event, number: int, remedy: str) -> tuple[str, dict[str, str]]:
    """The form of a way on, as it stands."""
    address = reverse("leaving", args=[event.pk])
    page = client.get(f"{address}?entry={entry(event, number).pk}&remedy={remedy}")
    assert page.status_code == 200
    return address, FormReader(page.content.decode()).sent_to(address)


def leaves(client: Client, event: Event, number: int, remedy: str, **more: object) -> Answer:
    address, form = asks(client, event, number, remedy)
    return client.post(address, form | {name: str(value) for name, value in more.items()})


def points(event: Event, number: int) -> tuple[int, int]:
    result = Result.objects.get(event=event, entry__number=number)
    return result.points, result.hands


def test_in_three_taps_somebody_plays_on_and_takes_over_the_points(
    director: Client, event: Event, played: Round
) -> None:
    who = director.get(reverse("leaving", args=[event.pk]))
    assert f"?entry={entry(event, 2).pk}" in who.content.decode()
    answer = leaves(director, event, 2, "inherited", **{"person-0-name": "Cora"})
    assert answer.status_code == 302
    sheets.plays(sheets.table(played, 1), 2)
    assert points(event, 2) == (12, 4)
    assert entry(event, 2).status == Entry.HERE
    page = words_of(director.get(answer["Location"]))
    assert "Anna 2 left after 2 hands. Cora plays on and takes over the points." in page


def test_out_of_competition_only_the_first_hands_count(
    director: Client, event: Event, played: Round
) -> None:
    answer = leaves(director, event, 2, "outside", stand_in="Cora")
    assert answer.status_code == 302
    place = sheets.table(played, 1)
    assert [seat.name for seat in place.table.seats.all()] == ["Anna 1", "Cora", "Anna 3", "Anna 4"]
    sheets.plays(place, 2)
    assert points(event, 2) == (6, 2)
    assert points(event, 1) == (-4, 4)
    assert entry(event, 2).status == Entry.LEFT
    assert Result.objects.get(entry__number=2).is_in
    assert 2 in event_standing(event).places


def test_a_correction_of_an_early_hand_counts_for_whoever_left(
    director: Client, event: Event, played: Round
) -> None:
    leaves(director, event, 2, "outside", stand_in="Cora")
    place = sheets.table(played, 1)
    sheets.plays(place, 2)
    visitor = sheets.at(place)
    assert visitor.withdraws(1, "Dealt wrong").status_code == 302
    assert points(event, 2) == (6, 2)  # of the hands that are left, the first two
    assert visitor.withdraws(4, "Dealt wrong").status_code == 302
    assert visitor.withdraws(3, "Dealt wrong").status_code == 302
    assert points(event, 2) == (3, 1)


def test_on_paper_the_points_until_then_are_typed_and_the_sheet_adds_up(
    director: Client, event: Event, played: Round
) -> None:
    answer = leaves(director, event, 6, "outside", stand_in="Cora", hands=2, points=9)
    assert answer.status_code == 302
    place = sheets.table(played, 2)
    assert sheets.keys(director, place, 3, -3, 0, 0, hands=DUE).status_code == 302
    assert points(event, 6) == (9, 2)
    assert points(event, 5) == (3, 4)


@pytest.mark.parametrize(
    ("more", "field", "sentence"),
    [
        ({"stand_in": ""}, "stand_in", "Say who plays on."),
        ({"hands": 0}, "hands", "from 1 to 3"),
        ({"hands": 4}, "hands", "from 1 to 3"),
        ({"points": ""}, "points", "Read the points"),
        ({"reason": " "}, "reason", "Say why"),
        ({"stand_in": "Anna 5"}, "stand_in", "sits at this table already"),
    ],
)
def test_what_is_missing_is_said_and_what_was_typed_stays(
    director: Client,
    event: Event,
    played: Round,
    more: dict[str, int | str],
    field: str,
    sentence: str,
) -> None:
    typed = {"stand_in": "Cora", "hands": 2, "points": 9, "reason": "Ill"} | more
    answer = leaves(director, event, 6, "outside", **typed)
    assert answer.status_code == 422
    assert sentence in words_of(answer)
    kept = FormReader(answer.content.decode()).sent_to(reverse("leaving", args=[event.pk]))
    assert all(kept[name] == str(value).strip() for name, value in typed.items() if name != field)
    assert not Leaving.objects.exists()


def test_the_rest_of_the_hands_is_not_played(director: Client, event: Event, played: Round) -> None:
    answer = leaves(director, event, 2, "void")
    assert answer.status_code == 302
    place = sheets.table(played, 1)
    assert place.hands_due == 2
    assert points(event, 2) == (6, 2)
    assert Result.objects.get(entry__number=1).is_in
    assert "table is done after 2 hands" not in words_of(director.get(answer["Location"]))


def test_the_preview_says_what_changes_before_anything_does(
    director: Client, event: Event, played: Round
) -> None:
    address = reverse("leaving", args=[event.pk])
    page = words_of(director.get(address, {"entry": entry(event, 2).pk}))
    assert "Anna 2 keeps 6 from the first 2 hands." in page
    assert "The table is done after 2 hands. Not played: 2." in page
    assert "It counts as it stands: Anna 2 6, Anna 1 −2, Anna 3 −2, Anna 4 −2." in page
    assert "So many would sit here: 3. Tables of this game: 4, 5." in page
    assert not Leaving.objects.exists()


def test_one_less_where_somebody_sat_out(director: Client, new_event: Callable[..., Event]) -> None:
    event = new_event(entries=5, hands=DUE, rounds=2)
    played = sheets.opens(event, [1, 2, 3, 4, 5])
    place = sheets.table(played, 1)
    assert place.hands_due == 5
    for record in ({"picker": 1, "picker_points": 75}, {"picker": 2, "picker_points": 75}):
        sheets.plays(place, 1, record=record)
    assert leaves(director, event, 5, "short_handed").status_code == 302
    place = sheets.table(played, 1)
    assert place.hands_due == 2 + 4 - 1  # 5 · 4 / 5 hands each, of which one is surely played
    sheets.plays(place, 3, record={"picker": 1, "picker_points": 75})
    results = {r.entry.number: r for r in Result.objects.select_related("entry")}
    assert all(results[number].is_in for number in range(1, 6))
    assert sum(result.points for result in results.values()) == 0
    assert results[5].hands <= 2
    assert min(results[number].hands for number in (1, 2, 3, 4)) >= DUE


def test_one_less_on_paper_counts_the_hands_of_each(
    director: Client, new_event: Callable[..., Event]
) -> None:
    event = new_event(entries=5, hands=DUE * 5, rounds=2, yields="average")
    played = sheets.opens(event, [1, 2, 3, 4, 5])
    assert leaves(director, event, 5, "short_handed", hands=10).status_code == 302
    place = sheets.table(played, 1)
    assert place.hands_due == 10 + 20 - 8
    assert sheets.keys(director, place, 4, -4, 8, -4, -4, hands=22).status_code == 302
    assert points(event, 5) == (-4, 8)
    assert points(event, 1) == (4, 20)


def test_the_same_form_twice_is_one_leaving(director: Client, event: Event, played: Round) -> None:
    address, form = asks(director, event, 2, "outside")
    sent = form | {"stand_in": "Cora"}
    assert director.post(address, sent).status_code == 302
    assert director.post(address, sent).status_code == 302
    assert event.changes.filter(kind="left_midway").count() == 1
    history = words_of(director.get(reverse("history", args=[event.pk])))
    assert "Table 1, round 1: Anna 2 left, hands until then: 2 (somebody else plays on" in history


def test_nobody_leaves_twice_or_after_the_totals_are_in(
    director: Client, event: Event, played: Round
) -> None:
    leaves(director, event, 2, "void")
    address, form = asks(director, event, 1, "void")
    sheets.keys(director, sheets.table(played, 1), 6, -2, -2, -2, hands=2)
    answer = director.post(address, form)
    assert answer.status_code == 422
    assert "nothing is left to be played" in words_of(answer)


def test_a_pair_is_not_cut_in_two(director: Client, new_event: Callable[..., Event]) -> None:
    event = new_event(entries=4, unit="pair", size=2, hands=0, yields="match", ruleset="saskop")
    sheets.opens(event, [1, 2], [3, 4])
    address = reverse("leaving", args=[event.pk])
    page = words_of(director.get(address, {"entry": entry(event, 1).pk}))
    assert "cannot be cut in two" in page
    assert "Enter first what was played of the match." in page
    assert EventTable.objects.count() == 2


def test_has_left_at_the_door_leads_to_how_the_table_goes_on(
    director: Client, event: Event, played: Round
) -> None:
    two = entry(event, 2)
    page = director.get(reverse("door", args=[event.pk]), {"q": "Anna 2"})
    way = f"{reverse('leaving', args=[event.pk])}?entry={two.pk}"
    assert way in page.content.decode()
    form = FormReader(page.content.decode()).sent_to(reverse("check_in", args=[event.pk]))
    deed = form | {"entry": str(two.pk), "deed": "left"}
    answer = director.post(reverse("check_in", args=[event.pk]), deed)
    assert answer["Location"] == way
    assert entry(event, 2).status == Entry.HERE
    by_htmx = director.post(
        reverse("check_in", args=[event.pk]), deed, headers={"hx-request": "true"}
    )
    assert by_htmx["HX-Redirect"] == way
    seen = words_of(director.get(way))
    assert "Anna 2 leaves Table 1. Hands on the sheet: 2." in seen
    assert "Somebody plays on out of competition" in seen


def test_a_disqualification_in_a_round_asks_how_the_table_goes_on(
    director: Client, event: Event, played: Round
) -> None:
    two = entry(event, 2)
    address = reverse("entry_form", args=[event.pk, two.pk])
    action = reverse("entry_action", args=[event.pk, two.pk])
    form = FormReader(director.get(address).content.decode()).sent_to(action)
    asked = director.post(action, form | {"deed": "out", "reason": "Looked at the blind"})
    assert entry(event, 2).status == Entry.HERE
    page = director.get(asked["Location"])
    words = words_of(page)
    assert "Anna 2 is disqualified" in words
    assert "Who is disqualified hands nothing on." in words
    way = next(part for part in page.content.decode().split('"') if "remedy=outside" in part)
    chosen = director.get(way.replace("&amp;", "&")).content.decode()
    leaving = reverse("leaving", args=[event.pk])
    sent = FormReader(chosen).sent_to(leaving)
    assert sent["reason"] == "Looked at the blind"
    assert director.post(leaving, sent | {"stand_in": "Cora"}).status_code == 302
    sheets.plays(sheets.table(played, 1), 2)
    assert entry(event, 2).status == Entry.OUT
    assert points(event, 2) == (6, 2)
    assert 2 not in event_standing(event).places
    history = words_of(director.get(reverse("history", args=[event.pk])))
    assert "Anna 2 was disqualified, hands until then: 2" in history
    assert "Looked at the blind" in history


def test_nobody_takes_the_points_of_somebody_disqualified_over(
    director: Client, event: Event, played: Round
) -> None:
    address, form = asks(director, event, 2, "inherited")
    answer = director.post(address, form | {"then": "out", "person-0-name": "Cora"})
    assert answer.status_code == 422
    assert "Who is disqualified hands nothing on." in words_of(answer)


def test_a_disqualification_at_a_table_is_taken_back(
    director: Client, event: Event, played: Round
) -> None:
    leaves(director, event, 2, "void", then="out", reason="Swore")
    assert entry(event, 2).status == Entry.OUT
    stay = reverse("stay", args=[event.pk, entry(event, 2).pk])
    page = director.get(reverse("leaving", args=[event.pk]), {"entry": entry(event, 2).pk})
    form = FormReader(page.content.decode()).sent_to(stay)
    assert director.post(stay, form | {"reason": "It was Ben"}).status_code == 302
    assert entry(event, 2).status == Entry.HERE


def test_whose_sheet_is_in_leaves_at_once(director: Client, event: Event, played: Round) -> None:
    sheets.plays(sheets.table(played, 1), 2)
    page = director.get(reverse("door", args=[event.pk]), {"q": "Anna 2"}).content.decode()
    form = FormReader(page).sent_to(reverse("check_in", args=[event.pk]))
    two = entry(event, 2)
    director.post(reverse("check_in", args=[event.pk]), form | {"entry": two.pk, "deed": "left"})
    assert entry(event, 2).status == Entry.LEFT


def test_a_table_that_has_not_begun_leads_to_the_repair(
    director: Client, event: Event, played: Round
) -> None:
    page = director.get(reverse("leaving", args=[event.pk]), {"entry": entry(event, 6).pk})
    way = reverse("repair_round", args=[event.pk, 1]) + "?kind=no_show&who=6"
    assert way.replace("&", "&amp;") in page.content.decode()
    assert "Anna 6" in words_of(director.get(way))
