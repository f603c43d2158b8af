"""The director's checklist: what the program knows is ticked by itself, the rest by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import find_ruleset
from seating.model import Impossible
from seating.sizes import layout
from tournaments.common.doers import NAMELESS, Doer, doer_of
from tournaments.events.desk.queries.desk import Desk
from tournaments.events.money.queries.cash import last_count
from tournaments.events.money.queries.prizes import prize_list
from tournaments.events.results.queries.sheets_due import due_of
from tournaments.events.setup.queries import missing_for_publication
from tournaments.models import Event, Round
from tournaments.settings.figures import money
from tournaments.settings.games import left_open
from tournaments.settings.prizes import has_prizes

# A line of the director's checklist, and what several parts of the list reckon with.

SPARE_PACKS, SPARE_SHEETS = 10, 20
"""Per cent more than there are tables, and sheets."""


@dataclass(frozen=True)
class Item:
    """A line of the checklist: what is to be done, a figure beside it, and where it is done.

    `is_done` is None where nobody can know it but people: those lines are ticked by hand.
    """

    key: str
    text: str
    is_done: bool = False
    is_by_hand: bool = False
    note: str = ""
    page: str = ""
    args: tuple[int, ...] = ()
    doer: Doer = NAMELESS


@dataclass(frozen=True)
class Phase:
    """The lines of one part of the day."""

    name: str
    items: tuple[Item, ...]

    @property
    def done(self) -> int:
        """How many are done."""
        return sum(item.is_done for item in self.items)

    @property
    def is_done(self) -> bool:
        """Whether all are."""
        return self.done == len(self.items)


def tables_expected(desk: Desk) -> int:
    """How many tables there will be: those who are here and registered, else all places."""
    settings, people = desk.settings, desk.people
    count = len(people.here) + len(people.registered) or settings.capacity
    try:
        return len(layout(count, settings.size, settings.odd).sizes)
    except Impossible:
        return 0


def with_spare(count: int, per_cent: int) -> int:
    """So many and some per cent more, rounded up.

    >>> with_spare(20, 10), with_spare(11, 10), with_spare(0, 20)
    (22, 13, 0)
    """
    return -(-count * (100 + per_cent) // 100)


def by_hand(
    key: str, text: str, note: str = "", page: str = "", args: tuple[int, ...] = ()
) -> Item:
    """A line that people tick."""
    return Item(key, text, is_by_hand=True, note=note, page=page, args=args)


# The checklist until the first draw: weeks before, the day before, at the door.


def weeks_before(desk: Desk, _closed: int) -> list[Item]:
    """What is done weeks before."""
    settings, tables = desk.settings, tables_expected(desk)
    sheets = with_spare(tables * settings.rounds, SPARE_SHEETS)
    packs, boards, paper = "", "", ""
    if tables:
        said = {"tables": tables, "packs": with_spare(tables, SPARE_PACKS), "sheets": sheets}
        packs = _("%(packs)s packs for %(tables)s tables") % said
        boards = _("%(tables)s of each") % said
        paper = _("%(sheets)s sheets") % said
    is_paid_out = not settings.fee or bool(settings.payout)
    lacking = missing_for_publication(desk.event)
    return [
        Item("rules", _("The rule card is complete"), not lacking, page="event_settings"),
        *_decisions(desk),
        Item("money", _("Fee and prizes are set"), is_paid_out, page="event_settings"),
        Item(
            "published",
            _("The event is published"),
            desk.event.published_at is not None,
            page="publish_event",
        ),
        by_hand("notice", _("The authorities know; limits for fees and prizes are kept")),
        by_hand("packs", _("Packs of cards, one for each table and some more"), packs),
        by_hand("sheets", _("Paper sheets for all rounds and some more"), paper),
        by_hand("pencils", _("Pencils and table numbers"), boards),
        by_hand("helpers", _("Helpers: desk, cash, runner, referee")),
        by_hand("signal", _("A signal that everybody hears")),
    ]


def _decisions(desk: Desk) -> list[Item]:
    """Whether is decided what the game leaves open, where it leaves anything open."""
    event = desk.event
    if not any(option.to_decide for option in find_ruleset(event.ruleset).options):
        return []
    left = left_open(event.ruleset, event.options)
    text = _("What no source says about the game is decided")
    return [Item("decided", text, not left, note=", ".join(left), page="event_settings")]


def day_before(desk: Desk, _closed: int) -> list[Item]:
    """What is done on the day before."""
    registered = len(desk.people.registered) + len(desk.people.here)
    note = _("%(count)s entered") % {"count": registered}
    return [
        by_hand("charged", _("Computers, phones and a printer are charged and tried out")),
        by_hand("backup", _("A backup is on a second computer or a stick")),
        by_hand("paper_list", _("The list of entries is printed"), note, "door"),
        by_hand("empty_sheets", _("Empty sheets are printed, in case of need")),
        by_hand("trial", _("A trial with a few tables went through")),
    ]


def at_the_door(desk: Desk, _closed: int) -> list[Item]:
    """What has to agree before the first draw."""
    people, settings = desk.people, desk.settings
    here = len(people.here)
    money = _("%(here)s here, %(open)s not paid") % {"here": here, "open": len(people.unpaid)}
    tables = tables_expected(desk)
    fits = bool(here) and _fits(desk)
    seats = _("%(here)s here, %(tables)s tables") % {"here": here, "tables": tables}
    items = [
        Item(
            "arrived",
            _("All who registered are here or marked as not come"),
            bool(here) and not people.registered,
            note=_("%(count)s missing") % {"count": len(people.registered)}
            if people.registered
            else "",
            page="door",
        ),
        Item(
            "remainder", _("The tables come out even, or it is settled"), fits, False, seats, "door"
        ),
        by_hand("room", _("The room was counted: people, seats and the list agree"), seats),
    ]
    if settings.fee:
        items.insert(
            1, Item("paid", _("All have paid"), fits and not people.unpaid, False, money, "door")
        )
    return items


def _fits(desk: Desk) -> bool:
    try:
        layout(len(desk.people.here), desk.settings.size, desk.settings.odd)
    except Impossible:
        return False
    return True


DONE, OPEN = "item_done", "item_open"
"""The kinds of deeds that tick an item, and that take the tick away."""


def checklist_of(desk: Desk) -> list[Phase]:
    """The whole list as it stands; two SQL queries more than the desk itself."""
    closed = desk.event.rounds.filter(state=Round.CLOSED).count()
    ticks = ticks_of(desk.event)
    parts: list[tuple[str, Callable[[Desk, int], list[Item]]]] = [
        (_("Weeks before"), weeks_before),
        (_("The day before"), day_before),
        (_("At the door"), at_the_door),
        (_("Draw"), _draw),
        (_("Start"), _start),
        (_("During the round"), _during),
        (_("Collecting sheets"), _collecting),
        (_("Between two rounds"), _between),
        (_("Close"), _close),
        (_("Prize giving"), _prizes),
        (_("Afterwards"), _after),
    ]
    return [
        Phase(name, tuple(_ticked(item, ticks) for item in make(desk, closed)))
        for name, make in parts
    ]


def ticks_of(event: Event) -> dict[str, Doer]:
    """By key, who ticked the items that are ticked; one SQL query."""
    rows = event.changes.filter(kind__in=(DONE, OPEN)).order_by("pk")
    found: dict[str, Doer] = {}
    for row in rows.only("kind", "before", "who", "account"):
        if row.kind == DONE:
            found[row.before] = doer_of(row)
        else:
            found.pop(row.before, None)
    return found


def item_of(desk: Desk, key: str) -> Item | None:
    """An item that is ticked by hand, None where there is none of that key."""
    items = [item for phase in checklist_of(desk) for item in phase.items if item.is_by_hand]
    return next((item for item in items if item.key == key), None)


def _ticked(item: Item, ticks: dict[str, Doer]) -> Item:
    if not item.is_by_hand or item.key not in ticks:
        return item
    return replace(item, is_done=True, doer=ticks[item.key])


def _round(desk: Desk) -> tuple[int, bool, Round | None]:
    """The round that the list is about: its number, whether it is drawn, and itself."""
    number = min(desk.coming, desk.settings.rounds) or 1
    if desk.round is None or desk.round.number != number:
        return number, False, None
    return number, desk.round.state in (Round.DRAWN, Round.CLOSED), desk.round


def _draw(desk: Desk, _closed: int) -> list[Item]:
    number, is_drawn, played = _round(desk)
    said = {"number": number}
    is_public = played is not None and played.is_public
    return [
        Item(
            "drawn",
            _("Round %(number)s is drawn and accepted") % said,
            is_drawn,
            page="round",
            args=(number,),
        ),
        Item(
            "seats",
            _("The seats of round %(number)s are published") % said,
            is_drawn and is_public,
            page="round",
            args=(number,),
        ),
        by_hand(
            f"lists-{number}",
            _("The lists of round %(number)s hang out") % said,
            page="round_lists" if is_drawn else "",
            args=(number,) if is_drawn else (),
        ),
    ]


def _start(desk: Desk, _closed: int) -> list[Item]:
    number, is_drawn, played = _round(desk)
    begun = sum(bool(sheet.played or sheet.has_result) for sheet in desk.sheets)
    is_over = played is not None and played.state == Round.CLOSED
    note = _("%(begun)s of %(tables)s") % {"begun": begun, "tables": len(desk.sheets)}
    return [
        Item(
            "started",
            _("Round %(number)s is started") % {"number": number},
            played is not None and played.started_at is not None,
            page="round",
            args=(number,),
        ),
        Item(
            "begun",
            _("Every table has begun"),
            is_over or (is_drawn and bool(desk.sheets) and begun == len(desk.sheets)),
            note=note if desk.sheets else "",
            page="event_tables",
        ),
        by_hand(f"complete-{number}", _("Every table has said that it is complete")),
    ]


def _during(desk: Desk, _closed: int) -> list[Item]:
    slow = [sheet for sheet in desk.sheets if sheet.is_behind]
    has_tables = bool(desk.sheets)
    unseated = len(desk.seatless)
    note = _("Tables: %(numbers)s") % {
        "numbers": ", ".join(str(sheet.place.number) for sheet in slow[:12])
    }
    return [
        Item(
            "slow",
            _("No table lags behind"),
            has_tables and not slow,
            False,
            note if slow else "",
            "event_tables",
        ),
        Item(
            "unseated",
            _("Everybody who is here has a seat"),
            has_tables and not unseated,
            page="rounds",
        ),
    ]


def _collecting(desk: Desk, _closed: int) -> list[Item]:
    sheets = desk.sheets
    is_over = desk.round is not None and desk.round.state == Round.CLOSED
    came = [sheet for sheet in sheets if sheet.has_result]
    note = _("%(came)s of %(tables)s") % {"came": len(came), "tables": len(sheets)}
    all_in = is_over or (bool(sheets) and len(came) == len(sheets))
    return [
        Item("in", _("All sheets are in"), all_in, False, note if sheets else "", "keying"),
        *_in_time(desk, all_in=all_in),
        Item(
            "settled",
            _("Nothing is open on any sheet"),
            all_in and not desk.lacking,
            page="event_tables",
        ),
    ]


def _in_time(desk: Desk, *, all_in: bool) -> list[Item]:
    """Whether the sheets came by the time that was set, where there is one."""
    due = due_of(desk.event)
    if due is None:
        return []
    time = time_format(timezone.localtime(due.at), "H:i")
    late = [f"{each.round}/{each.number}" for each in desk.late]
    note = due.left
    if late:
        note = _("late (round/table): %(tables)s") % {"tables": ", ".join(late[:12])}
    elif due.is_over and not all_in:
        note = _("The time is over.")
    text = _("All sheets were in by %(time)s") % {"time": time}
    return [Item("due", text, all_in and not late, False, note, "sheets_due")]


def _between(desk: Desk, closed: int) -> list[Item]:
    number, rounds = desk.coming, desk.settings.rounds
    return [
        Item(
            "closed",
            _("The rounds are closed"),
            closed >= rounds > 0,
            note=_("%(closed)s of %(rounds)s") % {"closed": closed, "rounds": rounds},
            page="rounds",
        ),
        *_have_met(desk),
        by_hand(f"leavers-{number}", _("Whoever goes home is out of the next draw"), page="door"),
        Item(
            "reopened",
            _("No sheet of a closed round is open again"),
            not desk.open_sheets.again,
            page="event_tables",
        ),
        Item(
            "emptied",
            _("Every sheet of a closed round has its result"),
            closed > 0 and not desk.open_sheets.empty,
            page="event_tables",
        ),
    ]


def _have_met(desk: Desk) -> list[Item]:
    """Whether all have met, where all play all."""
    if desk.to_meet is None:
        return []
    words = ngettext("%(count)s round is missing", "%(count)s rounds are missing", desk.to_meet)
    note = words % {"count": desk.to_meet} if desk.to_meet else ""
    is_done = desk.drawn > 0 and not desk.to_meet
    return [
        Item("met", _("All have met in the rounds that are drawn"), is_done, False, note, "rounds")
    ]


def _close(desk: Desk, closed: int) -> list[Item]:
    is_final = desk.event.state == Event.FINAL
    return [
        by_hand(
            "recounted", _("A second person counted the first places from the sheets"), page="event"
        ),
        Item(
            "all_closed",
            _("All rounds are closed"),
            closed >= desk.settings.rounds > 0,
            page="rounds",
        ),
        Item(
            "protests",
            _("Every protest is decided"),
            closed > 0 and not desk.protests,
            note=_("%(count)s open") % {"count": len(desk.protests)} if desk.protests else "",
            page="protests",
        ),
        Item("final", _("The final list is locked"), is_final, page="lock_final"),
        by_hand("signed", _("The final list is printed and signed"), page="lock_final"),
    ]


def _prizes(desk: Desk, _closed: int) -> list[Item]:
    return [
        by_hand("prizes", _("The prizes are there, and who gets which"), page="prizes"),
        _handed_over(desk),
        by_hand("photo", _("Receipts are signed, the photo is taken")),
    ]


def _handed_over(desk: Desk) -> Item:
    """Whether every prize is given: known once the list is locked, where there are prizes."""
    text = _("All prizes are handed over, read out from last to first")
    if not has_prizes(desk.settings):
        return by_hand("handed", text, page="prizes")
    if desk.event.state != Event.FINAL:
        return Item("handed", text, page="prizes")
    prizes = prize_list(desk.event).prizes
    given = sum(prize.given is not None and not prize.differs for prize in prizes)
    note = _("%(given)s of %(prizes)s") % {"given": given, "prizes": len(prizes)}
    return Item("handed", text, given == len(prizes), note=note, page="prizes")


def _box(desk: Desk) -> list[Item]:
    """Whether the box was counted and comes out even, where money is taken."""
    counted = last_count(desk.event)
    if counted is None and not desk.settings.fee:
        return []
    is_even = counted is not None and not counted.difference
    note = _("not counted yet") if counted is None else ""
    if counted is not None and counted.difference:
        words = _("%(amount)s too much") if counted.difference > 0 else _("%(amount)s too little")
        note = words % {"amount": money(counted.away)}
    text = _("The box was counted and comes out even")
    return [Item("box", text, is_even, note=note, page="cash")]


def _after(desk: Desk, _closed: int) -> list[Item]:
    return [
        *_box(desk),
        by_hand("archived", _("The archive of the event is put away"), page="take_away"),
        by_hand("cash", _("The cash report is written"), page="cash"),
        by_hand("kept", _("The paper sheets are kept for a year")),
        by_hand("lessons", _("What went wrong is noted for the next time"), page="history"),
    ]
