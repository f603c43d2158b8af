"""What is read of tables: their sheets, whose they are, and for whom they count."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.auth.models import AnonymousUser, User
from django.db import connection
from django.db.models import Exists, F, FilteredRelation, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from config.formats.dates import dated
from scoring import RULESETS, Played, Replay, find_ruleset
from scoring.ruleset import Ruleset
from sheets.coming import ComingHand, hand_after, play_on, play_sheet, replay_sheet
from sheets.drawings import sheet_context
from sheets.entries import SheetEntry, SheetTable
from sheets.sheet import Sheet, SheetLine
from sheets.words import spoken
from tournaments.common.access import clubs_of
from tournaments.common.house_rules import typed
from tournaments.common.listing import Column, Kind, Listing
from tournaments.common.names import from_a_to_z
from tournaments.models import (
    Author,
    Club,
    EventTable,
    Hand,
    HandVersion,
    Leaving,
    Member,
    Result,
    Round,
    Seat,
    Table,
    TableChange,
    TableLink,
    TotalsVersion,
    hash_secret,
)
from tournaments.people.queries import NO_VEIL, Veil, is_old, is_old_event, shown_name, veils_of
from tournaments.rules.queries import (
    SentRules,
    UnreadRules,
    differing,
    known_elsewhere,
    known_in_part,
    read_rules,
    rules_of,
)

# The lines of a sheet, and what they come to.


def latest_versions(table: Table) -> list[HandVersion]:
    """The latest version of each hand in the order of the sheet, withdrawn ones included."""
    return list(
        HandVersion.objects.filter(hand__table=table, number=F("hand__version"))
        .select_related("hand")
        .order_by("hand__number")
    )


def counted(versions: Iterable[HandVersion]) -> list[HandVersion]:
    """The versions that count: all but the withdrawn ones."""
    return [version for version in versions if not version.is_withdrawn]


def hand_places(tables: Iterable[int]) -> dict[tuple[int, int], int]:
    """What the hands of these tables are called, by table and key of the line; one SQL query.

    A hand is called by its place among those that count: withdrawn ones, corrections of points and
    who came or left have none.
    """
    hands = HandVersion.objects.filter(
        hand__table__in=set(tables), number=F("hand__version"), is_withdrawn=False
    ).exclude(record__has_any_keys=["adjustment", "seated"])
    keys = hands.order_by("hand__table", "hand__number").values_list("hand__table", "hand__number")
    places: dict[tuple[int, int], int] = {}
    passed: dict[int, int] = {}
    for table, number in keys:
        passed[table] = places[table, number] = passed.get(table, 0) + 1
    return places


NAMES = 'SELECT name FROM tournaments_seat WHERE table_id = %s ORDER BY "index"'
"""What each page of a table reads, and the lines with it: written out, as `LINES` is."""


def seat_names(table: Table) -> list[str]:
    """The names at the table in seat order."""
    with connection.cursor() as cursor:
        cursor.execute(NAMES, [table.pk])
        return [name for (name,) in cursor.fetchall()]


def sheet_table(table: Table) -> SheetTable:
    """The table as its sheet knows it."""
    return SheetTable(
        ruleset=find_ruleset(table.ruleset),
        options=table.options,
        players=table.players,
        first_dealer=table.first_dealer,
        title=table.title,
        ended_at=table.ended_at,
    )


class Line(NamedTuple):
    """A line of a sheet in its latest version, and the key of its hand."""

    hand: int
    entry: SheetEntry


LINES = """
SELECT hand.id, hand.number, version.record, version.number, version.is_withdrawn, version.made_at
FROM tournaments_hand AS hand
JOIN tournaments_handversion AS version
ON version.hand_id = hand.id AND version.number = hand.version
WHERE hand.table_id = %s ORDER BY hand.number
"""


def read_lines(table: Table) -> list[Line]:
    """The lines of a sheet in their order, withdrawn ones included; one SQL query.

    Each save and each look reads them. Written out, the query takes a twentieth of the time that
    Django needs to put it together and to make two objects of each row.
    """
    with connection.cursor() as cursor:
        cursor.execute(LINES, [table.pk])
        rows = cursor.fetchall()
    records = json.loads(f"[{','.join(row[2] for row in rows)}]")
    return [
        Line(
            hand,
            SheetEntry(
                number,
                record,
                version,
                is_withdrawn,
                made_at=made_at if made_at.tzinfo else made_at.replace(tzinfo=UTC),
            ),
        )
        for (hand, number, _, version, is_withdrawn, made_at), record in zip(
            rows, records, strict=True
        )
    ]


def line_of(version: HandVersion, *, is_new: bool = False) -> Line:
    """The line that a version is; one that is not saved is new."""
    entry = SheetEntry(
        version.hand.number,
        version.record,
        version.number,
        version.is_withdrawn,
        is_new or version.pk is None,
        version.made_at,
    )
    return Line(version.hand_id, entry)


def sheet_entries(versions: Iterable[HandVersion]) -> list[SheetEntry]:
    """The lines of these versions; those that are not saved are new."""
    return [line_of(version).entry for version in versions]


def replay_table(table: Table, versions: Iterable[HandVersion]) -> Replay:
    """What these versions come to at a table; raises ImpossibleHand."""
    return replay_sheet(sheet_table(table), sheet_entries(versions))


def coming_hand(table: Table, versions: Iterable[HandVersion]) -> ComingHand:
    """What the hand after these versions must be."""
    found, entries = sheet_table(table), sheet_entries(versions)
    return hand_after(found, entries, replay_sheet(found, entries))


class SheetReading:
    """What is known of a sheet, read when it is first asked for and not a second time.

    It is made under the table's lock and does not outlive the change: whoever changes a seat or a
    result of it changes the objects that stand here. `place`: where the table stands in an event;
    `lines`: its lines, where they are known; `before`: what all but the last one of these have been
    played through to.
    """

    def __init__(
        self,
        table: Table,
        place: EventTable | None = None,
        lines: list[Line] | None = None,
        before: Played | None = None,
    ) -> None:
        self.table = table
        self.place = place
        self.before = before
        if lines is not None:
            self.lines = lines

    @cached_property
    def lines(self) -> list[Line]:
        """The lines, withdrawn ones included."""
        return read_lines(self.table)

    @cached_property
    def played(self) -> Played:
        """What they were played through to; raises ImpossibleHand."""
        if self.before is not None:
            return play_on(self.sheet_table, self.entries, self.before)
        return play_sheet(self.sheet_table, self.entries)

    @property
    def replay(self) -> Replay:
        """What they come to; raises ImpossibleHand."""
        return self.played.replay

    @cached_property
    def sheet_table(self) -> SheetTable:
        """The table as its sheet knows it."""
        return sheet_table(self.table)

    @cached_property
    def entries(self) -> list[SheetEntry]:
        """What the lines say."""
        return [line.entry for line in self.lines]

    @property
    def counted(self) -> list[Line]:
        """The lines that count: all but the withdrawn ones."""
        return [line for line in self.lines if not line.entry.is_withdrawn]

    @property
    def coming(self) -> ComingHand:
        """What the next hand must be; raises ImpossibleHand."""
        return hand_after(self.sheet_table, self.entries, self.replay)

    @cached_property
    def seats(self) -> list[Seat]:
        """The columns."""
        return list(Seat.objects.filter(table=self.table).order_by("index"))

    @cached_property
    def results(self) -> list[Result]:
        """What the entries have from it, with the leavings that hold; none outside an event."""
        if self.place is None:
            return []
        rows = with_leavings(Result.objects.filter(event_table=self.place))
        return list(rows.select_related("entry").order_by("side"))

    @cached_property
    def newest(self) -> TotalsVersion | None:
        """The latest version of its totals from paper, withdrawn or not."""
        return None if self.place is None else self.place.totals.order_by("-number").first()

    @property
    def keyed(self) -> TotalsVersion | None:
        """The totals from paper, where there are some that were not withdrawn."""
        return None if self.newest is None or self.newest.is_withdrawn else self.newest

    @property
    def numbers(self) -> list[int]:
        """The numbers of the lines that count, in the order of the sheet."""
        return [line.entry.number for line in self.counted]

    @property
    def is_longer_by_a_line(self) -> bool:
        """Whether a new line is being saved below all others: what came before it stays.

        A newcomer would change that: each line gets a column more.
        """
        newest = self.lines[-1].entry if self.lines else None
        if newest is None or not newest.is_new or newest.version > 1:
            return False
        return "seated" not in newest.record

    def under_lock(self, locked: Table) -> SheetReading:
        """This reading again for whoever has locked the table, which is as it was read.

        Every change of a sheet counts up its table's version, which was read before the hands.
        """
        return self._known(locked, self.place)

    def at(self, place: Any) -> SheetReading:  # noqa: ANN401 - a table with more on it
        """The same sheet at its place in an event, which was read `with_keyed` under the lock."""
        place.table = self.table
        sheet = self._known(self.table, place)
        if not place.has_totals:
            sheet.newest = None
        return sheet

    def _known(self, table: Table, place: EventTable | None) -> SheetReading:
        """What is known of the lines, for the same sheet."""
        sheet = SheetReading(table, place, self.lines, self.before)
        if "played" in vars(self):
            sheet.played = self.played
        return sheet

    def after(self, version: HandVersion) -> SheetReading:
        """The sheet once that version of a line, old or new, has been saved; no SQL query."""
        others = [
            Line(line.hand, line.entry._replace(is_new=False)) if line.entry.is_new else line
            for line in self.lines
            if line.hand != version.hand_id
        ]
        lines = [*others, line_of(version, is_new=True)]
        lines.sort(key=lambda line: line.entry.number)
        sheet = SheetReading(self.table, self.place, lines)
        if sheet.is_longer_by_a_line:
            sheet.before = self.played
        return sheet


HELD = ["leaving"]
"""What is read along with a result; the type checker knows no relations but those of models."""


def with_leavings(results: QuerySet[Result]) -> QuerySet[Result]:
    """The same results, each with the leaving that holds for it: no SQL query more."""
    holds = FilteredRelation("leavings", condition=Q(leavings__withdrawn_at=None))
    read = results.annotate(leaving=holds, leaving_key=F("leaving__pk"))
    return read.select_related(*HELD)


def leaving_of(result: Any) -> Leaving | None:  # noqa: ANN401 - a result with more on it
    """How the entry of a result, read `with_leavings`, left its table; None where it stayed."""
    leaving: Leaving | None = result.leaving if result.leaving_key is not None else None
    return leaving


def with_keyed(places: QuerySet[EventTable]) -> QuerySet[EventTable]:
    """The same tables, each knowing whether it has totals from paper: no SQL query more."""
    versions = TotalsVersion.objects.filter(event_table=OuterRef("pk"))
    return places.annotate(has_totals=Exists(versions))


# A sheet on its pages.


@dataclass(frozen=True)
class TableSheet(Sheet):
    """A table's sheet with the rows from which it was read."""

    reading: SheetReading

    def hand_of(self, line: SheetLine) -> Hand:
        """The hand that a line is kept as."""
        key = next(each.hand for each in self.reading.lines if each.entry == line.entry)
        table = self.reading.table
        return Hand(pk=key, table=table, number=line.number, version=line.entry.version)


