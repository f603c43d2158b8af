"""Who sits out, and who sits at an odd table: nobody twice before everybody once."""

from hypothesis import given, settings
from hypothesis import strategies as st

from seating.chance import Chance
from seating.fairness import Burdens, choose_fairly, cut, deal
from seating.model import Impossible, Request, Round, Wishes
from seating.sizes import layout

law = settings(max_examples=40, deadline=None)
seeds = st.integers(0, 2**32)


@law
@given(entries=st.integers(1, 30), many=st.integers(0, 30), rounds=st.integers(1, 12), seed=seeds)
def test_nobody_is_chosen_twice_before_everybody_was_once(
    entries: int, many: int, rounds: int, seed: int
) -> None:
    chance = Chance(seed)
    counts = dict.fromkeys(range(entries), 0)
    for _ in range(rounds):
        chosen = choose_fairly(range(entries), min(many, entries), counts, chance)
        assert len(set(chosen)) == len(chosen) == min(many, entries)
        for entry in chosen:
            counts[entry] += 1
        assert max(counts.values()) - min(counts.values()) <= 1


@law
@given(seed=seeds, many=st.integers(0, 6))
def test_house_players_are_chosen_first(seed: int, many: int) -> None:
    counts = {1: 5, 2: 4}
    chosen = choose_fairly(range(1, 9), many, counts, Chance(seed), first={1, 2})
    assert {1, 2}.issuperset(chosen) if many <= 2 else {1, 2} < set(chosen)


@law
@given(seed=seeds, many=st.integers(0, 9))
def test_who_sits_together_is_chosen_together_where_the_number_allows(seed: int, many: int) -> None:
    units = [(1, 2), (3, 4, 5)]
    chosen = choose_fairly(range(1, 10), many, {}, Chance(seed), units=units)
    assert len(set(chosen)) == many
    assert all(set(unit) <= set(chosen) or not set(unit) & set(chosen) for unit in units)


def test_units_are_torn_only_where_nothing_else_fills_the_number() -> None:
    assert choose_fairly([1, 2, 3, 4], 1, {}, None, units=[(1, 2), (3, 4)]) == (1,)


def test_without_chance_the_earlier_are_taken() -> None:
    assert choose_fairly([7, 5, 6], 2, {5: 0}, None) == (7, 5)


@law
@given(
    entries=st.integers(4, 60),
    size=st.integers(3, 6),
    odd=st.sampled_from(["up", "down", "bye"]),
    seed=seeds,
)
def test_a_deal_fits_the_layout_and_shares_the_odd_tables_fairly(
    entries: int, size: int, odd: str, seed: int
) -> None:
    try:
        shape = layout(entries, size, odd)
    except Impossible:
        return
    request = Request(entries=tuple(range(1, entries + 1)), size=size, odd=odd)
    burdens, chance = Burdens(size), Chance(seed)
    for _ in range(6):
        dealt = deal(request, shape, burdens, chance)
        assert tuple(len(table) for table in dealt.tables) == shape.sizes
        seated = [entry for table in dealt.tables for entry in table]
        assert sorted([*seated, *dealt.out]) == list(request.entries)
        burdens.add(dealt)
    for counts in (burdens.out, burdens.odd):
        of_all = [counts[entry] for entry in request.entries]
        assert max(of_all) - min(of_all) <= 1


def test_house_players_are_left_out_before_anybody_else() -> None:
    request = Request(entries=tuple(range(1, 10)), size=4, wishes=Wishes(house=frozenset({9})))
    shape = layout(9, 4, "bye")
    burdens = Burdens(4, [Round(((1, 2, 3, 4), (5, 6, 7, 8)), (9,))])
    assert deal(request, shape, burdens, Chance(1)).out == (9,)


def test_an_order_is_cut_into_tables() -> None:
    assert cut(range(5), (2, 3)) == ((0, 1), (2, 3, 4))
