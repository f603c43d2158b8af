"""The final list: which revision there is, its fingerprint, and what changed between revisions."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Count, F, Max, Q, QuerySet
from django.utils.translation import gettext as _

from scoring import Replay, find_ruleset
from scoring.labels import side_of
from scoring.ranking import Standing, Value
from scoring.results import as_int_if_whole
from scoring.ruleset import Ruleset
from scoring.table import Row
from scoring.tiebreaks import DECIDED
from tournaments.common.cache import cached
from tournaments.common.history import Doer, doer_of
from tournaments.events.check_in.queries.contacts import EntryLine
from tournaments.events.results.queries.progress import open_sheets
from tournaments.events.results.queries.sheets import first_hands, got_cards
from tournaments.events.rulings.queries import what_is_undecided
from tournaments.events.standings.queries.snapshots import Snapshot
from tournaments.events.standings.queries.standings import RANKED, EventStanding, event_standing
from tournaments.models import (
    Event,
    EventChange,
    EventTable,
    Leaving,
    NamedHighest,
    Result,
    Round,
    TieDecision,
)
from tournaments.settings.awards import Game, Highest
from tournaments.settings.event import worth_of_a_point
from tournaments.settings.figures import amount
from tournaments.tables.queries import hand_places, leaving_of

LOCKED = "final_locked"
REOPENED = "final_reopened"
KEPT_UNDER = "final"
"""Where the last round's report keeps the lists, by their revision."""


class FinalRow(NamedTuple):
    """A line of a final list; the total as it is kept, such as "12" or "7/2", "" without one."""

    number: int
    place: int | None
    total: str

    @property
    def amount(self) -> Fraction | None:
        """The total as a number."""
        return Fraction(self.total) if self.total else None


@dataclass(frozen=True)
class FinalMark:
    """What stands under a final list: its revision, when and by whom, and its fingerprint.

    `reason` says why the list before it was opened again; `reopened` why this one was, and is ""
    while it holds.
    """

    revision: int
    at: datetime
    doer: Doer
    fingerprint: str
    reason: str = ""
    reopened: str = ""

    @property
    def is_amended(self) -> bool:
        """Whether there was a list before it."""
        return self.revision > 1


class Moved(NamedTuple):
    """A line that differs between two lists; None where one of them has no such line."""

    number: int
    name: str
    before: FinalRow | None
    after: FinalRow | None

    @property
    def has_same_total(self) -> bool:
        """Whether only the place is another one."""
        return bool(self.before and self.after and self.before.total == self.after.total)


@dataclass(frozen=True)
class Revision:
    """A final list as it was locked, and how it differs from the one before."""

    mark: FinalMark
    rows: list[FinalRow]
    moved: list[Moved]


@dataclass(frozen=True)
class FinalPage:
    """The list as it is locked or would be, each line with its name, and the revisions.

    The latest revision is the first. `differs`: in what the standing of now is not the list that
    was locked last. `problem`: why it cannot be locked yet.
    """

    lines: list[tuple[FinalRow, str]]
    fingerprint: str
    revisions: list[Revision]
    differs: list[Moved]
    problem: str

    @property
    def mark(self) -> FinalMark | None:
        """What stands under the list that was locked last."""
        return self.revisions[0].mark if self.revisions else None


def what_is_open(event: Event) -> str:
    """Why the final list cannot be locked yet, in a sentence; empty where nothing is open."""
    rounds = event.rounds.exclude(state=Round.CANCELLED).order_by("number")
    last = rounds.exclude(state=Round.CLOSED).last() or rounds.last()
    if last is None:
        return _("No round has been played yet, so there is no list to lock.")
    words = {"number": last.number}
    if last.state == Round.PROPOSED:
        text = _("Round %(number)s is drawn up and not accepted. Accept it or put it away first.")
        return text % words
    if last.state == Round.DRAWN:
        return _("Round %(number)s is still open. Close it first.") % words
    return open_sheets(event).sentence


def what_bars_the_list(event: Event) -> str:
    """The same, and protests that nobody has decided."""
    return what_is_open(event) or what_is_undecided(event)


