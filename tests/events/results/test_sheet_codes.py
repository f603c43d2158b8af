"""The code on a sheet leads to its table, and says why where it does not."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from tests.events.conftest import words_of
from tests.events.draw.drawn_rounds import drawn
from tests.events.results.sheets import keys, opens, table
from tests.events.states import closed
from tests.paper.printed import page_texts, round_pdf
from tournaments.events.draw.services.rounds import cancel_round
from tournaments.events.results.queries.sheet_codes import WRITTEN, sheet_code
from tournaments.models import Author, Event, Round


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    return new_event(entries=8, hands=4, rounds=2)


@pytest.fixture
def played(event: Event) -> Round:
    return opens(event, [1, 2, 3, 4], [5, 6, 7, 8])


def keying(event: Event, code: str) -> str:
    return reverse("keying", args=[event.pk], query={"table": code})


@pytest.mark.parametrize(
    "written", ["E{}-R1-T2", "e{}-r1-t2", "R1-T2", "r1t2", "R1 T2", " R1A-T2 "]
)
def test_a_code_opens_its_table(
    director: Client, event: Event, played: Round, written: str
) -> None:
    answer = director.get(keying(event, written.format(event.pk)))
    assert answer.status_code == 302
    assert answer["Location"] == reverse("keying", args=[event.pk], query={"round": 1, "table": 2})
    page = director.get(answer["Location"])
    assert "5 Anna 5" in words_of(page)
    assert "1 Anna 1" not in words_of(page)


def test_a_code_of_an_earlier_round_opens_it_though_another_is_on(
    director: Client, event: Event, played: Round
) -> None:
    Round.objects.filter(pk=played.pk).update(**closed())
    opens(event, [1, 3, 5, 7], [2, 4, 6, 8])
    page = director.get(keying(event, "R1-T2"), follow=True)
    assert "Totals of round 1" in words_of(page)
    assert "6 Anna 6" in words_of(page)


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("E999999-R1-T1", "This is a sheet of another event, not of this one."),
        ("R1-T9", "There is no table 9 in round 1."),
        ("R2-T1", "Round 2 has no such sheet."),
        ("R1C-T1", "Round 1 has no such sheet."),
        ("R1-X1", "There is no table R1-X1 in this round."),
        ("R1-T", "There is no table R1-T in this round."),
    ],
)
def test_a_code_that_leads_nowhere_says_why(
    director: Client, event: Event, played: Round, code: str, sentence: str
) -> None:
    answer = director.get(keying(event, code))
    assert answer.status_code == 404
    assert sentence in words_of(answer)
    assert code in words_of(answer) or f'value="{code}"' in answer.content.decode()


def test_a_sheet_of_a_cancelled_draw_is_found_out_and_the_new_one_is_not(
    director: Client, event: Event, by: Author
) -> None:
    first = drawn(event, by)
    old = sheet_code(event.pk, first, 1)
    cancel_round(event=event, number=1, reason="Misdrawn", anyway=True, by=by, submission=uuid4())
    event.refresh_from_db()
    answer = director.get(keying(event, old))
    assert answer.status_code == 404
    assert "a draw of round 1 that was cancelled" in words_of(answer)
    second = drawn(event, by)
    new = sheet_code(event.pk, second, 1)
    assert new != old
    assert new in page_texts(round_pdf(director, event, 1, "sheets").content)[0]
    assert director.get(keying(event, old)).status_code == 404
    assert director.get(keying(event, new)).status_code == 302


def test_a_proposed_draw_has_no_sheets_yet(director: Client, event: Event) -> None:
    Round.objects.create(event=event, number=1, draw="manual", hands=4)
    assert "Round 1 has no such sheet." in words_of(director.get(keying(event, "R1-T1")))


def test_who_scans_a_code_and_is_not_signed_in_is_asked_to(
    stranger: Client, event: Event, played: Round
) -> None:
    answer = stranger.get(keying(event, "R1-T1"))
    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("sign_in"))
    assert "R1-T1" in answer["Location"]


def test_a_sheet_keyed_already_is_not_keyed_again_unseen(
    director: Client, event: Event, played: Round
) -> None:
    keys(director, table(played, 1), 14, -8, -10, 4)
    page = director.get(keying(event, "R1-T1"), follow=True)
    assert 'value="14"' in page.content.decode()
    assert "Why" in words_of(page)


@given(st.integers(1, 10**6), st.integers(1, 200), st.integers(1, 18_000), st.integers(1, 999))
def test_codes_differ_and_can_be_read(event_id: int, number: int, attempt: int, at: int) -> None:
    code = sheet_code(event_id, Round(number=number, attempt=attempt), at)
    found = WRITTEN.fullmatch(code)
    assert found is not None
    letters = found.group(3)
    assert (int(found.group(1)), int(found.group(2)), int(found.group(4))) == (event_id, number, at)
    assert bool(letters) == (attempt > 1)
    assert code != sheet_code(event_id, Round(number=number, attempt=attempt + 1), at)


def test_the_director_of_another_club_finds_nothing(
    other_director: Client, event: Event, played: Round
) -> None:
    assert other_director.get(keying(event, "R1-T1")).status_code == 404
