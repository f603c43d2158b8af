"""A round is closed when nothing is missing; single sheets can be opened again after it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from uuid import uuid4

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from tests.answers import Answer
from tests.events.conftest import FormReader, words_of
from tests.events.results.sheets import at, does, keys, opens, plays, points, table
from tournaments.common.actions import Refused
from tournaments.common.locks import SheetEnded
from tournaments.events.results.queries.progress import is_confirmed, missing_of, round_progress
from tournaments.events.results.services.sheets import close_round, confirm_sheet
from tournaments.models import Author, Event, EventChange, EventTable, HandVersion, Round, Table
from tournaments.tables.services.hands import record_hand

EVEN = (14, -8, -10, 4)


@pytest.fixture
def played(new_event: Callable[..., Event]) -> Round:
    event = new_event(entries=24, hands=4, rounds=2)
    return opens(event, *([n, n + 1, n + 2, n + 3] for n in range(1, 24, 4)))


def confirmed(place: EventTable) -> None:
    place.table.refresh_from_db()
    confirm_sheet(
        place=place,
        who=place.table.seats.get(index=1).name,
        entered_by=place.table.seats.get(index=0).name,
        seen_version=place.table.version,
        by=Author(device="b" * 16),
        submission=uuid4(),
    )


def lacking(played: Round) -> dict[int, str]:
    rows = round_progress(Round.objects.get(pk=played.pk), played.event)
    return {each.row.place.number: each.kind for each in missing_of(rows, played.event)}


def closes(client: Client, played: Round, **more: str) -> Answer:
    address = reverse("close_round", args=[played.event_id, played.number])
    page = client.get(address).content.decode()
    forms = dict(FormReader(page).forms)
    sent = forms.get(address) or {"submission": str(uuid4()), "seen_version": "0"}
    return client.post(address, sent | more, follow=True)


def test_the_page_says_what_is_missing_table_by_table(director: Client, played: Round) -> None:
    plays(table(played, 2), 3)
    plays(table(played, 3), 4)
    plays(table(played, 4), 4)
    keys(director, table(played, 4), *EVEN)
    keys(director, table(played, 5), *EVEN, hands=3)
    keys(director, table(played, 6), *EVEN)
    assert lacking(played) == {1: "nothing", 2: "short", 3: "unconfirmed", 4: "differs", 5: "short"}
    page = words_of(director.get(reverse("close_round", args=[played.event_id, 1])))
    assert "Incomplete tables: 5 of 6." in page
    assert "Table 2 Hands played: 3 of 4." in page
    assert "Table 4 Phone and paper differ." in page
    refused = closes(director, played)
    assert refused.status_code == 422
    assert "Something is missing at 5 tables: 1, 2, 3, 4, 5." in words_of(refused)
    played.refresh_from_db()
    assert (played.state, played.closed_at) == (Round.DRAWN, None)


def test_a_director_settles_what_is_missing_one_by_one(director: Client, played: Round) -> None:
    keys(director, table(played, 1), *EVEN)
    plays(table(played, 2), 3)
    plays(table(played, 3), 4)
    plays(table(played, 4), 4)
    keys(director, table(played, 4), *EVEN)
    keys(director, table(played, 5), *EVEN, hands=3)
    keys(director, table(played, 6), *EVEN)
    assert "Say why." in words_of(does(director, table(played, 2), "accept_short"))
    does(director, table(played, 2), "accept_short", reason="the bus left")
    does(director, table(played, 3), "confirm_at_desk", reason="Seen at the desk")
    does(director, table(played, 4), "choose_source", counts="hands")
    assert lacking(played) == {4: "unconfirmed", 5: "short"}
    assert points(played)[14] == 12
    does(director, table(played, 4), "choose_source", counts="totals")
    assert points(played)[14] == -8
    does(director, table(played, 5), "accept_short", reason="signed with three")
    assert lacking(played) == {}
    short = EventChange.objects.filter(kind="short_accepted").earliest("pk")
    assert (short.before, short.after, short.reason) == ("4", "3", "the bus left")
    assert "Round 1 is closed" in words_of(closes(director, played))


def test_corrected_totals_must_be_compared_again(director: Client, played: Round) -> None:
    place = table(played, 1)
    plays(place, 4)
    keys(director, place, *EVEN)
    does(director, place, "choose_source", counts="hands")
    assert points(played)[2] == 12
    keys(director, place, 10, -4, -4, -2)
    assert lacking(played)[1] == "differs"
    assert points(played)[2] == -4
    keys(director, place, -4, 12, -4, -4)
    assert 1 not in lacking(played)


def test_closing_ends_the_sheets_and_keeps_confirmations(
    director: Client, by: Author, played: Round
) -> None:
    for number in range(2, 7):
        keys(director, table(played, number), *EVEN)
    place = table(played, 1)
    plays(place, 4, who="Anna 1")
    confirmed(place)
    other = opens(played.event, [1, 2, 3, 4])
    submission = uuid4()
    for _ in range(2):
        close_round(event=played.event, number=1, by=by, submission=submission)
    played.refresh_from_db()
    assert played.state == Round.CLOSED
    assert played.closed_at is not None
    assert EventChange.objects.filter(kind="round_closed").count() == 1
    assert Table.objects.filter(event_table__round=played, ended_at=None).count() == 0
    assert table(other, 1).table.ended_at is None
    assert is_confirmed(table(played, 1))
    with pytest.raises(SheetEnded):
        plays(place, 1)
    page = words_of(director.get(reverse("close_round", args=[played.event_id, 1])))
    assert "All 6 sheets were closed" in page
    assert "To round 2" in page


def test_without_confirmations_complete_sheets_do(
    by: Author, new_event: Callable[..., Event]
) -> None:
    event = new_event(entries=4, hands=4, needs_confirmation=False)
    played = opens(event, [1, 2, 3, 4])
    plays(table(played, 1), 3)
    with pytest.raises(Refused, match="at table 1"):
        close_round(event=event, number=1, by=by, submission=uuid4())
    plays(table(played, 1), 1)
    close_round(event=event, number=1, by=by, submission=uuid4())
    assert Round.objects.get().state == Round.CLOSED


def test_a_round_without_tables_is_not_closed(
    director: Client, by: Author, new_event: Callable[..., Event]
) -> None:
    event = new_event(entries=4)
    Round.objects.create(event=event, number=1, draw="random", hands=4)
    assert director.get(reverse("close_round", args=[event.pk, 1])).status_code == 404
    with pytest.raises(Refused, match="no tables"):
        close_round(event=event, number=1, by=by, submission=uuid4())


@pytest.fixture
def closed(director: Client, played: Round) -> EventTable:
    for number in range(2, 7):
        keys(director, table(played, number), *EVEN)
    plays(table(played, 1), 4, who="Anna 1")
    confirmed(table(played, 1))
    closes(director, played)
    return table(played, 1)


def test_one_sheet_is_opened_again_corrected_and_closed(
    director: Client, played: Round, closed: EventTable
) -> None:
    opens(played.event, [1, 2, 3, 4])
    refused = does(director, closed, "reopen_sheet")
    assert "Say why the sheet is opened again." in words_of(refused)
    page = words_of(does(director, closed, "reopen_sheet", reason="hand 2 was schneider"))
    assert "open again" in page
    assert Table.objects.filter(event_table__round=played, ended_at=None).count() == 1
    phone = at(closed)
    assert phone.corrects(2, picker_points=91).status_code == 302
    before = [-4, 12, -4, -4]
    after = list(points(played).values())[:4]
    assert after != before
    still = words_of(does(director, closed, "close_sheet"))
    assert "nobody else at the table has confirmed" in still
    does(director, closed, "confirm_at_desk", reason="both looked")
    done = words_of(does(director, closed, "close_sheet"))
    assert "open again" not in done
    late = EventChange.objects.filter(kind="corrected_late").order_by("entry__number")
    signed = [str(number).replace("-", "−") for number in (*before, *after)]
    assert [c.before for c in late] == signed[:4]
    assert [c.after for c in late] == signed[4:]
    assert {c.reason for c in late} == {"hand 2 was schneider"}
    with pytest.raises(SheetEnded):
        plays(closed, 1)


def test_what_a_late_correction_says_follows_the_figures_and_not_a_sentence(
    director: Client, played: Round, closed: EventTable
) -> None:
    """A sentence of the history is rewritten where somebody is erased."""
    does(director, closed, "reopen_sheet", reason="hand 2 was schneider")
    EventChange.objects.filter(kind="sheet_reopened").update(before="Erased 7: 12, none")
    at(closed).corrects(2, picker_points=91)
    does(director, closed, "confirm_at_desk", reason="both looked")
    does(director, closed, "close_sheet")
    late = EventChange.objects.filter(kind="corrected_late").order_by("entry__number")
    assert [change.before for change in late] == ["−4", "12", "−4", "−4"]


def test_a_sheet_opened_again_before_its_figures_were_kept_is_read_once() -> None:
    moved = import_module("tournaments.migrations.0007_figures_of_reopened_sheets")
    assert moved.read("1: 12, 2: −4 (1/0), 3: −1204 (0/13)") == [
        [1, 12, 0, 0],
        [2, -4, 1, 0],
        [3, -1204, 0, 13],
    ]
    assert moved.read("") == moved.read("Anna: 3, None: 4") == []


def test_a_sheet_that_was_only_looked_at_is_no_correction(
    director: Client, played: Round, closed: EventTable
) -> None:
    does(director, closed, "reopen_sheet", reason="to compare")
    does(director, closed, "confirm_at_desk", reason="it was right")
    does(director, closed, "close_sheet")
    assert not EventChange.objects.filter(kind="corrected_late").exists()
    assert EventChange.objects.filter(kind="sheet_closed").count() == 1


def test_the_source_of_a_closed_round_changes_only_with_a_reason(
    director: Client, played: Round, closed: EventTable
) -> None:
    keys(director, closed, *EVEN, reason="the paper turned up")
    refused = does(director, closed, "choose_source", counts="hands")
    assert refused.status_code == 422
    assert "say why its result changes" in words_of(refused)
    assert points(played)[2] == -8
    does(director, closed, "choose_source", counts="hands", reason="signed later")
    assert points(played)[2] == 12


def test_a_hand_during_the_closing_is_in_or_refused(
    by: Author, played: Round, closed: EventTable
) -> None:
    place = table(played, 2)
    record = {"picker": 1, "picker_points": 75}
    with pytest.raises(SheetEnded):
        record_hand(table=place.table, record=record, by=Author(), submission=uuid4())
    assert not HandVersion.objects.filter(hand__table=place.table).exists()
    HandVersion.objects.update(made_at=F("made_at") - timedelta(hours=1))
    rows = round_progress(Round.objects.get(pk=played.pk), played.event)
    assert not any(row.is_behind or row.quiet_minutes for row in rows)
