"""The final of a series: who is qualified by what, and the event with them in one step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.answers import there
from tests.events.browser_form import form_on
from tests.series.series_stories import evening, known, plays_out, series_of, sits
from tests.tables.conftest import words_of
from tournaments.common.actions import Refused
from tournaments.models import Author, Club, Entry, Event, Member, Series
from tournaments.series import services
from tournaments.series.queries.finals import tickets_of
from tournaments.series.queries.ranking import names_of


@pytest.fixture
def series(new_event: Callable[..., Event], club: Club, by: Author) -> Series:
    """Two evenings of which Anna wins both; Ben and Cora are second."""
    one = evening(new_event, by, "Inn 1", ("Anna", "Ben", "Emil", "Fritz"), 12, 0, -6, -6)
    two = evening(new_event, by, "Inn 2", ("Anna", "Cora", "Dora", "Emil"), 9, 3, -4, -8)
    return series_of(club, by, one, two, has_final=True, top=1)


def qualified(series: Series) -> list[tuple[str, str]]:
    tickets = tickets_of(Series.objects.get(pk=series.pk)).tickets
    names = names_of([ticket.person for ticket in tickets])
    return [(names[ticket.person], ticket.by) for ticket in tickets]


def rules(series: Series, **changed: object) -> None:
    series.settings |= changed
    series.version += 1
    series.save()


def test_who_is_qualified_already_makes_room_for_the_next(series: Series, stranger: Client) -> None:
    assert qualified(series) == [("Anna", "stage"), ("Cora", "stage")]
    page = words_of(stranger.get(reverse("series_qualified", args=[series.pk])))
    assert "Cora Inn 2: place 2 · moved up" in page


def test_without_moving_up_the_place_stays_empty(series: Series) -> None:
    rules(series, moves_up=False)
    assert qualified(series) == [("Anna", "stage")]


def test_wild_cards_and_the_most_frequent(series: Series, stranger: Client) -> None:
    rules(series, wild_cards=1, frequent=1)
    assert qualified(series)[2:] == [("Ben", "wild"), ("Emil", "frequent")]
    page = words_of(stranger.get(reverse("series_qualified", args=[series.pk])))
    assert "one of the best totals besides: 0 (Inn 1)" in page
    assert "took part 2 times" in page


def test_a_stage_gives_places_only_when_its_list_is_final(
    series: Series, new_event: Callable[..., Event], by: Author, club: Club
) -> None:
    running = new_event(hands=4, rounds=1)
    sits(running, *([one] for one in known(club, "Gerd", "Hans", "Ida", "Jan")))
    plays_out(running, by, 30, -10, -10, -10, final=False)
    services.add_stage(series=series, event=running, by=by, submission=uuid4())
    assert ("Gerd", "stage") not in qualified(series)
    assert not tickets_of(Series.objects.get(pk=series.pk)).is_settled


def test_a_place_is_given_by_hand_with_a_reason_and_taken_back(
    series: Series, director: Client
) -> None:
    address = reverse("series_final", args=[series.pk])
    give, take = (reverse(name, args=[series.pk]) for name in ("give_place", "take_place"))
    dora = known(series.club, "Dora")[0]
    fields = form_on(director, address, give)
    refused = director.post(give, fields | {"player": dora.pk, "reason": ""})
    assert refused.status_code == 422
    assert "Say why" in words_of(refused)
    for _twice in range(2):
        sent = fields | {"player": dora.pk, "reason": "Won the draw at the bar"}
        assert director.post(give, sent).status_code == 302
    assert qualified(series)[-1] == ("Dora", "hand")
    director.post(take, form_on(director, address, take) | {"player": dora.pk})
    assert ("Dora", "hand") not in qualified(series)
    desk = words_of(director.get(reverse("series_desk", args=[series.pk])))
    assert "Dora was given a place in the final" in desk
    assert "The place in the final was taken back: Dora" in desk


def test_the_final_is_made_with_everybody_who_is_qualified(
    series: Series, director: Client
) -> None:
    address = reverse("series_final", args=[series.pk])
    fields = form_on(director, address)
    assert fields["title"] == "Final: Autumn cup"
    for _twice in range(2):
        answer = director.post(address, fields)
        assert answer.status_code == 302
    final = Event.objects.get(title="Final: Autumn cup")
    assert answer["Location"] == reverse("event_settings", args=[final.pk])
    entries = final.entries.order_by("pk")
    assert [(e.name, e.status, e.start_points) for e in entries] == [
        ("Anna", Entry.REGISTERED, 0),
        ("Cora", Entry.REGISTERED, 0),
    ]
    players = Member.objects.filter(entry__event=final).values_list("player__name", flat=True)
    assert set(players) == {"Anna", "Cora"}
    assert final.settings == Event.objects.get(title="Inn 2").settings
    assert Series.objects.get().final == final
    assert "The final is made" in words_of(director.get(address))
    stages = Series.objects.get().stages.values_list("event__title", flat=True)
    assert list(stages) == ["Inn 1", "Inn 2"]


def test_there_is_one_final(series: Series, by: Author) -> None:
    services.make_final(series=series, title="Final", by=by, submission=uuid4())
    again = Series.objects.get()
    with pytest.raises(Refused, match="a final already"):
        services.make_final(series=again, title="Final", by=by, submission=uuid4())
    assert Event.objects.filter(title="Final").count() == 1
    with pytest.raises(Refused, match="no stage"):
        services.add_stage(series=again, event=there(again.final), by=by, submission=uuid4())


def test_two_directors_at_the_same_moment_make_the_same_final(series: Series, by: Author) -> None:
    seen_by_both = Series.objects.get()
    events = {
        services.make_final(series=seen_by_both, title="Final", by=by, submission=uuid4())
        for _director in range(2)
    }
    assert len(events) == 1
    assert Event.objects.filter(title="Final").count() == 1
    assert events.pop().entries.count() == 2


def test_nobody_qualified_is_no_final(club: Club, by: Author) -> None:
    empty = series_of(club, by, has_final=True)
    with pytest.raises(Refused, match="Nobody is qualified"):
        services.make_final(series=empty, title="Final", by=by, submission=uuid4())


def pairs_series(new_event: Callable[..., Event], club: Club, by: Author, **more: Any) -> Series:
    event = new_event(ruleset="saskop", unit="pair", size=2, rounds=1, hands=4)
    sits(event, known(club, "Anna", "Ben"), known(club, "Cora", "Dora"))
    return series_of(club, by, plays_out(event, by, 8, 2), has_final=True, top=1, **more)


def test_pairs_qualify_as_pairs_and_are_entered_as_pairs(
    new_event: Callable[..., Event], club: Club, by: Author
) -> None:
    series = pairs_series(new_event, club, by, counts_for="pair")
    final = services.make_final(series=series, title="Final", by=by, submission=uuid4())
    entry = final.entries.get()
    assert entry.name == "Anna / Ben"
    assert entry.members.count() == 2


def test_partners_who_qualify_one_by_one_are_entered_by_hand(
    new_event: Callable[..., Event], club: Club, by: Author
) -> None:
    series = pairs_series(new_event, club, by)
    with pytest.raises(Refused, match="enter the pairs"):
        services.make_final(series=series, title="Final", by=by, submission=uuid4())
    assert not Event.objects.filter(title="Final").exists()
