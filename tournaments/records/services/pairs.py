"""Keeping what partners have in each year, in which the list of all pairs of a club is read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import or_

from django.db.models import Case, F, Q, Value, When
from django.db.models.functions import Greatest

from scoring.partners import together_of
from scoring.rulesets import RULESETS
from tournaments.models import PairTally, SheetTally

PairKey = tuple[int, int, int, str, int]
"""The club, who of the two has the smaller key, who the larger one, the ruleset, the year."""

SUMS = ("hands", "won", "points")

AT_ONCE = 100
"""So many rows are written by one SQL query, which names each of them."""


def add_to_pairs(signed: Iterable[tuple[int, SheetTally]]) -> None:
    """Add what sheets say of partners to their years (sign 1), or take it off (-1).

    Inside a transaction that has locked the years of the players, so that nobody else makes or
    changes the same row. Of sheets from before pairs were kept nothing can be taken off until
    `recompute` has counted them: that must not stop a correction.
    """
    sums: dict[PairKey, list[int]] = {}
    for sign, tally in signed:
        add_pairs(sums, tally, sign)
    changed = sorted((key, added) for key, added in sums.items() if any(added))
    for first in range(0, len(changed), AT_ONCE):
        _add(dict(changed[first : first + AT_ONCE]))


def _add(changed: Mapping[PairKey, Sequence[int]]) -> None:
    """One SQL query, two where all are partners for the first time in that year, three where some
    are."""
    rows = PairTally.objects.filter(reduce(or_, map(_of, changed)))
    found = rows.update(
        hands=Greatest(0, F("hands") + _more(changed, 0)),
        won=Greatest(0, F("won") + _more(changed, 1)),
        points=F("points") + _more(changed, 2),
    )
    if found == len(changed):
        return
    there = {pair_key(row) for row in rows} if found else set()
    new = [key for key in changed if key not in there and min(changed[key][:2]) >= 0]
    PairTally.objects.bulk_create(pair_tally(key, changed[key]) for key in new)


def add_pairs(sums: dict[PairKey, list[int]], tally: SheetTally, sign: int = 1) -> None:
    """Add what a sheet says of a player and his partners to the sums of hands, won and points.

    Hands count from the side of who has the smaller key; points from both sides, but those of a
    pair once.
    """
    ruleset = RULESETS.get(tally.ruleset)
    kind = together_of(ruleset) if ruleset is not None else ""
    if ruleset is None or not kind:
        return
    own, of = tally.player_id, (tally.ruleset, tally.played_on.year)
    for who, met in tally.others.items():
        other = int(who)
        if f"{kind}.hands" not in met:
            continue
        key = (tally.club_id, min(own, other), max(own, other), *of)
        pair = sums.setdefault(key, [0, 0, 0])
        if own < other:
            pair[0] += sign * met[f"{kind}.hands"]
            pair[1] += sign * met.get(f"{kind}.won", 0)
        if own < other or ruleset.scores != "pairs":
            pair[2] += sign * met.get(f"{kind}.points", 0)


def pair_tally(key: PairKey, sums: Iterable[int]) -> PairTally:
    """A row with these sums, which is not saved."""
    club, one, other, ruleset, year = key
    found = dict(zip(SUMS, sums, strict=True))
    return PairTally(club_id=club, one_id=one, other_id=other, ruleset=ruleset, year=year, **found)


def pair_key(row: PairTally) -> PairKey:
    """What a row is about."""
    return row.club_id, row.one_id, row.other_id, row.ruleset, row.year


def _of(key: PairKey) -> Q:
    _club, one, other, ruleset, year = key
    return Q(one=one, other=other, ruleset=ruleset, year=year)


def _more(changed: Mapping[PairKey, Sequence[int]], place: int) -> Case:
    """How much is added to each row in that place of the sums."""
    return Case(*(When(_of(key), then=Value(sums[place])) for key, sums in changed.items()))