def table_sheet(table: Table, veil: Veil | None = None) -> TableSheet:
    """The sheet of a table: two SQL queries, however many hands, and two more under a veil.

    The hands are read before the names: whoever joins between the two has a name, and no column.
    """
    reading = SheetReading(table)
    if veil is None or not veil:
        return sheet_of(reading)
    reading.lines = [_veiled(line, veil) for line in reading.lines]
    return sheet_of(reading, veil.names(_seated(table)))


def _veiled(line: Line, veil: Veil) -> Line:
    """A line as everybody may read it: what somebody typed is the reason alone."""
    record = veiled_record(line.entry.record, veil)
    return line._replace(entry=line.entry._replace(record=record))


def veiled_record(record: Mapping[str, Any], veil: Veil) -> dict[str, Any]:
    """What a line says, without the names that are not shown."""
    said = {"reason": veil.words.text(record["reason"])} if "reason" in record else {}
    return {**record, **said}


def versions_of(hand: Hand, veil: Veil | None) -> list[HandVersion]:
    """All versions of a hand, the newest first, as whoever was let in may read them."""
    versions = list(HandVersion.objects.filter(hand=hand).order_by("-number"))
    if veil is None or not veil:
        return versions
    for version in versions:
        version.record = veiled_record(version.record, veil)
        version.reason, version.who = map(veil.words.text, (version.reason, version.who))
    return versions


