"""What the database says about the watched tables, events and series."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import FilteredRelation, IntegerField, Q, Sum, Value
from django.db.models.functions import Coalesce

from tournaments.events.standings.queries.snapshots import SHEETS
from tournaments.live.tickets import AnyTicket, EventTicket, SeriesTicket, Ticket
from tournaments.models import Event, Round, Series, Table
from tournaments.series.queries.ranking import series_state
from tournaments.settings.event import EventSettings


@dataclass
class TableState:
    """The version of a table's sheet, and who may watch it."""

    version: int
    is_public: bool
    open_links: set[int] = field(default_factory=set)

    def admits(self, ticket: AnyTicket) -> bool:
        """Whether whoever holds this ticket may still watch."""
        if not isinstance(ticket, Ticket):
            return False
        if ticket.link_id is None:
            return self.is_public
        return ticket.link_id in self.open_links


@dataclass
class EventState:
    """The state of an event, whether everybody may watch it, and the club that directs it."""

    version: int
    is_public: bool
    club_id: int

    def admits(self, ticket: AnyTicket) -> bool:
        """Whether whoever holds this ticket may still watch."""
        return isinstance(ticket, EventTicket) and (self.is_public or ticket.is_director)


@dataclass
class SeriesState:
    """The state of a series, whether everybody may watch it, and the club that directs it."""

    version: int
    is_public: bool
    club_id: int

    def admits(self, ticket: AnyTicket) -> bool:
        """Whether whoever holds this ticket may still watch."""
        return isinstance(ticket, SeriesTicket) and (self.is_public or ticket.is_director)


class Place(NamedTuple):
    """What decides who may watch a table of an event; all None at people's own tables."""

    state: str | None
    seats_at: datetime | None
    event_at: datetime | None
    number: int | None
    event_state: str | None
    settings: dict[str, Any] | None

    @property
    def is_public(self) -> bool:
        """Whether everybody may watch; like `tournaments.tables.access.is_public`."""
        if self.event_at is None or self.seats_at is None or self.state == Round.CANCELLED:
            return False
        settings = EventSettings.from_json(self.settings or {})
        return self.event_state == Event.FINAL or not settings.hides_round(self.number or 0)


def table_states(table_ids: Collection[int]) -> dict[int, TableState]:
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
            "event_table__round__event__settings",
            "open_link__pk",
        )
    )
    states: dict[int, TableState] = {}
    for table_id, version, is_club_public, *event, link_id in rows:
        place = Place(*event)
        is_public = bool(is_club_public) if place.state is None else place.is_public
        state = states.setdefault(table_id, TableState(version, is_public))
        if link_id is not None:
            state.open_links.add(link_id)
    return states


def event_states(event_ids: Collection[int]) -> dict[int, EventState]:
    """The state of each of these events that exists: one SQL query, however many they are.

    The number is that of `tournaments.events.standings.queries.snapshots.state_of`.
    """
    still_there = ~Q(rounds__state=Round.CANCELLED)
    sheets = Coalesce(
        Sum("rounds__tables__table__version", filter=still_there),
        Value(0),
        output_field=IntegerField(),
    )
    rows = Event.objects.filter(pk__in=event_ids).annotate(sheets=sheets).order_by()
    return {
        pk: EventState(version * SHEETS + added, published_at is not None, club_id)
        for pk, version, added, published_at, club_id in rows.values_list(
            "pk", "version", "sheets", "published_at", "club_id"
        )
    }


def series_states(series_ids: Collection[int]) -> dict[int, SeriesState]:
    """The state of each of these series that exists: one SQL query, however many they are.

    The number is that of `tournaments.series.queries.ranking.series_state`.
    """
    still_there = ~Q(stages__event__rounds__state=Round.CANCELLED)
    rows = (
        Series.objects.filter(pk__in=series_ids)
        .values("pk", "version", "published_at", "club_id", "stages__pk", "stages__event__version")
        .annotate(
            sheets=Coalesce(
                Sum("stages__event__rounds__tables__table__version", filter=still_there),
                Value(0),
                output_field=IntegerField(),
            )
        )
        .order_by()
    )
    states: dict[int, SeriesState] = {}
    for row in rows:
        is_public = row["published_at"] is not None
        fresh = SeriesState(series_state(row["version"]), is_public, row["club_id"])
        known = states.setdefault(row["pk"], fresh)
        if row["stages__pk"] is not None:
            known.version += row["stages__event__version"] * SHEETS + row["sheets"]
    return states
