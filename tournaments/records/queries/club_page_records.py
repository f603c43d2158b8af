"""The records of a club in one game, its board, and what is worth a toast.

Single sheets are looked up by an index with a limit, so that years of them cost nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import starmap
from typing import NamedTuple

from django.db.models import F, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Club, Feat, Player, SheetTally, Table
from tournaments.people.queries.alike import name_order
from tournaments.people.queries.people import People
from tournaments.records.queries.filters import Filters
from tournaments.records.queries.player_page_sheets import TABLES, days_within, tables_of
from tournaments.records.queries.players_list import ListAsked, PlayerLine, filled, player_lines

FIRST = 3
"""How many of each record are shown."""
ROWS_READ = 24
"""Of how many lines they are made: everybody who won a hand together has one."""
ENOUGH_HANDS = 100
"""With fewer hands the points of a player say more about the cards."""
ON_BOARD = 10
MOST_FEATS = 10
FEATS_READ = 40


class Holder(NamedTuple):
    """Whoever holds a record: the name, and the key for a link, None where none is."""

    name: str
    page: int | None


class Record(NamedTuple):
    """A figure, who holds it, and where: `hand` is its number on the sheet, None for a sheet."""

    figure: int
    holders: Sequence[Holder]
    table: Table
    hand: int | None
    day: date


class RecordKind(NamedTuple):
    """One of the records of a club: a word for the lists, a title, and the first few."""

    key: str
    title: str | Promise
    is_points: bool
    records: Sequence[Record]


class Board(NamedTuple):
    """Who has most points per hand; `too_few`: how many have not played enough hands for it."""

    lines: Sequence[PlayerLine]
    too_few: int
    all_lines: int


class Toast(NamedTuple):
    """Something worth a toast, and who did it."""

    kind: str
    holders: Sequence[Holder]
    table: Table
    hand: int
    day: date


def board_of(club: Club, filters: Filters, people: People, *, most: int | None = ON_BOARD) -> Board:
    """The board of one game; three SQL queries. `most` None: everybody with enough hands."""
    everybody = player_lines(club, ListAsked(filters, sort="-per_hand"), people)
    enough = [line for line in everybody if line.hands >= ENOUGH_HANDS]
    shown = filled(enough[:most], filters) if enough else []
    return Board(shown, len(everybody) - len(enough), len(enough))


def records_of_club(
    club: Club, filters: Filters, people: People, hidden: Sequence[int]
) -> list[RecordKind]:
    """The records of one game and some years; five SQL queries with limits."""
    rows = SheetTally.objects.filter(club=club, ruleset=filters.ruleset, counts=True)
    rows = rows.filter(**days_within(filters))
    if hidden:
        rows = rows.exclude(player__in=hidden)
    known = rows.exclude(best=None)
    orders = (
        ("best", _("Best single hand"), True, known.order_by(F("best").desc(), "played_on")),
        ("worst", _("Worst single hand"), True, known.order_by("worst", "played_on")),
        ("points", _("Best sheet"), True, rows.order_by("-points", "played_on")),
        (
            "won_run",
            _("Most hands won in a row, on one sheet"),
            False,
            rows.filter(won_run__gt=1).order_by("-won_run", "played_on"),
        ),
    )
    groups = {key: _first_of(found, key) for key, _title, _is_points, found in orders}
    tables = tables_of([line.table for kind in groups.values() for own in kind for line in own])
    return [
        RecordKind(key, title, is_points, [_record(own, tables, people) for own in groups[key]])
        for key, title, is_points, _found in orders
    ]


def toasts(club: Club, filters: Filters, people: People, hidden: Sequence[int]) -> list[Toast]:
    """What was worth a toast, the latest first; one SQL query with a limit."""
    rows = Feat.objects.filter(club=club, counts=True, **days_within(filters))
    if filters.ruleset:
        rows = rows.filter(table__ruleset=filters.ruleset)
    if hidden:
        rows = rows.exclude(player__in=hidden)
    return toasts_among(rows, people)[:MOST_FEATS]


def toasts_among(rows: QuerySet[Feat], people: People) -> list[Toast]:
    """The latest of these, those of one hand together; one SQL query with a limit.

    Whoever must not be named is left out.
    """
    latest = rows.select_related(*TABLES).order_by("-played_on", "-table_id", "-hand", "player_id")
    found: dict[tuple[object, ...], list[Feat]] = {}
    for feat in latest[:FEATS_READ]:
        if people.of(feat.player_id) not in people.names:
            continue
        found.setdefault((feat.table_id, feat.hand, feat.kind), []).append(feat)
    return [
        Toast(
            own[0].kind,
            holders_of([feat.player_id for feat in own], people),
            own[0].table,
            own[0].hand,
            own[0].played_on,
        )
        for own in found.values()
    ]


def hidden_in(club: Club, *, is_director: bool) -> list[int]:
    """The keys of all records of people whom the visitor must not be shown; one SQL query."""
    if is_director:
        return []
    own = Q(shown=Player.HIDDEN) | Q(erased_at__isnull=False)
    kept = Q(merged_into__shown=Player.HIDDEN) | Q(merged_into__erased_at__isnull=False)
    away = Player.objects.filter((Q(merged_into=None) & own) | kept, club=club)
    return list(away.order_by().values_list("pk", flat=True))


def holders_of(players: Iterable[int], people: People) -> list[Holder]:
    """These people, each once, by name."""
    keys = {people.of(player) for player in players}
    found = [Holder(people.name(key), key if key in people.pages else None) for key in keys]
    return sorted(found, key=lambda one: name_order(one.name))


class _Line(NamedTuple):
    """What one person has of a record."""

    table: int
    hand: int | None
    figure: int
    player: int
    day: date


def _first_of(rows: QuerySet[SheetTally], name: str) -> list[list[_Line]]:
    """The first few; whoever has the same from the same hand or sheet holds it together.

    One SQL query.
    """
    is_of_hand = name in ("best", "worst")
    fields = ("table_id", f"{name}_hand" if is_of_hand else name, name, "player_id", "played_on")
    found: dict[tuple[object, ...], list[_Line]] = {}
    for line in starmap(_Line, rows.values_list(*fields)[:ROWS_READ]):
        own = line if is_of_hand else line._replace(hand=None)
        found.setdefault(own[:3], []).append(own)
    return list(found.values())[:FIRST]


def _record(own: Sequence[_Line], tables: Mapping[int, Table], people: People) -> Record:
    first = own[0]
    holders = holders_of([line.player for line in own], people)
    return Record(first.figure, holders, tables[first.table], first.hand, first.day)