def veil_of(table: Table) -> Veil:
    """Who is not called by the name where everybody sees the sheet; one SQL query as a rule."""
    place = event_table_of(table)
    if place is not None:
        event = place.round.event
        return veils_of([event.club_id], is_old=is_old_event(event))[event.club_id]
    if table.club is None:
        return NO_VEIL
    return veils_of([table.club.pk], is_old=is_old(table.club, table.opened_at))[table.club.pk]


def _seated(table: Table) -> list[tuple[int | None, str]]:
    """Who sits in the columns: the key of the player, None where nobody is known, and the name."""
    seats = Seat.objects.filter(table=table).order_by("index")
    columns = [(seat.player_id, seat.name) for seat in seats]
    place = event_table_of(table)
    if place is None:
        return columns
    number = place.round.number
    now = Q(until_round=None) | Q(until_round__gte=number)
    members = Member.objects.filter(now, entry__results__event_table=place, from_round__lte=number)
    sides: dict[int, list[int]] = {}
    rows = members.order_by("place", "from_round")
    for side, player in rows.values_list("entry__results__side", "player"):
        sides.setdefault(side or 0, []).append(player)
    # The first of each pair sit in the first half of the columns.
    width = len(columns) // max(map(len, sides.values()), default=1)
    players = {
        side + nth * width: player
        for side, pair in sides.items()
        for nth, player in enumerate(pair)
    }
    return [(players.get(column), name) for column, (_none, name) in enumerate(columns)]


