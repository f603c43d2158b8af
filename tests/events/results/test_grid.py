"""The hands of a paper sheet in one grid: made from the ruleset, saved all or none."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring import RULESETS
from sheets.answers import MANY_NUMBERS, NOBODY
from simulation.hands import plausible_hand
from tests.events.conftest import FormReader, words_of
from tests.events.results.sheets import at, opens, plays, points, table
from tournaments.events.results.queries.progress import is_confirmed
from tournaments.models import Event, EventChange, EventTable, Hand, HandVersion, Round
from tournaments.tables.queries import table_sheet
from tournaments.tables.services.hands import differences


@pytest.fixture
def played(new_event: Callable[..., Event]) -> Round:
    return opens(new_event(entries=4, hands=4, rounds=2), [1, 2, 3, 4])


def address(place: EventTable) -> str:
    return reverse("key_hands", args=[place.round.event_id, place.pk])


def form(client: Client, place: EventTable) -> dict[str, str]:
    """What the grid would send as it stands; its selects are empty."""
    return FormReader(client.get(address(place)).content.decode()).sent_to(address(place))


def row(place: int, **answers: object) -> dict[str, str]:
    return {f"r{place}-{name}": str(value) for name, value in answers.items()}


def typed(ruleset: Any, record: dict[str, Any]) -> dict[str, object]:
    """A hand as somebody types it into its row."""
    kinds = {asked.name: asked.kind for asked in ruleset.fields}
    found: dict[str, object] = {}
    for name, value in record.items():
        if kinds[name] in MANY_NUMBERS:
            found[name] = " ".join(map(str, value))
        elif value is None:
            found[name] = NOBODY
        else:
            found[name] = "on" if value is True else value
    return found


@pytest.mark.parametrize("key", RULESETS)
def test_every_game_is_keyed_through_its_grid(
    director: Client, new_event: Callable[..., Event], key: str
) -> None:
    ruleset, chance = RULESETS[key], Random(key)
    seats = min(max(ruleset.tables), ruleset.seats + 1)
    played = opens(new_event(entries=seats, ruleset=key, hands=8), list(range(1, seats + 1)))
    place = table(played, 1)
    twin = opens(played.event, list(range(1, seats + 1)))
    records = []
    for _ in range(5):
        model = table(twin, 1).table
        record = plausible_hand(chance, ruleset, table_sheet(model).coming.deal(model.options))
        plays(table(twin, 1), 1, record=record)
        records.append(record)
    sent = form(director, place)
    for number, record in enumerate(records):
        sent |= row(number, **typed(ruleset, record))
    answer = director.post(address(place), sent)
    assert answer.status_code == 302, words_of(answer)
    kept = HandVersion.objects.filter(hand__table=place.table).order_by("hand__number")
    assert [version.record for version in kept] == records
    assert points(played) == points(twin)
    assert differences(place.table) == []


def test_all_hands_are_one_deed(director: Client, played: Round) -> None:
    place = table(played, 1)
    sent = form(director, place)
    for number in range(4):
        sent |= row(number, picker=1, picker_points=75)
    for _ in range(2):
        answer = director.post(address(place), sent | {"is_signed": "on"})
        assert answer["Location"] == reverse("desk_table", args=[played.event_id, place.pk])
    assert Hand.objects.count() == 4
    assert points(played) == {1: -4, 2: 12, 3: -4, 4: -4}
    change = EventChange.objects.get(kind="hands_keyed")
    assert (change.after, change.table_number) == ("4", 1)
    assert is_confirmed(table(played, 1))
    assert "✓ signed in: Dora" in at(place).sees("hand", 4)


def test_without_signatures_somebody_confirms(director: Client, played: Round) -> None:
    place = table(played, 1)
    sent = form(director, place) | row(0, picker=1, picker_points=75)
    del sent["is_signed"]
    director.post(address(place), sent)
    assert not is_confirmed(table(played, 1))


def test_what_cannot_be_is_refused_at_its_row_and_nothing_is_lost(
    director: Client, played: Round
) -> None:
    place = table(played, 1)
    sent = form(director, place)
    sent |= row(0, picker=1, picker_points=75)
    sent |= row(1, picker=2, picker_points=130)
    sent |= row(3, picker=2, picker_points="x", picker_tricks=3)
    answer = director.post(address(place), sent)
    assert answer.status_code == 422
    page = words_of(answer)
    assert "Hand 2: Card points of the picker's side: only 0 to 120 is possible." in page
    assert "Hand 3: This hand is empty, and later ones are not." in page
    assert "Hand 4: Enter a whole number." in page
    whole = answer.content.decode()
    again = FormReader(whole).sent_to(address(place))
    assert [again[f"r{n}-picker_points"] for n in range(4)] == ["75", "130", "", "x"]
    assert again["r3-picker_tricks"] == "3"
    assert '<option value="2" selected>Anna 3</option>' in whole
    assert Hand.objects.count() == 0


def test_numbers_for_each_player_stand_in_one_box(director: Client, played: Round) -> None:
    place = table(played, 1)
    sent = form(director, place) | row(0, picker="none", card_points="30 40 20")
    refused = director.post(address(place), sent)
    assert "Enter 4 whole numbers, with blanks between them." in words_of(refused)
    sent |= row(0, picker="none", card_points="30 40 20 30")
    assert director.post(address(place), sent).status_code == 302
    assert HandVersion.objects.get().record == {"picker": None, "card_points": [30, 40, 20, 30]}


def test_two_who_tie_are_one_choice(director: Client, played: Round) -> None:
    place = table(played, 1)
    sent = form(director, place) | row(0, picker="none", winners="0+2")
    assert director.post(address(place), sent | row(1, winners="2+0")).status_code == 422
    assert director.post(address(place), sent).status_code == 302
    assert HandVersion.objects.get().record == {"picker": None, "winners": [0, 2]}
    assert points(played) == {1: 0, 2: 0, 3: 0, 4: 0}


def test_the_dealer_is_worked_out(director: Client, new_event: Callable[..., Event]) -> None:
    event = new_event(entries=5, hands=4)
    place = table(opens(event, [1, 2, 3, 4, 5]), 1)
    sent = form(director, place) | {"check": "yes"}
    sent |= row(0, picker=1, picker_points=75)
    sent |= row(1, picker=2, picker_points=75, dealer=3)
    page = director.post(address(place), sent)
    assert page.status_code == 200
    assert "2 hands are right so far. They are not saved yet." in words_of(page)
    deals = re.findall(r'<td class="hint">([^<]+)</td>', page.content.decode())
    assert deals[:4] == ["Anna 1", "Anna 2", "Anna 5", "Anna 1"]
    assert Hand.objects.count() == 0
    out = form(director, place) | row(0, picker=0, picker_points=75)
    wrong = director.post(address(place), out)
    assert wrong.status_code == 422
    assert Hand.objects.count() == 0


def test_the_grid_goes_on_where_the_phone_stopped(director: Client, played: Round) -> None:
    place = table(played, 1)
    plays(place, 2)
    page = director.get(address(place))
    assert "2 hands are on the sheet already." in words_of(page)
    assert "r1-picker" in page.content.decode()
    assert "r2-picker" not in page.content.decode()
    sent = form(director, place)
    sent |= row(0, picker=2, picker_points=75) | row(1, picker=2, picker_points=75)
    plays(place, 1)
    refused = director.post(address(place), sent)
    assert refused.status_code == 422
    assert "The sheet has been changed meanwhile" in words_of(refused)
    again = FormReader(refused.content.decode()).sent_to(address(place))
    assert again["r1-picker_points"] == "75"
    again |= row(0, picker=2) | row(1, picker=2)
    full = director.post(address(place), again)
    assert "All 4 hands of this table are played." in words_of(full)
    again |= row(1, picker="", picker_points="")
    assert director.post(address(place), again).status_code == 302
    assert Hand.objects.count() == 4
    assert points(played) == {1: -4, 2: 8, 3: 0, 4: -4}
    assert "No hand is missing." in words_of(director.get(address(place)))


def test_a_closed_sheet_takes_none(director: Client, played: Round) -> None:
    place = table(played, 1)
    sent = form(director, place) | row(0, picker=1, picker_points=75)
    place.table.ended_at = place.table.opened_at
    place.table.save()
    refused = director.post(address(place), sent)
    assert "This sheet is closed. Open it again first." in words_of(refused)
    assert Hand.objects.count() == 0
