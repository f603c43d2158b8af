"""A draw that knows the season: who met at the earlier stages of the series is kept apart."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from formats.presets import PRESETS
from tests.events.conftest import words_of
from tests.events.draw.drawn_rounds import drawn, propose, the_round
from tests.events.states import cancelled
from tests.series.series_stories import known, sits
from tournaments.events.draw.queries.drawing import ground_for
from tournaments.events.draw.services import rounds
from tournaments.models import Author, Club, Event, Member, Player, Round, Series

pytestmark = pytest.mark.django_db

NAMES = tuple(f"Player {number}" for number in range(1, 17))

Night = Callable[..., Event]


@pytest.fixture
def league(club: Club) -> Series:
    return Series.objects.create(club=club, title="Tavern league")


@pytest.fixture
def night(new_event: Callable[..., Event], league: Series, by: Author) -> Night:
    """One more evening of the league, of one round, to which these people come in this order."""

    def make(
        title: str, names: Sequence[str] = NAMES, series: Series = league, **more: object
    ) -> Event:
        usual: dict[str, object] = {"rounds": 1, "hands": 4, "season_apart": True}
        event = new_event(**usual | more)
        Event.objects.filter(pk=event.pk).update(title=title)
        event.title = title
        sits(event, *([player] for player in known(event.club, *names)))
        series.stages.create(event=event, number=series.stages.count() + 1)
        return event

    return make


def met(played: Round) -> list[tuple[int, int]]:
    """Who meets in a round, by players."""
    of = dict(
        Member.objects.filter(entry__event=played.event_id).values_list(
            "entry__number", "player_id"
        )
    )
    tables = ([of[number] for number in table] for table in played.plan["tables"])
    return [couple for table in tables for couple in combinations(sorted(table), 2)]


def repeats(pairs: Sequence[tuple[int, int]]) -> int:
    return len(pairs) - len(Counter(pairs))


def test_in_four_nights_far_fewer_meet_again_than_by_chance(
    night: Night, club: Club, by: Author
) -> None:
    counted = {}
    for is_on in (True, False):
        series = Series.objects.create(club=club, title=f"League {is_on}")
        pairs: list[tuple[int, int]] = []
        for number in range(4):
            order = NAMES[number * 5 :] + NAMES[: number * 5]
            event = night(f"Night {number + 1}", order, series, season_apart=is_on)
            pairs += met(drawn(event, by))
        counted[is_on] = repeats(pairs)
    assert counted[True] * 3 < counted[False] * 2, counted


def test_the_director_sees_what_counts_before_and_after_the_draw(
    night: Night, director: Client, by: Author
) -> None:
    first = night("Night 1", NAMES[:8])
    page = reverse("round", args=[first.pk, 1])
    assert "This is the first stage (Tavern league)" in words_of(director.get(page))
    report = drawn(first, by).report["season"]
    assert (report["stages"], report["met"]) == (0, 0)

    second = night("Night 2", NAMES[:8], draws=("random",))
    page = reverse("round", args=[second.pk, 1])
    words = words_of(director.get(page))
    assert "What counts is 1 earlier stage (Tavern league): Night 1." in words
    assert "The way that is chosen for this round does not look at that" in words
    proposed = propose(second, by, draw="random_wishes")
    again = [pair for pair in met(proposed) if pair in met(the_round(first, 1))]
    # Four of one table at two: two couples meet again, and four of the other: two more.
    assert proposed.report["season"]["met"] == len(again) == 4
    assert proposed.report["repeats"] == 0
    words = words_of(director.get(page))
    assert "Pairs at the tables that met earlier this season: 4 of 12." in words
    assert "2 pairs here met earlier this season." in words
    one, other, times, title = proposed.report["season"]["again"][0]
    names = {entry.number: entry.name for entry in second.entries.all()}
    assert (times, title) == (1, "Night 1")
    assert f"{names[one]} ({one}) and {names[other]} ({other}) have met: Night 1." in words

    before = proposed.report["season"]["met"]
    table, beside = proposed.plan["tables"]
    rounds.swap_seats(
        event=second, number=1, one=table[0], other=beside[0], by=by, submission=uuid4()
    )
    changed = the_round(second, 1)
    assert changed.report["season"]["met"] != before or changed.plan != proposed.plan
    assert sum(changed.report["season"]["tables"]) == changed.report["season"]["met"]
    rounds.accept_draw(event=second, number=1, anyway=False, by=by, submission=uuid4())
    assert "Pairs at the tables that met earlier this season: " in words_of(director.get(page))


def test_who_really_sat_there_has_met_and_a_stranger_nobody(night: Night, by: Author) -> None:
    first = night("Night 1", NAMES[:4])
    drawn(first, by)
    absent = first.entries.get(number=1).members.get()
    substitute = Player.objects.create(club=first.club, name="Sven")
    Member.objects.filter(pk=absent.pk).update(from_round=2)
    Member.objects.create(entry_id=absent.entry_id, player=substitute, from_round=1, until_round=1)
    second = night("Night 2", ("Player 1", "Player 2", "Sven", "Zoe"))
    ground = ground_for(second, 1)
    assert ground.season.met == {(2, 3): [1]}  # Player 2 and Sven; Player 1 was not there
    third = night("Night 3", ("Xenia", "Yves", "Zora", "Zeno"))
    assert ground_for(third, 1).season.met == {}
    report = drawn(third, by).report["season"]
    assert (report["stages"], report["pairs"], report["met"]) == (2, 6, 0)


def test_what_is_near_counts_more_and_each_stage_once_in_two_series(
    night: Night, club: Club, by: Author
) -> None:
    cup = Series.objects.create(club=club, title="Cup of the year")
    nights = [night(f"Night {number}", NAMES[:4]) for number in (1, 2, 3)]
    for one in nights[:2]:
        drawn(one, by)
    cup.stages.create(event=nights[0], number=1)
    cup.stages.create(event=nights[2], number=2)
    ground = ground_for(nights[2], 1)
    assert {tuple(evenings) for evenings in ground.season.met.values()} == {(1, 1)}
    cup.stages.all().delete()
    ground = ground_for(nights[2], 1)
    assert {tuple(evenings) for evenings in ground.season.met.values()} == {(1, 2)}
    # What is still proposed, what was taken back and what comes later is no meeting.
    Round.objects.filter(event=nights[1]).update(**cancelled())
    assert set(map(tuple, ground_for(nights[2], 1).season.met.values())) == {(2,)}
    assert ground_for(nights[0], 1).season.met == {}


def test_alone_in_a_final_or_switched_off_nothing_counts(
    night: Night, director: Client, league: Series, by: Author, new_event: Callable[..., Event]
) -> None:
    drawn(night("Night 1", NAMES[:8]), by)
    final = new_event(rounds=1, hands=4, season_apart=True)
    sits(final, *([player] for player in known(final.club, *NAMES[:8])))
    page = reverse("round", args=[final.pk, 1])
    assert "this event is not a stage of a series yet" in words_of(director.get(page))
    league.final = final
    league.save()
    assert "This is the final (Tavern league)" in words_of(director.get(page))
    assert ground_for(final, 1).season.rounds == ()
    off = night("Night 2", NAMES[:8], season_apart=False)
    with CaptureQueriesContext(connection) as asked:
        assert ground_for(off, 1).season.rounds == ()
    assert not [query for query in asked if "seriesstage" in query["sql"]]
    assert "season" not in propose(off, by).report
    assert "earlier this season" not in words_of(director.get(reverse("round", args=[off.pk, 1])))


def test_who_sat_out_last_time_is_spared_tonight(night: Night, by: Author) -> None:
    left = set()
    for number in range(1, 5):
        out = drawn(night(f"Night {number}", NAMES[:5], odd="bye"), by).plan["out"]
        left.update(out)
    assert len(left) == 4


@pytest.mark.one_database
def test_a_season_costs_as_many_queries_as_one_night(night: Night, by: Author) -> None:
    asked = []
    for number in range(1, 5):
        event = night(f"Night {number}", NAMES[:8])
        with CaptureQueriesContext(connection) as queries:
            assert len(ground_for(event, 1).season.stages) == number - 1
        asked.append(len(queries))
        drawn(event, by)
    assert asked[1:] == [asked[1]] * 3
    assert asked[1] <= 3 + 5


def test_weekly_leagues_have_it_on_and_the_form_says_what_it_does(
    director: Client, club: Club
) -> None:
    assert PRESETS["league_night"].settings.season_apart
    page = reverse("set_up_event", args=[club.pk, "league_night"])
    form = director.get(page)
    words = words_of(form)
    assert "Avoid who met earlier this season" in words
    assert "few meet whom they met at an earlier stage" in words
    assert re.search(r'<input[^>]*name="season_apart"[^>]* checked', form.content.decode())
