"""From a sheet or from an event to the pages of the people on it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Q

from tournaments.models import Club, Event, Member, Player, Seat, Table
from tournaments.people.queries.people import shown_name


class InTheBook(NamedTuple):
    """Somebody whose page in a club's record book may be opened."""

    club: int
    player: int
    name: str


def at_table(table: Table) -> list[InTheBook]:
    """Whom of a public club's players a sheet is of; one SQL query, none at tables of no club."""
    if table.club_id is None:
        return []
    seats = Seat.objects.filter(table=table, table__club__is_public=True, player__isnull=False)
    players = [seat.player for seat in seats.select_related("player__merged_into")]
    return _linked((player for player in players if player is not None), is_director=False)


def of_entry(event: Event, entry: int, *, is_director: bool) -> list[InTheBook]:
    """The persons of an entry, as far as the visitor may know of them; one SQL query at most."""
    if not (is_director or event.club.is_public):
        return []
    members = Member.objects.filter(entry=entry).select_related("player__merged_into")
    return _linked((member.player for member in members), is_director=is_director)


def of_entries(
    event: Event, numbers: Iterable[int], *, is_director: bool
) -> dict[int, list[InTheBook]]:
    """The same for many entries, by their start numbers; one SQL query at most."""
    if not (is_director or event.club.is_public):
        return {}
    members = Member.objects.filter(entry__event=event, entry__number__in=set(numbers))
    found: dict[int, list[Player]] = {}
    rows = members.select_related("player__merged_into", "entry").order_by("place", "pk")
    for member in rows:
        found.setdefault(member.entry.number or 0, []).append(member.player)
    return {number: _linked(players, is_director=is_director) for number, players in found.items()}


def of_persons(
    club: Club, persons: Iterable[tuple[int, ...]], *, is_director: bool
) -> dict[tuple[int, ...], list[InTheBook]]:
    """The same for those who are ranked in a series, by their players; one SQL query at most."""
    if not (is_director or club.is_public):
        return {}
    wanted = list(persons)
    rows = Player.objects.filter(pk__in={player for person in wanted for player in person})
    players = {player.pk: player for player in rows.select_related("merged_into")}
    return {
        person: _linked((players[pk] for pk in person if pk in players), is_director=is_director)
        for person in wanted
    }


def named_otherwise(event: Event) -> list[tuple[object, ...]]:
    """Whose page of the entries' persons cannot be opened, or not under the name; one SQL query."""
    plain = Q(player__shown=Player.NAME, player__erased_at=None, player__merged_into=None)
    members = Member.objects.filter(entry__event=event).exclude(plain).order_by("pk")
    return list(
        members.values_list("pk", "player__shown", "player__erased_at", "player__merged_into")
    )


def _linked(players: Iterable[Player], *, is_director: bool) -> list[InTheBook]:
    """Each person once, under the record that was kept."""
    found: dict[int, InTheBook] = {}
    for player in players:
        kept = player.merged_into or player
        name = shown_name(kept, is_director=is_director)
        if name:
            found[kept.pk] = InTheBook(kept.club_id, kept.pk, name)
    return list(found.values())
