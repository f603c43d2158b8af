"""Solos played beside those won: from phones always, from paper only where it says so."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from tests.events.conftest import words_of
from tests.events.results.sheets import keying_form, keys, opens, plays, table
from tournaments.events.desk.queries.history import values_said
from tournaments.events.results.services.sheets import close_round
from tournaments.models import Author, Event, EventChange, Result, Round

SOLO = {"contract": "solo", "declarer": 1}
EVEN = (12, -4, -4, -4)


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    """A Schafkopfrennen for eight in which won solos decide ties."""
    return new_event(
        entries=8,
        hands=4,
        ruleset="schafkopf-donauries",
        counted="solos",
        tie_breaks=("solos", "shared"),
        needs_confirmation=False,
    )


@pytest.fixture
def played(event: Event) -> Round:
    """Table 1 plays with a phone: No. 2 wins one of two solos. Table 2 writes on paper."""
    played = opens(event, [1, 2, 3, 4], [5, 6, 7, 8])
    plays(table(played, 1), 1, record=SOLO | {"result": "won"})
    plays(table(played, 1), 1, record=SOLO | {"result": "lost"})
    rufspiel = {"contract": "rufspiel", "declarer": 1, "partner": 3, "result": "won"}
    plays(table(played, 1), 2, record=rufspiel)
    return played


def counted() -> list[tuple[int, int | None]]:
    return list(Result.objects.order_by("entry__number").values_list("solos", "solos_played"))


def standing(client: Client, event: Event) -> str:
    return words_of(client.get(reverse("event", args=[event.pk])))


def day_of(client: Client, event: Event, number: int) -> str:
    return words_of(client.get(reverse("event_entry", args=[event.pk, number])))


def test_a_phone_knows_both_and_paper_what_it_says(director: Client, played: Round) -> None:
    assert keys(director, table(played, 2), *EVEN, solos=["2/3", "1", "0/1", ""]).status_code == 302
    assert counted() == [(0, 0), (1, 2), (0, 0), (0, 0), (2, 3), (1, None), (0, 1), (0, None)]
    _action, sent = keying_form(director, table(played, 2))
    assert [sent[f"solos-{side}"] for side in range(4)] == ["2/3", "1", "0/1", "0"]
    said = EventChange.objects.get(kind="totals_keyed")
    assert values_said(said)[1].endswith("solos: 2:1:0:0, solos played: 3:–:1:–")


def test_the_standing_and_the_players_pages_say_won_of_played(
    director: Client, by: Author, event: Event, played: Round
) -> None:
    keys(director, table(played, 2), *EVEN, solos=["2/3", "1", "0/1", ""])
    close_round(event=event, number=1, by=by, submission=uuid4())
    page = standing(director, event)
    for words in ("2 of 3", "1 of 2", "0 of 1"):
        assert words in page
    assert "solos won: 1 of 2" in day_of(director, event, 2)
    assert "solos won: 2 of 3" in day_of(director, event, 5)
    assert "1 solo won" in day_of(director, event, 6)
    assert "solo" not in day_of(director, event, 8).replace("Solos 0", "")


def test_one_sheet_that_does_not_say_it_leaves_the_whole_unknown(
    director: Client, event: Event, played: Round
) -> None:
    keys(director, table(played, 2), *EVEN, solos=["2/3", "0", "0", "0"])
    second = opens(event, [1, 2, 3, 4], [5, 6, 7, 8])
    keys(director, table(second, 1), *EVEN, solos=["", "1/1", "", ""])
    keys(director, table(second, 2), *EVEN, solos=["1", "", "", ""])
    page = standing(director, event)
    assert "2 of 3" in page  # No. 2: one of two at a phone, one of one on paper
    assert "3 of" not in page


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("3/2", "Nobody wins more solos than he played."),
        ("two", "Enter the solos won, or won and played such as 2/5."),
        ("1/", "Enter the solos won, or won and played such as 2/5."),
        ("1/2000", "Enter a number from 0 to 999."),
    ],
)
def test_what_cannot_be_is_refused(
    director: Client, played: Round, typed: str, sentence: str
) -> None:
    refused = keys(director, table(played, 2), *EVEN, solos=[typed, "", "", ""])
    assert refused.status_code == 422
    assert sentence in words_of(refused)
    assert not table(played, 2).totals.exists()


def test_an_older_installation_counts_them_anew(director: Client, played: Round) -> None:
    keys(director, table(played, 2), *EVEN, solos=["2/3", "1", "0", "0"])
    before = counted()
    Result.objects.update(solos_played=None)
    with pytest.raises(CommandError):
        call_command("recompute", check=True, stdout=StringIO())
    call_command("recompute", stdout=StringIO())
    assert counted() == before
