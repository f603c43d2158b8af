"""What a director's page says about itself, so that it follows what others do."""

from __future__ import annotations

from typing import NamedTuple

from tournaments.events.access import EventVisit
from tournaments.events.standings.queries.snapshots import SHEETS, event_rounds, state_of

DEEDS = "deeds"
"""The pace of a page that what phones enter does not change."""

SECONDS = 1000


class LivePage(NamedTuple):
    """The state that a page shows, from where it is fetched again, and how often.

    All of it as it stands in the page, for `static/js/live.js`.
    """

    state: str
    address: str
    pace: str
    deed: str = str(SHEETS)

    @property
    def base(self) -> str:
        """The address without what is asked for."""
        return self.address.partition("?")[0]


def follows_all(visit: EventVisit, address: str, *, seconds: int) -> LivePage:
    """A page that shows deeds at once, and what phones enter every so many seconds.

    To be asked before the rest of the page is read: then the page is never older than it says.
    """
    state = state_of(visit.event, event_rounds(visit.event))
    return LivePage(str(state), address, str(seconds * SECONDS))


def follows_deeds(visit: EventVisit, address: str) -> LivePage:
    """A page that only directors' deeds change; no SQL query."""
    return LivePage(str(visit.event.version * SHEETS), address, DEEDS)
