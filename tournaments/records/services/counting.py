"""Keeping the record book equal to the sheets: the only way into its tallies.

Every change of a sheet ends here, inside its transaction. What a sheet was counted as is taken
off the years, what it is now is added, so that nothing is read but the sheet itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from datetime import date, datetime
from functools import reduce
from operator import or_
from typing import Any, NamedTuple, TypeVar

from django.db import connection, transaction
from django.db.models import Case, F, Model, Q, Value, When
from django.db.models.functions import Greatest
from django.utils import timezone

from scoring.figures import added
from scoring.labels import together_of
from scoring.rulesets import RULESETS
from sheets.coming import ImpossibleHand
from tournaments.common.locks import lock_club, lock_tables
from tournaments.common.rows import Rows
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
from tournaments.records.queries.expected import Expected, expected_of, keeps_back, sittings_of
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

    For each hundred rows one SQL query, two where all are partners for the first time in that year,
    three where some are.
    """
    sums: dict[PairKey, list[int]] = {}
    for sign, tally in signed:
        add_pairs(sums, tally, sign)
    changed = sorted((key, added) for key, added in sums.items() if any(added))
    for first in range(0, len(changed), AT_ONCE):
        some = changed[first : first + AT_ONCE]
        hands, won, points = (
            Case(*(When(_of(key), then=Value(more[place])) for key, more in some))
            for place in range(len(SUMS))
        )
        rows = PairTally.objects.filter(reduce(or_, (_of(key) for key, _more in some)))
        found = rows.update(
            hands=Greatest(0, F("hands") + hands),
            won=Greatest(0, F("won") + won),
            points=F("points") + points,
        )
        if found < len(some):
            there = {pair_key(row) for row in rows} if found else set()
            PairTally.objects.bulk_create(
                pair_tally(key, more)
                for key, more in some
                if key not in there and min(more[:2]) >= 0
            )


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
    expected = expected_of(sheet)
    if expected is not None:
        keep(sheet.table, expected)
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
    expected = expected_of(sheet) or Expected({}, [], None)
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
    old, new = stored.tallies, expected.tallies
    changed = [
        player for player in old.keys() | new.keys() if not _same(old.get(player), new.get(player))
    ]
    add_to_years(
        [
            *((-1, old[player]) for player in changed if player in old),
            *((1, new[player]) for player in changed if player in new),
        ]
    )
    again = []
    for player in old.keys() & changed:
        if player in new:
            new[player].pk = old[player].pk
            again.append(new[player])
        else:
            old[player].delete()
    write_again(SheetTally, again, FIELDS)
    SheetTally.objects.bulk_create(tally for player, tally in new.items() if player not in old)
    feats = {_key(feat): feat for feat in stored.feats}
    wanted = {_key(feat): feat for feat in expected.feats}
    gone = [feat.pk for key, feat in feats.items() if key not in wanted]
    if gone:
        Feat.objects.filter(pk__in=gone).delete()
    Feat.objects.bulk_create(feat for key, feat in wanted.items() if key not in feats)
    before, after = stored.counted, expected.counted
    if not _same(before, after, OF_COUNTED):
        add_to_months([(-1, before), (1, after)])
        if after is not None:
            after.pk = before.pk if before is not None else None
            after.save(force_update=before is not None)
        elif before is not None:
            before.delete()


COUNTED, TALLIES = Rows(CountedSheet, "counted"), Rows(SheetTally, "tally")
STORED = f"""
SELECT {COUNTED.columns}, {TALLIES.columns},
    EXISTS (SELECT 1 FROM tournaments_feat AS feat WHERE feat.table_id = held.id)
FROM tournaments_table AS held
LEFT JOIN tournaments_countedsheet AS counted ON counted.table_id = held.id
LEFT JOIN tournaments_sheettally AS tally ON tally.table_id = held.id
WHERE held.id = %s
"""


