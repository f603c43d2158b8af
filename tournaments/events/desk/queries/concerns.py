"""What wants a director's eye at an event: what comes next, and what is missing now.

Every page of the desk shows concerns of one shape. Whoever knows of some registers a function that
gives them for a part of the pages; each page reads its own parts, and pays for no others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, ngettext_lazy, pgettext

from config.formats.dates import dated
from formats.figures import money
from formats.prizes import has_prizes
from seating.draws.berger import LARGEST, TOO_LARGE
from seating.model import Impossible
from seating.sizes import layout
from seating.words import Words
from tournaments.common.history import Doer
from tournaments.events.access import Link
from tournaments.events.check_in.queries.entries import tables_in_words
from tournaments.events.desk.queries.desk import DeskPage, Person, people_of
from tournaments.events.draw.queries.drawing import tables_wanted_at
from tournaments.events.draw.queries.report import sentence_for
from tournaments.events.money.queries.cash import last_count, parts_paid
from tournaments.events.money.queries.prizes import prize_list
from tournaments.events.night.queries import board_of, plays_on
from tournaments.events.results.queries.progress import Progress
from tournaments.events.results.queries.sheets import Due, due_of
from tournaments.events.rulings.queries import about_words
from tournaments.events.setup.queries import missing_for_publication
from tournaments.models import Event, Round

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

MOST_NAMED = 12
"""So many of those whom a concern is about are named one by one."""

PROBLEM, OPEN, NOTE = "problem", "open", "note"
"""How much a concern weighs: it stops what comes next, it is to be done, it is good to know."""


@dataclass(frozen=True)
class Concern:
    """Something that wants a director's eye: a sentence, and the links to where it is mended.

    The first of the `links` is the one big way, the others may come instead. `each` are those whom
    it is about, one by one; `each_label` says what they are, where they are no tables. `due` is the
    time until which it has to be done.

    On the checklist it `is_done` or not; `ticked_by` is who ticked it (`NAMELESS` while nobody
    has), None where the program knows by itself. `stages` are those of the event in which it can
    be put right, empty for all; `words` are more words by which it is found.
    """

    sentence: str
    links: tuple[Link, ...] = ()
    weight: str = NOTE
    note: str = ""
    each: tuple[Link, ...] = ()
    each_label: str = ""
    due: Due | None = None
    key: str = ""
    is_done: bool = False
    ticked_by: Doer | None = None
    stages: tuple[str, ...] = ()
    words: str = ""

    @property
    def named(self) -> tuple[Link, ...]:
        """As many of those whom it is about as there is room for."""
        return self.each[:MOST_NAMED]

    @property
    def more(self) -> int:
        """How many there are beyond the named ones."""
        return len(self.each) - len(self.named)


Source = Callable[[DeskPage], Iterable[Concern]]

SOURCES: dict[str, list[Source]] = {}
"""By part of the pages, who gives concerns for it."""


def gives(*parts: str) -> Callable[[Source], Source]:
    """Registers a function that gives concerns, for these parts of the desk's pages."""

    def register(source: Source) -> Source:
        for part in parts:
            SOURCES.setdefault(part, []).append(source)
        return source

    return register


def concerns_of(desk: DeskPage, part: str) -> list[Concern]:
    """The concerns of one part of the desk's pages, in the order in which they were registered."""
    return [concern for source in SOURCES[part] for concern in source(desk)]


# What comes next: the one thing that a director is led to.


