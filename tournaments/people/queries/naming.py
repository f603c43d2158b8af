"""Whom of a club's players a name on a sheet means, and which record stands for a person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import F
from django.db.models.functions import Coalesce

from tournaments.models import Player, PlayerAlias

BETWEEN_NAMES = " / "


def players_named(club_id: int, names: Iterable[str]) -> dict[str, int]:
    """By name the key of the one player who bears it, or has it as another name.

    Large and small letters are the same. Another name was written down by a director, and goes
    before the names of players. A name that two bear means nobody: a director says who it is.
    Whoever was merged is found as the record that was kept. Two SQL queries.
    """
    wanted = {name.casefold() for name in names}
    borne: dict[str, set[int]] = {}
    players = Player.objects.filter(club=club_id, erased_at=None).order_by()
    for key, name, kept in players.values_list("pk", "name", "merged_into_id"):
        if name.casefold() in wanted:
            borne.setdefault(name.casefold(), set()).add(kept or key)
    found = {name: next(iter(keys)) for name, keys in borne.items() if len(keys) == 1}
    aliases = PlayerAlias.objects.filter(club=club_id, player__erased_at=None).order_by()
    rows = aliases.values_list("name", "player_id", "player__merged_into_id")
    found |= {
        alias.casefold(): kept or player
        for alias, player, kept in rows
        if alias.casefold() in wanted
    }
    return {name: found[name.casefold()] for name in names if name.casefold() in found}


def players_at(club_id: int | None, names: Sequence[str]) -> list[int | None]:
    """By place whom of the club each name of one sheet means, None for nobody.

    Two names of a sheet that mean the same player mean nobody: a person sits once at a table.
    Without a club nobody is known. Two SQL queries, none without a club.
    """
    if club_id is None:
        return [None] * len(names)
    return _each_once(names, players_named(club_id, names))


def _each_once(names: Sequence[str], known: Mapping[str, int]) -> list[int | None]:
    """Who each name means, where no other name means the same.

    >>> _each_once(["Anna", "Annie", "Bert"], {"Anna": 7, "Annie": 7, "Bert": 9})
    [None, None, 9]
    """
    meant = [known.get(name) for name in names]
    times = Counter(meant)
    return [key if times[key] == 1 else None for key in meant]


def main_key(field: str) -> Any:  # noqa: ANN401 - an expression of the database
    """For a query: the key of the record that stands for the player in `field`."""
    return Coalesce(F(f"{field}__merged_into_id"), F(f"{field}_id"))


def main_records(keys: Iterable[int]) -> dict[int, int]:
    """By the key of each record the key of the one that stands for the person; one SQL query."""
    wanted = set(keys)
    if not wanted:
        return {}
    merged = Player.objects.filter(pk__in=wanted).exclude(merged_into=None).order_by()
    kept = dict(merged.values_list("pk", "merged_into_id"))
    return {key: kept.get(key, key) for key in wanted}


def player_called(club_id: int | None, name: str, besides: Iterable[int | None]) -> int | None:
    """Whom of the club a name means that is written beside others on a sheet, None for nobody.

    `besides` are the players of the other columns: none of them sits there twice. Three SQL
    queries, none without a club.
    """
    if club_id is None:
        return None
    found = players_named(club_id, [name]).get(name)
    there = main_records(key for key in besides if key is not None)
    return None if found in there.values() else found


def names_of_person(records: Sequence[int]) -> set[str]:
    """In small letters every name of the records of one person, other names too; two queries."""
    names = Player.objects.filter(pk__in=records).order_by().values_list("name", flat=True)
    aliases = PlayerAlias.objects.filter(player__in=records).order_by()
    return {name.casefold() for name in [*names, *aliases.values_list("name", flat=True)]}


def pair_name(names: Sequence[str]) -> str:
    """The name of an entry, from those of its persons.

    >>> pair_name(["Anna", "Ben"])
    'Anna / Ben'
    """
    return BETWEEN_NAMES.join(names)