def _stored(table: Table) -> Expected:
    """What is kept of a sheet: one SQL query, one more for feats, which are rare."""
    with connection.cursor() as cursor:
        cursor.execute(STORED, [table.pk])
        rows = cursor.fetchall()
    first, tallies = len(COUNTED), dict[int, SheetTally]()
    counted = COUNTED.read(rows[0][:first]) if rows and rows[0][0] else None
    for row in rows:
        if row[first]:
            tally = TALLIES.read(row[first:-1])
            tallies[tally.player_id] = tally
    feats = list(Feat.objects.filter(table=table)) if rows and rows[0][-1] else []
    return Expected(tallies, feats, counted)


def _same(one: Row | None, other: Row | None, fields: Sequence[str] = FIELDS) -> bool:
    if one is None or other is None:
        return one is other
    return all(getattr(one, name) == getattr(other, name) for name in fields)


def add_to_years(signed: Iterable[tuple[int, SheetTally]]) -> None:
    """Add sheets to the years of their players (sign 1), or take them off; inside a transaction.

    The years' rows are made in the order of what they are of and locked in the order of their
    keys, so that nobody waits in a circle. A year off which a sheet is taken is there already.
    """
    counting = [(sign, tally) for sign, tally in signed if tally.counts]
    wanted = {_year_of(tally): tally for _sign, tally in counting}
    there = {_year_of(tally) for sign, tally in counting if sign < 0}
    locked: dict[YearKey, YearTally] = {}
    while wanted.keys() - locked.keys():
        YearTally.objects.bulk_create(
            (_empty_year(wanted[key]) for key in sorted(wanted.keys() - there)),
            ignore_conflicts=True,
        )
        rows = YearTally.objects.select_for_update().filter(
            player__in={key[0] for key in wanted},
            ruleset__in={key[1] for key in wanted},
            year__in={key[2] for key in wanted},
        )
        locked = {(row.player_id, row.ruleset, row.year): row for row in rows.order_by("pk")}
        there = set(locked)
    for sign, tally in counting:
        add_sheet(locked[_year_of(tally)], tally, sign)
    write_again(YearTally, [locked[key] for key in wanted], OF_YEAR)
    add_to_pairs(counting)


def write_again(model: type[Row], rows: Sequence[Row], fields: Sequence[str]) -> None:
    """Write fields of rows that are there and locked, in one statement.

    `bulk_update` does the same by an expression for each field of each row, which takes several
    times as long to put together as the hand to be scored.
    """
    model._base_manager.bulk_create(
        rows, update_conflicts=True, unique_fields=["id"], update_fields=fields
    )


def _empty_year(tally: SheetTally) -> YearTally:
    """The year of a sheet before anything is added to it; it is not saved."""
    player, ruleset, year = _year_of(tally)
    return YearTally(club_id=tally.club_id, player_id=player, ruleset=ruleset, year=year)


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


def _key(feat: Feat) -> tuple[object, ...]:
    return (feat.player_id, feat.hand, feat.kind, feat.club_id, feat.played_on, feat.counts)


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


def standing_of(event: Event) -> tuple[bool, datetime | None]:
    """What the record book goes by besides the sheets: whether it keeps the event back, its day."""
    return keeps_back(event), event.starts_at


def follow_event(event: Event) -> None:
    """Count the sheets of an event as they count now, and on its day; inside a deed.

    The tables are locked in the order of their keys: a hand that is being saved was counted as the
    event was, and comes before or after. A few SQL queries, however many sheets.
    """
    counts = not keeps_back(event)
    lock_tables(Table.objects.filter(event_table__round__event=event))
    tallies, signed = [], list[tuple[int, SheetTally]]()
    for tally in SheetTally.objects.filter(event=event).select_related("table"):
        day = timezone.localtime(event.starts_at or tally.table.opened_at).date()
        if (tally.counts, tally.played_on) != (counts, day):
            signed.append((-1, copy(tally)))
            tally.counts, tally.played_on = counts, day
            tallies.append(tally)
            signed.append((1, tally))
    add_to_years(signed)
    days = {tally.table_id: tally.played_on for tally in tallies}
    feats = list(Feat.objects.filter(table__in=days))
    sheets = list(CountedSheet.objects.filter(table__in=days))
    before = [(-1, copy(sheet)) for sheet in sheets]
    rows: list[Feat | CountedSheet] = [*feats, *sheets]
    for row in rows:
        row.counts, row.played_on = counts, days[row.table_id]
    add_to_months([*before, *((1, sheet) for sheet in sheets)])
    SheetTally.objects.bulk_update(tallies, ["counts", "played_on"])
    Feat.objects.bulk_update(feats, ["counts", "played_on"])
    CountedSheet.objects.bulk_update(sheets, ["counts", "played_on"])


