"""The record book against the sheets it comes from: years, pairs and months added up anew."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date

from django.db import transaction
from django.db.models import Q

from tournaments.common.locks import lock_club
from tournaments.models import Club, CountedSheet, MonthTally, PairTally, SheetTally, YearTally
from tournaments.records.services.counting import OF_YEAR, YearKey, add_sheet
from tournaments.records.services.pairs import SUMS, PairKey, add_pairs, pair_key, pair_tally

MonthKey = tuple[str, date]
NONE = [0, 0, 0]
"""A row of noughts is as good as none."""


def check_club(club: Club, *, mend: bool) -> list[str]:
    """In what a club's years and months differ from its sheets; with `mend` they no longer do."""
    with transaction.atomic():
        lock_club(club.pk)
        counted = SheetTally.objects.filter(club=club, counts=True)
        years, pairs = years_and_pairs(counted.iterator(chunk_size=1000))
        return [
            *_check_years(club, years, mend=mend),
            *_check_pairs(club, pairs, mend=mend),
            *_check_months(club, mend=mend),
        ]


def years_and_pairs(
    tallies: Iterable[SheetTally],
) -> tuple[dict[YearKey, YearTally], dict[PairKey, list[int]]]:
    """The years that these sheets add up to, and what partners have in them."""
    found: dict[YearKey, YearTally] = {}
    pairs: dict[PairKey, list[int]] = {}
    for tally in tallies:
        key = (tally.player_id, tally.ruleset, tally.played_on.year)
        if key not in found:
            found[key] = YearTally(
                club_id=tally.club_id, player_id=key[0], ruleset=key[1], year=key[2]
            )
        add_sheet(found[key], tally, 1)
        add_pairs(pairs, tally)
    return found, pairs


def _check_years(club: Club, expected: Mapping[YearKey, YearTally], *, mend: bool) -> list[str]:
    rows = YearTally.objects.filter(Q(club=club) | Q(player__club=club))
    stored = {(row.player_id, row.ruleset, row.year): row for row in rows}
    wrong = sorted(
        key
        for key in stored.keys() | expected.keys()
        if _year_figures(stored.get(key)) != _year_figures(expected.get(key))
    )
    if mend:
        YearTally.objects.filter(pk__in=[stored[key].pk for key in wrong if key in stored]).delete()
        YearTally.objects.bulk_create(expected[key] for key in wrong if key in expected)
    return [
        f"player {player}, {ruleset}, {year}: the year differs from the sheets"
        for player, ruleset, year in wrong
    ]


def _check_pairs(club: Club, expected: Mapping[PairKey, list[int]], *, mend: bool) -> list[str]:
    rows = PairTally.objects.filter(Q(club=club) | Q(one__club=club))
    stored = {pair_key(row): row for row in rows}
    wrong = sorted(
        key
        for key in stored.keys() | expected.keys()
        if _pair_figures(stored.get(key)) != expected.get(key, NONE)
    )
    if mend:
        PairTally.objects.filter(pk__in=[stored[key].pk for key in wrong if key in stored]).delete()
        PairTally.objects.bulk_create(
            pair_tally(key, expected[key]) for key in wrong if key in expected
        )
    return [
        f"players {one} and {other}, {ruleset}, {year}: the pair differs from the sheets"
        for _club, one, other, ruleset, year in wrong
    ]


def _check_months(club: Club, *, mend: bool) -> list[str]:
    expected: dict[MonthKey, MonthTally] = {}
    for sheet in CountedSheet.objects.filter(club=club, counts=True).iterator(chunk_size=1000):
        key = (sheet.ruleset, sheet.played_on.replace(day=1))
        month = expected.setdefault(key, MonthTally(club=club, ruleset=key[0], month=key[1]))
        month.sheets += 1
        month.hands += sheet.hands
    stored = {(row.ruleset, row.month): row for row in MonthTally.objects.filter(club=club)}
    wrong = sorted(
        key
        for key in stored.keys() | expected.keys()
        if _month_figures(stored.get(key)) != _month_figures(expected.get(key))
    )
    if mend:
        gone = [stored[key].pk for key in wrong if key in stored]
        MonthTally.objects.filter(pk__in=gone).delete()
        MonthTally.objects.bulk_create(expected[key] for key in wrong if key in expected)
    return [
        f"club {club.pk}, {ruleset}, {month:%Y-%m}: the month differs from the sheets"
        for ruleset, month in wrong
    ]


def _year_figures(row: YearTally | None) -> tuple[object, ...]:
    """What there is to compare; an empty row is as good as none."""
    if row is None or not row.sheets:
        return ()
    return tuple(getattr(row, name) for name in OF_YEAR)


def _pair_figures(row: PairTally | None) -> list[int]:
    return NONE if row is None else [getattr(row, name) for name in SUMS]


def _month_figures(row: MonthTally | None) -> tuple[object, ...]:
    return (row.sheets, row.hands) if row is not None and row.sheets else ()
