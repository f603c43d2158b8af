"""What wants a director's eye at an event: what comes next, and what is missing now."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from seating.draws.berger import LARGEST, TOO_LARGE
from seating.model import Impossible
from seating.sizes import layout
from seating.words import Words
from tournaments.events.check_in.queries.entries import tables_in_words
from tournaments.events.desk.queries.desk import Desk, Person, people_of
from tournaments.events.draw.queries.drawing import tables_wanted_at
from tournaments.events.draw.queries.report import told
from tournaments.events.money.queries.cash import last_count, parts_paid
from tournaments.events.money.queries.prizes import Prize, prize_list
from tournaments.events.results.queries.progress import Missing, Progress
from tournaments.events.results.queries.sheets_due import Due, LateSheet, due_of
from tournaments.events.rulings.queries import OpenProtest
from tournaments.events.setup.queries import missing_for_publication
from tournaments.models import Event, EventTable, Round
from tournaments.settings.event import EventSettings
from tournaments.settings.figures import money
from tournaments.settings.prizes import has_prizes

# What comes next: the one thing that a director is led to.

OUTSTANDING = "outstanding"


class Way(NamedTuple):
    """Where something is mended: the words to tap, the name of the page, and what it is about."""

    label: str
    page: str
    args: tuple[int, ...] = ()


class Step(NamedTuple):
    """What comes next: the one big button, how things stand, and what may come instead.

    Where it `is_deed` the button does it, else it leads there.
    """

    way: Way
    why: str
    instead: tuple[Way, ...] = ()
    is_deed: bool = False


def next_step(desk: Desk) -> Step:
    """What the director does next."""
    if desk.event.state == Event.FINAL:
        return _after_the_end(desk)
    if desk.event.published_at is None:
        return _before_publication(desk)
    if desk.round is None:
        return _before_the_first(desk)
    if desk.round.state == Round.PROPOSED:
        label = _("Look at the draw of round %(number)s")
        why = _("Round %(number)s is drawn up and not accepted yet.")
        return Step(_round_way(desk.round, "round", label), why % {"number": desk.round.number})
    if desk.round.state == Round.DRAWN:
        return _in_a_round(desk, desk.round)
    return _after_a_round(desk, desk.round)


def _after_the_end(desk: Desk) -> Step:
    final = Way(_("See and print the final list"), "lock_final")
    if not has_prizes(desk.settings):
        return Step(final, _("The list is locked."))
    return Step(Way(_("Give the prizes"), "prizes"), _("The list is locked."), (final,))


def _before_publication(desk: Desk) -> Step:
    door = Way(_("Open the door"), "door")
    if missing_for_publication(desk.event):
        settings = Way(_("To the settings"), "event_settings")
        return Step(settings, _("Not everything is decided yet."), (door,))
    publish = Way(_("Publish the event"), "publish_event")
    return Step(publish, _("Only directors can see this event."), (door,))


def _before_the_first(desk: Desk) -> Step:
    draw = Way(_("Draw round 1"), "rounds")
    door = Way(_("Open the door"), "door")
    if not desk.people.here:
        return Step(door, _("Nobody is here yet."))
    if has_too_few(desk):
        return Step(door, _("Too few are here for a draw."))
    if desk.people.registered:
        return Step(door, _("Not all who registered are here."), (draw,))
    return Step(draw, _("All who registered are here."), (door,))


def _in_a_round(desk: Desk, played: Round) -> Step:
    seats = _round_way(played, "round", _("See the seats"))
    if desk.seatless and played.started_at is None:
        return _seats_first(desk, played, seats)
    if played.published_at is None:
        publish = _round_way(played, "publish_round", _("Publish the seats of round %(number)s"))
        return Step(publish, _("Nobody can see yet where to sit."), (seats,), is_deed=True)
    if played.started_at is None:
        start = _round_way(played, "start_round", _("Start round %(number)s"))
        return Step(start, _("Everybody can see where to sit."), (seats,), is_deed=True)
    tables = Way(_("See all tables"), "event_tables")
    lacking = desk.lacking
    outstanding = [each for each in lacking if kind_of(each) == OUTSTANDING]
    if outstanding:
        words = ngettext(
            "%(count)s sheet is outstanding.",
            "%(count)s sheets are outstanding.",
            len(outstanding),
        )
        return Step(
            Way(_("Enter results"), "keying"), words % {"count": len(outstanding)}, (tables,)
        )
    if lacking:
        words = ngettext(
            "All sheets are in; %(count)s is not settled.",
            "All sheets are in; %(count)s are not settled.",
            len(lacking),
        )
        return Step(tables, words % {"count": len(lacking)})
    close = _round_way(played, "close_round", _("Close round %(number)s"))
    return Step(close, _("All sheets are in."), (tables,))


def _seats_first(desk: Desk, played: Round, seats: Way) -> Step:
    """Before the signal those get a seat who came after the draw."""
    count = len(desk.seatless)
    label = ngettext("Find a seat for %(count)s person", "Find seats for %(count)s people", count)
    why = ngettext(
        "%(count)s is here and has no seat.", "%(count)s are here and have no seat.", count
    )
    said = {"count": count}
    return Step(Way(label % said, "repair_round", (played.number,)), why % said, (seats,))


def _after_a_round(desk: Desk, played: Round) -> Step:
    for place in [*desk.open_sheets.again, *desk.open_sheets.empty][:1]:
        label = _("To table %(table)s of round %(number)s")
        said = {"table": place.number, "number": place.round.number}
        return Step(Way(label % said, "desk_table", (place.pk,)), desk.open_sheets.sentence)
    lock = Way(_("Lock the final list"), "lock_final")
    draw = Way(_("Draw round %(number)s") % {"number": played.number + 1}, "rounds")
    if played.number >= desk.settings.rounds:
        return Step(lock, _("All rounds are closed."))
    cut = _round_way(played, "cut", _("Cut for the final"))
    return Step(draw, _("Round %(number)s is closed.") % {"number": played.number}, (cut, lock))


def _round_way(played: Round, page: str, label: str) -> Way:
    return Way(label % {"number": played.number}, page, (played.number,))


def kind_of(lack: Missing) -> str:
    """What a table lacks, without telling apart who has not begun and who is not through."""
    return lack.kind if lack.row.has_result else OUTSTANDING


def has_too_few(desk: Desk) -> bool:
    """Whether too few are here for the coming draw."""
    try:
        layout(len(desk.people.here), desk.settings.size, desk.settings.odd)
    except Impossible:
        return True
    return False


# What is missing now, what stops it first.

T = TypeVar("T")

MOST_NAMED = 12

PROBLEM, OPEN, NOTE = "problem", "open", "note"
"""How much a line matters: it stops what comes next, it is to be done, it is good to know."""


class Line(NamedTuple):
    """Something that is missing, where it is mended, and those whom it is about one by one.

    `more` are those beyond the named ones. `due`: the time until which it has to be done.
    """

    weight: str
    text: str
    way: Way
    each: tuple[Way, ...] = ()
    more: int = 0
    due: Due | None = None


def line_of(
    weight: str, text: str, way: Way, those: Sequence[T], way_to: Callable[[T], Way]
) -> Line:
    """A line with as many of those whom it is about as there is room for."""
    ways = tuple(way_to(each) for each in those[:MOST_NAMED])
    return Line(weight, text, way, ways, len(those) - len(ways))


# What is left to be done about money when the playing is over: fees, prizes, the box.


def left_over(desk: Desk) -> list[Line]:
    """What is left at the desk: prizes only when the rounds are over or the list is locked."""
    is_over = (
        desk.round is not None
        and desk.round.state == Round.CLOSED
        and desk.round.number >= desk.settings.rounds
    )
    has_end = is_over or desk.event.state == Event.FINAL
    return [
        *_unpaid(desk.event, desk.settings, desk.people.unpaid),
        *(_prizes(desk.event, desk.settings) if has_end else ()),
        *_in_the_box(desk.event),
    ]


def left_before_lock(event: Event) -> list[Line]:
    """The same without the desk, for the page that locks the final list."""
    settings = event.format
    people = people_of(event, settings, None)
    return [
        *_unpaid(event, settings, people.unpaid),
        *_prizes(event, settings),
        *_in_the_box(event),
    ]


def key_of(lines: Sequence[Line]) -> str:
    """What a page knew that asked about these lines."""
    return " · ".join(line.text for line in lines)


def _unpaid(event: Event, settings: EventSettings, people: Sequence[Person]) -> Iterator[Line]:
    """Who has come and owes the fee, or what is left of it."""
    if people:
        parts = parts_paid(event, [person.pk for person in people])
        words = ngettext("%(count)s has not paid", "%(count)s have not paid", len(people))
        text = words % {"count": len(people)}

        def way_to(person: Person) -> Way:
            label = f"{person.number} {person.name}" if person.number else person.name
            if person.pk in parts:
                left = money(settings.fee - parts[person.pk])
                label = _("%(who)s: %(amount)s open") % {"who": label, "amount": left}
            return Way(label, "entry_money", (person.pk,))

        yield line_of(OPEN, text, Way(_("To the cash book"), "cash"), people, way_to)


def _in_the_box(event: Event) -> Iterator[Line]:
    """What the last count found too much or too little."""
    counted = last_count(event)
    if counted is not None and counted.difference:
        words = _("The box has %(amount)s too little")
        if counted.difference > 0:
            words = _("The box has %(amount)s too much")
        way = Way(_("Count it again"), "cash")
        yield Line(OPEN, words % {"amount": money(counted.away)}, way)


def _prizes(event: Event, settings: EventSettings) -> Iterator[Line]:
    """Prizes that may be handed over and are not yet, or not all of them."""
    if not has_prizes(settings):
        return
    listed = prize_list(event)
    due = [one for one in listed.prizes if one.may_be_given or one.differs]
    if due:
        words = ngettext(
            "%(count)s prize is not handed over", "%(count)s prizes are not handed over", len(due)
        )
        way = Way(_("Give the prizes"), "prizes")
        yield line_of(OPEN, words % {"count": len(due)}, way, due, _prize_way)
    if listed.overtaken:
        words = ngettext(
            "%(count)s prize was handed over and is nobody’s any more",
            "%(count)s prizes were handed over and are nobody’s any more",
            len(listed.overtaken),
        )
        way = Way(_("To the prizes"), "prizes")
        yield Line(OPEN, words % {"count": len(listed.overtaken)}, way)


def _prize_way(prize: Prize) -> Way:
    return Way(f"{prize.title}: {prize.name}", "prizes")


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