def erase_at_events(erased: Erased) -> None:
    """Take the names off the sheets of the person's events, under their locks.

    It is every column of such a name, but for those at which somebody else of the same name sits.
    """
    folded = {name.casefold() for name in erased.names}
    rows = Seat.objects.filter(table__event_table__round__event__in=erased.events).order_by("pk")
    called = [seat for seat in rows.iterator(chunk_size=2000) if seat.name.casefold() in folded]
    tables = {seat.table_id for seat in called}
    at_them = Member.objects.filter(entry__results__event_table__table__in=tables)
    others = at_them.exclude(player__in=erased.records).order_by()
    names = others.values_list("player_id", "player__name").distinct()
    namesakes = {key for key, name in names if name.casefold() in folded}
    places = EventTable.objects.filter(table__in=tables).select_related("table", "round")
    skipped = {
        (place.table_id, sitting.column)
        for place in (places if namesakes else ())
        for sitting in sittings_of(SheetReading(place.table, place))
        if sitting.person in namesakes
    }
    changed = [seat for seat in called if (seat.table_id, seat.index) not in skipped]
    for seat in changed:
        seat.name = erased.instead
    Seat.objects.bulk_update(changed, ["name"], batch_size=500)


# The record book against the sheets it comes from: years, pairs and months added up anew.


def check_club(club: Club, *, mend: bool) -> list[str]:
    """In what a club's years and months differ from its sheets; with `mend` they no longer do."""
    with transaction.atomic():
        lock_club(club.pk)
        years: dict[YearKey, YearTally] = {}
        sums: dict[PairKey, list[int]] = {}
        months: dict[tuple[int, str, date], MonthTally] = {}
        for tally in SheetTally.objects.filter(club=club, counts=True).iterator(chunk_size=1000):
            key = _year_of(tally)
            if key not in years:
                years[key] = _empty_year(tally)
            add_sheet(years[key], tally, 1)
            add_pairs(sums, tally)
        for sheet in CountedSheet.objects.filter(club=club, counts=True).iterator(chunk_size=1000):
            day = sheet.played_on.replace(day=1)
            empty = MonthTally(club=club, ruleset=sheet.ruleset, month=day)
            month = months.setdefault((club.pk, sheet.ruleset, day), empty)
            month.sheets += 1
            month.hands += sheet.hands
        year_rows = YearTally.objects.filter(Q(club=club) | Q(player__club=club))
        stored_years = {(row.player_id, row.ruleset, row.year): row for row in year_rows}
        pair_rows = PairTally.objects.filter(Q(club=club) | Q(one__club=club))
        stored_pairs = {pair_key(row): row for row in pair_rows}
        pairs = {key: pair_tally(key, own) for key, own in sums.items()}
        month_rows = MonthTally.objects.filter(club=club)
        stored_months = {(row.club_id, row.ruleset, row.month): row for row in month_rows}
        of_year = "player {}, {}, {}: the year differs from the sheets"
        of_pair = "players {1} and {2}, {3}, {4}: the pair differs from the sheets"
        of_month = "club {}, {}, {:%Y-%m}: the month differs from the sheets"
        return [
            *_wrong(YearTally, stored_years, years, OF_YEAR, of_year, mend=mend),
            *_wrong(PairTally, stored_pairs, pairs, SUMS, of_pair, mend=mend),
            *_wrong(MonthTally, stored_months, months, ("sheets", "hands"), of_month, mend=mend),
        ]


def _wrong(
    model: type[Row],
    stored: Mapping[Key, Row],
    expected: Mapping[Key, Row],
    fields: Sequence[str],
    sentence: str,
    *,
    mend: bool,
) -> list[str]:
    """A sentence with the key of each row that differs in these fields; with `mend` none does.

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
    return [sentence.format(*key) for key in wrong]


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