def sheet_of(reading: SheetReading, names: list[str] | None = None) -> TableSheet:
    """The same of a reading, and of the names where they are known."""
    replay = reading.replay
    called = seat_names(reading.table) if names is None else names
    return TableSheet(reading.sheet_table, reading.entries, replay, called, reading)


def sheet_page_context(sheet: TableSheet) -> dict[str, Any]:
    """What the pages of a table show of its sheet, by the names that their templates use."""
    table = sheet.reading.table
    place = event_table_of(table)
    hands_left = place.hands_due - sheet.hands_dealt if place and place.hands_due else None
    return sheet_context(sheet, hands_left) | {"table": table}


def event_table_of(table: Table) -> EventTable | None:
    """The place of a table in an event, or None at people's own tables.

    Where only the place was read with the table, its round and its event are read along now, with
    one SQL query.
    """
    place: EventTable | None = getattr(table, "event_table", None)
    if place is not None and "round" not in place._state.fields_cache:
        place.round = Round.objects.select_related("event").get(pk=place.round_id)
    return place


class SheetRow(NamedTuple):
    """A line of a sheet, or its totals: `number` is that of a hand, None where it is no hand."""

    number: int | str | None
    dealer: str
    points: Sequence[int | None]
    times: int | None = None
    why: str = ""
    when: str = ""


def sheet_listing(sheet: Sheet) -> Listing[SheetRow]:
    """The sheet line by line, with the points of each side, and the totals."""

    def of_side(side: int, name: str) -> Column[SheetRow]:
        return Column(name, lambda row: row.points[side], Kind.POINTS)

    columns: list[Column[SheetRow]] = [
        Column(_("No."), lambda row: row.number, Kind.NUMBER),
        Column(_("Dealer"), lambda row: row.dealer),
        *(of_side(side, name) for side, name in enumerate(sheet.sides)),
        Column(pgettext("column", "Times"), lambda row: row.times, Kind.NUMBER),
        Column(_("Why"), lambda row: row.why),
        Column(_("When"), lambda row: row.when),
    ]
    totals = SheetRow(_("Total"), "", sheet.totals)
    return Listing("sheet", _("Sheet"), columns, lambda: map(_sheet_row, sheet.lines), foot=totals)


