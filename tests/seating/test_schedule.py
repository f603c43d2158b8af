"""Whole schedules, and rounds by history: laws for any request, and known schedules."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import ceil
from types import ModuleType

import pytest
from hypothesis import given, settings

from seating.chance import Chance
from seating.draws import by_history, schedule
from seating.model import Drawn, Impossible, Request, Round, Wishes
from seating.sizes import layout
from seating.wishes import broken_wishes
from tests.seating.requests import excess, laid_out, requests

DRAWS = [schedule, by_history]


def drawn(way: ModuleType, request: Request, seed: int = 1) -> Drawn:
    result: Drawn = way.draw(request, laid_out(request), Chance(seed))
    return result


@pytest.mark.parametrize("way", DRAWS)
@settings(deadline=None, max_examples=60)
@given(requests())
def test_laws(way: ModuleType, request: Request) -> None:
    tables = laid_out(request)
    try:
        result = drawn(way, request)
    except Impossible:
        assert request.wishes.apart
        assert request.wishes.together or request.wishes.tables
        return
    assert result == way.draw(replace(request, steps=result.steps), tables, Chance(1))
    assert len(result.rounds) == request.rounds
    for played in result.rounds:
        seated = [entry for table in played.tables for entry in table]
        assert sorted([*seated, *played.out]) == sorted(request.entries)
        assert tuple(len(table) for table in played.tables) == tables.sizes
        assert len(played.out) == tables.out
        assert not any(wish.hard for wish in broken_wishes(played, request.wishes))
    assert result == drawn(way, request)


@pytest.mark.parametrize("way", DRAWS)
@settings(deadline=None, max_examples=60)
@given(requests(wishes=False, history=False))
def test_odd_tables_and_places_out_are_shared_out(way: ModuleType, request: Request) -> None:
    tables = laid_out(request)
    odd = [size != request.size for size in tables.sizes]
    times: Counter[int] = Counter()
    for played in drawn(way, request).rounds:
        times.update(played.out)
        for table, special in zip(played.tables, odd, strict=True):
            times.update(table if special and not all(odd) else ())
    places = sum(times.values())
    assert max(times.values(), default=0) <= ceil(places / len(request.entries))


@pytest.mark.parametrize(
    ("entries", "size", "rounds"), [(40, 4, 10), (60, 5, 6), (96, 3, 8), (200, 4, 8), (28, 4, 9)]
)
def test_nobody_meets_twice_where_that_is_known(entries: int, size: int, rounds: int) -> None:
    request = Request(entries=tuple(range(1, entries + 1)), size=size, rounds=rounds)
    result = drawn(schedule, request)
    assert excess(result.rounds) == result.steps == 0
    assert result != drawn(schedule, request, seed=2)


@pytest.mark.parametrize(("entries", "rounds"), [(33, 10), (41, 12), (44, 12), (30, 8)])
def test_gaps_in_larger_schedules(entries: int, rounds: int) -> None:
    request = Request(entries=tuple(range(entries)), size=4, rounds=rounds, odd="down", steps=10**6)
    assert excess(drawn(schedule, request).rounds) == 0


def test_teams_never_meet() -> None:
    teams = tuple(frozenset(range(first, first + 4)) for first in range(0, 40, 4))
    near = frozenset((place, place + 1) for place in range(0, 39))
    for wishes in (Wishes(groups=teams), Wishes(rather_not=near)):
        request = Request(entries=tuple(range(40)), size=4, rounds=8, wishes=wishes, steps=10**6)
        result = drawn(schedule, request)
        met = {two for played in result.rounds for two in played.pairs()}
        assert excess(result.rounds) == 0
        assert not any((a, b) in met for team in teams for a in team for b in team if wishes.groups)
        assert not met & wishes.rather_not


def test_fixed_tables_in_a_known_schedule() -> None:
    wishes = Wishes(tables={3: 2, 7: 0}, seats={3: 1})
    request = Request(entries=tuple(range(16)), size=4, rounds=3, wishes=wishes)
    for played in drawn(schedule, request).rounds:
        assert played.tables[2][1] == 3
        assert 7 in played.tables[0]


def test_more_rounds_than_are_known_begin_with_those() -> None:
    request = Request(entries=tuple(range(28)), size=4, rounds=10, steps=0)
    assert excess(drawn(schedule, request).rounds) == 42


def test_house_players_are_out_first() -> None:
    wishes = Wishes(house=frozenset({9}))
    request = Request(
        entries=tuple(range(1, 10)), size=4, rounds=3, odd="bye", wishes=wishes, steps=9
    )
    assert {played.out for played in drawn(schedule, request).rounds} == {(9,)}


def test_wishes_against_each_other_are_refused_in_words() -> None:
    wishes = Wishes(apart=frozenset({(1, 2)}), together=frozenset({(1, 2)}))
    request = Request(entries=tuple(range(8)), size=4, wishes=wishes)
    with pytest.raises(Impossible, match="1 and 2"):
        drawn(by_history, request)


def test_round_by_round_without_repeats() -> None:
    history: tuple[Round, ...] = ()
    for number in range(8):
        present = tuple(e for e in range(62) if e % 20 != number)[:56]
        request = Request(entries=present, size=4, history=history, steps=200_000)
        history += drawn(by_history, request, number).rounds
    assert excess(history) == 0


def test_fields_up_to_the_largest() -> None:
    request = Request(entries=tuple(range(2_000)), size=4, rounds=6)
    assert excess(drawn(schedule, request).rounds) == 0
    odd = replace(request, entries=tuple(range(1_003)), rounds=4)
    assert excess(by_history.draw(odd, layout(1_003, 4, "up"), Chance(1)).rounds) == 0


@pytest.mark.parametrize("way", DRAWS)
def test_another_start_is_tried_where_one_cannot_keep_the_wishes(way: ModuleType) -> None:
    wishes = Wishes(apart=frozenset({(5, 27)}), together=frozenset({(4, 39)}), tables={9: 0})
    request = Request(entries=(4, 5, 9, 27, 39, 42), size=3, wishes=wishes, steps=0)
    for seed in range(9):
        (played,) = drawn(way, request, seed).rounds
        assert not broken_wishes(played, wishes)


@pytest.mark.parametrize(("entries", "size", "rounds"), [(17, 4, 4), (18, 4, 3), (29, 5, 4)])
def test_the_fewest_repeats_with_long_tables_are_couples(
    entries: int, size: int, rounds: int
) -> None:
    """Any two rounds must share a meeting for each long table, so nobody can have fewer."""
    request = Request(
        entries=tuple(range(1, entries + 1)), size=size, rounds=rounds, only_repeats=True
    )
    result = drawn(schedule, request)
    assert excess(result.rounds) == (rounds - 1) * (entries % size)
    assert result.steps < 100_000
