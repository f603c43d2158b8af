"""What comes next where tables open one by one."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.desk.queries.desk import Desk
from tournaments.events.desk.queries.steps import Step, Way, next_step
from tournaments.events.night.queries.rolling import board_of, plays_on
from tournaments.models import Event


def rolling_step(desk: Desk) -> Step:
    """What the director does next: open a table, close what is complete, or wait for people."""
    if desk.event.state == Event.FINAL or desk.event.published_at is None:
        return next_step(desk)
    board = board_of(desk.event)
    waiting = Way(_("See who waits"), "rolling")
    door = Way(_("Open the door"), "door")
    if board.layout:
        count = len(board.proposed)
        label = ngettext(
            "Open a table for %(count)s", "Open tables for %(count)s", len(board.layout.sizes)
        )
        why = _("%(count)s wait, and that makes a table.")
        if len(board.layout.sizes) > 1:
            why = _("%(count)s wait, and that makes tables.")
        said = {"count": count}
        return Step(Way(label % said, "rolling"), why % said, (door,))
    over = [each for each in board.complete if not plays_on(desk.event, each)]
    if over:
        words = ngettext("%(count)s table is through.", "%(count)s tables are through.", len(over))
        close = Way(_("Close what is complete"), "rolling")
        return Step(close, words % {"count": len(over)}, (door,))
    if board.tables:
        words = ngettext("%(count)s table plays.", "%(count)s tables play.", len(board.tables))
        keying = Way(_("Enter results"), "keying")
        return Step(waiting, words % {"count": len(board.tables)}, (keying, door))
    words = ngettext(
        "%(count)s more has to come before a table opens.",
        "%(count)s more have to come before a table opens.",
        board.missing,
    )
    ways = (waiting,) if desk.people.here else ()
    return Step(door, words % {"count": board.missing}, ways)
