"""Which room does what where a room below it tells that something happens."""

from __future__ import annotations

from tournaments.events.results.services.substitutes import rename_entries
from tournaments.people.services.followers import given_up, renamed, seated
from tournaments.records.services.counting import count_own_sheet, uncount_sheet

renamed.add(rename_entries)
seated.add(count_own_sheet)
given_up.add(uncount_sheet)
