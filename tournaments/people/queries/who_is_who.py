"""Names on a club's sheets that belong to nobody yet, and players who may be one person.

Nothing here decides who somebody is: it finds what a director should be asked about. The cost
grows with the seats that belong to nobody and with the players, not with the hands.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Max, Min, QuerySet

from tournaments.common.alike import NameIndex, folded, likeness, name_order
from tournaments.models import Club, Player, PlayerAlias, PlayerChange, Seat, YearTally
from tournaments.people.queries.naming import names_of_person
from tournaments.people.queries.people import records_of
from tournaments.people.queries.players import MOST_PROPOSED, Known

MOST_PAIRS = 10


@dataclass(frozen=True)
class UnknownName:
    """A name on sheets that belongs to nobody: on how many, when first and last, and the latest.

    `spellings` differ in large and small letters. `beside` are the others on the latest sheet,
    `proposed` the players whom the name may mean.
    """

    name: str
    spellings: tuple[str, ...]
    sheets: int
    first: datetime
    last: datetime
    latest: int
    beside: list[str] = field(default_factory=list)
    proposed: list[Known] = field(default_factory=list)


class Said(NamedTuple):
    """Whom a name on sheets means: a player by key, or (None) somebody new of that name."""

    name: str
    player: int | None


class Alike(NamedTuple):
    """Two players who may be one person."""

    one: Known
    other: Known


def unknown_names(club: Club) -> list[UnknownName]:
    """Every name of the club's sheets that belongs to nobody, the most frequent first.

    Two SQL queries. Names that a director has said something about are left out: they are being
    counted, or stand twice at one table.
    """
    rows = (
        _nobodys(club)
        .values("name")
        .annotate(
            sheets=Count("table_id"),
            first=Min("table__opened_at"),
            last=Max("table__opened_at"),
            latest=Max("table_id"),
        )
        .order_by()
    )
    aliases = {name.casefold() for name in _aliases(club)}
    found: dict[str, UnknownName] = {}
    for row in rows:
        key = row["name"].casefold()
        if key not in aliases:
            found[key] = _joined(found.get(key), row)
    return sorted(found.values(), key=lambda one: (-one.sheets, name_order(one.name), one.name))


def with_more(names: Sequence[UnknownName], people: Sequence[Known]) -> list[UnknownName]:
    """The same names of one page with who sat beside them and whom they may mean; one query."""
    index = NameIndex((known.pk, known.name) for known in people)
    by_key = {known.pk: known for known in people}
    tables: dict[int, list[str]] = defaultdict(list)
    seats = Seat.objects.filter(table__in=[one.latest for one in names]).order_by("table", "index")
    for table, name in seats.values_list("table_id", "name"):
        tables[table].append(name)
    return [
        UnknownName(
            one.name,
            one.spellings,
            one.sheets,
            one.first,
            one.last,
            one.latest,
            [name for name in tables[one.latest] if name not in one.spellings],
            [by_key[key] for key in index.like(one.name)[:MOST_PROPOSED]],
        )
        for one in names
    ]


def sheets_to_count(club: Club) -> dict[int, dict[int, tuple[str, int]]]:
    """By table and column the name that is nobody's yet, and the player whom a director says.

    A sheet on which two columns would be the same person is left out. Four SQL queries.
    """
    meant = _said(club)
    if not meant:
        return {}
    spellings = _nobodys(club).order_by().values_list("name", flat=True).distinct()
    wanted = [name for name in spellings if name.casefold() in meant]
    tables = _nobodys(club).filter(name__in=wanted).order_by().values("table_id")
    seats = Seat.objects.filter(table__in=tables).order_by("table_id", "index")
    rows = seats.values_list("table_id", "index", "name", "player_id", "player__merged_into_id")
    sheets: dict[int, list[_Seated]] = defaultdict(list)
    for table, index, name, player, kept in rows:
        known = kept or player
        person = known or meant.get(name.casefold())
        if person is not None:
            sheets[table].append(_Seated(index, name, person, known is None))
    return {table: one for table, seated in sheets.items() if (one := _once(seated))}


class _Seated(NamedTuple):
    column: int
    name: str
    person: int
    is_new: bool


def _once(seated: Sequence[_Seated]) -> dict[int, tuple[str, int]]:
    """By column who is new at a sheet and sits there once."""
    people = [each.person for each in seated]
    return {
        each.column: (each.name, each.person)
        for each in seated
        if each.is_new and people.count(each.person) == 1
    }


def likely_duplicates(club: Club, people: Sequence[Known]) -> list[Alike]:
    """Players who may be one person, the likest first; two SQL queries.

    Not those who sat at a table together or are from two places, nor whom a director has called
    two people.
    """
    index = NameIndex((known.pk, known.name) for known in people)
    by_key = {known.pk: known for known in people}
    found = {
        tuple(sorted((known.pk, other)))
        for known in people
        for other in index.like(known.name)
        if other != known.pk and _may_be_from(known, by_key[other])
    }
    two = _called_two(club)
    met = _met(key for pair in found for key in pair)
    pairs = [
        Alike(by_key[one], by_key[other])
        for one, other in found
        if (one, other) not in two and other not in met.get(one, set())
    ]
    return sorted(pairs, key=lambda pair: (_distance(pair), name_order(pair.one.name), pair.one.pk))


def _distance(pair: Alike) -> int:
    return likeness(folded(pair.one.name), folded(pair.other.name)) or 0


def _may_be_from(one: Known, other: Known) -> bool:
    return not one.home or not other.home or folded(one.home) == folded(other.home)


def _called_two(club: Club) -> set[tuple[int, ...]]:
    changes = PlayerChange.objects.filter(player__club=club, kind="different").order_by()
    rows = changes.values_list("player_id", "after")
    return {tuple(sorted((player, int(other)))) for player, other in rows if other.isdecimal()}


def _met(players: Iterable[int]) -> Mapping[int, set[int]]:
    """By player whom the record book knows that he met."""
    found: dict[int, set[int]] = defaultdict(set)
    rows = YearTally.objects.filter(player__in=set(players), sheets__gt=0).order_by()
    for player, others in rows.values_list("player_id", "others"):
        found[player].update(map(int, others))
    return found


def _nobodys(club: Club) -> QuerySet[Seat]:
    return Seat.objects.filter(table__club=club, player=None)


def _aliases(club: Club) -> QuerySet[PlayerAlias, str]:
    return PlayerAlias.objects.filter(club=club).order_by().values_list("name", flat=True)


def _said(club: Club) -> dict[str, int]:
    """By other name, in small letters, whom a director says that it means."""
    rows = PlayerAlias.objects.filter(club=club).order_by()
    return {
        name.casefold(): kept or player
        for name, player, kept in rows.values_list("name", "player_id", "player__merged_into_id")
    }


def _joined(known: UnknownName | None, row: Mapping[str, object]) -> UnknownName:
    """A name together with another spelling of it."""
    one = UnknownName(
        str(row["name"]),
        (str(row["name"]),),
        row["sheets"],  # type: ignore[arg-type]
        row["first"],  # type: ignore[arg-type]
        row["last"],  # type: ignore[arg-type]
        row["latest"],  # type: ignore[arg-type]
    )
    if known is None:
        return one
    most = max(known, one, key=lambda each: (each.sheets, not each.name.isupper()))
    return UnknownName(
        most.name,
        (*known.spellings, *one.spellings),
        known.sheets + one.sheets,
        min(known.first, one.first),
        max(known.last, one.last),
        max(known.latest, one.latest),
    )


def namesakes_on_sheets(player: Player) -> int:
    """On how many of the club's sheets stands a name of a person that belongs to nobody there."""
    own = names_of_person(records_of(player))
    rows = Seat.objects.filter(table__club=player.club_id, player=None).order_by()
    found = rows.values_list("name").annotate(sheets=Count("table_id"))
    return sum(sheets for name, sheets in found if name.casefold() in own)