def next_step(desk: DeskPage) -> Concern:
    """What the director does next: the first link is the one big button."""
    door = desk.link(_("Open the door"), "door")
    if desk.event.state == Event.FINAL:
        final = desk.link(_("See and print the final list"), "lock_final")
        prizes = desk.link(_("Give the prizes"), "prizes")
        links = (prizes, final) if has_prizes(desk.settings) else (final,)
        return Concern(_("The list is locked."), links)
    if desk.event.published_at is None:
        if missing_for_publication(desk.event):
            settings = desk.link(_("To the settings"), "event_settings")
            return Concern(_("Not everything is decided yet."), (settings, door))
        publish = desk.link(_("Publish the event"), "publish_event")
        return Concern(_("Only directors can see this event."), (publish, door))
    if desk.settings.rolling:
        return _on_a_free_night(desk, door)
    if desk.round is None:
        draw = desk.link(_("Draw round 1"), "rounds")
        if not desk.people.here:
            return Concern(_("Nobody is here yet."), (door,))
        if has_too_few(desk):
            return Concern(_("Too few are here for a draw."), (door,))
        if desk.people.registered:
            return Concern(_("Not all who registered are here."), (door, draw))
        return Concern(_("All who registered are here."), (draw, door))
    if desk.round.state == Round.PROPOSED:
        said = {"number": desk.round.number}
        label = _("Look at the draw of round %(number)s") % said
        look = desk.link(label, "round", desk.round.number)
        return Concern(_("Round %(number)s is drawn up and not accepted yet.") % said, (look,))
    if desk.round.state == Round.DRAWN:
        return _in_a_round(desk, desk.round)
    return _after_a_round(desk, desk.round)


def _on_a_free_night(desk: DeskPage, door: Link) -> Concern:
    """Open a table, close what is complete, or wait for people."""
    board = board_of(desk.event)
    waiting = desk.link(_("See who waits"), "rolling")
    if board.layout:
        said = {"count": len(board.proposed)}
        label = ngettext(
            "Open a table for %(count)s", "Open tables for %(count)s", len(board.layout.sizes)
        )
        why = _("%(count)s wait, and that makes a table.")
        if len(board.layout.sizes) > 1:
            why = _("%(count)s wait, and that makes tables.")
        return Concern(why % said, (desk.link(label % said, "rolling"), door))
    over = [each for each in board.complete if not plays_on(desk.event, each)]
    if over:
        words = ngettext("%(count)s table is through.", "%(count)s tables are through.", len(over))
        close = desk.link(_("Close what is complete"), "rolling")
        return Concern(words % {"count": len(over)}, (close, door))
    if board.tables:
        words = ngettext("%(count)s table plays.", "%(count)s tables play.", len(board.tables))
        keying = desk.link(_("Enter results"), "keying")
        return Concern(words % {"count": len(board.tables)}, (waiting, keying, door))
    words = ngettext(
        "%(count)s more has to come before a table opens.",
        "%(count)s more have to come before a table opens.",
        board.missing,
    )
    links = (door, waiting) if desk.people.here else (door,)
    return Concern(words % {"count": board.missing}, links)


def _in_a_round(desk: DeskPage, played: Round) -> Concern:
    said = {"number": played.number}
    seats = desk.link(_("See the seats"), "round", played.number)
    if desk.seatless and played.started_at is None:
        count = len(desk.seatless)
        label = ngettext(
            "Find a seat for %(count)s person", "Find seats for %(count)s people", count
        )
        why = ngettext(
            "%(count)s is here and has no seat.", "%(count)s are here and have no seat.", count
        )
        repair = desk.link(label % {"count": count}, "repair_round", played.number)
        return Concern(why % {"count": count}, (repair, seats))
    if played.published_at is None:
        label = _("Publish the seats of round %(number)s") % said
        publish = desk.link(label, "publish_round", played.number, is_action=True)
        return Concern(_("Nobody can see yet where to sit."), (publish, seats))
    if played.started_at is None:
        label = _("Start round %(number)s") % said
        start = desk.link(label, "start_round", played.number, is_action=True)
        return Concern(_("Everybody can see where to sit."), (start, seats))
    tables = desk.link(_("See all tables"), "event_tables")
    outstanding = sum(not each.row.has_result for each in desk.lacking)
    if outstanding:
        words = ngettext(
            "%(count)s sheet is outstanding.", "%(count)s sheets are outstanding.", outstanding
        )
        keying = desk.link(_("Enter results"), "keying")
        return Concern(words % {"count": outstanding}, (keying, tables))
    if desk.lacking:
        words = ngettext(
            "All sheets are in; %(count)s is not settled.",
            "All sheets are in; %(count)s are not settled.",
            len(desk.lacking),
        )
        return Concern(words % {"count": len(desk.lacking)}, (tables,))
    close = desk.link(_("Close round %(number)s") % said, "close_round", played.number)
    return Concern(_("All sheets are in."), (close, tables))