def _sheet_row(line: SheetLine) -> SheetRow:
    made_at = line.entry.made_at
    return SheetRow(
        line.place if line.is_counted else None,
        line.dealer,
        [cell.points for cell in line.cells],
        line.row.multiplier if line.row and line.is_hand else None,
        " ".join(line.reasons) if line.row else _("Withdrawn: does not count."),
        made_at.isoformat(timespec="seconds") if made_at else "",
    )


def file_name(sheet: TableSheet) -> str:
    """What a downloaded sheet is called, without its ending: title, day and game."""
    table = sheet.reading.table
    words = [table.title, f"{table.opened_at:%Y-%m-%d}", table.ruleset]
    return slugify(" ".join(words))


# What a phone keeps of a table, so that it can go on without a network.


def known_as(table: Table) -> str:
    """Under what phones keep a table: neither its secret nor its row follows from it."""
    digest = hash_secret(f"kept on phones: {table.opened_under}")
    return str(UUID(hex=digest[:32]))


def table_state(sheet: TableSheet, rights: str) -> dict[str, Any]:
    """The sheet as plain values, for whoever may write or only watch; two SQL queries at most.

    Whoever writes learns under which submissions its lines were saved, in their order: what still
    waits on the phone and has arrived all the same is then not shown twice.
    """
    table = sheet.reading.table
    place = event_table_of(table)
    submissions = HandVersion.objects.filter(hand__table=table, number=1).order_by("hand__number")
    arrived = submissions if rights == TableLink.WRITE else submissions.none()
    return {
        "table": known_as(table),
        "title": table.title,
        "role": rights,
        "version": table.version,
        "ended_at": _moment(table.ended_at),
        "ruleset": table.ruleset,
        "options": table.options,
        "players": table.players,
        "first_dealer": table.first_dealer,
        "names": sheet.names,
        "entries": [_kept_entry(entry) for entry in sheet.entries],
        "arrived": [str(each) for each in arrived.values_list("submission", flat=True)],
        "hands_due": place.hands_due if place else None,
        "at_event": place is not None,
    }


def _kept_entry(entry: SheetEntry) -> dict[str, Any]:
    """A line; what is as it mostly is is left out."""
    kept: dict[str, Any] = {"number": entry.number, "record": entry.record}
    if entry.version > 1:
        kept["version"] = entry.version
    if entry.is_withdrawn:
        kept["is_withdrawn"] = True
    return kept | {"made_at": _moment(entry.made_at)}


def _moment(at: datetime | None) -> str | None:
    return None if at is None else f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


# Whose an evening is, and whether it can be taken back from whoever holds its links now.

BACK_FOR = timedelta(hours=24)
"""So long after its links were changed an evening is taken back by the link that opened it."""

MOST_OPENED = 30


class Taken(NamedTuple):
    """What is taken back: the last change of the links, or None where they are the first ones."""

    change: TableChange | None
    is_by_account: bool


def opened_it(table: Table, device: str) -> bool:
    """Whether it is the device on which the table was opened."""
    return bool(table.opened_device) and table.opened_device == device


def owns(table: Table, user: User | AnonymousUser | None) -> bool:
    """Whether an account has a table whatever its links are: it opened it, or directs its club.

    The tables of an event are their directors' at the desk. Asks nothing of strangers.
    """
    if user is None or not user.is_authenticated or not user.is_active or table.is_totals:
        return False
    if EventTable.objects.filter(table=table).exists():
        return False
    if table.opened_by_id == user.pk:
        return True
    return table.club_id is not None and clubs_of(user).filter(pk=table.club_id).exists()


