"""Ratings: what a sheet is worth to them, what they find in a club whose skill is known."""

from __future__ import annotations

from functools import reduce
from math import log, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import find_ruleset, replay
from scoring.figures import Figures, Sitting, figures_of
from scoring.ratings.choice import methods
from scoring.ratings.elo import Elo
from scoring.ratings.evaluation import Coin, evaluate
from scoring.ratings.openskill_models import OpenSkill
from scoring.ratings.sheets import Sheet, Side, Sums, add_rated, sheet_of, sums_of_side, table_sums
from scoring.ratings.shrunk_mean import Population, ShrunkMean, population_of, rating_of
from scoring.ratings.synthetic import SPREAD, Assumed, TrueSkill, synthetic_club

ANNA, BERT = 11, 12
FIVE_HANDED = [
    {"picker": 0, "partner": 2, "picker_points": 75},
    {"picker": 1, "partner": None, "picker_points": 120, "picker_tricks": 6},
    {"adjustment": [0, -4, 1, 1, 2], "reason": "misplay"},
]
SASKOP = [
    {"makers": 0, "trump": "hearts", "card_points": [70, 50]},
    {"makers": 1, "trump": "diamonds", "card_points": [95, 25]},
    {"makers": 0, "trump": "clubs", "card_points": [60, 60]},
]


def rated(key: str, hands: object, people: list[Sitting]) -> dict[int, Figures]:
    ruleset = find_ruleset(key)
    sheet = replay(ruleset, {}, None, hands)
    are_pairs = ruleset.scores == "pairs"
    found, _feats = figures_of(ruleset, sheet, people)
    add_rated(found, people, table_sums(sheet.rows, are_pairs=are_pairs), are_pairs=are_pairs)
    return found


def test_what_a_sheet_is_worth_though_the_others_are_unknown() -> None:
    found = rated("sheepshead5-wikipedia", FIVE_HANDED, [Sitting(1, BERT)])
    # −1 as defender, +12 alone; the penalty of −4 does not count.
    assert {name: n for name, n in found[BERT].counts.items() if name.startswith("rated")} == {
        **{"rated.sheets": 1, "rated.hands": 2, "rated.sum": 11_000, "rated.squares": 60_500}
    }
    pair = rated("saskop", SASKOP, [Sitting(0, ANNA), Sitting(2, BERT)])
    strokes = sum(replay(find_ruleset("saskop"), {}, None, SASKOP).totals)
    counts = pair[ANNA].counts
    # The others won nothing: the table's average is half of what this pair has.
    assert (counts["rated.hands"], counts["rated.sum"]) == (2, 500 * strokes)
    assert pair[ANNA].others[BERT]["with.rated.sum"] == counts["rated.sum"]
    assert pair[BERT].others[ANNA]["with.rated.sheets"] == 1
    left = rated("saskop", SASKOP, [Sitting(0, ANNA), Sitting(2, BERT, since=1)])
    assert "with.rated.sheets" not in left[ANNA].others[BERT]


def test_in_a_made_up_club_the_shrunk_mean_beats_the_coin_and_the_sure_ones_lose() -> None:
    club = synthetic_club(2, Assumed(people=24, nights=30))
    judged = evaluate(
        club.sheets, [ShrunkMean(), Coin(), Elo(48), OpenSkill("PlackettLuce"), TrueSkill(club)]
    )
    shrunk, coin, elo, sure, ceiling = judged
    assert coin.log_loss == pytest.approx(log(2))
    assert (coin.accuracy, coin.miscalibration) == (0.5, 0)
    assert ceiling.log_loss < shrunk.log_loss < elo.log_loss < sure.log_loss
    assert coin.worse > 3 * coin.error > 0  # and not by chance
    assert sure.log_loss > coin.log_loss + 0.03
    assert shrunk.accuracy > 0.54
    assert shrunk.miscalibration < 0.03 < sure.miscalibration
    assert sum(bucket.came.cases for bucket in shrunk.buckets) <= shrunk.cases
    known = evaluate(club.sheets, [ShrunkMean()], known_from=100)
    assert known[0].cases < shrunk.cases / 5