def fingerprint(rows: Sequence[FinalRow]) -> str:
    """The SHA-256 of a list: start number, place and total, line by line, as JSON.

    >>> fingerprint([FinalRow(7, 1, "120"), FinalRow(3, 2, "-120")])[:12]
    '82d32ba21865'
    """
    text = json.dumps([list(row) for row in rows], separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def final_mark(event: Event) -> FinalMark | None:
    """The mark of the latest final list, None before there is one; one SQL query."""
    marks = final_marks(event)
    return marks[-1] if marks else None


def final_marks(event: Event) -> list[FinalMark]:
    """The marks of all final lists, the first one first; one SQL query."""
    marks: list[FinalMark] = []
    reason = ""
    for change in event.changes.filter(kind__in=(LOCKED, REOPENED)).order_by("pk"):
        if change.kind == LOCKED:
            marks.append(_mark(change, reason))
        else:
            reason = change.reason
            marks[-1] = replace(marks[-1], reopened=reason)
    return marks


def final_rows(standing: EventStanding) -> list[FinalRow]:
    """The standing as a final list has it; the disqualified below, without a place."""
    return [
        FinalRow(row.entry.number, row.place, "" if row.total is None else str(row.total))
        for row in standing.rows()
    ]


def final_page(event: Event) -> FinalPage:
    """The list as it is locked, or as it would be; the standing's SQL queries and three more."""
    standing = event_standing(event)
    names = {number: entry.name for number, entry in standing.by_number.items()}
    now, revisions = final_rows(standing), _revisions(event, names)
    last = revisions[0].rows if revisions else now
    rows = last if event.state == Event.FINAL else now
    return FinalPage(
        lines=[(row, names.get(row.number, "")) for row in rows],
        fingerprint=fingerprint(rows),
        revisions=revisions,
        differs=moved_between(last, now, names),
        problem="" if event.state == Event.FINAL else what_bars_the_list(event),
    )


def moved_between(
    before: Sequence[FinalRow], after: Sequence[FinalRow], names: Mapping[int, str]
) -> list[Moved]:
    """The lines that differ, first those with another total, in the order of the later list.

    >>> moved_between([FinalRow(1, 1, "5")], [FinalRow(1, 1, "6")], {1: "Anna"})[0].after.total
    '6'
    """
    old = {row.number: row for row in before}
    new = {row.number: row for row in after}
    moved = [
        Moved(number, names.get(number, ""), old.get(number), new.get(number))
        for number in {**new, **old}
        if old.get(number) != new.get(number)
    ]
    return sorted(moved, key=lambda each: each.has_same_total)


def _mark(change: EventChange, reason: str) -> FinalMark:
    return FinalMark(int(change.before), change.made_at, doer_of(change), change.after, reason)


def _revisions(event: Event, names: Mapping[int, str]) -> list[Revision]:
    """Every final list as it was locked, the latest first; two SQL queries."""
    kept: dict[str, list[tuple[int, int | None, str]]] = {}
    reports = event.rounds.filter(report__has_key=KEPT_UNDER)
    for lists in reports.values_list(f"report__{KEPT_UNDER}", flat=True):
        kept |= lists
    revisions: list[Revision] = []
    for mark in final_marks(event):
        rows = [FinalRow(*row) for row in kept.get(str(mark.revision), [])]
        before = revisions[-1].rows if revisions else rows
        revisions.append(Revision(mark, rows, moved_between(before, rows, names)))
    return revisions[::-1]


# Ties: who shares a place or was parted only by the lot, and what was decided outside.

WITHOUT_RESULTS = ("lot", "shared", DECIDED.name)
"""Keys that ask no result: until then the tied are level."""

MOST = 20


class Level(NamedTuple):
    """One of those who are level, on the place that it has now."""

    entry: EntryLine
    place: int


@dataclass(frozen=True)
class Tie:
    """Entries that are level in their totals and all keys that ask results.

    `place` is the first of the places that are theirs; `keys` are the names of the keys that had
    a value, with it; `decision` is what was decided outside, None where nothing was; `by_lot`:
    the drawn lot parted them.
    """

    place: int
    total: Value | None
    keys: tuple[tuple[str, Value], ...]
    level: tuple[Level, ...]
    by_lot: bool
    is_for_prize: bool
    decision: TieDecision | None = None

    @property
    def numbers(self) -> tuple[int, ...]:
        """The start numbers in the order of the standing."""
        return tuple(one.entry.number for one in self.level)

    @property
    def last_place(self) -> int:
        """The last of the places that are theirs."""
        return self.place + len(self.level) - 1


@dataclass(frozen=True)
class TiesPage:
    """The ties of the standing, best places first; `problem`: why nothing can be decided yet.

    `others` are decisions that are withdrawn or hold no longer, the latest first; `hidden` counts
    the ties further down that are left out.
    """

    ties: list[Tie]
    others: list[TieDecision]
    problem: str
    hidden: int
    names: dict[int, str]


def ties_page(event: Event, *, everything: bool = False) -> TiesPage:
    """The ties as they are after the last closed round; the standing's SQL queries and three."""
    standing = event_standing(event, only_closed=True)
    decisions = list(TieDecision.objects.filter(event=event).order_by("-pk"))
    ties = ties_of(standing, decisions)
    used = {tie.decision.pk for tie in ties if tie.decision}
    shown = ties if everything else ties[:MOST]
    return TiesPage(
        shown,
        [each for each in decisions if each.pk not in used],
        _problem(event, standing),
        len(ties) - len(shown),
        {number: entry.name for number, entry in standing.by_number.items()},
    )


def ties_for_prizes(event: Event) -> list[Tie]:
    """The ties on places with a prize that nothing outside has decided; the standing's queries
    and one."""
    decisions = list(TieDecision.objects.filter(event=event, withdrawn_at=None))
    ties = ties_of(event_standing(event, only_closed=True), decisions)
    return [tie for tie in ties if tie.is_for_prize and tie.decision is None]


def ties_of(standing: EventStanding, decisions: Sequence[TieDecision] = ()) -> list[Tie]:
    """The ties of a standing, best places first; nothing before anything was played."""
    if not standing.has_results:
        return []
    last = max((one.number for one in standing.counted), default=0)
    held = [each for each in decisions if not each.withdrawn_at and each.after_round == last]
    return [_tie(standing, rows, held) for rows in _groups(standing.ranked) if len(rows) > 1]


def _groups(ranked: Sequence[Standing]) -> Iterator[list[Standing]]:
    """The rows that are level but for the lot and what was decided outside."""
    group: list[Standing] = []
    for row in ranked:
        is_level = group and (
            row.place == group[-1].place or row.decided_by in (*WITHOUT_RESULTS[:1], DECIDED.name)
        )
        if group and not is_level:
            yield group
            group = []
        group.append(row)
    if group:
        yield group


def _tie(standing: EventStanding, rows: Sequence[Standing], held: Sequence[TieDecision]) -> Tie:
    numbers = {row.entry for row in rows}
    decision = next((each for each in held if numbers <= set(each.order)), None)
    keys = tuple(
        (key.name, key.value)
        for key in rows[0].keys
        if key.value is not None and key.name not in WITHOUT_RESULTS
    )
    return Tie(
        rows[0].place,
        rows[0].total,
        keys,
        tuple(Level(standing.by_number[row.entry], row.place) for row in rows),
        by_lot=any(row.decided_by == WITHOUT_RESULTS[0] for row in rows[1:]),
        is_for_prize=rows[0].place <= _prizes(standing.snapshot),
        decision=decision,
    )


def _prizes(snapshot: Snapshot) -> int:
    """How many places have a prize of money; of entries none where persons win them."""
    settings = snapshot.settings
    return 0 if settings.persons else len(settings.prize_amounts or settings.payout)


def _problem(event: Event, standing: EventStanding) -> str:
    if event.state == Event.FINAL or not standing.has_results:
        return ""
    return what_is_open(event)


# Which hand of a sheet brought an entry most: the highest game, as far as a table knows it.
#
# It is a game that the entry took on and won: as the picker or with the picker, in the same side. A
# hand that everybody passed (a leaster, a doubler that was played out) is nobody's game, what
# defenders get for a lost one is not theirs, and an adjustment is no hand. Where pairs play, it is
# whichever pair won the hand. Points are those of the sheet, marks and doublings included.

TOOK_IT = ("picker", "partner")


class Top(NamedTuple):
    """The most that a side won with a game of its own, and the number of that hand on the sheet.

    Both are 0 where it won none. `kept` are the hands in which it got cards.
    """

    points: int = 0
    hand: int = 0
    kept: int = 0


def tops_of(
    place: EventTable, results: Iterable[Result], sheet: Replay, numbers: Sequence[int]
) -> dict[int, Top]:
    """By the column of each result, its highest game.

    `numbers` are those of the lines that count, in the order of the sheet. Where a director
    decided that the totals from paper count instead of the hands, no highest game is known.
    """
    found = {result.side or 0: Top() for result in results}
    if not sheet.rows or place.counts == EventTable.TOTALS:
        return found
    ruleset = find_ruleset(place.table.ruleset)
    settings = place.round.event.format
    worth = worth_of_a_point(settings, ruleset)
    for result in results:
        leaving = leaving_of(result)
        is_outside = leaving is not None and leaving.remedy == Leaving.OUTSIDE
        counting = first_hands(sheet, leaving.hands) if leaving and is_outside else sheet
        own = result.side or 0
        side = side_of(ruleset, own)
        top = _top(ruleset, counting.rows, side, numbers)
        found[own] = top._replace(points=top.points * worth)
    return found


def _top(ruleset: Ruleset, rows: list[Row], side: int, numbers: Sequence[int]) -> Top:
    played = [(row, number) for row, number in zip(rows, numbers, strict=False) if _is_dealt(row)]
    kept = sum(got_cards(row.roles, side) for row, _number in played)
    best = Top(kept=kept)
    for row, number in played:
        if row.points[side] > best.points and _is_own(ruleset, row, side):
            best = Top(row.points[side], number, kept)
    return best


def _is_dealt(row: Row) -> bool:
    return row.dealer is not None


def _is_own(ruleset: Ruleset, row: Row, side: int) -> bool:
    return ruleset.scores == "pairs" or row.roles[side] in TOOK_IT


class HadIt(NamedTuple):
    """Somebody who had the highest game: the start number, the name, and the game.

    `place` is the key of the event's table.
    """

    number: int
    name: str
    game: Game
    place: int

    @property
    def words(self) -> str:
        """Where it was played, and how much it was."""
        return game_in_words(self.game)


@dataclass(frozen=True)
class HighestGames:
    """Who had the highest game as the hands say, and who as a director named them.

    Of `tables` in all `unknown` have no hands, or not all of theirs: there may have been a higher
    one. `named` holds before the hands.
    """

    had: tuple[HadIt, ...] = ()
    tables: int = 0
    unknown: int = 0
    named: NamedHighest | None = None
    names: Mapping[int, str] | None = None

    @property
    def keeps_no_hands(self) -> bool:
        """Whether the event has totals alone, so that somebody must name the highest game."""
        return self.tables > 0 and self.tables == self.unknown and not self.had

    @property
    def winners(self) -> list[tuple[int, str]]:
        """Start numbers and names of those whom a director named."""
        named = self.named.winners if self.named else []
        return [(number, (self.names or {}).get(number, "")) for number in named]


def highest_games(standing: EventStanding) -> HighestGames:
    """The highest game so far; one SQL query where nothing has changed, else at most three."""
    event = standing.snapshot.event
    found = _from_hands(standing)
    named = latest_named(event)
    names = {number: entry.name for number, entry in standing.by_number.items()}
    return HighestGames(*found, named=named, names=names)


def latest_named(event: Event) -> NamedHighest | None:
    """Whom a director named last and did not take back; one SQL query."""
    return NamedHighest.objects.filter(event=event, withdrawn_at=None).order_by("-pk").first()


def highest_of(games: HighestGames) -> list[Highest]:
    """Who gets the prize: those who were named, or those who had it as the hands say."""
    if games.named:
        return [Highest(number, words=games.named.words) for number in games.named.winners]
    return [Highest(one.number, one.game) for one in games.had]


def game_in_words(game: Game) -> str:
    """Where a game was played, and how much it was."""
    worth, points = amount(as_int_if_whole(Fraction(game.worth))), amount(game.points)
    values = game._asdict() | {"points": points, "worth": worth}
    text = _("Round %(round)s, table %(table)s, hand %(hand)s: %(points)s")
    if worth != points:
        text = _("Round %(round)s, table %(table)s, hand %(hand)s: %(points)s, counts %(worth)s")
    return text % values


Found = tuple[tuple[HadIt, ...], int, int]


def _from_hands(standing: EventStanding) -> Found:
    snapshot = standing.snapshot
    rounds = tuple(one.round.pk for one in standing.counted)
    key = (snapshot.event.pk, snapshot.event.submission, rounds, "highest")
    return cached(key, snapshot.state, lambda: _read(standing, rounds))


def _read(standing: EventStanding, rounds: Sequence[int]) -> Found:
    at_tables = Result.objects.filter(round__in=rounds).exclude(event_table=None)
    ranked = Q(entry__status__in=RANKED, entry__is_house=False)
    is_unknown = Q(kept_hands__lt=F("hands"))
    figures = list(
        at_tables.values("round", "round__number")
        .order_by("round__number")
        .annotate(
            top=Max("top_points", filter=ranked),
            tables=Count("event_table", distinct=True),
            unknown=Count("event_table", distinct=True, filter=is_unknown),
        )
    )
    tables = sum(row["tables"] for row in figures)
    unknown = sum(row["unknown"] for row in figures)
    factor = standing.snapshot.settings.rules("").factor
    worth = {row["round"]: (row["top"] or 0) * factor(row["round__number"]) for row in figures}
    best = max(worth.values(), default=0)
    if not best:
        return (), tables, unknown
    is_best = Q()
    for row in figures:
        if worth[row["round"]] == best:
            is_best |= Q(round=row["round"], top_points=row["top"])
    return tuple(_had(standing, at_tables.filter(is_best, ranked), best)), tables, unknown


def _had(standing: EventStanding, results: QuerySet[Result], worth: Value) -> Iterator[HadIt]:
    """Everybody once, with the first of the games that were as high."""
    place = ("round__number", "event_table__number", "top_hand", "top_points")
    rows = results.order_by(*place[:3], "entry__number")
    seen: set[int] = set()
    sheet = "event_table__table"
    found = list(rows.values_list("entry__number", "event_table_id", sheet, *place))
    called = hand_places(row[2] for row in found)
    for number, table, key, round_number, table_number, line, points in found:
        hand = called.get((key, line), line)
        if number in standing.places and number not in seen:
            seen.add(number)
            name = standing.by_number[number].name
            game = Game(round_number, table_number, hand, points, str(as_int_if_whole(worth)))
            yield HadIt(number, name, game, table)
