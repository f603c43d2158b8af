"""What decided between equal totals stands wherever the standing does: page, file, wall."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.events.played import plays, starts
from tests.events.rulings.ruled import decide
from tests.events.standings.test_ties import decides, fresh
from tests.language import speaking
from tests.tables.conftest import words_of
from tournaments.events.results.services.sheets import close_round
from tournaments.events.results.services.totals import key_totals
from tournaments.models import Author, Event, EventTable


@pytest.fixture
def event(new_event: Callable[..., Event], by: Author) -> Event:
    """Two tables of four: 1 and 5 have 9 each, all others −3."""
    event = new_event(entries=8, hands=4, rounds=1, tie_breaks=("best_round", "shared"))
    plays(event, by)
    return fresh(event)


@pytest.mark.parametrize(
    ("kind", "said", "word"),
    [("lot", "decided by a lot drawn in public", "lot"), ("playoff", "play-off hand", "play-off")],
)
def test_a_tie_that_was_decided_outside_says_so_on_page_file_and_wall(
    event: Event, by: Author, stranger: Client, kind: str, said: str, word: str
) -> None:
    decides(event, by, 5, 1, kind=kind)
    assert said in words_of(stranger.get(reverse("event", args=[event.pk])))
    file = stranger.get(reverse("event_csv", args=[event.pk])).content.decode("utf-8-sig")
    head, *lines = csv.reader(file.splitlines())
    assert head[-1] == "What decided"
    by_number = {line[1]: line[-1] for line in lines}
    assert said in by_number["1"]
    assert by_number["5"] == ""
    wall = words_of(stranger.get(reverse("event_screen", args=[event.pk])))
    assert f"{word} +9" in wall


BEST_ROUND = "The better best round; byes are no rounds here."


@pytest.mark.parametrize("page", ["event", "event_csv", "event_rules", "event_entry"])
def test_a_tie_break_is_named_in_the_language_of_the_page(
    event: Event, stranger: Client, tmp_path: Path, page: str
) -> None:
    Event.objects.filter(pk=event.pk).update(language="et")
    with speaking({"Best round": "Najlepsza runda", BEST_ROUND: "Liczy się runda."}, tmp_path):
        where = [event.pk, 1] if page == "event_entry" else [event.pk]
        shown = stranger.get(reverse(page, args=where)).content.decode()
    assert "Best round" not in shown
    assert "better best round" not in shown
    assert "Najlepsza runda" in shown
    assert page not in ("event", "event_rules") or "Liczy się runda." in shown


def test_where_nothing_had_to_be_decided_the_file_has_no_column_for_it(
    event: Event, stranger: Client
) -> None:
    file = stranger.get(reverse("event_csv", args=[event.pk])).content.decode("utf-8-sig")
    assert "What decided" not in file
    wall = words_of(stranger.get(reverse("event_screen", args=[event.pk])))
    assert "lot +9" not in wall


@pytest.fixture
def swiss(new_event: Callable[..., Event], by: Author) -> Event:
    """Five pairs by the Swiss system; one sits out."""
    event = new_event(
        entries=5,
        unit="pair",
        size=2,
        odd="bye",
        hands=0,
        rounds=3,
        ruleset="sasku-karvane12",
        draws=("swiss",),
        yields="match",
        tie_breaks=("buchholz", "berger", "shared"),
    )
    plays(event, by)
    return fresh(event)


def test_a_standing_of_matches_is_checked_by_its_cross_table(
    swiss: Event, stranger: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    lines = swiss.rounds.get(number=1).results.filter(event_table__number=1).order_by("side")
    one, other = lines.select_related("entry")
    address = reverse("event", args=[swiss.pk])
    assert "Cross table" in words_of(stranger.get(address))
    with django_assert_max_num_queries(9):
        page = stranger.get(address, {"view": "cross"}).content.decode()
    row = page.split(f'/entries/{one.entry.number}/"')[1].split("</tr>")[0]
    assert f"<span>#{other.entry.number}</span>" in row
    assert f"{one.points:+d}".replace("-", "−") in row
    assert "Buchholz" in page
    assert "Sonneborn" in page or "Berger" in page
    assert 'class="wide" role="region" tabindex="0"' in page


def test_the_file_has_the_opponents_and_the_sheets(swiss: Event, stranger: Client) -> None:
    file = stranger.get(reverse("event_csv", args=[swiss.pk])).content.decode("utf-8-sig")
    head, *lines = csv.reader(file.splitlines())
    where = head.index("Round 1: opponent")
    met = {line[1]: line[where] for line in lines}
    paired = {number: other for number, other in met.items() if other}
    assert len(paired) == 4
    assert all(paired[other] == number for number, other in paired.items())
    assert "Buchholz" in " ".join(head)
    assert len({len(line) for line in [head, *lines]}) == 1


def keys_match(place: EventTable, by: Author, points: list[int], games: list[int]) -> None:
    """A paper sheet of two pairs, with strokes and games."""
    key_totals(
        event=place.round.event,
        place=place,
        record={"points": points, "games": games},
        seen_number=0,
        by=by,
        submission=uuid4(),
        is_sure=True,
    )


@pytest.fixture
def matches(new_event: Callable[..., Event], by: Author) -> Event:
    """Four pairs, one round: 12:7 with 1:2 games, and 9:9 with two strokes by a ruling."""
    event = new_event(
        entries=4,
        unit="pair",
        size=2,
        odd="bye",
        hands=0,
        rounds=2,
        ruleset="saskop",
        draws=("swiss",),
        yields="match",
        tie_breaks=("games_difference", "difference", "shared"),
    )
    played = starts(event, by)
    one, other = played.tables.order_by("number")
    keys_match(one, by, [12, 7], [1, 2])
    keys_match(other, by, [9, 9], [1, 1])
    decide(other, by, "strokes", other.results.get(side=0).entry.number, 2)
    close_round(event=event, number=1, by=by, submission=uuid4())
    return fresh(event)


def test_a_cross_table_says_games_strokes_and_rulings_apart(
    matches: Event, stranger: Client
) -> None:
    one, other = matches.rounds.get(number=1).tables.order_by("number")
    rows = words_of(stranger.get(reverse("event", args=[matches.pk]), {"view": "cross"}))
    lost, won = (line.entry for line in one.results.order_by("side"))
    left, right = (line.entry for line in other.results.order_by("side"))
    row = (
        f"{lost.number} {lost.name} #{won.number} 0 games 1 : 2 strokes 12 : 7 0 1 : 2 12 : 7 −1 5"
    )
    assert row in rows
    assert f"{won.number} {won.name} #{lost.number} 2 games 2 : 1 strokes 7 : 12 2 2 : 1" in rows
    said = "games 1 : 1 strokes 11 : 9 (sheet 9 : 9, the rest by a ruling) 2 1 : 1 11 : 9"
    assert f"{right.number} {right.name} #{left.number} 2 {said}" in rows
    assert "More games won win the match; with as many games, more strokes do." in rows


def test_the_file_of_a_swiss_has_games_and_strokes_in_columns(
    matches: Event, stranger: Client
) -> None:
    file = stranger.get(reverse("event_csv", args=[matches.pk])).content.decode("utf-8-sig")
    head, *lines = csv.reader(file.splitlines())
    rows = {line[1]: dict(zip(head, line, strict=True)) for line in lines}
    one, other = matches.rounds.get(number=1).tables.order_by("number")
    lost = rows[str(one.results.get(side=0).entry.number)]
    assert lost["Round 1: sheet"] == "12 : 7"
    assert lost["Round 1: games"] == "1 : 2"
    sums = ("Games won", "Games of the others", "Strokes", "Strokes of the others")
    assert [lost[name] for name in sums] == ["1", "2", "12", "7"]
    right = rows[str(other.results.get(side=1).entry.number)]
    assert right["Round 1: sheet"] == "9 : 9"
    assert right["Round 1: strokes with rulings"] == "11 : 9"
    assert [right[name] for name in sums] == ["1", "1", "11", "9"]
