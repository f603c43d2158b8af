"""The ways of drawing tables: what holds for each of them."""

from collections import Counter
from itertools import combinations, pairwise
from math import gcd
from types import ModuleType

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from seating.chance import Chance
from seating.draws import blocks, interval, ladder, manual, movement, random_draw, random_wishes
from seating.model import Impossible, Request, Round, Wishes, pair
from seating.sizes import Layout, layout
from seating.wishes import broken_wishes

law = settings(max_examples=30, deadline=None)
seeds = st.integers(0, 2**32)
odds = st.sampled_from(["up", "down", "bye"])

BY_CHANCE = [random_draw, random_wishes]
BY_STANDING = [blocks, interval, ladder]


def request_for(entries: int, size: int = 4, **values: object) -> Request:
    return Request(entries=tuple(range(1, entries + 1)), size=size, **values)  # type: ignore[arg-type]


def drawn_by(way: ModuleType, request: Request, seed: int = 1) -> tuple[Round, ...]:
    shape = layout(len(request.entries), request.size, request.odd)
    rounds: tuple[Round, ...] = way.draw(request, shape, Chance(seed)).rounds
    for played in rounds:
        check_places(request, shape, played)
    return rounds


def check_places(request: Request, shape: Layout, played: Round) -> None:
    """Everybody is exactly once at a table or out; the sizes are those of the layout."""
    seated = [entry for table in played.tables for entry in table]
    assert sorted([*seated, *played.out]) == sorted(request.entries)
    assert sorted(len(table) for table in played.tables) == sorted(shape.sizes)
    assert len(played.out) == shape.out


@pytest.mark.parametrize("way", BY_CHANCE)
@law
@given(entries=st.integers(20, 50), size=st.integers(3, 5), odd=odds, seed=seeds)
def test_draws_by_chance_fill_the_tables_and_share_what_is_odd(
    way: ModuleType, entries: int, size: int, odd: str, seed: int
) -> None:
    request = request_for(entries, size, odd=odd, rounds=5, seed=seed)
    rounds = drawn_by(way, request, seed)
    assert rounds == drawn_by(way, request, seed)
    out = Counter(entry for played in rounds for entry in played.out)
    odd_seats = Counter(
        e for played in rounds for table in played.tables if len(table) != size for e in table
    )
    for counts in (out, odd_seats):
        of_all = [counts[entry] for entry in request.entries]
        assert max(of_all) - min(of_all) <= 1


@pytest.mark.parametrize("way", BY_STANDING)
@law
@given(entries=st.integers(20, 50), size=st.integers(3, 5), odd=odds, seed=seeds)
def test_draws_by_standing_fill_the_tables_and_share_sitting_out(
    way: ModuleType, entries: int, size: int, odd: str, seed: int
) -> None:
    chance, history = Chance(seed), tuple[Round, ...]()
    for _ in range(5):
        request = request_for(
            entries,
            size,
            odd=odd,
            history=history,
            standing=tuple(chance.shuffled(range(1, entries + 1))),
            winners=frozenset(range(1, entries + 1, 2)),
        )
        assert drawn_by(way, request, seed) == drawn_by(way, request, seed)
        history += drawn_by(way, request, seed)
    out = Counter(entry for played in history for entry in played.out)
    of_all = [out[entry] for entry in range(1, entries + 1)]
    assert max(of_all) - min(of_all) <= 1


@st.composite
def planted(draw: st.DrawFn) -> Request:
    """Wishes that can be kept: they are read off a round."""
    size, tables, seed = draw(st.integers(3, 5)), draw(st.integers(3, 8)), draw(seeds)
    chance = Chance(seed)
    order = chance.shuffled(range(1, size * tables + 1))
    hidden = [order[start : start + size] for start in range(0, len(order), size)]
    at = {entry: number for number, table in enumerate(hidden) for entry in table}
    couples = [pair(*chance.shuffled(order)[:2]) for _ in range(draw(st.integers(0, 12)))]
    fixed = chance.shuffled(order)[: draw(st.integers(0, 4))]
    wishes = Wishes(
        apart=frozenset(couple for couple in couples if at[couple[0]] != at[couple[1]]),
        together=frozenset(pair(*table[:2]) for table in hidden[: draw(st.integers(0, tables))]),
        tables={entry: at[entry] for entry in fixed},
        seats={entry: hidden[at[entry]].index(entry) for entry in fixed[:3]},
        groups=(frozenset(table[-1] for table in hidden),),
    )
    return request_for(len(order), size, wishes=wishes, rounds=2)


