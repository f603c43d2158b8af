"""The money of an event: what came in, what went out, what must be in the box.

There is one truth for each figure: that a fee is paid stands at the entry (`Entry.is_paid`), who
plays for nothing too (`Entry.free_reason`); everything else is a line of the cash book. What
somebody paid of a fee that is still open is a line as well; once the fee is paid it is in it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Count, Q, QuerySet, Sum
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from formats.figures import money
from formats.prizes import GROUP, HIGH, LAST, PLACE, PLUS, ROUND, SOLOS, TEAM, lost_money
from tournaments.common.history import BETWEEN, kept_values, said_by
from tournaments.events.results.queries.sheets import counted_source, latest_totals, own_games
from tournaments.models import CashKind, CashLine, Entry, Event, EventTable, Result, Round
from tournaments.tables.queries import latest_versions, replay_table

ARRIVED = (Entry.HERE, Entry.LEFT, Entry.OUT)
INTO_THE_BOX = (CashLine.REENTRY, CashLine.LOST, CashLine.PUT_IN)
OUT_OF_THE_BOX = (CashLine.REFUND, CashLine.TAKEN_OUT, CashLine.PRIZE, CashLine.TRANSFER)
FOR_THE_PRIZES = (CashLine.REENTRY, CashLine.REFUND, CashLine.LOST)
"""Lines that change the money for prizes: none of them while the final list is locked."""

PAGE = 100  # entries


class Added(NamedTuple):
    """How often there is a line of a kind that holds, and what they come to in cents."""

    times: int = 0
    cents: int = 0


@dataclass(frozen=True)
class Takings:
    """The money of an event in cents; `lines` by every kind, without those that were reversed.

    `paid`, `free` and `open` count entries; open is who has come, has not paid and is not free.
    Lines of the kind `part` are what was paid of fees that are still open.
    """

    fee: int
    paid: int
    free: int
    open: int
    lines: Mapping[str, Added]

    @property
    def whole_fees(self) -> int:
        """The fees that the door ticked off."""
        return self.fee * self.paid

    @property
    def fees(self) -> int:
        """All fees less what was given back: what prizes are reckoned from."""
        first = self.whole_fees + self.lines[CashLine.PART].cents
        return first + self.lines[CashLine.REENTRY].cents - self.lines[CashLine.REFUND].cents

    @property
    def expected(self) -> int:
        """What must be in the box now."""
        into = sum(self.lines[kind].cents for kind in (CashLine.PART, *INTO_THE_BOX))
        out = sum(self.lines[kind].cents for kind in OUT_OF_THE_BOX)
        return self.whole_fees + into - out


class EntryMoney(NamedTuple):
    """The money of one entry: what is due for the first fee, paid, paid again, given back."""

    entry: Entry
    due: int
    paid: int
    again: int
    refunded: int

    @property
    def sum(self) -> int:
        """What the club has of it now."""
        return self.paid + self.again - self.refunded

    @property
    def open(self) -> int:
        """What is still to be paid of the fee."""
        return 0 if self.entry.is_paid else max(0, self.due - self.paid)


def holding(event: Event) -> QuerySet[CashLine]:
    """The lines that hold: neither reversed nor a reversal."""
    return event.cash.filter(reversal__isnull=True).exclude(kind=CashLine.REVERSAL)


def fee_lines(entry: Entry) -> bool:
    """Whether the cash book holds a refund or a second fee of that entry; one SQL query."""
    kinds = (CashLine.REENTRY, CashLine.REFUND)
    return holding(entry.event).filter(entry=entry, kind__in=kinds).exists()


def takings_of(event: Event) -> Takings:
    """The money of an event as it is now; two SQL queries."""
    rows = holding(event).exclude(kind=CashLine.PART, entry__is_paid=True).order_by()
    sums = rows.values_list("kind").annotate(times=Count("pk"), cents=Sum("amount"))
    lines = dict.fromkeys(CashKind.values, Added())
    lines |= {kind: Added(times, cents) for kind, times, cents in sums}
    is_open = Q(status__in=ARRIVED, is_paid=False, free_reason="")
    counted = event.entries.filter(is_house=False).aggregate(
        paid=Count("pk", filter=Q(is_paid=True)),
        free=Count("pk", filter=~Q(free_reason="")),
        open=Count("pk", filter=is_open),
    )
    fee = event.format.fee
    if not fee:
        counted["open"] = 0
    return Takings(fee=fee, lines=lines, **counted)


def parts_paid(event: Event, entries: Collection[int] | None = None) -> dict[int, int]:
    """By its key what each of these entries, or any, has paid of an open fee; one SQL query."""
    lines = holding(event).filter(kind=CashLine.PART, entry__is_paid=False)
    if entries is not None:
        lines = lines.filter(entry__in=entries)
    return dict(lines.order_by().values_list("entry_id").annotate(cents=Sum("amount")))


def money_of(entry: Entry, fee: int) -> EntryMoney:
    """The money of one entry; one SQL query."""
    rows = holding(entry.event).filter(entry=entry).order_by().values_list("kind")
    return _entry_money(entry, fee, dict(rows.annotate(cents=Sum("amount"))))


def entry_page(event: Event, number: int = 1) -> tuple[list[EntryMoney], Page[Entry]]:
    """The entries of an event with their money, in the order of start numbers; three queries."""
    listed = event.entries.filter(is_house=False).order_by("number", "pk")
    page = Paginator(listed, PAGE).get_page(max(1, number))
    return moneys_of(event, list(page)), page


def moneys_of(event: Event, entries: Sequence[Entry]) -> list[EntryMoney]:
    """The money of each of these entries of an event; one SQL query."""
    lines = holding(event).filter(entry__in=[each.pk for each in entries]).order_by()
    sums: defaultdict[int, dict[str, int]] = defaultdict(dict)
    for key, kind, cents in lines.values_list("entry_id", "kind").annotate(cents=Sum("amount")):
        sums[key][kind] = cents
    fee = event.format.fee
    return [_entry_money(each, fee, sums[each.pk]) for each in entries]


def cash_book(event: Event) -> list[CashLine]:
    """Every line of the cash book, the latest first; one SQL query, whatever its length."""
    return list(event.cash.select_related("entry", "reversal", "reverses__entry").order_by("-pk"))


def last_count(event: Event) -> CashLine | None:
    """What was counted last in the box, and holds; one SQL query."""
    return holding(event).filter(kind=CashLine.COUNT).order_by("-pk").first()


def _entry_money(entry: Entry, fee: int, sums: Mapping[str, int]) -> EntryMoney:
    return EntryMoney(
        entry=entry,
        due=0 if entry.is_house or entry.free_reason else fee,
        paid=fee if entry.is_paid else sums.get(CashLine.PART, 0),
        again=sums.get(CashLine.REENTRY, 0),
        refunded=sums.get(CashLine.REFUND, 0),
    )


# What a prize is for and what it is, in words.


def title_of(key: str, place: int = 0) -> str:
    """What a prize is for, in words.

    >>> title_of("place", 3), title_of("round-2"), title_of("group-Ladies")
    ('Place 3', 'Best of round 2', 'Best of the group: Ladies')
    >>> title_of("team-Aces", 1)
    'Teams, place 1'
    """
    kind, _dash, name = key.partition("-")
    titles = {
        PLACE: _("Place %(place)s") if place else pgettext("ranking", "Place"),
        TEAM: _("Teams, place %(place)s") if place else _("Teams"),
        ROUND: _("Best of round %(number)s"),
        GROUP: _("Best of the group: %(name)s"),
        SOLOS: _("Most solos"),
        HIGH: _("Highest game"),
        LAST: _("Last place"),
        PLUS: _("Plus points"),
    }
    return titles[kind] % {"place": place, "name": name, "number": name}


def goods_in_words(goods: Sequence[str], shared_by: int = 1) -> str:
    """The goods of an award, and how so many share them.

    >>> goods_in_words(("ham", "ham"), 2), goods_in_words(("ham", "sausage"), 2)
    ('ham', 'ham / sausage (by lot or agreement)')
    >>> goods_in_words(("ham",), 2)
    'ham (1 for 2, by lot or agreement)'
    """
    different = list(dict.fromkeys(goods))
    if not different:
        return ""
    values = {"goods": " / ".join(different), "count": len(goods), "winners": shared_by}
    if len(goods) < shared_by:
        return _("%(goods)s (%(count)s for %(winners)s, by lot or agreement)") % values
    if len(different) > 1 and shared_by > 1:
        return _("%(goods)s (by lot or agreement)") % values
    return ", ".join(different)


# Lines of the cash book in words. What the program notes itself is kept as values, behind a word
# that says what they are.

NOTES_PRIZE, NOTES_LOST, NOTES_MORE = "prize", "lost", "more"


def prize_note(place: int, goods: Sequence[str], shared_by: int) -> str:
    """What is noted of a prize that is handed over; its line knows which prize it is."""
    return kept_values(NOTES_PRIZE, place, shared_by, *goods)


def lost_note(lost: Sequence[int]) -> str:
    """What is noted of lost games, in the order of the sheet."""
    return kept_values(NOTES_LOST, *lost)


MORE_THAN_THE_FEE = kept_values(NOTES_MORE, "")
"""What is noted of money that was more than the fee and stays in the box."""


def note_in_words(line: CashLine) -> str:
    """The note of a line: what somebody typed, or what the program noted.

    >>> note_in_words(CashLine(note="Soup")), note_in_words(CashLine(note=lost_note([2, 0])))
    ('Soup', 'Lost games: 2, 0')
    >>> note_in_words(CashLine(prize="team-Aces", note=prize_note(1, ["ham"], 1)))
    'Teams, place 1: Aces: ham'
    """
    return said_by(lambda kept: _noted(line.prize, kept), line.note)


def _noted(prize: str, kept: str) -> str:
    what, *values = kept.split(BETWEEN)
    if not values:
        return kept
    if what == NOTES_LOST:
        return _("Lost games: %(lost)s") % {"lost": ", ".join(values)}
    if what == NOTES_MORE:
        return _("More than the fee was paid")
    place, shared_by, *goods = values
    kind, _dash, name = prize.partition("-")
    title, what_it_is = title_of(prize, int(place)), goods_in_words(goods, int(shared_by))
    return ": ".join(filter(None, (title, name if kind == TEAM else "", what_it_is)))


def line_in_words(line: CashLine) -> str:
    """What a line says: its amount, its table, its note.

    >>> line_in_words(CashLine(kind="lost", amount=150, round_number=2, table_number=7))
    '1.50 · Table 7, round 2'
    """
    place = ""
    if line.table_number is not None:
        values = {"table": line.table_number, "round": line.round_number}
        place = _("Table %(table)s, round %(round)s") % values
    amount = money(line.amount) if line.amount or line.kind != CashLine.PRIZE else ""
    return " · ".join(filter(None, (amount, place, note_in_words(line))))


def kept_line(line: CashLine) -> str:
    """A line as the history keeps it."""
    return kept_values(
        line.kind, line.amount, line.table_number, line.round_number, line.prize, line.note
    )


def line_said(kept: str) -> str:
    """A line of the history, as `line_in_words` says it.

    >>> line_said(kept_line(CashLine(kind="in", amount=500, note="Change"))), line_said("5 · Tips")
    ('5 · Change', '5 · Tips')
    """
    values = kept.split(BETWEEN, 5)
    if len(values) < 6:
        return kept
    kind, amount, table, played, prize, note = values
    line = CashLine(kind=kind, amount=int(amount), prize=prize, note=note)
    if table:
        line.table_number, line.round_number = int(table), int(played)
    return line_in_words(line)


def kept_amount(cents: int, still_open: int | None = None) -> str:
    """An amount as the history keeps it, and what of the fee is open after it."""
    return kept_values(cents, still_open)


def amount_said(kept: str) -> str:
    """An amount of the history.

    >>> amount_said(kept_amount(500)), amount_said(kept_amount(500, 250)), amount_said("7.50")
    ('5', '5 (still open: 2.50)', '7.50')
    """
    cents, *rest = kept.split(BETWEEN)
    if not rest:
        return kept
    if not rest[0]:
        return money(int(cents))
    said = {"amount": money(int(cents)), "open": money(int(rest[0]))}
    return _("%(amount)s (still open: %(open)s)") % said


def line_title(line: CashLine) -> str:
    """What kind of line it is.

    >>> line_title(CashLine(kind="refund"))
    'Given back'
    """
    titles: dict[str, str] = {
        CashLine.PART: _("Part of the fee"),
        CashLine.REENTRY: _("Second fee"),
        CashLine.REFUND: _("Given back"),
        CashLine.LOST: _("Lost-game money"),
        CashLine.PUT_IN: _("Put in"),
        CashLine.TAKEN_OUT: _("Taken out"),
        CashLine.PRIZE: _("Prize handed over"),
        CashLine.COUNT: _("Counted"),
        CashLine.REVERSAL: _("Reversed"),
        CashLine.TRANSFER: _("Paid by transfer"),
    }
    return titles[line.kind]


def line_sign(line: CashLine) -> str:
    """Which way the money went: a sign, or nothing where none moved.

    >>> line_sign(CashLine(kind="refund")), line_sign(CashLine(kind="count"))
    ('−', '')
    >>> line_sign(CashLine(kind="reversal", reverses=CashLine(kind="refund")))
    '+'
    """
    if line.kind == CashLine.REVERSAL and line.reverses:
        return {"+": "−", "−": "+"}.get(line_sign(line.reverses), "")
    if line.kind in (CashLine.PART, *INTO_THE_BOX):
        return "+"
    return "−" if line.kind in OUT_OF_THE_BOX else ""


# The lost games of a table: counted from the hands that were entered, or as they were keyed.


def lost_games(event: Event, round_number: int, table_number: int) -> list[int] | None:
    """How many games each seat took on and lost, in the order of the sheet; six SQL queries.

    Where totals from paper count, they are those that were keyed with them. None where there is
    no such table, or where nobody has said how many were lost.
    """
    places = EventTable.objects.exclude(round__state=Round.CANCELLED).select_related("table")
    place = places.filter(
        round__event=event, round__number=round_number, number=table_number
    ).first()
    if place is None:
        return None
    versions, keyed = latest_versions(place.table), latest_totals(place)
    source = counted_source(place, keyed, has_hands=bool(versions))
    if keyed is not None and source == EventTable.TOTALS and "lost" in keyed.record:
        return list(keyed.record["lost"])
    return own_games(replay_table(place.table, versions), won=False) if versions else None


class LostList(NamedTuple):
    """A list with lost games: who lost how many, what that costs in cents, and whether the cash
    book has it."""

    round: int
    table: int
    people: list[tuple[str, int]]
    cents: int
    is_written: bool


def lost_lists(event: Event) -> list[LostList]:
    """The lists on which somebody lost a game, those that are not paid yet first.

    Only complete ones, and only where the event counts lost games and these have prices. Two SQL
    queries.
    """
    settings = event.format
    if settings.counted != "won_lost" or not settings.lost_games:
        return []
    lines = holding(event).filter(kind=CashLine.LOST).order_by()
    written = set(lines.values_list("round_number", "table_number"))
    results = Result.objects.filter(event=event, is_in=True, lost__gt=0)
    rows = (
        results.exclude(round__state=Round.CANCELLED)
        .order_by("round__number", "event_table__number", "side")
        .values_list("round__number", "event_table__number", "entry__name", "lost")
    )
    lists = []
    for (number, table), group in groupby(rows, key=lambda row: row[:2]):
        people = [(name, lost) for _round, _table, name, lost in group]
        cents = lost_money([lost for _name, lost in people], settings.lost_games)
        lists.append(LostList(number, table, people, cents, (number, table) in written))
    return sorted(lists, key=lambda one: one.is_written)
