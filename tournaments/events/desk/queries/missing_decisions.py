"""What waits for a director's word at an event: protests, and sheets after their time."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.desk.queries.desk import Desk
from tournaments.events.desk.queries.missing_lines import NOTE, OPEN, Line, line_of
from tournaments.events.desk.queries.steps import Way
from tournaments.events.results.queries.sheets_due import LateSheet, due_of
from tournaments.events.rulings.queries.protests import OpenProtest


def undecided(desk: Desk) -> Iterator[Line]:
    """Protests that nobody has decided, the time for sheets, and those that came after it."""
    if desk.protests:
        words = ngettext(
            "%(count)s protest is to be decided",
            "%(count)s protests are to be decided",
            len(desk.protests),
        )
        text = words % {"count": len(desk.protests)}
        way = Way(_("See the protests"), "protests")
        yield line_of(OPEN, text, way, desk.protests, _protest_way)
    yield from _time(desk)
    late = [each for each in desk.late if not each.is_ruled]
    if late:
        words = ngettext("%(count)s sheet came late", "%(count)s sheets came late", len(late))
        way = Way(_("See them"), "sheets_due")
        yield line_of(NOTE, words % {"count": len(late)}, way, late, _late_way)


def _protest_way(protest: OpenProtest) -> Way:
    return Way(f"{protest.number}: {protest.where}", "protest", (protest.key,))


def _late_way(sheet: LateSheet) -> Way:
    values = {"number": sheet.number, "round": sheet.round}
    return Way(_("Table %(number)s, round %(round)s") % values, "desk_table", (sheet.place,))


def _time(desk: Desk) -> Iterator[Line]:
    due = due_of(desk.event)
    if due is None:
        return
    lacking = [each for each in desk.lacking if not each.row.has_result]
    said = {
        "time": time_format(timezone.localtime(due.at), "H:i"),
        "count": len(lacking),
    }
    way = Way(_("The time for sheets"), "sheets_due")
    if not due.is_over:
        text = _("Sheets have to be in by %(time)s") % said
        yield Line(OPEN if due.is_soon and lacking else NOTE, text, way, due=due)
    elif lacking:
        text = ngettext(
            "The time for sheets was over at %(time)s, and %(count)s is missing",
            "The time for sheets was over at %(time)s, and %(count)s are missing",
            len(lacking),
        )
        yield Line(OPEN, text % said, way)
