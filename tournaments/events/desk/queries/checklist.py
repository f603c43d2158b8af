"""The director's checklist: what the program knows is ticked by itself, the rest by hand."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from config.formats.dates import dated
from formats.figures import money
from formats.games import left_open
from formats.prizes import has_prizes
from scoring import find_ruleset
from seating.model import Impossible
from seating.sizes import layout
from tournaments.common.history import NAMELESS, Doer, doer_of
from tournaments.events.desk.queries.concerns import Concern, concerns_of, gives, has_too_few
from tournaments.events.desk.queries.desk import DeskPage
from tournaments.events.desk.queries.history import item_words
from tournaments.events.money.queries.cash import last_count
from tournaments.events.money.queries.prizes import prize_list
from tournaments.events.results.queries.sheets import due_of
from tournaments.events.setup.queries import missing_for_publication
from tournaments.models import Event, Round

# A line of the director's checklist, and what several parts of the list reckon with.

SPARE_PACKS, SPARE_SHEETS = 10, 20
"""Per cent more than there are tables, and sheets."""


PHASES = {
    "weeks before": gettext_lazy("Weeks before"),
    "day before": gettext_lazy("The day before"),
    "at the door": gettext_lazy("At the door"),
    "draw": pgettext_lazy("noun", "Draw"),
    "signal": pgettext_lazy("noun", "Start"),
    "in a round": gettext_lazy("During the round"),
    "collecting": gettext_lazy("Collecting sheets"),
    "between rounds": gettext_lazy("Between two rounds"),
    "closing": pgettext_lazy("noun", "Close"),
    "prize giving": gettext_lazy("Prize giving"),
    "afterwards": gettext_lazy("Afterwards"),
}
"""The parts of the day in their order, with their headings."""


@dataclass(frozen=True)
class Phase:
    """The lines of one part of the day."""

    name: str
    items: tuple[Concern, ...]

    @property
    def done(self) -> int:
        """How many are done."""
        return sum(item.is_done for item in self.items)

    @property
    def is_done(self) -> bool:
        """Whether all are."""
        return self.done == len(self.items)


def tables_expected(desk: DeskPage) -> int:
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


def _known(
    desk: DeskPage, key: str, text: str, is_done: bool, page: str = "", *args: int, note: str = ""
) -> Concern:
    """A line that the program ticks by itself, with a figure beside it and where it is done."""
    links = (desk.link(_("Go there"), page, *args),) if page else ()
    return Concern(text, links, note=note, key=key, is_done=is_done)


def _by_hand(desk: DeskPage, key: str, page: str = "", *args: int, note: str = "") -> Concern:
    """A line that nobody can know but people: they tick it."""
    line = _known(desk, key, item_words(key), False, page, *args, note=note)
    return replace(line, ticked_by=NAMELESS)


# The checklist until the first draw: weeks before, the day before, at the door.


@gives("weeks before")
def _weeks_before(desk: DeskPage) -> list[Concern]:
    """What is done weeks before; what the game leaves open, where it leaves anything open."""
    event, settings, tables = desk.event, desk.settings, tables_expected(desk)
    sheets = with_spare(tables * settings.rounds, SPARE_SHEETS)
    packs, boards, paper = "", "", ""
    if tables:
        said = {"tables": tables, "packs": with_spare(tables, SPARE_PACKS), "sheets": sheets}
        packs = _("packs: %(packs)s, tables: %(tables)s") % said
        boards = _("of each: %(tables)s") % said
        paper = _("sheets: %(sheets)s") % said
    is_complete = not missing_for_publication(event)
    is_public = event.published_at is not None
    is_paid_out = not settings.fee or bool(settings.payout)
    items = [
        _known(desk, "rules", _("The rule card is complete"), is_complete, "event_settings"),
        _known(desk, "money", _("Fee and prizes are set"), is_paid_out, "event_settings"),
        _known(desk, "published", _("The event is published"), is_public, "publish_event"),
        _by_hand(desk, "notice"),
        _by_hand(desk, "packs", note=packs),
        _by_hand(desk, "sheets", note=paper),
        _by_hand(desk, "pencils", note=boards),
        _by_hand(desk, "helpers"),
        _by_hand(desk, "signal"),
    ]
    if any(option.to_decide for option in find_ruleset(event.ruleset).options):
        left = left_open(event.ruleset, event.options)
        text, note = _("What no source says about the game is decided"), ", ".join(left)
        items.insert(1, _known(desk, "decided", text, not left, "event_settings", note=note))
    return items


@gives("day before")
def _day_before(desk: DeskPage) -> list[Concern]:
    """What is done on the day before."""
    registered = len(desk.people.registered) + len(desk.people.here)
    note = _("entered: %(count)s") % {"count": registered}
    return [
        _by_hand(desk, "charged"),
        _by_hand(desk, "backup"),
        _by_hand(desk, "paper_list", "door", note=note),
        _by_hand(desk, "empty_sheets"),
        _by_hand(desk, "trial"),
    ]


@gives("at the door")
def _at_the_door(desk: DeskPage) -> list[Concern]:
    """What has to agree before the first draw."""
    people, tables = desk.people, tables_expected(desk)
    here, missing = len(people.here), len(people.registered)
    money = _("here: %(here)s, not paid: %(open)s") % {"here": here, "open": len(people.unpaid)}
    fits = bool(here) and not has_too_few(desk)
    seats = _("here: %(here)s, tables: %(tables)s") % {"here": here, "tables": tables}
    note = _("missing: %(count)s") % {"count": missing} if missing else ""
    came = _("All who registered are here or marked as not come")
    even = _("The tables come out even, or it is settled")
    items = [
        _known(desk, "arrived", came, bool(here) and not missing, "door", note=note),
        _known(desk, "remainder", even, fits, "door", note=seats),
        _by_hand(desk, "room", note=seats),
    ]
    if desk.settings.fee:
        is_paid = fits and not people.unpaid
        items.insert(1, _known(desk, "paid", _("All have paid"), is_paid, "door", note=money))
    return items


DONE, OPEN = "item_done", "item_open"
"""The kinds of deeds that tick an item, and that take the tick away."""


def checklist_of(desk: DeskPage) -> list[Phase]:
    """The whole list as it stands; two SQL queries more than the desk itself."""
    ticks = ticks_of(desk.event)

    def ticked(item: Concern) -> Concern:
        if item.ticked_by is None or item.key not in ticks:
            return item
        return replace(item, is_done=True, ticked_by=ticks[item.key])

    return [
        Phase(str(name), tuple(map(ticked, concerns_of(desk, key)))) for key, name in PHASES.items()
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


def _round(desk: DeskPage) -> tuple[int, bool, Round | None]:
    """The round that the list is about: its number, whether it is drawn, and itself."""
    number = min(desk.coming, desk.settings.rounds) or 1
    if desk.round is None or desk.round.number != number:
        return number, False, None
    return number, desk.round.state in (Round.DRAWN, Round.CLOSED), desk.round


@gives("draw")
def _draw(desk: DeskPage) -> list[Concern]:
    number, is_drawn, played = _round(desk)
    said = {"number": number}
    is_public = is_drawn and played is not None and played.is_public
    drawn = _("Round %(number)s is drawn and accepted") % said
    seats = _("The seats of round %(number)s are published") % said
    return [
        _known(desk, "drawn", drawn, is_drawn, "round", number),
        _known(desk, "seats", seats, is_public, "round", number),
        _by_hand(desk, f"lists-{number}", "round_lists" if is_drawn else "", number),
    ]


@gives("signal")
def _start(desk: DeskPage) -> list[Concern]:
    number, is_drawn, played = _round(desk)
    tables = len(desk.sheets)
    begun = sum(bool(sheet.played or sheet.has_result) for sheet in desk.sheets)
    is_started = played is not None and played.started_at is not None
    is_over = played is not None and played.state == Round.CLOSED
    all_begun = is_over or (is_drawn and 0 < tables == begun)
    note = _("%(begun)s of %(tables)s") % {"begun": begun, "tables": tables} if tables else ""
    started = _("Round %(number)s is started") % {"number": number}
    return [
        _known(desk, "started", started, is_started, "round", number),
        _known(desk, "begun", _("Every table has begun"), all_begun, "event_tables", note=note),
        _by_hand(desk, f"complete-{number}"),
    ]


@gives("in a round")
def _during(desk: DeskPage) -> list[Concern]:
    slow = [str(sheet.place.number) for sheet in desk.sheets if sheet.is_behind]
    note = _("Tables: %(numbers)s") % {"numbers": ", ".join(slow[:12])} if slow else ""
    on_time = bool(desk.sheets) and not slow
    have_seats = bool(desk.sheets) and not desk.seatless
    seated = _("Everybody who is here has a seat")
    return [
        _known(desk, "slow", _("No table lags behind"), on_time, "event_tables", note=note),
        _known(desk, "unseated", seated, have_seats, "rounds"),
    ]


@gives("collecting")
def _collecting(desk: DeskPage) -> list[Concern]:
    tables, came = len(desk.sheets), sum(sheet.has_result for sheet in desk.sheets)
    is_over = desk.round is not None and desk.round.state == Round.CLOSED
    note = _("%(came)s of %(tables)s") % {"came": came, "tables": tables} if tables else ""
    all_in = is_over or 0 < tables == came
    is_settled = all_in and not desk.lacking
    items = [
        _known(desk, "in", _("All sheets are in"), all_in, "keying", note=note),
        _known(desk, "settled", _("Nothing is open on any sheet"), is_settled, "event_tables"),
    ]
    due = due_of(desk.event)
    if due is not None:
        late = [f"{each.round}/{each.number}" for each in desk.late]
        note = due.left
        if late:
            note = _("late (round/table): %(tables)s") % {"tables": ", ".join(late[:12])}
        elif due.is_over and not all_in:
            note = _("The time is over.")
        time = dated(due.at, "time")
        text = _("All sheets were in by %(time)s") % {"time": time}
        is_done = all_in and not late
        items.insert(1, _known(desk, "due", text, is_done, "sheets_due", note=note))
    return items


@gives("between rounds")
def _between(desk: DeskPage) -> list[Concern]:
    closed, rounds = desk.closed, desk.settings.rounds
    sheets = desk.open_sheets
    note = _("%(closed)s of %(rounds)s") % {"closed": closed, "rounds": rounds}
    all_closed = _("The rounds are closed")
    none_open = _("No sheet of a closed round is open again")
    none_empty = _("Every sheet of a closed round has its result")
    has_results = closed > 0 and not sheets.empty
    items = [
        _known(desk, "closed", all_closed, closed >= rounds > 0, "rounds", note=note),
        _by_hand(desk, f"leavers-{desk.coming}", "door"),
        _known(desk, "reopened", none_open, not sheets.again, "event_tables"),
        _known(desk, "emptied", none_empty, has_results, "event_tables"),
    ]
    if desk.to_meet is not None:  # where all play all
        words = ngettext("%(count)s round is missing", "%(count)s rounds are missing", desk.to_meet)
        note = words % {"count": desk.to_meet} if desk.to_meet else ""
        text = _("All have met in the rounds that are drawn")
        have_met = desk.drawn > 0 and not desk.to_meet
        items.insert(1, _known(desk, "met", text, have_met, "rounds", note=note))
    return items


@gives("closing")
def _close(desk: DeskPage) -> list[Concern]:
    are_closed = desk.closed >= desk.settings.rounds > 0
    count = len(desk.protests)
    note = _("open: %(count)s") % {"count": count} if count else ""
    are_decided = desk.closed > 0 and not count
    is_final = desk.event.state == Event.FINAL
    decided = _("Every protest is decided")
    return [
        _by_hand(desk, "recounted", "event"),
        _known(desk, "all_closed", _("All rounds are closed"), are_closed, "rounds"),
        _known(desk, "protests", decided, are_decided, "protests", note=note),
        _known(desk, "final", _("The final list is locked"), is_final, "lock_final"),
        _by_hand(desk, "signed", "lock_final"),
    ]


@gives("prize giving")
def _prizes(desk: DeskPage) -> list[Concern]:
    """Whether every prize is given is known once the list is locked, where there are prizes."""
    handed = _by_hand(desk, "handed", "prizes")
    if has_prizes(desk.settings):
        is_done, note = False, ""
        if desk.event.state == Event.FINAL:
            prizes = prize_list(desk.event).prizes
            given = sum(prize.given is not None and not prize.differs for prize in prizes)
            is_done = given == len(prizes)
            note = _("%(given)s of %(prizes)s") % {"given": given, "prizes": len(prizes)}
        handed = _known(desk, "handed", item_words("handed"), is_done, "prizes", note=note)
    return [_by_hand(desk, "prizes", "prizes"), handed, _by_hand(desk, "photo")]


@gives("afterwards")
def _after(desk: DeskPage) -> list[Concern]:
    """What is left: the box is counted and comes out even, where money is taken."""
    items = [
        _by_hand(desk, "archived", "take_away"),
        _by_hand(desk, "cash", "cash"),
        _by_hand(desk, "kept"),
        _by_hand(desk, "lessons", "history"),
    ]
    counted = last_count(desk.event)
    if counted is not None or desk.settings.fee:
        is_even = counted is not None and not counted.difference
        note = _("not counted yet") if counted is None else ""
        if counted is not None and counted.difference:
            words = _("too little: %(amount)s")
            if counted.difference > 0:
                words = _("too much: %(amount)s")
            note = words % {"amount": money(counted.away)}
        text = _("The box was counted and comes out even")
        items.insert(0, _known(desk, "box", text, is_even, "cash", note=note))
    return items
