"""The standing: who is in it, what rounds bring, what decides; equal to a naive recomputation."""

from __future__ import annotations

import gc
from collections import Counter, defaultdict
from typing import Any
from weakref import ref

import pytest
from django.db.models import F
from pytest_django import DjangoAssertNumQueries

from tests.events.big import big_event
from tests.events.states import cancelled, closed
from tournaments.events.standings.queries.snapshots import snapshot_of
from tournaments.events.standings.queries.standing_page import (
    StandingAsked,
    StandingPage,
    standing_page,
)
from tournaments.events.standings.queries.standings import (
    event_standing,
    lot_seed,
    moved_since,
    places_after,
)
from tournaments.models import Club, Entry, Event, EventChange, Member, Player, Result, Round, Table

pytestmark = [pytest.mark.django_db, pytest.mark.made_up]


def changed(event: Event) -> Event:
    """Count a deed, as every change of a director does."""
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
    event.refresh_from_db()
    return event


def totals(event: Event, *, only_closed: bool = False) -> dict[int | None, Any]:
    standing = event_standing(event, only_closed=only_closed)
    return {row.entry.number: row.total for row in standing.rows()}


def naive(event: Event, *states: str) -> dict[int | None, int]:
    """The sums of everybody, one row after the other."""
    sums: dict[int | None, int] = defaultdict(int)
    for entry in event.entries.all():
        sums[entry.number] += entry.start_points
        for result in entry.results.filter(round__state__in=states):
            sums[entry.number] += result.points
    return dict(sums)


def test_what_stood_before_a_deed_makes_room(club: Club) -> None:
    event = big_event(club, entries=8, closed=1)
    before = ref(event_standing(event))
    assert event_standing(event) is before(), "between two deeds it is reckoned once"
    after = event_standing(changed(event))
    gc.collect()
    assert before() is None, "a day has thousands of deeds"
    assert event_standing(event) is after


def test_a_deed_that_changes_no_place_is_not_reckoned(club: Club) -> None:
    event = big_event(club, entries=8, closed=1, running=True, tie_breaks=["shared"])
    before = event_standing(event)
    Event.objects.filter(pk=event.pk).update(title="Renamed")
    after = event_standing(changed(event))
    assert after.ranked is before.ranked
    assert after.snapshot.event.title == "Renamed"
    Entry.objects.filter(event=event, number=3).update(start_points=999)
    assert event_standing(changed(event)).ranked[0].entry == 3
    Result.objects.filter(round__event=event, round__number=2, side=0).update(points=5_000)
    Table.objects.filter(event_table__round__number=2).update(version=F("version") + 1)
    added_up = totals(event)
    assert added_up == naive(event, Round.CLOSED, Round.DRAWN)
    event.settings = {**event.settings, "yields": "places"}
    event.save()
    assert totals(changed(event)) != added_up


def test_the_places_of_the_round_before_are_kept_until_something_in_them_changes(
    club: Club,
) -> None:
    event = big_event(club, entries=8, closed=1, running=True, tie_breaks=["shared"])
    before = places_after(snapshot_of(event), 1)
    Result.objects.filter(round__event=event, round__number=2, side=0).update(points=30)
    Table.objects.filter(event_table__round__number=2).update(version=F("version") + 1)
    assert places_after(snapshot_of(changed(event)), 1) is before
    last = max(before, key=before.__getitem__)
    Entry.objects.filter(event=event, number=last).update(start_points=999)
    assert places_after(snapshot_of(changed(event)), 1)[last] == 1


def test_who_rose_is_said_anew_when_a_round_before_was_corrected(club: Club) -> None:
    event = big_event(club, entries=8, closed=2, tie_breaks=["shared"])
    assert moved_since(event_standing(event))
    Result.objects.filter(round__event=event, round__number=2).update(points=0)
    event.rounds.update(version=F("version") + 1)
    assert moved_since(event_standing(changed(event))) == {}, "the places are those of round 1"
    first = event.entries.get(number=1)
    Result.objects.filter(round__event=event, round__number=1, entry=first).update(points=-999)
    event.rounds.update(version=F("version") + 1)
    assert moved_since(event_standing(changed(event))) == {}, "and so they are once it is mended"


@pytest.mark.parametrize("seed", range(3))
def test_totals_are_those_of_a_naive_sum(club: Club, seed: int) -> None:
    event = big_event(club, entries=23, closed=3, running=True, seed=seed, rounds=5)
    Entry.objects.filter(event=event, number__lte=3).update(start_points=7)
    assert totals(event, only_closed=True) == naive(event, Round.CLOSED)
    assert totals(event) == naive(event, Round.CLOSED, Round.DRAWN)


def test_places_are_those_of_sorted_totals(club: Club) -> None:
    event = big_event(club, entries=43, closed=2, tie_breaks=["shared"])
    rows = event_standing(event).rows()
    sums = naive(event, Round.CLOSED)
    better = {
        number: sum(other > total for other in sums.values()) for number, total in sums.items()
    }
    assert {row.entry.number: row.place for row in rows} == {
        number: place + 1 for number, place in better.items()
    }
    counts = Counter(sums.values())
    assert {row.entry.number: row.is_shared for row in rows} == {
        number: counts[total] > 1 for number, total in sums.items()
    }


