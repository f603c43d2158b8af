"""Who did what at an event, when and why: the directors' deeds, and the hands at its tables.

Each kind of deed has its sentence. In it stand the names of what a deed may carry: `entry`,
`round`, `table`, what was there `before` and `after`. The reason is shown beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from formats.series import final_label
from tournaments.common.history import BETWEEN, reason_in_words, said_by
from tournaments.events.check_in.queries.entries import (
    arrival_said,
    details_said,
    entry_said,
    list_said,
)
from tournaments.events.draw.queries.cuts import cut_said
from tournaments.events.draw.queries.finals import place_said
from tournaments.events.draw.queries.repairing import moves_said
from tournaments.events.draw.queries.rounds import accepted_said, proposal_said
from tournaments.events.money.queries.cash import amount_said, line_said
from tournaments.events.registration.queries import terms_said
from tournaments.events.results.queries.at_tables import (
    HistoryLine,
    Wanted,
    at_tables,
    changed_when_confirmed,
    done_by,
    due_said,
)
from tournaments.events.results.queries.progress import record_said
from tournaments.events.rulings.queries import protest_said, ruling_said
from tournaments.events.setup.queries import settings_said
from tournaments.models import Event, EventChange, EventTable, Leaving, Round

# The kinds of deeds.

HANDS = "hands"

GROUPS: dict[str, str | Promise] = {
    "event": _("Event"),
    "door": _("Door"),
    "rounds": _("Draw and rounds"),
    "results": _("Results"),
    "rulings": _("Rulings, protests and ties"),
    "clock": _("Clock and announcements"),
    "final": _("Final list"),
    "money": _("Prizes and cash"),
    HANDS: _("Hands at tables"),
}

BEFORE, AFTER = "before", "after"
BOTH = (BEFORE, AFTER)


# What was there before and after, said from what is kept of it. What an older version kept in words
# is shown as it stands.

Said = Callable[[str], str]


def as_it_stands(kept: str) -> str:
    """A name, a number, or what somebody typed."""
    return kept


CODES: dict[str, str | Promise] = {
    "registered": _("registered"),
    "waiting": _("put on the waiting list"),
    "hands": _("the hands from the phone"),
    "totals": _("the totals from paper"),
    "decided_playoff": _("by a play-off hand"),
    "decided_lot": _("by a lot drawn in public"),
    "decided_seed": _("by a lot"),
    Leaving.INHERITED: _("somebody else plays on and takes over the points"),
    Leaving.OUTSIDE: _("somebody else plays on out of competition"),
    Leaving.SHORT_HANDED: _("the table goes on with one less"),
    Leaving.VOID: _("the rest of the hands is not played"),
}
"""Words of the program that stand before and after a deed, as people read them."""


def of_code(kept: str) -> str:
    """A word of the program."""
    return str(CODES.get(kept, kept))


def after_hands(kept: str) -> str:
    """After how many hands somebody came or went."""
    if not kept.isdigit():
        return kept
    return ngettext("after %(count)s hand", "after %(count)s hands", int(kept)) % {"count": kept}


BY_HAND: dict[str, str | Promise] = {
    "notice": _("The authorities know; limits for fees and prizes are kept"),
    "packs": _("Packs of cards, one for each table and some more"),
    "sheets": _("Paper sheets for all rounds and some more"),
    "pencils": _("Pencils and table numbers"),
    "helpers": _("Helpers: desk, cash, runner, referee"),
    "signal": _("A signal that everybody hears"),
    "charged": _("Computers, phones and a printer are charged and tried out"),
    "backup": _("A backup is on a second computer or a stick"),
    "paper_list": _("The list of entries is printed"),
    "empty_sheets": _("Empty sheets are printed, in case of need"),
    "trial": _("A trial with a few tables went through"),
    "room": _("The room was counted: people, seats and the list agree"),
    "lists": _("The lists of round %(number)s hang out"),
    "complete": _("Every table has said that it is complete"),
    "leavers": _("Whoever goes home is out of the next draw"),
    "recounted": _("A second person counted the first places from the sheets"),
    "signed": _("The final list is printed and signed"),
    "prizes": _("The prizes are there, and who gets which"),
    "handed": _("All prizes are handed over, read out from last to first"),
    "photo": _("Receipts are signed, the photo is taken"),
    "archived": _("The archive of the event is put away"),
    "cash": _("The cash report is written"),
    "kept": _("The paper sheets are kept for a year"),
    "lessons": _("What went wrong is noted for the next time"),
}
"""The lines of the checklist that people tick, by key; behind a dash stands the round of some."""


def item_words(key: str) -> str:
    """A line of the checklist that is ticked by hand.

    >>> item_words("lists-2"), item_words("pencils")
    ('The lists of round 2 hang out', 'Pencils and table numbers')
    """
    name, _dash, number = key.partition("-")
    return str(BY_HAND[name]) % {"number": number}


def moved_in_season(kept: str) -> str:
    """What a season changes about an entry in its finals.

    >>> moved_in_season("moves\\t2\\t0\\t1\\tAnna"), moved_in_season("out\\t2\\t1\\t\\tAnna")
    ('Anna moves: A final → B final.', 'Anna drops out: B final.')
    >>> moved_in_season("brings\\t2\\t12\\t14\\tAnna")
    'Anna: the season counts 14 instead of 12.'
    """
    what, count, was, now, name = kept.split(BETWEEN, 4)
    if what == "brings":
        text = gettext("%(name)s: the season counts %(now)s instead of %(was)s.")
        return text % {"name": name, "was": was, "now": now}
    before, after = (final_label(int(one), int(count)) if one else "" for one in (was, now))
    if what == "out":
        text = gettext("%(name)s drops out: %(was)s.")
    elif before:
        text = gettext("%(name)s moves: %(was)s → %(now)s.")
    else:
        text = gettext("%(name)s comes in: %(now)s.")
    return text % {"name": name, "was": before, "now": after}


def by_season(kept: str) -> str:
    """What a season changed at an event, a line for each entry; what was cut off is left out.

    >>> by_season("in\\t2\\t\\t0\\tAnna\\nin\\t2")
    'Anna comes in: A final. …'
    """
    whole = [line for line in kept.split("\n") if line.count(BETWEEN) == 4]
    if not whole:
        return kept
    cut = ["…"] if len(whole) < kept.count("\n") + 1 else []
    return " ".join([*map(moved_in_season, whole), *cut])


class Kind(NamedTuple):
    """A kind of deed: its group, its sentence, and what stands below, of `before` and `after`.

    Both are said by `says`.
    """

    group: str
    sentence: str | Promise
    below: tuple[str, ...] = ()
    says: Said = as_it_stands


def _at_table(what: Promise, below: tuple[str, ...] = (), *, says: Said = as_it_stands) -> Kind:
    """What was done to the sheet of a table, or by somebody at it."""
    where = _("Table %(table)s, round %(round)s")
    return Kind("results", format_lazy("{}: {}", where, what), below, says)


KINDS: dict[str, Kind] = {
    # The event, and its checklist.
    "made": Kind("event", _("The event was made: %(after)s")),
    "brought_in": Kind("event", _("The event was brought in from a file")),
    "settings": Kind("event", _("The settings were changed"), BOTH, settings_said),
    "published": Kind("event", _("The event was published")),
    "unpublished": Kind("event", _("The event was taken back from the public")),
    # The door, and who is who.
    "registered": Kind("door", _("%(entry)s: %(after)s"), says=of_code),
    "registered_oneself": Kind("door", _("%(entry)s registered: %(after)s"), says=of_code),
    "registration_changed": Kind("door", _("%(entry)s corrected the registration"), (AFTER,)),
    "withdrew": Kind("door", _("%(entry)s withdrew")),
    "network_withdrawn": Kind(
        "door", _("Registrations from one network were withdrawn: %(after)s")
    ),
    "registration_set": Kind("event", _("The terms of registering were changed"), BOTH, terms_said),
    "imported": Kind("door", _("A list was taken in. %(after)s"), says=list_said),
    "qualified": Kind("door", _("Entered as qualified in the series: %(after)s")),
    "moved_up": Kind("door", _("%(entry)s moved up from the waiting list")),
    "arrived": Kind("door", _("%(entry)s arrived: start number %(after)s"), says=arrival_said),
    "not_here": Kind("door", _("%(entry)s is not here after all")),
    "started_again": Kind(
        "door", _("%(entry)s starts again: start number %(after)s"), says=arrival_said
    ),
    "paid": Kind("door", _("%(entry)s has paid"), says=amount_said),
    "unpaid": Kind("door", _("%(entry)s has not paid after all")),
    "left": Kind("door", _("%(entry)s has left")),
    "out": Kind("door", _("%(entry)s was disqualified")),
    "back": Kind("door", _("%(entry)s is back")),
    "renamed": Kind("door", _("Renamed: %(before)s → %(after)s")),
    "members": Kind(
        "door", _("From round %(round)s on somebody else plays: %(before)s → %(after)s")
    ),
    "party": Kind("door", _("Noted who came together: %(entry)s"), (AFTER,)),
    "team": Kind("door", _("Team changed: %(entry)s"), BOTH, details_said),
    "groups": Kind("door", _("Groups changed: %(entry)s"), BOTH, details_said),
    "pinned": Kind("door", _("Fixed seat changed: %(entry)s"), BOTH, details_said),
    "changed": Kind("door", _("Entry changed: %(entry)s"), BOTH, details_said),
    "contact": Kind("door", _("Phone number or e-mail address noted or changed: %(entry)s")),
    "contact_erased": Kind("door", _("Phone number and e-mail address erased: %(entry)s")),
    "contacts_erased": Kind(
        "door", _("Phone numbers and e-mail addresses were erased, entries: %(after)s")
    ),
    "same_person": Kind("door", _("The same person: %(entry)s, %(after)s"), says=entry_said),
    "other_person": Kind("door", _("Two different people: %(entry)s, %(after)s"), says=entry_said),
    "person_open": Kind(
        "door",
        _("Open again whether they are the same person: %(entry)s, %(after)s"),
        says=entry_said,
    ),
    # Rounds, and finals.
    "round_proposed": Kind("rounds", _("Round %(round)s was drawn: %(after)s"), says=proposal_said),
    "table_kept": Kind("rounds", _("Round %(round)s: table %(table)s was locked in the draw")),
    "table_freed": Kind("rounds", _("Round %(round)s: table %(table)s was unlocked in the draw")),
    "seats_swapped": Kind("rounds", _("Round %(round)s: seats changed in the draw: %(after)s")),
    "draw_dropped": Kind("rounds", _("Round %(round)s: draw %(before)s was thrown away")),
    "draw_accepted": Kind(
        "rounds", _("Round %(round)s: the draw was accepted, tables: %(after)s"), says=accepted_said
    ),
    "round_published": Kind("rounds", _("Round %(round)s: the seats were published")),
    "round_started": Kind("rounds", _("Round %(round)s was started")),
    "round_cancelled": Kind("rounds", _("Round %(round)s was called off, to be drawn again")),
    "code_renewed": Kind("rounds", _("Round %(round)s: table %(table)s got a new code")),
    "codes_renewed": Kind("rounds", _("Round %(round)s: all tables got new codes")),
    "no_show": Kind("rounds", _("%(entry)s did not come"), says=moves_said),
    "replaced": Kind("rounds", _("Round %(round)s: %(entry)s was replaced"), (AFTER,), moves_said),
    "late": Kind(
        "rounds", _("Round %(round)s: %(entry)s came late and got a seat"), (AFTER,), moves_said
    ),
    "sat_swapped": Kind("rounds", _("Round %(round)s: people changed seats"), (AFTER,), moves_said),
    "redrawn_rest": Kind(
        "rounds", _("Round %(round)s: the rest was drawn again"), (AFTER,), moves_said
    ),
    "cut_made": Kind(
        "rounds", _("After round %(round)s the field was cut for the final"), (AFTER,), cut_said
    ),
    "season_final": Kind(
        "door", _("The entries were brought to the places of the season"), (AFTER,), by_season
    ),
    "finalist_moved": Kind(
        "rounds", _("%(entry)s was moved by hand: %(before)s → %(after)s"), says=place_said
    ),
    "move_taken_back": Kind(
        "rounds", _("%(entry)s was moved back: %(after)s → %(before)s"), says=place_said
    ),
    "cut_taken_back": Kind(
        "rounds", _("The cut after round %(round)s was taken back"), (BEFORE,), cut_said
    ),
    # Results, who leaves a table or joins one, and the time for sheets.
    "totals_keyed": _at_table(_("totals were entered from paper"), (AFTER,), says=record_said),
    "totals_corrected": _at_table(_("totals were corrected"), BOTH, says=record_said),
    "totals_withdrawn": _at_table(_("totals were taken back"), (BEFORE,), says=record_said),
    "totals_restored": _at_table(_("earlier totals count again"), BOTH, says=record_said),
    "sheet_decided": _at_table(_("the sheet is gone and was decided"), (AFTER,), says=record_said),
    "hands_keyed": _at_table(_("hands were entered from paper: %(after)s")),
    "counts_decided": _at_table(_("paper and phone differ, what counts: %(after)s"), says=of_code),
    "short_accepted": _at_table(_("complete, hands: %(after)s of %(before)s")),
    "sheet_confirmed": _at_table(_("the sheet was confirmed")),
    "table_marked": _at_table(_("a note was made")),
    "table_unmarked": _at_table(_("the note is settled")),
    "sheet_reopened": _at_table(_("the sheet was opened again")),
    "sheet_closed": _at_table(_("the sheet was closed again")),
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
    "left_midway": _at_table(
        _("%(entry)s left, hands until then: %(before)s (%(after)s)"), says=of_code
    ),
    "out_midway": _at_table(
        _("%(entry)s was disqualified, hands until then: %(before)s (%(after)s)"), says=of_code
    ),
    "stayed": _at_table(_("%(entry)s has not left after all")),
    "sat_down": Kind(
        "results", _("Table %(table)s: %(entry)s sat down (%(after)s)"), says=after_hands
    ),
    "got_up": Kind("results", _("Table %(table)s: %(entry)s got up (%(after)s)"), says=after_hands),
    "all_absent": Kind("door", _("Whoever had not come was marked so: %(after)s")),
    "item_done": Kind("event", _("Checklist: %(after)s"), says=item_words),
    "item_open": Kind("event", _("Checklist, not done yet: %(after)s"), says=item_words),
    "sheets_due": Kind(
        "results", _("Sheets have to be in by %(after)s (before: %(before)s)"), says=due_said
    ),
    "sheets_due_off": Kind(
        "results", _("Sheets need not be in by a certain time any more: %(before)s"), says=due_said
    ),
    # Rulings, protests, ties.
    "ruled": Kind("rulings", _("Ruling in round %(round)s: %(after)s"), says=ruling_said),
    "ruling_withdrawn": Kind(
        "rulings", _("Ruling in round %(round)s withdrawn: %(before)s"), says=ruling_said
    ),
    "tie_decided": Kind("rulings", _("A tie was decided: %(before)s"), (AFTER,), says=of_code),
    "tie_withdrawn": Kind(
        "rulings", _("The decision of a tie was withdrawn: %(before)s"), (AFTER,), says=of_code
    ),
    "protest_made": Kind("rulings", _("Protest %(after)s"), says=protest_said),
    "protest_changed": Kind("rulings", _("Put right: protest %(after)s"), says=protest_said),
    "protest_decided": Kind(
        "rulings", _("Protest decided (%(after)s): %(before)s"), says=protest_said
    ),
    "protest_reopened": Kind(
        "rulings", _("Protest opened again (before: %(before)s): %(after)s"), says=protest_said
    ),
    # The clock, and announcements.
    "clock_started": Kind("clock", _("Round %(round)s: the clock was started with %(after)s")),
    "clock_paused": Kind("clock", _("Round %(round)s: the clock was held at %(after)s")),
    "clock_resumed": Kind("clock", _("Round %(round)s: the clock went on with %(after)s")),
    "clock_shifted": Kind(
        "clock", _("Round %(round)s: the clock was set from %(before)s to %(after)s")
    ),
    "clock_stopped": Kind("clock", _("Round %(round)s: the clock was taken away at %(before)s")),
    "announced": Kind("clock", _("Announced: “%(after)s”")),
    "announcement_ended": Kind("clock", _("Announcement taken down: “%(before)s”")),
    # The final list.
    "final_locked": Kind("final", _("The final list was locked as revision %(before)s"), (AFTER,)),
    "final_reopened": Kind("final", _("The final list, revision %(before)s, was opened again")),
    # Money and prizes.
    "part_paid": Kind("money", _("%(entry)s paid a part of the fee: %(after)s"), says=amount_said),
    "transfers_booked": Kind(
        "money", _("Fees that came by transfer were booked: %(after)s"), says=amount_said
    ),
    "freed": Kind("money", _("%(entry)s plays for nothing")),
    "charged": Kind("money", _("%(entry)s pays the fee after all")),
    "refunded": Kind("money", _("Given back: %(after)s (%(entry)s)"), says=amount_said),
    "reentered": Kind("money", _("%(entry)s paid for another entry: %(after)s"), says=amount_said),
    "lost_money": Kind("money", _("Lost-game money was written down: %(after)s"), says=line_said),
    "cash_in": Kind("money", _("Put into the cash box: %(after)s"), says=line_said),
    "cash_out": Kind("money", _("Taken out of the cash box: %(after)s"), says=line_said),
    "cash_counted": Kind(
        "money", _("The cash was counted: %(after)s, expected %(before)s"), says=amount_said
    ),
    "cash_reversed": Kind(
        "money", _("A line of the cash book was reversed: %(before)s"), says=line_said
    ),
    "prize_given": Kind("money", _("%(entry)s got the prize: %(after)s"), says=line_said),
    "prize_taken_back": Kind(
        "money", _("%(entry)s did not get the prize after all: %(before)s"), says=line_said
    ),
    "team_prize_given": Kind("money", _("A team got its prize: %(after)s"), says=line_said),
    "team_prize_taken_back": Kind(
        "money", _("A team did not get its prize after all: %(before)s"), says=line_said
    ),
    "highest_named": Kind("money", _("The highest game was named: %(after)s")),
    "highest_taken_back": Kind(
        "money", _("The highest game that was named counts no more: %(before)s")
    ),
}
"""Every kind of deed that a service writes down."""

# The pages of the history.

PAGE = 50

Places = Mapping[tuple[int | None, int | None], int]
"""By round and table, the key of the event's table."""


