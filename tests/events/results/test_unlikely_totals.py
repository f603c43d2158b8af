"""Totals that may be right and seldom are: one question, one tap, and nothing typed is lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from tests.answers import Answer
from tests.events.results.sheets import filled, keying_form, opens, points, table
from tests.tables.conftest import FormReader, words_of
from tournaments.models import Event, Round, TotalsVersion

FIRST = (14, -8, -10, 4)
YES = "Yes, it is so: save it"


@pytest.fixture
def played(new_event: Callable[..., Event]) -> Round:
    event = new_event(entries=16, hands=4, rounds=2)
    return opens(event, [1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16])


def sends(
    director: Client, played: Round, number: int, *totals: int, **more: object
) -> tuple[str, Answer]:
    action, sent = keying_form(director, table(played, number))
    return action, director.post(action, filled(sent, *totals, **more))


def taps_yes(director: Client, action: str, asked: Answer) -> Answer:
    """What the browser sends when the button of the question is pressed."""
    forms = FormReader(asked.content.decode()).forms
    typed = next(sent for _action, sent in forms if "points-0" in sent)
    return director.post(action, typed | {"is_sure": "on"})


def test_the_same_totals_under_two_numbers_are_asked_about_once(
    director: Client, played: Round
) -> None:
    sends(director, played, 1, *FIRST)
    action, asked = sends(director, played, 3, *FIRST, hands=3)
    assert asked.status_code == 422
    page = words_of(asked)
    assert "Table 1 has the same totals: 14, −8, −10, 4. Is this another sheet?" in page
    assert YES in page
    assert TotalsVersion.objects.count() == 1
    assert taps_yes(director, action, asked).status_code == 302
    kept = TotalsVersion.objects.get(event_table=table(played, 3)).record
    assert (kept["points"], kept["hands"]) == (list(FIRST), 3)


def test_in_another_order_as_well(director: Client, played: Round) -> None:
    sends(director, played, 1, *FIRST)
    _action, asked = sends(director, played, 3, *reversed(FIRST))
    assert "Table 1 has the same totals: 4, −10, −8, 14." in words_of(asked)


def test_small_sums_happen_by_themselves(director: Client, played: Round) -> None:
    for number in (1, 2):
        assert sends(director, played, number, 3, -1, -1, -1)[1].status_code == 302


def test_a_total_that_so_few_hands_never_brought_is_asked_about(
    director: Client, played: Round
) -> None:
    for number, swing in ((1, 0), (2, 1), (3, 2)):
        totals = (8 + swing, -2 - swing, -7, 1)
        assert sends(director, played, number, *totals)[1].status_code == 302
    action, asked = sends(director, played, 4, 240, -80, -90, -70)
    assert asked.status_code == 422
    assert "Anna 13. Points: 240. Hands: 4. That is far from" in words_of(asked)
    assert taps_yes(director, action, asked).status_code == 302
    assert points(played)[13] == 240


def test_what_somebody_else_has_is_not_far_from_what_anybody_has(
    director: Client, played: Round
) -> None:
    """Two evenings with one solo each: most have the same, and yet nobody else is odd."""
    for number, totals in ((1, (30, -10, -10, -10)), (2, (30, -10, -10, -10))):
        assert sends(director, played, number, *totals)[1].status_code == 302
    assert sends(director, played, 3, 12, 3, -9, -6)[1].status_code == 302
    _action, asked = sends(director, played, 4, 31, 0, -8, -23)
    assert "Anna 13. Points: 31. Hands: 4. That is far from" in words_of(asked)
    assert sends(director, played, 4, 1, 2, 4, -7)[1].status_code == 302


def test_what_cannot_be_is_refused_first(director: Client, played: Round) -> None:
    sends(director, played, 1, *FIRST)
    _action, refused = sends(director, played, 2, 14, -8, -10, 5)
    assert YES not in words_of(refused)


def test_the_table_itself_is_no_other_table(director: Client, played: Round) -> None:
    sends(director, played, 1, *FIRST)
    assert sends(director, played, 1, *FIRST, hands=3)[1].status_code == 302
