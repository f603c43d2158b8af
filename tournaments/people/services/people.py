"""What directors do about the people of a club: other names, as what they are shown.

Every deed is one transaction that locks the club's row, and is written down with who, when and
why. The same submission arriving again changes nothing more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from uuid import UUID

from django.db.models import F
from django.utils.translation import gettext as _

from tournaments.common.actions import Refused, run_action
from tournaments.common.locks import lock_club
from tournaments.models import By, Entry, Event, Player, PlayerAlias, PlayerChange
from tournaments.people.queries.naming import names_of_person
from tournaments.people.queries.people import records_of
from tournaments.people.queries.players import people_in

Write = Callable[[Player], Sequence[PlayerChange]]


def do_at_person(player: Player, by: By, submission: UUID, write: Write) -> bool:
    """Do an action about a person under the club's lock, and keep what `write` gives; whether it
    is new.

    `write` gets the record, read anew. Raises Refused, also where the person was erased.
    """

    def lock(player: Player) -> Player:
        lock_club(player.club_id)
        return Player.objects.get(pk=player.pk)

    def write_unless_erased(locked: Player) -> Sequence[PlayerChange]:
        if locked.erased_at is not None:
            raise Refused(_("This person was erased: nothing can be changed any more."))
        return write(locked)

    done = run_action(
        PlayerChange, player, lock=lock, write=write_unless_erased, by=by, submission=submission
    )
    if not done.is_repeat:
        _name_anew(player)
    return not done.is_repeat


def _name_anew(player: Player) -> None:
    """Let the pages of events be drawn anew on which a person is named."""
    entries = Entry.objects.filter(members__player__in=records_of(player))
    Event.objects.filter(pk__in=entries.values("event")).update(version=F("version") + 1)


def add_alias(*, player: Player, name: str, by: By, submission: UUID) -> bool:
    """Let another name on a sheet mean this person; raises Refused.

    The sheets that bear it and belong to nobody yet are counted by `people_sheets.catch_up`.
    """

    def write(locked: Player) -> Sequence[PlayerChange]:
        refuse_alias(locked, name)
        PlayerAlias.objects.create(player=locked, club_id=locked.club_id, name=name)
        return [PlayerChange(player=locked, kind="alias_added", after=name)]

    return do_at_person(player, by, submission, write)


def refuse_alias(player: Player, name: str) -> None:
    """Refuse another name that means somebody already; inside a deed."""
    folded = name.casefold()
    aliases = PlayerAlias.objects.filter(club=player.club_id).select_related("player")
    taken = next((alias for alias in aliases if alias.name.casefold() == folded), None)
    if taken is not None:
        words = _("“%(name)s” is written down as another name of %(player)s already.")
        raise Refused(words % {"name": name, "player": taken.player.name}, field="name")
    if folded in names_of_person(records_of(player)):
        return
    bearers = [one for one in people_in(player.club_id) if one.name.casefold() == folded]
    if len(bearers) == 1:
        words = _("%(name)s is somebody of that name in the list. If both are one, merge them.")
        raise Refused(words % {"name": bearers[0].name}, field="name")


def remove_alias(*, player: Player, name: str, by: By, submission: UUID) -> bool:
    """Let another name mean this person no more.

    Sheets that bear it are matched anew by `people_sheets.match_anew`.
    """

    def write(locked: Player) -> Sequence[PlayerChange]:
        found = PlayerAlias.objects.filter(player__in=records_of(locked), name=name).first()
        if found is None:
            return []
        found.delete()
        return [PlayerChange(player=locked, kind="alias_removed", before=name)]

    return do_at_person(player, by, submission, write)


def show_as(*, player: Player, shown: str, reason: str, by: By, submission: UUID) -> bool:
    """Show somebody to everybody with the name, with initials only, or not at all."""

    def write(locked: Player) -> Sequence[PlayerChange]:
        if locked.shown == shown:
            return []
        before = locked.shown
        locked.shown = shown
        locked.save(update_fields=["shown"])
        return [
            PlayerChange(player=locked, kind="shown", before=before, after=shown, reason=reason)
        ]

    return do_at_person(player, by, submission, write)


def tell_apart(*, player: Player, other: Player, by: By, submission: UUID) -> bool:
    """Write down that two who look alike are two, so that they are not proposed again."""

    def write(locked: Player) -> Sequence[PlayerChange]:
        if other.club_id != locked.club_id or other.pk == locked.pk:
            raise Refused(_("The club does not know this player any more."))
        return [PlayerChange(player=locked, kind="different", after=str(other.pk))]

    return do_at_person(player, by, submission, write)