def test_a_cancelled_round_and_one_nobody_knows_of_are_left_out(club: Club) -> None:
    event = big_event(club, entries=8, closed=2, running=True, rounds=4)
    before = totals(event, only_closed=True)
    event.rounds.filter(number=3).update(published_at=None)
    assert totals(changed(event)) == before
    event.rounds.filter(number=2).update(**cancelled())
    assert totals(changed(event)) == naive(event, Round.CLOSED)
    assert [one.number for one in event_standing(event).counted] == [1]


def test_house_players_are_not_ranked_and_the_disqualified_stand_below(club: Club) -> None:
    event = big_event(club, entries=8, closed=1)
    Entry.objects.filter(event=event, number=8).update(is_house=True)
    Entry.objects.filter(event=event, number=1).update(status=Entry.OUT)
    Entry.objects.filter(event=event, number=2).update(status=Entry.LEFT)
    rows = event_standing(event).rows()
    assert {row.entry.number for row in rows} == set(range(1, 8))
    assert (rows[-1].entry.number, rows[-1].place) == (1, None)
    assert rows[-1].total == Result.objects.get(entry__event=event, entry__number=1).points
    assert [row.place for row in rows[:-1]] == [1, 2, 3, 4, 5, 6]


def test_who_only_registered_or_never_came_is_not_in_it(club: Club) -> None:
    event = big_event(club, entries=4, closed=0)
    Entry.objects.filter(event=event, number=1).update(status=Entry.NO_SHOW)
    Entry.objects.filter(event=event, number=2).update(number=None, status=Entry.REGISTERED)
    rows = event_standing(event).rows()
    assert [(row.entry.number, row.place, row.total) for row in rows] == [
        (3, None, None),
        (4, None, None),
    ]


def test_who_missed_the_first_rounds_gets_what_the_rules_say(club: Club) -> None:
    event = big_event(club, entries=9, closed=2, running=True, rounds=3, late_value=-5)
    late = event.entries.get(number=9)
    late.results.filter(round__number__lt=3).delete()
    late.first_round = 3
    late.save()
    row = event_standing(event, only_closed=True).row_of(9)
    assert row is not None
    assert [(cell.number, cell.value, cell.kind) for cell in row.cells] == [
        (1, -5, "late"),
        (2, -5, "late"),
    ]
    assert row.total == -10


@pytest.mark.parametrize(("yields", "value"), [("points", 6), ("average", 6), ("places", 6)])
def test_a_bye_is_worth_what_the_rules_say(club: Club, yields: str, value: int) -> None:
    event = big_event(club, entries=4, closed=1, yields=yields, bye_value=value, hands=32)
    bye = Entry.objects.create(event=event, number=5, name="Eva", status=Entry.HERE)
    played = event.rounds.get()
    Result.objects.create(event=event, round=played, entry=bye, is_in=True)
    row = event_standing(changed(event)).row_of(5)
    assert row is not None
    assert (row.total, row.cells[0].kind) == (value, "bye")


def test_in_an_average_a_bye_without_a_value_is_no_0(club: Club) -> None:
    event = big_event(club, entries=4, closed=1, yields="average")
    bye = Entry.objects.create(event=event, number=5, name="Eva", status=Entry.HERE)
    Result.objects.create(event=event, round=event.rounds.get(), entry=bye, is_in=True)
    row = event_standing(changed(event)).row_of(5)
    assert row is not None
    assert row.total is None


def level(event: Event, solos: dict[int, int]) -> None:
    """Give everybody the same points, and so many solos."""
    event.results.update(points=0, solos=0)
    for number, count in solos.items():
        event.results.filter(entry__number=number).update(solos=count)


def test_what_decided_is_said_with_both_values(club: Club) -> None:
    event = big_event(club, entries=4, closed=1, tie_breaks=["solos", "shared"], counted="solos")
    level(event, {1: 2, 2: 3, 3: 2})
    rows = event_standing(changed(event)).rows()
    assert [(row.entry.number, row.place, row.is_shared) for row in rows] == [
        (2, 1, False),
        (1, 2, True),
        (3, 2, True),
        (4, 4, False),
    ]
    assert [row.decision and tuple(row.decision) for row in rows] == [
        None,
        ("solos", 2, 3),
        ("solos", 2, 3),
        ("solos", 0, 2),
    ]


def test_lots_are_drawn_after_the_last_round_alone_and_stay(club: Club) -> None:
    event = big_event(club, entries=8, closed=1, running=True, tie_breaks=["lot"])
    level(event, {})
    assert {row.place for row in event_standing(changed(event)).rows()} == {1}
    event.rounds.update(**closed())
    first = [row.entry.number for row in event_standing(changed(event)).rows()]
    assert [row.place for row in event_standing(event).rows()] == list(range(1, 9))
    assert [row.entry.number for row in event_standing(changed(event)).rows()] == first
    page = standing_page_of(event)
    assert page.seed == lot_seed(event)


