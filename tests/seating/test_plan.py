"""The one way in: laws of every draw, and reports that equal a naive recount."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seating.model import Impossible, Request, Round, Wishes
from seating.plan import DRAWS, plan, with_house_players
from seating.sizes import layout

FOR_PAIRS = {"swiss", "berger"}
ONE_ROUND = {"blocks", "interval", "ladder", "soft"}
STEPS = 3_000


def recount(rounds: list[Round]) -> int:
    """Meetings beyond the first, counted by looking at every two of everybody."""
    tables = [set(table) for played in rounds for table in played.tables]
    everybody = sorted(set().union(*tables))
    met = [sum({a, b} <= table for table in tables) for a, b in combinations(everybody, 2)]
    return sum(times - 1 for times in met if times > 1)


@st.composite
def drawable(draw: st.DrawFn) -> Request:
    """A request for any way of drawing, with as many entries and rounds as it takes."""
    way = draw(st.sampled_from(sorted(set(DRAWS) - {"import", "movement"})))
    size = 2 if way in FOR_PAIRS else draw(st.integers(3, 6))
    odd = "bye" if way in FOR_PAIRS else draw(st.sampled_from(("up", "down", "bye")))
    entries = tuple(range(1, draw(st.integers(size * size, 41)) + 1))
    return Request(
        entries=entries,
        size=size,
        odd=odd,
        draw=way,
        rounds=1 if way in ONE_ROUND else draw(st.integers(1, 4)),
        seed=draw(st.integers(0, 99)),
        steps=STEPS,
        standing=entries[::-1],
        winners=frozenset(entries[::2]),
    )


@settings(max_examples=120, deadline=None)
@given(request=drawable())
def test_every_draw_keeps_the_laws(request: Request) -> None:
    try:
        found = plan(request)
    except Impossible as impossible:
        pytest.fail(f"{request}: {impossible}")
    assert len(found.rounds) == request.rounds
    tables = layout(len(request.entries), request.size, request.odd)
    for played in found.rounds:
        seated = [entry for table in played.tables for entry in table]
        assert sorted([*seated, *played.out]) == sorted(request.entries)
        assert sorted(map(len, played.tables)) == sorted(tables.sizes)
    report = found.report
    assert report.repeats == recount(list(found.rounds)) >= report.bound
    assert plan(request).rounds == found.rounds
    assert plan(found.request).rounds == found.rounds
    outs = Counter(entry for played in found.rounds for entry in played.out)
    assert report.out == {entry: outs[entry] for entry in request.entries}
    if request.draw != "manual":  # there people decide who sits out
        assert max(report.out.values()) - min(report.out.values()) <= 1


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 99), absent=st.lists(st.integers(1, 30), max_size=6))
def test_people_come_and_go_between_the_rounds(seed: int, absent: list[int]) -> None:
    history: tuple[Round, ...] = ()
    entries = tuple(range(1, 25))
    for number, who in enumerate(absent):
        if who in entries and len(entries) > 16:
            entries = tuple(entry for entry in entries if entry != who)
        else:
            entries = (*entries, 31 + number)
        found = plan(
            Request(
                entries=entries, size=4, draw="history", history=history, seed=seed, steps=STEPS
            )
        )
        history += found.rounds
        assert {e for table in found.rounds[0].tables for e in table} == set(entries)


def test_wishes_that_must_be_kept_are() -> None:
    wishes = Wishes(
        apart=frozenset({(1, 2), (3, 4)}),
        groups=(frozenset({5, 6, 7, 8}),),
        together=frozenset({(9, 10)}),
        tables={11: 0},
        seats={12: 2},
    )
    for way in ("random_wishes", "schedule", "history"):
        request = Request(
            entries=tuple(range(1, 29)), size=4, rounds=4, draw=way, wishes=wishes, steps=30_000
        )
        report = plan(request).report
        assert not any(one.wish.hard for one in report.broken), way
        assert [one for one in report.broken if one.wish.kind == "group"] == [], way


def test_what_cannot_be_is_said_before_anything_is_drawn() -> None:
    crowd = frozenset(combinations(range(1, 6), 2))
    request = Request(entries=tuple(range(1, 17)), size=4, wishes=Wishes(apart=crowd))
    with pytest.raises(Impossible, match="must all sit apart, but there are only 4 tables"):
        plan(request)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"draw": "by magic"}, "no way of drawing called “by magic”"),
        ({"size": 9}, "from 2 to 8 seats"),
        ({"entries": (1, 2, 2, 3)}, "twice"),
        ({"entries": tuple(range(2001))}, "At most 2000"),
        ({"rounds": 0}, "From 1 to 60 rounds"),
        ({"entries": (1, 2, 3, 4, 5, 6)}, "cannot be spread over tables of 4"),
        ({"odd": "sideways"}, "not “sideways”"),
    ],
)
def test_requests_that_no_draw_can_serve(changes: dict[str, Any], words: str) -> None:
    request = Request(entries=tuple(range(1, 17)), size=4)
    with pytest.raises(Impossible, match=words):
        plan(replace(request, **changes))


def test_the_dial_has_two_ends() -> None:
    entries = tuple(range(1, 41))
    before = plan(Request(entries=entries, size=4, rounds=3, seed=3)).rounds
    request = Request(
        entries=entries, size=4, draw="soft", history=before, standing=entries, steps=40_000
    )
    strict, free = (plan(replace(request, dial=dial)) for dial in (0, 100))
    assert strict.report.rank_spread == 3
    assert free.report.repeats <= strict.report.repeats
    assert free.report.rank_spread is not None
    assert free.report.rank_spread >= 3


def test_the_fewest_repeats_at_any_price() -> None:
    """17 at three tables of 4 and one of 5: shared fairly, two rounds cost 4 repeats, else 1."""
    request = Request(entries=tuple(range(1, 18)), size=4, rounds=2, steps=200_000)
    fair, bare = plan(request).report, plan(replace(request, only_repeats=True)).report
    assert (fair.repeats, max(fair.odd.values())) == (4, 1)
    assert (bare.repeats, max(bare.odd.values())) == (1, 2)


def test_house_players_sit_out_before_anybody() -> None:
    wishes = Wishes(house=frozenset({90, 91, 92}))
    request = Request(entries=(*range(1, 15), 90, 91, 92), size=4, wishes=wishes)
    assert with_house_players(request).entries == (*range(1, 15), 90, 91)
    full = replace(request, entries=(*range(1, 17), 90, 91, 92))
    assert with_house_players(full).entries == tuple(range(1, 17))


def test_seats_are_shared_out() -> None:
    report = plan(Request(entries=tuple(range(1, 41)), size=4, rounds=8, seed=2)).report
    assert all(max(times) - min(times) <= 1 for times in report.seats.values())
    assert report.repeats == report.bound == 0
