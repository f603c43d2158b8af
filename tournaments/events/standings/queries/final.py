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

from formats.awards import Game
from formats.event import worth_of_a_point
from formats.figures import amount
from scoring import Replay, find_ruleset
from scoring.labels import side_of
from scoring.ranking import Standing, Value
from scoring.results import as_int_if_whole
from scoring.tiebreaks import DECIDED
from tournaments.common.cache import cached
from tournaments.common.history import Doer, doer_of
from tournaments.events.check_in.queries.contacts import EntryLine
from tournaments.events.results.queries.progress import open_sheets
from tournaments.events.results.queries.sheets import first_hands, got_cards
from tournaments.events.rulings.queries import what_is_undecided
from tournaments.events.standings.queries.standings import RANKED, EventStanding, event_standing
from tournaments.models import Event, EventTable, Leaving, NamedHighest, Result, Round, TieDecision
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


def final_marks(event: Event) -> list[FinalMark]:
    """The marks of all final lists, the first one first; one SQL query."""
    marks: list[FinalMark] = []
    reason = ""
    for change in event.changes.filter(kind__in=(LOCKED, REOPENED)).order_by("pk"):
        if change.kind == LOCKED:
            revision, doer = int(change.before), doer_of(change)
            marks.append(FinalMark(revision, change.made_at, doer, change.after, reason))
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
    kept: dict[str, list[tuple[int, int | None, str]]] = {}
    reports = event.rounds.filter(report__has_key=KEPT_UNDER)
    for lists in reports.values_list(f"report__{KEPT_UNDER}", flat=True):
        kept |= lists
    revisions: list[Revision] = []
    now = last = final_rows(standing)
    for mark in final_marks(event):
        rows = [FinalRow(*row) for row in kept.get(str(mark.revision), [])]
        moved = moved_between(last, rows, names) if revisions else []
        revisions.append(Revision(mark, rows, moved))
        last = rows
    is_final = event.state == Event.FINAL
    rows = last if is_final else now
    return FinalPage(
        lines=[(row, names.get(row.number, "")) for row in rows],
        fingerprint=fingerprint(rows),
        revisions=revisions[::-1],
        differs=moved_between(last, now, names),
        problem="" if is_final else what_bars_the_list(event),
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


# Ties: who shares a place or was parted only by the lot, and what was decided outside.

LOT = "lot"
WITHOUT_RESULTS = (LOT, "shared", DECIDED.name)
"""Keys that ask no result: until then the tied are level."""

MOST = 20


@dataclass(frozen=True)
class Tie:
    """Entries that are level in their totals and all keys that ask results.

    `place` is the first of the places that are theirs; `keys` are the names of the keys that had
    a value, with it; `level` are the entries, each with the place that it has now; `decision` is
    what was decided outside, None where nothing was; `by_lot`: the drawn lot parted them.
    """

    place: int
    total: Value | None
    keys: tuple[tuple[str, Value], ...]
    level: tuple[tuple[EntryLine, int], ...]
    by_lot: bool
    is_for_prize: bool
    decision: TieDecision | None = None

    @property
    def numbers(self) -> tuple[int, ...]:
        """The start numbers in the order of the standing."""
        return tuple(entry.number for entry, _place in self.level)

    @property
    def last_place(self) -> int:
        """The last of the places that are theirs."""
        return self.place + len(self.level) - 1


class TiesPage(NamedTuple):
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
    is_over = event.state == Event.FINAL or not standing.has_results
    return TiesPage(
        shown,
        [each for each in decisions if each.pk not in used],
        "" if is_over else what_is_open(event),
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
    level: list[list[Standing]] = []  # but for the lot and what was decided outside
    for row in standing.ranked:
        without_results = row.decided_by in (LOT, DECIDED.name)
        if level and (without_results or row.place == level[-1][-1].place):
            level[-1].append(row)
        else:
            level.append([row])
    return [_tie(standing, rows, held) for rows in level if len(rows) > 1]


def _tie(standing: EventStanding, rows: Sequence[Standing], held: Sequence[TieDecision]) -> Tie:
    best, numbers = rows[0], {row.entry for row in rows}
    settings = standing.snapshot.settings
    # Of entries none has a prize of money where persons win them.
    prizes = 0 if settings.persons else len(settings.prize_amounts or settings.payout)
    return Tie(
        best.place,
        best.total,
        tuple(
            (key.name, key.value)
            for key in best.keys
            if key.value is not None and key.name not in WITHOUT_RESULTS
        ),
        tuple((standing.by_number[row.entry], row.place) for row in rows),
        by_lot=any(row.decided_by == LOT for row in rows[1:]),
        is_for_prize=best.place <= prizes,
        decision=next((each for each in held if numbers <= set(each.order)), None),
    )


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
    if not sheet.rows or place.counts == EventTable.TOTALS:
        return {result.side or 0: Top() for result in results}
    ruleset = find_ruleset(place.table.ruleset)
    worth = worth_of_a_point(place.round.event.format, ruleset)
    found: dict[int, Top] = {}
    for result in results:
        leaving = leaving_of(result)
        is_outside = leaving is not None and leaving.remedy == Leaving.OUTSIDE
        counting = first_hands(sheet, leaving.hands) if leaving and is_outside else sheet
        own = result.side or 0
        side = side_of(ruleset, own)
        dealt = [
            (row, number)
            for row, number in zip(counting.rows, numbers, strict=False)
            if row.dealer is not None
        ]
        best = Top(kept=sum(got_cards(row.roles, side) for row, _number in dealt))
        for row, number in dealt:
            took_it = ruleset.scores == "pairs" or row.roles[side] in TOOK_IT
            if took_it and row.points[side] > best.points:
                best = best._replace(points=row.points[side], hand=number)
        found[own] = best._replace(points=best.points * worth)
    return found


class HadIt(NamedTuple):
    """Somebody who had the highest game, and which; `place` is the key of the event's table."""

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
    one. `named` holds before the hands; `winners` are start numbers and names of those.
    """

    had: tuple[HadIt, ...] = ()
    tables: int = 0
    unknown: int = 0
    named: NamedHighest | None = None
    winners: tuple[tuple[int, str], ...] = ()

    @property
    def keeps_no_hands(self) -> bool:
        """Whether the event has totals alone, so that somebody must name the highest game."""
        return self.tables > 0 and self.tables == self.unknown and not self.had


def highest_games(standing: EventStanding) -> HighestGames:
    """The highest game so far; one SQL query where nothing has changed, else at most three."""
    snapshot = standing.snapshot
    rounds = tuple(one.round.pk for one in standing.counted)
    key = (snapshot.event.pk, snapshot.event.submission, rounds, "highest")
    games = cached(key, snapshot.state, lambda: _read(standing, rounds))
    named = latest_named(snapshot.event)
    if named is None:
        return games
    entries = standing.by_number
    winners = ((each, entries[each].name if each in entries else "") for each in named.winners)
    return replace(games, named=named, winners=tuple(winners))


def latest_named(event: Event) -> NamedHighest | None:
    """Whom a director named last and did not take back; one SQL query."""
    return NamedHighest.objects.filter(event=event, withdrawn_at=None).order_by("-pk").first()


def game_in_words(game: Game) -> str:
    """Where a game was played, and how much it was.

    >>> game_in_words(Game(2, 14, 9, 36, "36"))
    'Round 2, table 14, hand 9: +36'
    """
    worth, points = amount(as_int_if_whole(Fraction(game.worth))), amount(game.points)
    values = game._asdict() | {"points": points, "worth": worth}
    text = _("Round %(round)s, table %(table)s, hand %(hand)s: %(points)s")
    if worth != points:
        text = _("Round %(round)s, table %(table)s, hand %(hand)s: %(points)s, counts %(worth)s")
    return text % values


def _read(standing: EventStanding, rounds: Sequence[int]) -> HighestGames:
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
        return HighestGames((), tables, unknown)
    is_best = Q()
    for row in figures:
        if worth[row["round"]] == best:
            is_best |= Q(round=row["round"], top_points=row["top"])
    had = tuple(_had(standing, at_tables.filter(is_best, ranked), best))
    return HighestGames(had, tables, unknown)


def _had(standing: EventStanding, results: QuerySet[Result], worth: Value) -> Iterator[HadIt]:
    """Everybody once, with the first of the games that were as high."""
    place = ("round__number", "event_table__number", "top_hand", "top_points")
    rows = results.order_by(*place[:3], "entry__number")
    found = list(rows.values_list("entry__number", "event_table_id", "event_table__table", *place))
    called = hand_places(row[2] for row in found)
    seen: set[int] = set()
    for number, table, key, round_number, table_number, line, points in found:
        hand = called.get((key, line), line)
        if number in standing.places and number not in seen:
            seen.add(number)
            name = standing.by_number[number].name
            game = Game(round_number, table_number, hand, points, str(as_int_if_whole(worth)))
            yield HadIt(number, name, game, table)
