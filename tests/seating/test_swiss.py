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
def test_nobody_meets_twice_and_nobody_sits_out_twice(entries: int, seed: int) -> None:
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
def test_to_the_last_round_a_rematch_is_only_where_nothing_else_is_left(
    entries: int, seed: int
) -> None:
    met: Counter[tuple[int, int]] = Counter()
    history = played_swiss(2 * entries, 2 * entries - 1, seed)
    for number, played in enumerate(history):
        again = swiss.rematches(played, history[:number])
        assert bool(again) == any(met[couple] for couple in played.pairs())
        assert not again or not can_pair(list(range(1, 2 * entries + 1)), met)
        met.update(played.pairs())


@law
@given(entries=st.integers(4, 30), seed=seeds)
def test_first_seats_are_shared(entries: int, seed: int) -> None:
    history = played_swiss(entries, min(7, entries // 2), seed)
    lead = Counter(table[0] for played in history for table in played.tables)
    lead.subtract(Counter(table[1] for played in history for table in played.tables))
    assert max(map(abs, lead.values())) <= 3


def test_neighbours_meet_and_the_last_sits_out() -> None:
    before = Round(((1, 4), (3, 7), (2, 5)), (6,))
    request = request_for(7, standing=(3, 1, 5, 7, 2, 6, 4), history=(before,))
    second = paired(request)[0]
    assert [sorted(table) for table in second.tables] == [[1, 3], [5, 7], [2, 6]]
    assert second.out == (4,)


def test_the_first_round_is_drawn_by_lot() -> None:
    firsts = {
        frozenset(map(frozenset, paired(request_for(16), seed)[0].tables)) for seed in range(9)
    }
    assert len(firsts) == 9
    byes = {paired(request_for(9), seed)[0].out for seed in range(20)}
    assert len(byes) > 4
    drawn = swiss.draw(request_for(16), layout(16, 2, "bye"), Chance(1))
    assert [str(words) for words in drawn.notes] == ["The first round is drawn by lot."]


def test_the_lot_keeps_what_is_wished() -> None:
    wishes = Wishes(apart=frozenset({(1, 2), (3, 4)}), groups=(frozenset({5, 6, 7}),))
    for seed in range(20):
        met = set(paired(request_for(8, wishes=wishes), seed)[0].pairs())
        assert not met & {(1, 2), (3, 4), (5, 6), (5, 7), (6, 7)}


def test_where_there_is_a_ranking_the_better_half_meets_the_other() -> None:
    request = request_for(7, standing=(3, 1, 5, 7, 2, 4, 6))
    drawn = swiss.draw(request, layout(7, 2, "bye"), Chance(1))
    (first,) = drawn.rounds
    assert [sorted(table) for table in first.tables] == [[3, 7], [1, 2], [4, 5]]
    assert first.out == (6,)
    assert [str(words) for words in drawn.notes] == [
        "In the first round the better half of the ranking meets the other half, each from the top."
    ]


def test_a_thousand_are_paired_without_a_rematch() -> None:
    history = paired(request_for(1000, rounds=2))
    assert not set(history[0].pairs()) & set(history[1].pairs())


def test_the_same_seed_pairs_the_same() -> None:
    assert played_swiss(21, 6, 5) == played_swiss(21, 6, 5)


def test_when_all_have_met_it_says_so() -> None:
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


def test_everybody_sits_out_once_before_anybody_does_again() -> None:
    rounds = paired(request_for(5, rounds=6))
    out = Counter(entry for played in rounds for entry in played.out)
    assert sorted(out.values()) == [1, 1, 1, 1, 2]


def test_wishes_are_kept() -> None:
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


def test_who_plays_together_meets_each_time() -> None:
    rounds = paired(request_for(6, rounds=2, wishes=Wishes(together=frozenset({(1, 6)}))))
    assert all((1, 6) in set(played.pairs()) for played in rounds)


def test_club_mates_meet_where_nothing_else_is_left() -> None:
    wishes = Wishes(groups=(frozenset({1, 2, 3}),))
    assert len(paired(request_for(4, wishes=wishes))[0].tables) == 2


def test_no_pairing_is_said_in_words() -> None:
    wishes = Wishes(tables={1: 0, 2: 1}, together=frozenset({(3, 4)}))
    with pytest.raises(Impossible) as refusal:
        paired(request_for(4, wishes=wishes))
    assert refusal.value.code == "no_pairing"


@pytest.mark.parametrize("way", [swiss, berger])
@pytest.mark.parametrize(("size", "entries", "odd"), [(4, 8, "up"), (2, 5, "up")])
def test_only_two_at_a_table(way: object, size: int, entries: int, odd: str) -> None:
    request = Request(entries=tuple(range(1, entries + 1)), size=size, odd=odd)
    with pytest.raises(Impossible) as refusal:
        way.draw(request, layout(entries, size, odd), Chance(1))  # type: ignore[attr-defined]
    assert refusal.value.code == "not_two"


def all_play_all(entries: int, **values: object) -> tuple[Round, ...]:
    request = request_for(entries, **values)
    return berger.draw(request, layout(entries, 2, "bye"), Chance(1)).rounds


@pytest.mark.parametrize("entries", range(2, 25))
def test_everybody_meets_everybody_exactly_once(entries: int) -> None:
    rounds = entries - 1 + entries % 2
    drawn = all_play_all(entries, rounds=rounds)
    met = Counter(couple for played in drawn for couple in played.pairs())
    assert met == Counter(combinations(range(1, entries + 1), 2))
    firsts = Counter(table[0] for played in drawn for table in played.tables)
    seconds = Counter(table[1] for played in drawn for table in played.tables)
    assert all(abs(firsts[one] - seconds[one]) <= 1 for one in range(1, entries + 1))
    out = Counter(entry for played in drawn for entry in played.out)
    assert set(out.values()) == ({1} if entries % 2 else set())


def test_as_many_play_all_as_an_event_has_rounds_and_one_more_is_refused() -> None:
    drawn = all_play_all(60, rounds=59)
    met = Counter(couple for played in drawn for couple in played.pairs())
    assert met == Counter(combinations(range(1, 61), 2))
    with pytest.raises(Impossible, match=r"60 at most.* here are 61. Take the Swiss") as refusal:
        all_play_all(61)
    assert refusal.value.code == "too_large"


def test_who_comes_late_to_a_full_field_is_no_reason_to_refuse_the_round() -> None:
    history = all_play_all(60)
    request = request_for(61, history=history, day=tuple(range(1, 61)))
    (played,) = berger.draw(request, layout(61, 2, "bye"), Chance(1)).rounds
    assert 61 in {entry for table in played.tables for entry in table}


def test_the_second_time_the_seats_are_the_other_way_round() -> None:
    drawn = all_play_all(6, rounds=10)
    turned = [tuple(reversed(table)) for played in drawn[:5] for table in played.tables]
    assert sorted(turned) == sorted(table for played in drawn[5:] for table in played.tables)


def test_it_goes_on_after_the_rounds_before() -> None:
    drawn = all_play_all(8, rounds=7)
    assert all_play_all(8, rounds=3, history=drawn[:4]) == drawn[4:]


def day_of(*present: Iterable[int]) -> list[Round]:
    """All rounds of a day until nothing is missing: who is there in each, then the last ones."""
    history: list[Round] = []
    for number in range(60):
        entries = tuple(sorted(present[min(number, len(present) - 1)]))
        request = Request(entries=entries, size=2, odd="bye", history=tuple(history))
        if not berger.rounds_missing(request):
            return history
        shape = layout(len(entries), 2, "bye")
        history += berger.draw(request, shape, Chance(1)).rounds
    raise AssertionError("it never ends")


def couples_of(rounds: Iterable[Round]) -> list[set[frozenset[int]]]:
    return [{frozenset(table) for table in played.tables} for played in rounds]


@pytest.mark.parametrize(("pairs", "rounds"), [(5, 5), (8, 7), (9, 9), (10, 9)])
def test_so_many_rounds_are_missing_as_the_pairs_need(pairs: int, rounds: int) -> None:
    for played in range(rounds + 1):
        history = all_play_all(pairs, rounds=played) if played else ()
        assert berger.rounds_missing(request_for(pairs, history=history)) == rounds - played


def test_when_a_pair_leaves_the_table_stands_and_its_opponents_sit_out() -> None:
    table, left = couples_of(all_play_all(9, rounds=9)), 4
    history = day_of(*[range(1, 10)] * 3, {*range(1, 10)} - {left})
    assert len(history) == 9
    for before, now in zip(table, couples_of(history), strict=True):
        assert now in (before, {couple for couple in before if left not in couple})
    out = Counter(entry for played in history[3:] for entry in played.out)
    opponents = {e for now in table[3:] for c in now if left in c for e in c} - {left}
    assert all(out[entry] >= 1 for entry in opponents)


def test_a_late_pair_takes_the_place_of_the_bye() -> None:
    table = couples_of(all_play_all(9, rounds=9))
    history = day_of(*[range(1, 10)] * 2, range(1, 11))
    assert len(history) == 9
    for before, played in zip(table[2:], history[2:], strict=True):
        new = {couple for couple in couples_of([played])[0] if 10 in couple}
        assert couples_of([played])[0] - new == before
        assert len(new) == 1
        assert not played.out


def test_a_late_pair_takes_the_place_of_one_that_has_left() -> None:
    history = day_of(*[range(1, 9)] * 2, {*range(1, 10)} - {3})
    assert len(history) == 7
    assert not any(played.out for played in history)
    assert all(any(9 in table for table in played.tables) for played in history[2:])


@pytest.mark.parametrize("pairs", [4, 6, 8, 10, 12])
def test_where_the_number_is_even_a_match_is_put_off_for_a_late_pair(pairs: int) -> None:
    for before in range(1, pairs - 1):
        history = day_of(*[range(1, pairs + 1)] * before, range(1, pairs + 2))
        assert len(history) <= pairs + 1
        met = Counter(couple for played in history for couple in played.pairs())
        assert all(met[two] == 1 for two in combinations(range(1, pairs + 1), 2))
        for played in history[before : pairs - 1]:
            assert any(pairs + 1 in table for table in played.tables)


def test_the_table_that_was_drawn_stands_also_where_a_pair_never_came() -> None:
    table = all_play_all(10, rounds=9)
    without_ten = Round(table[0].tables[1:], tuple(e for e in table[0].tables[0] if e != 10))
    history: tuple[Round, ...] = (without_ten,)
    for number in range(1, 9):
        request = request_for(9, history=history, day=tuple(range(1, 11)))
        assert berger.rounds_missing(request) == 9 - number
        history += berger.draw(request, layout(9, 2, "bye"), Chance(1)).rounds
    for before, now in zip(couples_of(table), couples_of(history), strict=True):
        assert now == {couple for couple in before if 10 not in couple}


def test_beyond_the_last_meeting_the_draw_says_so() -> None:
    history = all_play_all(5, rounds=5)
    request = request_for(5, history=history)
    (note,) = berger.draw(request, layout(5, 2, "bye"), Chance(1)).notes
    assert str(note) == "All have met whom they had to meet: this round is beyond that."


def test_what_was_changed_by_hand_is_made_up_at_the_end() -> None:
    first = all_play_all(6, rounds=1)[0]
    (a, b), (c, d), (e, f) = first.tables
    by_hand = Round(((a, c), (b, d), (e, f)))
    history: tuple[Round, ...] = (by_hand,)
    while left := berger.rounds_missing(request_for(6, history=history)):
        assert left < 7
        history += all_play_all(6, history=history)
    met = Counter(couple for played in history for couple in played.pairs())
    assert met == Counter(combinations(range(1, 7), 2))


def test_the_draw_says_who_came_late_and_whom_they_do_not_meet() -> None:
    history = tuple(day_of(*[range(1, 10)] * 9)[:2])
    byes = sorted(played.out[0] for played in history)
    request = request_for(10, history=history)
    notes = berger.draw(request, layout(10, 2, "bye"), Chance(1)).notes
    assert [str(words) for words in notes] == [
        f"10 came late. No round is left to meet: {byes[0]}, {byes[1]}."
    ]
    even = request_for(9, history=all_play_all(8, rounds=1))
    said = [str(w) for w in berger.draw(even, layout(9, 2, "bye"), Chance(1)).notes]
    assert any("Put off for those who came late (9)" in each for each in said)


@st.composite
def days(draw: st.DrawFn) -> list[set[int]]:
    """Who is there in each round: some leave, some come late, some are away for a round."""
    pairs, rounds = draw(st.integers(5, 11)), draw(st.integers(2, 8))
    present = [set(range(1, pairs + 1)) for _round in range(rounds)]
    for entry in draw(st.sets(st.integers(1, pairs), max_size=2)):
        gone = draw(st.integers(1, rounds))
        back = gone + draw(st.sampled_from([1, rounds]))
        for here in present[gone:back]:
            here.discard(entry)
    for entry in range(20, 20 + draw(st.integers(0, 3))):
        for here in present[draw(st.integers(1, rounds)) :]:
            here.add(entry)
    return present


@settings(max_examples=80, deadline=None)
@given(present=days())
def test_who_is_there_all_day_meets_everybody_else_who_is_exactly_once(
    present: list[set[int]],
) -> None:
    history = day_of(*present)
    met = Counter(couple for played in history for couple in played.pairs())
    assert max(met.values()) == 1
    there = [{*chain.from_iterable((*played.tables, played.out))} for played in history]
    all_day = set.intersection(*there, present[min(len(history), len(present) - 1)])
    assert all(met[couple] == 1 for couple in combinations(sorted(all_day), 2))
    assert all(played.tables for played in history)
    assert len(history) <= max(len(present), max(map(len, there)) + 3)


def test_a_fixed_table_is_kept_in_an_all_play_all() -> None:
    drawn = all_play_all(6, rounds=5, wishes=Wishes(tables={6: 2}))
    assert all(6 in played.tables[2] for played in drawn)


def test_a_guide_far_down_the_standing_of_a_large_field() -> None:
    wishes = Wishes(together=frozenset({(3, 280)}))
    (drawn,) = paired(request_for(300, standing=tuple(range(1, 301)), wishes=wishes))
    assert (3, 280) in set(drawn.pairs())


@pytest.mark.parametrize("entries", [240, 301])
def test_slices_pair_a_large_field_as_well_as_the_whole(
    entries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
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
