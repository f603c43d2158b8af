"""What the database says about the watched tables, events and series."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from json import loads
from typing import NamedTuple

from django.db.models import FilteredRelation, IntegerField, Q, Sum, TextField, Value
from django.db.models.functions import Cast, Coalesce

from formats.event import EventSettings
from tournaments.events.standings.queries.snapshots import SHEETS
from tournaments.live.tickets import EVENT, SERIES, TABLE, Ticket
from tournaments.models import Event, Round, Series, Table
from tournaments.series.queries.ranking import series_state


@dataclass
class State:
    """The version of what is watched, whether everybody may watch it, and who else may.

    `club_id` is the club that runs an event or a series, `open_links` are those of a table. An
    event `is_over` when its final list is locked.
    """

    kind: str
    version: int
    is_public: bool
    club_id: int | None = None
    open_links: set[int] = field(default_factory=set)
    is_over: bool = False

    def admits(self, ticket: Ticket) -> bool:
        """Whether whoever holds this ticket may still watch."""
        if ticket.link_id is not None:
            return ticket.link_id in self.open_links
        return ticket.kind == self.kind and (self.is_public or ticket.sign_in is not None)


class Place(NamedTuple):
    """What decides who may watch a table of an event; all None at people's own tables."""

    state: str | None
    seats_at: datetime | None
    event_at: datetime | None
    number: int | None
    event_state: str | None
    settings: str | None

    @property
    def is_public(self) -> bool:
        """Whether everybody may watch; like `tournaments.tables.access.is_public`."""
        if self.event_at is None or self.seats_at is None or self.state == Round.CANCELLED:
            return False
        return self.event_state == Event.FINAL or not _hides(self.settings, self.number or 0)


@lru_cache(64)
def _hides(settings: str | None, number: int) -> bool:
    """Whether these settings, in JSON, hide the round of that number: asked once for all tables."""
    return EventSettings.from_json(loads(settings or "{}")).hides_round(number)


def table_states(table_ids: Collection[int]) -> dict[int, State]:
    """The state of each of these tables that exists: one SQL query, however many they are."""
    rows = (
        Table.objects.filter(pk__in=table_ids)
        .annotate(open_link=FilteredRelation("links", condition=Q(links__revoked_at=None)))
        .values_list(
            "pk",
            "version",
            "club__is_public",
            "event_table__round__state",
            "event_table__round__published_at",
            "event_table__round__event__published_at",
            "event_table__round__number",
            "event_table__round__event__state",
            Cast("event_table__round__event__settings", TextField()),
            "open_link__pk",
        )
    )
    states: dict[int, State] = {}
    for table_id, version, is_club_public, *event, link_id in rows:
        place = Place(*event)
        is_public = bool(is_club_public) if place.state is None else place.is_public
        state = states.setdefault(table_id, State(TABLE, version, is_public))
        if link_id is not None:
            state.open_links.add(link_id)
    return states


def _sheets(rounds: str) -> Coalesce:
    """The versions of all sheets of these rounds together, but for those that were cancelled."""
    still_there = ~Q(**{f"{rounds}__state": Round.CANCELLED})
    versions = Sum(f"{rounds}__tables__table__version", filter=still_there)
    return Coalesce(versions, Value(0), output_field=IntegerField())


def event_states(event_ids: Collection[int]) -> dict[int, State]:
    """The state of each of these events that exists: one SQL query, however many they are.

    The number is that of `tournaments.events.standings.queries.snapshots.state_of`.
    """
    rows = Event.objects.filter(pk__in=event_ids).annotate(sheets=_sheets("rounds")).order_by()
    return {
        pk: State(
            EVENT,
            version * SHEETS + added,
            published_at is not None,
            club_id,
            is_over=state == Event.FINAL,
        )
        for pk, version, added, published_at, club_id, state in rows.values_list(
            "pk", "version", "sheets", "published_at", "club_id", "state"
        )
    }


def series_states(series_ids: Collection[int]) -> dict[int, State]:
    """The state of each of these series that exists: one SQL query, however many they are.

    The number is that of `tournaments.series.queries.ranking.series_state`.
    """
    rows = (
        Series.objects.filter(pk__in=series_ids)
        .values("pk", "version", "published_at", "club_id", "stages__pk", "stages__event__version")
        .annotate(sheets=_sheets("stages__event__rounds"))
        .order_by()
    )
    states: dict[int, State] = {}
    for row in rows:
        is_public = row["published_at"] is not None
        fresh = State(SERIES, series_state(row["version"]), is_public, row["club_id"])
        known = states.setdefault(row["pk"], fresh)
        if row["stages__pk"] is not None:
            known.version += row["stages__event__version"] * SHEETS + row["sheets"]
    return states
