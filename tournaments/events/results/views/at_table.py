"""What the pages of a table need besides, where it belongs to an event."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.events.results.forms.confirm import ConfirmForm
from tournaments.events.results.queries.at_table import AtEvent
from tournaments.events.results.services.confirming import scorer_of
from tournaments.tables.access import Visit
from tournaments.tables.queries.replays import seat_names
from tournaments.tables.queries.sheets import Sheet


def at_event(visit: Visit, sheet: Sheet) -> AtEvent | None:
    """The place of the visited table in an event, None at people's own tables."""
    place = visit.event_table
    return None if place is None else AtEvent(place, sheet)


def confirm_form(visit: Visit, data: Mapping[str, str] | None = None) -> ConfirmForm:
    """The question whether the sheet is right, for those who did not enter it."""
    scorer = scorer_of(visit.table)
    return ConfirmForm(
        seat_names(visit.table),
        scorer,
        who="" if visit.who == scorer else visit.who,
        data=data,
    )
