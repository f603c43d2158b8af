"""Which room does what where a room below it tells that something happens."""

from __future__ import annotations

from tournaments.events.results.services.substitutes import rename_entries
from tournaments.people.services.followers import erased, given_up, renamed, seated
from tournaments.records.services.counting import count_own_sheet, uncount_sheet
from tournaments.records.services.erasing import erase_at_events
from tournaments.records.services.old_imports import erase_in_waiting

renamed.add(rename_entries)
seated.add(count_own_sheet)
given_up.add(uncount_sheet)
erased.add(erase_at_events)
erased.add(erase_in_waiting)
