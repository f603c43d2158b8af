"""Who won and how much, hand by hand: the check of a paper sheet that no sum checks."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.answers import Answer
from tests.events.conftest import FormReader, words_of
from tests.events.night.rolling_day import NewEvent
from tests.events.results.sheets import keys, opens, plays, points, table
from tournaments.common.actions import Refused
from tournaments.events.results.services.totals import key_totals
from tournaments.models import Author, Event, EventTable, Round, TotalsVersion

DECIDED = {"all_pass": "kreuz", "losers": "good_full", "solo_step": "5"}
RUFSPIEL = {"contract": "rufspiel", "declarer": 0, "partner": 2, "result": "won_schneider"}


@pytest.fixture
def event(new_event: NewEvent) -> Event:
    """Good points under the tariff of Oberwallenstadt, four hands a round."""
    return new_event(
        ruleset="schafkopf-oberwallenstadt",
        entries=5,
        hands=4,
        rounds=2,
        only_good=True,
        good_step=5,
        options=DECIDED,
    )


@pytest.fixture
def played(event: Event) -> Round:
    return opens(event, [1, 2, 3, 4])


def address(place: EventTable) -> str:
    return reverse("key_points", args=[place.round.event_id, place.pk])


def sends(client: Client, place: EventTable, *rows: str, **more: str) -> Answer:
    """Type rows such as “5 - 5 -”, a word for each box, and send the grid."""
    sent = FormReader(client.get(address(place)).content.decode()).sent_to(address(place))
    for number, row in enumerate(rows):
        boxes = [f"r{number}-{column}" for column in range(5)]
        known = [name for name in boxes if name in sent]
        sent |= dict(zip(known, row.split(), strict=True))
    return client.post(address(place), sent | more)


def kept(place: EventTable) -> dict[str, object]:
    record: dict[str, object] = TotalsVersion.objects.get(event_table=place).record
    return record


def test_rows_of_winners_become_the_totals_of_the_sheet(director: Client, played: Round) -> None:
    place = table(played, 1)
    answer = sends(director, place, "5 - 5 -", "0 25 – 0", "20 - 20 20", "- 10 10 -")
    assert answer["Location"] == reverse("desk_table", args=[played.event_id, place.pk])
    assert points(played) == {1: 25, 2: 35, 3: 35, 4: 20}
    rows = [[5, 0, 5, 0], [0, 25, 0, 0], [20, 0, 20, 20], [0, 10, 10, 0]]
    assert kept(place) == {"points": [25, 35, 35, 20], "lines": rows, "hands": 4}
    page = director.get(address(place)).content.decode()
    assert FormReader(page).sent_to(address(place))["r1-1"] == "25"


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ("7 - 7 -", "No hand is worth 7 here: 5 / 10 perhaps?"),
        ("5 10 - -", "Who wins together writes the same, and here stand 5 / 10."),
        ("5 - - -", "5: the number of winners must be 2, and here it is 1."),
        ("5 5 5 -", "5: the number of winners must be 2, and here it is 3."),
        ("20 20 20 20", "20: the number of winners must be 1 / 2 / 3, and here it is 4."),
        ("0 0 0 0", "Nobody has won anything in this hand: somebody always does."),
        ("-5 - 5 -", "Enter a whole number, without a sign."),
        ("5 x 5 -", "Enter a whole number, without a sign."),
    ],
)
def test_a_hand_that_cannot_be_is_refused_at_its_row(
    director: Client, played: Round, row: str, sentence: str
) -> None:
    place = table(played, 1)
    answer = sends(director, place, "5 - 5 -", row, "- 20 - -")
    assert answer.status_code == 422
    assert f"Hand 2: {sentence}" in words_of(answer)
    whole = answer.content.decode()
    assert 'class="has-problem"' in whole.split('id="question-hand-2"')[1][:80]
    again = FormReader(whole).sent_to(address(place))
    assert [again[f"r1-{column}"] for column in range(4)] == row.split()
    assert again["r2-1"] == "20"
    assert set(points(played).values()) == {0}


def test_a_hand_that_was_left_out_is_found(director: Client, played: Round) -> None:
    here = address(table(played, 1))
    sent = FormReader(director.get(here).content.decode()).sent_to(here)
    answer = director.post(here, sent | {"r0-0": "20", "r2-0": "20"})
    assert "Hand 2: Nothing is written in this hand" in words_of(answer)
    empty = director.post(here, sent)
    assert "Nothing is written here yet." in words_of(empty)


def test_checking_saves_nothing_and_says_how_much_it_comes_to(
    director: Client, played: Round
) -> None:
    answer = sends(director, table(played, 1), "5 - 5 -", "- 20 - -", check="yes")
    assert "2 hands are right so far. They are not saved yet." in words_of(answer)
    foot = answer.content.decode().split("<tfoot>")[1]
    assert [foot.count(f"<b>{total}</b>") for total in (5, 20, 0)] == [2, 1, 1]
    assert not TotalsVersion.objects.exists()


def test_whoever_deals_at_a_table_of_five_writes_nothing(director: Client, event: Event) -> None:
    place = table(opens(event, [1, 2, 3, 4, 5]), 1)
    page = director.get(address(place)).content.decode()
    sent = FormReader(page).sent_to(address(place))
    assert "r0-0" not in sent
    assert page.count('title="Sits out"') == 5
    refused = director.post(address(place), sent | {"r0-0": "5", "r0-1": "5"})
    assert "Hand 1: Who deals here sits out" in words_of(refused)
    right = director.post(address(place), sent | {"r0-1": "5", "r0-3": "5", "r1-0": "25"})
    assert right.status_code == 302
    assert kept(place)["points"] == [25, 5, 0, 5, 0]


def test_a_sheet_that_was_keyed_is_corrected_with_its_hands(
    director: Client, played: Round
) -> None:
    place = table(played, 1)
    sends(director, place, "5 - 5 -")
    sends(director, place, "10 - 10 -", reason="A five was a ten")
    assert points(played)[1] == 10
    last = TotalsVersion.objects.get(event_table=place, number=2)
    assert (last.record["lines"], last.reason) == ([[10, 0, 10, 0]], "A five was a ten")


def test_somebody_else_has_keyed_it_meanwhile(director: Client, played: Round) -> None:
    place = table(played, 1)
    sent = FormReader(director.get(address(place)).content.decode()).sent_to(address(place))
    keys(director, place, 20, 0, 0, 0)
    answer = director.post(address(place), sent | {"r0-0": "25"})
    assert answer.status_code == 422
    assert "This table was keyed meanwhile (✓ Dora, signed in)" in words_of(answer)
    again = FormReader(answer.content.decode()).sent_to(address(place))
    assert director.post(address(place), again).status_code == 302
    assert points(played)[1] == 25


def test_the_service_takes_no_rows_that_cannot_be(by: Author, event: Event, played: Round) -> None:
    for lines, sentence in (
        ([[7, 0, 7, 0]], "Hand 1: No hand is worth 7"),
        ([[5, 0, 5]], "Other people sit at this table"),
        ([[5, 0, 5, 0], [0, 5, 5, 0]], "do not add up"),
    ):
        with pytest.raises(Refused, match=sentence):
            key_totals(
                event=event,
                place=table(played, 1),
                record={"points": [5, 0, 5, 0], "lines": lines, "hands": 4},
                seen_number=0,
                by=by,
                submission=uuid4(),
            )
    assert not TotalsVersion.objects.exists()


def test_a_won_solo_is_counted_where_solos_are(director: Client, event: Event) -> None:
    event.settings |= {"counted": "solos"}
    event.save()
    place = table(opens(event, [1, 2, 3, 4]), 1)
    sends(director, place, "20 - - -", "5 5 - -", "25 - - -")
    assert kept(place)["solos"] == [2, 0, 0, 0]


def test_a_game_without_an_end_is_checked_by_its_winners(
    director: Client, new_event: NewEvent
) -> None:
    event = new_event(entries=4, hands=4, only_good=True, good_step=5)
    place = table(opens(event, [1, 2, 3, 4]), 1)
    answer = sends(director, place, "5 5 5 5", "4 - - -", "5 5 - -")
    assert "Hand 1: One or two win a hand, or all but one." in words_of(answer)
    assert "Hand 2: No multiple of 5." in words_of(answer)
    assert sends(director, place, "5 5 5 -", "35 - - -").status_code == 302


def test_only_where_good_points_are_written_and_nobody_has_left(
    director: Client, new_event: NewEvent, played: Round
) -> None:
    link = reverse("key_points", args=[played.event_id, table(played, 1).pk])
    page = director.get(reverse("desk_table", args=[played.event_id, table(played, 1).pk]))
    assert link in page.content.decode()
    form = director.get(reverse("keying", args=[played.event_id]), {"table": 1})
    assert link in form.content.decode()
    usual = table(opens(new_event(entries=4, hands=4), [1, 2, 3, 4]), 1)
    back = reverse("desk_table", args=[usual.round.event_id, usual.pk])
    assert director.get(address(usual))["Location"] == back
    assert address(usual) not in director.get(back).content.decode()


def test_a_tariff_in_fives_is_written_as_it_is(event: Event) -> None:
    played = opens(event, [1, 2, 3, 4])
    plays(table(played, 1), 1, record=RUFSPIEL)
    assert points(played) == {1: 10, 2: 0, 3: 10, 4: 0}
