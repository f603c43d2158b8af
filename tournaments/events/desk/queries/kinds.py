"""What directors do at an event: each kind of deed with its sentence in the history.

In a sentence stand the names of what a deed may carry: `entry`, `round`, `table`, what was there
`before` and `after`. The reason is shown beside it.
"""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.events.desk.queries.kinds_finals import FINALS
from tournaments.events.desk.queries.kinds_leaving import LEAVING, LEAVING_CODES
from tournaments.events.desk.queries.kinds_money import MONEY_GROUP, MONEY_SENTENCES, MONEY_TITLE
from tournaments.events.desk.queries.kinds_protests import OTHERS

HANDS = "hands"

GROUPS: dict[str, str | Promise] = {
    "event": _("Event"),
    "door": _("Door"),
    "rounds": _("Draw and rounds"),
    "results": _("Results"),
    "rulings": _("Rulings, protests and ties"),
    "clock": _("Clock and announcements"),
    "final": _("Final list"),
    MONEY_GROUP: MONEY_TITLE,
    HANDS: _("Hands at tables"),
}


BEFORE, AFTER = "before", "after"
BOTH = (BEFORE, AFTER)


class Kind(NamedTuple):
    """A kind of deed: its group, its sentence, and what stands below, of `before` and `after`.

    Where `has_codes`, before and after are words of the program, which `CODES` translates.
    """

    group: str
    sentence: str | Promise
    below: tuple[str, ...] = ()
    has_codes: bool = False


CODES: dict[str, str | Promise] = {
    "registered": _("registered"),
    "waiting": _("put on the waiting list"),
    "hands": _("the hands from the phone"),
    "totals": _("the totals from paper"),
    "decided_playoff": _("by a play-off hand"),
    "decided_lot": _("by a lot drawn in public"),
    "decided_seed": _("by a lot"),
    **LEAVING_CODES,
}

_EVENT = {
    "made": Kind("event", _("The event was made: %(after)s")),
    "settings": Kind("event", _("The settings were changed"), BOTH),
    "published": Kind("event", _("The event was published")),
    "unpublished": Kind("event", _("The event was taken back from the public")),
}

_DOOR = {
    "registered": Kind("door", _("%(entry)s was %(after)s"), has_codes=True),
    "imported": Kind("door", _("A list was taken in: %(after)s")),
    "moved_up": Kind("door", _("%(entry)s moved up from the waiting list")),
    "arrived": Kind("door", _("%(entry)s arrived: start number %(after)s")),
    "not_here": Kind("door", _("%(entry)s is not here after all")),
    "started_again": Kind("door", _("%(entry)s starts again: start number %(after)s")),
    "paid": Kind("door", _("%(entry)s has paid")),
    "unpaid": Kind("door", _("%(entry)s has not paid after all")),
    "left": Kind("door", _("%(entry)s has left")),
    "out": Kind("door", _("%(entry)s was disqualified")),
    "back": Kind("door", _("%(entry)s is back")),
    "renamed": Kind("door", _("%(before)s is now called %(after)s")),
    "members": Kind("door", _("%(after)s plays for %(before)s from round %(round)s on")),
    "party": Kind("door", _("It was noted with whom %(entry)s came"), (AFTER,)),
    "team": Kind("door", _("The team of %(entry)s was changed"), BOTH),
    "groups": Kind("door", _("The groups of %(entry)s were changed"), BOTH),
    "pinned": Kind("door", _("The fixed seat of %(entry)s was changed"), BOTH),
    "changed": Kind("door", _("The entry of %(entry)s was changed"), BOTH),
}

_ROUNDS = {
    "round_proposed": Kind("rounds", _("Round %(round)s was drawn: %(after)s")),
    "table_kept": Kind("rounds", _("Round %(round)s: table %(table)s was locked in the draw")),
    "table_freed": Kind("rounds", _("Round %(round)s: table %(table)s was unlocked in the draw")),
    "seats_swapped": Kind("rounds", _("Round %(round)s: %(after)s changed seats in the draw")),
    "draw_dropped": Kind("rounds", _("Round %(round)s: draw %(before)s was thrown away")),
    "draw_accepted": Kind("rounds", _("Round %(round)s: the draw was accepted, tables: %(after)s")),
    "round_published": Kind("rounds", _("Round %(round)s: the seats were published")),
    "round_started": Kind("rounds", _("Round %(round)s was started")),
    "round_cancelled": Kind("rounds", _("Round %(round)s was called off, to be drawn again")),
    "code_renewed": Kind("rounds", _("Round %(round)s: table %(table)s got a new code")),
    "codes_renewed": Kind("rounds", _("Round %(round)s: all tables got new codes")),
    "no_show": Kind("rounds", _("%(entry)s did not come")),
    "replaced": Kind("rounds", _("Round %(round)s: %(entry)s was replaced"), (AFTER,)),
    "late": Kind("rounds", _("Round %(round)s: %(entry)s came late and got a seat"), (AFTER,)),
    "sat_swapped": Kind("rounds", _("Round %(round)s: people changed seats"), (AFTER,)),
    "redrawn_rest": Kind("rounds", _("Round %(round)s: the rest was drawn again"), (AFTER,)),
}

