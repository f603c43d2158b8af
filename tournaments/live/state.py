"""What the database says about the watched tables."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from django.db.models import FilteredRelation, Q

from tournaments.live.tickets import Ticket
from tournaments.models import Table


@dataclass
class TableState:
    """The version of a table's sheet, and who may watch it."""

    version: int
    is_public: bool
    open_links: set[int] = field(default_factory=set)

    def admits(self, ticket: Ticket) -> bool:
        """Whether whoever holds this ticket may still watch."""
        if ticket.link_id is None:
            return self.is_public
        return ticket.link_id in self.open_links


def table_states(table_ids: Collection[int]) -> dict[int, TableState]:
    """The state of each of these tables that exists: one SQL query, however many they are."""
    rows = (
        Table.objects.filter(pk__in=table_ids)
        .annotate(open_link=FilteredRelation("links", condition=Q(links__revoked_at=None)))
        .values_list("pk", "version", "club__is_public", "open_link__pk")
    )
    states: dict[int, TableState] = {}
    for table_id, version, is_public, link_id in rows:
        state = states.setdefault(table_id, TableState(version, bool(is_public)))
        if link_id is not None:
            state.open_links.add(link_id)
    return states