def standing_page_of(event: Event, **asked: Any) -> StandingPage:
    from tournaments.events.standings.queries.snapshots import snapshot_of

    return standing_page(snapshot_of(event), StandingAsked(**asked))


def test_groups_are_ranked_among_themselves(club: Club) -> None:
    event = big_event(club, entries=12, closed=2, groups=["ladies", "guests"])
    Entry.objects.filter(event=event, number__in=[2, 5, 9]).update(groups=["Ladies"])
    Entry.objects.filter(event=event, number=7).update(is_guest=True)
    sums = naive(event, Round.CLOSED)
    page = standing_page_of(changed(event), group="ladies")
    expected = sorted([2, 5, 9], key=lambda number: -sums[number])
    assert [row.entry.number for row in page.rows] == expected
    assert page.rows[0].place == 1
    assert [row.entry.number for row in standing_page_of(event, group="guests").rows] == [7]
    assert page.standing.groups == ["ladies", "guests"]


def test_teams_add_up_their_best(club: Club) -> None:
    event = big_event(club, entries=8, closed=1, team_size=4, team_best=2)
    Entry.objects.filter(event=event, number__lte=4).update(team="Aces")
    Entry.objects.filter(event=event, number__gt=4).update(team="Tens")
    sums = naive(event, Round.CLOSED)
    page = standing_page_of(changed(event), teams=True)
    assert {team.team: team.total for team in page.teams} == {
        "Aces": sum(sorted((sums[number] for number in range(1, 5)), reverse=True)[:2]),
        "Tens": sum(sorted((sums[number] for number in range(5, 9)), reverse=True)[:2]),
    }


def test_rounds_that_do_not_count_are_marked(club: Club) -> None:
    event = big_event(club, entries=4, closed=3, best_of=2)
    for row in event_standing(event).rows():
        values = sorted((cell.value or 0 for cell in row.cells), reverse=True)
        assert row.total == sum(values[:2])
        assert [cell.is_dropped for cell in row.cells].count(True) == 1


def test_a_result_that_was_corrected_after_the_next_draw_is_marked(club: Club) -> None:
    event = big_event(club, entries=4, closed=2)
    entry = event.entries.get(number=3)
    EventChange.objects.create(
        event=event, kind="corrected_late", entry=entry, round_number=1, event_version=1
    )
    rows = event_standing(changed(event)).rows()
    assert {row.entry.number for row in rows if row.is_corrected} == {3}
    row = event_standing(event).row_of(3)
    assert row is not None
    assert [cell.is_corrected for cell in row.cells] == [True, False]


def test_a_substitute_is_named_and_the_entry_keeps_the_points(club: Club) -> None:
    event = big_event(club, entries=4, closed=1, running=True)
    entry = event.entries.get(number=2)
    before = totals(event)[2]
    Member.objects.create(
        entry=entry, player=Player.objects.create(club=club, name="Vroni"), from_round=2
    )
    row = event_standing(changed(event)).row_of(2)
    assert row is not None
    assert (row.substitute, row.total) == ("Vroni", before)


def test_names_and_numbers_are_found(club: Club) -> None:
    event = big_event(club, entries=12, closed=1, names=["Änne Öchsner", "Franz Xaver Huber"])
    assert [r.entry.number for r in standing_page_of(event, words="huber fr").rows] == [2]
    assert [r.entry.number for r in standing_page_of(event, words="ÄNNE").rows] == [1]
    assert [r.entry.number for r in standing_page_of(event, words="12").rows] == [12]
    assert standing_page_of(event, words="nobody").rows == ()


def test_pages_have_a_hundred_lines_and_all_of_them_everybody(club: Club) -> None:
    event = big_event(club, entries=243, closed=1)
    pages = [standing_page_of(event, number=number) for number in (1, 2, 3)]
    assert [len(page.rows) for page in pages] == [100, 100, 43]
    listed = [row.entry.number for page in pages for row in page.rows]
    assert sorted(listed) == list(range(1, 244))
    assert standing_page_of(event, number=9).lines.number == 3


@pytest.mark.parametrize("size", [8, 60])
@pytest.mark.parametrize("hands", [0, 5])
def test_a_few_questions_whatever_the_size(
    club: Club, django_assert_max_num_queries: DjangoAssertNumQueries, size: int, hands: int
) -> None:
    event = big_event(club, entries=size, closed=3, running=True, hands_a_table=hands)
    with django_assert_max_num_queries(5):
        event_standing(event).rows()
    Table.objects.filter(event_table__round__event=event, event_table__round__number=4).update(
        version=F("version") + 1
    )
    with django_assert_max_num_queries(2):
        event_standing(event).rows()
    with django_assert_max_num_queries(1):
        event_standing(event).rows()
