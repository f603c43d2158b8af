"""Why something was done is kept as it is seen, or refused at its own box with what was typed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.answers import Answer
from tests.events.results import sheets
from tests.tables.conftest import FormReader, words_of
from tournaments.models import Event, EventChange, EventTable, TotalsVersion

ONE_LINE = "Only what can be written on one line."
WRONG = {
    "Read\0anew": ONE_LINE,
    "Read\x1banew": ONE_LINE,
    "Read\u2028anew": ONE_LINE,
    "x" * 201: "At most 200 letters; these are 201.",
}
wrong = pytest.mark.parametrize(("typed", "sentence"), WRONG.items(), ids=range(len(WRONG)))


@pytest.fixture
def place(new_event: Callable[..., Event], director: Client) -> EventTable:
    """The only table of a round, with totals from paper."""
    event = new_event(entries=4, hands=4, rounds=2)
    place = sheets.table(sheets.opens(event, [1, 2, 3, 4]), 1)
    sheets.keys(director, place, 9, -3, -3, -3)
    return place


def state(place: EventTable) -> tuple[int, int, int]:
    return (
        Event.objects.get(pk=place.round.event_id).version,
        EventChange.objects.count(),
        TotalsVersion.objects.count(),
    )


def assert_refused(answer: Answer, typed: str, sentence: str) -> None:
    page = answer.content.decode()
    assert answer.status_code == 422
    assert sentence in words_of(answer)
    sent_here = [at for at in FormReader(page).forms if at[0] == answer.wsgi_request.path]
    assert typed in [fields.get("reason") for _where, fields in sent_here]
    box = next(part for part in page.split("<input") if f'value="{typed}"' in part)
    assert 'aria-invalid="true"' in box.partition(">")[0]


@wrong
@pytest.mark.parametrize("deed", ["withdraw_totals", "swap_rows", "mark_table"])
def test_a_reason_at_the_desk(
    deed: str, typed: str, sentence: str, place: EventTable, director: Client
) -> None:
    before = state(place)
    more = {"one": 0, "other": 1} if deed == "swap_rows" else {}
    answer = sheets.does(director, place, deed, reason=typed, **more)
    assert_refused(answer, typed, sentence)
    assert state(place) == before


@wrong
def test_the_reason_for_the_end_of_a_sheet_that_is_gone(
    typed: str, sentence: str, place: EventTable, director: Client
) -> None:
    sheets.does(director, place, "withdraw_totals", reason="Of another table")
    before = state(place)
    for way in ("average", "annulled", "agreed"):
        answer = sheets.does(director, place, "decide_gone", way=way, reason=typed)
        assert_refused(answer, typed, sentence)
        assert f'value="{way}" checked' in answer.content.decode()
    assert state(place) == before


def test_a_way_that_is_none(place: EventTable, director: Client) -> None:
    sheets.does(director, place, "withdraw_totals", reason="Of another table")
    before = state(place)
    for way in ("", "nul\0l", "x" * 5_000):
        answer = sheets.does(director, place, "decide_gone", way=way, reason="Burnt")
        assert answer.status_code == 422
        assert "Say what shall stand in the place of the sheet." in words_of(answer)
    assert state(place) == before


@wrong
def test_a_reason_in_the_cash_book(
    typed: str, sentence: str, new_event: Callable[..., Event], director: Client
) -> None:
    event = new_event(entries=4, fee=1000, payout=(50,))
    book, back_at = (reverse(name, args=[event.pk]) for name in ("cash", "cash_reverse"))
    line_at = reverse("cash_line", args=[event.pk])
    form = FormReader(director.get(book).content.decode()).sent_to(line_at)
    filled = {"line-kind": "out", "line-amount": "40", "line-note": "The room"}
    assert director.post(line_at, form | filled).status_code == 302
    form = FormReader(director.get(book).content.decode()).sent_to(back_at)
    answer = director.post(back_at, form | {"reason": typed})
    assert_refused(answer, typed, sentence)
    assert event.cash.count() == 1


@wrong
def test_a_reason_beside_the_points_of_each_hand(
    typed: str, sentence: str, new_event: Callable[..., Event], director: Client
) -> None:
    event = new_event(entries=4, hands=4, rounds=1, only_good=True, good_step=5)
    place = sheets.table(sheets.opens(event, [1, 2, 3, 4]), 1)
    address = reverse("key_points", args=[event.pk, place.pk])
    form = FormReader(director.get(address).content.decode()).sent_to(address)
    director.post(address, form | {"r0-0": "5", "r0-1": "5"})
    before = state(place)
    form = FormReader(director.get(address).content.decode()).sent_to(address)
    answer = director.post(address, form | {"r0-2": "5", "reason": typed})
    assert_refused(answer, typed, sentence)
    assert state(place) == before


@wrong
def test_a_reason_for_a_disqualification(
    typed: str, sentence: str, new_event: Callable[..., Event], director: Client
) -> None:
    event = new_event(entries=4)
    entry = event.entries.get(number=1)
    page, deed = (
        reverse(name, args=[event.pk, entry.pk]) for name in ("entry_form", "entry_action")
    )
    form = FormReader(director.get(page).content.decode()).sent_to(deed)
    answer = director.post(deed, form | {"deed": "out", "reason": typed})
    assert_refused(answer, typed, sentence)
    assert event.entries.get(number=1).status == "here"


def test_what_nobody_sees_is_no_reason(place: EventTable, director: Client) -> None:
    answer = sheets.does(director, place, "withdraw_totals", reason="\u200b\u202e \u3164")
    assert answer.status_code == 422
    sheets.does(director, place, "withdraw_totals", reason="Of\u202e  another\u200b table")
    assert place.totals.latest("pk").reason == "Of another table"
