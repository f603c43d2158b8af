"""What holds for penalties, strokes and decided ties, whatever the results and the rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.outliers import FAR, SCALE, alike, far_from_the_rest
from scoring.ranking import Rules, rank
from scoring.tiebreaks import TIE_BREAKS
from tests.scoring.test_ranking_laws import Made, events, law

figures = settings(max_examples=150, deadline=None)


def penalties(chance: Random) -> list[int]:
    return [chance.randint(-9, 9) for _result in range(40)]


def credits_given(chance: Random) -> list[int]:
    return [chance.randint(0, 5) for _result in range(40)]


@law(events(ways=("points", "places", "match")), penalties)
def test_a_total_with_penalties_is_the_total_without_and_their_sum(
    event: Made, given_out: list[int]
) -> None:
    entries, results, rules = event
    plain = [replace(result, penalty=0) for result in results]
    ruled = [
        replace(result, penalty=points) for result, points in zip(results, given_out, strict=False)
    ]
    sums: Counter[int] = Counter()
    for result in ruled:
        sums[result.entry] += result.penalty
    before = {row.entry: row for row in rank(entries, plain, rules)}
    after = {row.entry: row for row in rank(entries, [*ruled, *plain[len(ruled) :]], rules)}
    for entry in entries:
        assert after[entry].total == (before[entry].total or 0) + sums[entry]
        assert after[entry].rounds == before[entry].rounds
        assert after[entry].dropped == before[entry].dropped
        assert after[entry].added == sums[entry]


@law(events(ways=("match",)), credits_given)
def test_credited_strokes_count_as_if_they_stood_on_the_sheet(
    event: Made, credits_: list[int]
) -> None:
    entries, results, rules = event
    pairs = list(zip(results, credits_, strict=False))
    beside = [
        replace(one, credit=more if one.table is not None and one.hands else 0)
        for one, more in pairs
    ]
    on_it = [replace(one, points=one.score, credit=0) for one in beside]
    rest = results[len(pairs) :]
    assert rank(entries, beside + rest, Rules(yields="match")) == rank(
        entries, on_it + rest, Rules(yields="match")
    )
    assert [one.points for one in beside] == [one.points for one in results[: len(pairs)]]
    rules = replace(rules, best_of=None, tie_breaks=("head_to_head", "difference", "shared"))
    assert rank(entries, beside + rest, rules) == rank(entries, on_it + rest, rules)


@law(events([*sorted(TIE_BREAKS)]), lambda chance: chance.sample(range(1, 9), 8))
def test_a_decision_only_parts_those_who_were_level(event: Made, order: list[int]) -> None:
    """Whoever was before somebody by results stays so, and the level stand as it was decided."""
    entries, results, rules = event
    keys = tuple(key for key in rules.tie_breaks if key not in ("lot", "shared"))
    rules = replace(rules, tie_breaks=keys)
    decided = tuple(number for number in order if number in entries)
    before = {row.entry: row.place for row in rank(entries, results, rules)}
    rows = rank(entries, results, replace(rules, decided=(decided,)))
    assert len({row.place for row in rows}) == len(entries)
    for better, row in pairwise(rows):
        assert before[better.entry] <= before[row.entry]
        if before[better.entry] == before[row.entry]:
            assert decided.index(better.entry) < decided.index(row.entry)
            assert row.decided_by == "decided"


@law(events([*sorted(TIE_BREAKS)]))
def test_a_decision_about_others_changes_nothing(event: Made) -> None:
    entries, results, rules = event
    plain = [(row.entry, row.place) for row in rank(entries, results, rules)]
    other = rank(entries, results, replace(rules, decided=((98, 99),)))
    assert [(row.entry, row.place) for row in other] == plain


@figures
@given(st.dictionaries(st.integers(0, 30), st.integers(-50, 50), max_size=30))
def test_far_is_far_whatever_the_unit(values: dict[int, int]) -> None:
    found = far_from_the_rest(values)
    assert len(found) <= len(values) / 2
    scaled = far_from_the_rest({one: Fraction(value, 7) + 3 for one, value in values.items()})
    assert {far.one for far in scaled} == {far.one for far in found}
    assert all(far.times > float(FAR) - 0.1 for far in found)
    assert SCALE > 1


@figures
@given(st.dictionaries(st.integers(0, 9), st.lists(st.integers(-2, 2), max_size=4), max_size=9))
def test_alike_is_the_same_figures_in_any_order(sheets: dict[int, list[int]]) -> None:
    groups = alike(sheets)
    assert all(len(group) > 1 for group in groups)
    for group in groups:
        assert len({tuple(sorted(sheets[one])) for one in group}) == 1
    turned = {one: figures[::-1] for one, figures in sheets.items()}
    assert alike(turned) == groups
