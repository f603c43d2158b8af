"""What happens to sheets that concerns the rooms above: each of them does its part of it."""

from __future__ import annotations

from typing import Any

from tournaments.common.followers import Followers, Question
from tournaments.models import Table
from tournaments.tables.queries.readings import SheetReading

sheet_settled: Question[[SheetReading], list[dict[str, Any]]] = Question()
"""What is to be written below a sheet, which is locked and has its points: whoever answers brings
up to date what its people have from it. It may raise MoreThanDue; then nothing is kept."""

sheet_changed: Followers[[SheetReading]] = Followers()
"""A sheet, which is locked, is another now, and so is what its people have from it."""

sheet_struck: Followers[[Table]] = Followers()
"""A sheet, which is locked, does not count any more."""

differences_in_book: Question[[SheetReading], list[str]] = Question()
"""In what the record book differs from a sheet, one sentence for each person."""