def what_was_taken(table: Table, by: Author) -> Taken | None:
    """What somebody can take back: always by account, for a day by a link switched off since.

    On the device that opened the table every link does that it ever had; elsewhere only that of
    whoever opened it. What was taken back there or by an account stays so.
    """
    changes = TableChange.objects.filter(
        table=table,
        kind__in=(TableChange.LINKS_OFF, TableChange.TAKEN_BACK),
        before__contains=TableLink.WRITE,
    )
    last = changes.last()
    if owns(table, by.user):
        return Taken(last, is_by_account=True)
    if last is None or timezone.now() - last.made_at >= BACK_FOR:
        return None
    if by.link is None or EventTable.objects.filter(table=table).exists():
        return None
    links = TableLink.objects.filter(table=table, pk=by.link.pk, rights=TableLink.WRITE)
    link = links.exclude(revoked_at=None).first()  # read anew
    if link is None:
        return None
    if last.kind == TableChange.TAKEN_BACK and (last.after or opened_it(table, last.device)):
        return None
    has_standing = opened_it(table, by.device) or link.is_owners
    return Taken(last, is_by_account=False) if has_standing else None


def tables_opened_by(user: User) -> list[tuple[Table, str, list[str]]]:
    """The latest evenings that an account opened, their titles, who sat there; two SQL queries."""
    opened = Table.objects.filter(opened_by=user).prefetch_related("seats")
    return [
        (table, title_of(table), [seat.name for seat in table.seats.all()])
        for table in opened.order_by("-opened_at", "-pk")[:MOST_OPENED]
    ]


def links_of(secrets: Sequence[str]) -> list[tuple[str, TableLink]]:
    """Those of these links that work, each with its secret, in the same order; one SQL query.

    Of two links of one table only the one that writes, and else the first.
    """
    places = {hash_secret(secret): secret for secret in secrets}
    links = TableLink.objects.filter(secret_hash__in=places, revoked_at=None)
    found = {link.secret_hash: link for link in links.select_related("table")}
    in_order = [(secret, found[each]) for each, secret in places.items() if each in found]
    writing = {link.table_id for _secret, link in in_order if link.rights == TableLink.WRITE}
    kept: dict[int, tuple[str, TableLink]] = {}
    for secret, link in in_order:
        if link.rights == TableLink.WRITE or link.table_id not in writing:
            kept.setdefault(link.table_id, (secret, link))
    return list(kept.values())


def title_of(table: Table) -> str:
    """What to call an evening: as whoever opened it did, or by its game."""
    return table.title or find_ruleset(table.ruleset).name


# In whose record book a sheet of no event counts, and for whom.


class CountedFor(NamedTuple):
    """A column of the sheet and for whom it counts: as whom that one is shown, or None for
    nobody; `player` is the key where it may be looked up."""

    name: str
    shown: str | None
    player: int | None


@dataclass(frozen=True)
class SheetBook:
    """The club whose evening a sheet is, if any, and what whoever looks may do about it.

    `clubs` are those into whose books the sheet may be taken; `taken` says who did so, where
    somebody did afterwards.
    """

    club: Club | None
    is_director: bool
    clubs: list[Club]
    people: list[CountedFor]
    taken: TableChange | None

    @property
    def is_shown(self) -> bool:
        """Whether there is anything to say about it."""
        return self.club is not None or bool(self.clubs)


def sheet_book(table: Table, user: User | AnonymousUser) -> SheetBook:
    """How a sheet of no event stands to the record books; four SQL queries at most."""
    mine = from_a_to_z(clubs_of(user)) if user.is_authenticated else []
    club = table.club
    if club is None:
        return SheetBook(None, False, mine, [], None)
    is_director = club in mine
    seats = Seat.objects.filter(table=table).select_related("player__merged_into")
    changes = TableChange.objects.filter(table=table, kind=TableChange.CLUB_IN)
    return SheetBook(
        club,
        is_director,
        [],
        [_counted_for(seat, is_director=is_director) for seat in seats.order_by("index")],
        changes.order_by("pk").last(),
    )


def _counted_for(seat: Seat, *, is_director: bool) -> CountedFor:
    player = seat.player
    if player is None:
        return CountedFor(seat.name, None, None)
    kept = player.merged_into or player
    shown = shown_name(kept, is_director=is_director)
    return CountedFor(seat.name, shown, kept.pk if is_director else None)