def test_the_rating_finds_the_spread_of_skill_and_luck_and_its_interval_holds() -> None:
    club = synthetic_club(5)
    method = ShrunkMean()
    for sheet in club.sheets:
        method.learn(sheet)
    population = population_of(method.sums.values())
    assert population is not None
    # Whoever sits at a table of four is compared with it: a quarter of himself is in it.
    share = 3 / 4
    luck = SPREAD * club.assumed.luck
    assert sqrt(population.within) == pytest.approx(luck * sqrt(20 * share), rel=0.05)
    assert sqrt(population.between) == pytest.approx(SPREAD * share, rel=0.25)
    held = 0
    for (who,), sums in method.sums.items():
        found = rating_of(sums, population)
        held += found.low <= share * club.skill[who] <= found.high
    assert held >= 0.9 * len(method.sums)


@given(
    st.lists(
        st.tuples(st.integers(-50, 50), st.integers(1, 60), st.integers(1, 60)),
        min_size=2,
        max_size=12,
    )
)
def test_a_rating_comes_from_sums_and_never_goes_beyond_the_mean(
    rounds: list[tuple[int, int, int]],
) -> None:
    sheets = [sheet_of(0, [((1,), p, n), ((2,), -p, m)]) for p, n, m in rounds]
    sums = [sums_of_side(sheet.sides[0]) for sheet in sheets]
    total = reduce(Sums.plus, sums)
    backwards = reduce(Sums.plus, reversed(sums))
    assert total == pytest.approx(backwards)
    found = rating_of(total, Population(between=0.1, within=4.0))
    mean = total.total / total.hands
    assert abs(found.value) <= abs(mean) + 1e-9
    assert found.value * mean >= 0
    assert found.low <= found.value <= found.high
    more = rating_of(total.plus(total), Population(between=0.1, within=4.0))
    assert more.high - more.low < found.high - found.low


def test_luck_alone_rates_nobody() -> None:
    alike = [Sums(10, 100, 0.0, 50.0)] * 8
    assert population_of(alike) == Population(0.0, 400 / 72)
    assert rating_of(alike[0], Population(0.0, 5.0)).weight == 0
    assert population_of([Sums(1, 10, 3.0, 0.9)] * 8) is None  # nobody came twice
    assert population_of([]) is None


class _Witness:
    """Notes what it is asked and told."""

    name = "witness"

    def __init__(self) -> None:
        self.seen: list[tuple[str, int]] = []

    def chance(self, one: Side, other: Side, sheet: Sheet) -> float:
        self.seen.append(("asked", sheet.day))
        return 1.0

    def learn(self, sheet: Sheet) -> None:
        self.seen.append(("told", sheet.day))


def test_nothing_is_judged_after_it_was_seen() -> None:
    one = ((1,), 5, 10)
    sheets = [sheet_of(1, [one, ((2,), -5, 10)]), sheet_of(2, [one, ((3,), 5, 10)])]
    witness = _Witness()
    judged = evaluate(sheets, [witness])[0]
    assert witness.seen == [("asked", 1), ("told", 1), ("told", 2)]  # equal points: no case
    assert (judged.cases, judged.accuracy) == (1, 1.0)
    assert 0 < judged.log_loss < 0.01


def test_elo_moves_nobody_by_more_than_k_and_all_together_by_nothing() -> None:
    elo = Elo(12)
    elo.learn(sheet_of(1, [((1,), 9, 10), ((2,), -3, 10), ((3,), -3, 10), ((4,), -3, 10)]))
    assert [round(elo.ratings[who] - 1500, 6) for who in (1, 2, 3, 4)] == [6, -2, -2, -2]
    elo.learn(sheet_of(2, [((1, 5), 0, 8), ((2, 6), 9, 8)]))
    assert elo.ratings[6] > 1500 > elo.ratings[5]
    assert sum(elo.ratings.values()) == pytest.approx(6 * 1500)


def test_every_method_that_is_judged_learns_from_pairs() -> None:
    club = synthetic_club(3, Assumed(people=12, nights=6, size=2, pairs="fixed"))
    judged = evaluate(club.sheets, methods(are_pairs=True))
    assert len({each.name for each in judged}) == len(judged) == 12
    assert {each.cases for each in judged} == {judged[0].cases}
    assert judged[0].name == "shrunk mean of pairs"
    assert all(each.log_loss != log(2) for each in judged if each.name != "coin")