@law
@given(request=planted(), seed=seeds)
def test_what_can_be_kept_is_kept(request: Request, seed: int) -> None:
    for played in drawn_by(random_wishes, request, seed):
        assert not [wish for wish in broken_wishes(played, request.wishes) if wish.hard]


@pytest.mark.parametrize("way", BY_STANDING)
@law
@given(request=planted(), seed=seeds)
def test_draws_by_standing_keep_it_too(way: ModuleType, request: Request, seed: int) -> None:
    one = Request(entries=request.entries, size=request.size, wishes=request.wishes)
    for played in drawn_by(way, one, seed):
        assert not [wish for wish in broken_wishes(played, request.wishes) if wish.hard]


def test_club_mates_do_not_meet_and_repeats_are_few() -> None:
    groups = tuple(frozenset(range(start, start + 5)) for start in range(1, 41, 5))
    request = request_for(40, rounds=4, wishes=Wishes(groups=groups))
    rounds = drawn_by(random_wishes, request)
    assert not any(broken_wishes(played, request.wishes) for played in rounds)
    met = Counter(couple for played in rounds for couple in played.pairs())
    assert sum(times - 1 for times in met.values()) <= 10


def test_large_clubs_are_spread_evenly() -> None:
    request = request_for(16, wishes=Wishes(groups=(frozenset(range(1, 9)),)))
    played = drawn_by(random_wishes, request)[0]
    assert [len(set(table) & set(range(1, 9))) for table in played.tables] == [2, 2, 2, 2]


def test_who_would_rather_not_meet_does_not() -> None:
    couples = frozenset((one, one + 1) for one in range(1, 40))
    request = request_for(40, wishes=Wishes(rather_not=couples))
    assert not broken_wishes(drawn_by(random_wishes, request)[0], request.wishes)


def test_a_clique_larger_than_the_tables_is_refused_with_its_numbers() -> None:
    apart = frozenset(combinations((2, 5, 7), 2))
    for way in (random_wishes, *BY_STANDING):
        with pytest.raises(Impossible, match="2, 5, 7"):
            drawn_by(way, request_for(8, wishes=Wishes(apart=apart)))


def test_what_the_search_cannot_keep_is_refused_with_the_numbers() -> None:
    units = frozenset(combinations((1, 2, 3), 2)) | frozenset(combinations((4, 5, 6), 2))
    wishes = Wishes(together=units | frozenset(combinations((7, 8), 2)) | {(9, 10)})
    request = request_for(10, 5, wishes=wishes)
    assert len(drawn_by(random_wishes, request)[0].tables) == 2
    odd_one = Wishes(together=frozenset({(1, 2), (3, 4), (5, 6)}))
    with pytest.raises(Impossible, match="No draw was found"):
        drawn_by(random_wishes, request_for(6, 3, wishes=odd_one))


@pytest.mark.parametrize("way", BY_STANDING)
def test_only_the_next_round_can_be_drawn_by_standing(way: ModuleType) -> None:
    with pytest.raises(Impossible) as refusal:
        drawn_by(way, request_for(8, rounds=2))
    assert refusal.value.code == "one_round"


def test_blocks_follow_the_standing() -> None:
    standing = (3, 1, 4, 8, 5, 9, 2, 6, 7)
    request = request_for(9, odd="up", standing=standing)
    assert drawn_by(blocks, request)[0].tables == ((3, 1, 4, 8), (5, 9, 2, 6, 7))
    history = (Round(((3, 1, 4, 8), (5, 9, 2, 6, 7))),)
    again = request_for(9, odd="up", standing=standing, history=history)
    assert drawn_by(blocks, again)[0].tables == ((3, 1, 4, 8, 5), (9, 2, 6, 7))


def test_a_wish_moves_neighbours_in_the_standing() -> None:
    request = request_for(12, wishes=Wishes(apart=frozenset({(4, 3)[::-1]})))
    tables = [sorted(table) for table in drawn_by(blocks, request)[0].tables]
    assert tables in ([[1, 2, 3, 5], [4, 6, 7, 8], [9, 10, 11, 12]],)


def test_intervals_give_each_table_some_of_all() -> None:
    tables = drawn_by(interval, request_for(14, odd="up"))[0].tables
    assert tables == ((1, 4, 7, 10), (2, 5, 8, 11, 13), (3, 6, 9, 12, 14))
    down = drawn_by(interval, request_for(11, odd="down"))[0].tables
    assert down == ((1, 4, 7, 10), (2, 5, 8, 11), (3, 6, 9))