_RESULTS = {
    "totals_keyed": Kind(
        "results", _("Table %(table)s, round %(round)s: totals were entered from paper"), (AFTER,)
    ),
    "totals_corrected": Kind(
        "results", _("Table %(table)s, round %(round)s: totals were corrected"), BOTH
    ),
    "totals_withdrawn": Kind(
        "results", _("Table %(table)s, round %(round)s: totals were taken back"), (BEFORE,)
    ),
    "totals_restored": Kind(
        "results", _("Table %(table)s, round %(round)s: earlier totals count again"), BOTH
    ),
    "sheet_decided": Kind(
        "results",
        _("Table %(table)s, round %(round)s: the sheet is gone and was decided"),
        (AFTER,),
    ),
    "hands_keyed": Kind(
        "results",
        _("Table %(table)s, round %(round)s: hands were entered from paper, %(after)s"),
    ),
    "counts_decided": Kind(
        "results",
        _("Table %(table)s, round %(round)s: of paper and phone, %(after)s count"),
        has_codes=True,
    ),
    "short_accepted": Kind(
        "results",
        _("Table %(table)s, round %(round)s: complete with %(after)s of %(before)s hands"),
    ),
    "sheet_confirmed": Kind(
        "results", _("Table %(table)s, round %(round)s: the sheet was confirmed")
    ),
    "table_marked": Kind("results", _("Table %(table)s, round %(round)s: a note was made")),
    "table_unmarked": Kind("results", _("Table %(table)s, round %(round)s: the note is settled")),
    "sheet_reopened": Kind(
        "results", _("Table %(table)s, round %(round)s: the sheet was opened again")
    ),
    "sheet_closed": Kind(
        "results", _("Table %(table)s, round %(round)s: the sheet was closed again")
    ),
    "corrected_late": Kind(
        "results",
        _("Round %(round)s, already closed: %(entry)s has %(after)s instead of %(before)s"),
    ),
    "round_closed": Kind("results", _("Round %(round)s was closed")),
    "table_opened": Kind("rounds", _("Table %(before)s was opened: %(after)s")),
    "spares_printed": Kind("results", _("Spare sheets were printed: %(before)s to %(after)s")),
    "spare_named": Kind(
        "results", _("Spare sheet %(before)s is of table %(table)s, round %(round)s")
    ),
}

_RULINGS = {
    "ruled": Kind("rulings", _("Ruling in round %(round)s: %(after)s")),
    "ruling_withdrawn": Kind("rulings", _("Ruling in round %(round)s withdrawn: %(before)s")),
    "tie_decided": Kind("rulings", _("A tie was decided %(before)s"), (AFTER,), has_codes=True),
    "tie_withdrawn": Kind(
        "rulings", _("The decision of a tie %(before)s was withdrawn"), (AFTER,), has_codes=True
    ),
}

_CLOCK = {
    "clock_started": Kind("clock", _("Round %(round)s: the clock was started with %(after)s")),
    "clock_paused": Kind("clock", _("Round %(round)s: the clock was held at %(after)s")),
    "clock_resumed": Kind("clock", _("Round %(round)s: the clock went on with %(after)s")),
    "clock_shifted": Kind(
        "clock", _("Round %(round)s: the clock was set from %(before)s to %(after)s")
    ),
    "clock_stopped": Kind("clock", _("Round %(round)s: the clock was taken away at %(before)s")),
    "announced": Kind("clock", _("Announced: “%(after)s”")),
    "announcement_ended": Kind("clock", _("Announcement taken down: “%(before)s”")),
}

_FINAL = {
    "final_locked": Kind("final", _("The final list was locked as revision %(before)s"), (AFTER,)),
    "final_reopened": Kind("final", _("The final list, revision %(before)s, was opened again")),
}

_LEAVING = {
    name: Kind(group, sentence, has_codes=has_codes)
    for name, (group, sentence, has_codes) in LEAVING.items()
}

_FINALS = {kind: Kind(*row) for kind, row in FINALS.items()}

_MONEY = {kind: Kind(MONEY_GROUP, sentence) for kind, sentence in MONEY_SENTENCES.items()}

_OTHERS = {kind: Kind(*row) for kind, row in OTHERS.items()}

KINDS: dict[str, Kind] = {
    **_EVENT,
    **_LEAVING,
    **_DOOR,
    **_ROUNDS,
    **_FINALS,
    **_RESULTS,
    **_RULINGS,
    **_CLOCK,
    **_FINAL,
    **_MONEY,
    **_OTHERS,
}
"""Every kind of deed that a service writes down."""