@dataclass(frozen=True)
class History:
    """A page of the history, newest first."""

    actions: list[HistoryLine]
    page: int
    has_older: bool


def history(event: Event, wanted: Wanted) -> History:
    """The deeds that are wanted, in the event's language; four SQL queries however many they are.

    Where no kind is asked for these are the directors', and what was changed on a sheet after it
    had been confirmed.
    """
    first = (wanted.page - 1) * PAGE
    most = first + PAGE + 1
    with event.spoken():
        actions = _actions(event, wanted, most)[first:most]
    return History(actions[:PAGE], wanted.page, len(actions) > PAGE)


def _actions(event: Event, wanted: Wanted, most: int) -> list[HistoryLine]:
    if wanted.group == HANDS:
        return at_tables(event, wanted, most)
    changes = list(_changes(event, wanted)[:most])
    places = _places(event, changes)
    actions = [_line_of(change, places) for change in changes]
    if not wanted.group and (late := changed_when_confirmed(event, wanted, most)):
        return sorted([*actions, *late], key=lambda action: action.at, reverse=True)
    return actions


def latest_actions(event: Event, most: int, places: Places) -> list[HistoryLine]:
    """The last things that directors did, with links to those tables; one SQL query."""
    with event.spoken():
        return [_line_of(change, places) for change in _changes(event, Wanted())[:most]]


