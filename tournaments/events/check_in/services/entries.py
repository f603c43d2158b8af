"""Entering people for an event, the waiting list, and what is noted about an entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.utils.text import Truncator
from django.utils.translation import gettext as _

from tournaments.common.contacts import Reached
from tournaments.common.deeds import Refused
from tournaments.events.check_in.queries.entries import free_places
from tournaments.events.check_in.services.check_in import entry_deed, let_in
from tournaments.events.check_in.services.contacts import Person, keep_contact, take_persons
from tournaments.events.deeds import Done, do
from tournaments.models import By, Entry, Event, EventChange, Member, Player
from tournaments.people.queries.names import groups_known, pair_name

KINDS = {
    "party": "party",
    "team": "team",
    "groups": "groups",
    "pinned_table": "pinned",
    "pinned_seat": "pinned",
}
"""Under which kind a single changed field is written down; the others are `changed`."""

LONGEST_WORDS = 300
NOBODY = Reached()


class Details(NamedTuple):
    """What is noted of an entry when it is made."""

    team: str = ""
    groups: tuple[str, ...] = ()
    is_guest: bool = False
    is_house: bool = False


def enter(
    *,
    event: Event,
    people: Sequence[Person],
    by: By,
    submission: UUID,
    arrives: bool = False,
    is_paid: bool = False,
    details: Details | None = None,
    reached: Reached = NOBODY,
) -> Done:
    """Enter a player or a pair; who `arrives` gets a start number at once.

    Where all places are taken the entry goes to the end of the waiting list. `reached` is kept
    for knowing them again where they may come twice. Refused where one of them is entered already.
    """

    def write(locked: Event) -> EventChange:
        is_pairs = locked.format.is_pairs
        if len(people) != (2 if is_pairs else 1):
            raise Refused(
                _("Two people enter together here.") if is_pairs else _("One person enters."),
                field="name-1",
            )
        players = take_persons(locked, people)
        noted = details or Details()
        waits = not noted.is_house and free_places(locked) == 0
        entry = make_entry(locked, players, noted, is_paid=is_paid, waits=waits)
        entry.save()
        Member.objects.bulk_create(
            Member(entry=entry, player=player, place=place) for place, player in enumerate(players)
        )
        if any(reached):
            keep_contact(locked, entry, reached)
        if arrives and not waits:
            change = let_in(locked, entry, is_paid=is_paid)
            change.before = ""
            return change
        return EventChange(kind="registered", entry=entry, after=entry.status)

    return do(event, by, submission, write, names_people=True)


def make_entry(
    event: Event, players: Sequence[Player], details: Details, *, is_paid: bool, waits: bool
) -> Entry:
    """An entry that is not saved yet: registered, or at the end of the waiting list."""
    groups = groups_known(event, [*details.groups, *(g for one in players for g in one.groups)])
    return Entry(
        event=event,
        name=pair_name([player.name for player in players]),
        status=Entry.WAITING if waits else Entry.REGISTERED,
        is_paid=is_paid,
        team=details.team,
        groups=groups,
        is_guest=details.is_guest,
        is_house=details.is_house,
    )


def move_up(*, entry: Entry, by: By, submission: UUID) -> Done:
    """Give somebody from the waiting list a place that has become free."""

    def write(event: Event, locked: Entry) -> EventChange | None:
        if locked.status != Entry.WAITING:
            return None
        if free_places(event) == 0:
            raise Refused(_("No place is free: somebody has to withdraw first."))
        locked.status = Entry.REGISTERED
        locked.save(update_fields=["status"])
        return EventChange(
            kind="moved_up", entry=locked, before=Entry.WAITING, after=Entry.REGISTERED
        )

    return entry_deed(entry, by, submission, write)


def change_entry(*, entry: Entry, wanted: Mapping[str, Any], by: By, submission: UUID) -> Done:
    """Note other details; only the fields in `wanted` are touched.

    So two directors who change different things of one entry both have their way. Groups are
    noted with the player too, who brings them to the next event.
    """

    def write(event: Event, locked: Entry) -> EventChange | None:
        moved = {
            field: (getattr(locked, field), value)
            for field, value in wanted.items()
            if getattr(locked, field) != value
        }
        if not moved:
            return None
        for field, (_before, value) in moved.items():
            setattr(locked, field, value)
        locked.save(update_fields=list(moved))
        if "groups" in moved:
            _keep_groups(event, locked)
        kinds = {KINDS.get(field, "changed") for field in moved}
        return EventChange(
            kind=kinds.pop() if len(kinds) == 1 else "changed",
            entry=locked,
            before=_listed({field: before for field, (before, _after) in moved.items()}),
            after=_listed({field: after for field, (_before, after) in moved.items()}),
        )

    return entry_deed(entry, by, submission, write)


def keep_together(*, entry: Entry, other: Entry | None, by: By, submission: UUID) -> Done:
    """Note that two came together and are kept apart at the tables; None: that one came alone."""

    def write(event: Event, locked: Entry) -> EventChange | None:
        before = locked.party
        if other is None:
            locked.party = ""
        else:
            known = Entry.objects.get(pk=other.pk, event=event)
            if known.pk == locked.pk:
                raise Refused(_("Nobody comes together with himself."), field="with")
            if not known.party:
                known.party = str(known.pk)
                known.save(update_fields=["party"])
            locked.party = known.party
        if locked.party == before:
            return None
        locked.save(update_fields=["party"])
        return EventChange(kind="party", entry=locked, after=other.name if other else "")

    return entry_deed(entry, by, submission, write)


def _keep_groups(event: Event, entry: Entry) -> None:
    """Bring what the event ranks by up to date with the player of a single entry."""
    member = entry.members.filter(until_round=None).select_related("player").first()
    settings = event.format
    if member is None or settings.is_pairs:
        return
    player = member.player
    ranked = {group.casefold() for group in settings.groups}
    others = [group for group in player.groups if group.casefold() not in ranked]
    player.groups = others + list(entry.groups)
    player.save(update_fields=["groups"])


def _listed(values: Mapping[str, Any]) -> str:
    """Fields and values for the history."""
    words = {
        "team": _("team"),
        "groups": _("groups"),
        "is_guest": _("guest"),
        "is_house": _("house player"),
        "pinned_table": _("table"),
        "pinned_seat": _("seat"),
        "start_points": _("start points"),
    }
    listed = [f"{words.get(field, field)}: {_in_words(field, it)}" for field, it in values.items()]
    return Truncator(" · ".join(listed)).chars(LONGEST_WORDS)


def _in_words(field: str, value: Any) -> str:  # noqa: ANN401 - a field of any kind
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return ", ".join(value) or "–"
    if field == "pinned_seat" and value is not None:
        return str(value + 1)
    return "–" if value in (None, "") else str(value)
