"""Series: one ranking over several events, corrected when they are, shown as they are shown."""

from __future__ import annotations

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.answers import there
from tests.events.played import keys
from tests.series.series_made_up import made_up_stages
from tests.series.series_stories import (
    FOUR,
    evening,
    known,
    plays_out,
    ranked,
    series_of,
    sits,
    three_evenings,
)
from tests.tables.conftest import words_of
from tournaments.events.results.services.sheets import close_sheet, reopen_sheet
from tournaments.events.standings.services import lock_final, reopen_final
from tournaments.live.state import series_states
from tournaments.live.tickets import SERIES, read_ticket
from tournaments.models import Author, Club, Event, Member, Player, Series
from tournaments.series.queries.ranking import amendments_of, names_of, series_ranking, unlike


@pytest.fixture
def three(new_event: Callable[..., Event], by: Author) -> list[Event]:
    """Three evenings of the same four."""
    return three_evenings(new_event, by)


def corrects(event: Event, by: Author, *points: int, lock: bool = True) -> None:
    """Open the final list again, correct the one sheet, lock it anew."""
    reopen_final(event=event, reason="Read wrong", by=by, submission=uuid4())
    place = event.rounds.get().tables.get()
    reopen_sheet(event=event, place=place, reason="Read wrong", by=by, submission=uuid4())
    keys(place, by, *points)
    close_sheet(event=event, place=place, by=by, submission=uuid4())
    if lock:
        lock_final(event=event, by=by, submission=uuid4())


def test_the_points_of_all_evenings_are_added(club: Club, by: Author, three: list[Event]) -> None:
    series = series_of(club, by, *three)
    assert ranked(series) == [(1, "Ben", 11), (2, "Anna", 1), (3, "Cora", -3), (4, "Dora", -9)]


def test_of_three_the_best_two_count_and_the_page_says_so(
    club: Club, by: Author, three: list[Event], stranger: Client
) -> None:
    series = series_of(club, by, *three, best_of=2)
    assert ranked(series)[0] == (1, "Ben", 15)
    page = stranger.get(reverse("series", args=[series.pk]))
    assert "does not count" in words_of(page)
    assert "The best 2 stages of everybody count." in words_of(page)


def test_a_correction_of_the_first_evening_moves_the_ranking_and_is_told(
    club: Club, by: Author, three: list[Event], stranger: Client
) -> None:
    series = series_of(club, by, *three)
    corrects(three[0], by, -4, -4, -4, 12)
    assert ranked(series) == [(1, "Ben", 11), (2, "Dora", 7), (3, "Cora", -3), (4, "Anna", -15)]
    (amendment,) = amendments_of(series_ranking(series, is_public=True))
    assert amendment.line.event == three[0]
    assert (amendment.mark.revision, amendment.mark.reason) == (2, "Read wrong")
    names = names_of([moved.person for moved in amendment.moved])
    told = {
        names[m.person]: (m.place_before, m.total_before, m.place, m.total) for m in amendment.moved
    }
    assert told == {"Anna": (2, 1, 4, -15), "Dora": (4, -9, 2, 7)}
    page = words_of(stranger.get(reverse("series", args=[series.pk])))
    assert "“Evening 1” was amended" in page
    assert "place 2, total +7 (before: place 4, total −9)" in page


def test_while_a_list_is_open_again_its_stage_is_marked(
    club: Club, by: Author, three: list[Event], director: Client
) -> None:
    series = series_of(club, by, *three, shows_running=False)
    corrects(three[0], by, -4, -4, -4, 12, lock=False)
    ranking = series_ranking(series, is_public=True)
    assert [line.state for line in ranking.lines] == ["open_again", "final", "final"]
    assert ranking.is_so_far
    page = words_of(director.get(reverse("series_desk", args=[series.pk])))
    assert "being corrected" in page


def test_an_amended_list_without_consequences_says_that_too(
    club: Club, by: Author, three: list[Event], stranger: Client
) -> None:
    series = series_of(club, by, *three, value="places", place_points=(3,))
    corrects(three[0], by, 13, -5, -4, -4)
    page = words_of(stranger.get(reverse("series", args=[series.pk])))
    assert "This ranking is the same as before." in page


def test_an_evening_that_is_not_over_counts_as_it_stands_if_that_is_wanted(
    club: Club, by: Author, three: list[Event], new_event: Callable[..., Event]
) -> None:
    running = new_event(hands=4, rounds=2)
    sits(running, *([player] for player in known(club, *FOUR)))
    plays_out(running, by, 0, 0, 0, 0, final=False)
    keys(running.rounds.get().tables.get(), by, 30, -10, -10, -10)
    with_it = series_of(club, by, *three, running)
    assert ranked(with_it)[0] == (1, "Anna", 31)
    assert series_ranking(with_it, is_public=True).is_so_far
    without = series_of(club, by, *three, running, shows_running=False)
    assert ranked(without)[0] == (1, "Ben", 11)


