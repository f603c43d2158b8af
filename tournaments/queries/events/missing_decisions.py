"""What waits for a director's word at an event: protests, and sheets after their time."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.queries.events.closing import missing_of
from tournaments.queries.events.desk import Desk
from tournaments.queries.events.missing_lines import NOTE, OPEN, Line, line_of
from tournaments.queries.events.sheets_due import due_of
from tournaments.queries.events.steps import Way


def undecided(desk: Desk) -> Iterator[Line]:
    """Protests that nobody has decided, the time for sheets, and those that came after it."""
    if desk.protests:
        words = ngettext(
            "%(count)s protest is to be decided",
            "%(count)s protests are to be decided",
            len(desk.protests),
        )
        each = (Way(f"{one.number}: {one.where}", "protest", (one.key,)) for one in desk.protests)
        text = words % {"count": len(desk.protests)}
        yield line_of(OPEN, text, Way(_("See the protests"), "protests"), each)
    yield from _time(desk)
    late = [each for each in desk.late if not each.is_ruled]
    if late:
        words = ngettext("%(count)s sheet came late", "%(count)s sheets came late", len(late))
        way = Way(_("See them"), "sheets_due")
        each = (
            Way(
                _("Table %(number)s, round %(round)s") % {"number": one.number, "round": one.round},
                "desk_table",
                (one.place,),
            )
            for one in late
        )
        yield line_of(NOTE, words % {"count": len(late)}, way, each)


def _time(desk: Desk) -> Iterator[Line]:
    due = due_of(desk.event)
    if due is None:
        return
    lacking = [each for each in missing_of(desk.sheets, desk.event) if not each.row.has_result]
    said = {
        "time": time_format(timezone.localtime(due.at), "H:i"),
        "left": due.left,
        "count": len(lacking),
    }
    way = Way(_("The time for sheets"), "sheets_due")
    if not due.is_over:
        text = _("Sheets have to be in by %(time)s: %(left)s")
        yield Line(OPEN if due.is_soon and lacking else NOTE, text % said, way)
    elif lacking:
        text = ngettext(
            "The time for sheets was over at %(time)s, and %(count)s is missing",
            "The time for sheets was over at %(time)s, and %(count)s are missing",
            len(lacking),
        )
        yield Line(OPEN, text % said, way)
