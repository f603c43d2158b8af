"""What is kept about one person, as a file for him: values to read with a program, and a page.

Others stand in it as “player 2”, in the same way from its first line to its last.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from datetime import datetime
from typing import Any, BinaryIO
from zipfile import ZIP_DEFLATED, ZipFile

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from formats.figures import money
from scoring import find_ruleset
from scoring.labels import side_of
from tournaments.common.history import reason_in_words
from tournaments.common.names import replacing_each
from tournaments.events.desk.queries.history import sentence_of
from tournaments.models import (
    CashLine,
    Contact,
    Entry,
    EventChange,
    HandVersion,
    Leaving,
    Member,
    Membership,
    Player,
    PlayerAlias,
    PlayerChange,
    Protest,
    Registration,
    Result,
    Ruling,
    Seat,
    Table,
    TableChange,
)
from tournaments.people.queries import (
    SHOWN,
    account_of_player,
    aliases_of,
    names_of_person,
    person_sentence,
    records_of,
)
from tournaments.tables.queries import SheetReading, sheet_of

JSON_NAME, PAGE_NAME = "person.json", "person.html"
MARK = re.compile(r"\0(\d+)\0")


def write_person(player: Player, out: BinaryIO) -> None:
    """Write the file: a ZIP with the values as JSON and the same as a page."""
    found = about(player)
    values = json.dumps(found, ensure_ascii=False, indent=1, default=_moment)
    page = render_to_string("archive/person.html", found | {"shown": SHOWN[player.shown]})
    with ZipFile(out, "w", ZIP_DEFLATED) as book:
        book.writestr(JSON_NAME, f"{values}\n")
        book.writestr(PAGE_NAME, page)


def _moment(at: datetime) -> str:
    return at.isoformat()


def about(player: Player) -> dict[str, Any]:
    """All that is kept about a person, with those records that were merged into it."""
    return _Teller(player).all()


class _Teller:
    """Tells of one person, and numbers everybody else as they come."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.records = records_of(player)
        self.claim = account_of_player(player)
        members = Member.objects.filter(player__in=self.records)
        self.members = list(members.select_related("entry__event").order_by("pk"))
        self.entries = {one.entry_id: one.entry for one in self.members}
        seats = Seat.objects.filter(player__in=self.records)
        self.columns = {seat.table_id: seat.index for seat in seats.order_by("pk")}
        self.results = [result for result in self._results() if self._played(result)]
        self.columns |= self._columns_at_events()
        self.numbers: dict[str, int] = {}
        self.words = self._others()

    def _results(self) -> Iterable[Result]:
        found = Result.objects.filter(entry__in=self.entries)
        return found.select_related("event", "round", "event_table__table").order_by("pk")

    def _played(self, result: Result) -> bool:
        """Whether the person was in the entry in that round."""
        number = result.round.number
        return any(
            one.entry_id == result.entry_id
            and one.from_round <= number
            and (one.until_round is None or number <= one.until_round)
            for one in self.members
        )

    def _columns_at_events(self) -> dict[int, int]:
        """By sheet of an event the column in which the person, or the first of the pair, sits."""
        return {
            result.event_table.table_id: result.side or 0
            for result in self.results
            if result.event_table is not None
        }

    def _others(self) -> Any:  # noqa: ANN401 - what takes the place of names
        """By each name of anybody else a mark, which gets its number where it is first said."""
        own = names_of_person(self.records)
        own |= {name.casefold() for name in self._own_parts()}
        own |= {self.claim.user.username.casefold()} if self.claim else set()
        self.own = own
        keys: dict[str, str] = {}
        rows = Player.objects.filter(club=self.player.club_id).exclude(pk__in=self.records)
        for key, kept, name in rows.values_list("pk", "merged_into_id", "name"):
            keys[name] = str(kept or key)
        aliases = PlayerAlias.objects.filter(club=self.player.club_id)
        for key, name in aliases.exclude(player__in=self.records).values_list("player_id", "name"):
            keys[name] = str(key)
        known = {name.casefold() for name in keys}
        for number, name in enumerate(sorted(self._said()), 1):
            if name.casefold() not in known:
                keys[name] = f"-{number}"
        marks = {
            name: f"\0{key.replace('-', '9' * 12)}\0"
            for name, key in keys.items()
            if name.casefold() not in own
        }
        return replacing_each(marks, own)

    def _own_parts(self) -> set[str]:
        """As what the person stands on sheets and in entries."""
        seats = Seat.objects.filter(player__in=self.records).values_list("name", flat=True)
        parts = {
            part
            for one in self.members
            for place, part in enumerate(one.entry.name.split(" / "))
            if place == one.place
        }
        return {*seats, *parts}

    def _said(self) -> set[str]:
        """Names that stand on the same sheets and entries, and of those who wrote there."""
        tables = list(self.columns)
        names = set(Seat.objects.filter(table__in=tables).values_list("name", flat=True))
        for entry in self.entries.values():
            names |= set(entry.name.split(" / "))
        hands = HandVersion.objects.filter(hand__table__in=tables)
        changes = TableChange.objects.filter(table__in=tables)
        names |= set(hands.values_list("who", flat=True))
        for was, now, who in changes.values_list("before", "after", "who"):
            names |= {was, now, who}
        renamed = EventChange.objects.filter(entry__in=self.entries, kind="renamed")
        for pair in renamed.values_list("before", "after"):
            names |= {part for name in pair for part in name.split(" / ")}
        accounts = PlayerChange.objects.filter(
            player__in=self.records, kind__in=("claimed", "unclaimed")
        )
        for pair in accounts.values_list("before", "after"):
            names |= set(pair)
        directors = Membership.objects.filter(club=self.player.club_id)
        names |= set(directors.values_list("user__username", flat=True))
        return {name for name in names if name}

    def said(self, text: str) -> str:
        """A text without the names of others."""
        return MARK.sub(lambda found: self._numbered(found[1]), self.words.text(text))

    def called(self, name: str) -> str:
        """A name that stands by itself; one of a single letter is in no text, but it is a name."""
        text = self.said(name)
        is_told = text != name or name.casefold() in self.own
        return text if is_told else self._numbered(name.casefold())

    def _numbered(self, key: str) -> str:
        number = self.numbers.setdefault(key, len(self.numbers) + 2)
        return _("player %(number)s") % {"number": number}

    def all(self) -> dict[str, Any]:
        """Everything, in the order of the page."""
        player = self.player
        return {
            "name": player.name,
            "home": player.home,
            "groups": list(player.groups),
            "club": player.club.name,
            "added_at": player.added_at,
            "shown_to_everybody": str(player.shown),
            "account": self._account(),
            "other_names": [one.name for one in aliases_of(player)],
            "other_records": [one.name for one in player.merged.order_by("pk")],
            "events": [self._entry(one) for one in self.members],
            "sheets": [self._sheet(table) for table in self._tables()],
            "history": [
                self._line(change.made_at, person_sentence(change), change.reason)
                for change in player.changes.order_by("pk")
            ],
        }

    def _account(self) -> dict[str, Any] | None:
        claim = self.claim
        if claim is None:
            return None
        return {"name": claim.user.username, "since": claim.decided_at, "said": claim.note}

    def _tables(self) -> Iterable[Table]:
        tables = Table.objects.filter(pk__in=self.columns)
        return tables.select_related("event_table__round__event").order_by("opened_at", "pk")

    def _line(self, at: datetime, sentence: str, reason: str = "") -> dict[str, Any]:
        why = self.said(reason_in_words(reason))
        return {"at": at, "what": self.said(sentence), "why": why}

    def _entry(self, one: Member) -> dict[str, Any]:
        entry = one.entry
        contact = Contact.objects.filter(entry=entry).first()
        changes = EventChange.objects.filter(entry=entry).order_by("pk")
        return {
            "event": self.said(entry.event.title),
            "number": entry.number,
            "entered_as": self.said(entry.name),
            "status": str(entry.status),
            "registered_at": entry.registered_at,
            "arrived_at": entry.arrived_at,
            "from_round": one.from_round,
            "until_round": one.until_round,
            "team": self.said(entry.team),
            "groups": list(entry.groups),
            "is_paid": entry.is_paid,
            "plays_for_nothing": self.said(entry.free_reason),
            "phone": contact.phone if contact else "",
            "mail": contact.mail if contact else "",
            "registered_by_himself": self._registration(entry),
            "results": [self._result(row) for row in self.results if row.entry_id == entry.pk],
            "rulings": [self._ruling(row) for row in Ruling.objects.filter(entry=entry)],
            "protests": [self._protest(row) for row in Protest.objects.filter(entry=entry)],
            "money": [self._cash(row) for row in CashLine.objects.filter(entry=entry)],
            "history": [
                self._line(change.made_at, sentence_of(change), change.reason) for change in changes
            ],
        }

    def _registration(self, entry: Entry) -> dict[str, Any] | None:
        own = Registration.objects.filter(entry=entry).first()
        if own is None:
            return None
        return {
            "at": own.made_at,
            "message": self.said(own.message),
            "mail": own.mail,
            "read_version": own.read_version,
            "withdrawn_at": own.withdrawn_at,
        }

    def _result(self, result: Result) -> dict[str, Any]:
        left = Leaving.objects.filter(result=result, withdrawn_at=None).first()
        return {
            "round": result.round.number,
            "table": result.event_table.number if result.event_table else None,
            "points": result.points,
            "hands": result.hands,
            "solos": result.solos,
            "games": result.games,
            "is_complete": result.is_in,
            "left_because": self.said(left.reason) if left else "",
        }

    def _ruling(self, row: Ruling) -> dict[str, Any]:
        return {
            "round": row.round.number,
            "kind": str(row.kind),
            "points": row.points,
            "offence": self.said(row.offence),
            "why_late": self.said(row.reason),
            "is_withdrawn": row.withdrawn_at is not None,
        }

    def _protest(self, row: Protest) -> dict[str, Any]:
        return {
            "number": row.number,
            "matter": self.said(row.matter),
            "wanted": self.said(row.wanted),
            "decision": str(row.decision),
            "why": self.said(row.reason),
        }

    def _cash(self, row: CashLine) -> dict[str, Any]:
        return {
            "at": row.made_at,
            "kind": str(row.kind),
            "cents": row.amount,
            "amount": money(row.amount),
            "note": self.said(row.note),
        }

    def _sheet(self, table: Table) -> dict[str, Any]:
        ruleset, column = find_ruleset(table.ruleset), self.columns[table.pk]
        seats = list(table.seats.order_by("index"))
        names = [self.called(seat.name) for seat in seats]
        place = getattr(table, "event_table", None)
        is_pairs_event = place is not None and place.round.event.format.is_pairs
        side = column if is_pairs_event else side_of(ruleset, column)
        sheet = sheet_of(SheetReading(table), names)
        changes = TableChange.objects.filter(table=table, kind=TableChange.RENAME)
        return {
            "opened_at": table.opened_at,
            "title": self.said(table.title or (place.round.event.title if place else "")),
            "game": ruleset.name,
            "seats": names,
            "own_seat": column + 1,
            "points": seats[column].points if table.is_totals else sheet.totals[side],
            "hands": [
                {
                    "number": line.place if line.is_counted else None,
                    "what": line.called,
                    "at": line.entry.made_at,
                    "points": line.cells[side].points if side < len(line.cells) else None,
                    "why": self.said(" ".join(line.reasons)),
                }
                for line in sheet.lines
            ],
            "changes": [
                {"at": each.made_at}
                | {"before": self.said(each.before), "after": self.said(each.after)}
                for each in changes.order_by("pk")
                if {each.before.casefold(), each.after.casefold()} & self.own
            ],
        }
