"""What is missing now at an event, what stops it first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from seating.draws.berger import LARGEST, TOO_LARGE
from seating.words import Words
from tournaments.events.check_in.queries.entries import tables_in_words
from tournaments.events.desk.queries.desk import Desk, Person
from tournaments.events.desk.queries.missing_lines import NOTE, OPEN, PROBLEM, Line, line_of
from tournaments.events.desk.queries.steps import OUTSTANDING, Way, has_too_few, kind_of
from tournaments.events.draw.queries.drawing import tables_wanted_at
from tournaments.events.draw.queries.report import told
from tournaments.events.money.queries.left_over import left_over
from tournaments.events.results.queries.progress import Progress
from tournaments.events.results.queries.sheets_due import LateSheet, due_of
from tournaments.events.rulings.queries import OpenProtest
from tournaments.events.setup.queries import missing_for_publication
from tournaments.models import Event, EventTable, Round

# What waits for a director's word at an event: protests, and sheets after their time.


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


def missing(desk: Desk) -> list[Line]:
    """What is missing now, what stops the event first."""
    if desk.event.state == Event.FINAL:
        return left_over(desk)
    parts = (
        _settings,
        _at_the_door,
        left_over,
        _before_a_draw,
        _until_all_have_met,
        _open_again,
        _at_tables,
        undecided,
    )
    lines = [line for part in parts for line in part(desk)]
    return sorted(lines, key=lambda line: (PROBLEM, OPEN, NOTE).index(line.weight))


def _settings(desk: Desk) -> Iterator[Line]:
    if desk.event.published_at is None:
        way = Way(_("To the settings"), "event_settings")
        for sentence in missing_for_publication(desk.event):
            yield Line(PROBLEM, sentence, way)


def _at_the_door(desk: Desk) -> Iterator[Line]:
    people = desk.people
    door = Way(_("To the door"), "door")
    if desk.round:
        yield from _seatless(desk, desk.round)
    if people.registered:
        words = ngettext(
            "%(count)s has registered and has not come",
            "%(count)s have registered and have not come",
            len(people.registered),
        )
        text = _counted(words, people.registered)
        weight = OPEN if desk.round is None else NOTE
        yield line_of(weight, text, door, people.registered, _entry_way)
    if people.waiting:
        words = ngettext(
            "%(count)s is on the waiting list",
            "%(count)s are on the waiting list",
            len(people.waiting),
        )
        yield line_of(NOTE, _counted(words, people.waiting), door, people.waiting, _entry_way)


def _seatless(desk: Desk, played: Round) -> Iterator[Line]:
    """Who has no seat in the round that is on; who finds none any more waits for the next."""
    those, number = desk.seatless, played.number
    if those:
        words = ngettext(
            "%(count)s is here and has no seat in round %(round)s",
            "%(count)s are here and have no seat in round %(round)s",
            len(those),
        )
        text = words % {"count": len(those), "round": number}
        way = Way(_("Find them seats"), "repair_round", (number,))
        is_urgent = bool(desk.people.unseated) or played.started_at is None
        yield line_of(PROBLEM if is_urgent else OPEN, text, way, those, _entry_way)
    elif desk.people.late:
        words = ngettext(
            "%(count)s came late and plays from round %(round)s on",
            "%(count)s came late and play from round %(round)s on",
            len(desk.people.late),
        )
        text = words % {"count": len(desk.people.late), "round": number + 1}
        yield line_of(NOTE, text, Way(_("To the door"), "door"), desk.people.late, _entry_way)


def _before_a_draw(desk: Desk) -> Iterator[Line]:
    is_drawn = desk.round is not None and desk.round.state in (Round.PROPOSED, Round.DRAWN)
    if is_drawn or desk.settings.rolling or desk.coming > desk.settings.rounds:
        return
    door, here = Way(_("To the door"), "door"), len(desk.people.here)
    teams = tables_wanted_at(desk.event, desk.settings)
    text = tables_in_words(here, desk.settings, teams) if here else _("Nobody is here yet.")
    yield Line(OPEN if has_too_few(desk) else NOTE, text, door)


def _until_all_have_met(desk: Desk) -> Iterator[Line]:
    """Where all play all: how many rounds there are still to be, and whether so many are set."""
    if not desk.to_meet:
        return
    said = {"here": len(desk.people.here), "count": desk.to_meet, "round": desk.drawn}
    if not desk.drawn and desk.to_meet > LARGEST:
        words = Words(TOO_LARGE, {"most": LARGEST, "count": len(desk.people.here)})
        yield Line(OPEN, told(words, {}), Way(_("To the settings"), "event_settings"))
        return
    if not desk.drawn:
        text = ngettext(
            "%(here)s pairs need %(count)s round to meet each other",
            "%(here)s pairs need %(count)s rounds to meet each other",
            desk.to_meet,
        )
        yield Line(NOTE, text % said, Way(_("See the rounds"), "rounds"))
        return
    text = ngettext(
        "After round %(round)s, %(count)s round is missing until all have met",
        "After round %(round)s, %(count)s rounds are missing until all have met",
        desk.to_meet,
    )
    yield Line(NOTE, text % said, Way(_("See the rounds"), "rounds"))
    if desk.settings.rounds < desk.drawn + desk.to_meet:
        text = ngettext(
            "Only %(rounds)s round is set; until all have met there would be %(needed)s",
            "Only %(rounds)s rounds are set; until all have met there would be %(needed)s",
            desk.settings.rounds,
        )
        needed = {"rounds": desk.settings.rounds, "needed": desk.drawn + desk.to_meet}
        yield Line(OPEN, text % needed, Way(_("To the settings"), "event_settings"))


def _open_again(desk: Desk) -> Iterator[Line]:
    again, empty = desk.open_sheets
    tables = Way(_("See all tables"), "event_tables")
    if again:
        words = ngettext(
            "%(count)s sheet of a closed round is open again",
            "%(count)s sheets of closed rounds are open again",
            len(again),
        )
        yield line_of(PROBLEM, _counted(words, again), tables, again, _place_way)
    if empty:
        words = ngettext(
            "%(count)s sheet of a closed round has no result: its totals were taken back",
            "%(count)s sheets of closed rounds have no result: their totals were taken back",
            len(empty),
        )
        yield line_of(PROBLEM, _counted(words, empty), tables, empty, _place_way)


def _at_tables(desk: Desk) -> Iterator[Line]:
    if not desk.settings.rolling and (desk.round is None or desk.round.started_at is None):
        return
    tables = Way(_("See all tables"), "event_tables")
    for kind, weight, words in _KINDS:
        rows = [each.row for each in desk.lacking if kind_of(each) == kind]
        if rows:
            text = _counted(words(len(rows)), rows)
            way = Way(_("Enter results"), "keying") if kind == OUTSTANDING else tables
            name = _played_way if kind in (OUTSTANDING, "short") else _table_way
            yield line_of(weight, text, way, rows, name)
    noted = [each for each in desk.sheets if each.mark]
    if noted:
        text = ngettext("%(count)s table has a note", "%(count)s tables have a note", len(noted))
        yield line_of(OPEN, _counted(text, noted), tables, noted, _noted_way)
    slow = [each for each in desk.sheets if each.is_behind or each.quiet_minutes]
    if slow:
        text = ngettext("%(count)s table is slow", "%(count)s tables are slow", len(slow))
        yield line_of(NOTE, _counted(text, slow), tables, slow, _slow_way)


def _differs(count: int) -> str:
    return ngettext(
        "%(count)s sheet differs between paper and phone",
        "%(count)s sheets differ between paper and phone",
        count,
    )


def _unbalanced(count: int) -> str:
    return ngettext(
        "%(count)s sheet does not come out even",
        "%(count)s sheets do not come out even",
        count,
    )


def _short(count: int) -> str:
    return ngettext(
        "%(count)s sheet has too few hands", "%(count)s sheets have too few hands", count
    )


def _unconfirmed(count: int) -> str:
    return ngettext(
        "%(count)s sheet is not confirmed at its table",
        "%(count)s sheets are not confirmed at their tables",
        count,
    )


def _outstanding(count: int) -> str:
    return ngettext("%(count)s sheet is outstanding", "%(count)s sheets are outstanding", count)


_KINDS = (
    ("differs", PROBLEM, _differs),
    ("unbalanced", PROBLEM, _unbalanced),
    ("short", PROBLEM, _short),
    ("unconfirmed", OPEN, _unconfirmed),
    (OUTSTANDING, OPEN, _outstanding),
)
"""What a table may lack: how much it matters, and how to say that so many tables lack it."""


def _counted(words: str, what: Sequence[object]) -> str:
    return words % {"count": len(what)}


def _entry_way(person: Person) -> Way:
    label = f"{person.number} {person.name}" if person.number else person.name
    return Way(label, "entry_form", (person.pk,))


def _place_way(place: EventTable) -> Way:
    values = {"number": place.number, "round": place.round.number}
    return Way(_("Table %(number)s, round %(round)s") % values, "desk_table", (place.pk,))


def _table_way(sheet: Progress, said: str = "") -> Way:
    label = _("Table %(number)s") % {"number": sheet.place.number}
    return Way(f"{label}: {said}" if said else label, "desk_table", (sheet.place.pk,))


def _noted_way(sheet: Progress) -> Way:
    return _table_way(sheet, sheet.mark)


def _played_way(sheet: Progress) -> Way:
    if not sheet.played:
        return _table_way(sheet)
    hands = {"played": sheet.played, "due": sheet.place.hands_due}
    words = _("%(played)s of %(due)s") if sheet.place.hands_due else _("hand %(played)s")
    return _table_way(sheet, words % hands)


def _slow_way(sheet: Progress) -> Way:
    if not sheet.quiet_minutes:
        return _table_way(sheet, _("behind"))
    words = ngettext(
        "no hand for %(count)s minute", "no hand for %(count)s minutes", sheet.quiet_minutes
    )
    return _table_way(sheet, words % {"count": sheet.quiet_minutes})
