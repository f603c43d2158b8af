"""In a season somebody is put by hand into another final than the place says."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.events.browser_form import form_on
from tests.events.draw.season_stories import (
    entered,
    fresh,
    groups,
    makes,
    moves,
    person,
    rules,
    season,
)
from tests.meeting import Deed
from tests.tables.conftest import words_of
from tournaments.common.actions import Refused
from tournaments.models import Author, Club, Event, Series, SeriesChange
from tournaments.people.services.people import merge
from tournaments.series import services
from tournaments.series.queries.ranking import series_history, series_sentence

A, B = 0, 1


@pytest.fixture
def series(new_event: Callable[..., Event], club: Club, by: Author) -> Series:
    """Anna and Emil are in the A final, Ben and Fritz in the B final, Gerd is next in line."""
    return season(new_event, club, by)


def goes_back(series: Series, by: Author, name: str) -> None:
    services.take_back(
        decided="moved", series=series, person=person(series, name), by=by, submission=uuid4()
    )


def test_two_change_places_and_back(series: Series, by: Author) -> None:
    moves(series, by, "Emil", B)
    assert groups(series)[:2] == [["Anna"], ["Emil", "Ben", "Fritz"]]
    moves(series, by, "Ben", A)
    assert groups(series)[:2] == [["Anna", "Ben"], ["Emil", "Fritz"]]
    goes_back(series, by, "Emil")
    goes_back(series, by, "Ben")
    goes_back(series, by, "Ben")
    assert groups(series)[:2] == [["Anna", "Emil"], ["Ben", "Fritz"]]
    assert fresh(series).moved == []
    told = [(line.sentence, line.reason) for line in series_history(series)]
    assert told[1:4] == [
        ("Not moved by hand any more: Emil", ""),
        ("Moved by hand: Ben: A final", "Asked for it"),
        ("Moved by hand: Emil: B final", "Asked for it"),
    ]


@pytest.mark.parametrize(
    ("kind", "kept", "sentence"),
    [
        ("moved_in_finals", "Emil: B final", "Moved by hand: Emil: B final"),
        ("rules", "Worst: none; Title: a=b", "The rules were changed: Worst: none; Title: a=b"),
    ],
)
def test_what_an_older_version_kept_in_words_is_shown_as_it_stands(
    kind: str, kept: str, sentence: str
) -> None:
    assert series_sentence(SeriesChange(kind=kind, after=kept)) == sentence


def test_the_last_word_counts(series: Series, by: Author) -> None:
    moves(series, by, "Gerd", A)
    moves(series, by, "Gerd", B)
    assert len(fresh(series).moved) == 1
    assert groups(series)[:2] == [["Anna", "Emil"], ["Ben", "Fritz", "Gerd"]]


def test_entries_follow_until_a_round_is_drawn(series: Series, by: Author) -> None:
    event = makes(series, by)
    moves(series, by, "Emil", B)
    moves(series, by, "Ben", A)
    assert entered(event) == {"Anna": A, "Emil": B, "Ben": A, "Fritz": B}
    goes_back(series, by, "Ben")
    assert entered(event) == {"Anna": A, "Emil": B, "Ben": B, "Fritz": B}
    moves(series, by, "Ben", A)
    event.rounds.create(number=1, hands=4, draw="manual")
    deeds: tuple[Deed, ...] = (
        lambda: moves(series, by, "Anna", B),
        lambda: goes_back(series, by, "Ben"),
    )
    for deed in deeds:
        with pytest.raises(Refused, match="is drawn"):
            deed()


def test_it_needs_a_reason_and_another_final(series: Series, by: Author) -> None:
    with pytest.raises(Refused, match="Say why"):
        moves(series, by, "Emil", B, reason="")
    with pytest.raises(Refused, match="Emil is there already: A final"):
        moves(series, by, "Emil", A)
    assert fresh(series).moved == []


def test_who_is_merged_stays_where_he_was_put(series: Series, by: Author, club: Club) -> None:
    moves(series, by, "Emil", B)
    emil = club.players.get(name="Emil")
    other = club.players.create(name="Emil Maier")
    merge(player=emil, into=other, by=by, submission=uuid4())
    assert groups(series)[1][0] == "Emil Maier"
    services.take_back(
        decided="moved", series=fresh(series), person=(other.pk,), by=by, submission=uuid4()
    )
    assert fresh(series).moved == []


def test_a_place_given_by_hand_is_taken_back_on_the_page(series: Series, director: Client) -> None:
    names = ("series_final", "give_place", "take_place")
    page, give, take = (reverse(name, args=[series.pk]) for name in names)
    dora = person(series, "Dora")[0]
    sent = form_on(director, page, give) | {"player": str(dora), "reason": "Sponsor"}
    assert director.post(give, sent).status_code == 302
    assert groups(series)[B] == ["Ben", "Fritz", "Dora"]
    assert "Given a place by hand Dora Take back" in words_of(director.get(page))
    assert director.post(take, form_on(director, page, take)).status_code == 302
    assert groups(series)[B] == ["Ben", "Fritz"]
    assert "Given a place by hand" not in words_of(director.get(page))


def test_the_page_says_what_tables_each_final_makes(
    series: Series, director: Client, stranger: Client
) -> None:
    page = reverse("series_final", args=[rules(series, final_sizes=(4,), rest_plays=True).pk])
    said = words_of(director.get(page))
    assert "A final tables of 4: 1" in said
    assert "B final tables of 4: 1" in said
    odd = director.get(reverse("series_final", args=[rules(series, final_sizes=(6,)).pk]))
    assert "B final Too few for tables of 4 (2): house players are needed." in words_of(odd)
    assert 'class="hint minus"' in odd.content.decode()
    series.published_at = series.made_at
    series.save()
    public = stranger.get(reverse("series_qualified", args=[series.pk]))
    assert "B final 2 places" in words_of(public)


def test_on_the_page(series: Series, by: Author, director: Client) -> None:
    page, move = (reverse(name, args=[series.pk]) for name in ("series_final", "move_in_finals"))
    sent = form_on(director, page, move)
    emil = str(person(series, "Emil")[0])
    refused = director.post(move, sent | {"who": emil, "to": "1", "reason": ""})
    assert refused.status_code == 422
    assert "#question-move-reason" in refused.content.decode()
    chosen = sent | {"who": emil, "to": "1", "reason": "Asked for it"}
    for _twice in range(2):
        assert director.post(move, chosen).status_code == 302
    assert "Moved by hand Emil As the season has it" in words_of(director.get(page))
    back = reverse("move_in_finals_back", args=[series.pk])
    assert director.post(back, form_on(director, page, back)).status_code == 302
    assert groups(series)[0] == ["Anna", "Emil"]
    history = words_of(director.get(reverse("series_desk", args=[series.pk])))
    assert "Moved by hand: Emil: B final" in history
    assert "Not moved by hand any more: Emil" in history