def test_the_ladder_moves_winners_up_and_the_others_down() -> None:
    last = Round(((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)))
    winners = frozenset({1, 3, 5, 6, 9, 12})
    request = request_for(12, history=(last,), winners=winners)
    played = drawn_by(ladder, request)[0]
    assert [set(table) for table in played.tables] == [{1, 3, 5, 6}, {2, 4, 9, 12}, {7, 8, 10, 11}]
    came = {entry: number for number, table in enumerate(last.tables) for entry in table}
    for table in played.tables:
        assert came[table[0]] != came[table[2]]
        assert came[table[1]] != came[table[3]]


@law
@given(entries=st.integers(8, 40), size=st.integers(2, 6), odd=odds, seed=seeds)
def test_on_a_ladder_nobody_goes_below_somebody_worse_at_his_table(
    entries: int, size: int, odd: str, seed: int
) -> None:
    assume(can_be_laid(entries, size, odd))
    chance, history = Chance(seed), tuple[Round, ...]()
    for _ in range(6):
        last = [chance.shuffled(table) for played in history[-1:] for table in played.tables]
        winners = frozenset(entry for table in last for entry in table[: len(table) // 2])
        request = request_for(
            entries,
            size,
            odd=odd,
            history=history,
            winners=winners,
            placed=tuple(entry for table in last for entry in table),
        )
        (played,) = drawn_by(ladder, request, seed)
        at = {entry: number for number, table in enumerate(played.tables) for entry in table}
        for number, table in enumerate(last):
            went = [at[entry] for entry in table if entry in at]
            assert went == sorted(went)
            assert number or not any(at.get(entry) for entry in winners.intersection(table))
        if history:
            order = ladder.climb(request)
            ranks = [[order.index(entry) for entry in table] for table in played.tables]
            assert all(max(one) < min(two) for one, two in pairwise(ranks))
        history += (played,)


def can_be_laid(entries: int, size: int, odd: str) -> bool:
    try:
        layout(entries, size, odd)
    except Impossible:
        return False
    return True


def half_of_each(rounds: tuple[Round, ...], chance: Chance) -> frozenset[int]:
    """Who won at the tables of a round: as many at each as go up, by chance."""
    tables = [table for played in rounds for table in played.tables]
    return frozenset(e for table in tables for e in chance.shuffled(table)[: len(table) // 2])


@law
@given(entries=st.integers(8, 40), size=st.integers(2, 6), odd=odds, seed=seeds)
def test_in_blocks_the_number_of_a_table_is_its_rank(
    entries: int, size: int, odd: str, seed: int
) -> None:
    assume(can_be_laid(entries, size, odd))
    chance, history = Chance(seed), tuple[Round, ...]()
    for _ in range(5):
        standing = tuple(chance.shuffled(range(1, entries + 1)))
        request = request_for(entries, size, odd=odd, history=history, standing=standing)
        (played,) = drawn_by(blocks, request, seed)
        ranks = [[standing.index(entry) for entry in table] for table in played.tables]
        assert all(max(one) < min(two) for one, two in pairwise(ranks))
        history += (played,)


def test_with_eighteen_on_the_ladder_the_long_tables_wander_and_the_winners_of_table_1_stay() -> (
    None
):
    chance, history = Chance(1), tuple[Round, ...]()
    for _ in range(6):
        winners = half_of_each(history[-1:], chance)
        request = request_for(18, history=history, winners=winners)
        (played,) = drawn_by(ladder, request)
        if history:
            assert winners.intersection(history[-1].tables[0]) <= set(played.tables[0])
        history += (played,)
    long = Counter(e for played in history for t in played.tables if len(t) == 5 for e in t)
    assert min(long[entry] for entry in range(1, 19)) >= 2
    assert max(long.values()) <= 5


def test_who_sat_out_comes_back_where_he_was() -> None:
    first = Round(((1, 2, 3, 4), (5, 6, 7, 8)), (9,))
    second = Round(((1, 2, 5, 6), (3, 7, 8, 9)), (4,))
    request = request_for(9, odd="bye", history=(first, second), winners=frozenset({1, 5, 7, 9}))
    assert ladder.climb(request) == [1, 5, 7, 9, 4, 2, 6, 3, 8]


def test_on_the_ladder_fixed_seats_stay_and_newcomers_start_below() -> None:
    last = Round(((1, 2, 3, 4), (5, 6, 7, 8)))
    request = Request(
        entries=(1, 2, 3, 5, 6, 7, 8, 9),
        size=4,
        history=(last,),
        winners=frozenset({1, 2, 5, 6}),
        wishes=Wishes(seats={5: 0}),
    )
    top, bottom = drawn_by(ladder, request)[0].tables
    assert top[0] == 5
    assert set(bottom) == {3, 7, 8, 9}


def test_the_ladder_asks_for_winners_and_begins_by_standing_or_chance() -> None:
    last = Round(((1, 2), (3, 4)))
    with pytest.raises(Impossible) as refusal:
        drawn_by(ladder, request_for(4, 2, history=(last,)))
    assert refusal.value.code == "winners"
    request = request_for(4, 2, standing=(4, 2, 3, 1))
    assert drawn_by(ladder, request)[0].tables == ((4, 2), (3, 1))
    firsts = {drawn_by(ladder, request_for(12), seed)[0] for seed in range(5)}
    assert len(firsts) == 5


@law
@given(tables=st.integers(1, 12), size=st.integers(2, 6), seed=seeds)
def test_a_movement_has_no_repeats_until_two_meet_on_their_ways(
    tables: int, size: int, seed: int
) -> None:
    apart = [
        abs(movement.shift(one) - movement.shift(other))
        for one, other in combinations(range(size), 2)
    ]
    said = min(tables // gcd(tables, steps) for steps in apart)
    rounds = drawn_by(movement, request_for(tables * size, size, rounds=said + 1), seed)
    met = Counter(couple for played in rounds[:said] for couple in played.pairs())
    assert max(met.values()) == 1
    met.update(rounds[said].pairs())
    assert max(met.values()) == 2


def test_a_movement_goes_on_from_the_round_before() -> None:
    rounds = drawn_by(movement, request_for(20, rounds=5))
    assert drawn_by(movement, request_for(20, rounds=3, history=rounds[:2]), 9) == rounds[2:]
    fewer = request_for(16, rounds=1, history=rounds[:2])
    assert len(drawn_by(movement, fewer)[0].tables) == 4


def test_in_a_movement_who_must_not_meet_has_the_same_seat() -> None:
    wishes = Wishes(
        apart=frozenset({(1, 2), (2, 3)}), groups=(frozenset({4, 5, 6}),), tables={7: 2}
    )
    for played in drawn_by(movement, request_for(16, rounds=4, wishes=wishes)):
        assert not broken_wishes(played, wishes)


def test_a_movement_says_what_it_cannot() -> None:
    for entries, odd in ((9, "up"), (9, "bye"), (11, "down")):
        with pytest.raises(Impossible) as refusal:
            drawn_by(movement, request_for(entries, odd=odd))
        assert refusal.value.code == "unequal"
    for wishes in (
        Wishes(together=frozenset({(1, 2)})),
        Wishes(tables={entry: entry % 4 for entry in range(1, 9)}),
    ):
        with pytest.raises(Impossible, match="No draw was found"):
            drawn_by(movement, request_for(16, rounds=4, wishes=wishes))


def test_by_hand_begins_in_order_and_is_changed_by_hand() -> None:
    played = drawn_by(manual, request_for(9, odd="bye"))[0]
    assert played == Round(((1, 2, 3, 4), (5, 6, 7, 8)), (9,))
    assert manual.swap(played, 2, 9) == Round(((1, 9, 3, 4), (5, 6, 7, 8)), (2,))
    assert manual.swap(played, 3, 3) == played
    assert manual.move(played, 4, 1) == Round(((1, 2, 3), (5, 6, 7, 8, 4)), (9,))
    assert manual.move(played, 9, 0) == Round(((1, 2, 3, 4, 9), (5, 6, 7, 8)))
    assert manual.move(played, 1, None) == Round(((2, 3, 4), (5, 6, 7, 8)), (9, 1))


@pytest.mark.parametrize(
    ("code", "change"),
    [
        ("unknown", lambda played: manual.swap(played, 1, 7)),
        ("unknown", lambda played: manual.move(played, 7, 0)),
        ("no_table", lambda played: manual.move(played, 1, 2)),
        ("last_one", lambda played: manual.move(played, 3, 0)),
    ],
)
def test_changes_by_hand_are_refused_in_words(code: str, change: object) -> None:
    with pytest.raises(Impossible) as refusal:
        change(Round(((1, 2), (3,)), (4,)))  # type: ignore[operator]
    assert refusal.value.code == code
    assert "%" not in str(refusal.value)