def people_of(event: Event) -> list[str]:
    """Everybody who did something as a director of this event."""
    named = event.changes.exclude(who="").order_by("who")
    return list(named.values_list("who", flat=True).distinct())


def sentence_of(change: EventChange) -> str:
    """What was done, in a sentence."""
    return _line_of(change, {}).sentence


def values_said(change: EventChange) -> tuple[str, str]:
    """What was there before and after, in words."""
    says = _kind_of(change).says
    return said_by(says, change.before), said_by(says, change.after)


def _kind_of(change: EventChange) -> Kind:
    return KINDS.get(change.kind, Kind("", change.kind.replace("%", "%%")))


def _line_of(change: EventChange, places: Places) -> HistoryLine:
    kind = _kind_of(change)
    before, after = values_said(change)
    said = {
        "entry": change.entry.name if change.entry else _("an entry"),
        "round": "–" if change.round_number is None else change.round_number,
        "table": "–" if change.table_number is None else change.table_number,
        BEFORE: before or "–",
        AFTER: after or "–",
    }
    return HistoryLine(
        sentence=str(kind.sentence) % said,
        at=change.made_at,
        who=change.who,
        device=change.device,
        account=change.account,
        reason=reason_in_words(change.reason),
        before=before if BEFORE in kind.below else "",
        after=after if AFTER in kind.below else "",
        round=change.round_number,
        entry=change.entry_id,
        place=places.get((change.round_number, change.table_number)),
    )


def _changes(event: Event, wanted: Wanted) -> QuerySet[EventChange]:
    changes = event.changes.select_related("entry").order_by("-pk")
    asked = {
        "entry__number": wanted.entry,
        "round_number": wanted.round,
        "table_number": wanted.table,
    }
    changes = changes.filter(**{name: value for name, value in asked.items() if value is not None})
    if wanted.group:
        kinds = [name for name, kind in KINDS.items() if kind.group == wanted.group]
        changes = changes.filter(kind__in=kinds)
    if wanted.who:
        changes = changes.filter(done_by(wanted.who, event.changes.all()))
    return changes


def _places(event: Event, changes: Iterable[EventChange]) -> Places:
    """By round and table, the key of the table that counts there."""
    named = [each for each in changes if each.round_number and each.table_number]
    if not named:
        return {}
    found = EventTable.objects.filter(
        round__event=event,
        round__number__in={each.round_number for each in named},
        number__in={each.table_number for each in named},
    )
    rows = found.exclude(round__state=Round.CANCELLED).values_list("round__number", "number", "pk")
    return {(number, table): key for number, table, key in rows}