# The games that can be played, grouped for choosing.


def table_sizes() -> list[int]:
    """How many can sit at a table of any game."""
    return sorted({size for ruleset in RULESETS.values() for size in ruleset.tables})


def games_by_family(players: int | None = None) -> dict[str, list[Ruleset]]:
    """The games, by family; with `players` only those for which so many can sit at a table."""
    families: dict[str, list[Ruleset]] = {}
    for ruleset in RULESETS.values():
        if players is None or players in ruleset.tables:
            families.setdefault(ruleset.family, []).append(ruleset)
    return families


@dataclass(frozen=True)
class GameGroup:
    """Games that people call by one name: its suit, the families in it, and the usual game."""

    title: str
    suit: str
    families: tuple[str, ...]
    usual: str

    @property
    def is_red(self) -> bool:
        """Whether its suit is one of the red ones."""
        return self.suit in "♥♦"

    def games(self, players: int | None, words: Sequence[str]) -> list[Ruleset]:
        """Those for so many people that all the words begin a word of, the usual one first."""
        fitting = [
            ruleset
            for ruleset in RULESETS.values()
            if ruleset.family in self.families
            and (players is None or players in ruleset.tables)
            and _has_words(ruleset, self.title, words)
        ]
        return sorted(fitting, key=lambda ruleset: ruleset.key != self.usual)


GAME_GROUPS = (
    GameGroup(
        gettext_noop("Sheepshead for five to eight"),
        "♣",
        ("Sheepshead, five-handed", "Sheepshead, six and seven"),
        "sheepshead5-bump",
    ),
    GameGroup(
        gettext_noop("Sheepshead for two and three"),
        "♣",
        ("Sheepshead, three-handed", "Sheepshead, two-handed"),
        "sheepshead3-catsatcards",
    ),
    GameGroup(
        gettext_noop("Sheepshead for four"),
        "♣",
        ("Sheepshead, four-handed",),
        "sheepshead4-cutthroat",
    ),
    GameGroup(gettext_noop("Schafkopf"), "♥", ("Schafkopf", "Schafkopf, tournaments"), "schafkopf"),
    GameGroup(gettext_noop("Saskop and Sasku"), "♦", ("Saskop",), "saskop"),
    GameGroup(gettext_noop("Skat and Doppelkopf"), "♠", ("Neighbours",), "skat"),
)
"""All games, as people ask for them."""


def grouped_games(
    players: int | None = None, asked: str = ""
) -> list[tuple[GameGroup, list[Ruleset]]]:
    """The groups in which there are games for so many people, of whose words these are."""
    words = _words(asked)
    found = [(group, group.games(players, words)) for group in GAME_GROUPS]
    return [(group, games) for group, games in found if games]


def _has_words(ruleset: Ruleset, title: str, words: Sequence[str]) -> bool:
    """Whether each of the words begins one of its name, its summary, its prices or its sources."""
    said = [title, _(title), ruleset.family, ruleset.name, spoken(ruleset.name)]
    said += [ruleset.summary, spoken(ruleset.summary)]
    said += [f"{source.title} {source.place}" for source in ruleset.sources]
    there = _words(" ".join(said))
    return all(any(each.startswith(word) for each in there) for word in words)


def _words(text: str) -> list[str]:
    """Its words and numbers, so that they can be compared.

    >>> _words("1-2-3, Müller’s")
    ['1', '2', '3', 'müller', 's']
    """
    return re.findall(r"\w+", text.casefold())


# What this device opened last, to be opened again in one tap.


class LastGame(NamedTuple):
    """A game with who sat there, and what the form that opens a table is sent for the same."""

    ruleset: Ruleset
    names: list[str]
    sent: list[tuple[str, str]]


