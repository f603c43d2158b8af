"""The people whom a club knows: adding and renaming them, in its open events too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.common.deeds import Refused
from tournaments.common.locks import lock_club, lock_events, lock_tables
from tournaments.events.deeds import count_and_keep
from tournaments.events.results.services.substitutes import open_tables_of, write_names_on_tables
from tournaments.models import (
    By,
    Club,
    Entry,
    Event,
    EventChange,
    Player,
    PlayerAlias,
    PlayerChange,
    Seat,
)
from tournaments.people.queries.naming import BETWEEN_NAMES, pair_name
from tournaments.people.queries.players import people_in
from tournaments.people.services.people import do_at_person


def add_player(*, club: Club, name: str, home: str = "", groups: Sequence[str] = ()) -> Player:
    """Take somebody in whom the club does not know yet.

    Refused where somebody of that name from that place is there already; so the same form, sent
    twice, adds nobody twice.
    """
    with transaction.atomic():
        lock_club(club.pk)
        refuse_same(club.pk, name, home)
        return Player.objects.create(club=club, name=name, home=home, groups=list(groups))


def change_player(
    *,
    player: Player,
    name: str,
    home: str,
    groups: Sequence[str],
    by: By,
    submission: UUID,
) -> None:
    """Write somebody's name, home place or groups in another way.

    Where he is entered for an event that is not final, the entry's name and those on open sheets
    change too; the sheets of closed rounds stay as they were. On the club's own sheets the old name
    goes on meaning him. All of it is one transaction.
    """

    def write(locked: Player) -> Sequence[PlayerChange]:
        refuse_same(locked.club_id, name, home, besides=locked.pk)
        changes = _differences(locked, {"name": name, "home": home, "groups": list(groups)})
        if name.casefold() != locked.name.casefold():
            _keep_old_name(locked)
        Player.objects.filter(pk=locked.pk).update(name=name, home=home, groups=list(groups))
        if name != locked.name:
            _rename_entries(locked, name, by, submission)
        return changes

    do_at_person(player, by, submission, write)


def _differences(player: Player, wanted: Mapping[str, Any]) -> list[PlayerChange]:
    """What is written down about a player whose fields become these."""
    kinds = {"name": "renamed", "home": "home", "groups": "groups"}
    return [
        PlayerChange(player=player, kind=kinds[field], before=_listed(before), after=_listed(after))
        for field, after in wanted.items()
        if (before := getattr(player, field)) != after
    ]


def _listed(value: str | Sequence[str]) -> str:
    return value if isinstance(value, str) else ", ".join(value)


def _keep_old_name(player: Player) -> None:
    """Let the name so far be another name, where it stands on sheets and means nobody else."""
    old = player.name.casefold()
    on_sheets = Seat.objects.filter(player=player).order_by().values_list("name", flat=True)
    aliases = PlayerAlias.objects.filter(club=player.club_id).values_list("name", flat=True)
    others = people_in(player.club_id).exclude(pk=player.pk).values_list("name", flat=True)
    taken = {name.casefold() for name in [*aliases, *others]}
    if old not in taken and old in {name.casefold() for name in on_sheets.distinct()}:
        PlayerAlias.objects.create(player=player, club_id=player.club_id, name=player.name)


def refuse_same(club_id: int, name: str, home: str, *, besides: int = 0) -> None:
    """Refuse a second player of the same name from the same place."""
    same = people_in(club_id).filter(name__iexact=name, home__iexact=home)
    if same.exclude(pk=besides).exists():
        if home:
            words = _("%(name)s from %(home)s is in the list already.")
        else:
            words = _("%(name)s is in the list already. If it is somebody else, say where from.")
        raise Refused(words % {"name": name, "home": home}, field="name")


def _rename_entries(player: Player, name: str, by: By, submission: UUID) -> None:
    """Bring the entries of a player up to date, and the open sheets; under the club's lock.

    `player` has the name of before.
    """
    of_player = Entry.objects.filter(members__player=player)
    events = lock_events(of_player.values_list("event_id", flat=True))
    changing = {event.pk: event for event in events if event.state != Event.FINAL}
    entries = list(of_player.filter(event__in=changing).distinct().order_by("event_id", "pk"))
    lock_tables(open_tables_of(entries))
    for entry in entries:
        before, names = entry.name, entry.name.split(BETWEEN_NAMES)
        entry.name = pair_name([name if each == player.name else each for each in names])
        own = uuid5(submission, str(entry.pk))
        write_names_on_tables(entry, by, own)
        if entry.name != before:
            entry.save(update_fields=["name"])
            change = EventChange(kind="renamed", entry=entry, before=before, after=entry.name)
            count_and_keep(changing[entry.event_id], change, by, own)