def test_what_an_event_hides_the_series_hides(
    club: Club,
    by: Author,
    three: list[Event],
    new_event: Callable[..., Event],
    stranger: Client,
    director: Client,
) -> None:
    hidden = new_event(hands=4, rounds=2, shows="at_the_end")
    sits(hidden, *([player] for player in known(club, *FOUR)))
    plays_out(hidden, by, 30, -10, -10, -10, final=False)
    series = series_of(club, by, *three, hidden)
    assert ranked(series)[0] == (1, "Ben", 11)
    assert ranked(series, is_public=False)[0] == (1, "Anna", 31)
    for client in (stranger, director):
        page = client.get(reverse("series", args=[series.pk])).content.decode()
        assert "+31" not in page
        rows = client.get(reverse("series_csv", args=[series.pk])).content.decode()
        assert "31" not in rows


def test_an_unpublished_event_is_neither_counted_nor_named_in_public(
    club: Club, by: Author, three: list[Event], stranger: Client
) -> None:
    Event.objects.filter(pk=three[1].pk).update(published_at=None, title="Secret evening")
    series = series_of(club, by, *three)
    assert ranked(series)[0] == (1, "Anna", 10)
    page = stranger.get(reverse("series", args=[series.pk])).content.decode()
    assert "Secret evening" not in page


def test_a_substitute_s_points_go_to_whom_the_entry_was_made_for(
    club: Club, by: Author, three: list[Event], new_event: Callable[..., Event]
) -> None:
    event = new_event(hands=4, rounds=1)
    people = known(club, *FOUR)
    sits(event, *([player] for player in people))
    entry = event.entries.get(number=1)
    Member.objects.filter(entry=entry).update(until_round=0)
    Member.objects.create(entry=entry, player=known(club, "Emil")[0], from_round=1)
    plays_out(event, by, 9, -3, -3, -3)
    series = series_of(club, by, event)
    assert ranked(series)[0] == (1, "Anna", 9)
    assert "Emil" not in [name for _place, name, _total in ranked(series)]


def test_who_starts_twice_at_a_stage_has_the_better_result(
    club: Club, by: Author, new_event: Callable[..., Event]
) -> None:
    event = new_event(hands=4, rounds=1)
    anna, ben, cora = known(club, "Anna", "Ben", "Cora")
    sits(event, [anna], [ben], [cora], [anna])
    plays_out(event, by, -3, -3, -3, 9)
    assert ranked(series_of(club, by, event)) == [(1, "Anna", 9), (2, "Ben", -3), (2, "Cora", -3)]


def pairs_evening(
    new_event: Callable[..., Event],
    by: Author,
    club: Club,
    first: tuple[str, ...],
    second: tuple[str, ...],
    *points: int,
) -> Event:
    event = new_event(ruleset="saskop", unit="pair", size=2, rounds=1, hands=4)
    sits(event, known(club, *first), known(club, *second))
    return plays_out(event, by, *points)


def test_where_partners_change_each_gets_the_pair_s_points(
    club: Club, by: Author, new_event: Callable[..., Event]
) -> None:
    one = pairs_evening(new_event, by, club, ("Anna", "Ben"), ("Cora", "Dora"), 8, 2)
    two = pairs_evening(new_event, by, club, ("Anna", "Cora"), ("Ben", "Dora"), 6, 4)
    each = series_of(club, by, one, two, value="places", place_points=(5, 2))
    assert ranked(each) == [(1, "Anna", 10), (2, "Cora", 7), (3, "Ben", 7), (4, "Dora", 4)]
    pairs = series_of(club, by, one, two, value="places", place_points=(5, 2), counts_for="pair")
    assert {name: total for _place, name, total in ranked(pairs)} == {
        "Anna / Ben": 5,
        "Cora / Dora": 2,
        "Anna / Cora": 5,
        "Ben / Dora": 2,
    }


def test_two_of_the_same_name_are_told_apart(
    club: Club, by: Author, new_event: Callable[..., Event]
) -> None:
    event = new_event(hands=4, rounds=1)
    twins = [
        Player.objects.create(club=club, name="Anna", home=home) for home in ("Kohler", "Plymouth")
    ]
    sits(event, [twins[0]], [twins[1]], *([one] for one in known(club, "Ben", "Cora")))
    Player.objects.filter(name="Ben").update(home="Kiel")
    plays_out(event, by, 9, -3, -3, -3)
    names = [name for _place, name, _total in ranked(series_of(club, by, event))]
    assert "Anna (Kohler)" in names
    assert "Anna (Plymouth)" in names
    assert "Ben" in names


def test_a_player_renamed_after_the_final_list_has_the_new_name_everywhere(
    club: Club, by: Author, three: list[Event]
) -> None:
    series = series_of(club, by, *three)
    ranked(series)
    Player.objects.filter(name="Ben").update(name="Benno")
    assert ranked(series)[0] == (1, "Benno", 11)


