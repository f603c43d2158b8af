"""Keeping the record book equal to the sheets: the one way into its tallies.

Every change of a sheet ends here, inside its transaction. What a sheet was counted as is taken
off the years, what it is now is added, so that nothing is read but the sheet itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple, TypeVar

from django.db.models import Exists, F, Q

from scoring.figures import added
from tournaments.models import (
    CountedSheet,
    Feat,
    MonthTally,
    SheetTally,
    Table,
    YearTally,
)
from tournaments.records.queries.expected import Expected, expected_of, look_at
from tournaments.records.services.pairs import add_to_pairs
from tournaments.tables.queries.readings import SheetReading

Row = TypeVar("Row", YearTally, SheetTally)

FIELDS = (
    *("club_id", "event_id", "ruleset", "played_on", "counts", "hands", "points"),
    *("best", "best_hand", "worst", "worst_hand", "won_run", "lost_run", "figures", "others"),
)
YearKey = tuple[int, str, int]
"""The key of a player, a ruleset, a year."""

RATED = ("sheets", "hands", "sum", "squares")
OF_YEAR = (
    *("sheets", "hands", "points", "rated_with", "figures", "others"),
    *(f"rated_{name}" for name in RATED),
)


def count_sheet(sheet: SheetReading) -> None:
    """Bring the record book up to date with a sheet; inside the transaction of a change.

    A table that belongs to no club is not counted.
    """
    seen = look_at(sheet.table, sheet.place)
    if seen is not None:
        keep(sheet.table, expected_of(seen, sheet))
    elif sheet.place is not None:
        uncount_sheet(sheet.table)


def count_own_sheet(table: Table) -> None:
    """Do so with a sheet of no event."""
    count_sheet(SheetReading(table))


def uncount_sheet(table: Table) -> None:
    """Take a sheet out of the record book; inside the transaction of a change."""
    keep(table, Expected({}, [], None))


def sheet_differences(sheet: SheetReading) -> list[str]:
    """In what the record book differs from a sheet, one sentence for each person."""
    table = sheet.table
    seen = look_at(table, sheet.place)
    expected = Expected({}, [], None) if seen is None else expected_of(seen, sheet)
    stored = _stored(table)
    found = [
        f"table {table.pk}: the record book differs for player {player}"
        for player in sorted(stored.tallies.keys() | expected.tallies.keys())
        if not _same(stored.tallies.get(player), expected.tallies.get(player))
    ]
    if set(map(_key, stored.feats)) != set(map(_key, expected.feats)):
        found.append(f"table {table.pk}: the record book has other feats")
    if not _counted_alike(stored.counted, expected.counted):
        found.append(f"table {table.pk}: the record book counts other hands")
    return found


def keep(table: Table, expected: Expected) -> None:
    """Make what is kept of a sheet what it should be, and its years and month with it."""
    stored = _stored(table)
    add_to_years(_differences(stored.tallies, expected.tallies))
    _keep_tallies(stored.tallies, expected.tallies)
    _keep_feats(stored.feats, expected.feats)
    _keep_counted(stored.counted, expected.counted)


def _stored(table: Table) -> Expected:
    """What is kept of a sheet: one SQL query, one more for feats, which are rare.

    Without tallies there should be nothing else, and one query makes sure of it.
    """
    feats = Feat.objects.filter(table=table)
    rows = SheetTally.objects.filter(table=table).select_related("table__counted")
    found = list(rows.annotate(has_feats=Exists(feats)))
    tallies: dict[int, SheetTally] = {row.player_id: row for row in found}
    for row in found[:1]:
        counted = getattr(row.table, "counted", None)
        return Expected(tallies, list(feats) if row.has_feats else [], counted)
    left_over = Q(counted__isnull=False) | Q(feats__isnull=False)
    if Table.objects.filter(left_over, pk=table.pk).exists():
        return Expected({}, list(feats), CountedSheet.objects.filter(table=table).first())
    return Expected({}, [], None)


class Difference(NamedTuple):
    """By how much a player's year has to change: a sheet that is taken off, one that is added."""

    off: SheetTally | None
    on: SheetTally | None


def _differences(
    stored: Mapping[int, SheetTally], expected: Mapping[int, SheetTally]
) -> list[Difference]:
    return [
        Difference(stored.get(player), expected.get(player))
        for player in stored.keys() | expected.keys()
        if not _same(stored.get(player), expected.get(player))
    ]


def _same(one: SheetTally | None, other: SheetTally | None) -> bool:
    if one is None or other is None:
        return one is other
    return all(getattr(one, name) == getattr(other, name) for name in FIELDS)


def add_to_years(differences: Iterable[Difference]) -> None:
    """Take sheets off the years of their players and add others; inside a transaction.

    The years' rows are made in the order of what they are of and locked in the order of their
    keys, so that nobody waits in a circle. A year off which a sheet is taken is there already.
    """
    signed = [
        (sign, tally)
        for difference in differences
        for sign, tally in ((-1, difference.off), (1, difference.on))
        if tally is not None and tally.counts
    ]
    wanted = {_year_of(tally): tally for _sign, tally in signed}
    if not wanted:
        return
    there = {_year_of(tally) for sign, tally in signed if sign < 0}
    _make_years(wanted, wanted.keys() - there)
    years = _locked_years(wanted)
    if lost := wanted.keys() - years.keys():
        _make_years(wanted, lost)
        years = _locked_years(wanted)
    for sign, tally in signed:
        add_sheet(years[_year_of(tally)], tally, sign)
    changed = [years[key] for key in wanted]
    write_again(YearTally, changed, OF_YEAR)
    add_to_pairs(signed)


