"""Two records that are one person's: merged, and taken apart again.

A merge moves nothing: the figures of both records are read together, and undoing it leaves no
trace in them. What keeps names of people by the state of an event learns of it by its version.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from uuid import UUID

from django.db.models import F
from django.utils.translation import gettext as _

from accounts.events import Kind
from tournaments.common.announce import announce_event
from tournaments.common.deeds import Refused
from tournaments.common.locks import lock_events
from tournaments.common.noted import note_deed
from tournaments.models import By, Event, Player, PlayerChange, Series
from tournaments.people.queries.naming import names_of_person
from tournaments.people.queries.people import names_left, records_of, why_two
from tournaments.people.services.people import do_at_person


def merge(*, player: Player, into: Player, by: By, submission: UUID, reason: str = "") -> bool:
    """Read a record as the second one of the person of another; raises Refused.

    Records that were merged into it come along.
    """

    def write(locked: Player) -> Sequence[PlayerChange]:
        kept = Player.objects.filter(pk=into.pk, club=locked.club_id).first()
        if kept is None or kept.pk == locked.pk or kept.erased_at is not None:
            raise Refused(_("Choose another person of the club."), field="into")
        if kept.merged_into_id is not None or locked.merged_into_id is not None:
            raise Refused(_("One of the two has been merged meanwhile. Look again."), field="into")
        problem = why_two(locked, kept)
        if problem:
            raise Refused(problem, field="into")
        along = list(Player.objects.filter(merged_into=locked))
        Player.objects.filter(pk__in=[locked.pk, *(each.pk for each in along)]).update(
            merged_into=kept
        )
        people_changed(records_of(kept))
        what = f"player {locked.pk} into player {kept.pk}"
        note_deed(Kind.MERGED, club=locked.club, by=by, what=what)
        return [
            PlayerChange(player=locked, kind="merged", after=str(kept.pk), reason=reason),
            PlayerChange(player=kept, kind="took_in", after=str(locked.pk), reason=reason),
            *(
                PlayerChange(
                    player=each, kind="merged_along", before=str(locked.pk), after=str(kept.pk)
                )
                for each in along
            ),
        ]

    return do_at_person(player, by, submission, write)


def unmerge(*, player: Player, by: By, submission: UUID, reason: str = "") -> list[str]:
    """Let a merged record be a person of its own again, with those that came along with it.

    Gives back under which names it sits at sheets that were opened meanwhile: those are still
    the other's, until `people_sheets.match_anew` has gone through them.
    """

    def write(locked: Player) -> Sequence[PlayerChange]:
        kept = locked.merged_into
        if kept is None:
            return []
        people_changed(records_of(kept))
        what = f"player {locked.pk} out of player {kept.pk}"
        note_deed(Kind.UNMERGED, club=locked.club, by=by, what=what)
        along = [each for each in kept.merged.exclude(pk=locked.pk) if _came_with(each, locked)]
        locked.merged_into = None
        locked.save(update_fields=["merged_into"])
        Player.objects.filter(pk__in=[each.pk for each in along]).update(merged_into=locked)
        before = str(kept.pk)
        return [
            PlayerChange(player=locked, kind="unmerged", before=before, reason=reason),
            PlayerChange(player=kept, kind="let_go", before=str(locked.pk), reason=reason),
            *(
                PlayerChange(player=each, kind="merged_along", before=before, after=str(locked.pk))
                for each in along
            ),
        ]

    kept = player.merged_into
    do_at_person(player, by, submission, write)
    if kept is None:
        return []
    own = names_of_person(records_of(player))
    return [left.name for left in names_left(kept) if left.name.casefold() in own]


def people_changed(records: Iterable[int]) -> None:
    """Count a change of all events and series in which these stand; inside a transaction.

    Their pages are kept in memory under that count.
    """
    keys = list(records)
    events = Event.objects.filter(entries__members__player__in=keys).distinct()
    found = [event.pk for event in lock_events(events.order_by().values_list("pk", flat=True))]
    Event.objects.filter(pk__in=found).update(version=F("version") + 1)
    Series.objects.filter(stages__event__in=found).update(version=F("version") + 1)
    for event in found:
        announce_event(event)


def _came_with(player: Player, merged: Player) -> bool:
    """Whether a record came along when that one was merged."""
    latest = player.changes.filter(kind__in=("merged", "merged_along")).order_by("pk").last()
    return latest is not None and (latest.kind, latest.before) == ("merged_along", str(merged.pk))
