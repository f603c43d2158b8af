"""Two at a table: Swiss and all-play-all."""

from collections import Counter
from collections.abc import Iterable
from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seating.chance import Chance
from seating.draws import berger, swiss
from seating.model import Impossible, Request, Round, Wishes
from seating.sizes import layout

law = settings(max_examples=25, deadline=None)
seeds = st.integers(0, 2**32)


def request_for(entries: int, **values: object) -> Request:
    given = {"entries": tuple(range(1, entries + 1)), "size": 2, "odd": "bye", **values}
    return Request(**given)  # type: ignore[arg-type]


def paired(request: Request, seed: int = 1) -> tuple[Round, ...]:
    shape = layout(len(request.entries), 2, "bye")
    return swiss.draw(request, shape, Chance(seed)).rounds


def played_swiss(entries: int, rounds: int, seed: int) -> list[Round]:
    """A whole event with results by chance."""
    chance = Chance(seed)
    points: Counter[int] = Counter()
    history: list[Round] = []
    for _ in range(rounds):
        order = sorted(range(1, entries + 1), key=lambda entry: -points[entry])
        request = request_for(entries, standing=tuple(order), history=tuple(history))
        history += paired(request, seed)
        for table in history[-1].tables:
            points[chance.choose(table)] += 2
    return history