def _after_a_round(desk: DeskPage, played: Round) -> Concern:
    for place in [*desk.open_sheets.again, *desk.open_sheets.empty][:1]:
        label = _("To table %(table)s of round %(number)s")
        said = {"table": place.number, "number": place.round.number}
        table = desk.link(label % said, "desk_table", place.pk)
        return Concern(desk.open_sheets.sentence, (table,))
    lock = desk.link(_("Lock the final list"), "lock_final")
    if played.number >= desk.settings.rounds:
        return Concern(_("All rounds are closed."), (lock,))
    draw = desk.link(_("Draw round %(number)s") % {"number": played.number + 1}, "rounds")
    cut = desk.link(_("Cut for the final"), "cut", played.number)
    closed = _("Round %(number)s is closed.") % {"number": played.number}
    return Concern(closed, (draw, cut, lock))


def has_too_few(desk: DeskPage) -> bool:
    """Whether too few are here for the coming draw."""
    try:
        layout(len(desk.people.here), desk.settings.size, desk.settings.odd)
    except Impossible:
        return True
    return False


# What is missing now.

NOW, AT_THE_END = "now", "at the end"
"""What is missing at the desk, and what of it is still asked for once the list is locked."""


def missing(desk: DeskPage) -> list[Concern]:
    """What is missing now, what stops the event first."""
    found = concerns_of(desk, AT_THE_END if desk.event.state == Event.FINAL else NOW)
    return sorted(found, key=lambda concern: (PROBLEM, OPEN, NOTE).index(concern.weight))


def _so_many(
    words: StrPromise,
    each: Iterable[Link],
    links: tuple[Link, ...],
    weight: str = NOTE,
    **said: int,
) -> Iterator[Concern]:
    """The concern about so many, each of them named; none where there is nobody."""
    each = tuple(each)
    if each:
        yield Concern(words % {"count": len(each), **said}, links, weight, each=each)


@gives(NOW)
def _settings(desk: DeskPage) -> Iterator[Concern]:
    if desk.event.published_at is None:
        link = desk.link(_("To the settings"), "event_settings")
        for sentence in missing_for_publication(desk.event):
            yield Concern(sentence, (link,), PROBLEM)


@gives(NOW)
def _seatless(desk: DeskPage) -> Iterator[Concern]:
    """Who has no seat in the round that is on; who finds none any more waits for the next."""
    if desk.round is None:
        return
    number = desk.round.number
    if desk.seatless:
        words = ngettext_lazy(
            "%(count)s is here and has no seat in round %(round)s",
            "%(count)s are here and have no seat in round %(round)s",
            "count",
        )
        is_urgent = bool(desk.people.unseated) or desk.round.started_at is None
        repair = (desk.link(_("Find them seats"), "repair_round", number),)
        each, weight = _entries(desk, desk.seatless), PROBLEM if is_urgent else OPEN
        yield from _so_many(words, each, repair, weight, round=number)
        return
    words = ngettext_lazy(
        "%(count)s came late and plays from round %(round)s on",
        "%(count)s came late and play from round %(round)s on",
        "count",
    )
    door = (desk.link(_("To the door"), "door"),)
    yield from _so_many(words, _entries(desk, desk.people.late), door, round=number + 1)