def last_game(secrets: Sequence[str], clubs: Iterable[Club] = ()) -> LastGame | None:
    """What was played last at an own table for which this device has the writing link.

    It counts again for the club for which it counted, if that is one of `clubs`.
    """
    own = [
        link.table
        for _secret, link in links_of(secrets)
        if link.rights == TableLink.WRITE and link.table.ruleset in RULESETS
    ]
    at_events = set(EventTable.objects.filter(table__in=own).values_list("table", flat=True))
    table = next((each for each in own if each.pk not in at_events), None)
    if table is None:
        return None
    ruleset = RULESETS[table.ruleset]
    names = seat_names(table)
    if len(names) != table.players:  # somebody came or left since
        names = [name for _column, name in table_sheet(table).at_the_table]
    if len(names) not in ruleset.tables:
        return None
    sent = [("players", str(len(names))), ("first_dealer", "0")]
    sent += [(f"name-{seat}", name) for seat, name in enumerate(names)]
    for option in ruleset.options:
        sent += typed(option, table.options.get(option.name, option.default))
    if table.club_id in {club.pk for club in clubs}:
        sent.append(("club", str(table.club_id)))
    return LastGame(ruleset, names, sent)


# With which house rules a table may begin.

MOST_REMEMBERED = 5


class Start(NamedTuple):
    """House rules to begin with: what they are called, whose they are, and their code."""

    label: str
    hint: str
    code: str


class Begin(NamedTuple):
    """What a form begins with: in what it differs from the usual rules, and what that is called.

    `problem`: what was wrong with the code that was to be read.
    """

    options: dict[str, Any]
    name: str = ""
    problem: str = ""
    code: str = ""


def rules_to_begin_with(ruleset: Ruleset, code: str | None, club: Club | None) -> Begin:
    """Those of a code, else what the club usually plays, else the usual ones of the game.

    `code`: empty where the usual ones of the game are wanted, None where nothing was said.
    """
    if code == "":
        return Begin({})
    if code:
        try:
            sent = read_rules(code)
        except UnreadRules as problem:
            return Begin({}, problem=str(problem))
        if sent.ruleset is not ruleset:
            return Begin({}, problem=_("These house rules are those of another game."))
        return Begin(sent.options, sent.name, code=sent.code)
    usual = rules_of([club], ruleset.key)[:1] if club is not None else []
    for rules in usual:
        if rules.is_usual:
            sent = SentRules(rules.name, ruleset, rules.options)
            return Begin(rules.options, rules.name, code=sent.code)
    return Begin({})


def starts(ruleset: Ruleset, clubs: Sequence[Club], secrets: Sequence[str]) -> list[Start]:
    """House rules of this game to begin with: of the clubs, of this device, of known games."""
    found = [
        Start(rules.name, rules.club.name, SentRules(rules.name, ruleset, rules.options).code)
        for rules in rules_of(clubs, ruleset.key)
    ]
    remembered: list[Start] = []
    for _secret, link in links_of(secrets):
        table = link.table
        if table.ruleset != ruleset.key or link.rights != TableLink.WRITE:
            continue
        options = differing(ruleset, table.options)
        day = dated(table.opened_at, "short day")
        label = table.title or _("as on %(day)s") % {"day": day}
        start = Start(label, _("this device"), SentRules("", ruleset, options).code)
        known = {each.code for each in remembered}
        if options and start.code not in known and len(remembered) < MOST_REMEMBERED:
            remembered.append(start)
    found += remembered
    found += [Start(sent.name, _("known tariff"), sent.code) for sent in known_elsewhere(ruleset)]
    found += [Start(sent.name, _("part of it open"), sent.code) for sent in known_in_part(ruleset)]
    return found


class Again(NamedTuple):
    """Who plays again: how many sit there, their names clockwise, which of them deals first.

    A chair that nobody took last time has an empty name.
    """

    players: int
    names: list[str]
    dealer: int


def same_again(table: Table) -> Again:
    """The people of a table as they sat there last, and whoever would have dealt next."""
    sheet = table_sheet(table)
    there = sheet.at_the_table
    sizes = RULESETS[table.ruleset].tables
    players = next((size for size in sizes if size >= len(there)), sizes[-1])
    names = [name for _column, name in there][:players]
    columns = [column for column, _name in there][:players]
    dealer = sheet.coming.dealer
    first = columns.index(dealer) if dealer in columns else 0
    return Again(players, names + [""] * (players - len(names)), first)
