"""Which room does what where a room below it tells that something happens, or asks."""

from __future__ import annotations

from tournaments.events.actions import moved_in_book, public_series, standing_in_book
from tournaments.events.check_in.services import moved_up
from tournaments.events.registration.services import tell_moved_up
from tournaments.events.results.services.leaving import rename_entries
from tournaments.events.results.services.results import settle_results
from tournaments.events.results.views import tables as at_table
from tournaments.people.services.erasing import erased
from tournaments.people.services.people import given_up, renamed, seated
from tournaments.records.services.counting import (
    count_own_sheet,
    count_sheet,
    erase_at_events,
    follow_event,
    sheet_differences,
    standing_of,
    uncount_sheet,
)
from tournaments.records.services.old_imports import erase_in_waiting
from tournaments.series.queries.ranking import public_series_of
from tournaments.tables.services.hands import (
    differences_in_book,
    sheet_changed,
    sheet_settled,
    sheet_struck,
)
from tournaments.tables.views.hands import at_event, confirm_form

moved_up.add(tell_moved_up)
renamed.add(rename_entries)
seated.add(count_own_sheet)
given_up.add(uncount_sheet)
erased.add(erase_at_events)
erased.add(erase_in_waiting)
sheet_settled.answer_with(settle_results)
sheet_changed.add(count_sheet)
sheet_struck.add(uncount_sheet)
differences_in_book.answer_with(sheet_differences)
standing_in_book.answer_with(standing_of)
moved_in_book.add(follow_event)
public_series.answer_with(public_series_of)
at_event.answer_with(at_table.at_event)
confirm_form.answer_with(at_table.confirm_form)