@gives(NOW)
def _not_here(desk: DeskPage) -> Iterator[Concern]:
    door, people = (desk.link(_("To the door"), "door"),), desk.people
    words = ngettext_lazy(
        "%(count)s has registered and has not come",
        "%(count)s have registered and have not come",
        "count",
    )
    weight = OPEN if desk.round is None else NOTE
    yield from _so_many(words, _entries(desk, people.registered), door, weight)
    words = ngettext_lazy(
        "%(count)s is on the waiting list", "%(count)s are on the waiting list", "count"
    )
    yield from _so_many(words, _entries(desk, people.waiting), door)


def _entries(desk: DeskPage, people: Sequence[Person]) -> tuple[Link, ...]:
    return tuple(desk.link(_called(each), "entry_form", each.pk) for each in people)


def _called(person: Person) -> str:
    return f"{person.number} {person.name}" if person.number else person.name


# What is left to be done about money when the playing is over: fees, prizes, the box.


@gives(NOW, AT_THE_END)
def _left_over(desk: DeskPage) -> Iterator[Concern]:
    """What is left at the desk: prizes only when the rounds are over or the list is locked."""
    is_over = (
        desk.round is not None
        and desk.round.state == Round.CLOSED
        and desk.round.number >= desk.settings.rounds
    )
    may_be_given = is_over or desk.event.state == Event.FINAL
    return _about_money(desk.event, desk.people.unpaid, with_prizes=may_be_given)


def left_before_lock(event: Event) -> list[Concern]:
    """The same without the desk, for the page that locks the final list."""
    unpaid = people_of(event, event.format, None).unpaid
    return list(_about_money(event, unpaid, with_prizes=True))


def _about_money(event: Event, unpaid: Sequence[Person], *, with_prizes: bool) -> Iterator[Concern]:
    settings = event.format
    cash = Link(_("To the cash book"), "cash", (event.pk,))
    parts = parts_paid(event, [person.pk for person in unpaid]) if unpaid else {}

    def owing(person: Person) -> Link:
        label = _called(person)
        if person.pk in parts:
            left = money(settings.fee - parts[person.pk])
            label = _("%(who)s: %(amount)s open") % {"who": label, "amount": left}
        return Link(label, "entry_money", (event.pk, person.pk))

    words = ngettext_lazy("%(count)s has not paid", "%(count)s have not paid", "count")
    yield from _so_many(words, map(owing, unpaid), (cash,), OPEN)
    if with_prizes and has_prizes(settings):
        yield from _prizes(event)
    counted = last_count(event)
    if counted is not None and counted.difference:
        text = _("The box has %(amount)s too little")
        if counted.difference > 0:
            text = _("The box has %(amount)s too much")
        again = cash._replace(label=_("Count it again"))
        yield Concern(text % {"amount": money(counted.away)}, (again,), OPEN)


def key_of(concerns: Sequence[Concern]) -> str:
    """What a page knew that asked about these concerns."""
    return " · ".join(concern.sentence for concern in concerns)


def _prizes(event: Event) -> Iterator[Concern]:
    """Prizes that may be handed over and are not yet, or not all of them."""
    listed = prize_list(event)
    give = Link(_("Give the prizes"), "prizes", (event.pk,))
    due = [one for one in listed.prizes if one.may_be_given or one.differs]
    words = ngettext_lazy(
        "%(count)s prize is not handed over", "%(count)s prizes are not handed over", "count"
    )
    each = (give._replace(label=f"{prize.title}: {prize.name}") for prize in due)
    yield from _so_many(words, each, (give,), OPEN)
    if listed.overtaken:
        text = ngettext(
            "%(count)s prize was handed over and is nobody’s any more",
            "%(count)s prizes were handed over and are nobody’s any more",
            len(listed.overtaken),
        )
        prizes = give._replace(label=_("To the prizes"))
        yield Concern(text % {"count": len(listed.overtaken)}, (prizes,), OPEN)


# Draws, and sheets of rounds that are closed or on.


