"""The people whom a club knows: adding and renaming them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.common.deeds import Refused
from tournaments.common.locks import lock_club
from tournaments.models import (
    By,
    Club,
    Player,
    PlayerAlias,
    PlayerChange,
    Seat,
)
from tournaments.people.queries.players import people_in
from tournaments.people.services.followers import renamed
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
            renamed.tell(locked, name, by, submission)
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
