"""Laws of prizes: no cent is lost or made, ties are equal, nobody gets the same thing twice."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from formats.awards import Awarded, Candidate, Game, Highest, TeamCandidate, award, payout
from formats.event import EventSettings
from formats.figures import goods_of, what_of
from formats.prizes import budget_of, money_for_prizes

WHATS = st.sampled_from(["", "20", "2.50", "5 %", "a ham"])


@st.composite
def rules(draw: st.DrawFn) -> EventSettings:
    """Settings with any mixture of prizes."""
    shares = draw(st.lists(st.integers(1, 20), max_size=5))
    amounts = draw(st.lists(st.integers(1, 50_000), max_size=5))
    return EventSettings(
        fee=draw(st.integers(1, 3_000)),
        rounds=draw(st.integers(1, 3)),
        payout=tuple(shares),
        prize_amounts=tuple(amounts) if draw(st.booleans()) else (),
        round_prize=draw(st.integers(0, 10)),
        groups=("Ladies",),
        group_prizes=draw(
            st.sampled_from([(), ("Ladies: 20",), ("Ladies: 7 %",), ("Ladies: tea",)])
        ),
        counted="solos",
        solos_prize=draw(WHATS),
        high_prize=draw(WHATS),
        team_prizes=draw(st.sampled_from([(), ("1–2: 7 %", "1: a cup"), ("1: 9.99", "3: 5")])),
        last_prize=draw(WHATS),
        plus_prize=draw(WHATS),
        goods=draw(st.sampled_from([(), ("3–6: a crate",), ("1: a cup", "2-2: a ham")])),
        prizes_apart=draw(st.booleans()),
        reserve=draw(st.integers(0, 5_000)),
        sponsored=draw(st.integers(0, 5_000)),
        lost_to_prizes=draw(st.booleans()),
        prize_step=draw(st.sampled_from([1, 50, 100, 500])),
        prize_rest=draw(st.sampled_from(["kept", "first"])),
    )


@st.composite
def fields(draw: st.DrawFn) -> list[Candidate]:
    """People with places as a ranking gives them: who ties has the best place of them."""
    totals = sorted(draw(st.lists(st.integers(-5, 5), max_size=12)), reverse=True)
    return [
        Candidate(
            number=number,
            place=totals.index(total) + 1,
            total=total,
            rounds={1: draw(st.integers(-3, 3)), 2: draw(st.integers(-3, 3))},
            solos=draw(st.integers(0, 2)),
            groups=frozenset(draw(st.sampled_from([(), ("ladies",)]))),
            stayed=draw(st.booleans()),
        )
        for number, total in enumerate(totals, 1)
    ]


@st.composite
def winnings(draw: st.DrawFn) -> dict[str, Any]:
    """Who may win something: entries, teams, and who had the highest game (or is not listed)."""
    places = draw(st.lists(st.integers(0, 2), max_size=5))
    named = draw(st.lists(st.integers(1, 14), max_size=3, unique=True))
    return {
        "field": draw(fields()),
        "teams": [
            TeamCandidate(f"Team {nth}", 1 + sum(other > one for other in places))
            for nth, one in enumerate(places)
        ],
        "highest": [
            Highest(number, Game(1, 2, 3, 36, "36"))
            if number % 2
            else Highest(number, words="Tout")
            for number in named
        ],
    }


FEES = st.integers(0, 50_000)


@given(rules(), FEES, st.integers(0, 2_000), winnings())
def test_prizes_and_what_is_kept_come_to_what_came_in(
    settings: EventSettings, fees: int, lost: int, won: dict[str, Any]
) -> None:
    made = award(settings, fees=fees, lost=lost, **won)
    income = fees + settings.sponsored + (lost if settings.lost_to_prizes else 0)
    assert made.income == income
    assert made.given + made.kept == income
    assert made.given <= income - min(settings.reserve, fees)
    parts = (made.reserve, made.rest, made.unclaimed, made.odd, made.not_for_prizes)
    assert all(part >= 0 for part in parts)
    assert sum(parts) == made.kept


@given(rules(), FEES, winnings())
def test_who_shares_a_prize_gets_the_same(
    settings: EventSettings, fees: int, won: dict[str, Any]
) -> None:
    made = award(settings, fees=fees, **won)
    awards = [one._replace(key="team") if one.team else one for one in made.awards]
    by_prize: dict[tuple[str, int], set[tuple[int, tuple[str, ...], int]]] = {}
    for one in awards:
        by_prize.setdefault((one.key, one.place), set()).add((one.cents, one.goods, one.shared_by))
    assert all(len(found) == 1 for found in by_prize.values())
    for (key, place), found in by_prize.items():
        ((_cents, _goods, shared_by),) = found
        winners = sum((one.key, one.place) == (key, place) for one in awards)
        assert shared_by == winners or (key == "plus" and shared_by == 1)


@given(rules(), FEES, winnings(), st.randoms())
def test_the_order_of_the_entries_is_nothing(
    settings: EventSettings, fees: int, won: dict[str, Any], chance: random.Random
) -> None:
    mixed: dict[str, Any] = {name: list(listed) for name, listed in won.items()}
    for listed in mixed.values():
        chance.shuffle(listed)
    assert award(settings, fees=fees, **mixed) == award(settings, fees=fees, **won)


@given(rules(), FEES, winnings())
def test_nobody_gets_the_same_prize_twice(
    settings: EventSettings, fees: int, won: dict[str, Any]
) -> None:
    made = award(settings, fees=fees, **won)
    named = [(one.key, one.number) for one in made.awards]
    assert len(named) == len(set(named))
    if settings.prizes_apart:
        often = ("round-", "team-", "high")
        once = [one.number for one in made.awards if not one.key.startswith(often)]
        assert len(once) == len(set(once))


@given(rules(), FEES, fields())
def test_a_better_place_never_gets_less_money(
    settings: EventSettings, fees: int, field: list[Any]
) -> None:
    if settings.prize_amounts:
        amounts = tuple(sorted(settings.prize_amounts, reverse=True))
        settings = replace(settings, prize_amounts=amounts)
    settings = replace(settings, payout=tuple(sorted(settings.payout, reverse=True)))
    places = [one for one in award(settings, fees=fees, field=field).awards if one.key == "place"]
    money = [one.cents for one in sorted(places, key=lambda one: one.place)]
    assert money == sorted(money, reverse=True)


@given(rules(), FEES, winnings())
def test_what_is_kept_with_a_list_is_what_it_was(
    settings: EventSettings, fees: int, won: dict[str, Any]
) -> None:
    made = award(settings, fees=fees, **won)
    assert Awarded.from_json(made.to_json()) == made


def test_who_share_places_get_no_less_than_whoever_comes_after_them() -> None:
    """Also where the amounts are no multiples of what shared money is rounded down to."""
    settings = EventSettings(fee=500, prize_amounts=(130, 130, 130, 130), prize_step=50)
    field = [Candidate(1, 1, 9), Candidate(2, 1, 9), Candidate(3, 1, 9), Candidate(4, 4, 5)]
    made = award(settings, fees=2_000, field=field)
    assert [one.cents for one in made.awards] == [130, 130, 130, 130]
    assert made.given + made.kept == made.income


@given(rules(), st.integers(0, 200))
def test_the_preview_is_the_budget(settings: EventSettings, paid: int) -> None:
    row = payout(settings, paid)
    money = money_for_prizes(settings, row.fees)
    budget = budget_of(settings, money)
    assert row.places == budget.places
    assert row.kept >= 0
    given_out = sum(row.places) + row.a_round * settings.rounds + row.special
    assert given_out + row.kept == row.fees + row.on_top


@given(st.text(max_size=30))
def test_whatever_is_typed_is_an_amount_a_share_or_goods(text: str) -> None:
    what = what_of(text)
    assert sum(map(bool, (what.cents, what.share, what.goods))) <= 1
    goods = goods_of(text)
    assert goods is None or 0 < goods.first <= goods.last
