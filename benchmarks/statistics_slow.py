"""Everybody's figures once more, hand by hand and simply, for `statistics.py` to compare.

Nothing of `scoring.figures` or of what the program keeps is used but the replay of a sheet. Read
late: Django has to be set up first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from io import StringIO
from itertools import combinations
from time import perf_counter
from typing import Any

from django.core.management import CommandError, call_command
from django.db.models import Max, Min, Q, Sum

from benchmarks.statistics_club import Progress
from scoring import RULESETS
from scoring.table import Row
from tournaments.models import Club, Member, PairTally, Result, Seat, SheetTally, Table, YearTally
from tournaments.tables.queries import counted, latest_versions, replay_table

TAKING = ("picker", "partner", "makers")
ABSENT = ("out", "away")

Key = tuple[object, ...]


class Slow:
    """The figures of all sheets of a club: sums, and the best and the worst hand."""

    def __init__(self) -> None:
        self.sums: Counter[Key] = Counter()
        self.best: dict[Key, int] = {}
        self.worst: dict[Key, int] = {}

    def sheet(self, table: Table, known: Mapping[int, int]) -> None:
        """Count a sheet; `known`: by column the key of a player."""
        is_pairs = RULESETS[table.ruleset].scores == "pairs"
        side = {column: column % 2 if is_pairs else column for column in known}
        for who in known.values():
            self.sums["sheets", who, table.ruleset] += 1
        for row in replay_table(table, counted(latest_versions(table))).rows:
            for column, who in known.items():
                self.sums["points", who, table.ruleset] += row.points[side[column]]
            if row.dealer is not None and not row.is_void:
                self._hand(table.ruleset, row, known, side, is_pairs=is_pairs)

    def _hand(
        self,
        game: str,
        row: Row,
        known: Mapping[int, int],
        side: Mapping[int, int],
        *,
        is_pairs: bool,
    ) -> None:
        playing = [column for column in known if row.roles[side[column]] not in ABSENT]
        for column in playing:
            who, points, role = known[column], row.points[side[column]], row.roles[side[column]]
            self.sums["hands", who, game] += 1
            self.sums["took", who, game] += role in ("picker", "makers")
            self.sums["doubled", who, game] += row.multiplier > 1
            self.best[who, game] = max(points, self.best.get((who, game), points))
            self.worst[who, game] = min(points, self.worst.get((who, game), points))
        for one, other in combinations(playing, 2):
            are_taking = {row.roles[side[one]], row.roles[side[other]]} == {"picker", "partner"}
            if side[one] == side[other] if is_pairs else are_taking:
                pair = sorted((known[one], known[other]))
                points = row.points[side[one]]
                self.sums["pair hands", *pair, game] += 1
                self.sums["pair points", *pair, game] += points
                if not is_pairs:
                    self.sums["pair points", *pair, game] += row.points[side[other]]


def compared(club: Club) -> dict[str, Any]:
    """How many figures there are, and in which of them the record book differs."""
    began, slow = perf_counter(), Slow()
    tables = Table.objects.filter(Q(club=club) | Q(event_table__round__event__club=club))
    progress = Progress("Sheets recomputed slowly", tables.count())
    for table in tables.order_by("pk").iterator(chunk_size=500):
        slow.sheet(table, _who_sat_there(table))
        progress.add()
    seconds = round(perf_counter() - began, 1)
    kept, expected = _kept(club), Counter({key: sum_ for key, sum_ in slow.sums.items() if sum_})
    kept = Counter({key: figure for key, figure in kept.items() if figure})
    wrong = [str(key) for key in kept.keys() | expected.keys() if kept[key] != expected[key]]
    for kind, found in (("best", slow.best), ("worst", slow.worst)):
        ends = _ends(club, kind)
        wrong += [f"{kind} {key}" for key in ends.keys() | found.keys() if ends[key] != found[key]]
    figures = len(expected) + len(slow.best) + len(slow.worst)
    return {"figures": figures, "different": sorted(wrong), "seconds": seconds}


def recomputed() -> dict[str, Any]:
    """What `manage.py recompute --check` says in the end, and its time."""
    began, said = perf_counter(), StringIO()
    try:
        call_command("recompute", check=True, stdout=said)
        end = said.getvalue().strip()
    except CommandError as error:
        end = str(error)
    return {"said": end, "seconds": round(perf_counter() - began, 1)}


def _who_sat_there(table: Table) -> dict[int, int]:
    if table.club_id is not None:
        seats = Seat.objects.filter(table=table).exclude(player=None)
        return dict(seats.values_list("index", "player_id"))
    results = dict(Result.objects.filter(event_table__table=table).values_list("entry", "side"))
    members = Member.objects.filter(entry__in=results).values_list("entry", "player_id")
    sides = ((results[entry], player) for entry, player in members)
    return {side: player for side, player in sides if side is not None}


def _kept(club: Club) -> Counter[Key]:
    found: Counter[Key] = Counter()
    for row in YearTally.objects.filter(club=club).iterator(chunk_size=500):
        of = (row.player_id, row.ruleset)
        found["sheets", *of] += row.sheets
        found["points", *of] += row.points
        found["hands", *of] += row.hands
        for role in ("picker", "alone"):
            found["took", *of] += row.figures.get(f"{role}.hands", 0)
        found["doubled", *of] += row.figures.get("doubled.hands", 0)
    rows = PairTally.objects.filter(club=club).values_list("one", "other", "ruleset")
    for one, other, game, hands, points in rows.annotate(Sum("hands"), Sum("points")):
        found["pair hands", one, other, game] += hands
        found["pair points", one, other, game] += points
    return found


def _ends(club: Club, kind: str) -> dict[Key, int]:
    rows = SheetTally.objects.filter(club=club).exclude(best=None).order_by()
    far = Max(kind) if kind == "best" else Min(kind)
    return {(who, game): end for who, game, end in _read(rows, far)}


def _read(rows: Any, far: Any) -> Iterator[tuple[int, str, int]]:  # noqa: ANN401
    yield from rows.values_list("player_id", "ruleset").annotate(end=far)
