"""An event whose tables open one by one: who waits since when, and who sits where now.

An entry waits while it is here, sits at no open table and has starts left. Whoever has waited
longest stands first; who came back from a table waits since that table's round was closed, and who
left it between two hands since then.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from itertools import count as numbers_from
from itertools import islice
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from formats.event import EventSettings
from scoring import find_ruleset
from seating.model import Impossible
from seating.sizes import Layout, layout
from sheets.entries import SheetEntry, counting, hands_among
from tournaments.common.cache import cached
from tournaments.events.check_in.queries.contacts import grouped, pairs_of
from tournaments.events.results.queries.progress import Progress, missing_of, open_progress
from tournaments.events.results.queries.sheets import is_open_ended
from tournaments.events.standings.queries.snapshots import Snapshot
from tournaments.models import Entry, Event, EventTable, Member, Result, Round
from tournaments.tables.queries import SheetReading


class Waiting(NamedTuple):
    """An entry that waits for a table.

    `persons`: the keys of its players; `sits`: one of them sits at a table now, `is_later`: one of
    them waits with an earlier entry. `starts`: how many rounds it has played. `is_restart`: one of
    them had an entry before. `is_paid`: nothing is due for it.
    """

    pk: int
    number: int
    name: str
    since: datetime | None
    starts: int
    is_house: bool
    is_paid: bool
    apart: frozenset[str]
    persons: frozenset[int]
    sits: bool = False
    is_later: bool = False
    is_restart: bool = False

    @property
    def owes(self) -> bool:
        """Whether it is a further entry of somebody, for which nobody has paid."""
        return self.is_restart and not (self.is_paid or self.is_house)

    @property
    def is_twice(self) -> bool:
        """Whether somebody else comes first: the same person with another entry."""
        return self.sits or self.is_later


@dataclass(frozen=True)
class Queue:
    """Who waits, the longest first, who is through, and which tables have people at them.

    Of those who are through each person stands once, by the latest entry, who neither waits nor
    sits, and may start again.
    """

    waiting: tuple[Waiting, ...]
    finished: tuple[Waiting, ...]
    taken: frozenset[int]

    def turn_of(self, number: int) -> int | None:
        """Which one in the queue a start number is, from 1; None where it does not wait."""
        turns = {each.number: turn for turn, each in enumerate(self.waiting, 1)}
        return turns.get(number)


@dataclass(frozen=True)
class Board:
    """A rolling event as its director sees it.

    `proposed` are the start numbers that come next, `layout` their tables (None where too few
    wait). `tables` are the open ones in the order of their numbers, `complete` those of them that
    lack nothing.
    """

    event: Event
    queue: Queue
    proposed: tuple[int, ...]
    layout: Layout | None
    tables: tuple[Progress, ...]
    complete: tuple[Progress, ...]

    @cached_property
    def missing(self) -> int:
        """How many more have to come before a table can open."""
        size = self.event.format.size
        ready = sum(not each.is_twice for each in self.queue.waiting)
        return 0 if self.layout else max(1, size - ready)

    @property
    def rounds_to_close(self) -> list[int]:
        """The numbers of the rounds all of whose tables are complete."""
        lacking = {each.place.round.number for each in self.tables if each not in self.complete}
        return sorted({each.place.round.number for each in self.complete} - lacking)


def queue_of(event: Event) -> Queue:
    """Who waits and who is through, for everybody; nothing is read where no deed was done since."""
    return cached((event.submission, "queue"), event.version, lambda: read_queue(event))


def board_of(event: Event) -> Board:
    """Everything about the waiting people and the open tables of an event."""
    queue = read_queue(event)
    settings = event.format
    tables = tuple(open_progress(event))
    lacking = {id(each.row) for each in missing_of(tables, event)}
    proposed = proposal(queue.waiting, settings)
    return Board(
        event=event,
        queue=queue,
        proposed=proposed,
        layout=tables_for(len(proposed), settings, settings.size) if proposed else None,
        tables=tables,
        complete=tuple(each for each in tables if id(each) not in lacking),
    )


def plays_on(event: Event, sheet: Progress) -> bool:
    """Whether a table goes on as long as it likes, so that a sheet with hands is not yet over."""
    return is_open_ended(event) and not sheet.counts_paper


def proposal(waiting: Sequence[Waiting], settings: EventSettings) -> tuple[int, ...]:
    """Who comes next, by start number: everybody where all fit, else as many full tables as can be.

    House players are only taken to fill a table, and who came together is kept apart where
    others wait. A further entry of somebody comes next only when its fee is paid: a director who
    lets it play all the same ticks it.
    """
    fee = settings.fee
    ready = [each for each in waiting if not each.is_twice and not (fee and each.owes)]
    ready.sort(key=lambda each: each.is_house)
    guests = sum(not each.is_house for each in ready)
    for count in (guests, -(-guests // settings.size) * settings.size):
        if 0 < count <= len(ready) and tables_for(count, settings, settings.size):
            return tuple(each.number for each in ready[:count])
    full = guests // settings.size * settings.size
    strangers: list[Waiting] = []
    for each in ready[:guests]:
        if not any(each.apart & other.apart for other in strangers):
            strangers.append(each)
    others = [each for each in ready[:guests] if each not in strangers]
    chosen = [*strangers, *others][:full]
    return tuple(each.number for each in ready if each in chosen)


def tables_for(count: int, settings: EventSettings, most: int) -> Layout | None:
    """The tables for so many who are to be seated all, None where that cannot be.

    `most`: the largest table of the game, which may be taken where the usual ones do not fit.

    >>> tables_for(11, EventSettings(size=5), 5).sizes, tables_for(7, EventSettings(size=5), 5)
    ((5, 6), None)
    >>> tables_for(7, EventSettings(size=5), 8).sizes
    (7,)
    """
    try:
        found = layout(count, settings.size, settings.odd)
    except Impossible:
        found = Layout((), count)
    if found.sizes and not found.out:
        return found
    return Layout((count,)) if settings.size < count <= most else None


def free_numbers(taken: Collection[int], count: int, wanted: int = 0) -> list[int]:
    """The numbers of the next tables: the lowest that are free, from the wanted one on.

    >>> free_numbers({1, 3}, 2), free_numbers({1, 3}, 2, 3)
    ([2, 4], [4, 5])
    """
    free = (number for number in numbers_from(max(wanted, 1)) if number not in taken)
    return list(islice(free, count))


def read_queue(event: Event) -> Queue:
    """Who waits and who is through, read now; five SQL queries."""
    settings = event.format
    entries = list(event.entries.filter(status=Entry.HERE).exclude(number=None).order_by("number"))
    played = _rounds_of(event)
    persons = _persons_of(event)
    sitting = {
        person
        for entry, rounds in played.items()
        if any(one.sits for one in rounds)
        for person in persons[entry]
    }
    first: dict[int, int] = {}
    for key in sorted(persons, reverse=True):
        first |= dict.fromkeys(persons[key], key)
    waiting: list[Waiting] = []
    finished: list[Waiting] = []
    for entry in entries:
        rounds, own = played[entry.pk], persons[entry.pk]
        if any(one.sits for one in rounds):
            continue
        is_restart = any(first[person] < entry.pk for person in own)
        one = _waiting(entry, rounds, own)._replace(is_restart=is_restart)
        is_through = settings.ticket_rounds and one.starts >= settings.ticket_rounds
        (finished if is_through else waiting).append(one)
    waiting.sort(key=lambda each: (each.since or event.made_at, each.number))
    waits: set[int] = set()
    for turn, each in enumerate(waiting):
        sits, is_later = not each.persons.isdisjoint(sitting), not each.persons.isdisjoint(waits)
        waiting[turn] = each._replace(sits=sits, is_later=is_later)
        waits |= each.persons
    busy, again = sitting | waits, list[Waiting]()
    for each in reversed(finished):
        if each.persons.isdisjoint(busy):
            busy |= each.persons
            again.append(each)
    taken = EventTable.objects.filter(round__event=event, round__state=Round.DRAWN)
    return Queue(tuple(waiting), tuple(again), frozenset(taken.values_list("number", flat=True)))


def _waiting(entry: Entry, rounds: Sequence[AtRound], persons: frozenset[int]) -> Waiting:
    moments = [entry.arrived_at, *(one.until for one in rounds)]
    known = [moment for moment in moments if moment is not None]
    apart = [f"party {entry.party}"] if entry.party else []
    apart += [f"team {entry.team}"] if entry.team else []
    return Waiting(
        entry.pk,
        entry.number or 0,
        entry.name,
        max(known, default=None),
        sum(one.is_start for one in rounds),
        entry.is_house,
        entry.is_paid or bool(entry.free_reason),
        frozenset(apart),
        persons,
    )


def public_queue(snapshot: Snapshot) -> Queue:
    """The same with the names of a snapshot, which everybody may see."""
    queue = queue_of(snapshot.event)
    names = {pk: line.name for pk, line in snapshot.entries.items()}
    waiting = tuple(each._replace(name=names.get(each.pk, each.name)) for each in queue.waiting)
    return replace(queue, waiting=waiting)


class AtRound(NamedTuple):
    """What an entry has of a table: whether it sits there now, until when it did, and whether that
    was a start: it was not for who left before a hand was dealt."""

    sits: bool
    until: datetime | None
    is_start: bool


def _rounds_of(event: Event) -> defaultdict[int, list[AtRound]]:
    """By entry, the tables at which it sits or sat."""
    results = Result.objects.filter(
        event=event, event_table__isnull=False, round__state__in=(Round.DRAWN, Round.CLOSED)
    )
    found: defaultdict[int, list[AtRound]] = defaultdict(list)
    names = ("entry", "round__state", "round__closed_at", "is_away", "moved_at", "hands")
    for entry, state, closed, is_away, moved, hands in results.values_list(*names):
        sits, until = state == Round.DRAWN and not is_away, moved if is_away else closed
        found[entry].append(AtRound(sits, until, bool(hands) or not is_away))
    return found


def _persons_of(event: Event) -> defaultdict[int, frozenset[int]]:
    members = Member.objects.filter(entry__event=event, until_round=None)
    found: defaultdict[int, frozenset[int]] = defaultdict(frozenset)
    for entry, player in members.values_list("entry", "player"):
        found[entry] |= {player}
    roots = grouped(found, pairs_of(event))
    together: defaultdict[int, frozenset[int]] = defaultdict(frozenset)
    for entry, root in roots.items():
        together[root] |= found[entry]
    return defaultdict(frozenset, {entry: together[root] for entry, root in roots.items()})


class Stay(NamedTuple):
    """When the person of a column last joined, left or came back, and whether he sits there."""

    moved_at: datetime | None = None
    is_away: bool = False


STAYED = Stay()


def stays_on(entries: Iterable[SheetEntry], players: int) -> dict[int, Stay]:
    """By column, what the lines of a sheet say of those who joined or left a free night's table.

    `players` sat down at first. Where hands are due somebody leaves in one of four ways, and
    these say what counts.
    """
    circle, found = frozenset(range(players)), dict[int, Stay]()
    for entry in entries:
        if "seated" in entry.record and not entry.is_withdrawn:
            seated = frozenset(entry.record["seated"])
            found |= {column: Stay(entry.made_at, True) for column in circle - seated}
            found |= {column: Stay(entry.made_at, False) for column in seated - circle}
            circle = seated
    return found


def hands_each_problem(place: EventTable, record: dict[str, Any]) -> str:
    """Why the hands of each, keyed from paper, cannot be; "" where nobody joined or left.

    In every hand as many get cards as the game has players. One SQL query where tables play as
    long as they like, none elsewhere.
    """
    if not is_open_ended(place.round.event):
        return ""
    if not place.results.filter(moved_at__isnull=False).exists():
        return ""
    each: list[int] = record.get("hands_each", [])
    if len(each) != len(record["points"]) or not any(each):
        return _("People joined or left here: of each say in how many hands he got cards.")
    playing, hands = find_ruleset(place.table.ruleset).seats, record.get("hands") or 0
    if max(each) > hands:
        text = _("Nobody got cards in more hands than were played: %(hands)s.")
        return text % {"hands": hands}
    if sum(each) != playing * hands:
        text = _(
            "Players in each hand: %(playing)s, hands: %(hands)s. That makes %(due)s, and here it "
            "is %(sum)s."
        )
        return text % {"playing": playing, "hands": hands, "due": playing * hands, "sum": sum(each)}
    return ""


@dataclass(frozen=True)
class Sitting:
    """A table of a free night: who sits there clockwise, who has left, and who could join.

    Of those who have left the last one is first; he sat to the left of `sat_after`, if that one
    is there still. `dealt` hands are on the sheet. `is_keyed`: its totals from paper are in, so
    that nobody moves any more.
    """

    place: EventTable
    there: tuple[Result, ...]
    gone: tuple[Result, ...]
    waiting: tuple[Waiting, ...]
    dealt: int
    is_keyed: bool
    sat_after: int | None = None

    @property
    def sizes(self) -> str:
        """How many may sit at a table of this game."""
        return ", ".join(map(str, find_ruleset(self.place.table.ruleset).tables))

    @property
    def is_fixed(self) -> bool:
        """Whether fixed pairs play, so that nobody can join or leave."""
        return find_ruleset(self.place.table.ruleset).scores == "pairs"


def sitting_at(place: EventTable) -> Sitting:
    """Who sits at a table of a free night now; its table, round and event must be fresh."""
    sheet = SheetReading(place.table, place)
    rows = {result.side or 0: result for result in sheet.results}
    circle = [column for column in sheet.replay.next.seated if column in rows]
    gone = sorted(rows.keys() - set(circle), key=lambda one: (rows[one].moved_at, one))[::-1]
    queue = read_queue(place.round.event)
    mine = {result.entry_id for result in sheet.results}
    elsewhere = seats_now(mine).exclude(event_table=place).values_list("entry", flat=True)
    sits_elsewhere = frozenset(elsewhere)
    return Sitting(
        place=place,
        there=tuple(rows[column] for column in circle),
        gone=tuple(rows[one] for one in gone if rows[one].entry_id not in sits_elsewhere),
        waiting=tuple(one for one in queue.waiting if not one.is_twice and one.pk not in mine),
        dealt=hands_among(sheet.entries),
        is_keyed=sheet.keyed is not None,
        sat_after=_sat_after(sheet, gone[0], circle) if gone else None,
    )


def seats_now(entries: Iterable[int]) -> QuerySet[Result]:
    """Where these entries sit at an open table and have not left it."""
    return Result.objects.filter(
        entry__in=entries, round__state=Round.DRAWN, event_table__isnull=False, is_away=False
    )


def _sat_after(sheet: SheetReading, column: int, there: Sequence[int]) -> int | None:
    """To whose left somebody sat who has left; of those who sit there now."""
    circles = [tuple(range(sheet.table.players))]
    circles += [
        tuple(entry.record["seated"])
        for entry in counting(sheet.entries)
        if "seated" in entry.record
    ]
    last = next((circle for circle in reversed(circles) if column in circle), ())
    place = last.index(column) if last else 0
    before = (one for one in (*last[:place][::-1], *last[place:][::-1]) if one in there)
    return next(before, None)