def write_again(model: type[Row], rows: Sequence[Row], fields: Sequence[str]) -> None:
    """Write fields of rows that are there and locked, in one statement.

    `bulk_update` does the same by an expression for each field of each row, which takes several
    times as long to put together as the hand to be scored.
    """
    model._base_manager.bulk_create(
        rows, update_conflicts=True, unique_fields=["id"], update_fields=fields
    )


def _make_years(wanted: Mapping[YearKey, SheetTally], keys: Iterable[YearKey]) -> None:
    YearTally.objects.bulk_create(
        (
            YearTally(club_id=wanted[key].club_id, player_id=key[0], ruleset=key[1], year=key[2])
            for key in sorted(keys)
        ),
        ignore_conflicts=True,
    )


def _locked_years(wanted: Collection[YearKey]) -> dict[YearKey, YearTally]:
    rows = YearTally.objects.select_for_update().filter(
        player__in={key[0] for key in wanted},
        ruleset__in={key[1] for key in wanted},
        year__in={key[2] for key in wanted},
    )
    return {(row.player_id, row.ruleset, row.year): row for row in rows.order_by("pk")}


def _year_of(tally: SheetTally) -> YearKey:
    return tally.player_id, tally.ruleset, tally.played_on.year


def add_sheet(year: YearTally, tally: SheetTally, sign: int) -> None:
    """Add what a sheet comes to to a year's row, or take it off; nothing is saved."""
    year.sheets += sign
    year.hands += sign * tally.hands
    year.points += sign * tally.points
    year.figures = dict(added([year.figures, _times(sign, tally.figures)]))
    for name in RATED:
        setattr(year, f"rated_{name}", year.figures.get(f"rated.{name}", 0))
    for other, met in tally.others.items():
        sum_of = dict(added([year.others.get(other, {}), _times(sign, met)]))
        if sum_of:
            year.others[other] = sum_of
        else:
            year.others.pop(other, None)
        if "with.rated.sheets" in sum_of:
            year.rated_with[other] = [sum_of.get(f"with.rated.{name}", 0) for name in RATED]
        else:
            year.rated_with.pop(other, None)


def _times(sign: int, figures: Mapping[str, int]) -> Mapping[str, int]:
    return figures if sign == 1 else {name: -figure for name, figure in figures.items()}


def _keep_tallies(stored: Mapping[int, SheetTally], expected: Mapping[int, SheetTally]) -> None:
    changed = []
    for player, row in stored.items():
        wanted = expected.get(player)
        if wanted is None:
            row.delete()
        elif not _same(row, wanted):
            wanted.pk = row.pk
            changed.append(wanted)
    write_again(SheetTally, changed, FIELDS)
    SheetTally.objects.bulk_create(
        tally for player, tally in expected.items() if player not in stored
    )


def _keep_feats(stored: Iterable[Feat], expected: Iterable[Feat]) -> None:
    kept = {_key(feat): feat for feat in stored}
    wanted = {_key(feat): feat for feat in expected}
    gone = [feat.pk for key, feat in kept.items() if key not in wanted]
    if gone:
        Feat.objects.filter(pk__in=gone).delete()
    Feat.objects.bulk_create(feat for key, feat in wanted.items() if key not in kept)


def _key(feat: Feat) -> tuple[object, ...]:
    return (feat.player_id, feat.hand, feat.kind, feat.club_id, feat.played_on, feat.counts)


def _keep_counted(stored: CountedSheet | None, expected: CountedSheet | None) -> None:
    if _counted_alike(stored, expected):
        return
    add_to_months([(-1, stored), (1, expected)])
    if expected is None:
        if stored is not None:
            stored.delete()
        return
    expected.pk = stored.pk if stored is not None else None
    expected.save(force_update=stored is not None)


def _counted_alike(one: CountedSheet | None, other: CountedSheet | None) -> bool:
    if one is None or other is None:
        return one is other
    names = ("club_id", "ruleset", "played_on", "hands", "counts")
    return all(getattr(one, name) == getattr(other, name) for name in names)


def add_to_months(signed: Iterable[tuple[int, CountedSheet | None]]) -> None:
    """Add sheets to their clubs' months (sign 1), or take them off (-1); inside a transaction."""
    sums: dict[tuple[int, str, date], list[int]] = {}
    for sign, sheet in signed:
        if sheet is not None and sheet.counts:
            key = (sheet.club_id, sheet.ruleset, sheet.played_on.replace(day=1))
            of_month = sums.setdefault(key, [0, 0])
            of_month[0] += sign
            of_month[1] += sign * sheet.hands
    for (club, ruleset, day), (sheets, hands) in sorted(sums.items()):
        month = MonthTally.objects.filter(club_id=club, ruleset=ruleset, month=day)
        more = {"sheets": F("sheets") + sheets, "hands": F("hands") + hands}
        if not month.update(**more):
            MonthTally.objects.get_or_create(club_id=club, ruleset=ruleset, month=day)
            month.update(**more)
