"""Earlier evenings: what they cost, and that they never cost more than tonight."""

from hypothesis import given, settings
from hypothesis import strategies as st

from seating.model import Request, Round
from seating.plan import plan
from seating.season import Before, season_of
from seating.sizes import layout
from seating.weights import MOST_EARLIER, REPEAT, SPARED, UNFAIR, earlier

EVERYBODY = tuple(range(1, 13))


@st.composite
def evenings(draw: st.DrawFn) -> list[Before]:
    """Some rounds of earlier evenings, of whoever was there."""
    found = []
    for ago in draw(st.lists(st.integers(1, 30), max_size=6)):
        order = draw(st.permutations(EVERYBODY))
        there = order[: draw(st.integers(0, 12))]
        tables = tuple(frozenset(there[at : at + 4]) for at in range(0, len(there), 4))
        found.append(Before(ago, tables, frozenset(there[:1])))
    return found


@given(evenings(), st.permutations(EVERYBODY))
def test_no_price_of_earlier_evenings_reaches_one_of_tonight(
    before: list[Before], renamed: list[int]
) -> None:
    season = season_of(before, EVERYBODY)
    assert all(0 < price <= MOST_EARLIER < REPEAT for price in season.met.values())
    assert all(0 <= price <= SPARED < UNFAIR for price in season.spared.values())
    new = dict(zip(EVERYBODY, renamed, strict=True))
    told = [
        Before(
            each.ago,
            tuple(frozenset(new[one] for one in table) for table in each.tables),
            frozenset(new[one] for one in each.burdened),
        )
        for each in before
    ]
    other = season_of(told, EVERYBODY)
    for (one, two), price in season.met.items():
        couple = (min(new[one], new[two]), max(new[one], new[two]))
        assert other.met[couple] == price


def test_the_longer_ago_the_less_it_costs_and_it_is_never_forgotten() -> None:
    costs = [earlier(ago) for ago in range(1, 60)]
    assert costs == sorted(costs, reverse=True)
    assert costs[0] > costs[3] > 0
    assert costs[-1] > 0


def test_what_everybody_has_done_as_often_costs_nothing() -> None:
    all_met = [Before(1, (frozenset(EVERYBODY),))]
    assert season_of(all_met, EVERYBODY).met == {}
    often = [Before(ago, (frozenset({1, 2, 3}),)) for ago in range(1, 40)]
    prices = season_of([*often, Before(1, (frozenset({1, 2}),))], EVERYBODY).met
    assert prices[1, 2] == MOST_EARLIER > prices[1, 3] > 0


@settings(deadline=None, max_examples=25)
@given(evenings(), st.sampled_from(("random_wishes", "history", "schedule", "soft")))
def test_whatever_was_before_a_seating_stays_one_and_tonight_comes_first(
    before: list[Before], way: str
) -> None:
    tonight = (Round((EVERYBODY[:4], EVERYBODY[4:8], EVERYBODY[8:])),)
    request = Request(
        entries=EVERYBODY,
        size=4,
        draw=way,
        history=tonight,
        standing=EVERYBODY,
        dial=100,
        steps=60_000,
        season=season_of(before, EVERYBODY),
    )
    found = plan(request)
    seated = sorted(entry for table in found.rounds[0].tables for entry in table)
    assert seated == list(EVERYBODY)
    # Three of each table have to meet again: nobody could do with fewer.
    assert found.report.repeats == found.report.bound == 3
    assert plan(found.request).rounds == found.rounds


def test_who_sat_out_lately_is_spared_and_nobody_bears_it_twice_tonight() -> None:
    season = season_of([Before(1, (frozenset(EVERYBODY[2:]),), frozenset({1, 2}))], EVERYBODY)
    assert season.spared == {1: SPARED, 2: SPARED}
    for way in ("random", "random_wishes", "history", "schedule", "blocks"):
        request = Request(
            entries=EVERYBODY, size=5, odd="bye", draw=way, season=season, steps=40_000
        )
        first = plan(request).rounds[0]
        assert not {1, 2} & set(first.out), way


def test_the_tables_of_a_league_match_when_members_are_missing() -> None:
    """4-4-4-3, 4-4-3-3, 3-3-3-3 and 4-4-4-0, as the Skat association seats them."""
    for members, sizes in (
        ((4, 4, 4, 4), (4, 4, 4, 4)),
        ((4, 4, 4, 3), (4, 4, 4, 3)),
        ((4, 4, 3, 3), (4, 4, 3, 3)),
        ((3, 3, 3, 3), (4, 4, 4)),
        ((4, 4, 4), (3, 3, 3, 3)),
    ):
        assert layout(sum(members), 4, "down", max(members)).sizes == sizes, members