@law
@given(entries=st.integers(4, 40), seed=seeds)
def test_nobody_meets_twice_and_nobody_sits_out_twice(entries: int, seed: int):
    history = played_swiss(entries, entries // 2, seed)
    met = Counter(couple for played in history for couple in played.pairs())
    assert max(met.values()) == 1
    out = Counter(entry for played in history for entry in played.out)
    assert max(out.values(), default=0) <= 1
    for played in history:
        seated = [entry for table in played.tables for entry in table]
        assert sorted([*seated, *played.out]) == list(range(1, entries + 1))
        assert len(played.out) == entries % 2


def can_pair(entries: list[int], met: Counter[tuple[int, int]]) -> bool:
    """Whether there is any pairing of an even number without a rematch."""
    if not entries:
        return True
    first, rest = entries[0], entries[1:]
    return any(
        not met[first, other] and can_pair([e for e in rest if e != other], met) for other in rest
    )


@law
@given(entries=st.integers(2, 6), seed=seeds)
def test_to_the_last_round_a_rematch_is_only_where_nothing_else_is_left(entries: int, seed: int):
    met: Counter[tuple[int, int]] = Counter()
    history = played_swiss(2 * entries, 2 * entries - 1, seed)
    for number, played in enumerate(history):
        again = swiss.rematches(played, history[:number])
        assert bool(again) == any(met[couple] for couple in played.pairs())
        assert not again or not can_pair(list(range(1, 2 * entries + 1)), met)
        met.update(played.pairs())


@law
@given(entries=st.integers(4, 30), seed=seeds)
def test_first_seats_are_shared(entries: int, seed: int):
    history = played_swiss(entries, min(7, entries // 2), seed)
    lead = Counter(table[0] for played in history for table in played.tables)
    lead.subtract(Counter(table[1] for played in history for table in played.tables))
    assert max(map(abs, lead.values())) <= 3


def test_neighbours_meet_and_the_last_sits_out():
    before = Round(((1, 4), (3, 7), (2, 5)), (6,))
    request = request_for(7, standing=(3, 1, 5, 7, 2, 6, 4), history=(before,))
    second = paired(request)[0]
    assert [sorted(table) for table in second.tables] == [[1, 3], [5, 7], [2, 6]]
    assert second.out == (4,)


def test_the_first_round_is_drawn_by_lot():
    firsts = {
        frozenset(map(frozenset, paired(request_for(16), seed)[0].tables)) for seed in range(9)
    }
    assert len(firsts) == 9
    byes = {paired(request_for(9), seed)[0].out for seed in range(20)}
    assert len(byes) > 4
    drawn = swiss.draw(request_for(16), layout(16, 2, "bye"), Chance(1))
    assert [str(words) for words in drawn.notes] == ["The first round is drawn by lot."]


def test_the_lot_keeps_what_is_wished():
    wishes = Wishes(apart=frozenset({(1, 2), (3, 4)}), groups=(frozenset({5, 6, 7}),))
    for seed in range(20):
        met = set(paired(request_for(8, wishes=wishes), seed)[0].pairs())
        assert not met & {(1, 2), (3, 4), (5, 6), (5, 7), (6, 7)}


def test_where_there_is_a_ranking_the_better_half_meets_the_other():
    request = request_for(7, standing=(3, 1, 5, 7, 2, 4, 6))
    drawn = swiss.draw(request, layout(7, 2, "bye"), Chance(1))
    (first,) = drawn.rounds
    assert [sorted(table) for table in first.tables] == [[3, 7], [1, 2], [4, 5]]
    assert first.out == (6,)
    assert [str(words) for words in drawn.notes] == [
        "In the first round the better half of the ranking meets the other half, each from the top."
    ]


def test_a_thousand_are_paired_without_a_rematch():
    history = paired(request_for(1000, rounds=2))
    assert not set(history[0].pairs()) & set(history[1].pairs())


def test_the_same_seed_pairs_the_same():
    assert played_swiss(21, 6, 5) == played_swiss(21, 6, 5)


def test_when_all_have_met_it_says_so():
    history = played_swiss(4, 3, 1)
    request = request_for(4, history=tuple(history))
    again = paired(request)[0]
    assert [str(words) for words in swiss.rematches(again, history)] == [
        f"{one} and {other} meet again: there was no pairing without a rematch."
        for one, other in sorted(again.pairs())
    ]
    with pytest.raises(Impossible) as refusal:
        paired(request_for(4, history=tuple(history), dial=100))
    assert refusal.value.code == "rematch"


def test_everybody_sits_out_once_before_anybody_does_again():
    rounds = paired(request_for(5, rounds=6))
    out = Counter(entry for played in rounds for entry in played.out)
    assert sorted(out.values()) == [1, 1, 1, 1, 2]


def test_wishes_are_kept():
    wishes = Wishes(
        apart=frozenset({(1, 2)}),
        groups=(frozenset({3, 4}),),
        rather_not=frozenset({(5, 6)}),
        tables={7: 0},
        seats={8: 1},
        house=frozenset({9}),
    )
    drawn = paired(request_for(9, wishes=wishes))[0]
    assert not {(1, 2), (3, 4), (5, 6)} & set(drawn.pairs())
    assert 7 in drawn.tables[0]
    assert any(table[1] == 8 for table in drawn.tables)
    assert drawn.out == (9,)


def test_who_plays_together_meets_each_time():
    rounds = paired(request_for(6, rounds=2, wishes=Wishes(together=frozenset({(1, 6)}))))
    assert all((1, 6) in set(played.pairs()) for played in rounds)


def test_club_mates_meet_where_nothing_else_is_left():
    wishes = Wishes(groups=(frozenset({1, 2, 3}),))
    assert len(paired(request_for(4, wishes=wishes))[0].tables) == 2


def test_no_pairing_is_said_in_words():
    wishes = Wishes(tables={1: 0, 2: 1}, together=frozenset({(3, 4)}))
    with pytest.raises(Impossible) as refusal:
        paired(request_for(4, wishes=wishes))
    assert refusal.value.code == "no_pairing"


@pytest.mark.parametrize("way", [swiss, berger])
@pytest.mark.parametrize(("size", "entries", "odd"), [(4, 8, "up"), (2, 5, "up")])
def test_only_two_at_a_table(way: object, size: int, entries: int, odd: str):
    request = Request(entries=tuple(range(1, entries + 1)), size=size, odd=odd)
    with pytest.raises(Impossible) as refusal:
        way.draw(request, layout(entries, size, odd), Chance(1))  # type: ignore[attr-defined]
    assert refusal.value.code == "not_two"


def all_play_all(entries: int, **values: object) -> tuple[Round, ...]:
    request = request_for(entries, **values)
    return berger.draw(request, layout(entries, 2, "bye"), Chance(1)).rounds


@pytest.mark.parametrize("entries", range(2, 25))
def test_everybody_meets_everybody_exactly_once(entries: int):
    rounds = entries - 1 + entries % 2
    drawn = all_play_all(entries, rounds=rounds)
    met = Counter(couple for played in drawn for couple in played.pairs())
    assert met == Counter(combinations(range(1, entries + 1), 2))
    firsts = Counter(table[0] for played in drawn for table in played.tables)
    seconds = Counter(table[1] for played in drawn for table in played.tables)
    assert all(abs(firsts[one] - seconds[one]) <= 1 for one in range(1, entries + 1))
    out = Counter(entry for played in drawn for entry in played.out)
    assert set(out.values()) == ({1} if entries % 2 else set())


def test_the_second_time_the_seats_are_the_other_way_round():
    drawn = all_play_all(6, rounds=10)
    turned = [tuple(reversed(table)) for played in drawn[:5] for table in played.tables]
    assert sorted(turned) == sorted(table for played in drawn[5:] for table in played.tables)


def test_it_goes_on_after_the_rounds_before():
    drawn = all_play_all(8, rounds=7)
    assert all_play_all(8, rounds=3, history=drawn[:4]) == drawn[4:]


def test_when_somebody_leaves_those_meet_who_have_not():
    history = all_play_all(8, rounds=3)
    request = Request(entries=(1, 2, 3, 4, 5, 6), size=2, rounds=1, history=history)
    following = berger.draw(request, layout(6, 2, "bye"), Chance(1)).rounds[0]
    met = {couple for played in history for couple in played.pairs()}
    assert len(met & set(following.pairs())) <= 1


def test_a_fixed_table_is_kept_in_an_all_play_all():
    drawn = all_play_all(6, rounds=5, wishes=Wishes(tables={6: 2}))
    assert all(6 in played.tables[2] for played in drawn)


def test_a_guide_far_down_the_standing_of_a_large_field():
    wishes = Wishes(together=frozenset({(3, 280)}))
    (drawn,) = paired(request_for(300, standing=tuple(range(1, 301)), wishes=wishes))
    assert (3, 280) in set(drawn.pairs())


@pytest.mark.parametrize("entries", [240, 301])
def test_slices_pair_a_large_field_as_well_as_the_whole(entries: int, monkeypatch):
    history = tuple(played_swiss(entries, 5, seed=3))
    request = request_for(entries, history=history, standing=tuple(range(1, entries + 1)))
    (sliced,) = paired(request)
    monkeypatch.setattr(swiss, "SLICE", entries)
    (whole,) = paired(request)
    assert not swiss.rematches(sliced, history)
    assert sliced.out == whole.out

    def distance(drawn: Round) -> int:
        return sum((one - other) ** 2 for one, other in drawn.pairs())

    assert distance(sliced) <= 1.02 * distance(whole)
