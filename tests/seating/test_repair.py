"""Small changes to a drawn round: who does not come, comes late or leaves."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seating.chance import Chance
from seating.constraints import Constraints, Repaired
from seating.draws import random_wishes
from seating.model import Impossible, Request, Round, Wishes
from seating.repair import join, leave, no_show, redraw, seat_latecomers
from seating.sizes import layout
from seating.wishes import broken_wishes

law = settings(max_examples=60, deadline=None)
seeds = st.integers(0, 2**32)

FOURS = Round(((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)))


def everybody(played: Round) -> list[int]:
    return sorted([*(entry for table in played.tables for entry in table), *played.out])


def said(repaired: Repaired) -> list[str]:
    return [str(words) for words in repaired.words]


def house(*entries: int) -> Wishes:
    return Wishes(house=frozenset(entries))


def test_a_house_player_who_waits_takes_the_seat_first() -> None:
    before = Round(FOURS.tables, (13, 14))
    repaired = no_show(before, 6, Constraints(size=4, odd="bye", wishes=house(14)))
    assert repaired.round == Round((FOURS.tables[0], (5, 14, 7, 8), FOURS.tables[2]), (13,))
    assert repaired.changed == (1,)
    assert said(repaired) == ["14 takes a seat at table 2 (until now: 6)."]


def test_who_came_late_takes_the_seat_before_anybody_else() -> None:
    before = Round(FOURS.tables, (13, 14, 15))
    constraints = Constraints(size=4, odd="bye", wishes=house(14), late=frozenset({15}))
    repaired = no_show(before, 6, constraints)
    assert repaired.round.tables[1] == (5, 15, 7, 8)
    assert said(repaired) == ["15 takes a seat at table 2 (until now: 6)."]


def test_else_who_sat_out_most_comes_in() -> None:
    before = Round(FOURS.tables, (13, 14))
    constraints = Constraints(size=4, odd="bye", history=(Round(FOURS.tables, (14,)),))
    assert 14 in no_show(before, 6, constraints).round.tables[1]


def test_a_table_plays_with_one_less_where_that_is_legal() -> None:
    repaired = no_show(FOURS, 6, Constraints(size=4, odd="down"))
    assert repaired.round.tables[1] == (5, 7, 8)
    assert said(repaired) == ["Table 2 plays with one less."]


def test_else_a_long_table_gives_one() -> None:
    before = Round((*FOURS.tables[:2], (9, 10, 11, 12, 13)))
    repaired = no_show(before, 6, Constraints(size=4, odd="up"))
    assert [len(table) for table in repaired.round.tables] == [4, 4, 4]
    assert repaired.changed == (1, 2)
    assert said(repaired) == ["9 moves from table 3 to table 2."]


def test_the_one_who_comes_has_not_met_them() -> None:
    before = Round((*FOURS.tables[:2], (9, 10, 11, 12, 13)))
    constraints = Constraints(size=4, history=(Round(((5, 9), (7, 11))), Round(((5, 10), (7, 12)))))
    assert said(no_show(before, 6, constraints)) == ["13 moves from table 3 to table 2."]


def test_else_the_table_is_given_up_and_the_last_takes_its_number() -> None:
    repaired = no_show(FOURS, 2, Constraints(size=4, odd="bye"))
    assert repaired.round == Round(((9, 10, 11, 12), (5, 6, 7, 8)), (1, 3, 4))
    assert "table 3 moves there; sitting out: 1, 3, 4" in said(repaired)[0]
    last = no_show(FOURS, 12, Constraints(size=4, odd="bye"))
    assert last.round == Round(FOURS.tables[:2], (9, 10, 11))
    assert last.changed == (2,)


def test_where_all_play_all_who_is_missing_is_a_bye_for_the_other() -> None:
    before = Round(((1, 4), (2, 3)), (5,))
    constraints = Constraints(size=2, odd="bye", has_table=True)
    assert no_show(before, 4, constraints).round == Round(((2, 3),), (1, 5))


def test_the_last_one_of_a_table_moves_to_another() -> None:
    before = Round(((1, 2), (3, 4)))
    constraints = Constraints(size=2, odd="up")
    assert no_show(before, 4, constraints).round == Round(((1, 2, 3),))
    guests = Constraints(size=2, odd="up", wishes=house(3))
    assert no_show(before, 4, guests).round == Round(((1, 2),), (3,))


def test_who_sat_out_changes_nothing() -> None:
    repaired = no_show(Round(FOURS.tables, (13,)), 13, Constraints(size=4))
    assert repaired == Repaired(FOURS, (), repaired.words)


@pytest.mark.parametrize(
    ("code", "who", "constraints"),
    [
        ("started", 6, Constraints(size=4, odd="down", started=frozenset({1}))),
        ("unknown", 44, Constraints(size=4)),
        ("redraw", 6, Constraints(size=4, odd="up")),
        ("redraw", 6, Constraints(size=4, odd="bye", started=frozenset({2}))),
    ],
)
def test_where_nothing_small_helps_it_says_so(
    code: str, who: int, constraints: Constraints
) -> None:
    with pytest.raises(Impossible) as refusal:
        no_show(FOURS, who, constraints)
    assert refusal.value.code == code
    assert str(who) in str(refusal.value)


def test_wishes_decide_who_comes_in() -> None:
    before = Round(FOURS.tables, (13, 14))
    apart = Wishes(apart=frozenset({(5, 13)}))
    assert 14 in no_show(before, 6, Constraints(size=4, odd="bye", wishes=apart)).round.tables[1]
    couple = Wishes(together=frozenset({(13, 14)}))
    assert no_show(before, 6, Constraints(size=4, odd="bye", wishes=couple)).round.out != (13,)
    seat = Wishes(seats={8: 3})
    assert no_show(before, 6, Constraints(size=4, odd="bye", wishes=seat)).round.tables[1][3] == 8


def test_late_ones_make_a_table_with_those_who_wait() -> None:
    repaired = seat_latecomers(
        Round(FOURS.tables, (13, 14, 15)), [16], Constraints(size=4, odd="bye"), Chance(1)
    )
    assert sorted(repaired.round.tables[3]) == [13, 14, 15, 16]
    assert repaired.changed == (3,)
    assert said(repaired) == ["New table 4: 13, 14, 15, 16."]


def test_late_ones_take_the_seats_of_house_players() -> None:
    repaired = seat_latecomers(FOURS, [13], Constraints(size=4, wishes=house(7)), Chance(1))
    assert repaired.round.tables[1] == (5, 6, 13, 8)
    assert repaired.round.out == (7,)


def test_late_ones_join_short_tables_then_others_then_sit_out() -> None:
    short = Round((*FOURS.tables[:2], (9, 10, 11)))
    assert seat_latecomers(short, [13], Constraints(size=4, odd="down"), Chance(1)).changed == (2,)
    assert (
        len(seat_latecomers(FOURS, [13, 14], Constraints(size=4, odd="up"), Chance(1)).changed) == 2
    )
    assert seat_latecomers(FOURS, [13], Constraints(size=4, odd="bye"), Chance(1)).round.out == (
        13,
    )
    three = seat_latecomers(FOURS, [13, 14, 15], Constraints(size=4, odd="down"), Chance(1))
    assert three.round.tables[3] == (13, 14, 15)


def test_the_lot_says_which_tables_get_one_more() -> None:
    constraints = Constraints(size=4, odd="up")
    changed = [
        seat_latecomers(FOURS, [13], constraints, Chance(seed)).changed for seed in range(20)
    ]
    assert set(changed) == {(0,), (1,), (2,)}
    assert seat_latecomers(FOURS, [13, 14], constraints, Chance(5)) == seat_latecomers(
        FOURS, [13, 14], constraints, Chance(5)
    )


def test_who_sat_at_a_long_table_already_is_spared() -> None:
    before = Round(((1, 2, 3, 4, 5), (6, 7, 8, 9), (10, 11, 12)))
    constraints = Constraints(size=4, odd="up", history=(before,), sizes=frozenset({4, 5}))
    now = Round(((1, 6, 10, 7), (2, 8, 11, 9), (3, 4, 5, 12)))
    for seed in range(9):
        assert seat_latecomers(now, [13], constraints, Chance(seed)).changed in ((0,), (1,))


@pytest.mark.parametrize("wish", [Wishes(tables={6: 1}), Wishes(seats={6: 0})])
def test_a_table_at_which_a_place_is_kept_is_never_the_one_that_fills_up(wish: Wishes) -> None:
    constraints = Constraints(size=4, odd="up", wishes=wish)
    for seed in range(20):
        assert seat_latecomers(FOURS, [13], constraints, Chance(seed)).changed in ((0,), (2,))
    two = seat_latecomers(FOURS, [13, 14], constraints, Chance(1))
    assert two.changed == (0, 2)
    with pytest.raises(Impossible) as refusal:
        seat_latecomers(FOURS, [13, 14, 15], constraints, Chance(1))
    assert "Only tables at which somebody has a fixed place" in str(refusal.value)
    own = Constraints(size=4, odd="up", wishes=Wishes(tables={13: 1}))
    assert seat_latecomers(FOURS, [13], own, Chance(1)).changed == (1,)


def test_late_ones_keep_away_from_tables_that_have_begun_and_whom_they_must_not_meet() -> None:
    constraints = Constraints(
        size=4, started=frozenset({0}), wishes=Wishes(apart=frozenset({(5, 13)}))
    )
    assert seat_latecomers(FOURS, [13], constraints, Chance(1)).changed == (2,)
    guide = Constraints(size=4, wishes=Wishes(together=frozenset({(9, 13)})))
    assert seat_latecomers(FOURS, [13], guide, Chance(1)).changed == (2,)


def test_late_ones_are_refused_in_words() -> None:
    with pytest.raises(Impossible) as refusal:
        seat_latecomers(FOURS, [13], Constraints(size=4, odd="down"), Chance(1))
    assert refusal.value.code == "redraw"
    with pytest.raises(Impossible) as refusal:
        seat_latecomers(FOURS, [3], Constraints(size=4), Chance(1))
    assert refusal.value.code == "twice"


def test_leaving_changes_all_coming_rounds_but_no_table_that_has_begun() -> None:
    rounds = [FOURS, Round(((1, 5, 9, 2), (6, 10, 3, 7), (11, 4, 8, 12)))]
    constraints = Constraints(size=4, odd="down", started=frozenset({0}))
    now, following = leave(rounds, 2, constraints, Chance(1))
    assert now.round == FOURS
    assert said(now) == ["2 is at a table that has begun; it stays as it is."]
    assert following.round.tables == ((1, 5, 9), (6, 10, 3, 7), (11, 4, 8, 12))
    assert leave(rounds, 44, constraints, Chance(1))[0].words == ()


def test_joining_draws_anew_where_it_must() -> None:
    (repaired,) = join([FOURS], [13], Constraints(size=4, odd="down"), Chance(1))
    assert everybody(repaired.round) == list(range(1, 14))
    assert sorted(len(table) for table in repaired.round.tables) == [3, 3, 3, 4]
    with pytest.raises(Impossible):
        join([FOURS], [3], Constraints(size=4), Chance(1))


def test_drawing_anew_leaves_what_has_begun() -> None:
    constraints = Constraints(
        size=4, odd="up", started=frozenset({1}), wishes=Wishes(tables={9: 0})
    )
    repaired = redraw(FOURS, [*range(1, 12), 13], constraints, Chance(1))
    assert repaired.round.tables[1] == FOURS.tables[1]
    assert 9 in repaired.round.tables[0]
    assert said(repaired) == ["Tables drawn anew: 1, 3."]


def test_drawing_anew_with_too_few() -> None:
    constraints = Constraints(size=4, odd="up", started=frozenset({2}))
    repaired = redraw(FOURS, [1, 9, 10, 11, 12], constraints, Chance(1))
    assert repaired.round == Round((FOURS.tables[2],), (1,))
    assert said(repaired) == ["Sitting out: 1.", "Table 3, which has begun, is now table 1."]
    short = redraw(FOURS, [1, 2, 3], Constraints(size=4, sizes=frozenset({3, 4})), Chance(1))
    assert len(short.round.tables) == 1
    with pytest.raises(Impossible) as refusal:
        redraw(FOURS, [1, 2, 3], Constraints(size=4), Chance(1))
    assert refusal.value.code == "too_few"


@st.composite
def evenings(draw: st.DrawFn) -> tuple[int, str, Wishes, list[int], int]:
    entries, odd = draw(st.integers(12, 24)), draw(st.sampled_from(["up", "down", "bye"]))
    guests = frozenset(draw(st.sets(st.integers(1, 12), max_size=2)))
    apart = frozenset({(1, 2), (3, 4)}) if draw(st.booleans()) else frozenset()
    # A number above zero comes late, one below leaves.
    changes = draw(st.lists(st.integers(-24, 24).filter(bool), max_size=12))
    return entries, odd, Wishes(house=guests, apart=apart), changes, draw(seeds)


def changed(
    rounds: Sequence[Round], step: int, constraints: Constraints, seed: int
) -> list[Repaired]:
    here = everybody(rounds[0])
    if step > 0:
        return join(rounds, [max(here) + step], constraints, Chance(seed))
    return leave(rounds, here[step % len(here)], constraints, Chance(seed))


@law
@given(evening=evenings())
def test_any_order_of_leaving_and_coming_late_still_has_rounds(
    evening: tuple[int, str, Wishes, list[int], int],
) -> None:
    entries, odd, wishes, changes, seed = evening
    request = Request(
        entries=tuple(range(1, entries + 1)), size=4, odd=odd, rounds=2, wishes=wishes
    )
    rounds = random_wishes.draw(request, layout(entries, 4, odd), Chance(seed)).rounds
    constraints = Constraints(size=4, odd=odd, wishes=wishes)
    for step in changes:
        before = [everybody(played) for played in rounds]
        if len(before[0]) < 9:
            break
        repaired = changed(rounds, step, constraints, seed)
        assert repaired == changed(rounds, step, constraints, seed)
        rounds = tuple(each.round for each in repaired)
        for played, old in zip(rounds, before, strict=True):
            check_round(played, constraints)
            assert len(everybody(played)) == len(old) + (1 if step > 0 else -1)


def check_round(played: Round, constraints: Constraints) -> None:
    assert len(everybody(played)) == len(set(everybody(played)))
    assert all(len(table) in constraints.legal for table in played.tables)
    assert not [wish for wish in broken_wishes(played, constraints.wishes) if wish.hard]


@law
@given(
    who=st.integers(1, 12),
    started=st.frozensets(st.integers(0, 2), max_size=2),
    odd=st.sampled_from(["up", "down", "bye"]),
    come=st.booleans(),
)
def test_a_small_change_is_small(who: int, started: frozenset[int], odd: str, come: bool) -> None:
    constraints = Constraints(size=4, odd=odd, started=started)
    before = Round(((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)), (13,) if odd == "bye" else ())
    try:
        repaired = (
            seat_latecomers(before, [20], constraints, Chance(1))
            if come
            else no_show(before, who, constraints)
        )
    except Impossible:
        return
    assert len(repaired.changed) <= 2
    for number in started:
        assert repaired.round.tables[number] == before.tables[number]
    check_round(repaired.round, constraints)
