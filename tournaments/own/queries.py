"""What somebody's own page says: where he plays next, what is on, and what the last events brought.

Nothing here is more than everybody may know: events before they are published, and standings that
are hidden, are not told.
"""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import F

from tournaments.events.check_in.queries.entries import turn_of
from tournaments.events.standings.queries.entry_page import EntryDay, entry_day
from tournaments.events.standings.queries.snapshots import Snapshot, public_snapshot
from tournaments.models import Claim, Entry, Event, Member, Player
from tournaments.people.queries import records_of
from tournaments.records.queries.player_page import Placed, final_places

MOST_COMING = 12
MOST_OVER = 12


class OwnEvent(NamedTuple):
    """An event in which a player is entered.

    `turn` is that on the waiting list; `snapshot` and `day` are there while it is played, `placed`
    once its list is final.
    """

    event: Event
    entry: Entry
    turn: int | None = None
    snapshot: Snapshot | None = None
    day: EntryDay | None = None
    placed: Placed | None = None

    @property
    def has_page(self) -> bool:
        """Whether the entry has a page of its own, by its start number."""
        return self.entry.number is not None


class OwnClub(NamedTuple):
    """A club in which an account is a player, with the events that are not over, and the last."""

    claim: Claim
    player: Player
    coming: list[OwnEvent]
    over: list[OwnEvent]


def own_club(claim: Claim) -> OwnClub:
    """What a player finds of one club; a few SQL queries for each event that is played."""
    records = records_of(claim.person)
    members = Member.objects.filter(player__in=records, until_round=None, entry__is_house=False)
    members = members.exclude(entry__event__published_at=None)
    members = members.select_related("entry__event__club")
    soon = members.exclude(entry__event__state=Event.FINAL)
    soon = soon.order_by(F("entry__event__starts_at").asc(nulls_last=True), "entry")[:MOST_COMING]
    past = members.filter(entry__event__state=Event.FINAL)
    past = past.order_by(F("entry__event__starts_at").desc(nulls_last=True), "-entry")[:MOST_OVER]
    entries = [one.entry for one in past]
    places = final_places(entry.event for entry in entries)
    over = [
        OwnEvent(entry.event, entry, placed=places.get(entry.event_id, {}).get(entry.number or 0))
        for entry in entries
    ]
    return OwnClub(claim, claim.person, [_coming(one.entry) for one in soon], over)


def _coming(entry: Entry) -> OwnEvent:
    event = entry.event
    if entry.status == Entry.WAITING:
        return OwnEvent(event, entry, turn=turn_of(entry))
    if event.state != Event.RUNNING:
        return OwnEvent(event, entry)
    snapshot = public_snapshot(event)
    line = snapshot.entries.get(entry.pk)
    day = entry_day(snapshot, line) if line else None
    return OwnEvent(event, entry, snapshot=snapshot, day=day)
