"""Keeping the record book equal to the sheets: the only way into its tallies.

Every change of a sheet ends here, inside its transaction. What a sheet was counted as is taken
off the years, what it is now is added, so that nothing is read but the sheet itself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from datetime import date, datetime
from functools import reduce
from operator import or_
from typing import Any, NamedTuple, TypeVar

from django.db import transaction
from django.db.models import Case, Exists, F, Model, Q, Value, When
from django.db.models.functions import Greatest
from django.utils import timezone

from scoring.figures import added
from scoring.partners import together_of
from scoring.rulesets import RULESETS
from sheets.coming import ImpossibleHand
from tournaments.common.locks import lock_club, lock_tables
from tournaments.events.results.services.results import recount
from tournaments.models import (
    Club,
    CountedSheet,
    Event,
    EventTable,
    Feat,
    Member,
    MonthTally,
    PairTally,
    Seat,
    SheetTally,
    Table,
    YearTally,
)
from tournaments.people.services.erasing import Erased
from tournaments.records.queries.expected import (
    Expected,
    expected_of,
    keeps_back,
    look_at,
    sittings_of,
)
from tournaments.tables.queries import SheetReading

# What partners have in each year, in which the list of all pairs of a club is read.

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


# A sheet counted, or taken out.

Row = TypeVar("Row", bound=Model)
Key = TypeVar("Key", bound=tuple[Any, ...])

FIELDS = (
    *("club_id", "event_id", "ruleset", "played_on", "counts", "hands", "points"),
    *("best", "best_hand", "worst", "worst_hand", "won_run", "lost_run", "figures", "others"),
)
OF_COUNTED = ("club_id", "ruleset", "played_on", "hands", "counts")
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
    if not _same(stored.counted, expected.counted, OF_COUNTED):
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


def _same(one: Row | None, other: Row | None, fields: Sequence[str] = FIELDS) -> bool:
    if one is None or other is None:
        return one is other
    return all(getattr(one, name) == getattr(other, name) for name in fields)


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
        (_empty_year(wanted[key]) for key in sorted(keys)), ignore_conflicts=True
    )


def _empty_year(tally: SheetTally) -> YearTally:
    """The year of a sheet before anything is added to it; it is not saved."""
    player, ruleset, year = _year_of(tally)
    return YearTally(club_id=tally.club_id, player_id=player, ruleset=ruleset, year=year)


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
    if _same(stored, expected, OF_COUNTED):
        return
    add_to_months([(-1, stored), (1, expected)])
    if expected is None:
        if stored is not None:
            stored.delete()
        return
    expected.pk = stored.pk if stored is not None else None
    expected.save(force_update=stored is not None)


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


# An event that is published, becomes final or moves to another day.


class Standing(NamedTuple):
    """What the record book goes by besides the sheets."""

    keeps_back: bool
    starts_at: datetime | None


def standing_of(event: Event) -> Standing:
    """How an event stands to the record book."""
    return Standing(keeps_back(event), event.starts_at)


def follow_event(event: Event) -> None:
    """Count the sheets of an event as they count now, and on its day; inside a deed.

    The tables are locked in the order of their keys: a hand that is being saved was counted as the
    event was, and comes before or after. A few SQL queries, however many sheets.
    """
    counts = not keeps_back(event)
    lock_tables(Table.objects.filter(event_table__round__event=event))
    tallies = []
    differences = []
    for tally in SheetTally.objects.filter(event=event).select_related("table"):
        day = timezone.localtime(event.starts_at or tally.table.opened_at).date()
        if (tally.counts, tally.played_on) != (counts, day):
            before = copy(tally)
            tally.counts, tally.played_on = counts, day
            tallies.append(tally)
            differences.append(Difference(before, tally))
    add_to_years(differences)
    SheetTally.objects.bulk_update(tallies, ["counts", "played_on"])
    tables = {tally.table_id: tally.played_on for tally in tallies}
    feats = list(Feat.objects.filter(table__in=tables))
    for feat in feats:
        feat.counts, feat.played_on = counts, tables[feat.table_id]
    Feat.objects.bulk_update(feats, ["counts", "played_on"])
    _move_sheets(tables, counts=counts)


def _move_sheets(tables: dict[int, date], *, counts: bool) -> None:
    sheets = list(CountedSheet.objects.filter(table__in=tables))
    moved = []
    for sheet in sheets:
        after = copy(sheet)
        after.counts, after.played_on = counts, tables[sheet.table_id]
        moved.append(after)
    add_to_months([(-1, sheet) for sheet in sheets] + [(1, sheet) for sheet in moved])
    CountedSheet.objects.bulk_update(moved, ["counts", "played_on"])


# A person who is erased, at the sheets of events: the record book knows who sat where.


def erase_at_events(erased: Erased) -> None:
    """Take the names off the sheets of the person's events, under their locks.

    It is every column of such a name, but for those at which somebody else of the same name sits.
    """
    folded = {name.casefold() for name in erased.names}
    rows = Seat.objects.filter(table__event_table__round__event__in=erased.events).order_by("pk")
    called = [seat for seat in rows.iterator(chunk_size=2000) if seat.name.casefold() in folded]
    skipped = _of_namesakes(erased.records, called, folded)
    for seat in called:
        seat.name = erased.words.instead
    Seat.objects.bulk_update(
        [seat for seat in called if (seat.table_id, seat.index) not in skipped],
        ["name"],
        batch_size=500,
    )


def _of_namesakes(
    records: Sequence[int], seats: Sequence[Seat], folded: set[str]
) -> set[tuple[int, int]]:
    """Those of the seats, by table and column, at which another person of the name sits."""
    tables = {seat.table_id for seat in seats}
    at_them = Member.objects.filter(entry__results__event_table__table__in=tables)
    others = at_them.exclude(player__in=records).order_by()
    rows = others.values_list("player_id", "player__name").distinct()
    namesakes = {key for key, name in rows if name.casefold() in folded}
    if not namesakes:
        return set()
    places = EventTable.objects.filter(table__in=tables).select_related("table", "round")
    return {
        (place.table_id, sitting.column)
        for place in places
        for sitting in sittings_of(SheetReading(place.table, place))
        if sitting.person in namesakes
    }


# The record book against the sheets it comes from: years, pairs and months added up anew.


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
        key = _year_of(tally)
        if key not in found:
            found[key] = _empty_year(tally)
        add_sheet(found[key], tally, 1)
        add_pairs(pairs, tally)
    return found, pairs


def _check_years(club: Club, expected: Mapping[YearKey, YearTally], *, mend: bool) -> list[str]:
    rows = YearTally.objects.filter(Q(club=club) | Q(player__club=club))
    stored = {(row.player_id, row.ruleset, row.year): row for row in rows}
    return [
        f"player {player}, {ruleset}, {year}: the year differs from the sheets"
        for player, ruleset, year in _wrong(YearTally, stored, expected, OF_YEAR, mend=mend)
    ]


def _check_pairs(club: Club, sums: Mapping[PairKey, list[int]], *, mend: bool) -> list[str]:
    rows = PairTally.objects.filter(Q(club=club) | Q(one__club=club))
    stored = {pair_key(row): row for row in rows}
    expected = {key: pair_tally(key, own) for key, own in sums.items()}
    return [
        f"players {one} and {other}, {ruleset}, {year}: the pair differs from the sheets"
        for _club, one, other, ruleset, year in _wrong(PairTally, stored, expected, SUMS, mend=mend)
    ]


def _check_months(club: Club, *, mend: bool) -> list[str]:
    expected: dict[tuple[str, date], MonthTally] = {}
    for sheet in CountedSheet.objects.filter(club=club, counts=True).iterator(chunk_size=1000):
        key = (sheet.ruleset, sheet.played_on.replace(day=1))
        month = expected.setdefault(key, MonthTally(club=club, ruleset=key[0], month=key[1]))
        month.sheets += 1
        month.hands += sheet.hands
    stored = {(row.ruleset, row.month): row for row in MonthTally.objects.filter(club=club)}
    return [
        f"club {club.pk}, {ruleset}, {month:%Y-%m}: the month differs from the sheets"
        for ruleset, month in _wrong(MonthTally, stored, expected, ("sheets", "hands"), mend=mend)
    ]


def _wrong(
    model: type[Row],
    stored: Mapping[Key, Row],
    expected: Mapping[Key, Row],
    fields: Sequence[str],
    *,
    mend: bool,
) -> list[Key]:
    """The keys of the rows that differ in these fields; with `mend` they no longer do.

    A row of noughts is as good as none.
    """

    def figures(row: Row | None) -> list[object]:
        found = [getattr(row, name) for name in fields] if row is not None else []
        return found if any(found) else []

    keys = stored.keys() | expected.keys()
    wrong = sorted(key for key in keys if figures(stored.get(key)) != figures(expected.get(key)))
    if mend:
        gone = [stored[key].pk for key in wrong if key in stored]
        model._base_manager.filter(pk__in=gone).delete()
        model._base_manager.bulk_create(expected[key] for key in wrong if key in expected)
    return wrong


# All sheets counted anew, after an update that counts them otherwise.


class Recounted(NamedTuple):
    """What was done: how many sheets were counted, and the keys of the tables that stand out.

    `left`: with a hand that the rules of today do not allow, counted as before. `otherwise`: with
    stored points or results that today's program would not store.
    """

    sheets: int
    left: list[int]
    otherwise: list[int]


def recount_all(say: Callable[[int, int], None] = lambda _done, _of: None) -> Recounted:
    """Bring the record book, and what else follows from sheets alone, up to date.

    Each sheet has a transaction of its own, so that it can be done while people play. `say` is told
    after each sheet how many are done, and of how many.
    """
    keys = list(Table.objects.order_by("pk").values_list("pk", flat=True))
    left, otherwise = list[int](), list[int]()
    for done, key in enumerate(keys, start=1):
        with transaction.atomic():
            is_there = lock_tables(Table.objects.filter(pk=key))
            try:
                if is_there and recount(Table.objects.get(pk=key)):
                    otherwise.append(key)
            except ImpossibleHand:
                left.append(key)
        say(done, len(keys))
    for club in Club.objects.order_by("pk"):
        check_club(club, mend=True)
    return Recounted(len(keys) - len(left), left, otherwise)
