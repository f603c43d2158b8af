"""Deeds about people who leave in the middle of a round, and about the director's checklist."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Leaving

LEAVING: dict[str, tuple[str, str | Promise, bool]] = {
    "left_midway": (
        "results",
        _("Table %(table)s, round %(round)s: %(entry)s left after %(before)s hands, %(after)s"),
        True,
    ),
    "out_midway": (
        "results",
        _(
            "Table %(table)s, round %(round)s: %(entry)s was disqualified after %(before)s hands, "
            "%(after)s"
        ),
        True,
    ),
    "stayed": (
        "results",
        _("Table %(table)s, round %(round)s: %(entry)s has not left after all"),
        False,
    ),
    "sat_down": ("results", _("Table %(table)s: %(entry)s sat down %(after)s"), False),
    "got_up": ("results", _("Table %(table)s: %(entry)s got up %(after)s"), False),
    "all_absent": ("door", _("Whoever had not come was marked so: %(after)s"), False),
    "item_done": ("event", _("Checklist: %(after)s"), False),
    "item_open": ("event", _("Checklist, not done yet: %(after)s"), False),
}
"""By kind: its group, its sentence, and whether before and after are words of the program."""

LEAVING_CODES: dict[str, str | Promise] = {
    Leaving.INHERITED: _("somebody else plays on and takes over the points"),
    Leaving.OUTSIDE: _("somebody else plays on out of competition"),
    Leaving.SHORT_HANDED: _("the table goes on with one less"),
    Leaving.VOID: _("the rest of the hands is not played"),
}
