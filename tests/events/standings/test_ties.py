"""Ties that were decided outside: by a play-off hand, by a lot in public, by the event's lot."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.answers import there
from tests.events.played import keys, plays, starts
from tests.tables.conftest import FormReader, words_of
from tournaments.common.actions import Refused
from tournaments.events.desk.queries.history import sentence_of
from tournaments.events.results.services.sheets import close_round
from tournaments.events.standings.queries.final import ties_of, ties_page
from tournaments.events.standings.queries.standings import event_standing
from tournaments.events.standings.services import decide_tie, lock_final, withdraw_tie
from tournaments.models import Author, Event, TieDecision


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    """Two tables of four: 1 and 5 have 9 each, all others −3."""
    return new_event(
        entries=8, hands=4, rounds=1, tie_breaks=("best_round", "shared"), payout=(60, 40)
    )


@pytest.fixture
def played(event: Event, by: Author) -> Event:
    plays(event, by)
    return fresh(event)


def fresh(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


def decides(event: Event, by: Author, *order: int, kind: str = "playoff") -> TieDecision:
    submission = uuid4()
    decide_tie(event=fresh(event), kind=kind, order=order, by=by, submission=submission)
    return TieDecision.objects.get(submission=submission)


def places(event: Event) -> dict[int, int]:
    return {row.entry: row.place for row in event_standing(fresh(event)).ranked}


def test_those_who_share_are_listed_best_place_first(played: Event) -> None:
    page = ties_page(played)
    assert [tie.numbers for tie in page.ties] == [(1, 5), (2, 3, 4, 6, 7, 8)]
    first, second = page.ties
    assert (first.place, first.last_place, first.is_for_prize, first.by_lot) == (1, 2, True, False)
    assert (first.total, first.keys) == (9, (("best_round", 9),))
    assert not second.is_for_prize


def test_a_play_off_parts_exactly_these(played: Event, by: Author) -> None:
    before = places(played)
    assert (before[1], before[5]) == (1, 1)
    decides(played, by, 5, 1)
    after = places(played)
    assert (after[5], after[1]) == (1, 2)
    assert {n: after[n] for n in (2, 3, 4, 6, 7, 8)} == dict.fromkeys((2, 3, 4, 6, 7, 8), 3)
    row = event_standing(fresh(played)).row_of(1)
    assert there(there(row).decision).name == "decided_playoff"
    assert [key.name for key in there(row).keys] == ["best_round", "shared"]


def test_it_goes_before_the_lot(new_event: Callable[..., Event], by: Author) -> None:
    event = new_event(entries=8, hands=4, rounds=1, tie_breaks=("lot",))
    plays(event, by)
    by_lot = [row.entry for row in event_standing(fresh(event)).ranked[:2]]
    (first, *_rest) = ties_page(fresh(event)).ties
    assert first.by_lot
    decides(event, by, *reversed(by_lot), kind="lot")
    assert [row.entry for row in event_standing(fresh(event)).ranked[:2]] == by_lot[::-1]
    (first, *_rest) = ties_page(fresh(event)).ties
    assert sorted(first.numbers) == sorted(by_lot)


def test_the_event_s_lot_is_the_same_for_everybody(played: Event, by: Author) -> None:
    first = decides(played, by, 1, 5, kind="seed")
    withdraw_tie(event=fresh(played), decision=first, reason="Not yet", by=by, submission=uuid4())
    again = decides(played, by, 5, 1, kind="seed")
    assert first.order == again.order


def test_results_go_before_what_was_decided(played: Event, by: Author) -> None:
    decides(played, by, 5, 1)
    place = played.rounds.get(number=1).tables.get(number=2)
    keys(place, by, 8, -2, -3, -3)
    standing = event_standing(fresh(played))
    assert [row.entry for row in standing.ranked[:2]] == [1, 5]
    assert there(standing.row_of(5)).decision is None
    page = ties_page(fresh(played))
    assert [decision.order for decision in page.others] == [[5, 1]]


def test_who_joins_the_tie_later_was_not_in_the_play_off(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=12, hands=4, rounds=1, tie_breaks=("shared",))
    played = starts(event, by)
    for number, points in ((1, (9, -3, -3, -3)), (2, (9, -3, -3, -3)), (3, (6, -2, -2, -2))):
        keys(played.tables.get(number=number), by, *points)
    close_round(event=event, number=1, by=by, submission=uuid4())
    decides(event, by, 5, 1)
    assert (places(event)[5], places(event)[1]) == (1, 2)
    keys(played.tables.get(number=3), by, 9, -3, -3, -3)
    assert [places(event)[n] for n in (1, 5, 9)] == [1, 1, 1]


def test_another_round_makes_it_void(new_event: Callable[..., Event], by: Author) -> None:
    event = new_event(entries=8, hands=4, rounds=2, tie_breaks=("shared",))
    plays(event, by)
    decides(event, by, 5, 1)
    plays(fresh(event), by, 2)
    assert (places(event)[1], places(event)[5]) == (1, 1)


def test_refused_while_a_round_is_on_and_for_those_who_are_not_level(
    event: Event, by: Author
) -> None:
    starts(event, by)
    with pytest.raises(Refused, match="Round 1 is still open"):
        decides(event, by, 1, 5)
    for number in (1, 2):
        place = event.rounds.get(number=1).tables.get(number=number)
        keys(place, by, 9, -3, -3, -3)
    close_round(event=fresh(event), number=1, by=by, submission=uuid4())
    for wrong in ((1, 2), (1,), (1, 5, 2), (2, 3)):
        with pytest.raises(Refused, match="no longer level"):
            decides(event, by, *wrong)
    decides(event, by, 1, 5)
    with pytest.raises(Refused, match="decided already"):
        decides(event, by, 5, 1)


def test_withdrawn_with_a_reason_restores_the_shared_place(played: Event, by: Author) -> None:
    before = places(played)
    decision = decides(played, by, 5, 1)
    with pytest.raises(Refused, match="Say why"):
        withdraw_tie(event=fresh(played), decision=decision, reason="", by=by, submission=uuid4())
    for _time in range(2):
        withdraw_tie(
            event=fresh(played), decision=decision, reason="Cut wrong", by=by, submission=uuid4()
        )
    assert places(played) == before
    said = [sentence_of(each) for each in played.changes.filter(kind__startswith="tie")]
    assert said == [
        "A tie was decided: by a play-off hand",
        "The decision of a tie was withdrawn: by a play-off hand",
    ]


def test_refused_when_the_final_list_is_locked(played: Event, by: Author) -> None:
    lock_final(event=played, by=by, submission=uuid4())
    with pytest.raises(Refused, match="locked"):
        decides(played, by, 1, 5)


def test_on_its_page(played: Event, by: Author, director: Client, stranger: Client) -> None:
    page = reverse("ties", args=[played.pk])
    assert page in director.get(reverse("lock_final", args=[played.pk])).content.decode()
    shown = director.get(page)
    words = words_of(shown)
    assert "Places 1 to 2" in words
    assert "for a prize" in words
    where = reverse("decide_tie", args=[played.pk])
    sent = FormReader(shown.content.decode()).sent_to(where)
    assert sent["among"] == "1,5"
    wrong = director.post(where, sent | {"place-1": "2", "place-5": "2"})
    assert wrong.status_code == 422
    assert "Number them from 1 to 2, each number once." in words_of(wrong)
    assert 'value="2"' in wrong.content.decode()
    assert director.post(where, sent | {"place-1": "2", "place-5": "1"}).status_code == 302
    assert (places(played)[5], places(played)[1]) == (1, 2)
    assert "Decided by a play-off hand." in words_of(director.get(page))
    public = words_of(stranger.get(reverse("event", args=[played.pk])))
    assert "decided by a play-off hand" in public
    decision = TieDecision.objects.get()
    back = reverse("withdraw_tie", args=[played.pk, decision.pk])
    sent = FormReader(director.get(page).content.decode()).sent_to(back)
    refused = director.post(back, sent | {"reason": ""})
    assert refused.status_code == 422
    assert "Say why it is withdrawn." in words_of(refused)
    director.post(back, sent | {"reason": "Cut wrong"})
    assert "Withdrawn ( ✓ signed in: Dora ): “Cut wrong”" in words_of(director.get(page))


def test_the_lot_may_be_left_to_the_event(played: Event, director: Client) -> None:
    where = reverse("decide_tie", args=[played.pk])
    shown = director.get(reverse("ties", args=[played.pk])).content.decode()
    sent = FormReader(shown).sent_to(where)
    assert director.post(where, sent | {"kind": "seed"}).status_code == 302
    assert TieDecision.objects.get().kind == "seed"


def test_nothing_is_level_before_anything_was_played(event: Event, director: Client) -> None:
    assert ties_of(event_standing(event, only_closed=True)) == []
    words = words_of(director.get(reverse("ties", args=[event.pk])))
    assert "Nobody is level" in words


def test_the_number_of_queries_does_not_grow(
    new_event: Callable[..., Event],
    by: Author,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for entries in (8, 40):
        event = new_event(entries=entries, hands=4, rounds=1, tie_breaks=("shared",))
        plays(event, by)
        event = fresh(event)
        with django_assert_max_num_queries(9):
            ties_page(event)
