"""The lists of an event for spreadsheets: which there are, their columns, and their rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from django.db.models import F, Max
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring import find_ruleset
from scoring.ranking import TeamStanding
from scoring.table import Row as LineRow
from sheets.declared import declared
from sheets.entries import is_hand
from tournaments.common.history import doer_of, reason_in_words
from tournaments.common.listing import Column, Kind, Listing
from tournaments.common.names import name_order
from tournaments.events.check_in.queries.contacts import EntryLine
from tournaments.events.check_in.queries.entries import STATUS_WORDS
from tournaments.events.desk.queries.history import PAGE as LINES
from tournaments.events.desk.queries.history import sentence_of, values_said
from tournaments.events.money.queries.cash import line_sign, line_title, note_in_words, parts_paid
from tournaments.events.money.queries.prizes import Prize, prize_list, prize_listing
from tournaments.events.results.queries.progress import SHORT
from tournaments.events.standings.queries.snapshots import snapshot_of
from tournaments.events.standings.queries.standing_page import (
    CrossRow,
    StandingAsked,
    standing_listing,
    standing_page,
    team_listing,
)
from tournaments.events.standings.queries.standings import Row, event_standing
from tournaments.models import (
    CashLine,
    Club,
    Entry,
    Event,
    EventChange,
    EventTable,
    Hand,
    HandVersion,
    Member,
    Player,
    Result,
    Round,
    Seat,
)
from tournaments.people.queries import people_in
from tournaments.tables.queries import replay_table

NAME, LONG = 28, 50

T = TypeVar("T")


def _who(of: Callable[[T], Entry | EntryLine]) -> tuple[Column[T], ...]:
    """The start number and the name of the entry of a row."""
    return (
        Column(_("No."), lambda row: of(row).number, Kind.NUMBER, 6),
        Column(_("Name"), lambda row: of(row).name, width=NAME),
    )


def _by(of: Callable[[T], Any], says: str = "") -> tuple[Column[T], ...]:
    """Who did what a row of the database says: what was said, and the account."""
    return (
        Column(says or _("Said to be"), lambda row: doer_of(of(row)).says, width=18),
        Column(_("Account"), lambda row: doer_of(of(row)).account, width=18),
    )


# Who is entered, and everybody whom the club knows.


class StartRow(NamedTuple):
    """An entry, where its persons are at home, and what is paid and open of its fee in cents."""

    entry: Entry
    home: str
    paid: int
    open: int

    @property
    def is_paid(self) -> str:
        """Whether the fee is paid, in a word."""
        return _("yes") if self.entry.is_paid else _("in part") if self.paid else _("no")


def start_list(event: Event) -> Listing[StartRow]:
    """Everybody who is entered, with what the door knows."""

    def rows() -> Iterator[StartRow]:
        fee, parts = event.format.fee, parts_paid(event)
        homes: dict[int, dict[str, None]] = defaultdict(dict)
        members = Member.objects.filter(entry__event=event).order_by("place", "from_round")
        for key, home in members.values_list("entry_id", "player__home"):
            if home:
                homes[key][home] = None
        for entry in event.entries.order_by("number", "pk"):
            part = parts.get(entry.pk, 0)
            paid = fee if entry.is_paid else part
            is_due = not (entry.is_paid or entry.is_house or entry.free_reason)
            yield StartRow(entry, ", ".join(homes[entry.pk]), paid, fee - part if is_due else 0)

    columns: list[Column[StartRow]] = [
        *_who(lambda row: row.entry),
        # Translators: “Home” is the place that somebody comes from.
        Column(_("Home"), lambda row: row.home, width=18),
        Column(_("Team"), lambda row: row.entry.team, width=18),
        Column(_("Groups"), lambda row: ", ".join(row.entry.groups), width=18),
        Column(_("Status"), lambda row: str(STATUS_WORDS[row.entry.status]), width=16),
        Column(_("Paid"), lambda row: row.is_paid, width=6),
        Column(_("Points at the start"), lambda row: row.entry.start_points, Kind.POINTS, 18),
        Column(_("First round"), lambda row: row.entry.first_round, Kind.NUMBER),
        Column(_("Last round"), lambda row: row.entry.last_round, Kind.NUMBER),
        Column(_("Arrived"), lambda row: row.entry.arrived_at, Kind.MOMENT),
        Column(_("Paid so far"), lambda row: row.paid, Kind.MONEY),
        Column(_("Still open"), lambda row: row.open, Kind.MONEY),
    ]
    return Listing("start-list", _("Start list"), columns, rows)


def players(club: Club) -> Listing[Player]:
    """Everybody whom the club knows."""

    def rows() -> list[Player]:
        everybody = people_in(club.pk).order_by("pk")
        return sorted(everybody, key=lambda one: (*name_order(one.name), one.home))

    columns: list[Column[Player]] = [
        Column(_("Name"), lambda player: player.name, width=NAME),
        # Translators: “Home” is the place that somebody comes from.
        Column(_("Home"), lambda player: player.home, width=18),
        Column(_("Groups"), lambda player: ", ".join(player.groups), width=24),
        Column(pgettext("date", "Since"), lambda player: player.added_at, Kind.DATE),
    ]
    return Listing("players", _("Players"), columns, rows)


# What the rounds brought, and the places that come of it.


def seats(event: Event) -> Listing[Result]:
    """Who sat where in each round; without a table somebody sat out."""
    columns: list[Column[Result]] = [
        *_where(),
        Column(
            pgettext("at a table", "Seat"),
            lambda row: None if row.side is None else row.side + 1,
            Kind.NUMBER,
            8,
        ),
        *_who(lambda row: row.entry),
    ]
    return Listing("seats", _("Seats"), columns, lambda: _results(event))


def results(event: Event) -> Listing[Result]:
    """What everybody has from each round: the whole of what the standing is reckoned from."""
    columns: list[Column[Result]] = [
        *_where(),
        *_who(lambda row: row.entry),
        Column(_("Points"), lambda row: row.points, Kind.POINTS),
        Column(pgettext("one deal", "Hands"), lambda row: row.hands, Kind.NUMBER),
        Column(_("Solos"), lambda row: row.solos, Kind.NUMBER),
        Column(_("Solos played"), lambda row: row.solos_played, Kind.NUMBER, 8),
        Column(pgettext("column", "Games"), lambda row: row.games, Kind.NUMBER),
        Column(pgettext("column", "Lost"), lambda row: row.lost, Kind.NUMBER),
        Column(_("Complete"), lambda row: _("yes") if row.is_in else _("no"), width=10),
        Column(_("Decided"), lambda row: str(SHORT.get(row.decided, "")), width=10),
    ]
    return Listing("results", _("Results"), columns, lambda: _results(event))


def _where() -> tuple[Column[Result], ...]:
    """The round and the table of a result."""
    return (
        Column(pgettext("of an event", "Round"), lambda row: row.round.number, Kind.NUMBER, 8),
        Column(
            _("Table"),
            lambda row: row.event_table.number if row.event_table else None,
            Kind.NUMBER,
            8,
        ),
    )


def _results(event: Event) -> Iterator[Result]:
    rows = (
        Result.objects.filter(event=event)
        .exclude(round__state=Round.CANCELLED)
        .select_related("round", "entry", "event_table")
        .order_by("round__number", "event_table__number", "side", "entry__number")
    )
    yield from rows.iterator(chunk_size=2_000)


def standing(event: Event) -> Listing[CrossRow]:
    """The standing as a director sees it."""
    page = standing_page(snapshot_of(event), StandingAsked(), is_director=True, everything=True)
    return standing_listing(page)


def teams(event: Event) -> Listing[TeamStanding]:
    """The ranking of the teams."""
    return team_listing(event_standing(event))


def groups(event: Event) -> Listing[tuple[str, Row]]:
    """The side rankings: each group with its places among themselves."""

    def rows() -> Iterator[tuple[str, Row]]:
        now = event_standing(event)
        for group in now.groups:
            yield from ((group, row) for row in now.rows(now.of_group(group)))

    columns: list[Column[tuple[str, Row]]] = [
        Column(_("Group"), lambda each: each[0], width=18),
        Column(pgettext("ranking", "Place"), lambda each: each[1].place, Kind.NUMBER, 8),
        *_who(lambda each: each[1].entry),
        Column(_("Total"), lambda each: each[1].total, Kind.POINTS),
    ]
    return Listing("groups", _("Groups"), columns, rows)


# Money, and what directors did.

OUT = "−"


def cash(event: Event) -> Listing[CashLine]:
    """Each line of the cash book, the first one first: what went out has a minus."""
    lines = event.cash.select_related("entry", "reverses").order_by("pk")
    columns: list[Column[CashLine]] = [
        Column(_("When"), lambda line: line.made_at, Kind.MOMENT),
        Column(_("What"), line_title, width=20),
        Column(
            _("Amount"),
            lambda line: -line.amount if line_sign(line) == OUT else line.amount,
            Kind.MONEY,
        ),
        Column(_("No."), lambda line: line.entry.number if line.entry else None, Kind.NUMBER, 6),
        Column(_("Name"), lambda line: line.entry.name if line.entry else "", width=NAME),
        Column(pgettext("remark", "Note"), note_in_words, width=32),
        *_by(lambda line: line),
    ]
    return Listing("cash", _("Cash"), columns, lambda: lines)


def prizes(event: Event) -> Listing[Prize]:
    """Each prize: who gets it, how much it is, and when it was handed over."""
    return prize_listing(prize_list(event))


def history(event: Event) -> Listing[EventChange]:
    """Everything that directors did, the first deed first."""

    def rows() -> Iterator[EventChange]:
        changes = event.changes.select_related("entry").order_by("pk")
        yield from changes.iterator(chunk_size=LINES * 40)

    columns: list[Column[EventChange]] = [
        Column(_("When"), lambda change: change.made_at, Kind.MOMENT),
        *_by(lambda change: change),
        Column(_("What"), sentence_of, width=LONG),
        Column(pgettext("column", "Before"), lambda change: values_said(change)[0], width=24),
        Column(pgettext("column", "After"), lambda change: values_said(change)[1], width=24),
        Column(_("Why"), lambda change: reason_in_words(change.reason), width=24),
    ]
    return Listing("history", _("History"), columns, rows)


# The hands of all tables: a row for each line of each sheet, with the points of everybody.

TABLES_AT_ONCE = 50


class HandRow(NamedTuple):
    """A line of a sheet: `hand` counts those that were played, None where it is no hand.

    `row` is None where it was withdrawn; `numbers`: the start number of each side.
    """

    place: EventTable
    version: HandVersion
    hand: int | None
    dealer: str
    what: str
    row: LineRow | None
    numbers: dict[int, int]

    def points(self, side: int) -> int | None:
        """What a side won or lost."""
        return self.row.points[side] if self.row and side < len(self.row.points) else None


def hands(event: Event) -> Listing[HandRow]:
    """Every line of every sheet that counts for a round."""
    places = EventTable.objects.filter(round__event=event).exclude(round__state=Round.CANCELLED)
    highest = Seat.objects.filter(table__event_table__in=places).aggregate(Max("index"))
    sides = 0 if highest["index__max"] is None else highest["index__max"] + 1
    if find_ruleset(event.ruleset).scores == "pairs":
        sides = min(sides, 2)

    def rows() -> Iterator[HandRow]:
        keys = list(places.order_by("round__number", "number").values_list("pk", flat=True))
        for start in range(0, len(keys), TABLES_AT_ONCE):
            yield from _lines_of(keys[start : start + TABLES_AT_ONCE])

    def of_side(side: int) -> tuple[Column[HandRow], ...]:
        said = {"side": side + 1}
        return (
            Column(_("No. %(side)s") % said, lambda row: row.numbers.get(side), Kind.NUMBER, 7),
            Column(_("Points %(side)s") % said, lambda row: row.points(side), Kind.POINTS),
        )

    columns: list[Column[HandRow]] = [
        Column(
            pgettext("of an event", "Round"), lambda row: row.place.round.number, Kind.NUMBER, 8
        ),
        Column(_("Table"), lambda row: row.place.number, Kind.NUMBER, 8),
        Column(pgettext("one deal", "Hand"), lambda row: row.hand, Kind.NUMBER, 8),
        Column(_("Dealer"), lambda row: row.dealer, width=24),
        Column(_("What"), lambda row: row.what, width=LONG),
        *(column for side in range(sides) for column in of_side(side)),
        *_by(lambda row: row.version, _("Entered by")),
        Column(_("When"), lambda row: row.version.made_at, Kind.MOMENT),
        Column(_("Version"), lambda row: row.version.number, Kind.NUMBER, 8),
        Column(_("Counts"), lambda row: _("yes") if row.row else _("no"), width=8),
        Column(_("Why"), lambda row: reason_in_words(row.version.reason), width=24),
    ]
    return Listing("hands", pgettext("one deal", "Hands"), columns, rows)


def _lines_of(keys: Sequence[int]) -> Iterator[HandRow]:
    """All that stands on the sheets of these tables; four SQL queries."""
    places = EventTable.objects.select_related("table", "round").in_bulk(keys)
    tables = [place.table_id for place in places.values()]
    versions: dict[int, list[HandVersion]] = defaultdict(list)
    latest = HandVersion.objects.filter(hand__table__in=tables, number=F("hand__version"))
    for version in latest.select_related("hand").order_by("hand__number"):
        versions[version.hand.table_id].append(version)
    names: dict[int, list[str]] = defaultdict(list)
    for seat in Seat.objects.filter(table__in=tables).order_by("index"):
        names[seat.table_id].append(seat.name)
    numbers: dict[int, dict[int, int]] = defaultdict(dict)
    rows = Result.objects.filter(event_table__in=keys).values_list(
        "event_table_id", "side", "entry__number"
    )
    for key, side, start in rows:
        if side is not None and start is not None:
            numbers[key][side] = start
    for key in keys:
        place = places[key]
        yield from _lines(place, names[place.table_id], versions[place.table_id], numbers[key])


def _lines(
    place: EventTable,
    names: Sequence[str],
    versions: Sequence[HandVersion],
    numbers: dict[int, int],
) -> Iterator[HandRow]:
    table = place.table
    ruleset = find_ruleset(table.ruleset)
    replayed = iter(replay_table(table, versions).rows if versions else ())
    circle: Sequence[int] = range(table.players)
    played = 0
    for version in versions:
        row = None if version.is_withdrawn else next(replayed)
        is_counted = row is not None and is_hand(version.record)
        played += is_counted
        dealer, what = "", _("Withdrawn: does not count.")
        if row is not None:  # of a hand that was withdrawn nobody knows who would have dealt it
            dealer = "" if row.dealer is None else names[row.dealer]
            said = declared(ruleset, version.record, names, circle, row.dealer or 0)
            what = "; ".join(f"{each.label}: {each.value}" for each in said)
            circle = version.record.get("seated", circle)
        hand = played if is_counted else None
        yield HandRow(place, version, hand, dealer, what, row, numbers)


# Which lists there are, for a page and for a workbook.

MOST_HANDS = 10_000
"""More of them take a workbook longer than anybody waits; as CSV they come at once."""

Make = Callable[[Event], Listing[Any]]

LISTS: Mapping[str, Make] = {
    "start-list": start_list,
    "seats": seats,
    "results": results,
    "standing": standing,
    "teams": teams,
    "groups": groups,
    "prizes": prizes,
    "cash": cash,
    "hands": hands,
    "history": history,
}
"""Every list by its name in an address."""

ONLY_WHERE: Mapping[str, Callable[[Event], bool]] = {
    "teams": lambda event: event.format.team_size > 0,
    "groups": lambda event: bool(event_standing(event).groups),
    "prizes": lambda event: bool(prize_list(event).prizes),
    "cash": lambda event: event.cash.exists(),
}
"""Those that not every event has something for."""


def names_of(event: Event) -> list[str]:
    """The lists that this event has something for."""
    return [name for name in LISTS if name not in ONLY_WHERE or ONLY_WHERE[name](event)]


def count_hands(event: Event) -> int:
    """How many lines stand on the sheets of an event."""
    return Hand.objects.filter(table__event_table__round__event=event).count()


def lists_of(event: Event) -> list[Listing[Any]]:
    """Those that go into a workbook: all, but hands only where they are not too many."""
    wanted = names_of(event)
    if count_hands(event) > MOST_HANDS:
        wanted.remove("hands")
    return [LISTS[name](event) for name in wanted]