def test_many_venues_one_ranking_the_better_counts_for_who_plays_at_two(
    club: Club, by: Author, new_event: Callable[..., Event]
) -> None:
    one = evening(new_event, by, "Kohler", FOUR, 12, -4, -4, -4)
    two = evening(new_event, by, "Plymouth", ("Ben", "Emil", "Fritz", "Gerd"), 9, -3, -3, -3)
    series = series_of(club, by, one, two, best_of=1)
    assert ranked(series)[:2] == [(1, "Anna", 12), (2, "Ben", 9)]
    assert not unlike(series_ranking(series, is_public=False).lines)


def test_stages_that_are_set_up_in_another_way_are_named(
    club: Club, by: Author, three: list[Event], new_event: Callable[..., Event], director: Client
) -> None:
    other = new_event(hands=8, rounds=1)
    series = series_of(club, by, three[0], other)
    (sentence,) = unlike(series_ranking(series, is_public=False).lines)
    assert "Hands a round" in sentence
    page = words_of(director.get(reverse("series_desk", args=[series.pk])))
    assert "Not all stages are set up alike" in page


def test_the_spreadsheet_has_every_stage(
    club: Club, by: Author, three: list[Event], stranger: Client
) -> None:
    series = series_of(club, by, *three, best_of=2)
    rows = stranger.get(reverse("series_csv", args=[series.pk])).content.decode()
    assert "Evening 1,Evening 2,Evening 3" in rows
    assert "1,Ben,(-4),9,6,3,0,15" in rows


def test_somebody_is_found_by_a_part_of_the_name(
    club: Club, by: Author, three: list[Event], stranger: Client
) -> None:
    series = series_of(club, by, *three)
    page = stranger.get(reverse("series", args=[series.pk]), {"q": "cor"}).content.decode()
    assert "Cora" in page
    assert "Dora" not in page


def test_whoever_may_be_looked_up_leads_into_the_record_book(
    club: Club, by: Author, three: list[Event], stranger: Client
) -> None:
    address = reverse("series", args=[series_of(club, by, *three).pk])
    cora = Player.objects.get(name="Cora")
    link = f'href="{reverse("record_player", args=[club.pk, cora.pk])}"'
    assert link in stranger.get(address).content.decode()
    Player.objects.filter(pk=cora.pk).update(shown=Player.HIDDEN)
    assert link not in stranger.get(address).content.decode()


@pytest.mark.made_up
def test_reading_costs_the_same_for_many_stages_and_people(
    club: Club,
    by: Author,
    new_event: Callable[..., Event],
    stranger: Client,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    series = series_of(club, by, *made_up_stages(new_event, club, stages=6, people=40))
    address = reverse("series", args=[series.pk])
    stranger.get(address)
    with django_assert_max_num_queries(5):
        page = stranger.get(address)
    assert "Player 40" in page.content.decode()


def test_an_event_names_its_series_once_everybody_may_see_that(
    club: Club, by: Author, three: list[Event], stranger: Client
) -> None:
    address = reverse("event", args=[three[0].pk])
    before = stranger.get(address)
    series = series_of(club, by, *three[:2])
    Series.objects.update(published_at=None, title="„Oktober“, two stages")
    assert "Stage of a series" not in words_of(stranger.get(address))
    Series.objects.update(published_at=series.made_at)
    page = stranger.get(address, headers={"if-none-match": before.headers["ETag"]})
    assert "Stage of a series: „Oktober“, two stages" in words_of(page)
    assert f'href="{reverse("series", args=[series.pk])}"' in page.content.decode()
    Series.objects.update(final=three[2])
    final = stranger.get(reverse("event", args=[three[2].pk]))
    assert "Final of a series: „Oktober“, two stages" in words_of(final)


def test_an_open_page_of_a_series_is_told_of_every_correction(
    club: Club,
    by: Author,
    three: list[Event],
    stranger: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    series = series_of(club, by, *three)

    def page() -> str:
        return stranger.get(reverse("series", args=[series.pk])).content.decode()

    seen = re.search(r'data-stream="/live/([^/]+)/"\s+data-seen="(\d+)"', page())
    ticket = there(read_ticket(there(seen)[1]))
    assert ticket.topic == (SERIES, series.pk)
    with django_assert_num_queries(1):
        state = series_states([series.pk])[series.pk]
    assert (state.version, state.admits(ticket)) == (int(there(seen)[2]), True)
    corrects(three[0], by, 0, 0, 5, -5)
    corrected = series_states([series.pk])[series.pk]
    assert corrected.version > state.version
    assert f'data-seen="{corrected.version}"' in page()
    assert "was amended" in page()
    Series.objects.update(published_at=None)
    assert not series_states([series.pk])[series.pk].admits(ticket)
