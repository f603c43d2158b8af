"""The people whom a club knows: adding and renaming them, in its open events too."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID, uuid5

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.models import By, Club, Entry, Event, EventChange, Player
from tournaments.services.events.deeds import Refused, do
from tournaments.services.events.persons import BETWEEN_NAMES, pair_name
from tournaments.services.events.substitutes import write_names_on_tables


def add_player(*, club: Club, name: str, home: str = "", groups: Sequence[str] = ()) -> Player:
    """Take somebody in whom the club does not know yet.

    Refused where somebody of that name from that place is there already; so the same form, sent
    twice, adds nobody twice.
    """
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
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
    change too; the sheets of closed rounds stay as they were.
    """
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=player.club_id)
        refuse_same(player.club_id, name, home, besides=player.pk)
        Player.objects.filter(pk=player.pk).update(name=name, home=home, groups=list(groups))
    entries = Entry.objects.filter(members__player=player).exclude(event__state=Event.FINAL)
    for entry in entries.select_related("event").distinct().order_by("event_id", "pk"):
        _rename_entry(entry, player.name, name, by, uuid5(submission, str(entry.pk)))


def refuse_same(club_id: int, name: str, home: str, *, besides: int = 0) -> None:
    """Refuse a second player of the same name from the same place."""
    same = Player.objects.filter(club=club_id, name__iexact=name, home__iexact=home)
    if same.exclude(pk=besides).exists():
        if home:
            words = _("%(name)s from %(home)s is in the list already.")
        else:
            words = _("%(name)s is in the list already. If it is somebody else, say where from.")
        raise Refused(words % {"name": name, "home": home}, field="name")


def _rename_entry(entry: Entry, old: str, new: str, by: By, submission: UUID) -> None:
    def write(event: Event) -> EventChange | None:
        locked = Entry.objects.get(pk=entry.pk)
        before, names = locked.name, locked.name.split(BETWEEN_NAMES)
        locked.name = pair_name([new if name == old else name for name in names])
        write_names_on_tables(locked, by, submission)
        if before == locked.name:
            return None
        locked.save(update_fields=["name"])
        return EventChange(kind="renamed", entry=locked, before=before, after=locked.name)

    do(entry.event, by, submission, write)