@gives(NOW)
def _before_a_draw(desk: DeskPage) -> Iterator[Concern]:
    is_drawn = desk.round is not None and desk.round.state in (Round.PROPOSED, Round.DRAWN)
    if is_drawn or desk.settings.rolling or desk.coming > desk.settings.rounds:
        return
    here = len(desk.people.here)
    teams = tables_wanted_at(desk.event, desk.settings)
    text = tables_in_words(here, desk.settings, teams) if here else _("Nobody is here yet.")
    door = desk.link(_("To the door"), "door")
    yield Concern(text, (door,), OPEN if has_too_few(desk) else NOTE)


@gives(NOW)
def _until_all_have_met(desk: DeskPage) -> Iterator[Concern]:
    """Where all play all: how many rounds there are still to be, and whether so many are set."""
    if not desk.to_meet:
        return
    said = {"here": len(desk.people.here), "count": desk.to_meet, "round": desk.drawn}
    settings = desk.link(_("To the settings"), "event_settings")
    rounds = desk.link(_("See the rounds"), "rounds")
    if not desk.drawn and desk.to_meet > LARGEST:
        words = Words(TOO_LARGE, {"most": LARGEST, "count": len(desk.people.here)})
        yield Concern(sentence_for(words, {}), (settings,), OPEN)
        return
    if not desk.drawn:
        text = _("Rounds until all have met: %(count)s (pairs: %(here)s)")
        yield Concern(text % said, (rounds,))
        return
    text = ngettext(
        "After round %(round)s, %(count)s round is missing until all have met",
        "After round %(round)s, %(count)s rounds are missing until all have met",
        desk.to_meet,
    )
    yield Concern(text % said, (rounds,))
    if desk.settings.rounds < desk.drawn + desk.to_meet:
        text = _("Too few rounds are set: %(rounds)s. Until all have met it takes: %(needed)s")
        needed = {"rounds": desk.settings.rounds, "needed": desk.drawn + desk.to_meet}
        yield Concern(text % needed, (settings,), OPEN)


@gives(NOW)
def _open_again(desk: DeskPage) -> Iterator[Concern]:
    tables = (desk.link(_("See all tables"), "event_tables"),)
    words = ngettext_lazy(
        "%(count)s sheet of a closed round is open again",
        "%(count)s sheets of closed rounds are open again",
        "count",
    )
    without = ngettext_lazy(
        "%(count)s sheet of a closed round has no result: its totals were taken back",
        "%(count)s sheets of closed rounds have no result: their totals were taken back",
        "count",
    )
    for text, places in zip((words, without), desk.open_sheets, strict=True):
        each = (_place_link(desk, one.number, one.round.number, one.pk) for one in places)
        yield from _so_many(text, each, tables, PROBLEM)


def _place_link(desk: DeskPage, number: int, played: int, key: int) -> Link:
    values = {"number": number, "round": played}
    return desk.link(_("Table %(number)s, round %(round)s") % values, "desk_table", key)


OUTSTANDING = "outstanding"
"""What a table lacks that has not begun or is not through."""

LACKING = {
    "differs": ngettext_lazy(
        "%(count)s sheet differs between paper and phone",
        "%(count)s sheets differ between paper and phone",
        "count",
    ),
    "unbalanced": ngettext_lazy(
        "%(count)s sheet does not come out even", "%(count)s sheets do not come out even", "count"
    ),
    "short": ngettext_lazy(
        "%(count)s sheet has too few hands", "%(count)s sheets have too few hands", "count"
    ),
    "unconfirmed": ngettext_lazy(
        "%(count)s sheet is not confirmed at its table",
        "%(count)s sheets are not confirmed at their tables",
        "count",
    ),
    OUTSTANDING: ngettext_lazy(
        "%(count)s sheet is outstanding", "%(count)s sheets are outstanding", "count"
    ),
}
"""What a table may lack, in the order in which it matters."""


