"""The lists of an event for spreadsheets: which there are, their columns, and their rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

from django.db.models import F, Max
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import find_ruleset
from scoring.table import Row
from tournaments.common.alike import name_order
from tournaments.common.doers import doer_of
from tournaments.common.listing import (
    Column,
    Kind,
    Listing,
    Value,
    moment,
    money,
    number,
    points,
    text,
)
from tournaments.events.desk.queries.history import PAGE as LINES
from tournaments.events.desk.queries.history import sentence_of
from tournaments.events.money.queries.cash import line_sign, line_title, parts_paid
from tournaments.events.money.queries.prizes import prize_list
from tournaments.events.results.queries.progress import SHORT
from tournaments.events.standings.queries.snapshots import snapshot_of
from tournaments.events.standings.queries.standing_page import (
    StandingAsked,
    standing_listing,
    standing_page,
)
from tournaments.events.standings.queries.standings import EventStanding, event_standing
from tournaments.models import (
    Club,
    Entry,
    Event,
    EventTable,
    Hand,
    HandVersion,
    Member,
    Result,
    Round,
    Seat,
)
from tournaments.people.queries.names import people_in
from tournaments.tables.queries.declared import declared
from tournaments.tables.queries.replays import is_hand, replay_table

STATUSES: dict[str, str | Promise] = {
    Entry.REGISTERED: gettext_lazy("registered"),
    Entry.WAITING: gettext_lazy("on the waiting list"),
    Entry.HERE: gettext_lazy("here"),
    Entry.LEFT: gettext_lazy("has left"),
    Entry.NO_SHOW: gettext_lazy("did not come"),
    Entry.OUT: gettext_lazy("disqualified"),
}
NAME, LONG = 28, 50

Rows = Iterator[Sequence[Value]]


def start_list(event: Event) -> Listing:
    """Everybody who is entered, with what the door knows."""

    def rows() -> Rows:
        homes, fee = _homes(event), event.format.fee
        parts = parts_paid(event)
        for entry in event.entries.order_by("number", "pk"):
            yield (
                entry.number,
                entry.name,
                homes.get(entry.pk, ""),
                entry.team,
                ", ".join(entry.groups),
                str(STATUSES.get(entry.status, entry.status)),
                _("yes") if entry.is_paid else _("in part") if entry.pk in parts else _("no"),
                entry.start_points,
                entry.first_round,
                entry.last_round,
                entry.arrived_at,
                fee if entry.is_paid else parts.get(entry.pk, 0),
                0 if has_no_fee(entry) else fee - parts.get(entry.pk, 0),
            )

    columns = (
        number(_("No."), 6),
        text(_("Name"), NAME),
        text(_("Home"), 18),
        text(_("Team"), 18),
        text(_("Groups"), 18),
        text(_("Status"), 16),
        text(_("Paid"), 6),
        points(_("Points at the start"), 18),
        number(_("First round")),
        number(_("Last round")),
        moment(_("Arrived")),
        money(_("Paid so far")),
        money(_("Still open")),
    )
    return Listing("start-list", _("Start list"), columns, rows)


def has_no_fee(entry: Entry) -> bool:
    """Whether nothing is open of an entry: it has paid, plays for nothing, or fills a table."""
    return entry.is_paid or entry.is_house or bool(entry.free_reason)


def seats(event: Event) -> Listing:
    """Who sat where in each round; without a table somebody sat out."""

    def rows() -> Rows:
        for result in _results(event):
            table = result.event_table.number if result.event_table else None
            seat = None if result.side is None else result.side + 1
            yield (result.round.number, table, seat, result.entry.number, result.entry.name)

    columns = (
        number(_("Round"), 8),
        number(_("Table"), 8),
        number(_("Seat"), 8),
        number(_("No."), 6),
        text(_("Name"), NAME),
    )
    return Listing("seats", _("Seats"), columns, rows)


def results(event: Event) -> Listing:
    """What everybody has from each round: the whole of what the standing is reckoned from."""

    def rows() -> Rows:
        for result in _results(event):
            yield (
                result.round.number,
                result.event_table.number if result.event_table else None,
                result.entry.number,
                result.entry.name,
                result.points,
                result.hands,
                result.solos,
                result.solos_played,
                result.games,
                result.lost,
                _("yes") if result.is_in else _("no"),
                str(SHORT.get(result.decided, "")),
            )

    columns = (
        number(_("Round"), 8),
        number(_("Table"), 8),
        number(_("No."), 6),
        text(_("Name"), NAME),
        points(_("Points")),
        number(_("Hands")),
        number(_("Solos")),
        number(_("Solos played"), 8),
        number(_("Games")),
        number(_("Lost")),
        text(_("Complete"), 10),
        text(_("Decided"), 10),
    )
    return Listing("results", _("Results"), columns, rows)


def standing(event: Event) -> Listing:
    """The standing as a director sees it."""
    page = standing_page(snapshot_of(event), StandingAsked(), is_director=True, everything=True)
    return standing_listing(page)


def teams(event: Event) -> Listing:
    """The ranking of the teams, with those who count for each, and what each round gave them."""
    has_series = event.format.team_yields == "places"
    played = [one.number for one in event_standing(event).counted] if has_series else []

    def rows() -> Rows:
        now = event_standing(event)
        for team in now.teams:
            names = ", ".join(now.by_number[member].name for member in team.members)
            series = (team.rounds.get(each) for each in played)
            yield (team.place, team.team, *series, team.total, names)

    columns = (
        number(_("Place"), 8),
        text(_("Team"), 24),
        *(points(_("Round %(number)s") % {"number": each}) for each in played),
        points(_("Total")),
        text(_("Who counts"), LONG),
    )
    return Listing("teams", _("Teams"), columns, rows)


def groups(event: Event) -> Listing:
    """The side rankings: each group with its places among themselves."""

    def rows() -> Rows:
        now: EventStanding = event_standing(event)
        for group in now.groups:
            for row in now.rows(now.of_group(group)):
                yield (group, row.place, row.entry.number, row.entry.name, row.total)

    columns = (
        text(_("Group"), 18),
        number(_("Place"), 8),
        number(_("No."), 6),
        text(_("Name"), NAME),
        points(_("Total")),
    )
    return Listing("groups", _("Groups"), columns, rows)


def history(event: Event) -> Listing:
    """Everything that directors did, the first deed first."""

    def rows() -> Rows:
        changes = event.changes.select_related("entry").order_by("pk")
        for change in changes.iterator(chunk_size=LINES * 40):
            said = (change.before, change.after, change.reason)
            yield (change.made_at, *doer_of(change), sentence_of(change), *said)

    columns = (
        moment(_("When")),
        text(_("Said to be"), 18),
        text(_("Account"), 18),
        text(_("What"), LONG),
        text(_("Before"), 24),
        text(_("After"), 24),
        text(_("Why"), 24),
    )
    return Listing("history", _("History"), columns, rows)


def players(club: Club) -> Listing:
    """Everybody whom the club knows."""

    def rows() -> Rows:
        everybody = people_in(club.pk).order_by("pk")
        for player in sorted(everybody, key=lambda one: (*name_order(one.name), one.home)):
            yield (player.name, player.home, ", ".join(player.groups), player.added_at)

    columns = (
        text(_("Name"), NAME),
        text(_("Home"), 18),
        text(_("Groups"), 24),
        Column(_("Since"), Kind.DATE, 12),
    )
    return Listing("players", _("Players"), columns, rows)


def has_teams(event: Event) -> bool:
    """Whether teams are ranked."""
    return event.format.team_size > 0


def has_groups(event: Event) -> bool:
    """Whether there are side rankings."""
    return bool(event_standing(event).groups)


def _results(event: Event) -> Iterator[Result]:
    rows = (
        Result.objects.filter(event=event)
        .exclude(round__state=Round.CANCELLED)
        .select_related("round", "entry", "event_table")
        .order_by("round__number", "event_table__number", "side", "entry__number")
    )
    yield from rows.iterator(chunk_size=2_000)


def _homes(event: Event) -> dict[int, str]:
    homes: dict[int, list[str]] = {}
    members = Member.objects.filter(entry__event=event).order_by("place", "from_round")
    for entry, home in members.values_list("entry_id", "player__home"):
        if home and home not in homes.setdefault(entry, []):
            homes[entry].append(home)
    return {entry: ", ".join(found) for entry, found in homes.items()}


# The cash book for a spreadsheet, and the prizes.

OUT = "−"


def cash(event: Event) -> Listing:
    """Each line of the cash book, the first one first: what went out has a minus."""

    def rows() -> Iterator[Sequence[Value]]:
        lines = event.cash.select_related("entry", "reverses").order_by("pk")
        for line in lines:
            yield (
                line.made_at,
                line_title(line),
                -line.amount if line_sign(line) == OUT else line.amount,
                line.entry.number if line.entry else None,
                line.entry.name if line.entry else "",
                line.note,
                *doer_of(line),
            )

    columns = (
        moment(_("When")),
        text(_("What"), 20),
        money(_("Amount")),
        number(_("No."), 6),
        text(_("Name"), 28),
        text(_("Note"), 32),
        text(_("Said to be"), 18),
        text(_("Account"), 18),
    )
    return Listing("cash", _("Cash"), columns, rows)


def prizes(event: Event) -> Listing:
    """Each prize: who gets it, how much it is, and when it was handed over."""

    def rows() -> Iterator[Sequence[Value]]:
        for prize in prize_list(event).prizes:
            given = prize.given.at if prize.given else None
            more = "; ".join(filter(None, (", ".join(prize.members), prize.why)))
            number = prize.number or None
            yield (prize.title, number, prize.name, prize.cents, prize.goods, more, given)

    columns = (
        text(_("Prize"), 28),
        number(_("No."), 6),
        text(_("Name"), 28),
        money(_("Amount")),
        text(_("Goods"), 24),
        text(_("Members, or what it was"), 40),
        moment(_("Handed over")),
    )
    return Listing("prizes", _("Prizes"), columns, rows)


def has_cash(event: Event) -> bool:
    """Whether there is a line in the cash book."""
    return event.cash.exists()


def has_prizes(event: Event) -> bool:
    """Whether there is anything to win."""
    return bool(prize_list(event).prizes)


# The hands of all tables: one row for each line of each sheet, with the points of everybody.

TABLES_AT_ONCE = 50

Sheet = tuple[EventTable, list[str], list[HandVersion], dict[int, int]]
"""A table, the names on its sheet, the latest versions, and the start number of each side."""


def hands(event: Event) -> Listing:
    """Every line of every sheet that counts for a round."""
    places = EventTable.objects.filter(round__event=event).exclude(round__state=Round.CANCELLED)
    highest = Seat.objects.filter(table__event_table__in=places).aggregate(Max("index"))
    sides = 0 if highest["index__max"] is None else highest["index__max"] + 1
    if find_ruleset(event.ruleset).scores == "pairs":
        sides = min(sides, 2)

    def rows() -> Iterator[Sequence[Value]]:
        keys = list(places.order_by("round__number", "number").values_list("pk", flat=True))
        for start in range(0, len(keys), TABLES_AT_ONCE):
            for sheet in _sheets(keys[start : start + TABLES_AT_ONCE]):
                yield from _lines(sheet, sides)

    each = [
        column
        for side in range(1, sides + 1)
        for column in (
            number(_("No. %(side)s") % {"side": side}, 7),
            points(_("Points %(side)s") % {"side": side}),
        )
    ]
    columns = (
        number(_("Round"), 8),
        number(_("Table"), 8),
        number(_("Hand"), 8),
        text(_("Dealer"), 24),
        text(_("What"), 50),
        *each,
        text(_("Entered by"), 18),
        text(_("Account"), 18),
        moment(_("When")),
        number(_("Version"), 8),
        text(_("Counts"), 8),
        text(_("Why"), 24),
    )
    return Listing("hands", _("Hands"), columns, rows)


def _sheets(keys: Sequence[int]) -> Iterator[Sheet]:
    """These tables with all that stands on their sheets; four SQL queries."""
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
        yield place, names[place.table_id], versions[place.table_id], numbers[key]


def _lines(sheet: Sheet, sides: int) -> Iterator[Sequence[Value]]:
    place, names, versions, numbers = sheet
    table = place.table
    replayed = iter(replay_table(table, versions).rows if versions else ())
    circle: Sequence[int] = range(table.players)
    played = 0
    for version in versions:
        row = None if version.is_withdrawn else next(replayed)
        is_counted = row is not None and is_hand(version.record)
        played += is_counted
        yield (
            place.round.number,
            place.number,
            played if is_counted else None,
            names[row.dealer] if row and row.dealer is not None else "",
            _what(version, place, names, circle, row),
            *_each(row, numbers, sides),
            *doer_of(version),
            version.made_at,
            version.number,
            _("yes") if row else _("no"),
            version.reason,
        )
        if row:
            circle = version.record.get("seated", circle)


def _each(row: Row | None, numbers: dict[int, int], sides: int) -> Iterator[Value]:
    for side in range(sides):
        yield numbers.get(side)
        yield row.points[side] if row and side < len(row.points) else None


def _what(
    version: HandVersion,
    place: EventTable,
    names: Sequence[str],
    circle: Sequence[int],
    row: Row | None,
) -> str:
    """A hand in words; of one that was withdrawn nobody knows who would have dealt it."""
    if row is None:
        return _("Withdrawn: does not count.")
    ruleset = find_ruleset(place.table.ruleset)
    found = declared(ruleset, version.record, names, circle, row.dealer or 0)
    return "; ".join(f"{each.label}: {each.value}" for each in found)


# Which lists there are of an event, for a page and for a workbook.

MOST_HANDS = 10_000
"""More of them take a workbook longer than anybody waits; as CSV they come at once."""

Make = Callable[[Event], Listing]

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
    "teams": has_teams,
    "groups": has_groups,
    "prizes": has_prizes,
    "cash": has_cash,
}


def names_of(event: Event) -> list[str]:
    """The lists that this event has something for."""
    return [name for name in LISTS if name not in ONLY_WHERE or ONLY_WHERE[name](event)]


def count_hands(event: Event) -> int:
    """How many lines stand on the sheets of an event."""
    return Hand.objects.filter(table__event_table__round__event=event).count()


def lists_of(event: Event) -> list[Listing]:
    """Those that go into a workbook: all, but hands only where they are not too many."""
    wanted = names_of(event)
    if count_hands(event) > MOST_HANDS:
        wanted.remove("hands")
    return [LISTS[name](event) for name in wanted]
