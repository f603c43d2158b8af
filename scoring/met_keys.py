"""Tie-breaks from whom an entry met: opponents' totals, meetings of the tied, differences.

One rule for byes and for rounds before a late entry, everywhere here: they count as a draw with
an opponent whose total is the entry's own (the dummy opponent of the FIDE Tie-Break Regulations
2024, article 16.4, which gives it the bye's result instead of a draw). In head-to-head and in
differences, for which nobody was met, they count nothing; so does a round without a result.

Where more than two sit at a table, the mean of the others stands for the opponent, so that long
and short tables weigh the same.

Entry 1 wins 12:7 and draws 9:9, entry 2 has a bye for 1 point; the totals are 3, 1 and 1:

>>> from scoring.results import Result, Rules
>>> from scoring.tallies import tally_up
>>> results = [Result(1, 1, 1, 12), Result(2, 1, 1, 7), Result(1, 2, 1, 9), Result(3, 2, 1, 9)]
>>> results.append(Result(2, 2, None, 0, kind="bye"))
>>> tallies = tally_up([1, 2, 3], results, Rules(yields="match", bye_value=1), {})
>>> [buchholz(tallies[entry], tallies) for entry in (1, 2, 3)]
[2, 4, 3]
>>> [str(berger(tallies[entry], tallies)) for entry in (1, 2, 3)]
['3/2', '1/2', '3/2']
>>> [difference(tallies[entry], tallies) for entry in (1, 2, 3)]
[5, -5, 0]
>>> head_to_head(tallies, [1, 2])
{1: 2, 2: 0}
>>> head_to_head(tallies, [2, 3])
{2: None, 3: None}
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from hashlib import sha256

from scoring.results import Value, as_int_if_whole, compare
from scoring.tallies import Tallies, Tally


def _mean(values: Sequence[Value]) -> Value:
    return values[0] if len(values) == 1 else Fraction(sum(values), len(values))


def _opponents(tally: Tally, tallies: Tallies) -> list[Value]:
    met = [
        _mean([tallies.total(other.entry) for other in others])
        for _sheet, others in tallies.met(tally)
    ]
    return met + [tallies.total(tally.entry)] * len(tally.away)


def buchholz(tally: Tally, tallies: Tallies) -> Value:
    """The sum of the opponents' totals."""
    return as_int_if_whole(sum(_opponents(tally, tallies)))


def buchholz_cut1(tally: Tally, tallies: Tallies) -> Value:
    """The sum of the opponents' totals without the lowest one."""
    totals = _opponents(tally, tallies)
    return as_int_if_whole(sum(totals) - min(totals, default=0))


def berger(tally: Tally, tallies: Tallies) -> Value:
    """The totals of beaten opponents and half of those with whom it was a draw."""
    doubled: list[Value] = [tallies.total(tally.entry)] * len(tally.away)
    for sheet, others in tallies.met(tally):
        shares = [1 + compare(sheet, other, tallies.rules) for other in others]
        totals = [tallies.total(other.entry) for other in others]
        doubled.append(_mean([share * of for share, of in zip(shares, totals, strict=True)]))
    return as_int_if_whole(Fraction(sum(doubled)) / 2)


def games_difference(tally: Tally, tallies: Tallies) -> Value:
    """Own games less those of the others at the table."""
    met = tallies.met(tally)
    return as_int_if_whole(
        sum(own.games - _mean([other.games for other in others]) for own, others in met)
    )


def difference(tally: Tally, tallies: Tallies) -> Value:
    """Own points (strokes, credited ones too) less those of the others at the table."""
    met = tallies.met(tally)
    return as_int_if_whole(
        sum(own.score - _mean([other.score for other in others]) for own, others in met)
    )


def head_to_head(tallies: Tallies, tied: Sequence[int]) -> dict[int, Value | None]:
    """Match points from the meetings of the tied, None for all unless each has met each.

    At a table of more than two, two of the tied have met like the sides of a match; who met more
    often than once counts with the mean.
    """
    among = frozenset(tied)
    scores: dict[int, Value | None] = {}
    for entry in tied:
        met: dict[int, list[Value]] = {}
        for sheet, others in tallies.met(tallies[entry]):
            for other in others:
                if other.entry in among:
                    outcome = 1 - compare(sheet, other, tallies.rules)
                    met.setdefault(other.entry, []).append(tallies.rules.match_points[outcome])
        if len(met) < len(tied) - 1:
            return dict.fromkeys(tied)
        scores[entry] = as_int_if_whole(sum(_mean(values) for values in met.values()))
    return scores


def decided(tallies: Tallies, tied: Sequence[int]) -> dict[int, Value | None]:
    """Places that a play-off hand or a lot drawn in public gave, the best one has the most.

    None for all unless one decision names every one of the tied: who joined a tie later, after a
    correction, was not in the play-off. Where somebody dropped out of it the rest keep their order.

    >>> from scoring.results import Rules
    >>> from scoring.tallies import tally_up
    >>> tallies = tally_up([1, 2, 3], [], Rules(decided=((3, 1),)), {})
    >>> decided(tallies, [1, 3]), decided(tallies, [1, 2])
    ({1: 1, 3: 2}, {1: None, 2: None})
    """
    for order in tallies.rules.decided:
        if set(tied) <= set(order):
            return {entry: len(order) - order.index(entry) for entry in tied}
    return dict.fromkeys(tied)


def lot(tallies: Tallies, tied: Sequence[int]) -> dict[int, Value | None]:
    """Lots among the tied, the highest number wins; None for all until there is a seed.

    The order is that of the SHA-256 digests of “seed:start number”, so that anybody can check it
    and nobody's lot depends on who else is tied.
    """
    seed = tallies.rules.lot_seed
    if not seed:
        return dict.fromkeys(tied)
    return {entry: number for number, entry in enumerate(lots(seed, tied), start=1)}


def lots(seed: str, tied: Sequence[int]) -> list[int]:
    """The order in which a seed draws these start numbers; the last one has the best lot.

    >>> lots("club", [2, 1, 3]) == lots("club", [3, 2, 1])
    True
    """
    return sorted(tied, key=lambda entry: sha256(f"{seed}:{entry}".encode()).digest())


def shared(tallies: Tallies, tied: Sequence[int]) -> dict[int, Value | None]:
    """Nothing: those who are still tied share the place."""
    return dict.fromkeys(tied)