@gives(NOW)
def _at_tables(desk: DeskPage) -> Iterator[Concern]:
    if not desk.settings.rolling and (desk.round is None or desk.round.started_at is None):
        return
    tables = (desk.link(_("See all tables"), "event_tables"),)
    keying = (desk.link(_("Enter results"), "keying"),)

    def link_to(sheet: Progress, said: str = "") -> Link:
        label = _("Table %(number)s") % {"number": sheet.place.number}
        return desk.link(f"{label}: {said}" if said else label, "desk_table", sheet.place.pk)

    lacking: dict[str, list[Link]] = {}
    for each in desk.lacking:
        kind = each.kind if each.row.has_result else OUTSTANDING
        hands = _hands_of(each.row) if kind in (OUTSTANDING, "short") else ""
        lacking.setdefault(kind, []).append(link_to(each.row, hands))
    for kind, words in LACKING.items():
        links = keying if kind == OUTSTANDING else tables
        weight = OPEN if kind in (OUTSTANDING, "unconfirmed") else PROBLEM
        yield from _so_many(words, lacking.get(kind, ()), links, weight)
    noted = (link_to(row, row.mark) for row in desk.sheets if row.mark)
    words = ngettext_lazy("%(count)s table has a note", "%(count)s tables have a note", "count")
    yield from _so_many(words, noted, tables, OPEN)
    slow = [row for row in desk.sheets if row.is_behind or row.quiet_minutes]
    words = ngettext_lazy("%(count)s table is slow", "%(count)s tables are slow", "count")
    yield from _so_many(words, (link_to(row, _slowness_of(row)) for row in slow), tables)


def _hands_of(sheet: Progress) -> str:
    if not sheet.played:
        return ""
    words = _("%(played)s of %(due)s") if sheet.place.hands_due else _("hand %(played)s")
    return words % {"played": sheet.played, "due": sheet.place.hands_due}


def _slowness_of(sheet: Progress) -> str:
    if not sheet.quiet_minutes:
        return pgettext("state", "behind")
    words = ngettext(
        "no hand for %(count)s minute", "no hand for %(count)s minutes", sheet.quiet_minutes
    )
    return words % {"count": sheet.quiet_minutes}


# What waits for a director's word: protests, and sheets after their time.


@gives(NOW)
def _protests(desk: DeskPage) -> Iterator[Concern]:
    words = ngettext_lazy(
        "%(count)s protest is to be decided", "%(count)s protests are to be decided", "count"
    )
    each = (
        desk.link(f"{one.number}: {about_words(one)}", "protest", one.pk) for one in desk.protests
    )
    yield from _so_many(words, each, (desk.link(_("See the protests"), "protests"),), OPEN)


@gives(NOW)
def _time_for_sheets(desk: DeskPage) -> Iterator[Concern]:
    due = due_of(desk.event)
    if due is None:
        return
    lacking = sum(not each.row.has_result for each in desk.lacking)
    said = {"time": dated(due.at, "time"), "count": lacking}
    link = desk.link(_("The time for sheets"), "sheets_due")
    if not due.is_over:
        text = _("Sheets have to be in by %(time)s") % said
        yield Concern(text, (link,), OPEN if due.is_soon and lacking else NOTE, due=due)
    elif lacking:
        text = ngettext(
            "The time for sheets was over at %(time)s, and %(count)s is missing",
            "The time for sheets was over at %(time)s, and %(count)s are missing",
            lacking,
        )
        yield Concern(text % said, (link,), OPEN)


@gives(NOW)
def _late_sheets(desk: DeskPage) -> Iterator[Concern]:
    late = [each for each in desk.late if not each.is_ruled]
    words = ngettext_lazy("%(count)s sheet came late", "%(count)s sheets came late", "count")
    each = (_place_link(desk, one.number, one.round, one.place) for one in late)
    yield from _so_many(words, each, (desk.link(_("See them"), "sheets_due"),))
